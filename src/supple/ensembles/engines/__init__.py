"""Who computes the blocks of an ensemble: one file and one line each.

An engine is a module with a function

    map(work, blocks, workers, stop) -> iterator of (block, rows)

work      computes a block (`members.Work`): it can be pickled, and the rows depend on the block alone
blocks    iterator of blocks, to be taken one by one as workers become free: it may be long
workers   how many, >= 1
stop      an event: once it is set no block is begun any more

in any order. The caller writes what comes; when it closes the iterator the engine ends its workers.
"""

from importlib import import_module

from ..._check import one_of

ENGINES = ("serial", "threads", "processes")


def find_engine(name):
    """The engine of this name."""
    return import_module(f".{one_of('engine', name, ENGINES)}", __name__)
