"""A step is cleared by proof: no open contact was made inside it, or the first one that was is found.

A distance of two convex bodies is V-shaped, turns and has several minima: no number of samples excludes a touch. A bound
does. Everything is by s, the fraction of the step, on the interpolant of the method (bounds of nodes: system/bounds.py).

Pair       features are balls or segments, spanned by 1 or 2 points, with a radius; r the largest distance of those points
           from the origin of the node (without the radius: the spin of a ball costs nothing)
Fall       |gap'| <= F = V_a + V_b + N1_a r_a + N1_b r_b:   gap_0 + gap_1 > F clears the step at once.
Ends       where one point against one point or plane decides, gap(u) >= gap_0 + gap_0' u - A u^2/2 from the start and the
           like from the end clear the step if together they see all of it. Both need no look inside, nor, with bounds
           from the stages, an interpolant: most steps end here.
Bend       for a FIXED unit vector n, and for every pair of points j, k,
               gap(s + u) >= n.(B_k - A_j)(s + u) - radii >= f_jk + f'_jk u - A u^2/2,
               A = A_a + A_b + N2_a r_a + N2_b r_b,
           since a distance of convex sets is a maximum over directions. With the n of the present closest points this is
           tight: the largest u with a right-hand side >= 0 for all j, k is how far one can see from here.
Convex     a body with the support function h has n.x <= n.o + h(R^T n) for all its points x: with n fixed,
               gap(s + u) >= f + f' u - A u^2/2,   A += N1_a^2 Rmax_a + N1_b^2 Rmax_b,
           Rmax the largest radius of curvature, r the largest distance of the surface from the origin of the node: with
           w = R^T n and the surface point x(w) = grad h, (n.R x)'' = n.R'' x + w'. Hess h w', and |w'| <= N1.
Corners    a solid is the hull of points: with n fixed, each moves along n no faster than the centre and |n x w| times the
           largest distance of the core from it. Edges are segments; where they fade, the gap is larger than their
           distance, and F has what the fading may fall. A rim is a circle of points, and not convex: over a plane they
           share n, over a solid each has its own, and all that is known is how fast any of them can come near.
Terrain    is not convex. Its signed distance d is 1-Lipschitz: gap(s + u) >= gap - F u, F the largest speed of the ball in
           its axes; the like of a lower bound of the gap, which is all there is where d >= SURE rho. Nearer, the ball of
           radius rho that rests on the foot from above, centre C = X + (rho - d) N, is free (solids/terrain.py):
               d(X + D) >= rho - |X + D - C| >= d + N.D - |D|^2/(2 (rho - d)),     |D| <= F u
           for every way D of the ball in the axes of the terrain, so that A += F^2/(rho - d), N fixed in them.
Plane      a half-space turns with its body: A += 2 N1_a V + N2_a D, D the largest distance of the other feature from its
           origin; F in the same way. Under a convex body n turns too, |w'| <= N1_a + N1_b: that squared times Rmax_b.
Limit      of a joint: f = +-(limit - q), A = bound of |q''|.
Surface    a relaxing surface S(t) = S0 exp(-c (t - t0)) >= 0 is convex: its tangent joins f and f', on the square-root
           clock 2 |S'| h^2 joins A, and S0 joins F.

Sweep      one kinematics serves all pairs: at s, the lowest place up to which all is proven, each pending pair says how far
           it sees. Approach is quadratic (Newton's method from the safe side), a graze linear, factor 0.6 per look. The
           first s at which the guard of an armed pair is not positive ends the sweep.

Promise    No overlap of an armed open pair deeper than

               d = DEPTH rtol size + ROUNDING eps (|p| + r_a + r_b + radii),     size of the smaller body

           is passed over on the interpolant, and the first one is located; one that lasts to the end of the step is seen
           there and located however shallow it is. The shortest episode that may be missed lasts 2 sqrt(2 d/kappa), kappa
           the curvature of the gap: two balls of 0.1 m that pass at 1 m/s, rtol 1e-6: 4 us, 10 pm deep, harmless.
           Where the guard of an open contact is not its distance (it overlaps and would pull) it is looked at every PACE.
           Nearly parallel capsules, whose gap is a little larger than their distance, are followed by their gap and F.
Rounding   The gap of a contact that was just lost is rounding: it may fall back to zero while the two part, and be taken
           for the first event of a step. Such a fall makes no contact (`robot_disarm`): the pair is armed when it has
           risen above its rounding, and until then it is followed by the same bounds.
Limits     DOP853: before its interpolant exists, the slopes of its stages are taken for slopes of it (see `spread`).
Source     conservative advancement: Mirtich, Impulse-based dynamic simulation (1996), section 2.3.
"""

