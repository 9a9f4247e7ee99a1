"""Gravity compensation, sampled: what holds the robot where it is.

    u = g(q),   g(q) = RNEA(q, 0, 0) of the whole tree, at the sampled state          one output per body
    motor side  u = g(q),  q = theta - g(q)/K  by iteration from q = theta            theta: shafts behind springs K

Symbols   q joint coordinates, theta coordinates of shafts at the gear output [rad or m], K [Nm/rad or N/m] > 0
Converges if the norm of K^-1 dg/dq is below 1: springs that carry the robot without it falling over.
Limits    joints with one coordinate. Weights of the shafts must not matter.
"""

from dataclasses import dataclass
from typing import Annotated

from .._check import shown
from .._jit import kernel
from ..integrate.problem import NOTED
from ..quantities import POSITIVE, WHOLE, Quantity, check_quantities, described, numbers
from ..tables import EL_ROW, QI, S_NV, VI
from .gravity_load import gravity_load, moving, still
from .sampled import (
    OUTPUTS,
    OWN,
    Delay,
    First,
    Limits,
    Period,
    Start,
    add_sampled,
    apply,
    begin,  # noqa: F401  (part of the kind, as next_stop, observe and resynchronise)
    clipped,
    computed,
    connect_sampled,
    due,
    new_output,
    next_stop,  # noqa: F401
    observe,  # noqa: F401
    own,
    resynchronise,  # noqa: F401
)
from .written import NAMES, Name

N_MODE, N_HOLD, N_GUARD = 1, 0, 0
ITERATIONS, TABLE = OWN, OWN + 1  # columns of the parameters; TABLE: per output its node, that of the shaft, K


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class GravityCompensation:
    """One output per body: the generalised force of gravity on its joint, with the opposite sign of its effect."""

    bodies: Annotated[tuple, Quantity("names of the bodies, in the order of the outputs", "", NAMES)]
    shafts: Annotated[
        tuple, Quantity("bodies that are measured instead of the joints", "", NAMES, note="default: the joints")
    ] = ()
    stiffness: Annotated[
        tuple, Quantity("between shafts and joints", "Nm/rad or N/m", numbers(each=POSITIVE), note="with shafts")
    ] = ()
    iterations: Annotated[int, Quantity("of the joint angles from the shafts", "-", WHOLE)] = 20
    period: Period
    delay: Delay = 0.0
    first: First = 0.0
    start: Start = 0.0
    limits: Limits = None
    name: Name = ""

    def __post_init__(self) -> None:
        check_quantities(self)
        if not self.bodies or len(set(self.bodies)) < len(self.bodies):
            raise ValueError(f"bodies must be one or more different names, got {shown(self.bodies)}")
        if self.shafts and not len(self.shafts) == len(self.stiffness) == len(self.bodies):
            raise ValueError(
                f"shafts and stiffness must be one for each of the {len(self.bodies)} bodies, got {len(self.shafts)} and "
                f"{len(self.stiffness)}"
            )

    def place(self, table, name):
        """Add its row to the table of elements."""
        add_sampled(table, "gravity_compensation", name, self, len(self.bodies), self._states(table))

    def _states(self, table):
        """Loads of all coordinates, and the measured coordinates of the joints."""
        return table.n_v + len(self.bodies)

    def connect(self, table, e):
        """Its parameters."""
        nodes = [table.joint(body, 0) for body in self.bodies]
        shafts = [table.joint(body, 0) for body in self.shafts] or [-1] * len(nodes)
        rows = zip(nodes, shafts, self.stiffness or [1.0] * len(nodes), strict=True)
        own = self.iterations if self.shafts else 0, *(number for row in rows for number in row)
        connect_sampled(table, e, self, len(nodes), self._states(table), own)


@kernel
def _find_joints(P, e, p, y, g):
    """Joint coordinates in y from those of the shafts; the measured ones are kept behind g."""
    n, kept = int(p[OUTPUTS]), own(P, e) + P.size[S_NV]
    for j in range(n):
        i = P.tree.i[int(p[TABLE + 3 * j]), QI]
        P.hold[e, kept + j] = y[i]
        y[i] = y[P.tree.i[int(p[TABLE + 3 * j + 1]), QI]]
    for _ in range(int(p[ITERATIONS])):
        gravity_load(P, y, g)
        for j in range(n):
            node, shaft = int(p[TABLE + 3 * j]), int(p[TABLE + 3 * j + 1])
            y[P.tree.i[node, QI]] = y[P.tree.i[shaft, QI]] - g[P.tree.i[node, VI]] / p[TABLE + 3 * j + 2]


@kernel
def sample(P, e, t, y):
    """Compute and apply what is due; return flags."""
    flags = 0
    if due(P, e, t):
        p, z = P.par[P.el_i[e, EL_ROW]], own(P, e)
        n, n_v = int(p[OUTPUTS]), P.size[S_NV]
        g = P.hold[e, z : z + n_v]
        still(P, y)
        if p[ITERATIONS] > 0.0:
            _find_joints(P, e, p, y, g)
        gravity_load(P, y, g)
        if p[ITERATIONS] > 0.0:
            for j in range(n):
                y[P.tree.i[int(p[TABLE + 3 * j]), QI]] = P.hold[e, z + n_v + j]
        moving(P, y)
        saturated = False
        first = new_output(P, e)
        for j in range(n):
            u = g[P.tree.i[int(p[TABLE + 3 * j]), VI]]
            P.hold[e, first + j] = clipped(P, e, u)
            saturated = saturated or P.hold[e, first + j] != u
        computed(P, e, saturated)
        flags = NOTED
    return flags | apply(P, e, t)
