"""Compute an ensemble, or go on with one that was interrupted."""

import math
import os
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np

from .._check import integer
from .._jit import JIT, prepare
from ..model.build import assemble
from ..system.entries import run as compiled_run
from .engines import find_engine
from .fitting.problem import NUMBER
from .members import DONE, FAILED, Block, Work
from .specification import Sweep
from .store import Store, open_dataset

TRIED = 20  # members that are built to find units and to check names before anything is computed


class Progress(NamedTuple):
    """How far an ensemble is."""

    members: int
    done: int  # those that failed among them
    failed: int
    per_second: float  # of this process and its workers, since it began
    left: float  # [s]; inf while nothing is known
    dashboard: str = ""  # address of a page that shows what the cluster does, if there is one


class Ensemble:
    """The result of a sweep, on disk."""

    def __init__(self, path):
        self.path = Path(path)
        store = Store(self.path)
        self.facts, self.attributes = store.facts, store.attributes
        status = store.status
        self.members = len(status)
        self.done, self.failed = int(np.sum(status == DONE)), int(np.sum(status == FAILED))

    @property
    def complete(self) -> bool:
        """Whether all members were computed."""
        return self.done + self.failed == self.members

    def dataset(self):
        """Everything as an xarray Dataset, which reads what is asked for."""
        return open_dataset(self.path)

    def failures(self, most: int = 10) -> list[tuple[str, int]]:
        """The most frequent sentences of members that failed, each with how often it was said.

        Sentences that differ in their numbers only are one, told in the words of the first.
        """
        found = self.dataset()
        said: Counter[str] = Counter()
        first_of: dict[str, str] = {}
        block = self.facts["block"]
        for first in range(0, self.members, block):
            part = found.isel(member=slice(first, first + block))
            failed = part["status"].values == FAILED
            if failed.any():
                for text in part["message"].values[failed].tolist():
                    said[first_of.setdefault(NUMBER.sub("#", text), text)] += 1
        return said.most_common(most)

    def __repr__(self):
        return f"{self.path}: {self.members} members, {self.done} done, {self.failed} failed"


def open_ensemble(path: str | os.PathLike[str]) -> Ensemble:
    """The result of a sweep, finished or not."""
    return Ensemble(path)


def ensemble(
    sweep: Sweep,
    out: str | os.PathLike[str],
    *,
    engine: str = "processes",
    workers: int | None = None,
    scheduler: str | None = None,
    resume: bool = False,
    progress: Callable[[Progress], object] | None = None,
) -> Ensemble:
    """Compute the members of a sweep into the directory `out` (Zarr); return the Ensemble.

    engine    "serial", "threads", "processes" or "dask": the results have the same bits.
    workers   how many; None: one per processor that this process may use. A cluster that exists has its own.
    scheduler address of the scheduler of a Dask cluster that exists; None: the engine dask starts one on this machine.
    resume    whether to go on with what is there: blocks that are complete are not computed again. The specification must
              be the same; where nothing is there yet it is begun.
    progress  function of a Progress, called whenever a block is complete; before that once if a cluster has a dashboard.

    Members that fail are recorded with their sentence. A kill at any moment loses the blocks under way, no more.
    """
    find = find_engine(engine, scheduler)
    workers = processors() if workers is None else integer("workers", workers)
    if workers < 1:
        raise ValueError(f"workers must be >= 1, got {workers}")
    path = Path(out)
    there = path.exists() and (not path.is_dir() or any(path.iterdir()))
    if there and not resume:
        raise FileExistsError(f"{str(path)!r} is there already: resume it (--resume), or give another place")
    outputs, units = settled(sweep)
    store = Store(path) if there else Store.create(path, sweep, outputs, units)
    store.check_same(sweep)
    with store:
        missing = store.missing()
        if missing:
            if JIT:
                prepare(compiled_run)  # once, before workers would do so at the same time
            work = Work(sweep.source, tuple(sweep.parameters), outputs, sweep.time_limit)
            _compute(find, work, sweep, store, missing, min(workers, len(missing)), progress)
    return Ensemble(path)


def _compute(engine, work, sweep, store, missing, workers, progress):
    size, block, stop = sweep.table.size, sweep.block, threading.Event()
    blocks = (Block(b, b * block, sweep.table.rows(b * block, (b + 1) * block)) for b in missing)
    status = store.status
    done, failed, new, clock = int(np.sum(status != 0)), int(np.sum(status == FAILED)), 0, time.perf_counter()
    answers = engine.map(work, blocks, workers, stop)
    dashboard = getattr(engine, "dashboard", "")
    try:
        if progress is not None and dashboard:
            progress(Progress(size, done, failed, 0.0, math.inf, dashboard))
        for one, rows in answers:
            store.write(one, rows)
            n = len(one.values)
            done, new, failed = done + n, new + n, failed + int(np.sum(rows["status"] == FAILED))
            if progress is not None:
                rate = new / max(time.perf_counter() - clock, 1e-9)
                progress(Progress(size, done, failed, rate, (size - done) / rate, dashboard))
    finally:
        stop.set()
        answers.close()


def settled(sweep: Sweep) -> tuple[dict, dict]:
    """The outputs with their times, and their units, found with the first member that can be built.

    A name that it does not have is told at once, and not once per member.
    """
    last: Exception | None = None
    for values in sweep.table.rows(0, TRIED):
        try:
            setup = sweep.source.setup(dict(zip(sweep.parameters, values, strict=True)))
            model = assemble(setup.scene)
        except Exception as error:
            last = error
            continue
        if "end" not in setup.run:
            raise ValueError("end must be given [s]: under [run] of the scene or of the sweep, got none")
        found, units = {}, {}
        for name, output in sweep.outputs.items():
            try:
                output.check(model)
                found[name] = output.settled(setup.run)
                units[name] = output.unit(model)
            except (TypeError, ValueError) as error:
                raise type(error)(f"output {name}: {error}") from None
        return found, units
    raise ValueError(f"the first {TRIED} members must not all fail to be built, got of the last one: {last}")


def processors():
    """How many this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1
