"""A cam: a lever arm over the coordinate, by points.

    r(x)   natural cubic spline through the points, linear beyond both ends: two continuous derivatives everywhere
    s(x)   its exact integral from the first point

Events    a run tells in its events when the coordinate leaves the table, and when it is back.
"""

from dataclasses import dataclass
from typing import Annotated

from ..._jit import inlined
from ...quantities import INCREASING, NAME, WHOLE, Quantity, check_quantities, described, numbers
from ..cubics import X, cubic_at, cubic_rows, place_rows


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class LeverTable:
    """A lever arm on a joint coordinate, as a spline over it."""

    body: Annotated[str, Quantity("whose joint it sits on", "", NAME)]
    positions: Annotated[tuple, Quantity("of the coordinate, three or more", "rad or m", INCREASING)]
    arms: Annotated[tuple, Quantity("elongation per coordinate at these positions", "m/rad or -", numbers())]
    coordinate: Annotated[int, Quantity("which coordinate of the joint", "", WHOLE)] = 0

    def __post_init__(self) -> None:
        check_quantities(self)
        if len(self.positions) < 3 or len(self.arms) != len(self.positions):
            raise ValueError(
                f"arms must be one number for each of three or more positions, got {len(self.arms)} for "
                f"{len(self.positions)}"
            )

    def numbers(self, table):
        """Where its cubics are."""
        from scipy.interpolate import CubicSpline

        return place_rows(table, cubic_rows(CubicSpline(self.positions, self.arms, bc_type="natural")))


@inlined
def way(table, p, at, x):
    """s and r."""
    r, s = cubic_at(table, int(p[at]), int(p[at + 1]), x)
    return s, r


@inlined
def room(table, p, at, x):
    """Distance from the nearer end, of the length of the table."""
    first = int(p[at])
    low, high = table[first, X], table[first + int(p[at + 1]) - 1, X]
    return min(x - low, high - x) / (high - low)


EXAMPLES = (LeverTable(body="arm", positions=(-0.5, 0.0, 0.5, 1.0), arms=(0.02, 0.03, 0.03, 0.02)),)
