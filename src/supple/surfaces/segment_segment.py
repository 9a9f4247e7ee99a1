"""Segment A against segment B (two capsules).

         q_B
        /                              y_A = p_A + a s_A,   s_A = q_A - p_A,   l_A = |s_A|,   e_A = s_A/l_A
    p_A +------ q_A                    y_B = p_B + b s_B,   s_B = q_B - p_B,   l_B = |s_B|,   e_B = s_B/l_B
       /                               d   = y_B - y_A,     L = |d|
     p_B

    gap = L - (r_A + r_B) + P,   n = d/L,   c of the balls (y_A, r_A) and (y_B, r_B),   (a, b) minimise L + P

over the unit square. P = 0 gives the distance. Its closest points jump from end to end of two parallel axes as a tilt
changes sign, and with them the lever of the force: the distance has a kink there. So nearly parallel axes have a crown,
as rollers do in a bearing:

    P   = chi/2 x^2,                       x = c_A (a - 1/2) l_A + c_B (b - 1/2) (+-l_B),   c = 1/l^3, scaled to sum 1
    chi = 2 CROWN/l_short (1 - q/FADE^2)^2,   q = |e_A x e_B|^2;   0 for q >= FADE^2

with the sign of e_A . e_B. x is the distance along the axes from a mean of the two middles. Where both middles are equal
it is that between them; beside a long capsule it is the middle of the short one, to 6 % of its length.

Passive   L + P is convex and its minimum unique, so that gap is a C1 function of the pose and only what depends on the
          pose at constant (a, b) shows in its rate (envelope theorem). From dq/dt = 2 (e_A . e_B) m . (w_B - w_A),

              d gap/dt = n . (v_B - v_A) at c + k . (w_B - w_A),   k = (dP/dq) 2 (e_A . e_B) m,   m = e_A x e_B

          The force F n at c and the couple F k on B (the opposite on A) do the work -F d gap, exactly. (a, b), n, c and k
          are continuous.
Size      0 <= P <= 0.32 CROWN l_short: never less than the distance, a quarter of a thousandth of a length more at
          the ends. P = 0 for parallel axes, wherever x can be 0 beside both: no force along the axes. For a sine above
          FADE gap is the distance. |k| <= 0.01 l_short.
Tilt      a tilt in the common plane moves c from the middle by l_short/2 * tilt/CROWN, to the end of the overlap; a line
          contact would also resist it like this, with a width that depends on its indentation.
Solution  grad L = grad(L^2/2)/L: (a, b) minimise L^2/2 + lam P for the lam that is L there. For a given lam this is a
          quadratic, positive definite like that of a distance, and solved like one: take the a of the unconstrained
          minimum, clip it, take the best b and clip it, take the best a for that b (Ericson, Real-Time Collision Detection
          (2005), 5.1.9). The map lam -> L contracts by 2 P/L: three or four rounds; none without a crown.
Rate      the derivative of grad(L + P) = 0 gives the speed of (a, b) inside the square, which gives dn/dt; exact.
Normal    crossing axes (L < TINY) have the direction s_A x s_B, coincident parallel ones any perpendicular of s_A (the
          only case in which swapping A and B does not just turn n round), and dn/dt = 0.
Limits    a pair is still one contact: it cannot stand on both ends of the overlap at once. An indentation as deep as
          the sum of the radii (L -> 0) has no normal; values are then finite, not smooth. A segment of no length is a
          ball.
"""

import math

from .._jit import kernel
from ..spatial.vectors import ZERO, add_scaled, cross, dot, scale, sub
from . import ball_ball, ball_segment
from .ball_ball import TINY

CROWN = 1e-3  # [-] tilt that moves the contact from the middle to the end of the shorter capsule
FADE = 0.05  # [-] sine of the angle between the axes from which on there is no crown
ROUNDS = 20  # rounds for lam; only axes that cross within the crown (L -> 0) use them up
ROUNDING = 1e-15  # [-] relative change of lam that is no longer one


