"""Cubic spline through points: two continuous derivatives between them.

    clamped    given speeds at both ends, at rest if none are given
    natural    no acceleration at the ends; it has a speed there
    periodic   first and last value are equal, and so are speed and acceleration: it goes on for ever

Source    de Boor, A Practical Guide to Splines (2001), chapter IV.
Limits    outside of its times the value is held: a speed at an end makes a jump there, as a natural spline has.
"""

from dataclasses import dataclass
from typing import Annotated

from ..quantities import INCREASING, Quantity, choice, described, numbers
from .generator import Generator
from .pieces import polynomials
from .polynomial import check_points


@described
@dataclass(frozen=True, kw_only=True)
class Spline(Generator):
    """A cubic spline through points; held before and after, or periodic."""

    times: Annotated[tuple, Quantity("of the points", "s", INCREASING)]
    values: Annotated[tuple, Quantity("at these times", "rad or m", numbers())]
    ends: Annotated[str, Quantity("of the spline", "", choice("clamped", "natural", "periodic"))] = "clamped"
    speeds: Annotated[tuple, Quantity("at both ends of a clamped spline", "rad/s or m/s", numbers(2))] = (0.0, 0.0)

    def check(self) -> None:
        """One value per time; speeds belong to clamped ends, equal values to periodic ones."""
        check_points(self.times, self.values)
        if self.ends != "clamped" and any(self.speeds):
            raise ValueError(f"speeds must be left out of a {self.ends} spline, got {self.speeds!r}")
        if self.ends == "periodic" and self.values[0] != self.values[-1]:
            raise ValueError(
                f"values of a periodic spline must end as they begin, with {self.values[0]!r}, got {self.values[-1]!r}"
            )

    def make(self):
        """One row per interval."""
        period = self.times[-1] - self.times[0] if self.ends == "periodic" else 0.0
        return polynomials(self.times, cubics(self.times, self.values, self._conditions()), self.values[-1], period)

    def _conditions(self):
        if self.ends != "clamped":
            return self.ends
        return (1, self.speeds[0]), (1, self.speeds[1])


def cubics(times, values, conditions):
    """Rows of coefficients of (t - time)^0 to ^3 of the spline through points."""
    from scipy.interpolate import CubicSpline

    try:
        return CubicSpline(times, values, bc_type=conditions).c[::-1].T
    except ValueError as error:  # its equations have no finite solution
        raise ArithmeticError from error


EXAMPLES = (
    Spline(times=(0.2, 0.5, 0.9), values=(0.0, 0.5, 0.2)),
    Spline(times=(0.0, 0.5, 0.9), values=(0.0, 0.5, 0.2), speeds=(1.0, -0.5)),
    Spline(times=(0.2, 0.5, 0.9), values=(0.0, 0.5, 0.2), ends="natural"),
    Spline(times=(0.1, 0.4, 0.7, 1.0), values=(0.1, 0.5, -0.2, 0.1), ends="periodic"),
)
