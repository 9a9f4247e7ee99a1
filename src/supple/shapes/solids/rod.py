"""The axis of a capsule: all points t s with |t| <= 1.

    t = clip(X . s/s^2, -1, 1),   u = X - t s,   d = |u|,   N = u/d

Symbols   s    from the middle to an end  [m]
          X    the point, from the middle [m]
Rate      u' = V - (V . s/s^2) s between the ends, V beyond;   dN/dt = (u' - (N . u') N)/d.
Limits    a point on the axis has no normal: any direction perpendicular to s is returned, and dN/dt = 0.
"""

import math

from ..._jit import inlined, kernel
from ...spatial.vectors import ZERO, add_scaled, dot, scale
from ..pairs.ball_ball import TINY
from ..pairs.ball_segment import perpendicular


@inlined
def _along(data, i, X):
    """s and the unclipped t."""
    s = (data[i], data[i + 1], data[i + 2])
    ss = dot(s, s)
    return s, dot(X, s) / ss if ss > TINY * TINY else 0.0


@kernel
def distance(data, i, X):
    """d [m], N."""
    s, t = _along(data, i, X)
    u = add_scaled(X, -min(max(t, -1.0), 1.0), s)
    d = math.sqrt(dot(u, u))
    return (d, scale(1.0 / d, u)) if d > TINY else (d, perpendicular(s))


@kernel
def turn(data, i, X, V):
    """dN/dt [1/s]."""
    s, t = _along(data, i, X)
    u = add_scaled(X, -min(max(t, -1.0), 1.0), s)
    d = math.sqrt(dot(u, u))
    if d <= TINY:
        return ZERO
    rate = V if abs(t) >= 1.0 else add_scaled(V, -dot(V, s) / max(dot(s, s), TINY * TINY), s)
    N = scale(1.0 / d, u)
    return scale(1.0 / d, add_scaled(rate, -dot(N, rate), N))
