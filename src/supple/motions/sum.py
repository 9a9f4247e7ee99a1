"""The sum of motions: a step with a tremor on it, a path and a correction.

Polynomials are merged at all their times, harmonics stand beside each other. A periodic spline repeats its times for ever,
which those of another polynomial do not: it can be added to harmonics only.
"""

from dataclasses import dataclass
from typing import Annotated

from ..quantities import Quantity, described
from .generator import GENERATORS, Generator
from .pieces import added
from .polynomial import Polynomial
from .sine import Sine
from .trapezoid import Trapezoid


@described
@dataclass(frozen=True, kw_only=True)
class Sum(Generator):
    """Motions added up."""

    motions: Annotated[tuple, Quantity("to be added up", "", GENERATORS)]

    def check(self) -> None:
        """A periodic spline is alone beside harmonics."""
        parts = [motion.pieces() for motion in self.motions]
        if any(part.period for part in parts) and sum(len(part.starts) > 1 for part in parts) > 1:
            raise ValueError(
                "motions with a periodic spline must be harmonics otherwise, got another polynomial or table"
            )

    def make(self):
        """All of them merged."""
        return added([motion.pieces() for motion in self.motions])


EXAMPLES = (
    Sum(motions=(Trapezoid(final=0.6, speed=1.0, acceleration=4.0), Sine(amplitude=0.05, omega=20.0, mean=0.1))),
    Sum(motions=(Trapezoid(final=0.6, speed=1.0, acceleration=4.0), Polynomial(times=(0.1, 0.6), values=(0.0, 0.3)))),
)
