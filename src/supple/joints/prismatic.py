"""Prismatic joint: translation by q along the z axis of the joint frame.

    R = R_J                  a = z axis of J              rho = R_P pos + a q
    w = w_P                  v = v_P + w_P x rho + a qd
    bias = (0 ; w_P x (w_P x rho) + 2 w_P x a qd)         S = (0 ; a)

Symbols   q [m], qd [m/s], tau [N] along a; all vectors in world axes, v and bias at the node origin.
Source    Featherstone, Rigid Body Dynamics Algorithms (2008), table 4.1, in classical accelerations (hence the
          Coriolis term).
"""

from .._jit import inlined
from ..spatial.inertia import get_blocks
from ..spatial.vectors import ZERO, add, add_scaled, cross, dot, get3, mat_vec, put3, put9, scale, sym_vec
from ..tables import QI, VI, W_ACC, W_AXIS, W_BIAS, W_P, W_PA, W_R, W_RHO, W_V, W_W
from .frame import carried_acceleration, joint_frame, parent_motion
from .one_dof import eliminate_column, solve_column


@inlined
def place(i, tree, y, n_q, work):
    """Position, velocity and bias of node i from those of its parent."""
    q, qd = y[tree.i[i, QI]], y[n_q + tree.i[i, VI]]
    R, r = joint_frame(i, tree, work)
    p_P, w_P, v_P = parent_motion(i, tree, work)
    axis = (R[2], R[5], R[8])
    rho = add_scaled(r, q, axis)
    slide, carry = scale(qd, axis), cross(w_P, rho)
    put9(work, i, W_R, R)
    put3(work, i, W_P, add(p_P, rho))
    put3(work, i, W_W, w_P)
    put3(work, i, W_V, add(add(v_P, carry), slide))
    put3(work, i, W_AXIS, axis)
    put3(work, i, W_RHO, rho)
    put3(work, i, W_BIAS, ZERO)
    put3(work, i, W_BIAS + 3, cross(w_P, add_scaled(carry, 2.0, slide)))


@inlined
def position_rate(i, tree, y, n_q, dy):
    """The rate of q is the velocity coordinate."""
    dy[tree.i[i, QI]] = y[n_q + tree.i[i, VI]]


@inlined
def velocity_from_rate(i, tree, y, dq, n_q):
    """The velocity coordinate is the rate of q."""
    y[n_q + tree.i[i, VI]] = dq[tree.i[i, QI]]


@inlined
def subspace(i, work):
    """S: motion of the node (angular, linear) per unit of velocity."""
    return ZERO, get3(work, i, W_AXIS)


@inlined
def eliminate(i, tree, tau, work):
    """Backward step of the articulated-body algorithm, U = (B a ; C a)."""
    blocks = get_blocks(work, i)
    axis = get3(work, i, W_AXIS)
    U_m, U_f = mat_vec(blocks[1], axis), sym_vec(blocks[2], axis)
    u = tau[tree.i[i, VI]] - dot(axis, get3(work, i, W_PA + 3))
    eliminate_column(i, tree, work, blocks, (U_m, U_f, dot(axis, U_f), u))


@inlined
def accelerate(i, tree, n_q, work, dy):
    """Forward step of the articulated-body algorithm."""
    g = (tree.gravity[0], tree.gravity[1], tree.gravity[2])
    alpha, a = carried_acceleration(i, tree, work, scale(-1.0, g))
    qdd = solve_column(i, tree, work, alpha, a)
    dy[n_q + tree.i[i, VI]] = qdd
    put3(work, i, W_ACC, alpha)
    put3(work, i, W_ACC + 3, add(add_scaled(a, qdd, get3(work, i, W_AXIS)), g))
