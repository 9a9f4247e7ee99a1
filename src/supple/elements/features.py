"""Two features of two bodies: where they are, how they move, what a force between them does.

For features A and B with the unit normal n from A to B and the contact point c between them,

    delta = -gap,   rate = -n . v - k . (w_B - w_A),   v_t = v - (n . v) n,   v = v_B(c) - v_A(c)

The arm k is zero but for nearly parallel segments (`shapes/pairs/segment_segment.py`).
"""

import math
from typing import Any, NamedTuple

from .._jit import apart, inlined, kernel
from ..shapes.contract import CONVEX, PLANE, SEGMENT, Meeting, Moving, Placed, surface_points
from ..shapes.curvature import principal, shape_operator
from ..shapes.pairs import convex_plane
from ..shapes.pairs.convex import FAILED, Convex, closest
from ..shapes.pairs.convex_motion import plane_rates, rates
from ..shapes.pairs.dispatch import meet, normal_rate_of, pair_number, point_rate_of
from ..shapes.supports.dispatch import POINT_PARAMETERS
from ..spatial.vectors import (
    UNTURNED,
    ZERO,
    Vector,
    accumulate3,
    add,
    add_scaled,
    cross,
    dot,
    get3,
    get6,
    get9,
    mat_mul,
    scale,
    sub,
    sym_add,
)
from ..tables import (
    C_ROTATION,
    C_SHAPE,
    EL_A,
    EL_B,
    EL_RULE,
    EL_TURNED,
    F_A,
    F_B,
    F_KIND,
    F_NODE,
    F_RADIUS,
    F_ROW,
    F_SUPPORT,
    H_CENTRE,
    M_NORMAL,
    OPEN,
    R_CENTRE,
    R_MIDDLE,
    R_ONSET,
    W_FEXT,
    W_P,
    W_R,
    W_W,
    Robot,
)
from . import cornered
from .cornered import is_cornered
from .places import is_world, place, turn, velocity


class Motion(NamedTuple):
    """How a pair of features moves."""

    delta: Any  # [m] indentation
    rate: Any  # [m/s] of it
    n: Any  # unit normal from A to B
    point: Any  # [m] contact point
    v: Any  # [m/s] slip velocity of B over A
    spin: Any  # [rad/s] of B over A about n
    arm: Any  # [m] couple per force


@inlined
def placed(P, feature):
    """A feature where it is now; the second point only where it has one."""
    kind = P.feat_i[feature, F_KIND]
    end = ZERO
    if kind == SEGMENT:
        end = place(P, feature, F_B)
    elif kind == PLANE:
        end = turn(P, feature, F_B)
    return Placed(place(P, feature, F_A), end, P.feat_f[feature, F_RADIUS])


@inlined
def moving(P, feature, where):
    """How a placed feature moves."""
    node = P.feat_i[feature, F_NODE]
    end = velocity(P, node, where.end) if P.feat_i[feature, F_KIND] == SEGMENT else ZERO
    return Moving(velocity(P, node, where.start), end, get3(P.work, node, W_W))


@inlined
def geometry(P, e):
    """How the features of contact e meet."""
    a, b = P.el_i[e, EL_A], P.el_i[e, EL_B]
    kind = P.feat_i[b, F_KIND]
    if kind == CONVEX:
        return convex_meeting(P, a, b)
    if is_cornered(kind):
        return cornered.meeting(P, a, b)
    return meet(pair_number(P.feat_i[a, F_KIND], P.feat_i[b, F_KIND]), placed(P, a), placed(P, b))


@kernel
def solid(P, feature):
    """A ball or a convex feature as a convex body where it is now."""
    centre, radius = place(P, feature, F_A), P.feat_f[feature, F_RADIUS]
    if P.feat_i[feature, F_KIND] != CONVEX:
        return Convex(centre, UNTURNED, 0, POINT_PARAMETERS, radius)
    row, node = P.feat_i[feature, F_ROW], P.feat_i[feature, F_NODE]
    R = get9(P.par, row, C_ROTATION)
    if not is_world(P, node):
        R = mat_mul(get9(P.work, node, W_R), R)
    return Convex(centre, R, P.feat_i[feature, F_SUPPORT], get6(P.par, row, C_SHAPE), radius)


@apart
def convex_meeting(P: Robot, a: int, b: int) -> Meeting:
    """How a half-space, a ball or a convex feature a meets the convex feature b; no gap where no solution is found."""
    if P.feat_i[a, F_KIND] == PLANE:
        return convex_plane.meet(placed(P, a), solid(P, b))
    found = closest(solid(P, a), solid(P, b))
    return Meeting(math.nan if found.status == FAILED else found.gap, found.normal, found.point, ZERO)


@kernel
def curvatures(P, e):
    """The principal curvatures of the two surfaces of contact e together [1/m], the smaller first."""
    a, b = P.el_i[e, EL_A], P.el_i[e, EL_B]
    n = geometry(P, e).normal
    L = shape_operator(solid(P, b), n)
    if P.feat_i[a, F_KIND] != PLANE:
        L = sym_add(L, shape_operator(solid(P, a), n))
    low, high, _, _ = principal(L, n)
    return low, high


