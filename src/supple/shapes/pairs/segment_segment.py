"""Segment A against segment B (two capsules).

         q_B
        /                              y_A = p_A + a s_A,   s_A = q_A - p_A,   l_A = |s_A|,   e_A = s_A/l_A
    p_A +------ q_A                    y_B = p_B + b s_B,   s_B = q_B - p_B,   l_B = |s_B|,   e_B = s_B/l_B
       /                               d   = y_B - y_A,     L = |d|
     p_B

    gap = L - (r_A + r_B) + P,   n = d/L,   c of the balls (y_A, r_A) and (y_B, r_B),   (a, b) minimise L + P

over the unit square. P = 0 gives the distance. Its closest points jump from end to end of two parallel axes as a tilt
changes sign, and with them the lever of the force: the distance has a kink there. So nearly parallel axes have a crown
with rounded ends, as the rollers of a bearing do:

    P   = chi (x^2/2 + rho (2 - sqrt(1 - alpha^2) - sqrt(1 - beta^2))),   alpha = 2 a - 1,   beta = 2 b - 1
    x   = c_A l_A alpha/2 +- c_B l_B beta/2,   c ~ 1/l^3, c_A + c_B = 1,   the sign of e_A . e_B
    chi = 2 CROWN/l_short (1 - q/FADE^2)^2,   q = |e_A x e_B|^2;   0 for q >= FADE^2
    rho = ROUND (l_short/2)^2

x is the distance along the axes from a mean of the two middles: half-way between those of equal capsules (the middle of
the overlap), close to that of the short one beside a long one (within 7 % of its length). The ellipses keep (a, b) off
the ends, so that it has no corners in its way either.

Passive   L + P is convex and its minimum unique, so that gap is a C1 function of the pose and only what depends on the
          pose at constant (a, b) shows in its rate (envelope theorem). From dq/dt = 2 (e_A . e_B) m . (w_B - w_A),

              d gap/dt = n . (v_B - v_A) at c + k . (w_B - w_A),   k = (dP/dq) 2 (e_A . e_B) m,   m = e_A x e_B

          The force F n at c and the couple F k on B (the opposite on A) do the work -F d gap, exactly. n, c and k are
          smooth inside the crown and continuous at its border.
Size      0 <= P <= 0.42 CROWN l_short: gap is never less than the distance. Parallel axes side by side have less than
          ROUND of that, and next to no force along the axes. For a sine above FADE gap is the distance.
          |k| <= 0.007 l_short.
Tilt      a tilt in the common plane moves c from the middle by about l_short/2 * tilt/CROWN, up to the end of the
          overlap; a line contact would resist it like this too, over a tilt that depends on its indentation.
Rate      the derivative of grad(L + P) = 0 gives the speed of (a, b), which gives dn/dt and dc/dt; exact.
Normal    crossing axes (L < TINY) have the direction s_A x s_B, coincident parallel ones any perpendicular of s_A (the
          only case in which swapping A and B does not just turn n round), and dn/dt = 0.
Limits    a pair is still one contact: it cannot stand on both ends of the overlap at once. An indentation as deep as
          the sum of the radii (L -> 0) has no normal; values are then finite, not smooth. A segment of no length is a
          ball.

Solution  without rounded ends: grad L = grad(L^2/2)/L, so (a, b) minimise the quadratic L^2/2 + lam chi x^2/2 with
          lam = L. It is positive definite, like that of a distance, and solved like one: take the a of the unconstrained
          minimum, clip it, take the best b and clip it, take the best a for that b (Ericson, Real-Time Collision Detection
          (2005), 5.1.9). This is all there is for P = 0, and the start of Newton's method for rounded ends, whose steps
          are straight in (a, b), stop short of the ends and go down (two or three steps; the function is convex).
          A place close to an end is kept as t = alpha/sqrt(1 - alpha^2), the slope of its ellipse.
"""

import math

from ..._jit import inlined, kernel
from ...spatial.vectors import ZERO, add_scaled, cross, dot, scale, sub
from ..contract import Meeting
from . import ball_ball, ball_segment
from .ball_ball import TINY