from .._jit import inlined
from ..dynamics.kinematics import kinematics
from ..elements.contact import rounding
from ..elements.cornered import free_radius, is_cornered, is_field, is_known
from ..elements.dispatch import is_limit, touches
from ..elements.normal import free_surface
from ..integrate.dense import hull
from ..integrate.explicit import stage_hull
from ..integrate.field import time_of
from ..integrate.problem import CUT, NONE, apart, disarm, first_fall, survey
from ..integrate.solver import (
    EPS,
    EXPLICIT,
    IN_ROUNDING,
    KIND,
    LOOKED_AT,
    N_GUARD,
    PROVEN,
    ROSENBROCK,
    WARP,
    T,
)
from ..shapes.contract import SEGMENT
from ..tables import (
    EL_A,
    EL_B,
    EL_GUARDS,
    F_KIND,
    F_RADIUS,
    M_NORMAL,
    N_NEAR,
    OPEN,
    QI,
    S_NQ,
    S_PAIRS,
)
from .bounds import bounds_from_interpolant, bounds_from_stages
from .events import robot_guards
from .nearby import covered, lengthen
from .pair_bounds import bend, fall, fall_over_step
from .posing import guard_at, pose
from .robot import Robot
from .sight import BEND, CLEAR_FROM, CLEAR_TO, see, sight_of, slack

MOST = 1000  # looks in one step
PACE = 1.0 / 64.0  # of a step, where the guard of an open contact is not its distance

SETTLED = -1.0  # bend of a contact that is not pending


@inlined
def _clock(S, x, h, s):
    """Time at s, and its derivative by s."""
    if S.k[WARP] > 0:
        return time_of(S, x + s * h), 2.0 * (x + s * h) * h
    return x + s * h, h


@inlined
def _far(P, S, k, F):
    """Whether the fall F is too little for the gaps at the two ends of the step; k as everywhere numbers P.near."""
    i = P.first[k]
    g0, g1, rate0, rate1 = S.g0[i], S.g1[i], S.gd0[i], S.gd1[i]
    if not (g0 > 0.0 and rate0 == rate0 and rate1 == rate1):
        return False  # not armed, or a guard that is not the distance
    surface, _ = free_surface(P, P.near[k], S.r[T])
    return g0 + g1 > F + surface


@inlined
def _one_point(kind_a, kind_b):
    """Whether one point of each decides, or the surface of a smooth body."""
    return kind_a != SEGMENT and kind_b != SEGMENT and not is_cornered(kind_b)


@inlined
def _seen_from_ends(P, S, k, x, h, A):
    """Whether the two ends of the step, with a bend of at most A, see all of it."""
    i = P.first[k]
    g0, g1, rate0, rate1 = S.g0[i], S.g1[i], S.gd0[i], S.gd1[i]
    if not (g0 > 0.0 and g1 > 0.0 and rate0 == rate0 and rate1 == rate1):
        return False  # not armed, fallen, or a guard that is not the distance
    e = P.near[k]
    _, surface_rate = free_surface(P, e, S.r[T])
    if not is_limit(P, e) and is_field(P, P.el_i[e, EL_B]):
        a, b, highest = P.el_i[e, EL_A], P.el_i[e, EL_B], max(g0, g1)
        if not is_known(P, a, b, highest):
            return False
        A += fall(P, e) ** 2 / (free_radius(P, b) - highest - P.feat_f[a, F_RADIUS])
    elif not is_limit(P, e) and not _one_point(P.feat_i[P.el_i[e, EL_A], F_KIND], P.feat_i[P.el_i[e, EL_B], F_KIND]):
        return False  # of a segment or a solid another point may come first
    _, dt0 = _clock(S, x, h, 0.0)
    _, dt1 = _clock(S, x, h, 1.0)
    if S.k[WARP] > 0:
        A += 2.0 * abs(surface_rate) * h * h
    d = slack(P, S, e)
    return sight_of(g0 + d, rate0 * dt0, A) + sight_of(g1 + d, -rate1 * dt1, A) >= 1.0


