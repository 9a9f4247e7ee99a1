"""How far along the step one can see from a place of it that a contact stays open; symbols and proofs: clearance.py."""

import math

from .._jit import inlined, kernel
from ..elements import limit
from ..elements.contact import deepest, rounding
from ..elements.cornered import free_radius, is_cornered, is_field, is_known, nearness, spans
from ..elements.dispatch import is_limit
from ..elements.features import geometry, nodes
from ..elements.normal import free_surface
from ..elements.places import place, velocity
from ..integrate.solver import RTOL
from ..shapes.contract import BALL, CONVEX, EDGE, PLANE, RIM, SIDE
from ..shapes.pairs.edge_edge import SHORT, cut_off
from ..spatial.vectors import add_scaled, cross, dot, get3, sub
from ..tables import EL_A, EL_B, F_A, F_B, F_BULGE, F_KIND, F_NODE, F_RADIUS, F_ROUND, W_W
from .pair_bounds import fall

DEPTH = 1e-4  # [rtol size] overlap that may be passed over
BLIND = 1e9  # farther than any step

# columns of P.sweep
CLEAR_TO, CLEAR_FROM, BEND = 0, 1, 2


@inlined
def slack(P, S, e):
    """d: the overlap that may be passed over [m]; positions of the nodes in P.work."""
    if is_limit(P, e):
        return limit.rounding(P, e)
    return DEPTH * S.r[RTOL] * deepest(P, e) + rounding(P, e)


@inlined
def sight_of(f, rate, A):
    """Largest u with f + rate u - A u^2/2 >= 0."""
    if f <= 0.0:
        return 0.0
    root = math.sqrt(rate * rate + 2.0 * A * f)
    if rate < 0.0:
        return 2.0 * f / (root - rate)
    return (rate + root) / A if A > 0.0 else BLIND


@inlined
def _span_point(P, f, other, j):
    """Point j of those that span a feature; of an edge, or an axis against one, without what is cut off there."""
    start = place(P, f, F_A)
    if P.feat_i[f, F_KIND] == BALL:
        return start
    end = place(P, f, F_B)
    t = 0.0
    if P.feat_i[f, F_KIND] == EDGE or P.feat_i[other, F_KIND] == EDGE:
        t = cut_off(sub(end, start), SHORT * (P.feat_f[f, F_ROUND] + P.feat_f[other, F_ROUND]))
    return add_scaled(start if j == 0 else end, t if j == 0 else -t, sub(end, start))


@inlined
def _whirl(P, node, n, arm):
    """By how much points of a node at the distance `arm` may move faster along n than the middle of them."""
    t = cross(n, get3(P.work, node, W_W))
    return arm * math.sqrt(dot(t, t))


@kernel
def _slowest(P, a, b, n, direction):
    """The slowest parting of all points of two features of which B is a solid, a rim or a side, in a direction of s."""
    na, nb = P.feat_i[a, F_NODE], P.feat_i[b, F_NODE]
    kind, centre = P.feat_i[a, F_KIND], place(P, b, F_A)
    v = velocity(P, nb, centre)
    if kind == PLANE:  # its points are wherever the other is
        rate = direction * dot(n, sub(v, velocity(P, na, centre))) - _whirl(P, na, n, P.feat_f[b, F_BULGE])
    elif P.feat_i[b, F_KIND] == RIM:  # each of its points may have another normal
        apart, w_A, w_B = sub(v, velocity(P, na, place(P, a, F_A))), get3(P.work, na, W_W), get3(P.work, nb, W_W)
        turns = math.sqrt(dot(w_A, w_A)) * P.feat_f[a, F_BULGE] + math.sqrt(dot(w_B, w_B)) * P.feat_f[b, F_BULGE]
        return -math.sqrt(dot(apart, apart)) - turns
    elif spans(kind) == 2:
        one, other = velocity(P, na, place(P, a, F_A)), velocity(P, na, place(P, a, F_B))
        rate = min(direction * dot(n, sub(v, one)), direction * dot(n, sub(v, other)))
    else:
        rate = direction * dot(n, sub(v, velocity(P, na, place(P, a, F_A)))) - _whirl(P, na, n, P.feat_f[a, F_BULGE])
    return rate - _whirl(P, nb, n, P.feat_f[b, F_BULGE])


@kernel
def see(P, S, e, t, dt, direction):
    """(how far contact c is clear from here on, a lower bound of its distance), in `direction` 1 or -1 of s.

    dt is dt/ds here. The distance includes the relaxing surface, not the overlap that may be passed over.
    """
    A = P.sweep[e, BEND]
    d = slack(P, S, e)
    surface, surface_rate = free_surface(P, e, t)
    lift = surface_rate * dt
    if is_limit(P, e):
        beyond, rate = limit.motion(P, e, S.ym)
        f = surface - beyond
        return sight_of(f + d, direction * (lift - rate), A), f
    a, b = P.el_i[e, EL_A], P.el_i[e, EL_B]
    na, nb = nodes(P, e)
    m = geometry(P, e)
    gap, n, point = m.gap, m.normal, m.point
    if is_cornered(P.feat_i[b, F_KIND]):
        surface += rounding(P, e)  # as its guard has it: `clear_guard`
    if (P.feat_i[a, F_KIND] == PLANE and P.feat_i[b, F_KIND] != RIM) or P.feat_i[b, F_KIND] == CONVEX:
        rate = dot(n, sub(velocity(P, nb, point), velocity(P, na, point)))
        return sight_of(gap + surface + d, direction * (rate + lift), A), gap + surface
    if is_field(P, b):
        F = fall(P, e)
        sight = sight_of(gap + surface + d, direction * lift - F, 0.0)
        if is_known(P, a, b, gap):
            rate = dot(n, sub(velocity(P, nb, point), velocity(P, na, point)))
            A += F * F / (free_radius(P, b) - gap - P.feat_f[a, F_RADIUS])
            sight = max(sight, sight_of(gap + surface + d, direction * (rate + lift), A))
        return sight, gap + surface
    if P.feat_i[b, F_KIND] > EDGE:
        distance = nearness(P, a, b) if P.feat_i[b, F_KIND] == SIDE else gap
        rate = _slowest(P, a, b, n, direction) + direction * lift
        return sight_of(distance + surface + d, rate, A), distance + surface
    radii = P.feat_f[a, F_RADIUS] + P.feat_f[b, F_RADIUS]
    sight, lowest = BLIND, BLIND
    for j in range(spans(P.feat_i[a, F_KIND])):
        pa = _span_point(P, a, b, j)
        va = velocity(P, na, pa)
        for k in range(spans(P.feat_i[b, F_KIND])):
            pb = _span_point(P, b, a, k)
            f = dot(n, sub(pb, pa)) - radii + surface
            rate = dot(n, sub(velocity(P, nb, pb), va)) + lift
            lowest = min(lowest, f)
            sight = min(sight, sight_of(f + d, direction * rate, A))
    return sight, lowest
