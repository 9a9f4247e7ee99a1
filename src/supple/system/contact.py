"""One contact: where it is, how it moves, what force it gives.

For features A and B with the unit normal n from A to B and the contact point c between them,

    delta = -gap,   rate = -n . v - k . (w_B - w_A),   v_t = v - (n . v) n,   v = v_B(c) - v_A(c)

B feels F n + f at c and the couple F k, A the opposite: momentum is conserved and the power of the pair is
-F rate + f . v_t. The arm k is zero but for nearly parallel segments (`shapes/segment_segment.py`).
The tangential memory u is a vector in world axes, carried along by the mean spin of the two bodies,

    du/dt = (law) + Omega x u,   Omega = n x dn/dt + 1/2 (n . (w_A + w_B)) n

so that a rigid motion of the pair carries the stored force with it. A frame built from n by a fixed rule would not be
objective. Source: Stramigioli & Duindam (2004); the spin of the frame, which the paper leaves open, is the mean one.

A joint limit is a contact without tangent: delta = q - q_high or q_low - q, and F acts on the joint.
"""

import math

from .._jit import inlined
from ..integrate.problem import UNKNOWN
from ..laws.friction.dispatch import friction_response
from ..laws.friction.ids import FrictionLaw
from ..laws.friction.user import user_response as user_friction_response
from ..laws.normal import user as user_normal
from ..laws.normal.dispatch import normal_energy, normal_holds, normal_parts, normal_relax_rate, normal_response
from ..laws.normal.ids import NormalLaw
from ..shapes import ball_ball, ball_plane, ball_segment, segment_segment
from ..spatial.vectors import ZERO, accumulate3, add, add_scaled, cross, dot, get3, get9, mat_vec, scale, sub
from ..tables import (
    BALL_BALL,
    BALL_PLANE,
    BALL_SEGMENT,
    C_A,
    C_B,
    C_CALL_F,
    C_CALL_N,
    C_CALL_U,
    C_FRICTION,
    C_FROW,
    C_LIMIT,
    C_NORMAL,
    C_NROW,
    C_SHAPE,
    C_ZF,
    C_ZN,
    F_A,
    F_B,
    F_NODE,
    F_RADIUS,
    H_SURFACE,
    H_TIME,
    L_BRISTLE,
    L_FRICTION,
    L_NORMAL,
    LIMIT_HIGH,
    LIMIT_LOW,
    M_FRICTION,
    QI,
    S_LEDGER,
    S_NODES,
    S_NQ,
    VI,
    W_FEXT,
    W_P,
    W_R,
    W_V,
    W_W,
)

USER_NORMAL = int(NormalLaw.USER)
USER_FRICTION = int(FrictionLaw.USER)


@inlined
def normal_row(P, c):
    """Parameters of the normal law of contact c."""
    f = P.con_f
    return f[c, C_NROW], f[c, C_NROW + 1], f[c, C_NROW + 2], f[c, C_NROW + 3], f[c, C_NROW + 4], f[c, C_NROW + 5]


@inlined
def friction_row(P, c):
    """Parameters of the friction law of contact c."""
    f = P.con_f
    return (
        f[c, C_FROW], f[c, C_FROW + 1], f[c, C_FROW + 2], f[c, C_FROW + 3],
        f[c, C_FROW + 4], f[c, C_FROW + 5], f[c, C_FROW + 6], f[c, C_FROW + 7],
    )  # fmt: skip


@inlined
def is_limit(P, c):
    """Whether contact c is a joint limit."""
    return P.con_i[c, C_SHAPE] >= LIMIT_LOW


@inlined
def is_world(P, node):
    """Whether a node is the world, which rests in its origin."""
    return node == P.size[S_NODES]


@inlined
def place(P, feature, column):
    """World position of a point of a feature."""
    node, local = P.feat_i[feature, F_NODE], get3(P.feat_f, feature, column)
    if is_world(P, node):
        return local
    return add(get3(P.work, node, W_P), mat_vec(get9(P.work, node, W_R), local))


@inlined
def _turn(P, feature, column):
    """World components of a direction of a feature."""
    node, local = P.feat_i[feature, F_NODE], get3(P.feat_f, feature, column)
    return local if is_world(P, node) else mat_vec(get9(P.work, node, W_R), local)


@inlined
def velocity(P, node, c):
    """Velocity of the material point of a node that is at c."""
    if is_world(P, node):
        return ZERO
    return add(get3(P.work, node, W_V), cross(get3(P.work, node, W_W), sub(c, get3(P.work, node, W_P))))


