"""Cable: a strand over joint coordinates that pulls and never pushes.

    e = e0 + sum_j s_j(x_j),     s_j' = r_j signed lever arm;     generalised force on x_j: -f r_j

    mode     f                                          leaves it where
    SLACK    0                                          e rises above 0 -> TAUT
    TAUT     phi(e) (1 + a e')  or  phi(e) + b e'       e falls to 0 -> SLACK;  f falls to 0 -> LIMP
    LIMP     0: it is longer than at rest (e > 0),      e falls to 0 -> SLACK;  TAUT's f rises above 0 -> TAUT
             but comes back slower than it is let go

    U = int_0^e phi   where e > 0,     lost (f - phi) e' >= 0, in all modes

Of a limp cable lost is -dU: that needs no integral, which would be as wrong as the long steps of a motion without forces
make it. What it had when it went limp stays in the books as stored until that ends, and what is missing then is lost.

Symbols   e     elongation, < 0: slack by -e                   [m, rad]
          x_j   joint coordinates, among them those of rotors  [rad, m]
          phi   curve: tension at rest                         [N, Nm]        curves/
          r_j   lever arms                                     [m/rad, -]     levers/
          a     damping in proportion to the tension           [s/m, s/rad]   >= 0: the force is continuous
          b     damping beside the curve                       [Ns/m]         >= 0: the force steps where it becomes taut
Use       passive and biarticular cables are Cable itself; SeriesElastic, UnidirectionalCable and Backlash are made of it.
Limits    no mass and no friction of the cable. Where a coordinate leaves the table of its lever the event says so, and the
          lever goes on along its slope; beyond the longest elongation of its curve a run ends.
Source    the modes are those of a contact with Hunt-Crossley or Kelvin-Voigt damping.
"""

from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import numpy as np

from .._jit import inlined
from ..guards import UNKNOWN, UNUSED
from ..integrate.problem import BEYOND, RESTART
from ..quantities import NONNEGATIVE, Quantity, check_quantities, described, optional
from ..tables import EL_B, EL_ROW, L_CABLE, S_LEDGER
from .curves.curve import CURVE, N_FORM, energy, has_pieces, inside, neighbour, piece_of, tension
from .curves.linear import LinearCurve
from .curves.registry import CURVES
from .levers.lever import LEVER_LIST, has_room, least_room, lever_node, lever_numbers, pull, stretch
from .observed import CABLES, O_DELTA, O_FORCE, O_MODE, O_RATE, see_motion
from .slopes import over_coordinates
from .written import Name

N_MODE, N_HOLD, N_GUARD = 3, 1, 2  # held: the energy with which it went limp [J]
SLACK, TAUT, LIMP = 0, 1, 2  # first mode
WORDS = ("slack", "taut", "limp")
INSIDE, OUTSIDE = 0, 1  # second mode: of the tables of its levers; third mode: piece of its curve
BEYOND_WORDS = "is longer than the longest elongation of its curve"
# columns of the parameters; EL_A: node of the first lever, EL_B: bits of its further guards
E0, SHARE, DAMPING, LONGEST, CURVE_KIND, FORM = 0, 1, 2, 3, 4, 5
LEVERS = FORM + N_FORM
TABLES, LIMITED, PIECES = 1, 2, 4

Hysteresis = Annotated[float, Quantity("damping in proportion to the tension", "s/m or s/rad", NONNEGATIVE)]
Damping = Annotated[float, Quantity("damping beside the curve", "Ns/m or Nms/rad", NONNEGATIVE)]
Stiffness = Annotated[
    float, Quantity("of a linear curve", "N/m or Nm/rad", NONNEGATIVE, note="0: curve says what it is")
]
Curve = Annotated[Any, Quantity("tension over elongation", "N or Nm", optional(CURVE), note="default: linear")]


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Cable:
    """A cable over joint coordinates: slack, taut or limp."""

    levers: Annotated[tuple, Quantity("on the coordinates that it runs over", "m", LEVER_LIST)]
    elongation: Annotated[
        float, Quantity("where all levers give none, < 0: slack", "m or rad", note="e0 of the equations")
    ] = 0.0
    stiffness: Stiffness = 0.0
    curve: Curve = None
    hysteresis: Hysteresis = 0.0
    damping: Damping = 0.0
    name: Name = ""

    def __post_init__(self) -> None:
        check_quantities(self)
        check_spring(self)

    def place(self, table, name, whole=""):
        """Add its row to the table of elements."""
        curve = curve_of(self)
        form = tuple(curve.numbers(table))
        numbers = (
            self.elongation, self.hysteresis, self.damping, curve.longest, CURVES.number(curve), *form,
            *([0.0] * (N_FORM - len(form))), *lever_numbers(table, self.levers),
        )  # fmt: skip
        first = table.joint(self.levers[0].body, self.levers[0].coordinate)
        kept = TABLES * has_room(self.levers) + LIMITED * (curve.longest > 0.0) + PIECES * has_pieces(curve)
        damped = self.hysteresis > 0.0 or self.damping > 0.0
        table.add("cable", name, a=first, b=kept, row=table.parameters.add(numbers), guards=kept.bit_count(),
                  books=(L_CABLE,) if damped else (), whole=whole)  # fmt: skip


