"""Contacts of shapes with corners: edges, whole solids and rims, wherever they are now (shapes/roles.py: who meets whom).

    PLANE x RIM,   BALL x SOLID,   SEGMENT x EDGE,   EDGE x EDGE,   SOLID x RIM,   BALL x FIELD         A x B, by the kinds

Most models have none of them: everything here is compiled apart from the rest.
"""

from .._jit import inlined, kernel
from ..shapes.contract import BALL, EDGE, FIELD, SEGMENT, Meeting, Moving
from ..shapes.pairs import ball_ball, ball_solid, edge_edge
from ..shapes.pairs.ball_solid import Solid
from ..shapes.pairs.edge_edge import Edge
from ..shapes.solids.terrain import RHO, SURE, is_beyond
from ..spatial.vectors import ZERO, get3, get9, mat_mul, mat_t_vec, sub
from ..tables import F_A, F_B, F_KIND, F_NODE, F_RADIUS, F_ROUND, F_ROW, F_SUPPORT, W_R, W_W
from .places import is_world, place, velocity

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
def _moving(P, f, start, end):
    """How a feature moves of which two points are here."""
    node = P.feat_i[f, F_NODE]
    return Moving(velocity(P, node, start), velocity(P, node, end), get3(P.work, node, W_W))


@kernel
def meeting(P, a, b):
    """How features a and b meet."""
    kind_a, kind_b = P.feat_i[a, F_KIND], P.feat_i[b, F_KIND]
    if kind_b == EDGE:
        return edge_edge.meet(edge_at(P, a), edge_at(P, b))
    if kind_a == BALL:
        return ball_solid.meet(place(P, a, F_A), P.feat_f[a, F_RADIUS], solid_at(P, b))
    return Meeting(FAR, (0.0, 0.0, 1.0), ZERO, ZERO)


@kernel
def nearness(P, a, b):
    """A bound of the gap from below [m] that changes no faster than the two features move."""
    if P.feat_i[b, F_KIND] == EDGE:
        return edge_edge.distance(edge_at(P, a), edge_at(P, b))
    return meeting(P, a, b).gap


@kernel
def normal_rate(P, a, b, n):
    """dn/dt [1/s]."""
    kind_a, kind_b = P.feat_i[a, F_KIND], P.feat_i[b, F_KIND]
    if kind_b == EDGE:
        return _edge_rates(P, a, b)[0]
    if kind_a == BALL:
        x, B = place(P, a, F_A), solid_at(P, b)
        v_x = velocity(P, P.feat_i[a, F_NODE], x)
        return ball_solid.normal_rate(x, v_x, B, _moving(P, b, B.centre, B.centre), n)
    return ZERO


@kernel
def point_rate(P, a, b, m, turn):
    """dc/dt [m/s] of the contact point in the middle, for the Motion m and dn/dt."""
    kind_a, kind_b = P.feat_i[a, F_KIND], P.feat_i[b, F_KIND]
    if kind_b == EDGE:
        _, v_A, v_B = _edge_rates(P, a, b)
        return ball_ball.contact(v_A, P.feat_f[a, F_RADIUS], v_B, P.feat_f[b, F_RADIUS], turn)
    if kind_a == BALL:
        v_x = velocity(P, P.feat_i[a, F_NODE], place(P, a, F_A))
        return ball_solid.point_rate(v_x, P.feat_f[a, F_RADIUS], -m.delta, -m.rate, m.n, turn)
    return ZERO


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
