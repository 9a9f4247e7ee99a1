"""Work that Ctrl-C can end although it never looks: it runs in a thread of its own while the main thread waits.

Python acts on a signal in the main thread, between two of its own instructions. The compiled loop and the compiler stay
away from those for seconds or, in a law that does not return, for ever. So the main thread hands such work to a worker and
waits on a lock, which a signal interrupts.

    aside(work)       do it; Ctrl-C is a KeyboardInterrupt at once, the worker goes on alone and its outcome is lost.
    Interruption      a context for work that can be asked to return: the first Ctrl-C asks, the second gives up, and so
                      does PATIENCE without an answer. Beside that work nothing is interrupted: a file stays in one piece.
                      With a limit it is asked after that time too, in any thread. Work that is sure to return when it is
                      asked stays in the main thread: Python's own handler of a signal wakes a thread that asks (`_Watch`).
    Alarm             a context that calls a function if it lasts longer than it should.

Signals reach the main thread only. In another thread, or where the program has a handler of its own, work is done in place.
One worker serves a process: a hop to it and back takes some 70 us of processor time.
"""

import math
import os
import signal
import socket
import threading
import time
from _signal import default_int_handler, getsignal  # type: ignore[import-not-found]  # the public ones take longer
from _signal import signal as set_handler
from _thread import allocate_lock, start_new_thread
from contextlib import contextmanager
from functools import cache
from queue import SimpleQueue

PATIENCE = 1.0  # [s] between a request to return and giving up
TICK = 0.5  # [s] after which work is asked to return anyway: to show progress, to write what there is
SIGNALS = (signal.SIGINT, signal.SIGTERM)
STACK = 64 * 2**20  # [bytes] the compiler recurses deeply; some systems give a thread half a megabyte


def aside(work):
    """The value of `work()`, done in the worker if this is the main thread: Ctrl-C need not wait for it."""
    if not _in_main_thread():
        return work()
    for number in SIGNALS:
        owner = getattr(getsignal(number), "__self__", None)
        if isinstance(owner, Interruption):
            return owner.call(work)
    return _hop(work, _wait_for)


def at_once(work):
    """The value of `work()`, which is sure to return soon."""
    return work()


class Interruption:
    """A context in which Ctrl-C (or SIGTERM, where the program treats it alike) is a request.

    ask       function that asks the work of `call` to return soon
    limit     [s] on the clock after which it is asked as well; None: never
    obeys     whether work that is asked is sure to return: it has no code of a user's
    pressed   when the first request came; None before
    late      whether the limit has passed

    The caller looks at `pressed` when it suits, and says `honoured` if it has acted on it; otherwise the context ends with
    the KeyboardInterrupt that was put off.
    """

    def __init__(self, ask, limit=None, obeys=False):
        self._ask, self._obeys = ask, obeys
        self._alarm = None if limit is None else Alarm(limit, self._expire)
        self._waiting = False
        self.late = False
        self.pressed = None
        self.honoured = False

    def __enter__(self):
        signals = SIGNALS if _in_main_thread() else ()
        self._taken = [number for number in signals if getsignal(number) is default_int_handler]
        for number in self._taken:
            set_handler(number, self._press)
        if self._alarm is not None:
            self._alarm.__enter__()
        return self

    def __exit__(self, kind, error, trace):
        if self._alarm is not None:
            self._alarm.__exit__(kind, error, trace)
        for number in self._taken:
            set_handler(number, default_int_handler)
        if kind is None and self.pressed is not None and not self.honoured:
            raise KeyboardInterrupt

    def _expire(self):
        self.late = True
        self._ask()

    def _press(self, number, frame):
        if self.pressed is None:
            self.pressed = time.monotonic()
            self._ask()
        elif self._waiting:
            raise KeyboardInterrupt("interrupted twice")

    def call(self, work):
        """The value of `work()`, which is asked to return now and then, and when a signal comes."""
        if not self._taken:
            return work()
        self._waiting = True
        try:
            if self._obeys:
                with Alarm(TICK, self._ask), _watch(os.getpid()).telling(self._ask):
                    return work()
            return _hop(work, self._wait)
        finally:
            self._waiting = False

    def _wait(self, done):
        while not done.acquire(timeout=self._patience()):
            if self.pressed is not None and self._patience() <= 0.0:
                raise KeyboardInterrupt(f"given up: it did not return within {PATIENCE} s of being interrupted")
            self._ask()

    def _patience(self):
        """How long to wait now [s]."""
        return TICK if self.pressed is None else max(self.pressed + PATIENCE - time.monotonic(), 0.0)


