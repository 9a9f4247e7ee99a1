"""Polynomial motion of degree 3, 5, 7 or 9 between two states, or through points on the way.

    between two times   q and its first (degree - 1)/2 derivatives are given at both: they determine the polynomial
    more times          one polynomial per interval; all derivatives up to degree - 1 are continuous at the points between

Of all motions through the points it is the one with the least integral of the square of a derivative: of the acceleration
(degree 3), the jerk (5), the snap (7). From rest to rest over L in T the largest speed is 1.5, 1.875, 2.1875 or
2.4609375 times L/T. Held at rest before and after, (degree - 1)/2 derivatives are continuous: the feed-forward of an
elastic joint asks for four, degree 9.

Source    Biagiotti & Melchiorri, Trajectory Planning for Automatic Machines and Robots (2008), chapters 2 and 4.
Limits    a high degree through many uneven points swings between them; derivatives that are not 0 at an end make a jump
          there, for outside of its times the value is held.
"""

from dataclasses import dataclass
from itertools import pairwise
from math import comb, factorial
from typing import Annotated

import numpy as np

from .._check import integer, one_of
from ..quantities import INCREASING, Quantity, Range, described, numbers
from .generator import Generator
from .pieces import polynomials

DEGREES = (3, 5, 7, 9)


def _check_degree(name, value, unit):
    return one_of(name, integer(name, value), DEGREES)


DEGREE = Range("3, 5, 7 or 9", _check_degree, (("enum", DEGREES),))


@described
@dataclass(frozen=True, kw_only=True)
class Polynomial(Generator):
    """A polynomial between two states, or one per interval through several points; held before and after."""

    times: Annotated[tuple, Quantity("of the points", "s", INCREASING)]
    values: Annotated[tuple, Quantity("at these times", "rad or m", numbers())]
    degree: Annotated[int, Quantity("of the polynomials", "-", DEGREE)] = 5
    start: Annotated[tuple, Quantity("speed, acceleration, ... at the first time", "1/s^n", numbers())] = ()
    end: Annotated[tuple, Quantity("speed, acceleration, ... at the last time", "1/s^n", numbers())] = ()

    def check(self) -> None:
        """How many numbers there are."""
        check_points(self.times, self.values)
        given = (self.degree - 1) // 2
        for name in ("start", "end"):
            if len(getattr(self, name)) > given:
                raise ValueError(
                    f"{name} must be at most {given} derivatives for degree {self.degree}, got {len(getattr(self, name))}"
                )

    def make(self):
        """One row per interval."""
        states = self._states((self.degree + 1) // 2)
        ends = zip(np.diff(self.times).tolist(), pairwise(states), strict=True)
        return polynomials(self.times, [between_states(length, *both) for length, both in ends], self.values[-1])

    def _states(self, size):
        """Value and derivatives at every time."""
        start, end = (tuple(one) + (0.0,) * (size - 1 - len(one)) for one in (self.start, self.end))
        first, last = (self.values[0], *start), (self.values[-1], *end)
        if len(self.times) == 2:
            return [first, last]
        from scipy.interpolate import make_interp_spline

        conditions = [[*enumerate(side, start=1)] for side in (start, end)]
        try:
            spline = make_interp_spline(self.times, self.values, k=self.degree, bc_type=conditions)
        except ValueError:  # of its equations
            raise ValueError(f"times must be apart enough for a polynomial through them, got {self.times!r}") from None
        between = np.array([spline(self.times[1:-1], d) for d in range(size)]).T
        between[:, 0] = self.values[1:-1]
        return [first, *map(tuple, between.tolist()), last]


def between_states(length, first, last):
    """Coefficients of the polynomial with these values and derivatives at both ends of an interval.

    In u = x/length: p = T + u^m g, where T has the derivatives at u = 0; g = u^-m (p - T) is expanded about u = 1.
    """
    m = len(first)
    low = [one * length**j / factorial(j) for j, one in enumerate(first)]  # T
    rest = [
        one * length**d / factorial(d) - sum(comb(j, d) * low[j] for j in range(d, m)) for d, one in enumerate(last)
    ]  # p - T about u = 1
    power = [(-1) ** i * comb(m + i - 1, i) for i in range(m)]  # u^-m about u = 1
    product = [sum(rest[d] * power[i - d] for d in range(i + 1)) for i in range(m)]
    high = [sum(product[i] * comb(i, j) * (-1) ** (i - j) for i in range(j, m)) for j in range(m)]
    return [one / length**j for j, one in enumerate([*low, *high])]


def check_points(times, values):
    """One value per time."""
    if not times:
        raise ValueError("times must be two or more increasing numbers [s], got none")
    if len(values) != len(times):
        raise ValueError(f"values must be one number for each of the {len(times)} times, got {len(values)}")


EXAMPLES = (
    *(Polynomial(times=(0.0, 2.0), values=(0.2, 1.0), degree=degree) for degree in DEGREES),
    Polynomial(times=(0.0, 0.7, 1.0, 2.5), values=(0.0, 0.5, 0.4, 1.0)),
    Polynomial(times=(0.0, 1.0), values=(0.0, 0.4), degree=7, start=(0.0, 0.0, 3.0)),
)
