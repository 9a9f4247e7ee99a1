"""Derivatives of a contact: geometry in closed form, laws by differences in their own few inputs (slopes.py).

How gap, normal and contact point change with the poses of the two bodies is known already: by how they change with time,
which is linear in the velocities. So they are asked with unit twists instead of velocities (a ball on a plane is at hand),

    D delta = -n.V' - k.W',   D n = dn/dt',   D c = dc/dt'      ': a displacement instead of a velocity

and the rest follows from the equations of `contact.py` and `features.py` by the product rule. Laws are asked for

    (F, z', lost) by (delta, rate, z)          (f, m, u', theta', powers) by (F, delta, rate, z, v, spin, u, theta)

in steps that a law may name (`scales`). An indentation is a difference of positions a million times larger, so differences
by poses would not do. Three things have no closed form here and are differences by poses: the change of the arm of two
nearly parallel edges, that of dn/dt between two round bodies, which carries the state of friction along, and what a
friction law answers to directions of the bodies (its tensors).

Exact     but for these and for the differences of laws (1e-11 where they are smooth)
Limits    of a law that needs "held" the force that holds is constant here: what it does is in system/grip_jacobian.py.
"""

import math
from typing import Any, NamedTuple

from .._jit import inlined, kernel
from ..laws.friction.contract import Slip
from ..laws.rolling import resistance
from ..shapes.contract import PLANE
from ..spatial.twists import cross_motion
from ..spatial.vectors import ZERO, add, add_scaled, cross, dot, get3, scale, sub
from ..tables import (
    EL_A,
    EL_B,
    EL_RULE,
    F_KIND,
    F_RADIUS,
    L_BRISTLE,
    L_FRICTION,
    M_FRICTION,
    R_FRICTION,
    R_MIDDLE,
    R_NEEDS,
    R_ROW_R,
    R_STATE,
    R_STATE_F,
    TENSORS,
    W_W,
)
from .bristles import bristle, carrying, first_of
from .contact_answers import (
    A_BRISTLE,
    A_DAMPED,
    A_LOST,
    A_MOMENT,
    A_PULL,
    A_THETA,
    A_U,
    A_Z,
    C_ARM,
    C_BOTH,
    C_DELTA,
    C_N,
    C_POINT,
    C_THETA,
    C_TURN,
    C_U,
    C_V,
    C_W,
    C_Z,
    N_ANSWERS,
    N_CHANGES,
    N_INPUTS,
    answer_to,
    slopes_of_friction,
)
from .contact_by_pose import add_tensors, by_pose, has_arm, is_ball_on_plane, point_by_pose, wanders
from .features import centre, motion, nodes, normal_rate
from .normal import book_of, normal_given, normal_state
from .normal_slopes import slopes_of_normal
from .places import is_world
from .pressed import response_under
from .slopes import (
    LAWS,
    NONE,
    POSE_A,
    POSE_B,
    ROW,
    STATE,
    STATES,
    TWIST_A,
    TWIST_B,
    WRENCH,
    book_row,
    put_wrench,
    tell_nodes,
    twist_at,
    unit_twist,
)


class Here(NamedTuple):
    """A contact as it is now."""

    m: Any  # Motion
    V: Any
    W: Any
    both: Any
    turn: Any  # dn/dt
    F: Any
    pull: Any  # friction (3)
    moment: Any
    u: Any  # as it stands in y
    s: Any  # Bristle


# --- the product rule ---------------------------------------------------------------------------------------------------
@inlined
def _rolling(P, e, here, dF, dn, dW):
    """Change of couple and lost power of the rolling resistance (laws/rolling.py)."""
    arm, w_0 = P.par[P.rule_i[P.el_i[e, EL_RULE], R_ROW_R], 0], P.par[P.rule_i[P.el_i[e, EL_RULE], R_ROW_R], 1]
    n, W = here.m.n, here.W
    w = add_scaled(W, -dot(n, W), n)
    dw = add_scaled(add_scaled(dW, -dot(dn, W) - dot(n, dW), n), -dot(n, W), dn)
    square = dot(w, w)
    root = square + w_0 * w_0
    size = arm / math.sqrt(root)
    change = size * (dF if here.F > 0.0 else 0.0) - size * max(here.F, 0.0) * dot(w, dw) / root
    size *= max(here.F, 0.0)
    return add_scaled(scale(-change, w), -size, dw), change * square + 2.0 * size * dot(w, dw)


@inlined
def _get(E, row, column):
    """A vector of a column."""
    return E[row, column], E[row + 1, column], E[row + 2, column]


@inlined
def _put(E, row, column, v):
    E[row, column], E[row + 1, column], E[row + 2, column] = v


@kernel
def _clear(P, first, end):
    """No change in some columns."""
    for r in range(C_DELTA, C_DELTA + N_CHANGES):
        for c in range(first, end):
            P.local[r, c] = 0.0


