"""Linear spring and damper without tension (Kelvin-Voigt).

    F = k delta + b rate        while positive, else 0
    U = k delta^2 / 2,     D = b rate^2

Symbols   delta indentation [m], rate its rate [m/s], k stiffness [N/m] > 0, b damping [Ns/m] >= 0.
Source    the power law with n = 1, p = 0; Taghipour Bibalan & Featherstone, ACRA 2009, eq. 2, with the clamp.
Measure   e = exp(-2 zeta acos(zeta) / sqrt(1 - zeta^2)), zeta = b / (2 sqrt(k m)), at any speed.
Limits    the force jumps by b * speed at touch-down; restitution does not depend on speed, that of real bodies does.
"""

from dataclasses import dataclass
from typing import Annotated, Self

from ...quantities import NONNEGATIVE, POSITIVE, Quantity, check_quantities, described
from ..coefficients import stiffness_from_depth
from ..restitution import damping
from .power_law import power_row


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class KelvinVoigt:
    """F = k delta + b rate, without tension."""

    k: Annotated[float, Quantity("stiffness", "N/m", POSITIVE)]
    b: Annotated[float, Quantity("damping", "Ns/m", NONNEGATIVE)] = 0.0
    kernels = "power_law"
    exponents = (1.0, 0.0, 1.0)  # n, p, q of the power law that an impact follows
    n_state = 0

    def __post_init__(self) -> None:
        check_quantities(self)

    def row(self) -> tuple[float, ...]:
        """Numbers for the power-law kernels."""
        return power_row(self.k, 1.0, self.b, 0.0)

    @property
    def singular_start(self) -> bool:
        """The force is linear."""
        return False

    @classmethod
    def from_restitution(cls, *, e: float, mass: float, k: float) -> Self:
        """The damping that gives restitution `e`, at any speed, to `mass` [kg]."""
        return cls(k=k, b=damping(e, 1.0, mass, k, n=1.0, p=0.0))

    @classmethod
    def from_static_penetration(cls, *, depth: float, mass: float, e: float, g: float = 9.80665) -> Self:
        """Stiffness such that `mass` at rest sinks in by `depth` [m], damping from restitution `e`."""
        return cls.from_restitution(e=e, mass=mass, k=stiffness_from_depth(depth, mass, 1.0, g))


EXAMPLES = (
    KelvinVoigt(k=5e4, b=180.0),
    KelvinVoigt(k=5e4),
)