@kernel
def crown(s_A, s_B):
    """chi [1/m], dchi/dq [1/m], and dx/da, dx/db [m], of the crown; zero where there is none."""
    ss_A, ss_B = dot(s_A, s_A), dot(s_B, s_B)
    lengths = ss_A * ss_B
    if ss_A < TINY * TINY or ss_B < TINY * TINY:
        return 0.0, 0.0, 0.0, 0.0
    m = cross(s_A, s_B)
    fade = 1.0 - dot(m, m) / (lengths * FADE**2)
    if fade <= 0.0:
        return 0.0, 0.0, 0.0, 0.0
    l_A, l_B = math.sqrt(ss_A), math.sqrt(ss_B)
    chi = 2.0 * CROWN / min(l_A, l_B)
    cubes = l_A * ss_A + l_B * ss_B
    x_a = l_A * l_B * ss_B / cubes
    x_b = math.copysign(l_B * l_A * ss_A / cubes, dot(s_A, s_B))
    return chi * fade * fade, -2.0 * chi * fade / FADE**2, x_a, x_b


@kernel
def least(r, s_A, s_B, chi, x_a, x_b):
    """(a, b) in the unit square with the least |r + b s_B - a s_A|^2/2 + chi/2 x^2; r = p_B - p_A, chi [-]."""
    x_0 = -0.5 * (x_a + x_b)
    h_aa, h_bb = dot(s_A, s_A) + chi * x_a * x_a, dot(s_B, s_B) + chi * x_b * x_b
    h_ab = chi * x_a * x_b - dot(s_A, s_B)
    g_a, g_b = chi * x_0 * x_a - dot(r, s_A), chi * x_0 * x_b + dot(r, s_B)
    # determinant and numerator of a, with the products of s_A and s_B that would cancel taken out
    m = cross(s_A, s_B)
    w = add_scaled(scale(x_b, s_A), x_a, s_B)
    det = dot(m, m) + chi * dot(w, w)
    a, b = 0.0, 0.0
    if det > 0.0:
        a = min(max((dot(cross(r, s_B), m) + chi * (x_b * dot(r, w) - x_0 * dot(s_B, w))) / det, 0.0), 1.0)
    elif h_aa > 0.0:
        a = min(max(-g_a / h_aa, 0.0), 1.0)  # one of them, or both, have no length
    if h_bb > 0.0:
        b = min(max(-(g_b + h_ab * a) / h_bb, 0.0), 1.0)
    if h_aa > 0.0 and (b == 0.0 or b == 1.0):  # it changes a only if b was clipped
        a = min(max(-(g_a + h_ab * b) / h_aa, 0.0), 1.0)
    return a, b


@kernel
def closest(p_A, q_A, p_B, q_B):
    """Parameters (a, b) of the points between which the contact is."""
    r, s_A, s_B = sub(p_B, p_A), sub(q_A, p_A), sub(q_B, p_B)
    chi, _, x_a, x_b = crown(s_A, s_B)
    if chi == 0.0:
        return least(r, s_A, s_B, 0.0, 0.0, 0.0)
    a, b = 0.5, 0.5
    lam = 0.0
    for _ in range(ROUNDS):
        d = sub(add_scaled(r, b, s_B), scale(a, s_A))
        L = max(math.sqrt(dot(d, d)), TINY)
        if abs(L - lam) <= ROUNDING * L:
            break
        lam = L
        a, b = least(r, s_A, s_B, lam * chi, x_a, x_b)
    return a, b


@kernel
def direction(d, s_A, s_B):
    """Unit vector along d; where it has no length, perpendicular to both axes."""
    L = math.sqrt(dot(d, d))
    if L >= TINY:
        return scale(1.0 / L, d)
    m = cross(s_A, s_B)
    M = math.sqrt(dot(m, m))
    if M <= TINY * math.sqrt(dot(s_A, s_A) * dot(s_B, s_B)):
        return ball_segment.perpendicular(s_A if dot(s_A, s_A) >= TINY * TINY else s_B)
    return scale(1.0 / M, m)


