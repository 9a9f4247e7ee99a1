"""Solid A against rim B: a circle with a radius, and the core of a convex shape with a radius.

    g(phi) = d(X(phi)),   X = o + rho (cos phi e1 + sin phi e2)           distance of the places of the circle from the core
    phi    = where g is least,   x that place,   n = Q N(X)
    gap    = g - (r_A + r_B),   c = x - (r_B + gap/2) n

Search    d is convex with the slope 1, so that g'' >= -rho: from any place one sees how far on nothing lower can be,
              g(phi + u) >= g + g' u - rho u^2/2
          and goes on by that, or by STEP. Where g' changes from - to + within a step, Newton's method inside that bracket
          finds the lowest place. Every search starts anew, at the place that faces the solid: the gap is a function of
          the pose and of nothing else.
Symbols   o, rho, r_B   centre, radius of the circle, radius of the surface around it [m]
          Q, r_A        axes of the solid [-], radius of its surface around the core [m]
Rate      g' = 0 at x, so that gap' = n . (v_x - v_A) at c whatever phi does (envelope). For dn/dt and dc/dt
              phi' = -(dg'/dt)/g'',   g'' = N' . T + N . (o - X),   T = dX/dphi
Flat      over a face, where N at the centre of the circle is the same, the lean s = N . (o - X)/rho is that of a plane: for
          s < EPS, d + rho (s - sigma(s)) and x = o + sigma' (X - o) (flatness.py). EPS is so small that what this
          changes where a face ends, 3/8 rho EPS, is less than any tolerance.
Limits    where two places are equally low the gap has a kink, n jumps from one to the other. Two dips within one STEP
          are taken for one. Over a face of EPS or less, dx/dt is that of a point of the body.
"""

import math
from typing import Any, NamedTuple

from ..._jit import inlined, kernel
from ...spatial.vectors import ZERO, add, add_scaled, cross, dot, mat_t_vec, mat_vec, scale, sub
from ..contract import Meeting
from ..solids.dispatch import signed_distance, solid_turn
from .ball_segment import perpendicular
from .flatness import arm, reach

WHOLE = 2.0 * math.pi
STEP = WHOLE / 32.0  # [rad]
NOISE = 1e-13  # [rho] slope of a circle that lies flat
EPS = 1e-7  # [-] sine of a lean below which a rim is nearly flat
MOST = 60  # looks for one lowest place


class Rim(NamedTuple):
    """A rim where it is now."""

    centre: Any  # [m] (3)
    axis: Any  # [-] (3)
    size: Any  # [m] rho
    radius: Any  # [m]


class Circle(NamedTuple):
    """A rim in the axes of a solid."""

    o: Any
    e1: Any
    e2: Any
    rho: Any


@inlined
def _circle(A, B):
    o, a = mat_t_vec(A.R, sub(B.centre, A.centre)), mat_t_vec(A.R, B.axis)
    _, N = signed_distance(A.kind, A.data, A.first, o)
    u = cross(a, cross(N, a))
    s = math.sqrt(dot(u, u))
    e1 = scale(-1.0 / s, u) if s > 0.1 else perpendicular(a)  # less than that is mostly rounding
    return Circle(o, e1, cross(a, e1), B.size)


@kernel
def _look(A, C, phi):
    """g, g', X, T, N at an angle."""
    c, s = C.rho * math.cos(phi), C.rho * math.sin(phi)
    X = add_scaled(add_scaled(C.o, c, C.e1), s, C.e2)
    T = add_scaled(scale(-s, C.e1), c, C.e2)
    d, N = signed_distance(A.kind, A.data, A.first, X)
    return d, dot(N, T), X, T, N


@inlined
def _bend(A, C, X, T, N):
    """g''."""
    return dot(solid_turn(A.kind, A.data, A.first, X, T), T) + dot(N, sub(C.o, X))


