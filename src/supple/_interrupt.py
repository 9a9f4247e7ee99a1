"""Work that Ctrl-C can end although it never looks: it runs in a thread of its own while the main thread waits.

Python acts on a signal in the main thread, between two of its own instructions. The compiled loop and the compiler stay
away from those for seconds or, in a law that does not return, for ever. So the main thread hands such work to a worker and
waits on a lock, which a signal interrupts.

    aside(work)       do it; Ctrl-C is a KeyboardInterrupt at once, the worker goes on alone and its outcome is lost.
    Interruption      a context for work that can be asked to return: the first Ctrl-C asks, the second gives up, and so
                      does PATIENCE without an answer. Beside that work nothing is interrupted: a file stays in one piece.

Signals reach the main thread only. In another thread, or where the program has a handler of its own, work is done in place.
One worker serves a process: a hop to it and back takes some 15 us of processor time.
"""

import os
import signal
import threading
import time
from _thread import allocate_lock, start_new_thread
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
        owner = getattr(signal.getsignal(number), "__self__", None)
        if isinstance(owner, Interruption):
            return owner.call(work)
    return _hop(work, _wait_for)


class Interruption:
    """A context in which Ctrl-C (or SIGTERM, where the program treats it alike) is a request.

    ask       function that asks the work of `call` to return soon
    pressed   when the first request came; None before

    The caller looks at `pressed` when it suits, and says `honoured` if it has acted on it; otherwise the context ends with
    the KeyboardInterrupt that was put off.
    """

    def __init__(self, ask):
        self._ask = ask
        self._waiting = False
        self.pressed = None
        self.honoured = False

    def __enter__(self):
        signals = SIGNALS if _in_main_thread() else ()
        self._taken = [number for number in signals if signal.getsignal(number) is signal.default_int_handler]
        for number in self._taken:
            signal.signal(number, self._press)
        return self

    def __exit__(self, kind, error, trace):
        for number in self._taken:
            signal.signal(number, signal.default_int_handler)
        if kind is None and self.pressed is not None and not self.honoured:
            raise KeyboardInterrupt

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
