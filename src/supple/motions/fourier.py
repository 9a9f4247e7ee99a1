"""Fourier series: a mean and harmonics of one period.

    q(t) = mean + sum_k a_k cos(k (2 pi t/T + p)) + b_k sin(k (2 pi t/T + p))          k = 1, 2, ...

Symbols   a_k cosines, b_k sines [rad or m], T period [s], p phase of the first harmonic [rad]
"""

from dataclasses import dataclass
from itertools import zip_longest
from math import atan2, hypot, pi
from typing import Annotated

from ..quantities import POSITIVE, Quantity, described, numbers
from .generator import Generator
from .pieces import harmonics


@described
@dataclass(frozen=True, kw_only=True)
class Fourier(Generator):
    """A sum of harmonics of one period, for ever; all derivatives are continuous."""

    period: Annotated[float, Quantity("of the first harmonic", "s", POSITIVE)]
    cosines: Annotated[tuple, Quantity("coefficients of the harmonics from the first on", "rad or m", numbers())] = ()
    sines: Annotated[tuple, Quantity("coefficients of the harmonics from the first on", "rad or m", numbers())] = ()
    mean: Annotated[float, Quantity("over a period", "rad or m")] = 0.0
    phase: Annotated[float, Quantity("of the first harmonic at time 0", "rad")] = 0.0

    def make(self):
        """One row per harmonic."""
        both = enumerate(zip_longest(self.cosines, self.sines, fillvalue=0.0), start=1)
        rows = [(hypot(a, b), 2.0 * pi * k / self.period, k * self.phase + atan2(a, b)) for k, (a, b) in both]
        return harmonics(rows, self.mean)


EXAMPLES = (Fourier(period=1.5, cosines=(0.3, 0.0, -0.1), sines=(0.2, 0.05), mean=0.1, phase=0.4),)
