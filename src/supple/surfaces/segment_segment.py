"""Segment A against segment B (two capsules).

         q_B
        /                              y_A = p_A + a s_A,   s_A = q_A - p_A
    p_A +------ q_A                    y_B = p_B + b s_B,   s_B = q_B - p_B
       /                               gap, n, c of the balls (y_A, r_A) and (y_B, r_B)
     p_B

(a, b) in the unit square minimise |y_B - y_A|. Start from the closest points of the two lines, clip a, take the b closest
to y_A; if b had to be clipped, take the a closest to y_B (Ericson, Real-Time Collision Detection (2005), 5.1.9).

Normal    n = (y_B - y_A)/L; crossing axes (L < TINY) have the direction s_A x s_B, coincident parallel ones any
          perpendicular of s_A (the only case in which swapping A and B does not just turn n round).
Rate      inside both segments n is along s_A x s_B, which is differentiated; with one closest point at an end it is the
          ball-segment rate, with both at an end the ball-ball rate. Exact, except for parallel axes (sine < PARALLEL),
          where dn/dt jumps with the sign of the tilt: the mean of the two ball-segment rates is returned.

Parallel axes have a whole line of closest points. Seen from the side, a tilt of either sign moves the closest points to
one or the other end of the overlap, however small it is: gap and n are continuous, the contact point jumps. To spare the
integrator the jump, the contact point (not gap, not n) is moved to the middle of the overlap as the sine of the angle
between the axes goes from BLEND to 0:

    a <- a_mid + w (a - a_mid),   w = x (2 - x),   x = sine^2/BLEND^2      (the same for b; w = 1 for x >= 1)

Limits    in the blend n . (v_B - v_A) at c differs from d gap/dt by up to |w_B - w_A| times half the overlap. The power
          that is lost or gained in this way integrates to less than F * overlap * BLEND a passage; one point also
          cannot resist the tilt. Where that matters, describe one capsule by two balls and a segment.
"""

import math

from .._jit import kernel
from ..spatial.vectors import add, add_scaled, cross, dot, scale, sub
from . import ball_ball, ball_segment
from .ball_ball import TINY

BLEND = 1e-3  # [-] sine of the angle below which the contact point moves to the middle of the overlap
PARALLEL = 1e-8  # [-] sine of the angle below which the crossing point of the lines is rounding noise


@kernel
def sine_squared(s_A, s_B):
    """Squared sine of the angle between two axes; 0 if one of them has no length."""
    lengths = dot(s_A, s_A) * dot(s_B, s_B)
    if lengths < TINY**4:
        return 0.0
    m = cross(s_A, s_B)
    return dot(m, m) / lengths


@kernel
def middle(p_A, q_A, p_B, q_B):
    """Parameter on A of the middle of the part of A that lies beside B; the end nearest to B if there is none."""
    return 0.5 * (ball_segment.closest(p_B, p_A, q_A) + ball_segment.closest(q_B, p_A, q_A))


@kernel
def closest(p_A, q_A, p_B, q_B):
    """Parameters (a, b) of the closest points; for parallel axes those in the middle of the overlap."""
    s_A, s_B = sub(q_A, p_A), sub(q_B, p_B)
    if sine_squared(s_A, s_B) < PARALLEL * PARALLEL:
        a = middle(p_A, q_A, p_B, q_B)
    else:
        m = cross(s_A, s_B)
        a = min(max(dot(cross(sub(p_B, p_A), s_B), m) / dot(m, m), 0.0), 1.0)
    b = ball_segment.closest(add_scaled(p_A, a, s_A), p_B, q_B)
    # best a for that b; it changes a only if b was clipped
    if b == 0.0 or b == 1.0:
        a = ball_segment.closest(add_scaled(p_B, b, s_B), p_A, q_A)
    return a, b


@kernel
def direction(y_A, y_B, s_A, s_B):
    """Unit vector from y_A to y_B; where they coincide, perpendicular to both axes."""
    d = sub(y_B, y_A)
    L = math.sqrt(dot(d, d))
    if L >= TINY:
        return scale(1.0 / L, d)
    if sine_squared(s_A, s_B) < PARALLEL * PARALLEL:
        return ball_segment.perpendicular(s_A if dot(s_A, s_A) >= TINY * TINY else s_B)
    m = cross(s_A, s_B)
    return scale(1.0 / math.sqrt(dot(m, m)), m)


@kernel
def gap(p_A, q_A, r_A, p_B, q_B, r_B):
    """Gap [m], unit normal from A to B, contact point [m]."""
    s_A, s_B = sub(q_A, p_A), sub(q_B, p_B)
    a, b = closest(p_A, q_A, p_B, q_B)
    y_A, y_B = add_scaled(p_A, a, s_A), add_scaled(p_B, b, s_B)
    d = sub(y_B, y_A)
    n = direction(y_A, y_B, s_A, s_B)
    x = sine_squared(s_A, s_B) / BLEND**2
    if x < 1.0:
        w = x * (2.0 - x)
        a_mid, b_mid = middle(p_A, q_A, p_B, q_B), middle(p_B, q_B, p_A, q_A)
        y_A = add_scaled(p_A, a_mid + w * (a - a_mid), s_A)
        y_B = add_scaled(p_B, b_mid + w * (b - b_mid), s_B)
    return math.sqrt(dot(d, d)) - (r_A + r_B), n, ball_ball.contact(y_A, r_A, y_B, r_B, n)


@kernel
def normal_rate(p_A, v_pA, q_A, v_qA, p_B, v_pB, q_B, v_qB):
    """dn/dt [1/s] from the ends of the axes and their velocities."""
    s_A, s_B = sub(q_A, p_A), sub(q_B, p_B)
    a, b = closest(p_A, q_A, p_B, q_B)
    y_A, y_B = add_scaled(p_A, a, s_A), add_scaled(p_B, b, s_B)
    s_dot_A, s_dot_B = sub(v_qA, v_pA), sub(v_qB, v_pB)
    v_A, v_B = add_scaled(v_pA, a, s_dot_A), add_scaled(v_pB, b, s_dot_B)
    inside_A, inside_B = 0.0 < a < 1.0, 0.0 < b < 1.0
    if not inside_A and not inside_B:
        return ball_ball.normal_rate(y_A, v_A, y_B, v_B)
    if inside_A and inside_B and sine_squared(s_A, s_B) >= PARALLEL * PARALLEL:
        m = cross(s_A, s_B)
        m_dot = sub(cross(s_dot_A, s_B), cross(s_dot_B, s_A))
        n = direction(y_A, y_B, s_A, s_B)
        rate = math.copysign(1.0 / math.sqrt(dot(m, m)), dot(n, m))
        return scale(rate, add_scaled(m_dot, -dot(n, m_dot), n))
    beside_B = ball_segment.normal_rate(y_A, v_A, p_B, v_pB, q_B, v_qB)
    beside_A = scale(-1.0, ball_segment.normal_rate(y_B, v_B, p_A, v_pA, q_A, v_qA))
    if not inside_A:
        return beside_B
    if not inside_B:
        return beside_A
    return scale(0.5, add(beside_A, beside_B))
