"""The algorithms as functions that Python calls, compiled once per machine."""

from .._jit import entry
from .aba import aba
from .crba import crba
from .energy import angular_momentum, kinetic_energy, linear_momentum, potential_energy
from .jacobian import jacobian
from .kinematics import kinematics, position_rate
from .pivots import first_dependent
from .rnea import rnea


@entry
def position_rates(tree, y, n_q, work, dy):
    """Write the rates of the position coordinates at y into the first n_q places of dy."""
    kinematics(tree, y, n_q, work)
    position_rate(tree, y, n_q, work, dy)


@entry
def mass_matrix(tree, y, n_q, work, M):
    """Write the mass matrix at y into M."""
    kinematics(tree, y, n_q, work)
    crba(tree, work, M)


@entry
def without_inertia(tree, y, n_q, tau, work, locked, block):
    """Index of a velocity coordinate at y that carries no inertia of its own, or -1; see `pivots.py`."""
    kinematics(tree, y, n_q, work)
    return first_dependent(tree, tau, work, locked, block)


@entry
def inverse_dynamics(tree, y, n_q, vdot, work, tau):
    """Write the generalised forces that give the accelerations vdot at y; external wrenches stand in work."""
    kinematics(tree, y, n_q, work)
    rnea(tree, y, n_q, vdot, work, tau)


@entry
def forward_dynamics(tree, y, n_q, tau, work, dy):
    """Write the accelerations by the generalised forces tau at y into dy; external wrenches stand in work."""
    kinematics(tree, y, n_q, work)
    aba(tree, y, n_q, tau, work, dy)


@entry
def point_jacobian(tree, y, n_q, node, point, work, J):
    """Write the Jacobian (angular, linear; world axes) of a point of a node into J (6, n_v)."""
    kinematics(tree, y, n_q, work)
    jacobian(tree, node, point, work, J)


@entry
def energy_momentum(tree, y, n_q, work):
    """Kinetic energy, energy of gravity, linear momentum, angular momentum about the world origin."""
    kinematics(tree, y, n_q, work)
    return (
        kinetic_energy(tree, work),
        potential_energy(tree, work),
        linear_momentum(tree, work),
        angular_momentum(tree, work),
    )