@inlined
def normal_rate(P, e, n):
    """dn/dt of the contact normal."""
    a = P.el_i[e, EL_A]
    if P.feat_i[a, F_KIND] == PLANE:  # its normal is fixed in its body, whatever it meets
        return cross(get3(P.work, P.feat_i[a, F_NODE], W_W), n)
    return _wandering_rate(P, e, n)


@kernel
def _wandering_rate(P, e, n):
    """dn/dt of the normal of a contact between two round bodies."""
    a, b = P.el_i[e, EL_A], P.el_i[e, EL_B]
    if P.feat_i[b, F_KIND] == CONVEX:
        S, T = solid(P, a), solid(P, b)
        return rates(S, _drift(P, a, S), T, _drift(P, b, T), n)[0]
    if is_cornered(P.feat_i[b, F_KIND]):
        return cornered.normal_rate(P, a, b, n)
    A, B = placed(P, a), placed(P, b)
    number = pair_number(P.feat_i[a, F_KIND], P.feat_i[b, F_KIND])
    return normal_rate_of(number, A, moving(P, a, A), B, moving(P, b, B), n)


@kernel
def point_rate(P, e, m):
    """dc/dt of the contact point [m/s] and dn/dt [1/s] of contact e with the motion m: it wanders over both bodies."""
    a, b = P.el_i[e, EL_A], P.el_i[e, EL_B]
    turn = normal_rate(P, e, m.n)
    # the middle between the surfaces is half a gap from both
    shift = add_scaled(scale(-0.5 * m.rate, m.n), -0.5 * m.delta, turn)
    if P.feat_i[b, F_KIND] == CONVEX:
        rate = convex_point_rate(P, a, b, m.n, shift)
    elif is_cornered(P.feat_i[b, F_KIND]):
        rate = cornered.point_rate(P, a, b, m.delta, m.rate, m.n, m.arm, turn)
    else:
        A, B = placed(P, a), placed(P, b)
        number = pair_number(P.feat_i[a, F_KIND], P.feat_i[b, F_KIND])
        rate = point_rate_of(number, A, moving(P, a, A), B, moving(P, b, B), m.n, turn)
    if P.rule_i[P.el_i[e, EL_RULE], R_MIDDLE] == 0:
        rate = add_scaled(rate, 2.0 * (centre(P, e) - 0.5), shift)
    return rate, turn


@apart
def convex_point_rate(P: Robot, a: int, b: int, n: Vector, shift: Vector) -> Vector:
    """The same of a convex feature b; `shift`: what of it is the change of half a gap."""
    T = solid(P, b)
    on_A, on_B = surface_points(convex_meeting(P, a, b))
    if P.feat_i[a, F_KIND] == PLANE:
        A = placed(P, a)
        wander = plane_rates(A, moving(P, a, A), T, _drift(P, b, T), n)[2]
        return sub(add(velocity(P, P.feat_i[b, F_NODE], on_B), wander), shift)
    S = solid(P, a)
    wander = rates(S, _drift(P, a, S), T, _drift(P, b, T), n)[1]
    return add(add(velocity(P, P.feat_i[a, F_NODE], on_A), wander), shift)


@inlined
def _drift(P, feature, body):
    """How a convex body moves."""
    node = P.feat_i[feature, F_NODE]
    return Moving(velocity(P, node, body.centre), ZERO, get3(P.work, node, W_W))


@inlined
def nodes(P, e):
    """The nodes of the two features."""
    return P.feat_i[P.el_i[e, EL_A], F_NODE], P.feat_i[P.el_i[e, EL_B], F_NODE]


@kernel
def motion(P, e):
    """How the pair of contact e moves, from the kinematics in P.work."""
    return motion_here(P, e)


@inlined
def motion_here(P, e):
    """The same, copied into its caller: for the right-hand side."""
    m = geometry(P, e)
    a, b = nodes(P, e)
    point = m.point
    if P.rule_i[P.el_i[e, EL_RULE], R_MIDDLE] == 0:
        point = add_scaled(point, (centre(P, e) - 0.5) * m.gap, m.normal)
    v = sub(velocity(P, b, point), velocity(P, a, point))
    w = sub(get3(P.work, b, W_W), get3(P.work, a, W_W))
    vn = dot(m.normal, v)
    rate = -vn - dot(m.arm, w)
    return Motion(-m.gap, rate, m.normal, point, add_scaled(v, -vn, m.normal), dot(m.normal, w), m.arm)


@kernel
def centre(P, e):
    """Where the force of contact e acts, from the surface of A (0) to that of B (1)."""
    rule = P.el_i[e, EL_RULE]
    if P.rule_i[rule, R_ONSET] > 0 and P.mode[e, M_NORMAL] != OPEN:
        return P.hold[e, H_CENTRE]
    share = P.rule_f[rule, R_CENTRE]
    return 1.0 - share if P.el_i[e, EL_TURNED] == 1 else share


@inlined
def push(P, node, force, point, couple):
    """Add a force at a point and a couple to the external wrench of a node; the world does not feel it."""
    if is_world(P, node):
        return
    moment = cross(sub(point, get3(P.work, node, W_P)), force)
    accumulate3(P.work, node, W_FEXT, add(moment, couple))
    accumulate3(P.work, node, W_FEXT + 3, force)
