"""Prescribed motion of a joint coordinate: the motion is given, the force follows.

    q(t) = motion(t),  any generator (supple.motions),  or short:
    q(t) = s(t) + A sin(W t + p) + q0,     s: cubic spline through the points of a table, at rest at both ends and beyond

The joint is solved with a known acceleration (hybrid dynamics): of its equation qdd is given and tau = S.(IA a + p) - (the
other generalised forces) is what holds it. Source: Featherstone, Rigid Body Dynamics Algorithms (2008), section 9.2.

Symbols   q [rad or m], A [rad or m], W [rad/s], p [rad], q0 [rad or m]
Ledger    tau qdot is work.
Exact     coordinate and velocity are put on the given motion at the end of every step, so they do not drift.
Limits    joints and planes of one-coordinate primitives; the velocity is continuous, the acceleration may jump: where a
          piece of the motion begins or ends, a step ends.
"""

from dataclasses import dataclass
from typing import Annotated, Any

from .._jit import inlined, kernel
from ..dynamics.composite import C_S, D_FORCE, get_pair
from ..dynamics.derivatives import STILL
from ..integrate.problem import NOTED
from ..joints.frame import carried_acceleration
from ..motions.generator import GENERATOR
from ..motions.pieces import added, jumps
from ..motions.sine import Sine
from ..motions.spline import Spline
from ..quantities import INCREASING, NAME, WHOLE, Quantity, check_quantities, described, numbers, optional
from ..spatial.twists import power
from ..spatial.vectors import dot, get3, scale
from ..tables import ARMATURE, EL_A, EL_ROW, L_WORK, QI, S_LEDGER, S_NQ, S_NV, VI, W_U, W_WANT
from .observed import see_motion
from .pieces_over_time import at, choose, next_start, place
from .slopes import BOOK, book_row, tell_nothing
from .written import Name

N_MODE, N_HOLD, N_GUARD = 1, 0, 0
TIME_DEPENDENT = True
SHORT = ("times", "values", "amplitude", "omega", "phase", "offset")  # what says a motion without a generator


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Motion:
    """A joint coordinate moves as prescribed: by a generator, or by a spline through a table, a sine, or both added up."""

    body: Annotated[str, Quantity("whose joint moves", "", NAME)]
    coordinate: Annotated[int, Quantity("which coordinate of the joint", "", WHOLE)] = 0
    motion: Annotated[Any, Quantity("how it moves", "", optional(GENERATOR), note="default: as the rest says")] = None
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
        if self.motion is not None:
            self._check_motion()

    def _check_motion(self):
        """It is alone, and neither it nor its velocity jumps."""
        given = [name for name in SHORT if getattr(self, name)]
        if given:
            raise ValueError(f"motion must be given alone, or added up by a Sum, got {', '.join(given)} beside it")
        for derivative, what, unit in ((0, "value", "rad or m"), (1, "velocity", "rad/s or m/s")):
            times, sizes = jumps(self.motion.pieces(), derivative)
            if len(times):
                raise ValueError(
                    f"motion must have a continuous {what}, got a jump of {sizes[0]:.6g} {unit} at {times[0]:.6g} s"
                )

    def pieces(self):
        """Polynomials and harmonics that it consists of."""
        if self.motion is not None:
            return self.motion.pieces()
        sine = Sine(amplitude=self.amplitude, omega=self.omega, phase=self.phase, mean=self.offset)
        table = (Spline(times=self.times, values=self.values),) if self.times else ()
        return added([one.pieces() for one in (*table, sine)])

    def place(self, table, name):
        """Add its row to the table of elements, and its pieces to the tables over time."""
        node = table.joint(self.body, self.coordinate)
        table.prescribe(node, name)
        table.add("motion", name, a=node, row=place(table, self.pieces()), books=(L_WORK,))


@inlined
def given(P, e, t):
    """q, qdot and qddot at t."""
    return at(P.table, P.par[P.el_i[e, EL_ROW]], P.mode[e, 0], t)


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
def slopes(P, e, t, y, dy):
    """What is given does not depend on the state; the force that holds it comes later: `slopes_held`."""
    tell_nothing(P)


@kernel
def slopes_held(P, e, y, J, H, ahead, core):
    """Of the power of the force that holds the motion, after the accelerations: tau = ID - (other forces).

    Row n_q + g of J is what these give to coordinate g, minus d ID at constant accelerations; H: mass matrix, where
    `ahead` says STILL.
    """
    i, n_q = P.el_i[e, EL_A], P.size[S_NQ]
    g, book = P.tree.i[i, VI], core + book_row(P, L_WORK) - BOOK
    v = y[n_q + g]
    tau = power(get_pair(P.column, g, C_S), get_pair(P.work, i, D_FORCE)) - P.tau[g]
    tau += P.tree.f[i, ARMATURE] * P.work[i, W_WANT]
    for c in range(core):
        J[book, c] -= v * J[n_q + g, c]
    for f in range(P.size[S_NV]):
        inertia = H[max(f, g), min(f, g)]
        if ahead[f] != STILL and inertia != 0.0:
            for c in range(core):
                J[book, c] += v * inertia * J[n_q + f, c]
    J[book, n_q + g] += tau


@inlined
def dictate(P, e, t, y):
    """Put coordinate and velocity on the given motion."""
    i = P.el_i[e, EL_A]
    y[P.tree.i[i, QI]], y[P.size[S_NQ] + P.tree.i[i, VI]], _ = given(P, e, t)


@inlined
def _choose(P, e, t):
    P.mode[e, 0] = choose(P.table, P.par[P.el_i[e, EL_ROW]], t)


@inlined
def begin(P, e, t, y):
    """The piece that holds at the start, and the state there."""
    _choose(P, e, t)
    dictate(P, e, t, y)


@inlined
def next_stop(P, e, t):
    """The next start or end of a piece."""
    return next_start(P.table, P.par[P.el_i[e, EL_ROW]], P.mode[e, 0], t)


@inlined
def at_stop(P, e, t, y):
    """A new piece begins; position and velocity are continuous, so nothing is restarted."""
    before = P.mode[e, 0]
    _choose(P, e, t)
    return NOTED if P.mode[e, 0] != before else 0


@inlined
def observe(P, e, y, out):
    """Coordinate, velocity, and the force that holds it."""
    i = P.el_i[e, EL_A]
    see_motion(P, e, y[P.tree.i[i, QI]], y[P.size[S_NQ] + P.tree.i[i, VI]], torque(P, e), out)
