"""One block after the other, in this process."""


def map(work, blocks, workers, stop):
    """Compute blocks one after the other."""
    for block in blocks:
        if stop.is_set():
            return
        yield block, work(block)
