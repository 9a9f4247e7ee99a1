"""The core of a cylinder: all points with w <= rho and |z| <= H, its axis along z.

    w = |(X, Y)|,   e = (X, Y, 0)/w,   u = max(w - rho, 0),   v = z - clip(z, -H, H)
    d = sqrt(u^2 + v^2),   N = (u e + v k)/d                                            outside
    d = -min(rho - w, H - |z|),   N = e or sign(z) k                                    inside, what is nearer

Symbols   rho, H   radius, half height    [m] > 0, >= 0 (0: a disc)
          X, Y, z  the point, from the centre along the axes of the cylinder [m]; k along its axis
Rate      e' = V_t/w, V_t the part of V along the circle;   u' = e . V beyond the side, v' = V_z beyond an end, else 0;
          dN/dt = (u' e + u e' + v' k - d' N)/d
Limits    on the axis e is the x axis, and e' = 0. Inside, N jumps between side and ends: touching ends before.
"""

import math

from ..._jit import inlined, kernel
from ...spatial.vectors import ZERO, add_scaled, dot, scale
from ..pairs.ball_ball import TINY


@inlined
def _place(data, i, X):
    """w, e, u, v."""
    w = math.sqrt(X[0] * X[0] + X[1] * X[1])
    e = (X[0] / w, X[1] / w, 0.0) if w > 0.0 else (1.0, 0.0, 0.0)
    H = data[i + 1]
    return w, e, max(w - data[i], 0.0), X[2] - min(max(X[2], -H), H)


@kernel
def distance(data, i, X):
    """d [m], N."""
    w, e, u, v = _place(data, i, X)
    d = math.sqrt(u * u + v * v)
    if d > 0.0:
        return d, (u * e[0] / d, u * e[1] / d, v / d)
    side, end = data[i] - w, data[i + 1] - abs(X[2])
    return (-side, e) if side <= end else (-end, (0.0, 0.0, math.copysign(1.0, X[2])))


@kernel
def turn(data, i, X, V):
    """dN/dt [1/s]."""
    w, e, u, v = _place(data, i, X)
    d = math.sqrt(u * u + v * v)
    along = dot(e, V)
    e_dot = scale(1.0 / w, (V[0] - along * e[0], V[1] - along * e[1], 0.0)) if w > TINY else ZERO
    if d == 0.0:
        return e_dot if data[i] - w <= data[i + 1] - abs(X[2]) else ZERO
    N = (u * e[0] / d, u * e[1] / d, v / d)
    beside, beyond = (along if u > 0.0 else 0.0), (V[2] if v != 0.0 else 0.0)
    rate = (beside * e[0] + u * e_dot[0], beside * e[1] + u * e_dot[1], beyond)
    return scale(1.0 / d, add_scaled(rate, -dot(N, rate), N))
