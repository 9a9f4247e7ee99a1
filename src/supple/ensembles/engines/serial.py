"""One block after the other, in this process.

The main thread waits meanwhile (`_interrupt.aside`): a run there would hand its compiled loop to another thread and back,
and on an idle machine waking a thread takes longer than that costs. Measured with drops of 5 s: a third more per second.
"""

from ..._interrupt import aside


def map(work, blocks, workers, stop):
    """Compute blocks one after the other."""
    for block in blocks:
        if stop.is_set():
            return
        yield block, aside(lambda block=block: work(block, stop))
