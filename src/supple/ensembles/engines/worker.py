"""A worker process of the engine `processes`: it reads tasks from its standard input and answers row by row.

    sys.path, work        once
    list of values        of members, again and again: each is answered by a Row, as soon as it is there

Messages are pickles with their length in front. What user code prints goes to standard error. The worker ends when its
input does: with its parent, whatever happened to that.
"""

import os
import pickle
import signal
import struct
import sys
import threading
import traceback

from ..._interrupt import STACK
from ..._jit import JIT, prepare
from ...system.entries import run

LENGTH = struct.Struct("<Q")


def send(file, message):
    """Write a message."""
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    file.write(LENGTH.pack(len(data)) + data)
    file.flush()


def receive(file):
    """Read a message; EOFError if the other side has gone."""
    head = file.read(LENGTH.size)
    if len(head) < LENGTH.size:
        raise EOFError
    (size,) = LENGTH.unpack(head)
    data = file.read(size)
    if len(data) < size:
        raise EOFError
    return pickle.loads(data)


def serve():
    """Answer until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, who ends this process
    inbox, outbox = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.path[:] = receive(inbox)
    threading.stack_size(STACK)
    thread = threading.Thread(target=_answer, args=(inbox, outbox))  # not the main one: no run waits for signals there
    thread.start()
    thread.join()
    os._exit(0)


def _answer(inbox, outbox):
    try:
        work = receive(inbox)
        if JIT:
            prepare(run)  # loading compiled code is no part of the time that a member takes
        send(outbox, None)  # ready
        while True:
            for values in receive(inbox):
                send(outbox, work.member(values))
    except (EOFError, BrokenPipeError):
        os._exit(0)
    except BaseException:
        traceback.print_exc()
        os._exit(1)


if __name__ == "__main__":
    serve()
