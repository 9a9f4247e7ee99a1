"""Revolute joint: rotation by q about the z axis of the joint frame.

    R = R_J Rz(q)            a = z axis of J              rho = R_P pos
    w = w_P + a qd           v = v_P + w_P x rho
    bias = (w_P x a qd ; w_P x (w_P x rho))               S = (a ; 0)

Symbols   q [rad], qd [rad/s], tau [Nm] about a; all vectors in world axes, v and bias at the node origin.
Source    Featherstone, Rigid Body Dynamics Algorithms (2008), table 4.1, in classical accelerations.
"""

import math

from .._jit import inlined
from ..spatial.inertia import get_blocks
from ..spatial.vectors import ZERO, add, add_scaled, cross, dot, get3, mat_t_vec, put3, put9, scale, sym_vec
from ..tables import QI, VI, W_ACC, W_AXIS, W_BIAS, W_P, W_PA, W_R, W_RHO, W_V, W_W
from .frame import carried_acceleration, joint_frame, parent_motion
from .one_dof import eliminate_column, solve_column


@inlined
def place(i, tree, y, n_q, work):
    """Position, velocity and bias of node i from those of its parent."""
    q, qd = y[tree.i[i, QI]], y[n_q + tree.i[i, VI]]
    s, c = math.sin(q), math.cos(q)
    J, rho = joint_frame(i, tree, work)
    p_P, w_P, v_P = parent_motion(i, tree, work)
    axis = (J[2], J[5], J[8])
    R = (
        c * J[0] + s * J[1], c * J[1] - s * J[0], J[2],
        c * J[3] + s * J[4], c * J[4] - s * J[3], J[5],
        c * J[6] + s * J[7], c * J[7] - s * J[6], J[8],
    )  # fmt: skip
    turn, carry = scale(qd, axis), cross(w_P, rho)
    put9(work, i, W_R, R)
    put3(work, i, W_P, add(p_P, rho))
    put3(work, i, W_W, add(w_P, turn))
    put3(work, i, W_V, add(v_P, carry))
    put3(work, i, W_AXIS, axis)
    put3(work, i, W_RHO, rho)
    put3(work, i, W_BIAS, cross(w_P, turn))
    put3(work, i, W_BIAS + 3, cross(w_P, carry))


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
    return get3(work, i, W_AXIS), ZERO


@inlined
def eliminate(i, tree, tau, work):
    """Backward step of the articulated-body algorithm, U = (A a ; B^T a)."""
    blocks = get_blocks(work, i)
    axis = get3(work, i, W_AXIS)
    U_m, U_f = sym_vec(blocks[0], axis), mat_t_vec(blocks[1], axis)
    u = tau[tree.i[i, VI]] - dot(axis, get3(work, i, W_PA))
    eliminate_column(i, tree, work, blocks, (U_m, U_f, dot(axis, U_m), u))


@inlined
def accelerate(i, tree, n_q, work, dy):
    """Forward step of the articulated-body algorithm."""
    g = (tree.gravity[0], tree.gravity[1], tree.gravity[2])
    alpha, a = carried_acceleration(i, tree, work, scale(-1.0, g))
    qdd = solve_column(i, tree, work, alpha, a)
    dy[n_q + tree.i[i, VI]] = qdd
    put3(work, i, W_ACC, add_scaled(alpha, qdd, get3(work, i, W_AXIS)))
    put3(work, i, W_ACC + 3, add(a, g))
