"""Forward kinematics: one pass from the roots to the leaves.

    R_J = R_P E          p_J = p_P + R_P pos          then the joint: see joints/<kind>.py

fills the rows of `work` with rotation R_WN, position p, angular velocity w, velocity v of the node origin, joint axis,
rho = p - p_P, and the velocity-product acceleration `bias` of the joint:

    alpha = alpha_P + bias_angular + S_angular vdot
    a     = a_P + alpha_P x rho + bias_linear + S_linear vdot

Everything is in world axes at the node origin, and accelerations are classical: a is the second derivative of p.

Symbols   y      state: q (n_q numbers [m, rad, -]), then v (n_v numbers [m/s, rad/s]), then anything
          work   one row per node, columns W_*; shape (n_node, N_WORK)
Source    Featherstone, Rigid Body Dynamics Algorithms (2008), sec. 5.3, rewritten for world axes.
"""

from .._jit import kernel
from ..joints import dispatch
from ..tables import KIND


@kernel
def kinematics(tree, y, n_q, work):
    """Fill W_R, W_P, W_W, W_V, W_AXIS, W_RHO, W_BIAS of all nodes."""
    for i in range(tree.i.shape[0]):
        dispatch.place(tree.i[i, KIND], i, tree, y, n_q, work)


@kernel
def position_rate(tree, y, n_q, work, dy):
    """Write qdot to dy[:n_q]; `work` is not needed by the present joints."""
    for i in range(tree.i.shape[0]):
        dispatch.position_rate(tree.i[i, KIND], i, tree, y, n_q, dy)


@kernel
def velocities_from_rates(tree, y, dq, n_q):
    """Velocities of all joints into y from the positions in y and their rates dq."""
    for i in range(tree.i.shape[0]):
        dispatch.velocity_from_rate(tree.i[i, KIND], i, tree, y, dq, n_q)
