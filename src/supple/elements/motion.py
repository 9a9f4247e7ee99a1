"""Prescribed motion of a joint coordinate: the motion is given, the force follows.

    q(t) = s(t) + A sin(W t + p) + q0,     s: cubic spline through the points of a table, at rest at both ends and beyond

The joint is solved with a known acceleration (hybrid dynamics): of its equation qdd is given and tau = S.(IA a + p) - (the
other generalised forces) is what holds it. Source: Featherstone, Rigid Body Dynamics Algorithms (2008), section 9.2.

Symbols   q [rad or m], A [rad or m], W [rad/s], p [rad], q0 [rad or m]
Ledger    tau qdot is work.
Exact     coordinate and velocity are put on the given motion at the end of every step, so they do not drift.
Limits    joints and planes of one-coordinate primitives; corners of the table are ends of steps.
"""

import math
from dataclasses import dataclass
from typing import Annotated

from .._jit import inlined
from ..integrate.problem import NOTED
from ..joints.frame import carried_acceleration
from ..quantities import INCREASING, NAME, WHOLE, Quantity, check_quantities, described, numbers
from ..spatial.vectors import dot, get3, scale
from ..tables import EL_A, EL_ROW, L_WORK, QI, S_LEDGER, S_NQ, VI, W_U, W_WANT
from .observed import see_motion
from .tables_over_time import next_corner, piece
from .written import Name

N_MODE, N_HOLD, N_GUARD = 1, 0, 0
TIME_DEPENDENT = True
START, COUNT, AMPLITUDE, OMEGA, PHASE, OFFSET = 0, 1, 2, 3, 4, 5  # columns of the parameters
RESTING = 1  # mode before and after the table; 1 + piece inside


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Motion:
    """A joint coordinate moves as prescribed: a spline through a table, a sine, or both added up."""

    body: Annotated[str, Quantity("whose joint moves", "", NAME)]
    coordinate: Annotated[int, Quantity("which coordinate of the joint", "", WHOLE)] = 0
    times: Annotated[tuple, Quantity("of the table", "s", INCREASING, note="default: no table")] = ()
    values: Annotated[tuple, Quantity("of the coordinate at these times", "rad or m", numbers())] = ()
    amplitude: Annotated[float, Quantity("of the sine", "rad or m")] = 0.0
    omega: Annotated[float, Quantity("its angular frequency", "rad/s")] = 0.0
    phase: Annotated[float, Quantity("of the sine at time 0", "rad")] = 0.0
    offset: Annotated[float, Quantity("added to both", "rad or m")] = 0.0
    name: Name = ""

    def __post_init__(self) -> None:
        check_quantities(self)
        if len(self.times) != len(self.values):
            raise ValueError(
                f"values must be one number for each of the {len(self.times)} times, got {len(self.values)}"
            )

    def place(self, table, name):
        """Add its row to the table of elements, and the pieces of the spline to the tables over time."""
        node = table.joint(self.body, self.coordinate)
        table.prescribe(node, name)
        rows = [(*row, 0.0, 0.0) for row in self._pieces()]
        row = table.parameters.add((len(table.table), len(rows), self.amplitude, self.omega, self.phase, self.offset))
        table.table.extend(rows)
        table.add("motion", name, a=node, row=row, books=(L_WORK,))

    def _pieces(self):
        """(start, coefficients of (t - start)^0 to ^3) of each piece; the last row is the rest after the end."""
        if not self.times:
            return [(0.0, 0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0, 0.0)]
        from scipy.interpolate import CubicSpline

        c = CubicSpline(self.times, self.values, bc_type="clamped").c
        pieces = [(t, *c[::-1, i].tolist()) for i, t in enumerate(self.times[:-1])]
        return [*pieces, (self.times[-1], self.values[-1], 0.0, 0.0, 0.0)]


@inlined
def given(P, e, t):
    """q, qdot and qddot at t."""
    p = P.par[P.el_i[e, EL_ROW]]
    first, count = int(p[START]), int(p[COUNT])
    row = P.mode[e, 0] - 2
    if row < 0:
        row = first + count - 1 if t >= P.table[first + count - 1, 0] else first
        q, v, a = P.table[row, 1], 0.0, 0.0
    else:
        x = t - P.table[row, 0]
        c1, c2, c3 = P.table[row, 2], P.table[row, 3], P.table[row, 4]
        q = P.table[row, 1] + x * (c1 + x * (c2 + x * c3))
        v = c1 + x * (2.0 * c2 + 3.0 * x * c3)
        a = 2.0 * c2 + 6.0 * x * c3
    angle = p[OMEGA] * t + p[PHASE]
    s, c = p[AMPLITUDE] * math.sin(angle), p[AMPLITUDE] * math.cos(angle)
    return q + s + p[OFFSET], v + p[OMEGA] * c, a - p[OMEGA] * p[OMEGA] * s


@inlined
def load(P, e, t, y, dy):
    """The acceleration that the joint is given."""
    P.work[P.el_i[e, EL_A], W_WANT] = given(P, e, t)[2]


@inlined
def torque(P, e):
    """The generalised force that holds the motion, after the accelerations are known."""
    i = P.el_i[e, EL_A]
    g = (P.tree.gravity[0], P.tree.gravity[1], P.tree.gravity[2])
    alpha, a = carried_acceleration(i, P.tree, P.work, scale(-1.0, g))
    carried = dot(get3(P.work, i, W_U), alpha) + dot(get3(P.work, i, W_U + 3), a)
    return P.work[i, W_U + 8] * P.work[i, W_WANT] + carried - P.work[i, W_U + 7]


@inlined
def react(P, e, t, y, dy):
    """The power of the force that holds the motion."""
    dy[P.size[S_LEDGER] + L_WORK] += torque(P, e) * y[P.size[S_NQ] + P.tree.i[P.el_i[e, EL_A], VI]]


@inlined
def dictate(P, e, t, y):
    """Put coordinate and velocity on the given motion."""
    i = P.el_i[e, EL_A]
    y[P.tree.i[i, QI]], y[P.size[S_NQ] + P.tree.i[i, VI]], _ = given(P, e, t)


@inlined
def _choose(P, e, t):
    p = P.par[P.el_i[e, EL_ROW]]
    P.mode[e, 0] = RESTING + piece(P.table, int(p[START]), int(p[COUNT]), t)


@inlined
def begin(P, e, t, y):
    """The piece that holds at the start, and the state there."""
    _choose(P, e, t)
    dictate(P, e, t, y)


@inlined
def next_stop(P, e, t):
    """The next corner."""
    p = P.par[P.el_i[e, EL_ROW]]
    return next_corner(P.table, int(p[START]), int(p[COUNT]), P.mode[e, 0] - 2, t)


@inlined
def at_stop(P, e, t, y):
    """A corner begins a new piece; position and velocity are continuous, so nothing is restarted."""
    before = P.mode[e, 0]
    _choose(P, e, t)
    return NOTED if P.mode[e, 0] != before else 0


@inlined
def observe(P, e, y, out):
    """Coordinate, velocity, and the force that holds it."""
    i = P.el_i[e, EL_A]
    see_motion(P, e, y[P.tree.i[i, QI]], y[P.size[S_NQ] + P.tree.i[i, VI]], torque(P, e), out)
