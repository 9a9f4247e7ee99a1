"""Workers of a Dask cluster: one that is started on this machine, or one that exists, anywhere (docs/clusters.md).

A block is a task. Its function is sent by value and brings the work as bytes (`dask_worker.py`): the scheduler needs no
supple, and a worker that has none, or another version, says so in a sentence rather than return other bits. This process
keeps a few tasks per worker under way, gets their rows and writes them.

What dies         what happens
a worker          Dask gives its blocks to others. A block at which workers keep dying is computed member by member, and a
                  member at which they keep dying has failed, with a sentence.
the scheduler     if one answers at the same address within PATIENCE the blocks under way are sent again; else the sweep
                  ends with a sentence, and can be resumed
this process      the scheduler drops its tasks; a cluster that it had started ends. The sweep can be resumed.
"""

import logging
import platform
import threading
import time
import uuid
import warnings
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from queue import Empty, SimpleQueue

import numpy as np

from ..members import Block, failed
from . import dask_worker
from .dask_worker import NEEDED, by_value, pickled

PATIENCE = 20.0  # [s] for a scheduler to answer
LONELY = 15.0  # [s] without an answer, after which it is asked whether there are workers at all
HASTE = 0.4  # [s] that an interruption waits for the cluster to end; it goes on to do so
AHEAD = 2  # tasks under way per thread of a worker
DEATHS = 2  # of workers of a local cluster at one task; a cluster that exists has its own number
LOST = ("cancelled", "lost")  # status of tasks whose scheduler has gone


class Dask:
    """An engine: the cluster at `scheduler`, or one of this machine if that is None."""

    def __init__(self, scheduler: str | None = None):
        self.scheduler = scheduler
        self.dashboard = ""  # address, once there is a cluster

    def map(self, work, blocks, workers, stop):
        """Compute blocks on the cluster; it is there when this returns."""
        answers = self._answers(work, blocks, workers, stop)
        next(answers)
        return answers

    def _answers(self, work, blocks, workers, stop):
        content = pickled(work)
        with _closed_soon() as open_:
            client = self._client(workers, open_)
            self.dashboard = client.dashboard_link or ""
            yield  # the cluster is there
            tasks = _Tasks(client, content, self._place)
            for block in blocks:
                tasks.submit(_Piece(block))
                while tasks.full:
                    yield from tasks.answers(work)
                if stop.is_set():
                    return
            while tasks.pending:
                yield from tasks.answers(work)

    @property
    def _place(self):
        return self.scheduler or "the cluster of this machine"

    def _client(self, workers, open_):
        """A client of the cluster, both closed with `open_`."""
        try:
            import dask
            import distributed
        except ImportError:
            raise ImportError(NEEDED) from None
        address, began = self.scheduler, time.monotonic()
        if address is None:
            open_.enter_context(
                dask.config.set(
                    {
                        "distributed.scheduler.allowed-failures": DEATHS - 1,
                        "distributed.scheduler.worker-saturation": 1.0,  # who dies has one task only
                    }
                )
            )
            address = open_.enter_context(
                distributed.LocalCluster(
                    n_workers=workers, threads_per_worker=1, processes=True, host="127.0.0.1",
                    dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL, preload=[dask_worker.__name__],
                )
            )  # fmt: skip
        try:
            with warnings.catch_warnings():
                # what matters of them is checked by _check_python and _ready
                warnings.simplefilter("ignore", distributed.versions.VersionMismatchWarning)
                client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            why = "" if time.monotonic() - began > PATIENCE else f": {' '.join(str(error).split())}"
            raise ConnectionError(
                f"no scheduler of Dask could be reached at {self._place!r} within {PATIENCE:g} s{why}"
            ) from None
        open_.enter_context(client)
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # what it has to say is said here
        _check_python(client)
        return client


@contextmanager
def _closed_soon():
    """An ExitStack; an interruption does not wait for it: a cluster takes a second or two to end."""
    open_ = ExitStack()
    try:
        yield open_
    except Exception:
        open_.close()
        raise
    except BaseException:
        closing = threading.Thread(target=open_.close, daemon=True)
        closing.start()
        closing.join(HASTE)
        raise
    else:
        open_.close()


def at(scheduler: str | None) -> Dask:
    """The engine with the cluster at an address; None: with one of this machine."""
    return Dask(scheduler)


