"""Energy and momentum of the tree: the quantities that a simulation must account for.

    T = sum 1/2 m v.v + v.(w x m c) + 1/2 w.I_o w + 1/2 a qd^2   kinetic energy [J]
    V = -sum m g.(p + c)                                 potential energy of gravity [J], zero in the world origin
    P = sum m (v + w x c)                                linear momentum [kg m/s]
    L = sum p x m (v + w x c) + I_o w + m c x v          angular momentum about the world origin [kg m^2/s]

Symbols   p, v position and velocity of the node origin, w angular velocity, c centre of mass from the node origin, I_o
          inertia about the node origin, all in world axes; `work` rows filled by `kinematics`
Source    Featherstone, Rigid Body Dynamics Algorithms (2008), sec. 2.10 and 2.14.
          a flexible body adds what spatial/modal_body.py says
          a armature of the joint, qd its velocity; a rotor has no momentum here (its reaction on its carrier is neglected)
Limits    springs, contacts and drives keep their own energies.
"""

from .._jit import kernel
from ..spatial.inertia import rigid_body
from ..spatial.modal_body import B_MC, bent_energy, bent_momentum, bent_spin, load3
from ..spatial.vectors import ZERO, add, add_scaled, cross, dot, get3, scale, sym_vec
from ..tables import ARMATURE, BENT, MASS, W_P, W_SPEED, W_V, W_W


@kernel
def kinetic_energy(tree, work):
    """T [J]."""
    energy = 0.0
    for i in range(tree.i.shape[0]):
        m, mc, inertia = rigid_body(tree, i, work)
        w, v = get3(work, i, W_W), get3(work, i, W_V)
        energy += 0.5 * m * dot(v, v) + dot(v, cross(w, mc)) + 0.5 * dot(w, sym_vec(inertia, w))
        if tree.f[i, ARMATURE] > 0.0:
            energy += 0.5 * tree.f[i, ARMATURE] * work[i, W_SPEED] * work[i, W_SPEED]
    for k in range(tree.flexible.size):
        i = tree.flexible[k]
        energy += bent_energy(tree.bent, tree.i[i, BENT], get3(work, i, W_W), get3(work, i, W_V))
    return energy


@kernel
def first_moment(tree, work):
    """Sum of m (p + c) [kg m]."""
    moment = ZERO
    for i in range(tree.i.shape[0]):
        m, mc, _ = rigid_body(tree, i, work)
        moment = add(moment, add_scaled(mc, m, get3(work, i, W_P)))
    for k in range(tree.flexible.size):
        moment = add(moment, load3(tree.bent, tree.i[tree.flexible[k], BENT] + B_MC))
    return moment


@kernel
def potential_energy(tree, work):
    """V of gravity [J]."""
    return -dot(first_moment(tree, work), (tree.gravity[0], tree.gravity[1], tree.gravity[2]))


@kernel
def linear_momentum(tree, work):
    """P [kg m/s], world axes."""
    momentum = ZERO
    for i in range(tree.i.shape[0]):
        m, mc, _ = rigid_body(tree, i, work)
        momentum = add(momentum, add_scaled(cross(get3(work, i, W_W), mc), m, get3(work, i, W_V)))
    for k in range(tree.flexible.size):
        i = tree.flexible[k]
        momentum = add(momentum, bent_momentum(tree.bent, tree.i[i, BENT], get3(work, i, W_W)))
    return momentum


@kernel
def angular_momentum(tree, work):
    """L about the world origin [kg m^2/s], world axes."""
    momentum = ZERO
    for i in range(tree.i.shape[0]):
        m, mc, inertia = rigid_body(tree, i, work)
        p, w, v = get3(work, i, W_P), get3(work, i, W_W), get3(work, i, W_V)
        orbital = cross(p, add_scaled(cross(w, mc), m, v))
        momentum = add(momentum, add(orbital, add(sym_vec(inertia, w), cross(mc, v))))
    for k in range(tree.flexible.size):
        i = tree.flexible[k]
        b, p, w, v = tree.i[i, BENT], get3(work, i, W_P), get3(work, i, W_W), get3(work, i, W_V)
        momentum = add(momentum, add(cross(p, bent_momentum(tree.bent, b, w)), bent_spin(tree.bent, b, w, v)))
    return momentum


@kernel
def total_mass(tree):
    """Sum of the masses [kg]."""
    mass = 0.0
    for i in range(tree.i.shape[0]):
        mass += tree.f[i, MASS]
    return mass


@kernel
def centre_of_mass(tree, work):
    """Centre of mass [m], world axes; the origin if there is no mass at all."""
    mass = total_mass(tree)
    return scale(1.0 / mass, first_moment(tree, work)) if mass > 0.0 else ZERO
