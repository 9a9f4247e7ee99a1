"""A contact that sticks exactly: what its slip does, as two rows of equations.

The slip v_t = v - (n . v) n is that of the contact point c, which wanders over both bodies, v = v_B(c) - v_A(c). Its rate
in the directions t of the contact plane is

    t . dv_t/dt = t . (a_B + alpha_B x r_B - a_A - alpha_A x r_A)
                + t . (w_B x (dc/dt - v_B) - w_A x (dc/dt - v_A) - (n . v) dn/dt)

with the accelerations of the origins of the two nodes, and r from there to c. The first part is linear in what the bodies
do; the second depends on the velocities alone: `G_BIAS`, with v_t/settle added, so that a rest of slip dies out. A ball
that rolls without slip has dc/dt = v of its centre: without that part it would drift.
"""

from .._jit import inlined, kernel
from ..laws.friction.contract import STICK
from ..laws.friction.dispatch import friction_settling
from ..spatial.tangent import basis
from ..spatial.vectors import ZERO, add, add_scaled, cross, dot, get3, put3, scale, sub
from ..tables import (
    EL_ROW_F,
    EL_RULE,
    G_BIAS,
    G_ELEMENT,
    G_FORCE,
    G_NORMAL,
    G_POINT,
    G_TANGENT,
    HELD,
    L_FRICTION,
    M_FRICTION,
    M_NORMAL,
    OPEN,
    R_FRICTION,
    R_NEEDS,
    S_LEDGER,
    W_ACC,
    W_P,
    W_V,
    W_W,
)
from .features import motion, nodes, point_rate, push
from .normal import normal_at
from .places import velocity


@inlined
def grips(P, e):
    """Whether contact e sticks exactly."""
    exact = P.rule_i[P.el_i[e, EL_RULE], R_NEEDS] & HELD > 0
    return exact and P.mode[e, M_NORMAL] != OPEN and P.mode[e, M_FRICTION] == STICK


@inlined
def _carried(P, node, c_rate):
    """w x (dc/dt - v)."""
    return cross(get3(P.work, node, W_W), sub(c_rate, get3(P.work, node, W_V)))


@kernel
def bias_of(P, e, m):
    """The part of dv_t/dt that is no acceleration of bodies, with what settles the slip; m: motion of contact e."""
    a, b = nodes(P, e)
    c_rate, turn = point_rate(P, e, m)
    across = dot(m.n, sub(velocity(P, b, m.point), velocity(P, a, m.point)))
    bias = add_scaled(sub(_carried(P, b, c_rate), _carried(P, a, c_rate)), -across, turn)
    law, row = P.rule_i[P.el_i[e, EL_RULE], R_FRICTION], P.par[P.el_i[e, EL_ROW_F]]
    return add_scaled(bias, 1.0 / friction_settling(law, row), m.v)


@kernel
def take_hold(P, e, y, k):
    """Write where contact e holds, and the bias of its slip, into row k of P.grip."""
    m = motion(P, e)
    bias = bias_of(P, e, m)
    P.grip[k, G_ELEMENT] = e
    P.grip[k, G_NORMAL] = normal_at(P, e, y, m.delta, m.rate)[0]
    put3(P.grip, k, G_POINT, m.point)
    e_1, e_2 = basis(m.n)
    put3(P.grip, k, G_TANGENT, e_1)
    put3(P.grip, k, G_TANGENT + 3, e_2)
    P.grip[k, G_BIAS], P.grip[k, G_BIAS + 1] = dot(e_1, bias), dot(e_2, bias)


@inlined
def acceleration(P, node, c):
    """What the accelerations of a node alone give to its point at c."""
    return add(get3(P.work, node, W_ACC + 3), cross(get3(P.work, node, W_ACC), sub(c, get3(P.work, node, W_P))))


@kernel
def slip_rates(P, k):
    """t . dv_t/dt of row k of P.grip along its two tangents, and the accelerations that they are a difference of."""
    a, b = nodes(P, int(P.grip[k, G_ELEMENT]))
    c = get3(P.grip, k, G_POINT)
    a_A, a_B = acceleration(P, a, c), acceleration(P, b, c)
    over = sub(a_B, a_A)
    size = abs(a_A[0]) + abs(a_A[1]) + abs(a_A[2]) + abs(a_B[0]) + abs(a_B[1]) + abs(a_B[2])
    first = dot(get3(P.grip, k, G_TANGENT), over) + P.grip[k, G_BIAS]
    return first, dot(get3(P.grip, k, G_TANGENT + 3), over) + P.grip[k, G_BIAS + 1], size


@inlined
def pull_along(P, k, force):
    """A force on B at the contact of row k, the opposite on A."""
    a, b = nodes(P, int(P.grip[k, G_ELEMENT]))
    c = get3(P.grip, k, G_POINT)
    push(P, b, force, c, ZERO)
    push(P, a, scale(-1.0, force), c, ZERO)


@kernel
def apply_grip(P, k, dy):
    """The force of row k acts, is noted in P.held, and its power is that of friction."""
    e = int(P.grip[k, G_ELEMENT])
    t_1, t_2 = get3(P.grip, k, G_TANGENT), get3(P.grip, k, G_TANGENT + 3)
    force = add_scaled(scale(P.grip[k, G_FORCE], t_1), P.grip[k, G_FORCE + 1], t_2)
    put3(P.held, e, 0, force)
    pull_along(P, k, force)
    a, b = nodes(P, e)
    c = get3(P.grip, k, G_POINT)
    dy[P.size[S_LEDGER] + L_FRICTION] -= dot(force, sub(velocity(P, b, c), velocity(P, a, c)))
