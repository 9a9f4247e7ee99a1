"""How a command ends when a signal comes: within two seconds, with a sentence, whatever it is doing.

SIGINT and SIGTERM are a KeyboardInterrupt, or a request to a simulation, which keeps what it has (`_interrupt.py`). Both
are up to the main thread, which may be inside a compiler or a library and hear nothing for a minute. So a second thread is
told too (`signal.set_wakeup_fd`): if the command has not ended PATIENCE later, it ends the process.
"""

import os
import signal
import socket
import sys
import threading
import time
from contextlib import contextmanager
from functools import wraps

from .._interrupt import SIGNALS

PATIENCE = 1.4  # [s] more than a simulation has
INTERRUPTED = 130  # the exit code, as shells have it
GIVEN_UP = (
    "supple: interrupted, and ended because it did not stop by itself; a result that was being written is there as"
    " NAME.nc.part, up to its last flush\n"
)


class Ended(BaseException):
    """What ended a command, as its cause: typer has its own way with interruptions and broken pipes, but not with this."""


@contextmanager
def ended_by_signals():
    """Within this context a signal ends the process on the spot: not inside an import, not inside typer.

    SIGTERM is like Ctrl-C, also where that is ignored (nohup, &).
    """
    terminate = signal.signal(signal.SIGTERM, signal.default_int_handler)
    inbox, outbox = socket.socketpair()
    outbox.setblocking(False)
    before = signal.set_wakeup_fd(outbox.fileno(), warn_on_full_buffer=False)
    hook, sys.unraisablehook = sys.unraisablehook, _quiet(sys.unraisablehook)
    threading.Thread(target=_watch, args=(inbox,), daemon=True).start()
    try:
        with _handling(signal.default_int_handler, _at_once):
            yield
    finally:
        sys.unraisablehook = hook
        signal.signal(signal.SIGTERM, terminate)
        signal.set_wakeup_fd(before)
        outbox.close()


def listening(command):
    """The same command, within which a signal is a KeyboardInterrupt again: there may be something to put in order."""

    @wraps(command)
    def call(*args, **kwargs):
        try:
            with _handling(_at_once, signal.default_int_handler):
                return command(*args, **kwargs)
        except (KeyboardInterrupt, BrokenPipeError) as error:
            raise Ended from error

    return call


@contextmanager
def _handling(before, handler):
    """Within this context signals that had one handler have another."""
    taken = [number for number in SIGNALS if signal.getsignal(number) is before]
    for number in taken:
        signal.signal(number, handler)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, before)


def _at_once(number, frame):
    _end("supple: interrupted\n")


def _watch(inbox):
    deadline = None
    with inbox:
        while True:
            inbox.settimeout(None if deadline is None else max(deadline - time.monotonic(), 0.001))
            try:
                heard = inbox.recv(1)
            except TimeoutError:
                _end(GIVEN_UP)
            if not heard:
                return  # the command has ended
            if heard[0] in SIGNALS and deadline is None:
                deadline = time.monotonic() + PATIENCE


def _end(sentence):
    os.write(sys.stderr.fileno(), sentence.encode())
    os._exit(INTERRUPTED)


def _quiet(hook):
    """An interruption that comes where Python must swallow it needs no traceback: the watching thread has heard it."""
    return lambda event: None if event.exc_type is KeyboardInterrupt else hook(event)
