"""Azad-Featherstone normal contact whose surface takes time to recover after the body has left.

    touching  F = k delta^(3/2) + lam delta^(1/2) rate,     U = (2/5) k delta^(5/2)
    free      s(t) = s_c exp(-(k/lam) t)          position of the free surface, s_c = delta at the moment of loss
    touched   again when delta reaches s

Symbols   delta  indentation             [m]          positive inside (z in the paper)
          rate   d(delta)/dt             [m/s]
          s      free surface            [m]          indentation at which the body meets it
          k      stiffness               [N/m^(3/2)]  > 0
          lam    damping                 [N s/m^(3/2)] > 0
Source    Azad & Featherstone, IEEE Trans. Robotics 30(3) (2014), eqs 3-8 and section II-B. The lumped spring of the paper
          has the length x ~ delta^(5/4) and decays with K/D = (5/4) k/lam, so delta decays with (4/5)(5/4) k/lam = k/lam.
Release   F = 0, that is delta + (lam/k) rate = 0. Surface and body then move at the same speed -(k/lam) delta and separate
          only as t^2; the guard of the free phase therefore also asks that the force of a contact there be positive.
Measure   as for AzadFeatherstone; recovery brings no further parameter.
Limits    matters only if the next contact follows within a few lam/k.
"""

import math
from dataclasses import dataclass
from typing import Annotated, Self

from ..._jit import inlined
from ...quantities import POSITIVE, Quantity, check_quantities, described
from ..coefficients import hertz_stiffness, stiffness_from_depth
from ..restitution import damping
from .recovering import holds, parts, relax_rate, release, surface  # noqa: F401  (kernels of this law too)


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class AzadFeatherstoneRecovery:
    """F = k delta^(3/2) + lam delta^(1/2) rate on a surface that recovers with k/lam."""

    k: Annotated[float, Quantity("stiffness", "N/m^(3/2)", POSITIVE)]
    lam: Annotated[float, Quantity("damping", "N s/m^(3/2)", POSITIVE)]
    exponents = (1.5, 0.5, 1.0)  # n, p, q of the power law that an impact follows
    n_state = 0

    def __post_init__(self) -> None:
        check_quantities(self)

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: k, lam."""
        return (self.k, self.lam)

    @property
    def singular_start(self) -> bool:
        """The force starts with the square root of delta."""
        return True

    @classmethod
    def from_restitution(cls, *, e: float, speed: float, mass: float, k: float) -> Self:
        """The damping that gives restitution `e` at impact `speed` [m/s] of `mass` [kg]."""
        return cls(k=k, lam=damping(e, speed, mass, k, n=1.5, p=0.5))

    @classmethod
    def from_hertz(
        cls, *, E1: float, nu1: float, E2: float, nu2: float, R1: float, R2: float = math.inf, lam: float
    ) -> Self:
        """Stiffness from the moduli [Pa], Poisson ratios and radii [m] of two spheres (R2 = inf: a plate)."""
        return cls(k=hertz_stiffness(E1, nu1, E2, nu2, R1, R2), lam=lam)

    @classmethod
    def from_static_penetration(cls, *, depth: float, mass: float, e: float, speed: float, g: float = 9.80665) -> Self:
        """Stiffness such that `mass` at rest sinks in by `depth` [m], damping from restitution `e` at `speed`."""
        return cls.from_restitution(e=e, speed=speed, mass=mass, k=stiffness_from_depth(depth, mass, 1.5, g))


EXAMPLES = (AzadFeatherstoneRecovery(k=1e6, lam=1e3),)


@inlined
def response(delta, rate, z, p):
    """Force [N], rate of the internal state, dissipated power [W]."""
    k, lam = p[0], p[1]
    root = math.sqrt(abs(delta))
    damper = lam * root * rate
    return k * root * delta + damper, 0.0, damper * rate


@inlined
def energy(delta, z, p):
    """Elastic energy [J]; with delta = s that of the free surface."""
    k = p[0]
    return 0.4 * k * delta * delta * math.sqrt(abs(delta))
