"""The joints as compiled code asks them: by the number of the kind of a node.

    i  node     tree, work, y, dy, e  tables and states     n_q  number of positions     parent  its row in work

    n_position, n_velocity, n_plain   numbers of coordinates; of those before the quaternion, if there is one
    place            position, velocity, bias from those of the parent       (kinematics)
    position_rate    qdot from the velocities: the velocities themselves where a joint has as many of both
    velocity_from_rate   and back: the velocities into y from q in y and qdot
    subspace         column k of S: (angular, linear) motion of the node per unit of its velocity coordinate k
    eliminate        backward step of the articulated-body algorithm
    accelerate       forward step of the articulated-body algorithm
    project          put the coordinates back where they belong: quaternions have length 1
    displace         (rotation, displacement) of the node by an error e of its coordinates, the parent's carried along
    sweep            bounds of the motion over a step: sweep.py

Any algorithm that needs speed less than generality (inverse dynamics, mass matrix, Jacobian) uses `subspace` alone. What a
joint need not say is as for one coordinate whose rate is its velocity, below. A kind that is no joint does not move.

The annotations say what every kind takes and returns: those that are not copied are compiled when a tree has them.
"""

from .._jit import Reals, Reals2, inlined, needs
from ..spatial.vectors import ZERO, Vector
from ..tables import KIND, QI, VI, Tree
from .registry import JOINTS
from .sweep import sweep_turning

# into the loop; flexible bodies are called
COPIED = ("free", "fixed", "revolute", "prismatic", "planar", "spherical", "slider")


# --- what a joint need not say ------------------------------------------------------------------------------------------
@inlined
def _one():
    """One coordinate, a number."""
    return 1


@inlined
def _position_rate(i: int, tree: Tree, y: Reals, n_q: int, dy: Reals) -> None:
    """The rate of q is the velocity coordinate."""
    dy[tree.i[i, QI]] = y[n_q + tree.i[i, VI]]


@inlined
def _velocity_from_rate(i: int, tree: Tree, y: Reals, dq: Reals, n_q: int) -> None:
    """The velocity coordinate is the rate of q."""
    y[n_q + tree.i[i, VI]] = dq[tree.i[i, QI]]


@inlined
def _eliminate(i: int, tree: Tree, tau: Reals, work: Reals2) -> None:
    """Take the joint of node i out of the equations and hand the rest to its parent; a node of the world is the end."""


@inlined
def _project(i: int, tree: Tree, y: Reals) -> None:
    """A number is where it belongs."""


# --- what every joint says ----------------------------------------------------------------------------------------------
@inlined
def _place(i: int, tree: Tree, y: Reals, n_q: int, work: Reals2) -> None:
    """Position, velocity and bias of node i."""


@inlined
def _subspace(i: int, k: int, tree: Tree, work: Reals2) -> tuple[Vector, Vector]:
    """Column k of S of node i: (angular, linear)."""
    return ZERO, ZERO


@inlined
def _accelerate(i: int, tree: Tree, tau: Reals, n_q: int, work: Reals2, dy: Reals) -> None:
    """Acceleration of the joint and of node i."""


@inlined
def _displace(
    i: int, tree: Tree, y: Reals, e: Reals, work: Reals2, turn: Vector, shift: Vector
) -> tuple[Vector, Vector]:
    """Rotation and displacement of node i by the error e, from what the parent carries along."""
    return turn, shift


@inlined
def _sweep(i: int, tree: Tree, y: Reals, work: Reals2, parent: int, s1: float, s2: float, r1: float, r2: float) -> None:
    """Bounds of the motion of node i; s: of the coordinates before the quaternion, r: of the quaternion."""
    sweep_turning(i, tree, work, parent, 0.0, 0.0)


n_position = inlined(JOINTS.choose("n_position", "n_position", _one))
n_velocity = inlined(JOINTS.choose("n_velocity", "n_velocity", _one))
n_plain = inlined(JOINTS.choose("n_plain", "n_plain", _one))
place = inlined(JOINTS.choose("place", "place", _place, copied=COPIED))
position_rate = inlined(JOINTS.choose("position_rate", "position_rate", _position_rate, copied=COPIED))
velocity_from_rate = inlined(
    JOINTS.choose("velocity_from_rate", "velocity_from_rate", _velocity_from_rate, copied=COPIED)
)
subspace = inlined(JOINTS.choose("subspace", "subspace", _subspace, copied=COPIED))
eliminate = inlined(JOINTS.choose("eliminate", "eliminate", _eliminate, copied=COPIED))
accelerate = inlined(JOINTS.choose("accelerate", "accelerate", _accelerate, copied=COPIED))
project = inlined(JOINTS.choose("project", "project", _project, copied=COPIED))
displace = inlined(JOINTS.choose("displace", "displace", _displace, copied=COPIED))
sweep = inlined(JOINTS.choose("sweep", "sweep", _sweep, copied=COPIED))


@needs(Tree)
def rare_joints(tree):
    """Units of the kinds of a tree that are not copied."""
    return JOINTS.units_of(set(tree.i[:, KIND].tolist()))
