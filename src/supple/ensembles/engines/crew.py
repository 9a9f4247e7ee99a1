"""Threads of this process that take blocks one by one, for engines whose workers are here.

    hand.rows(block)    arrays by name (`members.Work`), or None: it is to end
    hand.end()          called from outside: what it is doing is not wanted any more
    hand.close()        called in its thread when it has ended: give back what it holds

The threads are daemons: who has had enough need not wait for what they are doing, or not for long (HASTE).
"""

import threading
import time
from queue import SimpleQueue

from ..._interrupt import STACK

END = object()
HASTE = 0.5  # [s] that all of them may take to give back what they hold


def answers_of(hands, blocks, stop):
    """(block, rows) in the order in which they come."""
    answers: SimpleQueue = SimpleQueue()
    tasks = _Shared(blocks)
    crew = [threading.Thread(target=_serve, args=(hand, tasks, answers, stop), daemon=True) for hand in hands]
    before = threading.stack_size(STACK)  # the compiler recurses deeply
    try:
        for thread in crew:
            thread.start()
    finally:
        threading.stack_size(before)
    try:
        working = len(hands)
        while working:
            answer = answers.get()
            if answer is END:
                working -= 1
            elif isinstance(answer, BaseException):
                raise answer
            else:
                yield answer
    finally:
        stop.set()
        for hand in hands:
            hand.end()
        until = time.monotonic() + HASTE
        for thread in crew:
            thread.join(max(until - time.monotonic(), 0.0))


def _serve(hand, tasks, answers, stop):
    try:
        while not stop.is_set() and (block := tasks.next()) is not None:
            rows = hand.rows(block)
            if rows is None:
                break
            answers.put((block, rows))
        hand.close()
        answers.put(END)
    except BaseException as error:
        answers.put(error)
        hand.close()


class _Shared:
    """An iterator that several threads take from."""

    def __init__(self, blocks):
        self._blocks, self._lock = iter(blocks), threading.Lock()

    def next(self):
        """The next one, None at the end."""
        with self._lock:
            return next(self._blocks, None)