@kernel
def _bottom(A, C, low, high):
    """The angle between `low` and `high`, where g' is - and +, at which it is 0: Newton, every third time the middle."""
    phi = 0.5 * (low + high)
    for k in range(MOST):
        _, slope, X, T, N = _look(A, C, phi)
        if slope < 0.0:
            low = phi
        else:
            high = phi
        bend = _bend(A, C, X, T, N)
        after = phi - slope / bend if bend > 0.0 else high + 1.0
        if abs(after - phi) < 1e-15 or high - low < 1e-15:
            return phi
        phi = after if low <= after <= high and k % 3 != 2 else 0.5 * (low + high)
    return phi


@inlined
def _sight(above, slope, rho):
    """Largest u with above + slope u - rho u^2/2 >= 0."""
    return (slope + math.sqrt(slope * slope + 2.0 * rho * above)) / rho if rho > 0.0 else WHOLE


@kernel
def lowest(A, B):
    """The circle and the angle at which it is closest to the solid."""
    C = _circle(A, B)
    phi, where = 0.0, 0.0
    g, slope, _, _, _ = _look(A, C, phi)
    least = g
    while phi < WHOLE:
        sight = _sight(g - least, slope, C.rho)
        after = min(phi + max(sight, STEP), WHOLE)
        g1, slope1, _, _, _ = _look(A, C, after)
        best, value = after, g1
        if sight < STEP and slope <= 0.0 <= slope1 and slope1 - slope > NOISE * C.rho:
            best = _bottom(A, C, phi, after)
            value = _look(A, C, best)[0]
        if value < least:
            least, where = value, best
        phi, g, slope = after, g1, slope1
    return C, where


@inlined
def _flat(A, C, X, N):
    """s over a face, 1 elsewhere."""
    s = dot(N, sub(C.o, X)) / C.rho if C.rho > 0.0 else 1.0
    if not s < EPS:
        return 1.0
    _, M = signed_distance(A.kind, A.data, A.first, C.o)
    return max(s, 0.0) if dot(M, N) > 1.0 - 1e-14 else 1.0


@kernel
def closest(A, B):
    """d [m], n from solid to rim, x [m]: the place of the circle that is closest to the core."""
    C, phi = lowest(A, B)
    d, _, X, _, N = _look(A, C, phi)
    s = _flat(A, C, X, N)
    if s < EPS:
        d += C.rho * (s - reach(s, EPS))
        X = add_scaled(C.o, s * arm(s, EPS)[0], sub(X, C.o))
    return d, mat_vec(A.R, N), add(A.centre, mat_vec(A.R, X))


@kernel
def meet(A, B):
    """How a Solid meets a Rim."""
    d, n, x = closest(A, B)
    gap = d - (A.radius + B.radius)
    return Meeting(gap, n, add_scaled(x, -(B.radius + 0.5 * gap), n), ZERO)


@kernel
def rates(A, a, B, b):
    """dn/dt [1/s], dx/dt [m/s]; a, b: how solid and rim move, `start` the velocities of their centres."""
    C, phi = lowest(A, B)
    _, _, X, T, N = _look(A, C, phi)
    s = _flat(A, C, X, N)
    if s < EPS:
        X = add_scaled(C.o, s * arm(s, EPS)[0], sub(X, C.o))
    out, T_W = mat_vec(A.R, X), mat_vec(A.R, T)
    x = add(A.centre, out)
    v_x = add(b.start, cross(b.spin, sub(x, B.centre)))
    V = mat_t_vec(A.R, sub(sub(v_x, a.start), cross(a.spin, out)))
    T_dot = mat_t_vec(A.R, cross(sub(b.spin, a.spin), T_W))
    drift = dot(solid_turn(A.kind, A.data, A.first, X, V), T) + dot(N, T_dot)
    bend = _bend(A, C, X, T, N)
    phi_dot = -drift / bend if s >= EPS and bend > NOISE * C.rho else 0.0
    dN = solid_turn(A.kind, A.data, A.first, X, add_scaled(V, phi_dot, T))
    return add(cross(a.spin, mat_vec(A.R, N)), mat_vec(A.R, dN)), add_scaled(v_x, phi_dot, T_W)


@inlined
def point_rate(v_x, r_B, gap, gap_rate, n, turn):
    """dc/dt [m/s]."""
    return add(add_scaled(v_x, -(r_B + 0.5 * gap), turn), scale(-0.5 * gap_rate, n))
