"""Shapes that are polynomials of x/L, as a user writes them.

    phi_i(x) = sum_k coefficients[i][k] (x/L)^k        start L <= x <= (start + 1) L

A cantilever has no terms below x^2, a beam on a hinge no shape that is x alone (the hinge has it). Powers of x alone become
nearly dependent beyond ten terms: products of x^2 with Legendre polynomials of 2 x/L - 1 do not.
"""

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from ...quantities import UNCHECKED, Quantity, between, check_quantities, described
from .written import check_rows


@described
@dataclass(frozen=True, slots=True)
class Polynomials:
    """Shapes by coefficients of the powers of x/L, one row per shape."""

    coefficients: Annotated[tuple, Quantity("of (x/L)^0, (x/L)^1, ..., one row per shape", "-", UNCHECKED)]
    start: Annotated[float, Quantity("first end of the beam over its length", "-", between(-1.0, 0.0))] = 0.0
    word: ClassVar[str] = ""
    kind: ClassVar[str] = ""

    def __post_init__(self):
        check_quantities(self)
        object.__setattr__(self, "coefficients", check_rows("coefficients", self.coefficients, 1))

    @property
    def count(self):
        """Number of shapes."""
        return len(self.coefficients)

    def span(self, length):
        """As `start` says."""
        return self.start * length, (self.start + 1.0) * length

    def breaks(self, length):
        """None: smooth."""
        return ()

    def shapes(self, n, x, length):
        """Values, first and second derivatives."""
        powers = np.asarray(self.coefficients[:n], float).T
        u, found = np.asarray(x, float) / length, []
        for order in range(3):
            rows = np.polynomial.polynomial.polyder(powers, order)
            found.append(np.polynomial.polynomial.polyval(u, rows) / length**order)
        return tuple(found)


EXAMPLES = (Polynomials(((0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))),)
