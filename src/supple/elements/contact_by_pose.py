"""Derivatives of a contact by the poses of its nodes, where it is not simply a ball on a plane (contact_slopes.py).

Normal and contact point are exact; what has no closed form is differences. It is compiled apart.
"""

from .._jit import Reals, apart, inlined
from ..shapes.contract import BALL, EDGE, PLANE, SEGMENT, SIDE
from ..spatial.vectors import ZERO, Vector, add, add_scaled, cross, get3, sub
from ..tables import EL_A, EL_B, EL_RULE, F_KIND, F_RADIUS, R_STATE, R_STATE_F, W_P, W_V, W_W, Robot
from .bristles import bristle
from .contact_answers import C_ARM, C_TURN, N_ANSWERS, pull_to
from .features import Motion, geometry, motion, normal_rate, point_rate
from .slopes import LAWS, PARTS, SIDES, STEP, WRENCH, displace, put_back, put_twist, unit_twist

SIZE = 0.01  # [m] of features without a radius
FINE = 1e-5  # [rad] nearly parallel edges meet elsewhere when they tilt by a thousandth
ANSWER = LAWS + N_ANSWERS  # a row of P.local


@inlined
def is_ball_on_plane(P, e):
    """Whether all of it is at hand."""
    return P.feat_i[P.el_i[e, EL_A], F_KIND] == PLANE and P.feat_i[P.el_i[e, EL_B], F_KIND] == BALL


@inlined
def has_arm(P, e):
    """Whether the arm of a pair may be anything but zero."""
    a, b = P.feat_i[P.el_i[e, EL_A], F_KIND], P.feat_i[P.el_i[e, EL_B], F_KIND]
    return (a == SEGMENT and b == SEGMENT) or b == EDGE or b == SIDE


@inlined
def wanders(P, e):
    """Whether dn/dt is more than the turn of a plane, and something asks for it."""
    return P.rule_i[P.el_i[e, EL_RULE], R_STATE_F] > 0 and P.feat_i[P.el_i[e, EL_A], F_KIND] != PLANE


@inlined
def step_of(P, e, j):
    """The j-th displacement in differences."""
    if j < 3:
        return FINE if has_arm(P, e) else STEP
    size = max(P.feat_f[P.el_i[e, EL_A], F_RADIUS], P.feat_f[P.el_i[e, EL_B], F_RADIUS])
    return STEP * (size if size > 0.0 else SIZE)


@apart
def point_by_pose(P: Robot, e: int, node: int, other: int, X: Vector, j: int, rate: float) -> tuple[Vector, Vector]:
    """Change of the contact point and of the normal with the j-th displacement of a node at X: their rates, asked for it.

    rate: change of the indentation.
    """
    m, x = motion(P, e), unit_twist(j)
    w, v, w_other, v_other = (
        get3(P.work, node, W_W),
        get3(P.work, node, W_V),
        get3(P.work, other, W_W),
        get3(P.work, other, W_V),
    )
    put_twist(P, other, ZERO, ZERO)
    put_twist(P, node, x[0], add(x[1], cross(x[0], sub(get3(P.work, node, W_P), X))))
    change = point_rate(P, e, Motion(m.delta, rate, m.n, X, m.v, m.spin, m.arm))
    put_twist(P, node, w, v)
    put_twist(P, other, w_other, v_other)
    return change


@apart
def by_pose(P: Robot, e: int, node: int, X: Vector, j: int, column: int) -> None:
    """Write the changes of the arm and of dn/dt with the j-th displacement of a node at X into a column of P.local."""
    h, arm, turn, asked = step_of(P, e, j), ZERO, ZERO, wanders(P, e)
    for k in range(4):
        was = displace(P, node, X, j, SIDES[k] * h)
        m = geometry(P, e)
        arm = add_scaled(arm, PARTS[k] / h, m.arm)
        if asked:
            turn = add_scaled(turn, PARTS[k] / h, normal_rate(P, e, m.normal))
        put_back(P, node, was)
    for i in range(3):
        P.local[C_ARM + i, column], P.local[C_TURN + i, column] = arm[i], turn[i]


@apart
def add_tensors(P: Robot, e: int, node: int, first: int, z: float, F: float, y: Reals) -> None:
    """Add what friction answers to directions of the bodies, at the same motion, to six columns of E from `first` on."""
    m, rule, E = motion(P, e), P.el_i[e, EL_RULE], P.local
    s, n, states = bristle(P, e, y, m.n), m.n, P.rule_i[P.el_i[e, EL_RULE], R_STATE_F]
    x = (m.delta, m.rate, z, m.v[0], m.v[1], m.v[2], m.spin, s.u[0], s.u[1], s.u[2], s.theta, F)
    r = WRENCH + 1 + P.rule_i[rule, R_STATE]
    for j in range(6):
        h = step_of(P, e, j)
        for k in range(4):
            was = displace(P, node, m.point, j, SIDES[k] * h)
            there = Motion(m.delta, m.rate, geometry(P, e).normal, m.point, m.v, m.spin, m.arm)
            answer, part, c = pull_to(P, e, there, x), PARTS[k] / h, first + j
            put_back(P, node, was)
            for i in range(3):
                E[3 + i, c] += part * answer[i]
                E[i, c] += part * answer[3] * n[i]
            for i in range(states):
                E[r + i, c] += part * answer[4 + i]
            E[r + states, c] += part * answer[8]