# --- before there is an interpolant -----------------------------------------------------------------------------------
@inlined
def _mark(P, S):
    """Mark the guards of open contacts and limits as proven; return whether there are any."""
    found = False
    for k in range(P.count[N_NEAR]):
        e, i = P.near[k], P.first[k]
        for j in range(P.el_i[e, EL_GUARDS]):
            S.proof[i + j] = LOOKED_AT
        if touches(P, e) and P.mode[e, M_NORMAL] == OPEN:
            S.proof[i] = PROVEN
            found = True
    return found


@inlined
def _proven(P, S, k):
    """Whether the guard of element P.near[k] is one that is proven."""
    return P.el_i[P.near[k], EL_GUARDS] > 0 and S.proof[P.first[k]] != LOOKED_AT


@apart.register_inlined(Robot)
def robot_apart(P, S, M, x, h):
    """Whether the stages show that no open contact can be made in the step and that the list holds."""
    listed = P.size[S_PAIRS] == 1
    if not _mark(P, S) and not listed:
        return True
    if S.k[KIND] > EXPLICIT:
        return False
    bounds_from_stages(P, S, M, h)
    if listed and not covered(P):
        return False
    for k in range(P.count[N_NEAR]):  # P.work has the positions at the end of the step, from its guards
        if _proven(P, S, k):
            e = P.near[k]
            if is_limit(P, e):
                F, A = stage_hull(S.K, M, P.tree.i[P.el_i[e, EL_A], QI], 1, h)
                clear = _far(P, S, k, F) or _seen_from_ends(P, S, k, x, h, A)
            else:
                clear = _far(P, S, k, fall_over_step(P, e)) or _seen_from_ends(P, S, k, x, h, bend(P, e))
            if not clear:
                return False
    return True


# --- with the interpolant ---------------------------------------------------------------------------------------------
@survey.register_inlined(Robot)
def robot_survey(P, S, x, h):
    """Bounds of all nodes over the step; a list that was too short is made anew, with the guards at both ends."""
    bounds_from_interpolant(P, S)
    if P.size[S_PAIRS] == 1 and not covered(P):
        lengthen(P, S.y)
        S.k[N_GUARD] = robot_guards(S.r[T], S.y, P, S.g0, S.gd0)
        robot_guards(time_of(S, x + h), S.y1, P, S.g1, S.gd1)
        _mark(P, S)


@inlined
def _begin(P, S, x, h):
    """Bounds of the contacts that the ends of the step do not clear; return their number."""
    pending = 0
    kinematics(P.tree, S.y1, P.size[S_NQ], P.work)
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        P.sweep[e, BEND] = SETTLED
        if not _proven(P, S, k):
            continue
        if is_limit(P, e):
            q = P.tree.i[P.el_i[e, EL_A], QI]
            F, A = hull(S.Q, q, 1, 1), hull(S.Q, q, 1, 2)
        else:
            F, A = fall_over_step(P, e), bend(P, e)
        # (the interpolant of a Rosenbrock method does not have the slopes of the ends)
        if _far(P, S, k, F) or (S.k[KIND] != ROSENBROCK and _seen_from_ends(P, S, k, x, h, A)):
            continue
        if S.k[WARP] > 0:
            _, surface_rate = free_surface(P, e, S.r[T])
            A += 2.0 * abs(surface_rate) * h * h
        P.sweep[e, CLEAR_TO] = 0.0
        P.sweep[e, CLEAR_FROM] = 1.0
        P.sweep[e, BEND] = A
        pending += 1
    return pending


