"""A sine.

q(t) = mean + A sin(W t + p)

Symbols   A amplitude [rad or m], W angular frequency [rad/s], p phase [rad]
"""

from dataclasses import dataclass
from typing import Annotated

from ..quantities import Quantity, described
from .generator import Generator
from .pieces import harmonics


@described
@dataclass(frozen=True, kw_only=True)
class Sine(Generator):
    """A sine about a mean, for ever; all derivatives are continuous."""

    amplitude: Annotated[float, Quantity("of the sine", "rad or m")]
    omega: Annotated[float, Quantity("its angular frequency", "rad/s")]
    phase: Annotated[float, Quantity("at time 0", "rad")] = 0.0
    mean: Annotated[float, Quantity("about which it swings", "rad or m")] = 0.0

    def make(self):
        """One harmonic."""
        return harmonics([(self.amplitude, self.omega, self.phase)], self.mean)


EXAMPLES = (Sine(amplitude=0.8, omega=3.0, phase=0.2, mean=0.1),)
