"""Side A against side B: the cores of the sides of two cylinders.

    r   = o_B - o_A,   f = a . b,   q = 1 - f^2
    w_A = (r.a - f r.b)/q,   w_B = (f r.a - r.b)/q               where the two axes are closest, from the centres
    d   = |r + w_B b - w_A a| - rho_A - rho_B                    if |w_A| <= H_A and |w_B| <= H_B: they cross
    d   = least distance of a rim of one from the core of the other                      otherwise (rim_solid.py)
    gap = d - (r_A + r_B) + eta,   n from A to B,   c = y + (r_A + gap_0/2) n            eta: fading.py, gap_0 without it

The closest places of two cylinders that are apart are on both sides, and then unique, or one of them is on a rim: this is
the distance of the two cores, and continuous.

Symbols   o, a (b), rho, H, r   centre, axis, radius, half height of the core of a side, rounding   [m], [-], [m], [m], [m]
          y                     the place of the core of A that is closest                          [m]
Rate      crossing: n is along a x b, y = o_A + w_A a + rho_A n;   else rim_solid.py.
"""

import math

from ..._jit import inlined, kernel
from ...spatial.vectors import add, add_scaled, column, cross, dot, scale, sub
from ..contract import Meeting, Moving
from . import rim_solid
from .ball_ball import TINY
from .fading import faded, width
from .rim_solid import Rim

PARALLEL = 1e-12  # [-] q of axes that are parallel


@inlined
def _axes(A, B):
    """a, b, r, f, q."""
    a, b = column(A.R, 2), column(B.R, 2)
    f = dot(a, b)
    m = cross(a, b)
    return a, b, sub(B.centre, A.centre), f, dot(m, m)


@inlined
def _heights(a, b, r, f, q):
    """w_A, w_B."""
    if q < PARALLEL:
        return math.inf, math.inf
    x, y = dot(r, a), dot(r, b)
    return (x - f * y) / q, (f * x - y) / q


@inlined
def _rim(A, k):
    """The upper (k = 0) or lower rim of a side."""
    a, H = column(A.R, 2), A.data[A.first + 1]
    return Rim(add_scaled(A.centre, H if k == 0 else -H, a), a, A.data[A.first], A.radius)


@kernel
def _nearest_rim(A, B):
    """0, 1: rim of A against B;   2, 3: rim of B against A, whichever is closest."""
    best, least = 0, math.inf
    for k in range(4):
        d = rim_solid.closest(B, _rim(A, k))[0] if k < 2 else rim_solid.closest(A, _rim(B, k - 2))[0]
        if d < least:
            best, least = k, d
    return best


@kernel
def distance(A, B):
    """d - (r_A + r_B) [m], n, y [m]."""
    a, b, r, f, q = _axes(A, B)
    w_A, w_B = _heights(a, b, r, f, q)
    R = A.radius + B.radius
    if abs(w_A) <= A.data[A.first + 1] and abs(w_B) <= B.data[B.first + 1]:
        v = sub(add_scaled(r, w_B, b), scale(w_A, a))
        L = math.sqrt(dot(v, v))
        n = scale(1.0 / L, v) if L > TINY else scale(1.0 / math.sqrt(q), cross(a, b))
        y = add_scaled(add_scaled(A.centre, w_A, a), A.data[A.first], n)
        return L - (A.data[A.first] + B.data[B.first]) - R, n, y
    k = _nearest_rim(A, B)
    if k < 2:
        d, n, x = rim_solid.closest(B, _rim(A, k))
        return d - R, scale(-1.0, n), x
    d, n, x = rim_solid.closest(A, _rim(B, k - 2))
    return d - R, n, add_scaled(x, -d, n)


@kernel
def meet(A, B):
    """How two sides meet."""
    gap, n, y = distance(A, B)
    eta, k = lift(A, B)
    return Meeting(gap + eta, n, add_scaled(y, A.radius + 0.5 * gap, n), k)


@inlined
def lift(A, B):
    """eta [m] and k [m] of two sides."""
    R = A.radius + B.radius
    rho, l = R + A.data[A.first] + B.data[B.first], 2.0 * min(A.data[A.first + 1], B.data[B.first + 1])
    return faded(R, width(R, rho, l), column(A.R, 2), column(B.R, 2))


@kernel
def rates(A, m_A, B, m_B, d, d_dot):
    """dn/dt [1/s], dy/dt [m/s]; m_A, m_B: how the sides move; d, d_dot: distance of the cores [m] and its rate."""
    a, b, r, f, q = _axes(A, B)
    w_A, w_B = _heights(a, b, r, f, q)
    if abs(w_A) <= A.data[A.first + 1] and abs(w_B) <= B.data[B.first + 1]:
        return _crossing_rates(A, m_A, B, m_B, w_A)
    k = _nearest_rim(A, B)
    if k < 2:
        turn, v = rim_solid.rates(B, m_B, _rim(A, k), _on(m_A, A, k))
        return scale(-1.0, turn), v
    n = distance(A, B)[1]
    turn, v = rim_solid.rates(A, m_A, _rim(B, k - 2), _on(m_B, B, k - 2))
    return turn, sub(add_scaled(v, -d, turn), scale(d_dot, n))


@inlined
def _on(m, A, k):
    """How a rim of A moves."""
    arm = sub(_rim(A, k).centre, A.centre)
    v = add(m.start, cross(m.spin, arm))
    return Moving(v, v, m.spin)


@kernel
def _crossing_rates(A, m_A, B, m_B, w_A):
    a, b, r, f, q = _axes(A, B)
    a_dot, b_dot, v = cross(m_A.spin, a), cross(m_B.spin, b), sub(m_B.start, m_A.start)
    f_dot = dot(a_dot, b) + dot(a, b_dot)
    top = dot(v, a) + dot(r, a_dot) - f_dot * dot(r, b) - f * (dot(v, b) + dot(r, b_dot))
    w_dot = (top + 2.0 * w_A * f * f_dot) / q
    n = distance(A, B)[1]
    m, m_dot = cross(a, b), add(cross(a_dot, b), cross(a, b_dot))
    size = math.copysign(1.0 / math.sqrt(q), dot(m, n))
    turn = scale(size, add_scaled(m_dot, -dot(n, m_dot), n))
    y_dot = add_scaled(add_scaled(add_scaled(m_A.start, w_dot, a), w_A, a_dot), A.data[A.first], turn)
    return turn, y_dot