CROWN = 1e-3  # [-] tilt that moves the contact from the middle to the end of the shorter capsule
FADE = 0.1  # [-] sine of the angle between the axes from which on there is no crown
ROUND = 0.1  # [-] share of the rounding of the ends in the crown
NEWTON = 40  # steps at most; only axes that cross within the crown (L -> 0) use them up
HALVES = 40  # shorter steps tried at most
STEEP = 20.0  # [-] slope at which Newton's method starts from an end without load
NEAR = 0.1  # [-] size of a step, in distances from the end, below which it is taken as it is
ENOUGH = 1e-8  # [-] size of the last step: its error is the square of it


@kernel
def crown(s_A, s_B):
    """chi [1/m], dchi/dq [1/m], dx/da and dx/db [m], and rho [m^2] of the crown; zero where there is none."""
    ss_A, ss_B = dot(s_A, s_A), dot(s_B, s_B)
    if ss_A < TINY * TINY or ss_B < TINY * TINY:
        return 0.0, 0.0, 0.0, 0.0, 0.0
    m = cross(s_A, s_B)
    fade = 1.0 - dot(m, m) / (ss_A * ss_B * FADE**2)
    if fade <= 0.0:
        return 0.0, 0.0, 0.0, 0.0, 0.0
    l_A, l_B = math.sqrt(ss_A), math.sqrt(ss_B)
    short = min(l_A, l_B)
    chi = 2.0 * CROWN / short
    cubes = l_A * ss_A + l_B * ss_B
    x_a = l_A * l_B * ss_B / cubes
    x_b = math.copysign(l_B * l_A * ss_A / cubes, dot(s_A, s_B))
    return chi * fade * fade, -2.0 * chi * fade / FADE**2, x_a, x_b, 0.25 * ROUND * short * short


@kernel
def height(x_a, x_b, rho, t_A, t_B):
    """P/chi [m^2]."""
    root_A, root_B = math.sqrt(1.0 + t_A * t_A), math.sqrt(1.0 + t_B * t_B)
    x = 0.5 * (x_a * t_A / root_A + x_b * t_B / root_B)
    return 0.5 * x * x + rho * (2.0 - 1.0 / root_A - 1.0 / root_B)


# --- a place between the ends, given by its slope t ---------------------------------------------------------------------
@inlined
def place(t):
    """The parameter a of the slope t."""
    return 0.5 + 0.5 * t / math.sqrt(1.0 + t * t)


@inlined
def margin(t):
    """1 - |alpha|: the distance from the nearer end, also where a is rounded to it."""
    root = math.sqrt(1.0 + t * t)
    return 1.0 / (root * (root + abs(t)))


@inlined
def moved(t, step):
    """The slope after a step of alpha that stays between the ends."""
    side = math.copysign(1.0, t)
    left = margin(t) - side * step
    if left > 1.0:
        side, left = -side, 2.0 - left
    return side * (1.0 - left) / math.sqrt(left * (2.0 - left))


@inlined
def room(t, step):
    """How far alpha can go in the direction of a step."""
    return margin(t) if step * t > 0.0 else 2.0 - margin(t)


@inlined
def first_slope(a, g, w):
    """A slope to start from, for the place a of a sharp end; g, w: slopes of everything else and of the rounding [m]."""
    alpha = 2.0 * a - 1.0
    limit = max(STEEP, (-g if alpha > 0.0 else g) / w)
    inside = 1.0 - alpha * alpha
    if alpha * alpha >= limit * limit * inside:
        return math.copysign(limit, alpha)
    return alpha / math.sqrt(inside)


# --- L + P and its derivatives ------------------------------------------------------------------------------------------
@inlined
def unit(r, s_A, s_B, a, b):
    """d/L and L of d = r + b s_B - a s_A."""
    d = sub(add_scaled(r, b, s_B), scale(a, s_A))
    L = max(math.sqrt(dot(d, d)), TINY)
    return scale(1.0 / L, d), L


@inlined
def slopes(n, s_A, s_B, chi, x_a, x_b, a, b):
    """First derivatives of L + chi x^2/2 by alpha and beta [m]."""
    pull = chi * ((a - 0.5) * x_a + (b - 0.5) * x_b)
    return 0.5 * (pull * x_a - dot(n, s_A)), 0.5 * (pull * x_b + dot(n, s_B))


