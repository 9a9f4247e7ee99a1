"""A spring that stiffens or softens.

    phi = c1 e + c2 e^2 + ... + c5 e^5,     U = c1 e^2/2 + ... + c5 e^6/6

Limits    phi must not fall from 0 to `longest`, or anywhere if that is not given: the extrema of phi', between the roots of
          phi'', decide. A run ends where a cable is longer than that.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from ..._jit import inlined
from ...quantities import NONNEGATIVE, Quantity, check_quantities, described, numbers

HIGHEST = 5
ROUNDING = 1e-12  # of the sum of the magnitudes in phi'


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class PolynomialCurve:
    """Tension as a polynomial of the elongation."""

    coefficients: Annotated[tuple, Quantity("of e, e^2, ..., at most e^5", "N/m^n or Nm/rad^n", numbers())]
    longest: Annotated[
        float,
        Quantity("elongation up to which it holds and must not fall", "m or rad", NONNEGATIVE, note="0: anywhere"),
    ] = 0.0

    def __post_init__(self) -> None:
        check_quantities(self)
        if not 1 <= len(self.coefficients) <= HIGHEST or not any(self.coefficients):
            raise ValueError(
                f"coefficients must be 1 to {HIGHEST} numbers, of which one is not 0, got {self.coefficients!r}"
            )
        place = self._falls()
        if place is not None:
            raise ValueError(
                f"coefficients must give a tension that does not fall with the elongation"
                f"{f' up to longest = {self.longest:g} m or rad' if self.longest else ''}, got one that falls at "
                f"{place:.6g} m or rad"
            )

    def _falls(self):
        """An elongation at which phi' < 0, None if there is none."""
        slope = np.polynomial.Polynomial((0.0, *self.coefficients)).deriv()
        slope = slope.trim()
        bends = slope.deriv().roots() if slope.degree() > 0 else np.zeros(0)
        places = [float(root.real) for root in bends if abs(root.imag) <= 1e-9 * abs(root)]
        last = self.longest or 2.0 * max([1.0, *map(abs, places)])  # beyond the last bend phi' has one direction
        if not self.longest and slope.degree() > 0 and slope.coef[-1] < 0.0:
            last = 2.0 * max(last, *np.abs(slope.roots()).tolist())
        sizes = np.polynomial.Polynomial(np.abs(slope.coef))
        tried = sorted({0.0, last, *(place for place in places if 0.0 < place < last)})
        return next((e for e in tried if slope(e) < -ROUNDING * sizes(e)), None)

    def numbers(self, table):
        """Five coefficients."""
        return self.coefficients + (0.0,) * (HIGHEST - len(self.coefficients))


@inlined
def tension(table, p, at, piece, e):
    """phi [N]."""
    return e * (p[at] + e * (p[at + 1] + e * (p[at + 2] + e * (p[at + 3] + e * p[at + 4]))))


@inlined
def energy(table, p, at, piece, e):
    """U [J]."""
    inner = p[at + 1] / 3.0 + e * (p[at + 2] / 4.0 + e * (p[at + 3] / 5.0 + e * p[at + 4] / 6.0))
    return e * e * (0.5 * p[at] + e * inner)


EXAMPLES = (
    PolynomialCurve(coefficients=(1500.0, 0.0, 2e6)),
    PolynomialCurve(coefficients=(4000.0, -1e4), longest=0.1),
)
