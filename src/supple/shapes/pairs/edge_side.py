"""Edge A against the side B of a cylinder: a segment, or the axis of a capsule, and the core of the side.

    X(t)  = p + t s,   0 <= t <= 1                          the edge without what is cut off at its ends (edge_edge.py)
    t     = where d(X) is least: d is convex, so that D = N . s rises with t
    gap   = d - (r_A + r_B) + eta,   n = -Q N,   c = x + (r_A + gap_0/2) n       eta: fading.py, gap_0 without it

Core      of the side: radius rho, and a little shorter than the cylinder (`shapes/cylinder.py`), so that what lies on an
          end of the cylinder does not meet its side; near the ends its rims are met.
Symbols   p, s, r_A   one end of the edge, way to the other, radius around it [m]
          Q, r_B      axes of the cylinder, the third along it; its rounding    [-], [m]
Rate      at the least d, gap' = n . (v_B - v_A) at c + k . (w_B - w_A), whatever t does;
          t' = -(dD/dt)/(dD/dt at rest, by t) between the ends.
"""

import math

from ..._jit import inlined, kernel
from ...spatial.vectors import ZERO, add, add_scaled, column, cross, dot, mat_t_vec, mat_vec, scale, sub
from ..contract import Meeting
from ..solids.dispatch import signed_distance, solid_turn
from .ball_ball import TINY
from .edge_edge import SHORT, cut_off
from .fading import faded, width

MOST = 60  # looks for the least distance
NOISE = 1e-15  # [|s|] slope that is rounding


@inlined
def _segment(A, B):
    """p, s in the axes of the cylinder, and the share that is cut off at each end."""
    s = sub(A.end, A.start)
    cut = cut_off(s, SHORT * (A.round + B.radius))
    p = add_scaled(sub(A.start, B.centre), cut, s)
    return mat_t_vec(B.R, p), mat_t_vec(B.R, scale(1.0 - 2.0 * cut, s)), cut


@inlined
def _look(B, p, s, t):
    """D, X, N."""
    X = add_scaled(p, t, s)
    _, N = signed_distance(B.kind, B.data, B.first, X)
    return dot(N, s), X, N


@kernel
def lowest(B, p, s):
    """t: Newton's method in a bracket, from where the line is closest to the axis; every third time the middle."""
    noise = NOISE * math.sqrt(dot(s, s))
    if _look(B, p, s, 0.0)[0] >= -noise:
        return 0.0
    if _look(B, p, s, 1.0)[0] <= noise:
        return 1.0
    low, high = 0.0, 1.0
    across = s[0] * s[0] + s[1] * s[1]
    t = -(p[0] * s[0] + p[1] * s[1]) / across if across > 0.0 else 0.5
    t = t if 0.0 < t < 1.0 else 0.5
    for k in range(MOST):
        D, X, _ = _look(B, p, s, t)
        if abs(D) <= noise:
            return t
        if D < 0.0:
            low = t
        else:
            high = t
        bend = dot(solid_turn(B.kind, B.data, B.first, X, s), s)
        after = t - D / bend if bend > 0.0 else -1.0
        if high - low < 1e-15:
            return t
        t = after if low <= after <= high and k % 3 != 2 else 0.5 * (low + high)
    return t


@kernel
def distance(A, B):
    """d - (r_A + r_B) [m], n from edge to cylinder, x [m]: the place of the edge that is closest."""
    p, s, _ = _segment(A, B)
    X = add_scaled(p, lowest(B, p, s), s)
    d, N = signed_distance(B.kind, B.data, B.first, X)
    return d - (A.radius + B.radius), scale(-1.0, mat_vec(B.R, N)), add(B.centre, mat_vec(B.R, X))


@kernel
def meet(A, B):
    """How an Edge meets the Solid of a side."""
    gap, n, x = distance(A, B)
    c = add_scaled(x, A.radius + 0.5 * gap, n)
    eta, k = lift(A, B)
    return Meeting(gap + eta, n, c, k)


@inlined
def lift(A, B):
    """eta [m] and k [m] of an edge and a side."""
    s = sub(A.end, A.start)
    l = math.sqrt(dot(s, s))
    if l < TINY:
        return 0.0, ZERO
    R = A.radius + B.radius
    w = width(R, R + B.data[B.first], min(l, 2.0 * B.data[B.first + 1]))
    return faded(R, w, scale(1.0 / l, s), column(B.R, 2))


@kernel
def rates(A, a, B, b):
    """dn/dt [1/s], dx/dt [m/s] of the closest place of the edge; a: velocities of its ends, b: of the centre."""
    p, s, cut = _segment(A, B)
    t = lowest(B, p, s)
    X = add_scaled(p, t, s)
    arm = mat_vec(B.R, X)
    share = cut + (1.0 - 2.0 * cut) * t
    v_x = add_scaled(scale(1.0 - share, a.start), share, a.end)
    V = mat_t_vec(B.R, sub(sub(v_x, b.start), cross(b.spin, arm)))
    s_W = mat_vec(B.R, s)
    s_dot = scale(1.0 - 2.0 * cut, sub(a.end, a.start))
    _, N = signed_distance(B.kind, B.data, B.first, X)
    drift = dot(solid_turn(B.kind, B.data, B.first, X, V), s)
    drift += dot(N, mat_t_vec(B.R, sub(s_dot, cross(b.spin, s_W))))
    bend = dot(solid_turn(B.kind, B.data, B.first, X, s), s)
    t_dot = -drift / bend if 0.0 < t < 1.0 and bend > 0.0 else 0.0
    dN = solid_turn(B.kind, B.data, B.first, X, add_scaled(V, t_dot, s))
    n = scale(-1.0, mat_vec(B.R, N))
    return sub(cross(b.spin, n), mat_vec(B.R, dN)), add_scaled(v_x, t_dot, s_W)
