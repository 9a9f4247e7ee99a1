"""The impact on a power law, integrated in plain Python: mass, speed of approach and stiffness are 1.

    x'' = -F,   F = x^n + d x^p |x'|^q sgn x',     x(0) = 0,  x'(0) = 1,     until the force vanishes

in s = sqrt(x) with the clock dt = 2 s dsigma, which has no fractional powers left for half-integer n and p:

    ds/dsigma = v,     dv/dsigma = -2 s F

Symbols   d damping number [-], n, p, q exponents [-] (`power_law.py`), s root of the indentation x, v = x',
          S, V rates of s and v at the stages of a step of size h.
Source    the method: `integrate/dop853_scalars.py`.
"""

import math

from ..integrate.dop853_scalars import (
    DENSE_STAGES,
    STAGES,
    dense,
    end,
    error,
    error3,
    error5,
    falling_root,
    growth,
    value,
)
from .impact_scales import MAX_STEPS, depth_scale, first_step, next_step
from .normal.power_law import power_row, release, response

TOLERANCE = 1e-12


def rebound_speed(d, n, p, q):
    """Restitution e = -x'(end) [-]."""
    row = power_row(1.0, n, d, p, q)
    Z = _depth(row, 1.0, 1.0)
    s, v, h = 0.0, 1.0, first_step(TOLERANCE, Z, 1.0)
    for _ in range(MAX_STEPS):
        S, V = [v], [_acceleration(row, s, v)]
        _add_stages(row, s, v, h, S, V, STAGES)
        size = _error(S, V, h, Z)
        if not size <= 1.0:
            h *= growth(size)
            continue
        s1, v1 = end(s, h, S), end(v, h, V)
        margin = release(s1, v1, 0.0, row)
        if margin <= 0.0:
            S.append(v1)
            V.append(_acceleration(row, s1, v1))
            _add_stages(row, s, v, h, S, V, DENSE_STAGES)
            path = row, dense(s, s1, h, S), dense(v, v1, h, V)
            return max(0.0, -value(path[2], _release(path, margin)))
        s, v = s1, v1
        h = next_step(h, growth(size), s, v, Z)
    raise RuntimeError(f"the impact with d = {d}, n = {n}, p = {p}, q = {q} did not end")


def _force(row, x, rate):
    return response(x, rate, 0.0, row)[0]


def _acceleration(row, s, v):
    return -2.0 * abs(s) * _force(row, s * s, v)


def _add_stages(row, s, v, h, S, V, stages):
    """Add the rates at further stages to S and V."""
    for stage in stages:
        si, vi = s + h * stage(S), v + h * stage(V)
        S.append(vi)
        V.append(_acceleration(row, si, vi))


def _error(S, V, h, Z):
    """Error of a step in tolerances of s and v; the larger counts."""
    a, b = 1.0 / (TOLERANCE * math.sqrt(Z)), 1.0 / TOLERANCE
    return error(h, max(abs(error5(S)) * a, abs(error5(V)) * b), max(abs(error3(S)) * a, abs(error3(V)) * b))


def _margin(path, x):
    row, s, v = path
    return release(value(s, x), value(v, x), 0.0, row)


_depth = depth_scale(_force)
_release = falling_root(_margin, 1e-8)
