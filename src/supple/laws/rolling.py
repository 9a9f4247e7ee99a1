"""Rolling resistance: a couple against the rolling of two bodies over each other, in any contact.

    m = -a F w/sqrt(|w|^2 + w0^2)          on B, the opposite on A;     lost a F |w|^2/sqrt(|w|^2 + w0^2)

Symbols   w    angular velocity of B over A in the contact plane [rad/s]
          F    normal force [N]
          a    arm [m] >= 0: by how much the force of a rolling wheel is ahead of its axis; a/R is the coefficient of
               rolling resistance (0.001 steel on steel to 0.02 a tyre on a road)
          w0   rate [rad/s] > 0 below which the couple is viscous: a body on a slope of less than a/R creeps at that pace
Source    Ai, Chen, Rotter & Ooi, Assessment of rolling resistance models in discrete element simulations, Powder Technology
          206 (2011) 269, model A (constant torque, its direction from the relative rotation), here smooth at rest.
Limits    no memory: no stick in rolling.
"""

import math
from dataclasses import dataclass
from typing import Annotated

from .._jit import inlined
from ..quantities import NONNEGATIVE, POSITIVE, Quantity, check_quantities, described
from ..spatial.vectors import dot, scale


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class RollingResistance:
    """A couple arm * F against rolling."""

    arm: Annotated[float, Quantity("how far the force is ahead of the axis", "m", NONNEGATIVE)]
    rate: Annotated[float, Quantity("angular velocity below which it is viscous", "rad/s", POSITIVE)] = 1e-3

    def __post_init__(self) -> None:
        check_quantities(self)

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernel: arm, rate."""
        return self.arm, self.rate


@inlined
def resistance(F, w, p):
    """Couple on B [Nm] and dissipated power [W]."""
    square = dot(w, w)
    size = p[0] * max(F, 0.0) / math.sqrt(square + p[1] * p[1])
    return scale(-size, w), size * square
