"""Shapes from a table, measured or computed elsewhere: a spline of degree five through the points.

    phi_i(x) = spline through (x_k L, values[i][k])        x_0 L <= x <= x_last L,  x_last - x_0 = 1

The spline has four continuous derivatives, and its second one is that of the curvature: a smooth table of 60 points per
wave gives frequencies to 1e-6. Conditions at the ends hold as well as the spline keeps them. Noise of measured points must
be smoothed before, for it is differentiated twice.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, ClassVar

import numpy as np

from ...quantities import INCREASING, UNCHECKED, Quantity, check_quantities, described
from .written import check_rows

DEGREE = 5
ROUND_OFF = 1e-12


@lru_cache(maxsize=64)
def _spline(x, values):
    from scipy.interpolate import make_interp_spline

    return make_interp_spline(np.array(x), np.array(values).T, k=DEGREE)


@described
@dataclass(frozen=True, slots=True)
class Tabulated:
    """Shapes by values at places along the beam, one row per shape."""

    x: Annotated[tuple, Quantity("places over the length of the beam, from its first end to its last", "-", INCREASING)]
    values: Annotated[tuple, Quantity("of the shapes at x, one row per shape", "-", UNCHECKED)]
    word: ClassVar[str] = ""
    kind: ClassVar[str] = ""

    def __post_init__(self):
        check_quantities(self)
        object.__setattr__(self, "values", check_rows("values", self.values, DEGREE + 1))
        if len(self.values[0]) != len(self.x):
            raise ValueError(f"values must have one number per place x, {len(self.x)}, got {len(self.values[0])}")
        first, last = self.x[0], self.x[-1]
        if abs(last - first - 1.0) > ROUND_OFF or first > 0.0 or last < 0.0:
            raise ValueError(f"x must reach over one length and hold 0, got {first!r} to {last!r}")

    @property
    def count(self):
        """Number of shapes."""
        return len(self.values)

    def span(self, length):
        """From the first place to the last."""
        return self.x[0] * length, (self.x[0] + 1.0) * length

    def breaks(self, length):
        """The places: there the fifth derivative jumps."""
        return tuple(x * length for x in self.x[1:-1])

    def shapes(self, n, x, length):
        """Values, first and second derivatives."""
        spline, u = _spline(self.x, self.values[:n]), np.asarray(x, float) / length
        return tuple(np.asarray(spline(u, order)).T / length**order for order in range(3))


EXAMPLES = (Tabulated(tuple(k / 10 for k in range(11)), (tuple((k / 10) ** 2 for k in range(11)),)),)
