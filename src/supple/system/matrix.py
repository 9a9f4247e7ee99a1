"""The Jacobian as a matrix in implicit steps, of models that the elimination of implicit.py does not know.

Those with flexible bodies, gears that lose by the load, and friction that sticks exactly. It is a rare unit: whoever has
none of these, or stays explicit, does not compile it.
"""

from .._jit import apart
from ..integrate.problem import differentiate
from ..integrate.solver import Solver
from ..tables import IN_A_MATRIX, S_SLOPES
from .jacobian import fill_jacobian
from .robot import Robot


@apart
def write_matrix(P: Robot, S: Solver, t: float) -> None:
    """Write S.J at (t, S.y), after the right-hand side there."""
    fill_jacobian(P, S, t)


@differentiate.register(Robot)
def robot_differentiate(t, y, P, S):
    """S.J by parts, if they are known."""
    if P.size[S_SLOPES] != IN_A_MATRIX:
        return False
    write_matrix(P, S, t)
    return True
