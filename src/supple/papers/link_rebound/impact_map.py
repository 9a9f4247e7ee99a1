"""2,500 impacts of the link with three modes, over friction and rate: e, e_rigid and the number of collisions.

Each impact is a scene of its own, built and run; rows of equal friction go to processes. A process takes about a second to
start, so that few rows are not worth it. Where the map is asked for in a script, the script must not start anew in the
processes: `if __name__ == "__main__":`.
"""

import os
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

import numpy as np

from ..study import judged
from .link import RTOL, Case, rebound

MODES = 3
FRICTION = (0.0, 0.6, 50)  # from, to, number
RATE = (1.0, 20.0, 50)  # [rad/s]


@dataclass(frozen=True)
class ImpactMap:
    """What was found: one row per friction, one column per rate; nan where the link has jammed."""

    mu: np.ndarray
    omega: np.ndarray
    e: np.ndarray
    e_rigid: np.ndarray
    collisions: np.ndarray
    cpu: float  # [s] of all processes
    workers: int


def map_items(found):
    """No impact may create energy; the rest is shown."""
    source = f"{found.e.size} impacts of 3 modes: "
    gained = int(np.sum(found.e_rigid > 1.0))
    yield judged("impacts with e_rigid > 1", 0, gained, "", source + "energy", rule="absolute", tolerance=0.0)
    source += "this study"
    yield judged("smallest e_rigid", None, float(np.nanmin(found.e_rigid)), "-", source, rule="shown")
    yield judged("largest e_rigid", None, float(np.nanmax(found.e_rigid)), "-", source, rule="shown")
    yield judged("most collisions", None, int(found.collisions.max()), "", source, rule="shown")
    yield judged("jams", None, int(np.sum(np.isnan(found.e))), "", source, rule="shown")
    yield judged(
        "time of the processors", None, found.cpu, "s", source, rule="shown", note=f"{found.workers} processes"
    )


def one_row(mu, omegas, modes, rtol):
    """(e, e_rigid, collisions) of each rate, and the time of the processor that it took [s]."""
    start, found = time.process_time(), []
    for omega in omegas:
        one = rebound(Case(modes=modes, mu=mu, omega=omega), rtol)
        found.append((one.e, one.e_rigid, one.collisions))
    return found, time.process_time() - start


def impact_map(friction=FRICTION, rate=RATE, *, modes=MODES, rtol=RTOL, workers=None, progress=None):
    """The map; `workers` processes (None: as many as processors, 1: no other process), `progress` of the fraction done."""
    mu, omega = np.linspace(*friction), np.linspace(*rate)
    workers = workers or os.cpu_count() or 1
    work, rows = partial(one_row, omegas=omega.tolist(), modes=modes, rtol=rtol), []

    def collect(results):
        for row in results:
            rows.append(row)
            if progress:
                progress(len(rows) / len(mu))

    if workers == 1:
        collect(map(work, mu.tolist()))
    else:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            collect(pool.map(work, mu.tolist()))
    found = np.array([row for row, _ in rows], dtype=float)
    cpu = sum(seconds for _, seconds in rows)
    return ImpactMap(mu, omega, found[..., 0], found[..., 1], found[..., 2].astype(int), cpu, workers)
