"""From one value to another with a limited speed and a limited acceleration, in the shortest time.

    t_a = min(v/a, sqrt(L/a))        time of acceleration and of braking
    T   = L/(a t_a) + t_a            time of all; v is reached if L >= v^2/a, else the speed is a triangle

The acceleration jumps at the ends of the three phases, the speed is continuous: enough for a prescribed motion, not for the
feed-forward of an elastic joint.

Symbols   L = |final - initial|, v speed, a acceleration
Source    Biagiotti & Melchiorri, Trajectory Planning for Automatic Machines and Robots (2008), section 3.2.
"""

from dataclasses import dataclass
from math import copysign, sqrt
from typing import Annotated

from ..quantities import POSITIVE, Quantity, described
from .generator import Generator
from .pieces import harmonics, polynomials, shortest


@described
@dataclass(frozen=True, kw_only=True)
class Trapezoid(Generator):
    """Full acceleration, full speed, full braking; without the second phase if the way is short."""

    initial: Annotated[float, Quantity("value before", "rad or m")] = 0.0
    final: Annotated[float, Quantity("value afterwards", "rad or m")]
    speed: Annotated[float, Quantity("largest", "rad/s or m/s", POSITIVE)]
    acceleration: Annotated[float, Quantity("largest", "rad/s^2 or m/s^2", POSITIVE)]
    start: Annotated[float, Quantity("time at which it begins", "s")] = 0.0

    def make(self):
        """Three pieces, two, or none if there is no way to go."""
        way = self.final - self.initial
        ramp = min(self.speed / self.acceleration, sqrt(abs(way) / self.acceleration))
        cruise = abs(way) / (self.acceleration * ramp) - ramp if way else 0.0
        a = copysign(self.acceleration, way)
        v, gained = a * ramp, 0.5 * a * ramp * ramp
        if not way:
            return harmonics((), self.final)
        pieces = [(self.initial, 0.0, 0.5 * a), (self.final - gained, v, -0.5 * a)]
        times = [self.start, self.start + (ramp + cruise), self.start + (2.0 * ramp + cruise)]
        if cruise > shortest(times):
            pieces.insert(1, (self.initial + gained, v, 0.0))
            times.insert(1, self.start + ramp)
        return polynomials(times, pieces, self.final)


EXAMPLES = (
    Trapezoid(final=1.2, speed=1.0, acceleration=4.0),
    Trapezoid(initial=0.5, final=0.3, speed=1.0, acceleration=4.0, start=0.5),
)
