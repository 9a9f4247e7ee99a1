"""Fit contact laws to measured impacts, and say which law the data prefer.

    r_i(x) = (model_i(x) - y_i) / sd_i,      minimise sum rho(r_i^2)          rho: linear, soft_l1, huber, cauchy
    sigma^2 = S / (n - p),   S = sum rho,    covariance = sigma^2 (J^T J)^-1,  interval x -+ t_(0.975, n-p) sqrt(covariance)
    AIC = n ln(S/n) + 2 K,   AICc = AIC + 2 K (K+1)/(n-K-1),   BIC = n ln(S/n) + K ln n,   K = p + 1 (sigma counts)
    relative likelihood of a law = exp(-(AICc - best AICc)/2)

Symbols   x parameters, by their logarithm (exponents n, p, q and the time of touch-down as they are), so that intervals of
          stiffness and damping are factors; n data, p parameters, J Jacobian of r, sd_i = 1 where not given.
Source    Burnham & Anderson, Model Selection and Multimodel Inference (2002), ch. 2; differences below 2 decide nothing.
Picture   `show.restitution.plot_fit_page(fit)`.
Limits    one sigma for all data; intervals are those of the linearised model. Restitution alone does not tell k
          (`design.py`): k is then kept and said so. Force records: the touch-down time is fitted too, gravity is neglected.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np

from .._check import one_of, positive
from .design import POWERS, decode, encode, stiffness_name
from .measured import Measured, read_measured
from .models import ForceModel, RestitutionModel
from .names import damping_name, label, law_class, parameters, values_from_text

LAWS = ("AzadFeatherstone", "HuntCrossley", "LeeWang", "KelvinVoigt")
ALSO = ("yield_force",)  # what is fitted besides the damping, if it is not given
LOSSES = ("linear", "soft_l1", "huber", "cauchy")
NOMINAL = 1e6  # stiffness where none is known and none is needed
RANGES = {"n": (1.0, 10.0), "p": (0.0, 10.0), "q": (0.05, 10.0)}
UNDECIDED = 2.0  # of AICc
MOST = {"restitution": 10_000, "force": 1_000_000}  # points; each of a restitution is an impact for each law tried
FLAT = 1e-6  # ratio of singular values below which a parameter is not identifiable
FINE = 200  # points of a fitted curve


@dataclass(frozen=True, slots=True)
class LawFit:
    """One law fitted to the data."""

    law: object
    names: tuple  # of the fitted parameters
    values: tuple
    low: tuple  # 95 % confidence
    high: tuple
    sigma: float  # residual standard deviation [unit of y, or of sd where given]
    residuals: np.ndarray  # model - data [unit of y]
    n: int
    aic: float
    aicc: float
    bic: float
    notes: tuple
    curve_x: np.ndarray
    curve_y: np.ndarray

    @property
    def label(self):
        """Name and parameters."""
        return label(self.law)

    @property
    def name(self):
        """Name of the law."""
        return type(self.law).__name__

    def curve(self):
        """x and y of the fitted law on a fine grid."""
        return self.curve_x, self.curve_y


@dataclass(frozen=True, slots=True)
class Fit:
    """Laws fitted to the same data, the preferred one first."""

    data: Measured
    laws: tuple
    loss: str

    @property
    def best(self):
        """The law that the data prefer."""
        return self.laws[0]

    def relative_likelihood(self, law_fit):
        """exp(-(AICc - best AICc)/2) [-]."""
        return math.exp(-0.5 * (law_fit.aicc - self.best.aicc))

    def sentence(self):
        """Which law the data prefer and by how much, and what they cannot tell."""
        first = self.best
        if len(self.laws) == 1:
            text = f"{first.name} fits with a residual sigma of {first.sigma:.3g}"
        else:
            second = self.laws[1]
            lower = second.aicc - first.aicc
            if lower < UNDECIDED:
                text = f"the data cannot tell {first.name} from {second.name}: AICc differs by {lower:.1f} only"
            else:
                likely = self.relative_likelihood(second)
                text = f"the data prefer {first.name} over {second.name}: AICc lower by {lower:.1f}"
                text += f" (relative likelihood {likely:.2g})"
        return "; ".join([text, *first.notes])


def fit(
    data: Measured | str | PathLike[str],
    law_types: Sequence[Any] = LAWS,
    *,
    mass: float,
    k: float | None = None,
    speed: float | None = None,
    free: Sequence[str] = (),
    others: Mapping[str, float] | None = None,
    bounds: Mapping[str, tuple[float, float]] | None = None,
    loss: str = "linear",
) -> Fit:
    """Fit each law to the data; returns a Fit.

    data      a Measured, or the path of a CSV file (see `measured.py`).
    law_types classes, names, or texts with fixed parameters: "PowerLaw n=1.5". What a law does not have, it is not given.
    mass      mass that the contact felt [kg];  speed  of the impact [m/s], for a force record.
    k         stiffness: kept for restitution data; for a force record fitted, from here if given.
    free      further parameters to fit, such as ("n",);  others  dict of parameters that are kept.
    bounds    dict of (low, high) of parameters;  loss  "linear" or, against outliers, "soft_l1", "huber", "cauchy".
    """
    data = data if isinstance(data, Measured) else read_measured(data)
    mass = positive("mass", mass, "kg")
    one_of("loss", loss, LOSSES)
    if k is not None:
        positive("k", k, "N/m^n")
    if data.kind == "force":
        if speed is None:
            raise ValueError("speed must be given for a force record [m/s], got none")
        model: ForceModel | RestitutionModel = ForceModel(data, mass, positive("speed", speed, "m/s"))
    else:
        model = RestitutionModel(data, mass)
    most = MOST[data.kind]
    if data.x.size > most:
        raise ValueError(
            f"{data.source} must have at most {most} points of {data.kind} to be fitted, got {data.x.size}: give means, or "
            "some of them chosen at random"
        )
    types = [law_types] if isinstance(law_types, (str, type)) else list(law_types)
    if not types:
        raise ValueError("law_types must name one or more laws, got none")
    chosen = [_chosen(one) for one in types]
    known = sorted({name for cls, _ in chosen for name in parameters(cls)})
    for option, names in (("free", free), ("others", others or {}), ("bounds", bounds or {})):
        for name in names:
            one_of(option, name, known)
    tasks = [_task(cls, data, k, free, {**(others or {}), **values}, bounds or {}) for cls, values in chosen]
    scale = 1.0
    if loss != "linear":  # one scale of outliers for all laws: the spread of the best plain fit
        scale = min(_spread(_solve(model, task, "linear", 1.0)[0].fun) for task in tasks)
    fits = [_fitted(model, task, loss, scale) for task in tasks]
    return Fit(data, tuple(sorted(fits, key=lambda one: one.aicc)), loss)


def _chosen(law_type):
    """Class and fixed parameters from a class, a name, or "NAME parameter=value ..."."""
    if isinstance(law_type, type):
        return law_type, {}
    name, *words = law_type.split() or [""]
    cls = law_class(name)
    return cls, values_from_text(words, cls)


@dataclass(frozen=True, slots=True)
class _Task:
    cls: type
    fixed: dict
    free: tuple
    bounds: dict
    notes: tuple


def _task(cls, data, k, free, others, bounds):
    """What is kept and what is fitted for one law."""
    stiff, damping = stiffness_name(cls), damping_name(cls)
    own = parameters(cls)
    fixed, notes, fitted = {name: value for name, value in others.items() if name in own}, [], [damping]
    if data.kind == "force":
        fitted.append(stiff)
        fixed[stiff] = k
    else:
        fixed[stiff] = NOMINAL if k is None else k
        if k is None or stiff in free:
            notes.append(f"{stiff} is not identifiable from restitution alone and was kept at {fixed[stiff]:g}")
    fitted += [name for name in free if name in own and name not in (stiff, damping)]
    fitted += [name for name in ALSO if name in own and name not in (*fixed, *fitted)]
    needed = len(fitted) + 3 + (data.kind == "force")
    if data.x.size < needed:
        raise ValueError(f"{data.source} must have at least {needed} points to fit {cls.__name__}, got {data.x.size}")
    return _Task(cls, fixed, tuple(fitted), bounds, tuple(notes))


def _solve(model, task, loss, scale):
    """(result of least_squares, function from x to the law)."""
    from scipy.optimize import least_squares

    start, law_at, residuals = model.problem(task.cls, task.fixed, task.free)
    names = (*task.free, *model.nuisance)
    low, high = np.array([_range(task, name) for name in names]).T
    x0 = np.clip(start, low + 1e-9, high - 1e-9)
    found = least_squares(
        residuals, x0, bounds=(low, high), loss=loss, f_scale=scale, x_scale=model.steps(names), diff_step=1e-5,
        xtol=1e-11, ftol=1e-11, gtol=1e-11,
    )  # fmt: skip
    return found, law_at


def _range(task, name):
    low, high = task.bounds.get(name, RANGES.get(name, (None, None)))
    if name in POWERS or low is None:
        return (-np.inf if low is None else low), (np.inf if high is None else high)
    return encode(name, positive(f"lower bound of {name}", low)), encode(name, positive(f"upper bound of {name}", high))


def _spread(residuals):
    """Robust standard deviation (1.4826 times the median absolute deviation), never zero."""
    return max(1.4826 * float(np.median(np.abs(residuals - np.median(residuals)))), 1e-12)


def _fitted(model, task, loss, scale):
    found, law_at = _solve(model, task, loss, scale)
    data, n, p = model.data, model.data.x.size, found.x.size
    S = max(2.0 * found.cost, 1e-300)
    values, low, high, flat = _intervals(found, S / (n - p), (*task.free, *model.nuisance), n - p)
    notes = task.notes + tuple(f"{name} is not identifiable from these data" for name in flat)
    K = p + 1
    aic = n * math.log(S / n) + 2.0 * K
    law = law_at(found.x)
    x, y = model.curve(found.x, law, FINE)
    return LawFit(
        law=law, names=(*task.free, *model.nuisance), values=values, low=low, high=high, sigma=math.sqrt(S / (n - p)),
        residuals=model.predict(found.x, law) - data.y, n=n, aic=aic, aicc=aic + 2.0 * K * (K + 1.0) / (n - K - 1.0),
        bic=n * math.log(S / n) + K * math.log(n), notes=notes, curve_x=x, curve_y=y,
    )  # fmt: skip


def _intervals(found, variance, names, dof):
    """Values and 95 % intervals of the parameters, and those that the data do not tell."""
    from scipy.stats import t as student

    _, singular, rotation = np.linalg.svd(found.jac, full_matrices=False)
    weak = singular <= FLAT * max(singular[0], 1e-300)
    flat = sorted({names[int(np.argmax(np.abs(row)))] for row in rotation[weak]})
    inverse = np.where(weak, np.inf, 1.0 / np.maximum(singular, 1e-300))
    with np.errstate(invalid="ignore"):
        deviation = np.sqrt(variance * np.nansum((rotation.T * inverse) ** 2, axis=1))
    reach = float(student.ppf(0.975, dof)) * deviation
    x = found.x
    value, low, high = (
        tuple(_decoded(name, number) for name, number in zip(names, point, strict=True))
        for point in (x, x - reach, x + reach)
    )
    return value, low, high, flat


def _decoded(name, number):
    if name == "start":
        return float(number)
    return decode(name, number) if abs(number) < 700.0 or name in POWERS else (math.inf if number > 0 else 0.0)
