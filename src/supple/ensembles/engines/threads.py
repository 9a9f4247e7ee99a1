"""Threads of this process: the compiled loop lets others go on, all the rest takes turns (Python's global lock).

Building a scene and reading a run are Python, so threads pay where the runs themselves are long.
"""

from .crew import answers_of


class _Hand:
    def __init__(self, work, stop):
        self._work, self._stop = work, stop

    def rows(self, block):
        """The rows of a block."""
        return self._work(block, self._stop)

    def end(self):
        """It sees after each member that it is to stop."""

    def close(self):
        """It holds nothing."""


def map(work, blocks, workers, stop):
    """Compute blocks in threads."""
    return answers_of([_Hand(work, stop) for _ in range(workers)], blocks, stop)
