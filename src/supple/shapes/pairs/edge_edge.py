"""Edge A against edge B: segments of shapes with corners, shortened at their ends and faded where they are parallel.

    (a, b) minimise L = |y_B - y_A|,   y_A = p_A + a s_A,   y_B = p_B + b s_B       over the shortened segments
    gap  = L - (r_A + r_B) + eta,   n = (y_B - y_A)/L,   c of the balls (y_A, r_A) and (y_B, r_B);   eta: fading.py

Why       corners have rows of their own: an edge that ended where they are would count them again, eight times where two
          corners meet. Shortened by SHORT times the sum of the roundings, it does not, and the hole beside a corner is
          shallow. Two parallel edges would touch along a line, whose closest points jump from end to end: nothing touches
          there (eta lifts the gap by as much as they could overlap), since corners carry what lies flat.
Couple    gap depends on the angle between the edges besides, by eta:
              d gap/dt = n . (v_B - v_A) at c + k . (w_B - w_A)
          so that the force F n at c and the couple F k on B (the opposite on A) do the work -F d gap, exactly.
Symbols   p, s, r   one end, way to the other [m], radius of the surface around it [m]
          o         radius of the rounding [m]: r, but for the axis of a cylinder, whose r is that of the cylinder
Rate      the (a, b) of a distance: segment_segment.py.
Limits    axes that cross (L -> 0) have no normal; touching ends before.
"""

import math
from typing import Any, NamedTuple

from ..._jit import inlined, kernel
from ...spatial.vectors import ZERO, add_scaled, cross, dot, scale, sub
from ..contract import Meeting
from . import ball_ball
from .ball_ball import TINY
from .fading import faded, width
from .segment_segment import direction, least

SHORT = 0.05  # [-] of the sum of the roundings, cut off at each end


class Edge(NamedTuple):
    """An edge where it is now."""

    start: Any  # [m] (3)
    end: Any  # [m] (3)
    radius: Any  # [m]
    round: Any  # [m]


@inlined
def shortened(A, B):
    """p_A, s_A, p_B, s_B without what is cut off."""
    cut = SHORT * (A.round + B.round)
    s_A, s_B = sub(A.end, A.start), sub(B.end, B.start)
    t_A, t_B = cut_off(s_A, cut), cut_off(s_B, cut)
    return (
        add_scaled(A.start, t_A, s_A),
        scale(1.0 - 2.0 * t_A, s_A),
        add_scaled(B.start, t_B, s_B),
        scale(1.0 - 2.0 * t_B, s_B),
    )


@inlined
def cut_off(s, cut):
    """What is cut off at each end, over the length."""
    l = math.sqrt(dot(s, s))
    return min(cut / l, 0.5) if l > TINY else 0.0


@kernel
def distance(A, B):
    """L - (r_A + r_B) [m]: a bound of the gap from below that no motion changes faster than the edges move."""
    p_A, s_A, p_B, s_B = shortened(A, B)
    r = sub(p_B, p_A)
    a, b = least(r, s_A, s_B, 0.0, 0.0, 0.0)
    d = add_scaled(add_scaled(r, b, s_B), -a, s_A)
    return math.sqrt(dot(d, d)) - (A.radius + B.radius)


@kernel
def meet(A, B):
    """How two edges meet."""
    p_A, s_A, p_B, s_B = shortened(A, B)
    a, b = least(sub(p_B, p_A), s_A, s_B, 0.0, 0.0, 0.0)
    y_A, y_B = add_scaled(p_A, a, s_A), add_scaled(p_B, b, s_B)
    d = sub(y_B, y_A)
    n = direction(d, s_A, s_B)
    R = A.radius + B.radius
    gap = math.sqrt(dot(d, d)) - R
    c = ball_ball.contact(y_A, A.radius, y_B, B.radius, n)
    eta, k = lift(A, B)
    return Meeting(gap + eta, n, c, k)


@inlined
def lift(A, B):
    """eta [m] and k [m] of two edges."""
    s_A, s_B = sub(A.end, A.start), sub(B.end, B.start)
    l_A, l_B = math.sqrt(dot(s_A, s_A)), math.sqrt(dot(s_B, s_B))
    if min(l_A, l_B) < TINY:
        return 0.0, ZERO
    R = A.radius + B.radius
    return faded(R, width(R, R, min(l_A, l_B)), scale(1.0 / l_A, s_A), scale(1.0 / l_B, s_B))


@kernel
def rates(A, a, B, b):
    """dn/dt [1/s], dy_A/dt and dy_B/dt [m/s] of the closest points; a, b: velocities of the ends."""
    p_A, s_A, p_B, s_B = shortened(A, B)
    cut = SHORT * (A.round + B.round)
    sdot_A, sdot_B = sub(a.end, a.start), sub(b.end, b.start)
    t_A, t_B = cut_off(sub(A.end, A.start), cut), cut_off(sub(B.end, B.start), cut)
    v_pA, v_pB = add_scaled(a.start, t_A, sdot_A), add_scaled(b.start, t_B, sdot_B)
    sdot_A, sdot_B = scale(1.0 - 2.0 * t_A, sdot_A), scale(1.0 - 2.0 * t_B, sdot_B)
    r = sub(p_B, p_A)
    at_A, at_B = least(r, s_A, s_B, 0.0, 0.0, 0.0)
    d = add_scaled(add_scaled(r, at_B, s_B), -at_A, s_A)
    L = math.sqrt(dot(d, d))
    v_A, v_B = add_scaled(v_pA, at_A, sdot_A), add_scaled(v_pB, at_B, sdot_B)
    if L < TINY:
        return ZERO, v_A, v_B
    v = sub(v_B, v_A)
    # at constant (a, b) the slopes of L^2/2 change by these; the speed of (a, b) keeps them at 0, ends stay ends
    g_A = -(dot(v, s_A) + dot(d, sdot_A))
    g_B = dot(v, s_B) + dot(d, sdot_B)
    h_AA, h_BB, h_AB = dot(s_A, s_A), dot(s_B, s_B), -dot(s_A, s_B)
    m = cross(s_A, s_B)
    det = dot(m, m)
    free_A, free_B = 0.0 < at_A < 1.0, 0.0 < at_B < 1.0
    a_dot, b_dot = 0.0, 0.0
    if free_A and free_B and det > 0.0:
        a_dot, b_dot = (h_AB * g_B - h_BB * g_A) / det, (h_AB * g_A - h_AA * g_B) / det
    elif free_A and h_AA > 0.0:
        a_dot = -g_A / h_AA
    elif free_B and h_BB > 0.0:
        b_dot = -g_B / h_BB
    v_A, v_B = add_scaled(v_A, a_dot, s_A), add_scaled(v_B, b_dot, s_B)
    n = scale(1.0 / L, d)
    v = sub(v_B, v_A)
    return scale(1.0 / L, add_scaled(v, -dot(n, v), n)), v_A, v_B
