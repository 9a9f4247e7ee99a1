"""Contacts of shapes with corners: edges, whole solids and rims, wherever they are now (shapes/roles.py: who meets whom).

    PLANE x RIM,   BALL x SOLID,   SEGMENT x EDGE,   EDGE x EDGE,   SOLID x RIM,         A x B, by the numbers of the kinds
    SEGMENT x SIDE,   EDGE x SIDE,   SIDE x SIDE,   BALL x FIELD

Most models have none of them: everything here is compiled apart from the rest.
"""

import math

from .._jit import apart, inlined, kernel
from ..shapes.contract import BALL, EDGE, FIELD, PLANE, RIM, SEGMENT, SIDE, SOLID, Meeting, Moving
from ..shapes.pairs import ball_ball, ball_solid, edge_edge, edge_side, rim_plane, rim_solid, side_side
from ..shapes.pairs.ball_solid import Solid
from ..shapes.pairs.edge_edge import Edge
from ..shapes.pairs.fading import STEEPEST, width
from ..shapes.pairs.rim_solid import Rim
from ..shapes.roles import RODS
from ..shapes.solids.terrain import RHO, SURE, is_beyond
from ..spatial.vectors import ZERO, Vector, add, add_scaled, dot, get3, get9, mat_mul, mat_t_vec, mat_vec, sub
from ..tables import (
    F_A,
    F_B,
    F_BULGE,
    F_KIND,
    F_NODE,
    F_RADIUS,
    F_ROLE,
    F_ROUND,
    F_ROW,
    F_SUPPORT,
    W_P,
    W_R,
    W_W,
    Robot,
)
from .places import is_world, place, turn, velocity

FAR = 1e300  # [m] gap of a pair that there is no file for


@inlined
def is_cornered(kind):
    """Whether a contact whose B is of this kind is one of these."""
    return kind >= EDGE


@inlined
def edge_at(P, f):
    """An edge, or the axis of a capsule, where it is now."""
    return Edge(place(P, f, F_A), place(P, f, F_B), P.feat_f[f, F_RADIUS], P.feat_f[f, F_ROUND])


@inlined
def _rotation_at(P, f):
    """From the axes of a solid to those of the world."""
    i, node = P.feat_i[f, F_ROW], P.feat_i[f, F_NODE]
    s = P.solid
    R = (s[i], s[i + 1], s[i + 2], s[i + 3], s[i + 4], s[i + 5], s[i + 6], s[i + 7], s[i + 8])
    return R if is_world(P, node) else mat_mul(get9(P.work, node, W_R), R)


@inlined
def solid_at(P, f):
    """A solid where it is now."""
    return Solid(
        place(P, f, F_A),
        _rotation_at(P, f),
        P.feat_i[f, F_SUPPORT],
        P.solid,
        P.feat_i[f, F_ROW] + 9,
        P.feat_f[f, F_RADIUS],
    )


@inlined
def rim_at(P, f):
    """A rim where it is now."""
    return Rim(place(P, f, F_A), turn(P, f, F_B), P.feat_f[f, F_BULGE], P.feat_f[f, F_RADIUS])


@inlined
def _moving(P, f, start, end):
    """How a feature moves of which two points are here."""
    node = P.feat_i[f, F_NODE]
    return Moving(velocity(P, node, start), velocity(P, node, end), get3(P.work, node, W_W))


@apart
def meeting(P: Robot, a: int, b: int) -> Meeting:
    """How features a and b meet."""
    kind_a, kind_b = P.feat_i[a, F_KIND], P.feat_i[b, F_KIND]
    if kind_b == EDGE:
        return edge_edge.meet(edge_at(P, a), edge_at(P, b))
    if kind_a == BALL:
        return ball_solid.meet(place(P, a, F_A), P.feat_f[a, F_RADIUS], solid_at(P, b))
    if kind_b == RIM:
        return _rim_meeting(P, a, b)
    if kind_b == SIDE:
        if kind_a == SIDE:
            return side_side.meet(solid_at(P, a), solid_at(P, b))
        return edge_side.meet(edge_at(P, a), solid_at(P, b))
    return Meeting(FAR, (0.0, 0.0, 1.0), ZERO, ZERO)


