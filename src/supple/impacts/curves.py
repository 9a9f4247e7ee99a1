"""Impacts of a mass on a normal law: one, a curve over speed, a map over laws and speeds.

    impact(law, speed, mass)                  one impact
    restitution_curve(law, speeds, mass)      arrays over the speed, `.to_csv(path)`
    restitution_map(laws, speeds, mass)       e [-], one row per law, one column per speed

Any normal law serves, also one with internal state and a user's own. The body meets a flat surface at rest; gravity, if
there is any, is constant during the contact. The compiled kernel (`one_impact.py`) computes each impact for itself, so
results do not depend on the number of workers, bit for bit. Workers are threads: the kernel lets go of Python's lock.
"""

import csv
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._check import nonnegative, positive, within
from .._files import replacing
from ..laws.impact_scales import MAX_STEPS
from ..laws.registry import NORMAL
from .collision import LawTable
from .entries import follow_all
from .names import label
from .one_impact import (
    DEPTH,
    DURATION,
    ENDING,
    ENERGY_LEFT,
    ENERGY_LOST,
    N_RESULT,
    PEAK_FORCE,
    PERMANENT,
    RESTITUTION,
    UNFINISHED,
    Conditions,
)

FEW = 200  # impacts that are not worth another thread: half a millisecond
COLUMNS = {
    "speed": "m/s", "restitution": "-", "duration": "s", "peak_force": "N", "max_indentation": "m", "energy_lost": "J",
    "energy_left": "J", "permanent_indentation": "m",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class OneImpact:
    """From touch-down to release; a body that stays has restitution 0 and an infinite duration."""

    speed: float  # [m/s] of approach
    restitution: float  # [-] speed of separation over speed of approach
    duration: float  # [s]
    peak_force: float  # [N]
    max_indentation: float  # [m]
    energy_lost: float  # [J] in the damper, or in plastic work
    energy_left: float  # [J] in the spring at release: given up where the surface is still indented
    permanent_indentation: float  # [m] that stays for ever


@dataclass(frozen=True, slots=True)
class RestitutionCurve:
    """Impacts of one mass on one law at a series of speeds; arrays of equal length."""

    law: str
    mass: float  # [kg]
    speed: np.ndarray  # [m/s]
    restitution: np.ndarray  # [-]
    duration: np.ndarray  # [s]
    peak_force: np.ndarray  # [N]
    max_indentation: np.ndarray  # [m]
    energy_lost: np.ndarray  # [J]
    energy_left: np.ndarray  # [J]
    permanent_indentation: np.ndarray  # [m]

    def to_csv(self, path):
        """Write the columns, with the law and the mass in a comment; return the path."""
        names = [f"{name}_{unit.replace('/', '_')}" if unit != "-" else name for name, unit in COLUMNS.items()]
        rows = zip(*(getattr(self, name) for name in COLUMNS), strict=True)
        with replacing(path) as beside, open(beside, "w", newline="", encoding="utf-8") as file:
            file.write(f"# {self.law}, mass {self.mass:.6g} kg\n")
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(names)
            writer.writerows([repr(float(value)) for value in row] for row in rows)
        return Path(path)


def impact(law: Any, speed: float, mass: float, *, gravity: float = 0.0, rtol: float = 1e-8) -> OneImpact:
    """One impact of `mass` [kg] at `speed` [m/s] on a normal law; returns a OneImpact."""
    curve = restitution_curve(law, [speed], mass, gravity=gravity, rtol=rtol, workers=1)
    return OneImpact(*(float(getattr(curve, name)[0]) for name in COLUMNS))


def restitution_curve(
    law: Any,
    speeds: ArrayLike,
    mass: float,
    *,
    gravity: float = 0.0,
    rtol: float = 1e-8,
    workers: int | None = None,
) -> RestitutionCurve:
    """Impacts of `mass` [kg] at `speeds` [m/s] on a law; returns a RestitutionCurve. Workers: None for all cores."""
    v = positive_array("speeds", speeds, "m/s")
    mass = positive("mass", mass, "kg")
    out = run_impacts([law], np.zeros(v.size, dtype=np.int64), mass, v, gravity, rtol, True, workers)
    chosen = (RESTITUTION, DURATION, PEAK_FORCE, DEPTH, ENERGY_LOST, ENERGY_LEFT, PERMANENT)
    return RestitutionCurve(label(law), mass, v, *(out[:, column].copy() for column in chosen))


def restitution_map(
    laws: Sequence[Any],
    speeds: ArrayLike,
    mass: float,
    *,
    gravity: float = 0.0,
    rtol: float = 5e-7,
    workers: int | None = None,
) -> np.ndarray:
    """Restitution [-] of `mass` [kg] for each law (row) and each speed (column)."""
    laws = list(laws)
    v = positive_array("speeds", speeds, "m/s")
    which = np.repeat(np.arange(len(laws)), v.size)
    every = np.tile(v, len(laws))
    out = run_impacts(laws, which, positive("mass", mass, "kg"), every, gravity, rtol, False, workers)
    return out[:, RESTITUTION].reshape(len(laws), v.size)


def run_impacts(laws, which, mass, speeds, gravity, rtol, peaks, workers):
    """Results of the kernel, one row per impact: of speeds[i] on laws[which[i]]."""
    out = np.zeros((speeds.size, N_RESULT))
    for function in _functions(laws):
        function.forget()
    gravity, rtol = nonnegative("gravity", gravity, "m/s^2"), within("rtol", rtol, 1e-13, 1e-2)
    table, given = law_table(laws), Conditions(mass, gravity, rtol, bool(peaks), times=np.zeros(0))
    workers = (os.cpu_count() or 1) if workers is None else int(positive("workers", workers))
    workers = min(workers, 1 + speeds.size // FEW)

    def part(first):
        # impacts differ in length: each thread takes every second, third, ... of them
        own = slice(first, None, workers)
        some, results = speeds[own].copy(), out[own].copy()
        # a trial stage may overflow: compiled code does not warn, nor should plain Python
        with np.errstate(all="ignore"):
            follow_all(table, given, which[own].copy(), some, np.zeros((some.size, 0)), results)
        out[own] = results

    if workers == 1:
        part(0)
    else:
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(part, range(workers)))
    _refuse_unfinished(out, laws, which, speeds)
    return out


def law_table(laws):
    """The table of some laws."""
    laws = [_known(law) for law in laws]
    rows = np.zeros((len(laws), max(1, *(len(law.row()) for law in laws))))
    for row, law in zip(rows, laws, strict=True):
        row[: len(law.row())] = law.row()
    numbers = np.array([NORMAL.number(law) for law in laws], dtype=np.int64)
    singular, yields = np.array([(law.singular_start, getattr(law, "yields", False)) for law in laws], dtype=np.bool_).T
    return LawTable(numbers, rows, singular.copy(), yields.copy())


def _known(law):
    if law in NORMAL and not isinstance(law, type):
        if hasattr(law, "onset"):
            raise ValueError(
                f"law must not depend on where surfaces touch, got {law!r}: take one with the k of that place"
            )
        return law
    raise TypeError(f"law must be a normal law such as AzadFeatherstone(k=..., lam=...), got {law!r}")


def _functions(laws):
    """The functions of users' laws."""
    return [function for law in laws for function in getattr(law, "functions", ())]


def force_record(law, speed, mass, times, rtol):
    """Force [N] of one impact at times [s] since touch-down, rising; 0 outside the contact."""
    forces, one = np.zeros((1, times.size)), np.zeros(1, dtype=np.int64)
    given = Conditions(mass, 0.0, rtol, False, times)
    with np.errstate(all="ignore"):
        follow_all(law_table([law]), given, one, np.array([speed]), forces, np.zeros((1, N_RESULT)))
    return forces[0]


def positive_array(name, values, unit):
    """A one-dimensional array of finite numbers > 0."""
    array = np.array(values, dtype=float, ndmin=1)
    if array.ndim != 1 or array.size == 0:
        raise ValueError(f"{name} must be one or more numbers [{unit}], got an array of shape {array.shape}")
    for value in array[~(np.isfinite(array) & (array > 0.0))]:
        raise ValueError(f"{name} must be > 0 {unit}, got {float(value)!r}")
    return array


def _refuse_unfinished(out, laws, which, speeds):
    unfinished = np.flatnonzero(out[:, ENDING] == UNFINISHED)
    if unfinished.size:
        i = unfinished[0]
        law = laws[which[i]]
        for function in (f for f in _functions([law]) if f.failure):
            a, b, _ = function.failure
            happened = function.what_happened(a, b, np.array(law.row()))
            raise ValueError(
                f"a user's law failed in the impact at {speeds[i]:g} m/s: {function.role.name} {function.where()} "
                f"{happened} at {function.at(a, b)}"
            )
        raise ValueError(
            f"an impact must end within {MAX_STEPS} steps of a finite force, got none at {speeds[i]:g} m/s on "
            f"{label(law)}"
        )
