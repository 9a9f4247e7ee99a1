"""Forward dynamics by the articulated-body algorithm: accelerations in a number of operations linear in the nodes.

    1. every node starts with its own rigid inertia and velocity-product force, minus the external wrench
    2. leaves to roots: take each joint out of the equations and hand the articulated rest to the parent
    3. roots to leaves: acceleration of the joint, then of the node

In effect vdot = M(q)^-1 (tau + J^T f_ext - h(q, v)), without M. Gravity enters as an acceleration -g of the world.

Symbols   tau    generalised forces [N, Nm], shape (n_v,); of a spherical joint and of the rotation of a free joint in
                 axes of the node, of the translation of a free joint in world axes
          work   rows filled by `kinematics`, with the external moment about the node origin and force in W_FEXT
                 [Nm, N], world axes; on return W_ACC holds the true accelerations [rad/s^2, m/s^2]
          dy     derivative of the state; vdot goes to dy[n_q : n_q + n_v]
Source    Featherstone, Rigid Body Dynamics Algorithms (2008), table 7.1, rewritten for world axes and classical
          accelerations (spatial/inertia.py).
Limits    massless nodes are fine between others; each joint must move some inertia in each of its directions.
"""

from .._jit import inlined
from ..joints import dispatch, flexible, slider
from ..joints.registry import SLIDER
from ..spatial.inertia import start_articulated
from ..tables import ASLEEP, KIND


@inlined
def aba(tree, y, n_q, tau, work, dy):
    """Write vdot to dy[n_q : n_q + n_v] and the accelerations of all nodes to W_ACC; call `kinematics` before."""
    n_node = tree.i.shape[0]
    for i in range(n_node):
        if tree.i[i, KIND] == SLIDER:
            slider.start(i, tree, work)
        elif tree.i[i, KIND] != ASLEEP:
            start_articulated(tree, i, work)
    for k in range(tree.flexible.size):
        flexible.start(tree.flexible[k], tree, work)
    for i in range(n_node - 1, -1, -1):
        dispatch.eliminate(tree.i[i, KIND], i, tree, tau, work)
    for i in range(n_node):
        dispatch.accelerate(tree.i[i, KIND], i, tree, tau, n_q, work, dy)