@inlined
def geometry(P, c):
    """Gap [m], unit normal from A to B, contact point, arm k [m]: of a contact that is not a joint limit."""
    a = P.con_i[c, C_A]
    b = P.con_i[c, C_B]
    shape = P.con_i[c, C_SHAPE]
    ra = P.feat_f[a, F_RADIUS]
    rb = P.feat_f[b, F_RADIUS]
    if shape == BALL_PLANE:
        gap, n, point = ball_plane.gap(place(P, a, F_A), _turn(P, a, F_B), place(P, b, F_A), rb)
        return gap, n, point, ZERO
    if shape == BALL_BALL:
        gap, n, point = ball_ball.gap(place(P, a, F_A), ra, place(P, b, F_A), rb)
        return gap, n, point, ZERO
    if shape == BALL_SEGMENT:
        gap, n, point = ball_segment.gap(place(P, a, F_A), ra, place(P, b, F_A), place(P, b, F_B), rb)
        return gap, n, point, ZERO
    return segment_segment.gap(
        place(P, a, F_A), place(P, a, F_B), ra, place(P, b, F_A), place(P, b, F_B), rb
    )  # fmt: skip


@inlined
def _motion_and_arm(P, c, y):
    """delta, rate, normal n, point c, slip velocity v_t and arm k of a contact, from the kinematics in P.work."""
    shape = P.con_i[c, C_SHAPE]
    if shape >= LIMIT_LOW:
        node = P.con_i[c, C_A]
        q = y[P.tree.i[node, QI]]
        v = y[P.size[S_NQ] + P.tree.i[node, VI]]
        if shape == LIMIT_HIGH:
            return q - P.con_f[c, C_LIMIT], v, ZERO, ZERO, ZERO, ZERO
        return P.con_f[c, C_LIMIT] - q, -v, ZERO, ZERO, ZERO, ZERO
    gap, n, point, arm = geometry(P, c)
    a = P.feat_i[P.con_i[c, C_A], F_NODE]
    b = P.feat_i[P.con_i[c, C_B], F_NODE]
    v = sub(velocity(P, b, point), velocity(P, a, point))
    vn = dot(n, v)
    turning = dot(arm, sub(get3(P.work, b, W_W), get3(P.work, a, W_W)))
    return -gap, -vn - turning, n, point, add_scaled(v, -vn, n), arm


@inlined
def motion(P, c, y):
    """delta, rate, normal n, point c and slip velocity v_t of a contact, from the kinematics in P.work."""
    delta, rate, n, point, v, _ = _motion_and_arm(P, c, y)
    return delta, rate, n, point, v


@inlined
def normal_at(P, c, y, delta, rate):
    """Force, memory rate and dissipated power of the normal law of a touching contact."""
    law = P.con_i[c, C_NORMAL]
    if law == USER_NORMAL:
        return user_normal.user_response(P.con_i[c, C_CALL_N], P.con_i[c, C_CALL_U], delta, rate, P.con_f[c])
    zn = P.con_i[c, C_ZN]
    z = y[zn] if zn >= 0 else 0.0
    return normal_response(law, delta, rate, z, normal_row(P, c))


@inlined
def stored_normal(P, c, delta, z):
    """Energy in the normal spring."""
    law = P.con_i[c, C_NORMAL]
    if law == USER_NORMAL:
        return user_normal.user_energy(P.con_i[c, C_CALL_U], delta, P.con_f[c])
    return normal_energy(law, delta, z, normal_row(P, c))


@inlined
def free_surface(P, c, t):
    """Where the relaxing surface of an open contact is, measured like delta: closed form, no integration."""
    s = P.hold[c, H_SURFACE]
    if s == 0.0:
        return 0.0, 0.0
    relax = normal_relax_rate(P.con_i[c, C_NORMAL], normal_row(P, c))
    s *= math.exp(-relax * max(t - P.hold[c, H_TIME], 0.0))
    return s, -relax * s


@inlined
def touching_guard(P, c, y, delta, rate):
    """Positive while a touching contact holds."""
    law = P.con_i[c, C_NORMAL]
    if law == USER_NORMAL:
        return user_normal.user_holds(P.con_i[c, C_CALL_N], delta, rate, P.con_f[c])
    zn = P.con_i[c, C_ZN]
    z = y[zn] if zn >= 0 else 0.0
    return normal_holds(law, delta, rate, z, normal_row(P, c))


@inlined
def open_guard(P, c, t, delta, rate):
    """Positive while an open contact stays open, and its rate where it is the gap to the (relaxing) surface."""
    law = P.con_i[c, C_NORMAL]
    s, s_rate = free_surface(P, c, t)
    if law == USER_NORMAL:
        g = user_normal.user_parts(P.con_i[c, C_CALL_N], delta, rate, P.con_f[c])
    else:
        g = normal_parts(law, delta, rate, s, normal_row(P, c))
    if g == s - delta:
        return g, s_rate - rate
    return g, UNKNOWN


