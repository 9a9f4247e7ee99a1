"""The algorithms as functions that Python calls, compiled together when the first is called."""

from .._jit import Reals, Reals2, entry
from ..tables import Tree
from .aba import aba
from .crba import crba
from .energy import angular_momentum, kinetic_energy, linear_momentum, potential_energy
from .jacobian import jacobian
from .kinematics import kinematics, position_rate
from .rnea import rnea


@entry
def position_rates(tree: Tree, y: Reals, n_q: int, work: Reals2, dy: Reals) -> None:
    """Write the rates of the position coordinates at y into the first n_q places of dy."""
    kinematics(tree, y, n_q, work)
    position_rate(tree, y, n_q, work, dy)


@entry
def mass_matrix(tree: Tree, y: Reals, n_q: int, work: Reals2, M: Reals2) -> None:
    """Write the mass matrix at y into M."""
    kinematics(tree, y, n_q, work)
    crba(tree, work, M)


@entry
def inverse_dynamics(tree: Tree, y: Reals, n_q: int, vdot: Reals, work: Reals2, tau: Reals) -> None:
    """Write the generalised forces that give the accelerations vdot at y; external wrenches stand in work."""
    kinematics(tree, y, n_q, work)
    rnea(tree, y, n_q, vdot, work, tau)


@entry
def forward_dynamics(tree: Tree, y: Reals, n_q: int, tau: Reals, work: Reals2, dy: Reals) -> None:
    """Write the accelerations by the generalised forces tau at y into dy; external wrenches stand in work."""
    kinematics(tree, y, n_q, work)
    aba(tree, y, n_q, tau, work, dy)


@entry
def point_jacobian(tree: Tree, y: Reals, n_q: int, node: int, point: Reals, work: Reals2, J: Reals2) -> None:
    """Write the Jacobian (angular, linear; world axes) of a point of a node into J (6, n_v)."""
    kinematics(tree, y, n_q, work)
    jacobian(tree, node, point, work, J)


@entry
def energy_momentum(tree: Tree, y: Reals, n_q: int, work: Reals2, out: Reals) -> None:
    """Write kinetic and potential energy, linear momentum (3), angular momentum about the world origin (3) into out."""
    kinematics(tree, y, n_q, work)
    out[0] = kinetic_energy(tree, work)
    out[1] = potential_energy(tree, work)
    p, L = linear_momentum(tree, work), angular_momentum(tree, work)
    for j in range(3):
        out[2 + j] = p[j]
        out[5 + j] = L[j]