@kernel
def gap(p_A, q_A, r_A, p_B, q_B, r_B):
    """Gap [m], unit normal from A to B, contact point [m], arm k [m]: d gap/dt = n . (v_B - v_A) + k . (w_B - w_A)."""
    s_A, s_B = sub(q_A, p_A), sub(q_B, p_B)
    a, b = closest(p_A, q_A, p_B, q_B)
    y_A, y_B = add_scaled(p_A, a, s_A), add_scaled(p_B, b, s_B)
    d = sub(y_B, y_A)
    n = direction(d, s_A, s_B)
    c = ball_ball.contact(y_A, r_A, y_B, r_B, n)
    g = math.sqrt(dot(d, d)) - (r_A + r_B)
    chi, chi_q, x_a, x_b = crown(s_A, s_B)
    if chi == 0.0:
        return g, n, c, ZERO
    x = (a - 0.5) * x_a + (b - 0.5) * x_b
    lengths = dot(s_A, s_A) * dot(s_B, s_B)
    k = scale(chi_q * x * x * dot(s_A, s_B) / lengths, cross(s_A, s_B))
    return g + 0.5 * chi * x * x, n, c, k


@kernel
def normal_rate(p_A, v_pA, q_A, v_qA, p_B, v_pB, q_B, v_qB):
    """dn/dt [1/s] from the ends of the axes and their velocities."""
    s_A, s_B = sub(q_A, p_A), sub(q_B, p_B)
    sdot_A, sdot_B = sub(v_qA, v_pA), sub(v_qB, v_pB)
    a, b = closest(p_A, q_A, p_B, q_B)
    d = sub(add_scaled(p_B, b, s_B), add_scaled(p_A, a, s_A))
    L = math.sqrt(dot(d, d))
    if L < TINY:
        return ZERO
    n = scale(1.0 / L, d)
    # at constant (a, b)
    v = sub(add_scaled(v_pB, b, sdot_B), add_scaled(v_pA, a, sdot_A))
    turn = scale(1.0 / L, add_scaled(v, -dot(n, v), n))
    # second derivatives of L + P by a and b, and the rate of its first ones at constant (a, b)
    chi, chi_q, x_a, x_b = crown(s_A, s_B)
    n_a, n_b = -dot(n, s_A), dot(n, s_B)
    h_aa = (dot(s_A, s_A) - n_a * n_a) / L + chi * x_a * x_a
    h_bb = (dot(s_B, s_B) - n_b * n_b) / L + chi * x_b * x_b
    h_ab = (-dot(s_A, s_B) - n_a * n_b) / L + chi * x_a * x_b
    rate_a, rate_b = -dot(n, sdot_A) - dot(turn, s_A), dot(n, sdot_B) + dot(turn, s_B)
    if chi > 0.0:
        lengths = dot(s_A, s_A) * dot(s_B, s_B)
        q_dot = -2.0 * dot(s_A, s_B) * (dot(sdot_A, s_B) + dot(s_A, sdot_B)) / lengths
        fading = chi_q * q_dot * ((a - 0.5) * x_a + (b - 0.5) * x_b)
        rate_a += fading * x_a
        rate_b += fading * x_b
    # the speed of (a, b); a coordinate at an end stays there
    a_dot, b_dot = 0.0, 0.0
    free_A, free_B = 0.0 < a < 1.0, 0.0 < b < 1.0
    det = h_aa * h_bb - h_ab * h_ab
    if free_A and free_B and det > 0.0:
        a_dot, b_dot = (h_ab * rate_b - h_bb * rate_a) / det, (h_ab * rate_a - h_aa * rate_b) / det
    elif free_A and h_aa > 0.0:
        a_dot = -rate_a / h_aa
    elif free_B and h_bb > 0.0:
        b_dot = -rate_b / h_bb
    slide = sub(scale(b_dot, s_B), scale(a_dot, s_A))
    return add_scaled(turn, 1.0 / L, add_scaled(slide, -dot(n, slide), n))
