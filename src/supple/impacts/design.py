"""Inverse design: the damping (and more) of a law from wanted or measured impacts.

    one point (v, e)       power laws: exact, lam = d(e) k Z^(n-p) / v^q (`laws/restitution.py`); others: root of e(damping)
    several points         least squares of e, and of ln(duration) where given, over the logarithms of the parameters
    a drop                 e = sqrt(rebound/height),  v = sqrt(2 g height)

Symbols   v speed [m/s], e restitution [-], k stiffness (unit of the law), height and rebound [m], g gravity [m/s^2].
Plastic   of ElastoPlastic the plastic compliance takes the place of the damping; its yield force is one of the others.
Limits    restitution alone does not tell k: a power law knows one number of damping, and lam k^-a gives the same curve for
          every k, as plastic_compliance k^(4/5) with yield_force k^(-2/5) does. k is fitted only where durations are given.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .._check import one_of, positive, within
from ..laws.restitution import damping, impact_length
from .curves import impact, run_impacts
from .measured import STANDARD_GRAVITY
from .names import damping_name, law_class, make_law, parameters
from .one_impact import DURATION, RESTITUTION

NUMBERS = np.geomspace(1e-3, 20.0, 40)  # damping numbers with which a search may begin
POWERS = ("n", "p", "q")  # exponents: fitted as they are, all else by its logarithm
YIELDS = (0.003, 0.03, 0.3)  # [peak force] forces of first yield with which a search may begin
LOWEST = -9.0  # of ln(b / sqrt(k m)) in the search for a root: with less, a damper in series is too stiff to follow


@dataclass(frozen=True, slots=True)
class Design:
    """A law and how well it does what was asked."""

    law: object
    speeds: np.ndarray  # [m/s]
    wanted: np.ndarray  # [-] restitution
    restitution: np.ndarray  # [-] of the law
    durations: np.ndarray  # [s] of the law

    @property
    def residuals(self):
        """Restitution of the law minus the wanted one [-]."""
        return self.restitution - self.wanted


def from_drop_height(height: float, rebound: float, *, gravity: float = STANDARD_GRAVITY) -> tuple[float, float]:
    """(speed [m/s], restitution [-]) of a body that is dropped from `height` [m] and rises to `rebound` [m]."""
    height = positive("height", height, "m")
    rebound = within("rebound", rebound, 0.0, height, "m")
    return math.sqrt(2.0 * positive("gravity", gravity, "m/s^2") * height), math.sqrt(rebound / height)


def design_damping(
    law_type: type | str,
    *,
    k: float,
    mass: float,
    points: Sequence[tuple[float, ...]],
    fit: Sequence[str] = (),
    others: Mapping[str, float] | None = None,
) -> Design:
    """A law of `law_type` (class or name) of stiffness k that rebounds as the points (speed, e[, duration]) ask.

    fit       further parameters to fit besides the damping, such as ("k",); k is then where the search begins.
    others    dict of further fixed parameters, such as {"n": 1.0}.
    """
    cls = law_class(law_type)
    fixed = {stiffness_name(cls): k, **(others or {})}
    speeds, e, durations = _points(points)
    mass = positive("mass", mass, "kg")
    free = (damping_name(cls), *(one_of("fit", name, parameters(cls)) for name in fit if name != damping_name(cls)))
    if len(free) == 1 and len(speeds) == 1:
        law = one_point(cls, fixed, mass, float(speeds[0]), float(e[0]))
    else:
        law = _several(cls, fixed, free, mass, speeds, e, durations)
    out = run_impacts([law], np.zeros(len(speeds), dtype=np.int64), mass, speeds, 0.0, 1e-9, False, 1)
    return Design(law, speeds, e, out[:, RESTITUTION], out[:, DURATION])


def stiffness_name(cls):
    """Name of the parameter that k means: k1 of LinearSD2."""
    return "k" if "k" in parameters(cls) else "k1"


def exponents(law):
    """n, p, q of a law whose impacts are those of a power law, else None."""
    return getattr(law, "exponents", None)


def elastic_peak(k, mass, speed):
    """Largest force [N] of an elastic impact on F = k delta^(3/2)."""
    return k**0.4 * (1.25 * mass * speed * speed) ** 0.6


def unit_of(name, k, mass, speed):
    """The damping of damping number 1; of a plastic compliance, that which is as soft as the spring at its peak."""
    if name == "plastic_compliance":
        return 1.0 / (k * k * elastic_peak(k, mass, speed)) ** (1.0 / 3.0)
    return math.sqrt(k * mass)


def one_point(cls, fixed, mass, speed, e):
    """The law with restitution e at one speed."""
    from scipy.optimize import brentq

    name = damping_name(cls)
    k = fixed[stiffness_name(cls)]
    powers = exponents(make_law(cls, {**fixed, name: 1.0}))
    if powers is not None:
        return make_law(cls, {**fixed, name: damping(e, speed, mass, k, *powers)})
    scale = unit_of(name, k, mass, speed)

    def error(log_d):
        return impact(make_law(cls, {**fixed, name: scale * math.exp(log_d)}), speed, mass, rtol=1e-10).restitution - e

    low, high = bracket(error, e)
    return make_law(cls, {**fixed, name: scale * math.exp(brentq(error, low, high, xtol=1e-12))})


def near_point(cls, fixed, mass, speed, e):
    """The law with about restitution e at one speed: the best of a row of dampings, for a search to begin with."""
    laws = with_dampings(cls, fixed, mass, speed)
    out = run_impacts(laws, np.arange(len(laws)), mass, np.full(len(laws), speed), 0.0, 1e-5, False, 1)
    return laws[int(np.argmin(np.abs(out[:, RESTITUTION] - e)))]


def with_dampings(cls, fixed, mass, speed):
    """Laws with a row of dampings, from hardly any to one that takes nearly everything at this speed."""
    name, k = damping_name(cls), fixed[stiffness_name(cls)]
    powers = exponents(make_law(cls, {**fixed, name: 1.0}))
    unit = unit_of(name, k, mass, speed)
    if powers is not None:
        n, p, q = powers
        unit = k * impact_length(speed, mass, k, n) ** (n - p) / speed**q
    return _possible(cls, [{**fixed, name: unit * d} for d in NUMBERS])


def _possible(cls, every):
    """The laws with these parameters, without those that would not be laws; a sentence if none is."""
    laws, refused = [], None
    for values in every:
        try:
            laws.append(make_law(cls, values))
        except ValueError as error:
            refused = error
    if not laws and refused is not None:
        raise refused
    return laws


def bracket(error, e):
    """Logarithms of the damping between which the restitution falls through the wanted one."""
    low = high = 0.0
    while error(low) < 0.0:
        low -= 0.5
        if low < LOWEST:
            raise ValueError(f"e must be reachable, got {e!r}: even with little damping the law rebounds with less")
    while error(high) > 0.0:
        high += 0.5
        if error(high) > error(high - 0.5):  # a damper in series stiffens when it no longer yields
            raise ValueError(f"e must be reachable, got {e!r}: no damping of this law gives so little")
    return low, high


def _points(points):
    rows = [tuple(point) for point in points]
    if not rows or len({len(row) for row in rows}) != 1 or len(rows[0]) not in (2, 3):
        raise ValueError(f"points must be one or more (speed, e) or (speed, e, duration), got {points!r}")
    speeds = np.array([positive("speed", row[0], "m/s") for row in rows])
    e = np.array([within("e", row[1], 0.0, 1.0) for row in rows])
    durations = np.array([positive("duration", row[2], "s") for row in rows]) if len(rows[0]) == 3 else None
    return speeds, e, durations


def _several(cls, fixed, free, mass, speeds, e, durations):
    from scipy.optimize import least_squares

    stiff = [name for name in free if name.startswith("k")]
    if stiff and durations is None:
        raise ValueError(
            f"{stiff[0]} must be fixed: restitution alone does not tell it (only the damping number counts); give points "
            f"(speed, e, duration) to fit it, got none"
        )
    middle = int(np.argsort(speeds)[len(speeds) // 2])
    wanted = float(np.clip(e[middle], 0.02, 0.98))
    start = near_point(cls, fixed, mass, float(speeds[middle]), wanted)
    x0 = [encode(name, getattr(start, name)) for name in free]

    def law_at(x):
        values = {name: decode(name, number) for name, number in zip(free, x, strict=True)}
        return make_law(cls, {**fixed, **values})

    def residuals(x):
        out = run_impacts([law_at(x)], np.zeros(len(speeds), dtype=np.int64), mass, speeds, 0.0, 1e-10, False, 1)
        r = out[:, RESTITUTION] - e
        return r if durations is None else np.concatenate([r, np.log(out[:, DURATION] / durations)])

    found = least_squares(residuals, x0, x_scale=0.1, diff_step=1e-5, xtol=1e-12, ftol=1e-12, gtol=1e-12)
    return law_at(found.x)


def encode(name, value):
    """A parameter as the search sees it."""
    return float(value) if name in POWERS else math.log(value)


def decode(name, number):
    """A parameter as the law sees it."""
    return float(number) if name in POWERS else math.exp(number)
