"""Deflection of a series elastic transmission under a given torque over time: the inverse of its piecewise law.

    F(delta) = r (phi(e0 + r delta) - phi(e0 - r delta)),     phi = 0 for a slack strand
    no damper   F(delta) = tau,     delta' = tau'/F',     delta'' = (tau'' - F'' delta'^2)/F'
    damper D    D delta' + F(delta) = tau from rest,      delta'' = (tau' - F' delta')/D

With a damper the equation is solved by collocation at Chebyshev points, halved where that does not resolve it, and cut
where a strand becomes slack or taut: F' jumps there.

Symbols   delta = (r_m th - r_g q_p)/r_j - q deflection [rad], r = r_j lever arm [m/rad], e0 pre-tension [m], D [Nms/rad]
Limits    e0 < 0 is play: a torque that passes through 0 has no inverse there. Without a damper delta' jumps where a strand
          becomes slack. Strands with a damping of their own, or with a table as their curve, are not inverted.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.polynomial import Chebyshev, Polynomial

from ..elements.cable import curve_of
from ..elements.curves.linear import LinearCurve
from ..elements.curves.polynomial import PolynomialCurve
from .chebyshev import Pieces, resolved

DEGREE = 60  # of the collocation
HALVINGS = 8  # of a piece, at most
NEAR, FAR = 1e-9, 1e9  # [rad] between which the deflection at rest is sought
EPS = 2.0**-52
ROUNDING = 1e-14  # of an elongation
GUESSES = 3  # at which strands are taut
POOR = 1e-8  # of the deflection: what is not resolved to this has no plan
ROUNDS = 30  # of Newton's method, at most
ALMOST = 1e-12  # of a piece: a strand that changes at its very beginning has changed already


class Law(NamedTuple):
    """What the strands of a transmission do."""

    name: str
    phi: Polynomial  # tension over elongation
    arm: float
    elongation: float
    damping: float

    @property
    def slack_angle(self):
        """Deflection beyond which one strand is slack; within minus it, if negative, both are."""
        return self.elongation / self.arm

    def region(self, delta, rate=0.0):
        """(forward is taut, back is taut); at the very change of one by where the deflection goes."""
        reach = self.arm * delta
        near = ROUNDING * (abs(self.elongation) + abs(reach))
        forward, back = self.elongation + reach, self.elongation - reach
        return (
            forward > near or (forward >= -near and rate > 0.0),
            back > near or (back >= -near and rate < 0.0),
        )

    def torque(self, delta, region, derivative=0):
        """F or one of its derivatives, by the strands that are taut."""
        r, phi = self.arm, self.phi.deriv(derivative) if derivative else self.phi
        forward = phi(self.elongation + r * delta) if region[0] else 0.0 * delta
        back = phi(self.elongation - r * delta) if region[1] else 0.0 * delta
        return r ** (1 + derivative) * (forward - (-1) ** derivative * back)


def law_of(cables):
    """The law of a SeriesElastic, or a sentence why it has no inverse."""
    curve, name = curve_of(cables), cables.name
    if cables.hysteresis > 0.0 or cables.damping > 0.0:
        raise ValueError(
            f"strands of {name!r} must have no damping of their own for a feed-forward (parallel_damping is allowed), "
            f"got hysteresis {cables.hysteresis!r} s/m and damping {cables.damping!r} Ns/m"
        )
    if isinstance(curve, LinearCurve):
        phi = Polynomial([0.0, curve.stiffness])
    elif isinstance(curve, PolynomialCurve):
        phi = Polynomial([0.0, *curve.coefficients])
    else:
        kind = type(curve).__name__
        raise ValueError(f"curve of {name!r} must be linear or a polynomial for a feed-forward, got a {kind}")
    return Law(name, phi, cables.arm, cables.elongation, cables.parallel_damping)


def deflections(law, tau, times):
    """Deflection and its first two derivatives, (3, times), under the torque `tau` (Pieces)."""
    torque = tau.value(times)
    if law.elongation < 0.0 and torque.min() <= 0.0 <= torque.max():
        raise ValueError(
            f"elongation of {law.name!r} must be >= 0 m where its torque passes through 0 Nm: play has no inverse there, "
            f"got {law.elongation!r} m"
        )
    if law.damping == 0.0:
        return _without_damper(law, tau, times)
    delta = _solved(law, tau)
    now = delta.value(times)
    rate = np.empty_like(now)
    slope = np.empty_like(now)
    for i, (x, t) in enumerate(zip(now, torque, strict=True)):
        region = law.region(x)
        rate[i] = (t - law.torque(x, region)) / law.damping
        slope[i] = law.torque(x, law.region(x, rate[i]), 1)
    return np.array([now, rate, (tau.value(times, 1) - slope * rate) / law.damping])


def at_rest(law, torque):
    """The deflection that holds a torque."""
    from scipy.optimize import brentq

    def miss(x):
        return law.torque(x, law.region(x)) - torque

    near, far = 0.0, math.copysign(NEAR, torque)
    while miss(far) * torque < 0.0:
        near, far = far, 2.0 * far
        if abs(far) > FAR:
            raise ValueError(f"torque in {law.name!r} must be one that its cables reach, got {torque!r} Nm")
    rounded = EPS * (abs(far) + abs(law.slack_angle))  # what elongations are known to, as an angle
    return float(brentq(miss, near, far, xtol=rounded, rtol=4.0 * EPS)) if miss(near) != 0.0 else near


def _without_damper(law, tau, times):
    """By the implicit function, at each time."""
    found = np.empty((3, len(times)))
    rows = zip(tau.value(times), tau.value(times, 1), tau.value(times, 2), strict=True)
    for i, (torque, rate, bend) in enumerate(rows):
        x = at_rest(law, torque)
        region = law.region(x, rate)
        slope = law.torque(x, region, 1)
        v = rate / slope
        found[:, i] = x, v, (bend - law.torque(x, region, 2) * v**2) / slope
    return found


# --- with a damper ------------------------------------------------------------------------------------------------------
_NODES = np.cos(np.pi * np.arange(DEGREE + 1) / DEGREE)[::-1]  # from -1 to 1
_VALUES = np.polynomial.chebyshev.chebvander(_NODES, DEGREE)
_RATES = np.column_stack([Chebyshev.basis(j).deriv()(_NODES) if j else 0.0 * _NODES for j in range(DEGREE + 1)])


def _collocated(law, series, a, b, start, region):
    """Chebyshev series of the deflection from a to b by the law of one region."""
    torque, half = series(0.5 * (a + b) + 0.5 * (b - a) * _NODES), 0.5 * (b - a)
    c = np.zeros(DEGREE + 1)
    c[0] = start
    for _ in range(ROUNDS):
        x = _VALUES @ c
        misses = law.damping / half * (_RATES @ c) + law.torque(x, region) - torque
        slopes = law.damping / half * _RATES + law.torque(x, region, 1)[:, None] * _VALUES
        misses[0], slopes[0] = x[0] - start, _VALUES[0]
        step = np.linalg.solve(slopes, misses)
        c -= step
        if np.abs(step).max() <= 1e-15 * np.abs(c).max():
            break
    return Chebyshev(c, domain=[a, b])


def _first_change(law, delta, a, b, region):
    """The first time after a at which a strand becomes slack or taut, or b."""
    found = [b]
    for kink in (law.slack_angle, -law.slack_angle):
        roots = (delta - kink).trim(1e-16 * abs(delta.coef).max()).roots()
        real = roots[np.abs(roots.imag) < 1e-10 * (b - a)].real
        found += [t for t in real if a + ALMOST * (b - a) < t < b and law.region(delta(t + 1e-9 * (b - a))) != region]
    return float(min(found))


def _one_region(law, torque, a, b, x):
    """The deflection from a on by the law of one region, and when that ends.

    A strand that changes just at a, at rest, may go either way: rounding decides the first guess, the result the second.
    """
    region = law.region(x, (float(torque(a)) - law.torque(x, law.region(x))) / law.damping)
    for _ in range(GUESSES):
        delta = _collocated(law, torque, a, b, x, region)
        change = _first_change(law, delta, a, b, region)
        seen = law.region(float(delta(0.5 * (a + change))))
        if seen == region:
            break
        region = seen
    return delta, change


def _solved(law, tau):
    """The deflection over time as series that are cut at every change of a strand."""
    series: list[Chebyshev] = []
    x = at_rest(law, float(tau.value(np.array([tau.knots[0]]))[0]))
    scale = abs(x)
    for torque in tau.series:
        (a, end), b, halvings = map(float, torque.domain), float(torque.domain[1]), 0
        while a < end:
            delta, change = _one_region(law, torque, a, b, x)
            scale = max(scale, abs(delta.coef).max())
            if not resolved(delta.coef[None], scale) and halvings < HALVINGS:
                b, halvings = 0.5 * (a + b), halvings + 1
                continue
            if not resolved(delta.coef[None], scale, POOR):
                raise ValueError(
                    f"torque of {law.name!r} must be smooth enough for a feed-forward, got one at {a:.6g} s"
                )
            x = float(delta(change)) if change == b else float(np.copysign(law.slack_angle, delta(change)))
            series.append(Chebyshev.interpolate(delta, DEGREE, domain=[a, change]) if change < b else delta)
            a, b, halvings = change, end, 0
    return Pieces(tuple(series))
