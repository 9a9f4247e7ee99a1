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

from ..._check import nonnegative, positive, within
from ..coefficients import hertz_stiffness, hertz_stiffness_of, stiffness_from_depth
from ..restitution import damping
from .ids import NormalLaw
from .power_law import is_fractional, power_row


@dataclass(frozen=True, slots=True, kw_only=True)
class HuntCrossley:
    """F = (k + lam rate) delta^n, without tension."""

    k: float  # [N/m^n] > 0
    lam: float = 0.0  # [N s/m^(n+1)] >= 0
    n: float = 1.5  # [-] >= 1
    law = NormalLaw.POWER_LAW
    n_state = 0

    def __post_init__(self):
        positive("k", self.k, "N/m^n")
        nonnegative("lam", self.lam, "N s/m^(n+1)")
        within("n", self.n, 1.0, 10.0)

    def row(self):
        """Numbers for the power-law kernels."""
        return power_row(self.k, self.n, self.lam, self.n)

    @property
    def singular_start(self):
        """Whether n is not an integer."""
        return is_fractional(self.n)

    @classmethod
    def from_dissipation(cls, *, k, d, n=1.5):
        """From the dissipation d = lam / k [s/m]."""
        return cls(k=k, lam=positive("k", k, "N/m^n") * nonnegative("d", d, "s/m"), n=n)

    @classmethod
    def from_restitution(cls, *, e, speed, mass, k, n=1.5):
        """The damping that gives restitution `e` at impact `speed` [m/s] of `mass` [kg]."""
        return cls(k=k, lam=damping(e, speed, mass, k, n=n, p=n), n=n)

    @classmethod
    def from_hertz(cls, *, E1, nu1, E2, nu2, R1, R2=math.inf, lam=0.0):
        """Stiffness from the moduli [Pa], Poisson ratios and radii [m] of two spheres (R2 = inf: a plate)."""
        return cls(k=hertz_stiffness(E1, nu1, E2, nu2, R1, R2), lam=lam)

    @classmethod
    def from_materials(cls, *, a, b, R1, R2=math.inf, e, speed, mass):
        """Stiffness from two materials (a `Material`, or a name of the table), damping from restitution `e` at `speed`."""
        return cls.from_restitution(e=e, speed=speed, mass=mass, k=hertz_stiffness_of(a, b, R1, R2))

    @classmethod
    def from_static_penetration(cls, *, depth, mass, e, speed, n=1.5, g=9.80665):
        """Stiffness such that `mass` at rest sinks in by `depth` [m], damping from restitution `e` at `speed`."""
        return cls.from_restitution(e=e, speed=speed, mass=mass, k=stiffness_from_depth(depth, mass, n, g), n=n)