@inlined
def _combine(P, e, column, here, rows):
    """A column of E from the changes of what the contact is made of."""
    D, E, rule, m = P.local, P.local, P.el_i[e, EL_RULE], here.m
    stateful = P.rule_i[rule, R_STATE_F] > 0
    n, dn, d_arm, dV, dW = m.n, _get(E, C_N, column), _get(E, C_ARM, column), _get(E, C_V, column), _get(E, C_W, column)
    through = dot(dn, here.V) + dot(n, dV)
    d_rate = -through - dot(d_arm, here.W) - dot(m.arm, dW)
    dv = add_scaled(add_scaled(dV, -through, n), -dot(n, here.V), dn)
    du = _get(E, C_U, column)
    du = add_scaled(add_scaled(du, -dot(dn, here.u) - dot(n, du), n), -dot(n, here.u), dn)
    d_spin = dot(dn, here.W) + dot(n, dW)
    x = (
        E[C_DELTA, column],
        d_rate,
        E[C_Z, column],
        dv[0],
        dv[1],
        dv[2],
        d_spin,
        du[0],
        du[1],
        du[2],
        E[C_THETA, column],
    )
    dF = D[LAWS, 0] * x[0] + D[LAWS, 1] * x[1] + D[LAWS, 2] * x[2]
    force = add_scaled(scale(dF, n), here.F, dn)
    couple = add_scaled(scale(dF, m.arm), here.F, d_arm)
    r = WRENCH
    E[r, column] = D[LAWS + A_DAMPED, 0] * x[0] + D[LAWS + A_DAMPED, 1] * x[1] + D[LAWS + A_DAMPED, 2] * x[2]
    r += 1
    if P.rule_i[rule, R_STATE] > 0:
        E[r, column] = D[LAWS + A_Z, 0] * x[0] + D[LAWS + A_Z, 1] * x[1] + D[LAWS + A_Z, 2] * x[2]
        r += 1
    lost = 0.0
    if P.rule_i[rule, R_FRICTION] != 0:
        pull = (
            answer_to(D, A_PULL, x, stateful),
            answer_to(D, A_PULL + 1, x, stateful),
            answer_to(D, A_PULL + 2, x, stateful),
        )
        force = add(force, pull)
        couple = add_scaled(add_scaled(couple, answer_to(D, A_MOMENT, x, stateful), n), here.moment, dn)
        lost += answer_to(D, A_LOST, x, stateful)
        if stateful:
            omega = carrying(n, here.turn, here.both)
            half = 0.5 * dot(n, here.both)
            turned = add(cross(dn, here.turn), cross(n, _get(E, C_TURN, column)))
            d_half = 0.5 * (dot(dn, here.both) + dot(n, _get(E, C_BOTH, column)))
            d_omega = add_scaled(add_scaled(turned, d_half, n), half, dn)
            carried = add(cross(d_omega, here.s.u), cross(omega, du))
            for j in range(3):
                E[r + j, column] = answer_to(D, A_U + j, x, stateful) + carried[j]
            r += 3
            if P.rule_i[rule, R_STATE_F] > 3:
                E[r, column] = answer_to(D, A_THETA, x, stateful)
                r += 1
    if P.rule_i[rule, R_ROW_R] > 0:
        against, more = _rolling(P, e, here, dF, dn, dW)
        couple, lost = add(couple, against), lost + more
    E[r, column] = lost
    if r + 1 < rows:
        E[r + 1, column] = answer_to(D, A_BRISTLE, x, stateful) if P.rule_i[rule, R_FRICTION] != 0 else 0.0
    whole = add_scaled(here.pull, here.F, n)
    put_wrench(P, column, add(couple, cross(_get(E, C_POINT, column), whole)), force)


@kernel
def _rows(P, e):
    """What the rows of E are; return their number."""
    rule, E = P.el_i[e, EL_RULE], P.local
    E[WRENCH, ROW] = book_row(P, book_of(P, e))
    r, states = WRENCH + 1, P.rule_i[rule, R_STATE] + P.rule_i[rule, R_STATE_F]
    for j in range(states):
        E[r + j, ROW] = STATE + j
    r += states
    lost, kept = book_row(P, L_FRICTION), book_row(P, L_BRISTLE)
    if lost == NONE:
        return r
    E[r, ROW] = lost
    if kept == NONE:
        return r + 1
    E[r + 1, ROW] = kept
    return r + 2