@inlined
def _rim_meeting(P, a, b):
    B = rim_at(P, b)
    if P.feat_i[a, F_KIND] == PLANE:
        return rim_plane.meet(place(P, a, F_A), turn(P, a, F_B), B.centre, B.axis, B.size, B.radius)
    return rim_solid.meet(solid_at(P, a), B)


@apart
def nearness(P: Robot, a: int, b: int) -> float:
    """A bound of the gap from below [m] that changes no faster than the two features move."""
    if P.feat_i[b, F_KIND] == EDGE:
        return edge_edge.distance(edge_at(P, a), edge_at(P, b))
    if P.feat_i[b, F_KIND] == SIDE:
        if P.feat_i[a, F_KIND] == SIDE:
            return side_side.distance(solid_at(P, a), solid_at(P, b))[0]
        return edge_side.distance(edge_at(P, a), solid_at(P, b))[0]
    return meeting(P, a, b).gap


@inlined
def _length(P, f):
    """Of an edge, an axis or a side, and with which radius it is round [m]."""
    if P.feat_i[f, F_KIND] == SIDE:
        core = P.feat_i[f, F_ROW] + 9
        return 2.0 * P.solid[core + 1], P.feat_f[f, F_RADIUS] + P.solid[core]
    way = sub(get3(P.feat_f, f, F_B), get3(P.feat_f, f, F_A))
    return math.sqrt(dot(way, way)), P.feat_f[f, F_RADIUS]


@inlined
def steepest_lift(P, a, b):
    """How fast the lift of nearly parallel ones can change with their angle, at most [m]; b is an edge or a side."""
    l_a, rho_a = _length(P, a)
    l_b, rho_b = _length(P, b)
    R = P.feat_f[a, F_RADIUS] + P.feat_f[b, F_RADIUS]
    return STEEPEST * R / width(R, rho_a + rho_b, min(l_a, l_b))


@inlined
def _ball_around(P, f):
    """Centre and radius of a ball that holds an edge, or the axis of a capsule."""
    A, B = get3(P.feat_f, f, F_A), get3(P.feat_f, f, F_B)
    way, node = sub(B, A), P.feat_i[f, F_NODE]
    centre = add_scaled(A, 0.5, way)
    if not is_world(P, node):
        centre = add(get3(P.work, node, W_P), mat_vec(get9(P.work, node, W_R), centre))
    return centre, 0.5 * math.sqrt(dot(way, way)) + P.feat_f[f, F_RADIUS]


@inlined
def may_be_beside(P, a, b):
    """Whether `is_beside` can say anything: an edge (or an axis) and a solid, not two capsules, which have one contact."""
    kind = P.feat_i[a, F_KIND]
    return P.feat_i[b, F_KIND] == SOLID and (kind == EDGE or (kind == SEGMENT and P.feat_i[b, F_ROLE] != RODS))


@apart
def is_beside(P: Robot, a: int, b: int, margin: float) -> bool:
    """Whether an edge a (or an axis) is farther than the margin from the solid b, and so from all edges of b."""
    centre, radius = _ball_around(P, a)
    return ball_solid.meet(centre, radius, solid_at(P, b)).gap > margin


@inlined
def are_edges(P, a, b):
    """Whether a and b are edges, or one is an axis."""
    kind_a, kind_b = P.feat_i[a, F_KIND], P.feat_i[b, F_KIND]
    return (kind_a == EDGE and spans(kind_b) == 2) or (kind_b == EDGE and spans(kind_a) == 2)


@apart
def edges_apart(P: Robot, a: int, b: int, margin: float) -> bool:
    """Whether the balls around two edges are farther apart than the margin."""
    x, r_a = _ball_around(P, a)
    y, r_b = _ball_around(P, b)
    d, reach = sub(y, x), r_a + r_b + margin
    return dot(d, d) > reach * reach


@apart
def normal_rate(P: Robot, a: int, b: int, n: Vector) -> Vector:
    """dn/dt [1/s]."""
    kind_a, kind_b = P.feat_i[a, F_KIND], P.feat_i[b, F_KIND]
    if kind_b == EDGE:
        return _edge_rates(P, a, b)[0]
    if kind_a == BALL:
        x, B = place(P, a, F_A), solid_at(P, b)
        v_x = velocity(P, P.feat_i[a, F_NODE], x)
        return ball_solid.normal_rate(x, v_x, B, _moving(P, b, B.centre, B.centre), n)
    return _round_rates(P, a, b, 0.0, 0.0)[0]


