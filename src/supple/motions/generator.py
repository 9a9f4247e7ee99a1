"""What all generators have in common: whatever is asked follows from their pieces."""

from functools import cached_property

import numpy as np

from .._check import shown
from ..quantities import WHOLE, Range, check_quantities
from .pieces import HIGHEST, Pieces, are_finite, evaluate, jumps, shortest, smoothness


class Generator:
    """One number over time; a generator says its pieces by `make`, and may have a `check` of its fields."""

    def __post_init__(self) -> None:
        check_quantities(self)
        self.check()

    def check(self) -> None:
        """Fields that depend on each other."""

    def make(self) -> Pieces:
        """Its pieces."""
        raise NotImplementedError(f"{type(self).__name__} must have a method make")

    @cached_property
    def _made(self) -> Pieces:
        try:
            with np.errstate(all="ignore"):
                made = self.make()
                finite = are_finite(made)
        except ArithmeticError:  # of Python's numbers, where numpy's become infinite
            finite = False
        if not finite:
            raise ValueError(
                f"numbers of a {type(self).__name__} must give finite results, got some too large or small"
            )
        if (np.diff(made.starts) < shortest(made.starts)).any():
            raise ValueError(f"times of a {type(self).__name__} must be further apart than rounding moves them")
        return made

    def pieces(self) -> Pieces:
        """Polynomials and harmonics that it consists of, computed when they are first asked for."""
        return self._made

    @cached_property
    def smoothness(self) -> int:
        """How many derivatives are continuous, at most 4."""
        return smoothness(self.pieces())

    @property
    def span(self) -> tuple[float, float]:
        """First and last time of what moves [s]."""
        starts = self.pieces().starts
        if len(starts) == 1 or self.pieces().period or len(self.pieces().harmonics):
            return -np.inf, np.inf
        return float(starts[0]), float(starts[-1])

    def value(self, t, derivative: int = 0):
        """The value at t [s], a number or an array of them, or one of its derivatives."""
        if WHOLE.check("derivative", derivative, "-") > HIGHEST:
            raise ValueError(f"derivative must be at most {HIGHEST}, got {derivative!r}")
        times = np.asarray(t, float)
        found = np.asarray(evaluate(self.pieces(), times, derivative))
        return found if times.ndim else float(found)

    def knots(self, derivatives: int = 2) -> tuple[float, ...]:
        """Times [s] at which a derivative up to this one jumps; of a periodic motion those of one period."""
        orders = range(WHOLE.check("derivatives", derivatives, "-") + 1)
        return tuple(sorted({float(t) for d in orders for t in jumps(self.pieces(), d)[0]}))


def _check_generator(name, value, unit):
    if not isinstance(value, Generator):
        raise TypeError(f"{name} must be a generator of motions such as Polynomial(...), got {shown(value)}")
    return value


def _check_generators(name, value, unit):
    if not isinstance(value, list | tuple) or len(value) < 2:
        raise TypeError(f"{name} must be two or more generators of motions, got {shown(value)}")
    return tuple(_check_generator(f"{name}[{i}]", one, unit) for i, one in enumerate(value))


GENERATOR = Range("a generator of motions", _check_generator)
GENERATORS = Range("two or more generators of motions", _check_generators)
