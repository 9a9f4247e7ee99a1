"""One block after the other, in this process.

The main thread waits meanwhile (`_interrupt.aside`): a run there would hand its compiled loop to another thread and back,
and waking a thread takes long on an idle machine.
"""

from ..._interrupt import aside


def map(work, blocks, workers, stop):
    """Compute blocks one after the other."""
    for block in blocks:
        if stop.is_set():
            return
        yield block, aside(lambda block=block: work(block, stop))