@apart
def point_rate(P: Robot, a: int, b: int, delta: float, rate: float, n: Vector, arm: Vector, turn: Vector) -> Vector:
    """dc/dt [m/s] of the contact point in the middle, for a Motion with these and dn/dt."""
    kind_a, kind_b = P.feat_i[a, F_KIND], P.feat_i[b, F_KIND]
    if kind_b == EDGE:
        _, v_A, v_B = _edge_rates(P, a, b)
        return ball_ball.contact(v_A, P.feat_f[a, F_RADIUS], v_B, P.feat_f[b, F_RADIUS], turn)
    if kind_a == BALL:
        v_x = velocity(P, P.feat_i[a, F_NODE], place(P, a, F_A))
        return ball_solid.point_rate(v_x, P.feat_f[a, F_RADIUS], -delta, -rate, n, turn)
    if kind_a == PLANE:
        B = rim_at(P, b)
        b_dot = _moving(P, b, B.centre, B.centre)
        return rim_plane.point_rate(n, B.axis, B.size, B.radius, b_dot.start, b_dot.spin, -delta, -rate, turn)
    gap = nearness(P, a, b)  # without what is faded
    gap_rate = -rate - dot(arm, sub(get3(P.work, P.feat_i[b, F_NODE], W_W), get3(P.work, P.feat_i[a, F_NODE], W_W)))
    R = P.feat_f[a, F_RADIUS] + P.feat_f[b, F_RADIUS]
    _, v = _round_rates(P, a, b, gap + R, gap_rate)
    if kind_b == RIM:
        return rim_solid.point_rate(v, P.feat_f[b, F_RADIUS], gap, gap_rate, n, turn)
    return ball_solid.point_rate(v, P.feat_f[a, F_RADIUS], gap, gap_rate, n, turn)


@kernel
def _round_rates(P, a, b, d, d_dot):
    """dn/dt [1/s] and velocity [m/s] of the closest place: of rim B on solid A, or of A on the side B.

    d, d_dot: distance of the cores [m] and its rate; dn/dt does not need them.
    """
    kind_a, kind_b = P.feat_i[a, F_KIND], P.feat_i[b, F_KIND]
    if kind_b == RIM:
        A, B = solid_at(P, a), rim_at(P, b)
        return rim_solid.rates(A, _moving(P, a, A.centre, A.centre), B, _moving(P, b, B.centre, B.centre))
    if kind_b != SIDE:
        return ZERO, ZERO
    B = solid_at(P, b)
    b_dot = _moving(P, b, B.centre, B.centre)
    if kind_a == SIDE:
        A = solid_at(P, a)
        return side_side.rates(A, _moving(P, a, A.centre, A.centre), B, b_dot, d, d_dot)
    E = edge_at(P, a)
    return edge_side.rates(E, _moving(P, a, E.start, E.end), B, b_dot)


@inlined
def _edge_rates(P, a, b):
    A, B = edge_at(P, a), edge_at(P, b)
    return edge_edge.rates(A, _moving(P, a, A.start, A.end), B, _moving(P, b, B.start, B.end))


@inlined
def spans(kind):
    """How many points span a feature of a kind; 0: they are not points."""
    return 1 if kind == BALL else 2 if kind == SEGMENT or kind == EDGE else 0


# --- terrain ----------------------------------------------------------------------------------------------------------
@inlined
def is_field(P, b):
    """Whether a feature is a terrain."""
    return P.feat_i[b, F_KIND] == FIELD


@inlined
def free_radius(P, b):
    """Radius [m] of a ball that fits everywhere on terrain b."""
    return P.solid[P.feat_i[b, F_ROW] + 9 + RHO]


@inlined
def is_known(P, a, b, gap):
    """Whether a gap [m] of ball a over terrain b is the distance, and not a lower bound of it."""
    return gap + P.feat_f[a, F_RADIUS] < SURE * free_radius(P, b)


@kernel
def over_the_border(P, b, point):
    """Whether a place is outside of terrain b."""
    X = mat_t_vec(_rotation_at(P, b), sub(point, place(P, b, F_A)))
    return is_beyond(P.solid, P.feat_i[b, F_ROW] + 9, X[0], X[1])
