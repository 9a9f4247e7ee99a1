"""Threads of this process: the compiled loop lets others go on, all the rest takes turns (Python's global lock).

Building a scene and reading a run are Python, so threads pay where the runs themselves are long.
"""

from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from itertools import islice


def map(work, blocks, workers, stop):
    """Compute blocks in threads, a few ahead."""
    pool = ThreadPoolExecutor(workers)
    try:
        pending = {pool.submit(work, block): block for block in islice(blocks, workers)}
        while pending:
            done, _ = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                block = pending.pop(future)
                if not stop.is_set():
                    pending.update({pool.submit(work, one): one for one in islice(blocks, 1)})
                yield block, future.result()
    finally:
        stop.set()
        pool.shutdown(wait=False, cancel_futures=True)