@inlined
def curvatures(n, L, s_A, s_B, chi, x_a, x_b, e_A, e_B):
    """Second derivatives of L + P by alpha and beta [m]: aa, bb, ab, determinant (from sums of squares); e: of the ends."""
    n_a, n_b = dot(n, s_A), dot(n, s_B)
    h_aa = 0.25 * ((dot(s_A, s_A) - n_a * n_a) / L + chi * x_a * x_a)
    h_bb = 0.25 * ((dot(s_B, s_B) - n_b * n_b) / L + chi * x_b * x_b)
    h_ab = 0.25 * ((n_a * n_b - dot(s_A, s_B)) / L + chi * x_a * x_b)
    m = dot(n, cross(s_A, s_B)) / L
    w = cross(n, add_scaled(scale(x_b, s_A), x_a, s_B))
    det = 0.0625 * (m * m + chi * dot(w, w) / L)
    return h_aa + e_A, h_bb + e_B, h_ab, det + e_A * h_bb + e_B * h_aa + e_A * e_B


@kernel
def least(r, s_A, s_B, chi, x_a, x_b):
    """(a, b) in the unit square with the least |r + b s_B - a s_A|^2/2 + chi x^2/2; r = p_B - p_A, chi [-]."""
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
def rounded(r, s_A, s_B, chi, x_a, x_b, rho, t_A, t_B):
    """The slopes (t_A, t_B) of the least L + P."""
    w = chi * rho
    for _newton in range(NEWTON):
        a, b = place(t_A), place(t_B)
        n, L = unit(r, s_A, s_B, a, b)
        g_a, g_b = slopes(n, s_A, s_B, chi, x_a, x_b, a, b)
        g_a, g_b = g_a + w * t_A, g_b + w * t_B
        e_A, e_B = w * (1.0 + t_A * t_A) ** 1.5, w * (1.0 + t_B * t_B) ** 1.5
        h_aa, h_bb, h_ab, det = curvatures(n, L, s_A, s_B, chi, x_a, x_b, e_A, e_B)
        step_A, step_B = (h_ab * g_b - h_bb * g_a) / det, (h_ab * g_a - h_aa * g_b) / det
        size = max(abs(step_A) / margin(t_A), abs(step_B) / margin(t_B))
        if size > NEAR:
            far = max(abs(step_A) / room(t_A, step_A), abs(step_B) / room(t_B, step_B))
            part = min(1.0, 0.95 / far)
            value = L + chi * height(x_a, x_b, rho, t_A, t_B)
            for _half in range(HALVES):
                new_A, new_B = moved(t_A, part * step_A), moved(t_B, part * step_B)
                n, L = unit(r, s_A, s_B, place(new_A), place(new_B))
                if L + chi * height(x_a, x_b, rho, new_A, new_B) <= value:
                    break
                part *= 0.5
            step_A, step_B = part * step_A, part * step_B
        t_A, t_B = moved(t_A, step_A), moved(t_B, step_B)
        if size < ENOUGH:
            break
    return t_A, t_B


@kernel
def closest(p_A, q_A, p_B, q_B):
    """Parameters (a, b) of the points between which the contact is, and their slopes (t_A, t_B), 0 without a crown."""
    r, s_A, s_B = sub(p_B, p_A), sub(q_A, p_A), sub(q_B, p_B)
    chi, _, x_a, x_b, rho = crown(s_A, s_B)
    if chi == 0.0:
        a, b = least(r, s_A, s_B, 0.0, 0.0, 0.0)
        return a, b, 0.0, 0.0
    a, b = 0.5, 0.5
    n, L = unit(r, s_A, s_B, a, b)
    for _round in range(2):
        a, b = least(r, s_A, s_B, L * chi, x_a, x_b)
        n, L = unit(r, s_A, s_B, a, b)
    g_a, g_b = slopes(n, s_A, s_B, chi, x_a, x_b, a, b)
    t_A, t_B = first_slope(a, g_a, chi * rho), first_slope(b, g_b, chi * rho)
    t_A, t_B = rounded(r, s_A, s_B, chi, x_a, x_b, rho, t_A, t_B)
    return place(t_A), place(t_B), t_A, t_B


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
    a, b, t_A, t_B = closest(p_A, q_A, p_B, q_B)
    y_A, y_B = add_scaled(p_A, a, s_A), add_scaled(p_B, b, s_B)
    d = sub(y_B, y_A)
    n = direction(d, s_A, s_B)
    c = ball_ball.contact(y_A, r_A, y_B, r_B, n)
    g = math.sqrt(dot(d, d)) - (r_A + r_B)
    chi, chi_q, x_a, x_b, rho = crown(s_A, s_B)
    if chi == 0.0:
        return g, n, c, ZERO
    h = height(x_a, x_b, rho, t_A, t_B)
    lengths = dot(s_A, s_A) * dot(s_B, s_B)
    return g + chi * h, n, c, scale(2.0 * chi_q * h * dot(s_A, s_B) / lengths, cross(s_A, s_B))


