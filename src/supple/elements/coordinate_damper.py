"""Damper between joint coordinates: in parallel with the cables of a drive, it always acts.

    f = d sum_j r_j x_j',     generalised force on x_j: -f r_j,     lost f^2/d

Symbols   r_j   lever arms (levers/), here also numbers without unit [m/rad, -];   d  damping [Ns/m, Nms/rad] >= 0
"""

from dataclasses import dataclass
from typing import Annotated

from .._jit import inlined
from ..quantities import NONNEGATIVE, Quantity, check_quantities, described
from ..tables import EL_ROW, L_CABLE, S_LEDGER
from .levers.lever import LEVER_LIST, lever_node, lever_numbers, pull, stretch
from .observed import see_motion
from .slopes import over_coordinates
from .written import Name

N_MODE, N_HOLD, N_GUARD = 1, 0, 0
DAMPING, LEVERS = 0, 1  # columns of the parameters; EL_A: node of the first lever


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class CoordinateDamper:
    """A damper over joint coordinates."""

    levers: Annotated[tuple, Quantity("on the coordinates that it acts on", "m", LEVER_LIST)]
    damping: Annotated[float, Quantity("force per rate", "Ns/m or Nms/rad", NONNEGATIVE)]
    name: Name = ""

    def __post_init__(self) -> None:
        check_quantities(self)

    def place(self, table, name, whole=""):
        """Add its row to the table of elements."""
        first = table.joint(self.levers[0].body, self.levers[0].coordinate)
        row = table.parameters.add((self.damping, *lever_numbers(table, self.levers)))
        table.add("coordinate_damper", name, a=first, row=row, books=(L_CABLE,), whole=whole)


@inlined
def load(P, e, t, y, dy):
    """Generalised forces and lost power."""
    row = P.el_i[e, EL_ROW]
    _, rate = stretch(P, row, LEVERS, y)
    f = P.par[row, DAMPING] * rate
    pull(P, row, LEVERS, y, f)
    dy[P.size[S_LEDGER] + L_CABLE] += f * rate


@inlined
def coordinate(P, e, j):
    """Node of the j-th lever, -1: there is none."""
    return lever_node(P, P.el_i[e, EL_ROW], LEVERS, j)


slopes = over_coordinates(load, coordinate)


@inlined
def observe(P, e, y, out):
    """Way, its rate, force."""
    row = P.el_i[e, EL_ROW]
    s, rate = stretch(P, row, LEVERS, y)
    see_motion(P, e, s, rate, P.par[row, DAMPING] * rate, out)