# --- geometry -----------------------------------------------------------------------------------------------------------
@kernel
def _by_node(P, e, here, node, other, sign, pose, twist):
    """Changes in twelve columns by pose and twist of one of the two nodes."""
    m, X = here.m, here.m.point
    is_plane, on_plane = P.feat_i[P.el_i[e, EL_A], F_KIND] == PLANE, is_ball_on_plane(P, e)
    part = 0.5 if P.rule_i[P.el_i[e, EL_RULE], R_MIDDLE] == 1 else 1.0 - centre(P, e)
    rho = P.feat_f[P.el_i[e, EL_B], F_RADIUS] - part * m.delta
    v = twist_at(P, node, X)
    w_a = get3(P.work, node if sign < 0.0 else other, W_W)
    E = P.local
    _clear(P, pose, twist + 6)
    for j in range(6):
        x = unit_twist(j)
        rate = -sign * (dot(m.n, x[1]) + dot(m.arm, x[0]))
        if on_plane:  # c = x_B - rho n
            dn = cross(x[0], m.n) if sign < 0.0 else ZERO
            dc = scale(-rho, dn) if sign < 0.0 else add_scaled(x[1], rho, cross(x[0], m.n))
            dc = add_scaled(dc, part * rate, m.n)
        else:
            dc, dn = point_by_pose(P, e, node, other, X, j, rate)
        carried, c = cross_motion(x, v), pose + j
        E[C_DELTA, c] = rate
        _put(E, C_N, c, dn)
        _put(E, C_POINT, c, dc)
        _put(E, C_V, c, add_scaled(cross(here.W, dc), sign, carried[1]))
        _put(E, C_W, c, scale(sign, carried[0]))
        _put(E, C_BOTH, c, carried[0])
        if is_plane:
            _put(E, C_TURN, c, add(cross(carried[0], m.n) if sign < 0.0 else ZERO, cross(w_a, dn)))
        elif has_arm(P, e) or wanders(P, e):
            by_pose(P, e, node, X, j, c)
        # a change of velocity
        c = twist + j
        _put(E, C_V, c, scale(sign, x[1]))
        _put(E, C_W, c, scale(sign, x[0]))
        _put(E, C_BOTH, c, x[0])
        if not is_plane:
            _put(E, C_TURN, c, dn)  # the same twist, and dn/dt is linear in it
        elif sign < 0.0:
            _put(E, C_TURN, c, cross(x[0], m.n))


@kernel
def _now(P, e, y):
    """The contact as it is."""
    m = motion(P, e)
    a, b = nodes(P, e)
    (w_A, v_A), (w_B, v_B) = twist_at(P, a, m.point), twist_at(P, b, m.point)
    z = normal_state(P, e, y)
    F = normal_given(P, e, m.delta, m.rate, z)[0]
    s = bristle(P, e, y, m.n)
    pull, moment, u, turn = ZERO, 0.0, ZERO, ZERO
    if P.rule_i[P.el_i[e, EL_RULE], R_FRICTION] != 0:
        answer = response_under(P, e, P.mode[e, M_FRICTION], m, F, z, Slip(m.v, m.spin), s)
        pull, moment = answer.force, answer.moment
    if P.rule_i[P.el_i[e, EL_RULE], R_STATE_F] > 0:
        i = first_of(P, e)
        u, turn = (y[i], y[i + 1], y[i + 2]), normal_rate(P, e, m.n)
    return Here(m, sub(v_B, v_A), sub(w_B, w_A), add(w_A, w_B), turn, F, pull, moment, u, s)


@kernel
def slopes(P, e, t, y, dy):
    """Write the block of contact e."""
    rule = P.el_i[e, EL_RULE]
    here = _now(P, e, y)
    m, z = here.m, normal_state(P, e, y)
    slopes_of_normal(P, e, m.delta, m.rate, z, P.local, LAWS)
    for i in range(A_PULL, N_ANSWERS):
        for j in range(N_INPUTS):
            P.local[LAWS + i, j] = 0.0
    if P.rule_i[rule, R_FRICTION] != 0:
        s = here.s
        x = (m.delta, m.rate, z, m.v[0], m.v[1], m.v[2], m.spin, s.u[0], s.u[1], s.u[2], s.theta, here.F)
        slopes_of_friction(P, e, m, x)
    rows, states = _rows(P, e), P.rule_i[rule, R_STATE] + P.rule_i[rule, R_STATE_F]
    a, b = nodes(P, e)
    moves_b, moves_a = not is_world(P, b), not is_world(P, a)
    if moves_b:
        _by_node(P, e, here, b, a, 1.0, POSE_B, TWIST_B)
    if moves_a:
        _by_node(P, e, here, a, b, -1.0, POSE_A, TWIST_A)
    _clear(P, STATES, STATES + states)
    for j in range(states):
        r = j - P.rule_i[rule, R_STATE]
        P.local[C_Z if r < 0 else C_U + r, STATES + j] = 1.0
    for c in range(POSE_B if moves_b else POSE_A, STATES + states):
        if moves_a or c < POSE_A or c >= STATES:
            _combine(P, e, c, here, rows)
    if P.rule_i[rule, R_NEEDS] & TENSORS:
        if moves_b:
            add_tensors(P, e, b, POSE_B, z, here.F, y)
        if moves_a:
            add_tensors(P, e, a, POSE_A, z, here.F, y)
    couple = add_scaled(scale(here.F, m.arm), here.moment, m.n)
    W = (_with_rolling(P, e, here, couple), add_scaled(here.pull, here.F, m.n))
    tell_nodes(P, a, b, m.point, W, rows, states)


@inlined
def _with_rolling(P, e, here, couple):
    """The couple with that of the rolling resistance."""
    rolling = P.rule_i[P.el_i[e, EL_RULE], R_ROW_R]
    if rolling == 0:
        return couple
    n, W = here.m.n, here.W
    return add(couple, resistance(here.F, add_scaled(W, -dot(n, W), n), P.par[rolling])[0])