def check_spring(one):
    """A cable, or what is made of cables, has one curve and at most one damping."""
    if (one.stiffness > 0.0) == (one.curve is not None):
        both = "both" if one.curve is not None else "none"
        raise ValueError(f"stiffness > 0 N/m or a curve must be given, one of the two, got {both}")
    if one.hysteresis > 0.0 and one.damping > 0.0:
        raise ValueError(f"hysteresis or damping must be 0, got {one.hysteresis!r} s/m and {one.damping!r} Ns/m")


def curve_of(one):
    """The curve of a cable, or of what is made of cables."""
    return one.curve if one.curve is not None else LinearCurve(stiffness=one.stiffness)


# --- kernels ------------------------------------------------------------------------------------------------------------
@inlined
def motion(P, e, y):
    """Elongation and its rate."""
    row = P.el_i[e, EL_ROW]
    s, rate = stretch(P, row, LEVERS, y)
    return P.par[row, E0] + s, rate


@inlined
def at_rest(P, e, x):
    """phi."""
    p = P.par[P.el_i[e, EL_ROW]]
    return tension(int(p[CURVE_KIND]), P.table, p, FORM, P.mode[e, 2], x)


@inlined
def carries(P, e, x, rate):
    """What decides between TAUT and LIMP: f over phi, or f; UNUSED without damping."""
    row = P.el_i[e, EL_ROW]
    a, b = P.par[row, SHARE], P.par[row, DAMPING]
    if a > 0.0:
        return 1.0 + a * rate
    return at_rest(P, e, x) + b * rate if b > 0.0 else UNUSED


@inlined
def elastic(P, e, x):
    """U of a cable that is not slack."""
    p = P.par[P.el_i[e, EL_ROW]]
    return energy(int(p[CURVE_KIND]), P.table, p, FORM, P.mode[e, 2], x)


@inlined
def force(P, e, x, rate):
    """Tension [N] and lost power [W]."""
    if P.mode[e, 0] != TAUT:
        return 0.0, 0.0
    row, phi = P.el_i[e, EL_ROW], at_rest(P, e, x)
    damped = (P.par[row, SHARE] * phi + P.par[row, DAMPING]) * rate
    return phi + damped, damped * rate


@inlined
def load(P, e, t, y, dy):
    """Generalised forces and lost power."""
    if P.mode[e, 0] == TAUT:
        x, rate = motion(P, e, y)
        f, lost = force(P, e, x, rate)
        pull(P, P.el_i[e, EL_ROW], LEVERS, y, f)
        dy[P.size[S_LEDGER] + L_CABLE] += lost


@inlined
def coordinate(P, e, j):
    """Node of the j-th lever, -1: there is none."""
    return lever_node(P, P.el_i[e, EL_ROW], LEVERS, j)


slopes = over_coordinates(load, coordinate)


@inlined
def watch(P, e, t, y, g, gd, i):
    """Length, force; then, if it has such a thing, tables of its levers, longest elongation, piece of its curve."""
    row, kept, mode = P.el_i[e, EL_ROW], P.el_i[e, EL_B], P.mode[e, 0]
    x, rate = motion(P, e, y)
    side = -1.0 if mode == SLACK else 1.0
    g[i], gd[i] = side * x, side * rate
    g[i + 1], gd[i + 1] = UNUSED, UNKNOWN
    if mode != SLACK:
        holds = carries(P, e, x, rate)
        g[i + 1] = -holds if mode == LIMP else holds
    i += 2
    if kept & TABLES:
        room = least_room(P, row, LEVERS, y)
        g[i], gd[i] = (room if P.mode[e, 1] == INSIDE else -room), UNKNOWN
        i += 1
    if kept & LIMITED:
        g[i], gd[i] = P.par[row, LONGEST] - x, -rate
        i += 1
    if kept & PIECES:
        g[i], gd[i] = UNUSED, UNKNOWN
        if mode != SLACK:
            p = P.par[row]
            room, slope = inside(int(p[CURVE_KIND]), P.table, p, FORM, P.mode[e, 2], x)
            g[i], gd[i] = room, slope * rate


