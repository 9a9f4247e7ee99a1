"""What a worker of the engine `dask` does: unpickle the work and load compiled code once, then compute blocks.

pickled(work)     here: the work as bytes, behind the versions that it needs
by_value()        here: the function of a task, which is sent as code
computed          in the worker: the rows of a block; another version is a sentence, not other bits
"""

import pickle
import signal
import threading
from functools import lru_cache
from importlib.metadata import version

import numpy as np

from ..members import Block

NEEDED = "the engine dask needs Dask's distributed: pip install 'supple[dask]'"
SAME = ("numpy", "scipy", "numba")  # packages that results depend on


def by_value():
    """The function of a task: one inside another is pickled as code, not by a name that would have to be there."""

    def compute_block(content, block):
        try:
            from supple.ensembles.engines.dask_worker import computed
        except ImportError as error:
            from distributed import get_worker

            where = get_worker().address
            raise ImportError(f"the worker {where} must have supple as this process does, got {error}") from None
        return computed(content, block)

    return compute_block


def dask_setup(worker) -> None:
    """What Dask calls in a worker of a local cluster: Ctrl-C is for the process that started it, and ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def computed(content: bytes, block: tuple) -> dict[str, np.ndarray]:
    """The rows of a block, in a worker."""
    with _ONE_AT_A_TIME:
        work = _ready(content)
    return work(Block(*block))


_ONE_AT_A_TIME = threading.Lock()  # a worker may have many threads


@lru_cache(maxsize=1)
def _ready(content):
    """The work, once per process and sweep, with compiled code loaded."""
    from distributed import get_worker

    from ..._jit import JIT, prepare
    from ...system.entries import run

    wanted, work = pickle.loads(content)
    for name, here in _versions().items():
        if here != wanted[name]:
            raise ValueError(
                f"the worker {get_worker().address} must have {name} {wanted[name]} as this process does, got {here}: its "
                "results might have other bits"
            )
    if JIT:
        prepare(run)
    return pickle.loads(work)


def _versions():
    """What results depend on."""
    from ... import __version__
    from ..._jit import JIT
    from ..._jit.sources import source_hash

    return {
        "supple": __version__, "sources": source_hash(), "compiled code": str(JIT),
        **{name: version(name) for name in SAME},
    }  # fmt: skip


def pickled(work):
    """The work as bytes, behind the versions that it needs; functions of the main program go along."""
    try:
        import cloudpickle
    except ImportError:
        raise ImportError(NEEDED) from None
    try:
        return pickle.dumps((_versions(), cloudpickle.dumps(work)))
    except Exception as error:
        raise TypeError(f"the functions of a sweep must be ones that can be sent to workers: {error}") from None
