"""THE right-hand side: kinematics, contacts, joints, inputs, articulated bodies.

    qdot = N(q) v,   M(q) vdot + h(q, v) = tau + sum_i J_i^T w_i,   zdot from the laws,   ledger' = powers

It never resets, clips or decides a mode: those change in `jump` only.
"""

from ..dynamics.aba import aba
from ..dynamics.kinematics import kinematics, position_rate
from ..integrate.problem import rhs
from ..tables import M_NORMAL, N_LEDGER, S_LEDGER, S_NODES, S_NQ, S_NV, TOUCHING, W_FEXT
from .contact import add_contact
from .forces import add_inputs, add_joint_forces
from .robot import Robot


@rhs.register(Robot)
def robot_rhs(t, y, P, dy):
    """Write dy/dt of every active component."""
    n_q = P.size[S_NQ]
    # where everything is and how it moves
    kinematics(P.tree, y, n_q, P.work)
    # forces start from nothing
    for i in range(P.size[S_NODES] + 1):
        for j in range(6):
            P.work[i, W_FEXT + j] = 0.0
    for i in range(P.size[S_NV]):
        P.tau[i] = 0.0
    for i in range(N_LEDGER):
        dy[P.size[S_LEDGER] + i] = 0.0
    # contacts that touch, springs and dampers of the joints, applied forces
    for k in range(P.near_n[0]):
        c = P.near[k]
        if P.mode[c, M_NORMAL] == TOUCHING:
            add_contact(P, c, y, dy)
    add_joint_forces(P, y, dy)
    add_inputs(t, P, y, dy)
    # accelerations of everything
    aba(P.tree, y, n_q, P.tau, P.work, dy)
    position_rate(P.tree, y, n_q, P.work, dy)
