"""An ideal actuator on a joint coordinate: the output of a controller is its generalised force.

    tau = clip(u, -limit, limit)          u: held output of a controller

Ledger    tau qdot is work of inputs.
Limits    no dynamics of its own. One per coordinate.
"""

from dataclasses import dataclass
from typing import Annotated, Any

from .._jit import inlined
from ..quantities import NAME, POSITIVE, WHOLE, Quantity, check_quantities, described, optional
from ..tables import EL_A, EL_B, EL_ROW, L_WORK, QI, S_LEDGER, S_NQ, VI
from .commands import CONTROLLER, connect_command, output_of
from .observed import see_motion
from .sampled import ALWAYS
from .slopes import book_row, tell_power
from .written import Name

N_MODE, N_HOLD, N_GUARD = 1, 0, 0
OUTPUT, LIMIT = 0, 1  # columns of the parameters; EL_A: the node, EL_B: the controller


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Torque:
    """A joint coordinate is driven by the output of a controller."""

    body: Annotated[str, Quantity("whose joint it drives", "", NAME)]
    coordinate: Annotated[int, Quantity("which coordinate of the joint", "", WHOLE)] = 0
    command: Annotated[Any, Quantity("what it is told", "Nm or N", CONTROLLER)]
    limit: Annotated[
        float | None, Quantity("largest magnitude", "Nm or N", optional(POSITIVE), note="default: none")
    ] = None
    name: Name = ""

    def __post_init__(self) -> None:
        check_quantities(self)

    def place(self, table, name):
        """Add its row to the table of elements."""
        node = table.joint(self.body, self.coordinate)
        table.drive(node, name, "ideal actuator")
        row = table.parameters.add((output_of(self.command), self.limit or ALWAYS))
        table.add("torque", name, a=node, row=row, books=(L_WORK,))

    def connect(self, table, e):
        """Find the controller."""
        connect_command(table, e, self.command)


@inlined
def torque(P, e):
    """The generalised force [Nm or N]."""
    row = P.el_i[e, EL_ROW]
    limit = P.par[row, LIMIT]
    return min(max(P.hold[P.el_i[e, EL_B], int(P.par[row, OUTPUT])], -limit), limit)


@inlined
def load(P, e, t, y, dy):
    """The generalised force and its power."""
    i = P.tree.i[P.el_i[e, EL_A], VI]
    tau = torque(P, e)
    P.tau[i] += tau
    dy[P.size[S_LEDGER] + L_WORK] += tau * y[P.size[S_NQ] + i]


@inlined
def slopes(P, e, t, y, dy):
    """What is held does not change: the power alone follows the speed."""
    tell_power(P, P.tree.i[P.el_i[e, EL_A], VI], torque(P, e), book_row(P, L_WORK))


@inlined
def observe(P, e, y, out):
    """Coordinate, velocity, generalised force."""
    i = P.el_i[e, EL_A]
    see_motion(P, e, y[P.tree.i[i, QI]], y[P.size[S_NQ] + P.tree.i[i, VI]], torque(P, e), out)
