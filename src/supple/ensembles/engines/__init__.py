"""Who computes the blocks of an ensemble: one file and one line each.

An engine is a module with a function

    map(work, blocks, workers, stop) -> iterator of (block, rows)

work      computes a block (`members.Work`): it can be pickled, and the rows depend on the block alone, but for members
          that take longer than `work.time_limit`
blocks    iterator of blocks, to be taken one by one as workers become free: it may be long
workers   how many, >= 1
stop      an event: once it is set no block is begun any more

in any order. The caller writes what comes; when it closes the iterator the engine ends its workers.
"""

from importlib import import_module

from ..._check import one_of

ENGINES = ("serial", "threads", "processes", "dask")


def find_engine(name, scheduler=None):
    """The engine of this name, with a scheduler if it takes one: then its module has a function `at`."""
    engine = import_module(f".{one_of('engine', name, ENGINES)}", __name__)
    if hasattr(engine, "at"):
        return engine.at(scheduler)
    if scheduler is not None:
        raise ValueError(f"a scheduler must be given with the engine dask only, got {scheduler!r} with {name}")
    return engine
