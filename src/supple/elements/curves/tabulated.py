"""A spring by measured points: monotone cubics between them (PCHIP).

    phi(e_i) = f_i,     slopes of Fritsch and Butland,     beyond the last point phi goes on along its slope there

The potential is the exact integral of the cubics. Which of them holds is a mode of the cable: steps end at the points,
where the second derivative of phi jumps.
Source    F. N. Fritsch and J. Butland, SIAM J. Sci. Stat. Comput. 5 (1984) 300, as scipy.interpolate.PchipInterpolator.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, ClassVar

from ..._jit import inlined
from ...quantities import INCREASING, Quantity, check_quantities, described, numbers
from ..cubics import X, cubic_in, cubic_rows, place_rows, row_of


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class TableCurve:
    """Tension through points, never falling between them."""

    elongations: Annotated[tuple, Quantity("of the points, from 0 on", "m or rad", INCREASING)]
    tensions: Annotated[tuple, Quantity("there, from 0 on", "N or Nm", numbers())]
    longest: ClassVar[float] = 0.0

    def __post_init__(self) -> None:
        check_quantities(self)
        if len(self.elongations) != len(self.tensions) or len(self.tensions) < 2:
            raise ValueError(
                f"tensions must be one number for each of two or more elongations, got {len(self.tensions)} for "
                f"{len(self.elongations)}"
            )
        if self.elongations[0] != 0.0 or self.tensions[0] != 0.0:
            raise ValueError(
                f"elongations and tensions must begin with 0, got {self.elongations[0]!r} m or rad and "
                f"{self.tensions[0]!r} N or Nm"
            )
        if any(b <= a for a, b in pairwise(self.tensions)):
            raise ValueError(f"tensions must be increasing [N or Nm], got {self.tensions!r}")

    def numbers(self, table):
        """Where its cubics are."""
        from scipy.interpolate import PchipInterpolator

        return place_rows(table, cubic_rows(PchipInterpolator(self.elongations, self.tensions)))


@inlined
def piece_of(table, p, at, e):
    """The row whose cubic holds at e >= 0."""
    return row_of(table, int(p[at]), int(p[at + 1]), e)


@inlined
def inside(table, p, at, piece, e):
    """Positive while e is between the knots of the piece, and its derivative by e; the last piece has no end."""
    low, last = table[piece, X], piece == int(p[at]) + int(p[at + 1]) - 1
    if last:
        return e - low, 1.0
    high = table[piece + 1, X]
    if piece == int(p[at]):  # what is below 0 is slack
        return high - e, -1.0
    return (e - low) * (high - e) / (high - low), (high + low - 2.0 * e) / (high - low)


@inlined
def neighbour(table, p, at, piece, e):
    """The piece that follows where e has left this one."""
    if piece == int(p[at]) + int(p[at + 1]) - 1:
        return piece - 1
    return piece + 1 if piece == int(p[at]) or 2.0 * e > table[piece, X] + table[piece + 1, X] else piece - 1


@inlined
def tension(table, p, at, piece, e):
    """phi [N]."""
    return cubic_in(table, piece, e)[0]


@inlined
def energy(table, p, at, piece, e):
    """U [J]."""
    return cubic_in(table, piece, e)[1]


EXAMPLES = (TableCurve(elongations=(0.0, 0.002, 0.005, 0.01), tensions=(0.0, 3.0, 14.0, 60.0)),)