@inlined
def friction_at(P, c, F, v, u):
    """Force on B, memory rate, dissipated power and bristle work of the friction law of a touching contact."""
    law = P.con_i[c, C_FRICTION]
    if law == USER_FRICTION:
        return user_friction_response(P.con_i[c, C_CALL_F], F, v[0], v[1], v[2], P.con_f[c, C_FROW:])
    return friction_response(
        law, P.mode[c, M_FRICTION], F, v[0], v[1], v[2], u[0], u[1], u[2], friction_row(P, c)
    )  # fmt: skip


@inlined
def tangential_memory(P, c, y, n):
    """The tangential memory, without the component along n that rounding may have left."""
    zf = P.con_i[c, C_ZF]
    if zf < 0:
        return ZERO
    u = (y[zf], y[zf + 1], y[zf + 2])
    return add_scaled(u, -dot(n, u), n)


@inlined
def _normal_rate(P, c, n):
    """dn/dt of the contact normal."""
    a = P.con_i[c, C_A]
    b = P.con_i[c, C_B]
    na = P.feat_i[a, F_NODE]
    nb = P.feat_i[b, F_NODE]
    shape = P.con_i[c, C_SHAPE]
    if shape == BALL_PLANE:
        return ball_plane.normal_rate(n, get3(P.work, na, W_W))
    pa = place(P, a, F_A)
    pb = place(P, b, F_A)
    if shape == BALL_BALL:
        return ball_ball.normal_rate(pa, velocity(P, na, pa), pb, velocity(P, nb, pb))
    qb = place(P, b, F_B)
    if shape == BALL_SEGMENT:
        return ball_segment.normal_rate(pa, velocity(P, na, pa), pb, velocity(P, nb, pb), qb, velocity(P, nb, qb))
    qa = place(P, a, F_B)
    return segment_segment.normal_rate(
        pa, velocity(P, na, pa), qa, velocity(P, na, qa), pb, velocity(P, nb, pb), qb, velocity(P, nb, qb)
    )  # fmt: skip


@inlined
def _transport(P, c, n, u):
    """Omega x u: the memory moves with the contact."""
    wa = get3(P.work, P.feat_i[P.con_i[c, C_A], F_NODE], W_W)
    wb = get3(P.work, P.feat_i[P.con_i[c, C_B], F_NODE], W_W)
    spin = 0.5 * dot(n, add(wa, wb))
    omega = add_scaled(cross(n, _normal_rate(P, c, n)), spin, n)
    return cross(omega, u)


@inlined
def _push(P, node, force, point, couple):
    """Add a force at a point and a couple to the external wrench of a node; the world does not feel it."""
    if is_world(P, node):
        return
    moment = cross(sub(point, get3(P.work, node, W_P)), force)
    accumulate3(P.work, node, W_FEXT, add(moment, couple))
    accumulate3(P.work, node, W_FEXT + 3, force)


@inlined
def add_contact(P, c, y, dy):
    """Add the forces of a touching contact to the nodes, its memory rates and its powers to dy."""
    delta, rate, n, point, v, arm = _motion_and_arm(P, c, y)
    F, z_rate, damped = normal_at(P, c, y, delta, rate)
    ledger = P.size[S_LEDGER]
    dy[ledger + L_NORMAL] += damped
    if P.con_i[c, C_ZN] >= 0:
        dy[P.con_i[c, C_ZN]] = z_rate
    if is_limit(P, c):
        i = P.tree.i[P.con_i[c, C_A], VI]
        P.tau[i] += F if P.con_i[c, C_SHAPE] == LIMIT_LOW else -F
        return
    force = scale(F, n)
    if P.con_i[c, C_FRICTION] != 0:
        u = tangential_memory(P, c, y, n)
        fx, fy, fz, ux, uy, uz, lost, bristle = friction_at(P, c, F, v, u)
        dy[ledger + L_FRICTION] += lost
        dy[ledger + L_BRISTLE] += bristle
        force = add(force, (fx, fy, fz))
        zf = P.con_i[c, C_ZF]
        if zf >= 0:
            du = add((ux, uy, uz), _transport(P, c, n, u))
            dy[zf] = du[0]
            dy[zf + 1] = du[1]
            dy[zf + 2] = du[2]
    _push(P, P.feat_i[P.con_i[c, C_B], F_NODE], force, point, scale(F, arm))
    _push(P, P.feat_i[P.con_i[c, C_A], F_NODE], scale(-1.0, force), point, scale(-F, arm))