# --- tasks --------------------------------------------------------------------------------------------------------------
@dataclass
class _Piece:
    """A block as a whole, or (`rows` is a list) its members one by one: the next one is number len(rows)."""

    block: Block
    rows: list | None = None

    @property
    def task(self):
        block, rows = self.block, self.rows
        return tuple(block) if rows is None else (block.number, block.first + len(rows), [block.values[len(rows)]])

    @property
    def complete(self):
        return len(self.rows) == len(self.block.values)

    @property
    def gathered(self):
        return {name: np.concatenate([row[name] for row in self.rows]) for name in self.rows[0]}


class _Tasks:
    """The tasks under way."""

    def __init__(self, client, content, place):
        self._client, self._content, self._place = client, content, place
        self._function, self._name, self._number = by_value(), uuid.uuid4().hex[:8], count()
        self._done: SimpleQueue = SimpleQueue()
        self._futures: dict = {}  # key -> future: Dask forgets a task that nobody holds
        self._told = False
        self._threads = 0
        self._asked = -np.inf
        self.pending: dict[str, _Piece] = {}

    @property
    def full(self):
        """Whether enough tasks are under way for the workers there are now."""
        if time.monotonic() - self._asked > 1.0:
            self._asked, self._threads = time.monotonic(), self._count_threads()
        return len(self.pending) >= AHEAD * max(self._threads, 1)

    def submit(self, piece):
        """Send a piece."""
        if self._client.status != "running":
            self._wait_for_scheduler()
        key = f"supple-{self._name}-{next(self._number)}"
        self.pending[key] = piece
        self._futures[key] = self._client.submit(self._function, self._content, piece.task, key=key, pure=False)
        self._futures[key].add_done_callback(self._done.put)

    def answers(self, work):
        """Wait for a task; yield the (block, rows) that it completes, if it does."""
        from distributed.scheduler import KilledWorker

        try:
            future = self._done.get(timeout=LONELY)
        except Empty:
            self._look_for_workers()
            return
        piece = self.pending.pop(future.key)
        del self._futures[future.key]
        error = future.exception() if future.status == "error" else None
        if isinstance(error, KilledWorker):
            if piece.rows is None:
                self.submit(_Piece(piece.block, []))
                return
            times = error.allowed_failures + 1
            rows = work.gathered([failed(f"its worker process died, {times} times")])
        elif error is not None:
            raise _told(error, self._place) from None
        else:
            rows = self._fetched(future)
        if rows is None:
            self.submit(piece)
        elif piece.rows is None:
            yield piece.block, rows
        else:
            piece.rows.append(rows)
            if piece.complete:
                yield piece.block, piece.gathered
            else:
                self.submit(piece)

    def _count_threads(self):
        try:
            return sum(self._client.nthreads().values()) if self._client.status == "running" else self._threads
        except OSError:  # the scheduler has just gone
            return self._threads

    def _fetched(self, future):
        """The rows of a task, None if they are lost with the scheduler."""
        from distributed import CancelledError

        try:
            return self._client.gather(future) if future.status not in LOST else None
        except (CancelledError, OSError):
            return None

    def _look_for_workers(self):
        if not self._told and self._client.status == "running" and not self._count_threads():
            self._told = True
            warnings.warn(f"{self._place} has no workers: the sweep waits for one", stacklevel=2)

    def _wait_for_scheduler(self):
        until = time.monotonic() + PATIENCE + 5.0
        while self._client.status == "connecting" and time.monotonic() < until:
            time.sleep(0.1)
        if self._client.status != "running":
            raise ConnectionError(
                f"the scheduler of Dask at {self._place!r} went away, and none answered there within {PATIENCE:g} s; "
                "what is complete is kept, --resume (resume=True) goes on with it"
            )


def _told(error, place):
    """What a worker says that could not compute, as an exception that the command line tells."""
    text = " ".join(str(error).split())
    if isinstance(error, ImportError | ValueError | MemoryError):
        return type(error)(text)
    return RuntimeError(f"a worker of {place} could not compute: {type(error).__name__}: {text}")


def _check_python(client):
    """Code that is sent by value needs the same Python."""
    mine = ".".join(platform.python_version_tuple()[:2])
    for address, found in client.get_versions()["workers"].items():
        theirs = ".".join(found["host"]["python"].split(".")[:2])
        if theirs != mine:
            raise ValueError(f"the worker {address} must have Python {mine} as this process does, got {theirs}")