class Alarm:
    """A context: if it lasts longer than `after` [s] on the clock, `call()` is called once, in another thread."""

    def __init__(self, after, call):
        self._after, self._call = after, call

    def __enter__(self):
        _alarms(os.getpid()).set(self, time.monotonic() + self._after, self._call)
        return self

    def __exit__(self, kind, error, trace):
        _alarms(os.getpid()).cancel(self)


class _Alarms:
    """One thread for all alarms of a process: contexts come and go by the thousand, and few last too long."""

    def __init__(self):
        self._due = {}  # alarm -> (when, what to call)
        self._changed = threading.Condition()
        self._next = math.inf  # when the thread looks again by itself
        threading.Thread(target=self._serve, daemon=True, name="supple alarms").start()

    def set(self, key, when, call):
        """Call it then."""
        with self._changed:
            self._due[key] = when, call
            if when < self._next:
                self._changed.notify()

    def cancel(self, key):
        """Do not; the thread finds out when it looks."""
        with self._changed:
            self._due.pop(key, None)

    def _serve(self):
        with self._changed:
            while True:
                now = time.monotonic()
                for key in [key for key, (when, _) in self._due.items() if when <= now]:
                    self._due.pop(key)[1]()
                self._next = min((when for when, _ in self._due.values()), default=math.inf)
                wait = self._next - now
                self._changed.wait(None if wait == math.inf else min(wait, threading.TIMEOUT_MAX))


@cache
def _alarms(process):
    """Those of a process: a fork has none."""
    return _Alarms()


class _Watch:
    """A thread that hears of every signal at once, wherever the main thread is: Python's handler writes to a socket."""

    def __init__(self):
        self._heard, self._told = socket.socketpair()
        for end in (self._heard, self._told):
            end.setblocking(end is self._heard)
        self._ask = None
        threading.Thread(target=self._serve, daemon=True, name="supple signals").start()

    @contextmanager
    def telling(self, ask):
        """A context in which `ask()` is called, in that thread, when a signal comes; in the main thread."""
        self._ask = ask
        before = signal.set_wakeup_fd(self._told.fileno(), warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(before)
            self._ask = None

    def _serve(self):
        while self._heard.recv(64):
            ask = self._ask
            if ask is not None:
                ask()


@cache
def _watch(process):
    """That of a process: a fork has none."""
    return _Watch()


def _wait_for(done):
    # not for ever: a signal that comes just before the lock begins to wait, or to another thread, does not wake it
    while not done.acquire(timeout=TICK):
        pass


def _in_main_thread():
    return threading.current_thread() is threading.main_thread()


def _hop(work, wait):
    """Do it in the worker; `wait` returns when it has the lock, or raises: then this worker is given up."""
    done, outcome = allocate_lock(), []
    done.acquire()
    try:
        _worker(os.getpid()).put((work, done, outcome))
        wait(done)
    except BaseException:
        _worker.cache_clear()
        raise
    value, error = outcome
    if error is not None:
        raise error
    return value


@cache
def _worker(process):
    """The queue of the worker of a process: a fork has none."""
    tasks = SimpleQueue()
    before = threading.stack_size(STACK)
    start_new_thread(_serve, (tasks,))
    threading.stack_size(before)
    return tasks


def _serve(tasks):
    while True:
        work, done, outcome = tasks.get()
        try:
            outcome[:] = work(), None
        except BaseException as error:
            outcome[:] = None, error
        del work  # what it refers to may be large
        done.release()
        del outcome
