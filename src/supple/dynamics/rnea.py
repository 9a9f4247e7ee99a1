"""Inverse dynamics by the recursive Newton-Euler algorithm: the generalised forces that cause given accelerations.

    roots to leaves    (alpha; a) = carried by the parent + S vdot,     (m; f) = I (alpha; a - g) + p - f_ext
    leaves to roots    tau_k = S_k . (m; f) + a vdot_k,     handed to the parent:  f,  m + rho x f

In effect tau = M(q) vdot + h(q, v) - J^T f_ext; with vdot = 0 it gives the bias forces h.

Symbols   vdot   accelerations [m/s^2, rad/s^2], shape (n_v,)
          tau    result [N, Nm], shape (n_v,)
          work   rows filled by `kinematics`, external wrenches in W_FEXT; W_ACC and W_PA are overwritten
Source    Featherstone, Rigid Body Dynamics Algorithms (2008), table 5.1; Luh, Walker & Paul, J. Dyn. Syst. Meas.
          Control 102 (1980) 69.
"""

from .._jit import kernel
from ..joints import dispatch, flexible
from ..joints.frame import carried_acceleration
from ..spatial.inertia import add_force, rigid_body, velocity_force
from ..spatial.vectors import ZERO, add, add_scaled, cross, dot, get3, put3, sub, sym_vec
from ..tables import ARMATURE, KIND, N_COLUMNS, PARENT, VI, W_ACC, W_FEXT, W_PA, W_W


@kernel
def _accelerate(i, tree, vdot, work):
    """True acceleration of node i."""
    alpha, a = carried_acceleration(i, tree, work, ZERO)
    for k in range(tree.i[i, N_COLUMNS]):
        angular, linear = dispatch.subspace(tree.i[i, KIND], i, k, tree, work)
        rate = vdot[tree.i[i, VI] + k]
        alpha, a = add_scaled(alpha, rate, angular), add_scaled(a, rate, linear)
    put3(work, i, W_ACC, alpha)
    put3(work, i, W_ACC + 3, a)


@kernel
def _own_force(i, tree, work):
    """Moment and force that the joint of node i must supply for the node alone."""
    m, mc, inertia = rigid_body(tree, i, work)
    moment, force = velocity_force(get3(work, i, W_W), mc, inertia)
    alpha = get3(work, i, W_ACC)
    a = sub(get3(work, i, W_ACC + 3), (tree.gravity[0], tree.gravity[1], tree.gravity[2]))
    moment = add(add(moment, sym_vec(inertia, alpha)), cross(mc, a))
    force = add(add_scaled(force, m, a), cross(alpha, mc))
    put3(work, i, W_PA, sub(moment, get3(work, i, W_FEXT)))
    put3(work, i, W_PA + 3, sub(force, get3(work, i, W_FEXT + 3)))


@kernel
def rnea(tree, y, n_q, vdot, work, tau):
    """Write the generalised forces to tau; call `kinematics` before."""
    n_node = tree.i.shape[0]
    for i in range(n_node):
        _accelerate(i, tree, vdot, work)
        _own_force(i, tree, work)
    for k in range(tau.size):
        tau[k] = 0.0
    for k in range(tree.flexible.size):
        flexible.add_own_force(tree.flexible[k], tree, vdot, work, tau)
    for i in range(n_node - 1, -1, -1):
        moment, force = get3(work, i, W_PA), get3(work, i, W_PA + 3)
        for k in range(tree.i[i, N_COLUMNS]):
            angular, linear = dispatch.subspace(tree.i[i, KIND], i, k, tree, work)
            tau[tree.i[i, VI] + k] += dot(angular, moment) + dot(linear, force)
        if tree.f[i, ARMATURE] > 0.0:
            tau[tree.i[i, VI]] += tree.f[i, ARMATURE] * vdot[tree.i[i, VI]]
        if tree.i[i, PARENT] >= 0:
            add_force(work, i, tree.i[i, PARENT], moment, force)
