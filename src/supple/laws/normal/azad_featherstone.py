"""Azad-Featherstone normal contact: a damper that spreads with the contact area.

    F = k delta^(3/2) + lam delta^(1/2) rate
    U = (2/5) k delta^(5/2),     D = lam delta^(1/2) rate^2

Symbols   delta indentation [m], rate its rate [m/s], k stiffness [N/m^(3/2)] > 0, lam damping [N s/m^(3/2)] >= 0.
Source    Azad & Featherstone, IEEE Trans. Robotics 30(3) (2014), eqs 8 and 11. Equal to the viscoelastic sphere of
          Kuwabara & Kono (1987) with lam = (3/2) A k. lam scales with the square root of the radius, like k.
Measure   restitution at one speed fixes lam for a given k: `from_restitution`.
Limits    the body leaves at delta = -(lam/k) rate > 0, and the ground is flat again at once; where the next contact
          follows within a few lam/k use AzadFeatherstoneRecovery.
"""

import math
from dataclasses import dataclass
from typing import Annotated, Self

from ...materials.material import Material
from ...quantities import NONNEGATIVE, POSITIVE, Quantity, check_quantities, described
from ..coefficients import hertz_stiffness, hertz_stiffness_of, stiffness_from_depth
from ..restitution import damping
from .power_law import power_row


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class AzadFeatherstone:
    """F = k delta^(3/2) + lam delta^(1/2) rate, without tension."""

    k: Annotated[float, Quantity("stiffness", "N/m^(3/2)", POSITIVE)]
    lam: Annotated[float, Quantity("damping", "N s/m^(3/2)", NONNEGATIVE)] = 0.0
    kernels = "power_law"
    exponents = (1.5, 0.5, 1.0)  # n, p, q of the power law that an impact follows
    n_state = 0

    def __post_init__(self) -> None:
        check_quantities(self)

    def row(self) -> tuple[float, ...]:
        """Numbers for the power-law kernels."""
        return power_row(self.k, 1.5, self.lam, 0.5)

    @property
    def singular_start(self) -> bool:
        """The force starts with a fractional power of delta."""
        return True

    @classmethod
    def from_restitution(cls, *, e: float, speed: float, mass: float, k: float) -> Self:
        """The damping that gives restitution `e` at impact `speed` [m/s] of `mass` [kg]."""
        return cls(k=k, lam=damping(e, speed, mass, k, n=1.5, p=0.5))

    @classmethod
    def from_hertz(
        cls, *, E1: float, nu1: float, E2: float, nu2: float, R1: float, R2: float = math.inf, lam: float = 0.0
    ) -> Self:
        """Stiffness from the moduli [Pa], Poisson ratios and radii [m] of two spheres (R2 = inf: a plate)."""
        return cls(k=hertz_stiffness(E1, nu1, E2, nu2, R1, R2), lam=lam)

    @classmethod
    def from_materials(
        cls,
        *,
        a: Material | str,
        b: Material | str,
        R1: float,
        R2: float = math.inf,
        e: float,
        speed: float,
        mass: float,
    ) -> Self:
        """Stiffness from two materials (a `Material`, or a name of the table), damping from restitution `e` at `speed`."""
        return cls.from_restitution(e=e, speed=speed, mass=mass, k=hertz_stiffness_of(a, b, R1, R2))

    @classmethod
    def from_static_penetration(cls, *, depth: float, mass: float, e: float, speed: float, g: float = 9.80665) -> Self:
        """Stiffness such that `mass` at rest sinks in by `depth` [m], damping from restitution `e` at `speed`."""
        return cls.from_restitution(e=e, speed=speed, mass=mass, k=stiffness_from_depth(depth, mass, 1.5, g))


EXAMPLES = (
    AzadFeatherstone(k=1e10, lam=1e5),
    AzadFeatherstone(k=1e6, lam=1e3),
)