@inlined
def _pending(P, e):
    return P.sweep[e, BEND] >= 0.0 and P.sweep[e, CLEAR_TO] < P.sweep[e, CLEAR_FROM]


@inlined
def _look_back(P, S, x, h):
    """From the far end backwards, once: what parts again need not be followed to the end."""
    t, dt = _clock(S, x, h, 1.0)
    pose(P, S, 1.0)
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if _pending(P, e) and S.g1[P.first[k]] > 0.0:
            sight, f = see(P, S, e, t, dt, -1.0)
            if f > 0.0:
                P.sweep[e, CLEAR_FROM] = 1.0 - sight


@inlined
def _advance_contact(P, S, k, x, h, s):
    """How far contact P.near[k] is clear, seen from s; 0 if its guard has fallen there. Arms a contact just opened."""
    e = P.near[k]
    t, dt = _clock(S, x, h, s)
    sight, f = see(P, S, e, t, dt, 1.0)
    if S.proof[P.first[k]] == IN_ROUNDING and S.g0[P.first[k]] <= 0.0:
        edge = rounding(P, e)
        if abs(f) <= edge:
            return sight
        S.g0[P.first[k]] = max(f, 2.0 * edge)  # for good
    if f > 0.0:
        if S.g0[P.first[k]] <= 0.0:
            S.g0[P.first[k]] = f
        return sight
    if s == 0.0 or S.g0[P.first[k]] <= 0.0:
        return PACE
    g, rate = guard_at(P, S, e, s, t)
    if g <= 0.0:
        return 0.0
    if rate == rate:  # the distance itself, larger than its lower bound; it may hover within what may be passed over
        return max((g + slack(P, S, e)) / (2.0 * (fall(P, e) + EPS)), PACE * PACE)
    return PACE


@inlined
def _fallen(P, S):
    """Whether the guard of an armed open contact is not positive at the end of the step, however little."""
    for k in range(P.count[N_NEAR]):
        if _proven(P, S, k) and S.g0[P.first[k]] > 0.0 >= S.g1[P.first[k]]:
            return True
    return False


@first_fall.register_inlined(Robot)
def robot_first_fall(P, S, x, h):
    """(a, b): no open contact was made up to a, one has at b; NONE or CUT as b where none was, or looks ran out."""
    if _begin(P, S, x, h) == 0:
        return 0.0, NONE
    _look_back(P, S, x, h)
    last = 0.0
    s = 0.0
    for _ in range(MOST):
        pose(P, S, s)
        after = NONE
        for k in range(P.count[N_NEAR]):
            e = P.near[k]
            if not _pending(P, e):
                continue
            sight = _advance_contact(P, S, k, x, h, s)
            if sight == 0.0 and s > 0.0:
                return last, s
            P.sweep[e, CLEAR_TO] = max(P.sweep[e, CLEAR_TO], s + sight)
            if _pending(P, e):
                after = min(after, P.sweep[e, CLEAR_TO])
        if s >= 1.0 or after == NONE:
            return (s, 1.0) if s < 1.0 and _fallen(P, S) else (0.0, NONE)
        last = s
        s = min(max(after, s + 4.0 * EPS), 1.0)
    return last, CUT


# --- what rounding does -------------------------------------------------------------------------------------------------
@disarm.register(Robot)
def robot_disarm(P, S):
    """A contact that was open within rounding at the start, is so at its fall, and parts at both, has not been made.

    Nor has one been lost that had just been made, and presses on: two corners that land together would take turns.
    """
    found = False
    for k in range(P.count[N_NEAR]):
        e, i = P.near[k], P.first[k]
        if not touches(P, e) or is_limit(P, e) or S.hit[i] == 0:
            continue
        d = rounding(P, e)
        if S.g0[i] <= d and S.gd0[i] > 0.0 and S.gm[i] >= -d and S.gdm[i] > 0.0:
            if S.proof[i] != LOOKED_AT:
                S.proof[i] = IN_ROUNDING
            elif not S.g1[i] > 0.0:
                continue
            S.g0[i], S.hit[i] = -d, 0
            found = True
    return found
