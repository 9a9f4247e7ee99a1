"""The joint kind of a node is a number; these functions choose the file. A new kind is one branch in each.

    place            position, velocity, bias from those of the parent       (kinematics)
    position_rate    qdot from the velocities
    velocity_from_rate   and back: the velocities into y from q in y and qdot
    subspace         column k of S: (angular, linear) motion of the node per unit of its velocity coordinate k
    eliminate        backward step of the articulated-body algorithm
    accelerate       forward step of the articulated-body algorithm

Any algorithm that needs speed less than generality (inverse dynamics, mass matrix, Jacobian) uses `subspace` alone.
"""

from .._jit import inlined
from ..tables import FREE, KIND, PRISMATIC, REVOLUTE, SPHERICAL
from . import free, prismatic, revolute, spherical


@inlined
def n_position(kind):
    """Number of position coordinates."""
    if kind == FREE:
        return 7
    return 4 if kind == SPHERICAL else 1


@inlined
def n_velocity(kind):
    """Number of velocity coordinates."""
    if kind == FREE:
        return 6
    return 3 if kind == SPHERICAL else 1


@inlined
def place(i, tree, y, n_q, work):
    """Position, velocity and bias of node i."""
    kind = tree.i[i, KIND]
    if kind == REVOLUTE:
        revolute.place(i, tree, y, n_q, work)
    elif kind == PRISMATIC:
        prismatic.place(i, tree, y, n_q, work)
    elif kind == SPHERICAL:
        spherical.place(i, tree, y, n_q, work)
    else:
        free.place(i, tree, y, n_q, work)


@inlined
def position_rate(i, tree, y, n_q, dy):
    """qdot of node i."""
    kind = tree.i[i, KIND]
    if kind == REVOLUTE:
        revolute.position_rate(i, tree, y, n_q, dy)
    elif kind == PRISMATIC:
        prismatic.position_rate(i, tree, y, n_q, dy)
    elif kind == SPHERICAL:
        spherical.position_rate(i, tree, y, n_q, dy)
    else:
        free.position_rate(i, tree, y, n_q, dy)


@inlined
def velocity_from_rate(i, tree, y, dq, n_q):
    """Velocities of node i into y from the positions in y and their rates dq."""
    kind = tree.i[i, KIND]
    if kind == REVOLUTE:
        revolute.velocity_from_rate(i, tree, y, dq, n_q)
    elif kind == PRISMATIC:
        prismatic.velocity_from_rate(i, tree, y, dq, n_q)
    elif kind == SPHERICAL:
        spherical.velocity_from_rate(i, tree, y, dq, n_q)
    else:
        free.velocity_from_rate(i, tree, y, dq, n_q)


@inlined
def subspace(i, k, tree, work):
    """Column k of S of node i: (angular, linear)."""
    kind = tree.i[i, KIND]
    if kind == REVOLUTE:
        return revolute.subspace(i, work)
    if kind == PRISMATIC:
        return prismatic.subspace(i, work)
    if kind == SPHERICAL:
        return spherical.subspace(i, k, work)
    return free.subspace(i, k, work)


@inlined
def eliminate(i, tree, tau, work):
    """Take the joint of node i out of the equations and hand the rest to its parent; a free node is the end."""
    kind = tree.i[i, KIND]
    if kind == REVOLUTE:
        revolute.eliminate(i, tree, tau, work)
    elif kind == PRISMATIC:
        prismatic.eliminate(i, tree, tau, work)
    elif kind == SPHERICAL:
        spherical.eliminate(i, tree, tau, work)


@inlined
def accelerate(i, tree, tau, n_q, work, dy):
    """Acceleration of the joint and of node i."""
    kind = tree.i[i, KIND]
    if kind == REVOLUTE:
        revolute.accelerate(i, tree, n_q, work, dy)
    elif kind == PRISMATIC:
        prismatic.accelerate(i, tree, n_q, work, dy)
    elif kind == SPHERICAL:
        spherical.accelerate(i, tree, n_q, work, dy)
    else:
        free.accelerate(i, tree, tau, n_q, work, dy)
