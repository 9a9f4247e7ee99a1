"""Hertz normal contact: elastic spheres, no loss.

    F = k delta^(3/2),     U = (2/5) k delta^(5/2),     k = (4/3) E* sqrt(R)

Symbols   delta indentation [m], k stiffness [N/m^(3/2)] > 0, E* reduced modulus [Pa], R reduced radius [m].
Source    Hertz (1882); Azad & Featherstone, IEEE Trans. Robotics 30(3) (2014), eq. 5.
Limits    smooth spheres, indentation small against the radius, no loss at all: restitution is 1.
"""

import math
from dataclasses import dataclass
from typing import Annotated, Self

from ...materials.material import Material
from ...quantities import POSITIVE, Quantity, check_quantities, described
from ..coefficients import hertz_stiffness, hertz_stiffness_of, stiffness_from_depth
from .power_law import power_row


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Hertz:
    """F = k delta^(3/2)."""

    k: Annotated[float, Quantity("stiffness", "N/m^(3/2)", POSITIVE)]
    kernels = "power_law"
    n_state = 0

    def __post_init__(self) -> None:
        check_quantities(self)

    def row(self) -> tuple[float, ...]:
        """Numbers for the power-law kernels."""
        return power_row(self.k, 1.5, 0.0, 1.5)

    @property
    def singular_start(self) -> bool:
        """The force starts as delta^(3/2)."""
        return True

    @classmethod
    def from_hertz(cls, *, E1: float, nu1: float, E2: float, nu2: float, R1: float, R2: float = math.inf) -> Self:
        """Stiffness from the moduli [Pa], Poisson ratios and radii [m] of two spheres (R2 = inf: a plate)."""
        return cls(k=hertz_stiffness(E1, nu1, E2, nu2, R1, R2))

    @classmethod
    def from_materials(cls, *, a: Material | str, b: Material | str, R1: float, R2: float = math.inf) -> Self:
        """Stiffness from two materials (a `Material`, or a name of the table) and the radii [m] of their spheres."""
        return cls(k=hertz_stiffness_of(a, b, R1, R2))

    @classmethod
    def from_static_penetration(cls, *, depth: float, mass: float, g: float = 9.80665) -> Self:
        """Stiffness such that `mass` [kg] at rest sinks in by `depth` [m]."""
        return cls(k=stiffness_from_depth(depth, mass, 1.5, g))


EXAMPLES = (Hertz(k=1e6),)
