"""Ball A against segment B (a capsule).

            ( A )
              | n                      s   = q - p,   t = clip((x - p) . s/s^2, 0, 1)
    p ========+======== q   B          y   = p + t s                  the point of the axis closest to x
              y                        gap, n, c of the balls (x, r_A) and (y, r_B)

For 0 < t < 1 the closest point slides along the axis while the bodies move; d = y - x stays perpendicular to s, so that
(y - x) . s = 0 gives its speed:

    t_dot = ((v_x - v_p) . s + (x - p) . ds/dt)/s^2,     dy/dt = (1 - t) v_p + t v_q + t_dot s

(s . ds/dt = 0, the segment is rigid), and dn/dt and dc/dt follow as for two balls; exact. At the ends t is
constant and y is a material point.

Symbols   x, r_A      centre and radius of the ball                   [m]
          p, q, r_B   ends of the axis and radius of the capsule      [m]
          v_x, v_p, v_q   their velocities                            [m/s]
Limits    a segment of no length (|s| < TINY) is a ball at p. A centre on the axis has no normal: any direction
          perpendicular to s is returned, with dn/dt = 0. Where t reaches an end, dn/dt jumps and n does not.
"""

import math

from ..._jit import inlined, kernel
from ...spatial.vectors import ZERO, add_scaled, cross, dot, scale, sub
from ..contract import Meeting
from . import ball_ball
from .ball_ball import TINY, UP


@kernel
def closest(x, p, q):
    """Parameter t in [0, 1] of the point of the segment p + t (q - p) closest to x."""
    s = sub(q, p)
    ss = dot(s, s)
    if ss < TINY * TINY:
        return 0.0
    return min(max(dot(sub(x, p), s) / ss, 0.0), 1.0)


@kernel
def perpendicular(s):
    """Some unit vector perpendicular to s; the z axis if s has no length."""
    ax, ay, az = abs(s[0]), abs(s[1]), abs(s[2])
    if ax <= ay and ax <= az:
        e = cross(s, (1.0, 0.0, 0.0))
    elif ay <= az:
        e = cross(s, (0.0, 1.0, 0.0))
    else:
        e = cross(s, (0.0, 0.0, 1.0))
    length = math.sqrt(dot(e, e))
    return UP if length < TINY else scale(1.0 / length, e)


@kernel
def gap(x, r_A, p, q, r_B):
    """Gap [m], unit normal from ball to segment, contact point [m]."""
    s = sub(q, p)
    y = add_scaled(p, closest(x, p, q), s)
    d = sub(y, x)
    L = math.sqrt(dot(d, d))
    n = perpendicular(s) if L < TINY else scale(1.0 / L, d)
    return L - (r_A + r_B), n, ball_ball.contact(x, r_A, y, r_B, n)


@kernel
def axis_rate(x, v_x, p, v_p, q, v_q):
    """The point y of the axis closest to x [m] and dy/dt [m/s], from the ends of the axis and all velocities."""
    s = sub(q, p)
    t = closest(x, p, q)
    s_dot = sub(v_q, v_p)
    v_y = add_scaled(v_p, t, s_dot)
    if 0.0 < t < 1.0:
        slide = dot(sub(v_x, v_p), s) + dot(sub(x, p), s_dot)
        v_y = add_scaled(v_y, slide / dot(s, s), s)
    return add_scaled(p, t, s), v_y


@kernel
def normal_rate(x, v_x, p, v_p, q, v_q):
    """dn/dt [1/s] from the centre, the ends of the axis and their velocities."""
    y, v_y = axis_rate(x, v_x, p, v_p, q, v_q)
    return ball_ball.normal_rate(x, v_x, y, v_y)


@inlined
def meet(A, B):
    """How a ball and a segment meet."""
    g, n, c = gap(A.start, A.radius, B.start, B.end, B.radius)
    return Meeting(g, n, c, ZERO)


@inlined
def normal_rate_of(A, a, B, b, n):
    """dn/dt [1/s]."""
    return normal_rate(A.start, a.start, B.start, b.start, B.end, b.end)


@inlined
def point_rate_of(A, a, B, b, n, turn):
    """dc/dt [m/s]."""
    _, v_y = axis_rate(A.start, a.start, B.start, b.start, B.end, b.end)
    return ball_ball.contact(a.start, A.radius, v_y, B.radius, turn)