@inlined
def _tightened(P, e, x, rate):
    """The mode of a cable that is not slack."""
    return TAUT if carries(P, e, x, rate) > 0.0 else LIMP


@inlined
def switch(P, e, t, y, hit, i):
    """Slack, taut or limp; in or out of a table; too long; on another piece of its curve."""
    kept, mode = P.el_i[e, EL_B], P.mode[e, 0]
    x, rate = motion(P, e, y)
    flags = 0
    if hit[i] == 1:
        P.mode[e, 0] = _tightened(P, e, x, rate) if mode == SLACK else SLACK
        flags |= RESTART
    elif hit[i + 1] == 1:
        P.mode[e, 0] = TAUT if mode == LIMP else LIMP
        flags |= RESTART
    if mode == LIMP and P.mode[e, 0] != LIMP:
        left = elastic(P, e, x) if P.mode[e, 0] == TAUT else 0.0
        y[P.size[S_LEDGER] + L_CABLE] += P.hold[e, 0] - left
        P.hold[e, 0] = 0.0
    elif P.mode[e, 0] == LIMP and mode != LIMP:
        P.hold[e, 0] = elastic(P, e, x)
    i += 2
    if kept & TABLES:
        if hit[i] == 1:
            P.mode[e, 1] = OUTSIDE if P.mode[e, 1] == INSIDE else INSIDE
        i += 1
    if kept & LIMITED:
        if hit[i] == 1:
            flags |= BEYOND
        i += 1
    if kept & PIECES:
        p = P.par[P.el_i[e, EL_ROW]]
        if mode == SLACK or P.mode[e, 0] == SLACK:
            P.mode[e, 2] = piece_of(int(p[CURVE_KIND]), P.table, p, FORM, 0.0)
        elif hit[i] == 1:
            P.mode[e, 2] = neighbour(int(p[CURVE_KIND]), P.table, p, FORM, P.mode[e, 2], x)
    return flags, x, rate


@inlined
def begin(P, e, t, y):
    """What the elongation at the start says."""
    x, rate = motion(P, e, y)
    p = P.par[P.el_i[e, EL_ROW]]
    P.mode[e, 0], P.mode[e, 2] = SLACK, piece_of(int(p[CURVE_KIND]), P.table, p, FORM, max(x, 0.0))
    if x > 0.0 or (x == 0.0 and rate > 0.0):
        P.mode[e, 0] = _tightened(P, e, x, rate)
    P.hold[e, 0] = elastic(P, e, x) if P.mode[e, 0] == LIMP else 0.0
    P.mode[e, 1] = INSIDE
    if P.el_i[e, EL_B] & TABLES and least_room(P, P.el_i[e, EL_ROW], LEVERS, y) < 0.0:
        P.mode[e, 1] = OUTSIDE


@inlined
def store(P, e, y, out):
    """Energy of the curve."""
    out[CABLES] += P.hold[e, 0] if P.mode[e, 0] == LIMP else elastic(P, e, motion(P, e, y)[0])


@inlined
def observe(P, e, y, out):
    """Elongation, its rate, tension."""
    x, rate = motion(P, e, y)
    see_motion(P, e, x, rate, force(P, e, x, rate)[0], out)


# --- what a result says -------------------------------------------------------------------------------------------------
class CableHistory(NamedTuple):
    """A cable at a series of times."""

    name: str
    t: np.ndarray  # [s]
    elongation: np.ndarray  # [m or rad] < 0: slack
    rate: np.ndarray  # [m/s or rad/s]
    tension: np.ndarray  # [N or Nm]
    mode: tuple  # "slack", "taut", "limp"


def history(name, t, observed):
    """What the observed columns of a cable mean."""
    words = tuple(WORDS[int(mode)] for mode in observed[:, O_MODE])
    return CableHistory(name, t, observed[:, O_DELTA], observed[:, O_RATE], observed[:, O_FORCE], words)


def tell(before, after):
    """What has happened to a cable, in words, by its modes before and after."""
    words = [WORDS[after[0]]] if after[0] != before[0] else []
    return words + (["leaves its table" if after[1] == OUTSIDE else "in its table"] if after[1] != before[1] else [])
