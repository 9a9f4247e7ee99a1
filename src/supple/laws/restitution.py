"""Restitution of the power laws: one number of damping, one curve.

A mass m meets F = k delta^n + lam delta^p |rate|^q sgn(rate) at the speed v0, nothing else acts. With the length
Z = (m v0^2/k)^(1/(n+1)) and the time Z/v0 the motion is

    x'' = -(x^n + d x^p |x'|^q sgn x'),     x(0) = 0,  x'(0) = 1,     d = lam Z^p v0^q / (k Z^n)

until the force vanishes; the restitution e = -x'(end) depends on d, n, p, q alone. d is the damping number.

    n = p, q = 1         d (1 + e) = ln((1 + d) / (1 - d e)), for every n           (Hunt-Crossley)
    n = 1, p = 0, q = 1  e = exp(-2 zeta acos(zeta) / sqrt(1 - zeta^2)), zeta = d/2 (Kelvin-Voigt without tension)
    otherwise            integrated (`power_law_impact.py`)

Source    Hunt & Crossley, J. Appl. Mech. 42 (1975) 440 for the law; the formulas follow by integrating it.
          For Azad-Featherstone d = lam k^(-3/5) m^(-2/5) v0^(1/5).
Limits    no gravity during the impact, a surface at rest before it.
"""

import math
from functools import lru_cache

from .._check import nonnegative, positive, within

EPS = 2.0**-52
LEAST_RESTITUTION = 1e-3  # below, the damping that a restitution asks for has lost its meaning


def impact_length(speed, mass, k, n):
    """Z = (m v0^2/k)^(1/(n+1)) [m], the scale of the indentation."""
    positive("speed", speed, "m/s")
    return (positive("mass", mass, "kg") * speed * speed / positive("k", k, "N/m^n")) ** (1.0 / (n + 1.0))


def damping_number_of(lam, speed, mass, k, n, p, q=1.0):
    """The damping number d [-] of an impact."""
    Z = impact_length(speed, mass, k, n)
    return nonnegative("lam", lam, "N s^q/m^(p+q)") * Z ** (p - n) * speed**q / k


def damping(e, speed, mass, k, n, p, q=1.0):
    """The damping lam [N s^q/m^(p+q)] that gives restitution `e` at `speed` [m/s] to `mass` [kg] on stiffness k."""
    Z = impact_length(speed, mass, k, n)
    return damping_number(e, n, p, q) * k * Z ** (n - p) / speed**q


def restitution(d: float, n: float, p: float, q: float = 1.0) -> float:
    """Restitution e [-] for the damping number d of a power law."""
    d = nonnegative("d", d)
    if d == 0.0:
        return 1.0
    if n == p and q == 1.0:
        return hunt_crossley_restitution(d)
    if n == 1.0 and p == 0.0 and q == 1.0:
        return kelvin_voigt_restitution(0.5 * d)
    from .power_law_impact import rebound_speed  # an integrator: not with every import of a law

    return rebound_speed(d, n, p, q)


def hunt_crossley_restitution(d):
    """e from d (1 + e) = ln((1 + d)/(1 - d e)), where d = (lam/k) v0."""
    d = nonnegative("d", d)
    if d == 0.0:
        return 1.0
    loss = _log_rest(d)  # x - ln(1 + x) is equal at x = d and at x = -d e
    high = min(d, 1.0 - 1e-16)
    if _log_rest(-high) <= loss:  # d beyond about 37: the rebound speed is the terminal one, k/lam
        return high / d
    return _root(lambda y: _log_rest(-y) - loss, 0.0, high) / d


def _log_rest(x):
    """x - ln(1 + x), without cancellation."""
    if abs(x) > 0.02:
        return x - math.log1p(x)
    total, term = 0.0, x * x
    for i in range(2, 12):
        total += term / i if i % 2 == 0 else -term / i
        term *= x
    return total


def kelvin_voigt_restitution(zeta):
    """e of a linear spring and damper without tension; zeta = b / (2 sqrt(k m))."""
    zeta = nonnegative("zeta", zeta)
    if abs(zeta - 1.0) < 1e-6:
        return math.exp(-2.0 * zeta * (1.0 - (zeta - 1.0) / 3.0))
    if zeta < 1.0:
        return math.exp(-2.0 * zeta * math.acos(zeta) / math.sqrt(1.0 - zeta * zeta))
    return math.exp(-2.0 * zeta * math.acosh(zeta) / math.sqrt(zeta * zeta - 1.0))


def _root(f, a, b, resolution=0.0):
    """x between a and b with f(x) = 0, to the last digits; f(a) and f(b) must not have the same sign.

    (A library would take longer to import than an impact takes to compute.)

    Source    Chandrupatla, Adv. Eng. Softw. 28 (1997) 145.
    """
    fa, fb = f(a), f(b)
    if fa == 0.0 or fb == 0.0:
        return a if fa == 0.0 else b
    t = 0.5
    while True:
        x = a + t * (b - a)
        fx = f(x)
        if (fx > 0.0) == (fa > 0.0):
            c, fc = a, fa
        else:
            c, b, fc, fb = b, a, fb, fa
        a, fa = x, fx
        best = a if abs(fa) < abs(fb) else b
        least = max(2.0 * EPS * abs(best), resolution)  # a change that is worth another look
        if fa == 0.0 or abs(b - a) <= 2.0 * least:
            return best
        xi, phi = (a - b) / (c - b), (fa - fb) / (fc - fb)
        t = 0.5
        if 1.0 - math.sqrt(1.0 - xi) < phi < math.sqrt(xi):  # the parabola through the three is monotone
            t = fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)
        edge = least / abs(b - a)
        t = min(1.0 - edge, max(edge, t))


def damping_number(e: float, n: float, p: float, q: float = 1.0) -> float:
    """The damping number d [-] that gives restitution `e`: the inverse of `restitution`."""
    return _damping_number(within("e", e, LEAST_RESTITUTION, 1.0), n, p, q)


@lru_cache(maxsize=4096)
def _damping_number(e, n, p, q):
    """The same, computed once: a sweep asks for one law many times, and each answer takes some 10 ms."""
    if e == 1.0:
        return 0.0

    def error(log_d):
        return restitution(math.exp(log_d), n, p, q) - e

    low = math.log(0.1 * (1.0 - e))  # e = 1 - O(d) for small d
    while error(low) < 0.0:
        low -= 2.0
    high = low + 2.0
    while error(high) > 0.0:
        low, high = high, high + 2.0
        if high > 50.0:
            raise ValueError(f"e must be reachable, got {e!r}: no damping gives it for n = {n}, p = {p}, q = {q}")
    return math.exp(_root(error, low, high, 1e-14))
