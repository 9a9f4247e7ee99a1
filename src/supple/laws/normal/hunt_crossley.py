"""Hunt-Crossley normal contact: damping in proportion to the elastic force.

    F = k delta^n + lam delta^n rate = k delta^n (1 + d rate),     d = lam / k
    U = k delta^(n+1) / (n+1),     D = lam delta^n rate^2

Symbols   delta indentation [m], rate its rate [m/s], k stiffness [N/m^n] > 0, lam damping [N s/m^(n+1)] >= 0,
          n exponent [-] >= 1, d dissipation [s/m].
Source    Hunt & Crossley, J. Appl. Mech. 42 (1975) 440; Azad & Featherstone, IEEE Trans. Robotics 30(3) (2014), eq. 2.
Measure   d is 3/2 of the slope of 1 - e against impact speed, at low speed; exactly,
          d (v0 + v1) = ln((1 + d v0)/(1 - d v1)) between impact speed v0 and rebound speed v1, for every n.
Limits    e falls faster with speed than that of most materials; release is at delta = 0, with force zero.
"""

import math
from dataclasses import dataclass
from typing import Annotated, Self

from ..._check import nonnegative, positive
from ...materials.material import Material
from ...quantities import NONNEGATIVE, POSITIVE, Quantity, between, check_quantities, described
from ..coefficients import hertz_stiffness, hertz_stiffness_of, stiffness_from_depth
from ..restitution import damping
from .power_law import is_fractional, power_row


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class HuntCrossley:
    """F = (k + lam rate) delta^n, without tension."""

    k: Annotated[float, Quantity("stiffness", "N/m^n", POSITIVE)]
    lam: Annotated[float, Quantity("damping", "N s/m^(n+1)", NONNEGATIVE)] = 0.0
    n: Annotated[float, Quantity("exponent of the indentation", "-", between(1.0, 10.0))] = 1.5
    kernels = "power_law"
    n_state = 0

    def __post_init__(self) -> None:
        check_quantities(self)

    def row(self) -> tuple[float, ...]:
        """Numbers for the power-law kernels."""
        return power_row(self.k, self.n, self.lam, self.n)

    @property
    def exponents(self) -> tuple[float, float, float]:
        """n, p, q of the power law that an impact follows."""
        return self.n, self.n, 1.0

    @property
    def singular_start(self) -> bool:
        """Whether n is not an integer."""
        return is_fractional(self.n)

    @classmethod
    def from_dissipation(cls, *, k: float, d: float, n: float = 1.5) -> Self:
        """From the dissipation d = lam / k [s/m]."""
        return cls(k=k, lam=positive("k", k, "N/m^n") * nonnegative("d", d, "s/m"), n=n)

    @classmethod
    def from_restitution(cls, *, e: float, speed: float, mass: float, k: float, n: float = 1.5) -> Self:
        """The damping that gives restitution `e` at impact `speed` [m/s] of `mass` [kg]."""
        return cls(k=k, lam=damping(e, speed, mass, k, n=n, p=n), n=n)

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
    def from_static_penetration(
        cls, *, depth: float, mass: float, e: float, speed: float, n: float = 1.5, g: float = 9.80665
    ) -> Self:
        """Stiffness such that `mass` at rest sinks in by `depth` [m], damping from restitution `e` at `speed`."""
        return cls.from_restitution(e=e, speed=speed, mass=mass, k=stiffness_from_depth(depth, mass, n, g), n=n)


EXAMPLES = (
    HuntCrossley(k=5e4, lam=37500.0, n=1.0),
    HuntCrossley(k=1e6, lam=1e6),
)
