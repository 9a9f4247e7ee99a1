"""The core of a box: all points with |X_i| <= a_i.

    Y_i = clip(X_i, -a_i, a_i),   u = X - Y                the closest point of the box, and the way from it
    d   = |u|,   N = u/d                                   outside
    d   = -min(a_i - |X_i|),   N = sign(X_j) e_j           inside, j the nearest face

Symbols   a    half widths               [m] >= 0
          X    the point, from the centre along the axes of the box [m]
Rate      du_i/dt = V_i where X_i is clipped, else 0;   dN/dt = (u' - (N . u') N)/d;   inside N stays.
Limits    inside, N jumps on the planes between two faces: touching ends before (`elements/contact.py`, `deepest`).
"""

import math

from ..._jit import inlined
from ...spatial.vectors import ZERO, add_scaled, dot, scale, sub


@inlined
def _outside(data, i, X):
    """u: the way from the closest point of the box."""
    a, b, c = data[i], data[i + 1], data[i + 2]
    return sub(X, (min(max(X[0], -a), a), min(max(X[1], -b), b), min(max(X[2], -c), c)))


@inlined
def distance(data, i, X):
    """d [m], N."""
    u = _outside(data, i, X)
    d = math.sqrt(dot(u, u))
    if d > 0.0:
        return d, scale(1.0 / d, u)
    x, y, z = data[i] - abs(X[0]), data[i + 1] - abs(X[1]), data[i + 2] - abs(X[2])
    if x <= y and x <= z:
        return -x, (math.copysign(1.0, X[0]), 0.0, 0.0)
    if y <= z:
        return -y, (0.0, math.copysign(1.0, X[1]), 0.0)
    return -z, (0.0, 0.0, math.copysign(1.0, X[2]))


@inlined
def turn(data, i, X, V):
    """dN/dt [1/s]."""
    u = _outside(data, i, X)
    d = math.sqrt(dot(u, u))
    if d == 0.0:
        return ZERO
    N = scale(1.0 / d, u)
    rate = (
        V[0] if u[0] != 0.0 else 0.0,
        V[1] if u[1] != 0.0 else 0.0,
        V[2] if u[2] != 0.0 else 0.0,
    )
    return scale(1.0 / d, add_scaled(rate, -dot(N, rate), N))
