"""What supple's own formulation costs at the accuracy of a published run.

1  error of the published run: largest |error| of a position at the ends of its steps, against 1e-12, same formulation;
2  error of a run of `simulate` at those same times, from its interpolant, against `simulate` at 1e-12;
3  for every method the loosest tolerance at which, and at all tolerances down to a thousandth of it, 2 is not above 1: one
   lucky run does not count;
4  the method with the fewest steps, and `auto`.

Tolerances are tried in half decades. Steps are accepted steps; a located event ends one of them.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from ...model import build
from ...simulation import simulate
from ..study import loosest
from .cases import END, scene_of
from .simulink import TIGHT, error_of, published_run, reference_run

METHODS = ("auto", "dormand_prince", "dop853", "rodas5p")
RTOLS = tuple(10.0 ** (-0.5 * i) for i in range(2, 25))  # 0.1 to 1e-12
CONFIRM = 6  # tighter tolerances at which the error must be small enough too


class Cost(NamedTuple):
    """What a run takes."""

    method: str
    rtol: float
    steps: int
    right_hand_sides: int
    error: float  # [m]


@cache
def _model(case):
    scene, names = scene_of(case)
    model = build(scene)
    return model, [model.layout.names.index(name) for name in names]


@cache
def supple_run(case, method="auto", rtol=1e-6):
    """A run of `simulate` with its defaults."""
    run = simulate(_model(case)[0], END, method=method, rtol=rtol, sample=case.sample)
    if not run.success:
        raise RuntimeError(f"{method} at rtol {rtol:g} must reach the end of {case}, got: {run.message}")
    return run


@cache
def paper_run(case, method, tolerance):
    """A run of the published formulation and its error [m]."""
    run = published_run(case, method, tolerance)
    return run, error_of(run, _reference(case))


@cache
def _reference(case):
    return reference_run(case)


def cheapest(case, paper_method, tolerance, own=None):
    """(the cheapest run of supple, that of auto) at least as accurate as the published one.

    `own` is what supple runs, where that may differ in its servo.
    """
    run, allowed = paper_run(case, paper_method, tolerance)
    own = own or case
    exact = _positions(own, "dop853", TIGHT, run.t)
    found = {method: _loosest(own, method, run.t, exact, allowed) for method in METHODS}
    return min(filter(None, found.values()), key=lambda cost: cost.steps), found["auto"]


def _positions(case, method, rtol, times):
    return supple_run(case, method, rtol).at(times)[:, _model(case)[1]]


def _loosest(case, method, times, exact, allowed):
    def attempt(rtol):
        error = float(np.max(np.abs(_positions(case, method, rtol, times) - exact)))
        return _cost(case, method, rtol, error) if error <= allowed else None

    return loosest(RTOLS, CONFIRM, attempt)


def _cost(case, method, rtol, error):
    statistics = supple_run(case, method, rtol).statistics
    return Cost(method, rtol, statistics["steps"], statistics["right-hand sides"], error)