@kernel
def axis_rates(p_A, v_pA, q_A, v_qA, p_B, v_pB, q_B, v_qB):
    """dn/dt [1/s], dy_A/dt and dy_B/dt [m/s] from the ends of the axes and their velocities."""
    s_A, s_B = sub(q_A, p_A), sub(q_B, p_B)
    sdot_A, sdot_B = sub(v_qA, v_pA), sub(v_qB, v_pB)
    a, b, t_A, t_B = closest(p_A, q_A, p_B, q_B)
    d = sub(add_scaled(p_B, b, s_B), add_scaled(p_A, a, s_A))
    L = math.sqrt(dot(d, d))
    v_A, v_B = add_scaled(v_pA, a, sdot_A), add_scaled(v_pB, b, sdot_B)
    if L < TINY:
        return ZERO, v_A, v_B
    n = scale(1.0 / L, d)
    # at constant (a, b): the rate of n, and those of the slopes of L + P
    v = sub(v_B, v_A)
    turn = scale(1.0 / L, add_scaled(v, -dot(n, v), n))
    rate_a, rate_b = -0.5 * (dot(n, sdot_A) + dot(turn, s_A)), 0.5 * (dot(n, sdot_B) + dot(turn, s_B))
    chi, chi_q, x_a, x_b, rho = crown(s_A, s_B)
    if chi > 0.0:
        cosine_dot = dot(sdot_A, s_B) + dot(s_A, sdot_B)
        q_dot = -2.0 * dot(s_A, s_B) * cosine_dot / (dot(s_A, s_A) * dot(s_B, s_B))
        x = (a - 0.5) * x_a + (b - 0.5) * x_b
        rate_a += chi_q * q_dot * (0.5 * x * x_a + rho * t_A)
        rate_b += chi_q * q_dot * (0.5 * x * x_b + rho * t_B)
    # the speed of (alpha, beta) keeps the slopes at 0; without a crown, a coordinate at an end stays there
    e_A, e_B = chi * rho * (1.0 + t_A * t_A) ** 1.5, chi * rho * (1.0 + t_B * t_B) ** 1.5
    h_aa, h_bb, h_ab, det = curvatures(n, L, s_A, s_B, chi, x_a, x_b, e_A, e_B)
    free_A, free_B = 0.0 < a < 1.0, 0.0 < b < 1.0
    a_dot, b_dot = 0.0, 0.0
    if free_A and free_B and det > 0.0:
        a_dot, b_dot = 0.5 * (h_ab * rate_b - h_bb * rate_a) / det, 0.5 * (h_ab * rate_a - h_aa * rate_b) / det
    elif free_A and h_aa > 0.0:
        a_dot = -0.5 * rate_a / h_aa
    elif free_B and h_bb > 0.0:
        b_dot = -0.5 * rate_b / h_bb
    slide = sub(scale(b_dot, s_B), scale(a_dot, s_A))
    turn = add_scaled(turn, 1.0 / L, add_scaled(slide, -dot(n, slide), n))
    return turn, add_scaled(v_A, a_dot, s_A), add_scaled(v_B, b_dot, s_B)


@kernel
def normal_rate(p_A, v_pA, q_A, v_qA, p_B, v_pB, q_B, v_qB):
    """dn/dt [1/s] from the ends of the axes and their velocities."""
    return axis_rates(p_A, v_pA, q_A, v_qA, p_B, v_pB, q_B, v_qB)[0]


@inlined
def meet(A, B):
    """How two segments meet."""
    g, n, c, k = gap(A.start, A.end, A.radius, B.start, B.end, B.radius)
    return Meeting(g, n, c, k)


@inlined
def normal_rate_of(A, a, B, b, n):
    """dn/dt [1/s]."""
    return normal_rate(A.start, a.start, A.end, a.end, B.start, b.start, B.end, b.end)


@inlined
def point_rate_of(A, a, B, b, n, turn):
    """dc/dt [m/s]."""
    _, v_A, v_B = axis_rates(A.start, a.start, A.end, a.end, B.start, b.start, B.end, b.end)
    return ball_ball.contact(v_A, A.radius, v_B, B.radius, turn)
