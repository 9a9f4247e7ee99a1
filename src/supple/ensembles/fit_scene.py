"""Fit parameters of a scene to measured channels, forces or impacts: least squares over runs of the scene.

    r_i(x) = (run_i(x) - y_i) / sd_i,     minimise S = sum r_i^2 between bounds
    sigma^2 = S / (n - p),     covariance = sigma^2 (J^T J)^-1
    interval of x_j: where the others can bring S down to S_min + t_(n-p)^2 sigma^2 (`fitting/profile.py`);
             linearised: x_j -+ t_(n-p) sqrt(covariance_jj)

Symbols   x parameters, by their logarithm on a log scale (`fitting/parameters.py`); n data, p parameters that are not at a
          bound; J Jacobian of r by differences whose step suits the tolerance of the runs (`fitting/problem.py`).
sd_i      a column NAME.sd of the data, or `noise`. Of columns that have neither, the rms of their own residuals: fitted
          with their spread first, then again with that, so that forces and angles weigh as they deserve.
Search    Latin hypercube, least squares, and Nelder-Mead where events make the cost rough: `fitting/search.py`.
Limits    intervals are for errors that are independent of each other; `rough` and `notes` say where to doubt them. What
          no parameter can repair (a wrong law, a wrong mass) is in the residuals.
Picture   `show.plot_scene_fit(fit)`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from os import PathLike
from typing import Any

import numpy as np

from .._check import integer, one_of, within
from ..model import Model
from ..options import OPTIONS
from .fitting.columns import Reader
from .fitting.data import read_data
from .fitting.members import SceneFile, SceneFunction, Task, run_of
from .fitting.parameters import parameters_of
from .fitting.problem import Problem
from .fitting.profile import Better, ends
from .fitting.result import Estimate, SceneFit
from .fitting.search import looked_at, refined, search

AT_BOUND = 1e-4  # of the range: nearer to a bound than this is at it
ALIKE = 0.98  # correlation from which on two parameters are named
MISSED = 1.5  # sigma from which on it is said
ROUNDS = 3  # of standard deviations that are taken from the residuals
BETTER = 3  # minima that are left for a better one
INTERVALS = ("profile", "linear")
NEAR = 1e-9  # relative: an end of an interval that is a bound
EXPECTED = 90  # runs of a refinement, for the progress only


def fit_scene(
    scene: str | PathLike[str] | Callable[[dict[str, float]], Any],
    data: Any,
    parameters: Mapping[str, Any] | Sequence[str] | str,
    *,
    noise: Mapping[str, float] | None = None,
    set: Mapping[str, Any] | None = None,
    starts: int = 8,
    refine: int = 3,
    seed: int = 0,
    level: float = 0.95,
    intervals: str = "profile",
    workers: int = 1,
    allow_code: bool = False,
    progress: Callable[[float], object] | None = None,
    run: Mapping[str, Any] | None = None,
) -> SceneFit:
    """Fit parameters of a scene to data; return a SceneFit.

    scene       a scene file, or a function {name: value} -> Scene, Model or Setup.
    data        a CSV file or a dict of arrays, or a list of them; columns name what a run has: `fitting/columns.py`.
    parameters  names or paths as `read_scene(set=)` takes them, with bounds: `fitting/parameters.py`.
    noise       {column: standard deviation} of columns without NAME.sd.
    set         {name: value} that all runs share; also where the search begins.
    starts      points of a Latin hypercube between the bounds, besides the given start;  seed  of the hypercube.
    refine      how many of all these are refined, the given one always.
    level       of the intervals;  workers  threads;  progress  function of the fraction done, roughly.
    intervals   "profile": by the cost itself;  "linear": by the linearised model, without further runs.
    allow_code  whether the file may name Python functions.
    run         {"end": ..., "rtol": ...}: options of the runs, before those of the file. Runs end with the last time of
                the data, unless they have impacts.
    """
    run = dict(run or {})
    for name in run:
        one_of("run", name, OPTIONS)
    starts, refine, workers = (
        integer(name, one) for name, one in (("starts", starts), ("refine", refine), ("workers", workers))
    )
    if starts < 0 or refine < 1 or workers < 1:
        raise ValueError(f"starts must be >= 0, refine and workers >= 1, got {starts}, {refine}, {workers}")
    within("level", level, 0.01, 0.9999)
    one_of("intervals", intervals, INTERVALS)
    source = SceneFunction(scene) if callable(scene) else SceneFile(str(scene), dict(set or {}), allow_code)
    chosen = parameters_of(parameters, source.written)
    columns = tuple(read_data(data, noise))
    task, rtol, label = _task(source, columns, run, {name: one.start for name, one in chosen.items()})
    n = sum(column.values.size for column in columns)
    if n <= len(chosen):
        raise ValueError(f"the data must have more than {len(chosen)} numbers to fit {', '.join(chosen)}, got {n}")
    expected = 1 + starts + refine * EXPECTED
    tell = None if progress is None else lambda done: progress(min(done / expected, 0.99))
    problem = Problem(task, chosen, _first_deviations(columns), rtol=rtol, workers=workers, progress=tell)
    found, told = _told(problem, search(problem, starts, refine, seed), level, intervals)
    return _result(problem, found, told, level, label)


def _task(source, columns, run, start):
    """(task, rtol, name of the scene): the run at the start tells whether the columns and the times are there."""
    setup = source(start)
    model = setup.scene
    label = (model.scene if isinstance(model, Model) else model).name
    asked = {**setup.run, **run}
    times = np.concatenate([np.zeros(0), *(column.at[[0, -1]] for column in columns if not column.of_impacts)])
    only_times = times.size and not any(column.of_impacts for column in columns)
    if "end" not in asked and not only_times:
        raise ValueError(
            "end must be given [s] where impacts are fitted: under [run] in the scene, or by run.end, got none"
        )
    begin, end = asked.get("start", 0.0), asked.get("end", times.max() if times.size else None)
    if times.size and not begin <= times.min() <= times.max() <= end:
        raise ValueError(
            f"times of the data must be in the run, {begin:g} to {end:g} s, got {times.min():g} to {times.max():g} s"
        )
    task = Task(source, columns, {**run, "end": float(times.max()) if only_times else end})
    first = run_of(task, start)
    if first.success:
        _check_columns(Reader(first), columns)
    else:  # channels are there all the same
        brief = tuple(replace(column, at=np.full(1, begin if not column.of_impacts else 0.0)) for column in columns)
        _check_columns(Reader(first), brief)
    return task, asked.get("rtol", OPTIONS["rtol"].default), label


def _check_columns(reader, columns):
    for column in columns:
        reader.values(column)
        unit = reader.unit(column)
        if column.unit and unit and column.unit != unit:
            raise ValueError(f"{column.name} of {column.source} must be in {unit}, got {column.unit}")


# --- standard deviations ------------------------------------------------------------------------------------------------
def _first_deviations(columns):
    """Those of the data, or the spread of the column."""
    return [np.full(column.values.size, _spread(column)) if column.sd is None else column.sd for column in columns]


def _spread(column):
    return float(np.std(column.values)) or float(np.max(np.abs(column.values))) or 1.0


def _found(problem, found):
    """The minimum, with standard deviations from the residuals where the data have none."""
    columns = problem.task.columns
    unknown = [column.sd is None for column in columns]
    for _ in range(ROUNDS if any(unknown) and len(columns) > 1 and not problem.is_failed(found.r) else 0):
        before = problem.sd
        problem.with_sd(_residual_deviations(problem, found))
        told, found = found.starts, refined(problem, found.x)
        found = replace(found, starts=told)
        if np.allclose(before, problem.sd, rtol=0.05):
            break
    if problem.is_failed(found.r):
        sentence, count = problem.failures.most_common(1)[0]
        raise ValueError(f"no run of the fit succeeded, {count} of {problem.evaluations} because: {sentence}")
    return looked_at(problem, found)


def _residual_deviations(problem, found):
    columns = problem.task.columns
    n, p = problem.y.size, found.x.size
    parts = np.split(found.r * problem.sd, np.cumsum([column.values.size for column in columns])[:-1])
    least = 1e-6  # of the spread: data that a run meets exactly do not outweigh all others
    return [
        np.full(r.size, max(np.sqrt(np.mean(r**2) * n / (n - p)), least * _spread(column)))
        if column.sd is None
        else column.sd
        for column, r in zip(columns, parts, strict=True)
    ]


# --- intervals ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class _Told:
    """What the data tell of the parameters, in x."""

    at: tuple  # "", "lower", "upper": at a bound
    sigma: float
    correlation: np.ndarray
    flat: list  # names that they do not tell
    low: np.ndarray
    high: np.ndarray


def _told(problem, found, level, intervals):
    """(minimum, what the data tell); a better minimum that is met on the way is gone to."""
    from scipy.stats import t as student

    for attempt in range(BETTER + 1):
        found = _found(problem, found)
        room = AT_BOUND * (problem.high - problem.low)
        at = tuple("lower" if x - low < near else "upper" if high - x < near else ""
                   for x, low, high, near in zip(found.x, problem.low, problem.high, room, strict=True))  # fmt: skip
        free = np.array([not side for side in at])
        dof = found.r.size - int(free.sum())
        sigma, t = float(np.sqrt(found.S / dof)), float(student.ppf(0.5 + 0.5 * level, dof))
        names = tuple(problem.parameters)
        deviation, correlation, flat = _covariance(found.J, sigma, free, names, problem.blur(found))
        low, high = found.x - t * deviation, found.x + t * deviation
        try:
            if intervals == "profile":
                low, high = ends(problem, found, t, sigma, deviation, correlation, strict=attempt < BETTER)
            break
        except Better as better:
            found = replace(refined(problem, better.args[0]), starts=found.starts)
    return found, _Told(at, sigma, correlation, flat, low, high)


# --- result -------------------------------------------------------------------------------------------------------------
def _result(problem, found, told, level, label):
    estimates = {
        name: Estimate(p.bounded(x), p.decode(low), p.decode(high), p.start, (p.low, p.high), p.scale, side)
        for (name, p), x, low, high, side in zip(
            problem.parameters.items(), found.x, told.low, told.high, told.at, strict=True
        )
    }
    run = run_of(problem.task, {name: one.value for name, one in estimates.items()})
    reader = Reader(run)
    predicted = {column.name: reader.values(column) for column in problem.task.columns}
    notes = _notes(estimates, told.flat, told.correlation, found, problem)
    return SceneFit(
        scene=label, estimates=estimates, level=level, correlation=told.correlation, sigma=told.sigma,
        columns=problem.task.columns, predicted=predicted, method=found.method, rough=found.rough,
        evaluations=problem.evaluations, failures=dict(problem.failures.most_common()), failed_at=problem.failed_at,
        starts=found.starts, notes=(*notes, *run.model.notes), run=run,
    )  # fmt: skip


def _covariance(J, sigma, free, names, blur):
    """(standard deviations in x, correlation, names that the data do not tell); nan where a parameter is at a bound."""
    p = free.size
    deviation, correlation = np.full(p, np.nan), np.full((p, p), np.nan)
    if not free.any():
        return deviation, correlation, []
    _, singular, rotation = np.linalg.svd(J[:, free], full_matrices=False)
    weak = singular <= max(blur, 1e-300)
    inside = [name for name, one in zip(names, free, strict=True) if one]
    flat = sorted({inside[int(np.argmax(np.abs(row)))] for row in rotation[weak]})
    scaled = rotation.T / np.maximum(singular, 1e-150)
    covariance = sigma**2 * scaled @ scaled.T
    spread = np.sqrt(np.diag(covariance))
    deviation[free] = np.where([name in flat for name in inside], np.inf, spread)
    correlation[np.ix_(free, free)] = covariance / np.outer(spread, spread) if sigma > 0.0 else np.eye(int(free.sum()))
    return deviation, correlation, flat


def _notes(estimates, flat, correlation, found, problem):
    """What to doubt, as sentences."""
    names = tuple(estimates)
    for name, one in estimates.items():
        if one.at_bound:
            bound = one.bounds[one.at_bound == "upper"]
            yield f"{name} is at its {one.at_bound} bound {bound:g}, where its interval ends"
            continue
        for side, end, bound in zip(("lower", "upper"), (one.low, one.high), one.bounds, strict=True):
            if name not in flat and abs(end - bound) <= NEAR * abs(bound):
                yield f"the interval of {name} ends at its {side} bound {bound:g}: the data do not exclude values beyond"
    told = all(column.sd is not None for column in problem.task.columns)
    sigma = np.sqrt(found.S / (found.r.size - len(names)))
    if told and sigma > MISSED:
        yield f"the run misses the data by {sigma:.3g} sd, and intervals are as much wider: the scene may lack something"
    for name in flat:
        yield f"{name} cannot be told from these data"
    for i, a in enumerate(names):
        for j, b in enumerate(names[:i]):
            if abs(correlation[i, j]) > ALIKE:
                yield f"{b} and {a} are hard to tell apart: their correlation is {correlation[i, j]:.3f}"
    for name, mismatch in found.rough.items():
        yield (
            f"the cost is rough in {name}: over one standard deviation it changes otherwise than its gradient says, by "
            f"{mismatch:.2g} of that; refined by Nelder-Mead, and intervals are from differences over as much"
        )
    for sentence, count in problem.failures.most_common(3):
        yield f"{count} of {problem.evaluations} runs failed: {sentence}"
