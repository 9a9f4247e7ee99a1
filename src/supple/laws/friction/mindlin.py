"""Stick-slip with Mindlin's tangential stiffness, which grows with the contact: kt = kappa sqrt(delta).

    trial   f_tr = -(N eta + bt v),        N = sqrt(kt),   kt = kappa sqrt(delta),   bt = tau kt
    stick   f = f_tr,                      etadot = N v                          while |f_tr| <= mu F
    slide   f = mu F f_tr / |f_tr|,        etadot = -(f / N + eta) / tau         while |f_tr| >= mu F
    free    etadot = -eta / tau
    U = |eta|^2 / 2,     D = bt |w|^2 - f.(v - w),     w = etadot / N  the elastic part of the slip

Symbols   v      slip velocity                 [m/s]       of B relative to A, in the contact plane
          eta    deflection times N            [J^(1/2)]   internal state
          F      normal force                  [N]
          delta  indentation                   [m]
          f      force on B                    [N]
          mu     coefficient of friction       [-]         >= 0
          kappa  stiffness per root of depth   [N/m^(3/2)] > 0
          tau    relaxation time of the ground [s]         > 0
Source    Mindlin, J. Appl. Mech. 16 (1949) 259: kt = 8 G* a without slip, a = sqrt(R delta) in Hertz contact. The
          normalised state is that of Stramigioli & Duindam (2004), section 4.2.1.3.
Passive   with the deflection itself as state, f = -kt(delta) u, a contact that sticks, is pressed and released creates
          energy: kt changes, and nobody pays. With eta the identity dU/dt = N eta.w holds for any N(t): loading a
          deflected contact softens its force instead of stiffening it.
Measure   from the moduli: kappa = 8 G* sqrt(R); tau shorter than the impact.
Limits    one coefficient for static and kinetic friction; no micro-slip at the rim below the cone.
"""

import math
from dataclasses import dataclass
from typing import Annotated, Self

from ..._jit import inlined
from ...guards import UNKNOWN
from ...materials.combine import contact_modulus, contact_shear_ratio, reduced_modulus, shear_ratio
from ...materials.material import Material
from ...quantities import NONNEGATIVE, POSITIVE, Quantity, check_quantities, described
from ...spatial.vectors import add_scaled, dot, scale, sub
from ..coefficients import reduced_radius
from .contract import SLIDE, STICK, Bristle, Pull

SHALLOW = 1e-300  # [N/m] a stiffness below this is none


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Mindlin:
    """Stick on a spring kappa sqrt(delta) up to the cone mu F, slide on the cone."""

    mu: Annotated[float, Quantity("coefficient of friction", "-", NONNEGATIVE)]
    kappa: Annotated[float, Quantity("tangential stiffness per square root of the indentation", "N/m^(3/2)", POSITIVE)]
    tau: Annotated[float, Quantity("relaxation time of the ground, damping over stiffness", "s", POSITIVE)]
    n_state = 3

    def __post_init__(self) -> None:
        check_quantities(self)

    @classmethod
    def from_moduli(
        cls, *, mu: float, E1: float, nu1: float, E2: float, nu2: float, R1: float, R2: float = math.inf, tau: float
    ) -> Self:
        """Two spheres (moduli [Pa], radii [m]; R2 = inf: a plate): kappa = 8 G* sqrt(R)."""
        kappa = 2.0 * shear_ratio(E1, nu1, E2, nu2) * reduced_modulus(E1, nu1, E2, nu2)  # 8 G* = 2 (4 G*/E*) E*
        return cls(mu=mu, kappa=kappa * math.sqrt(reduced_radius(R1, R2)), tau=tau)

    @classmethod
    def from_materials(
        cls, *, mu: float, a: Material | str, b: Material | str, R1: float, R2: float = math.inf, tau: float
    ) -> Self:
        """The same for two materials, each a `Material` or a name of the table."""
        kappa = 2.0 * contact_shear_ratio(a, b) * contact_modulus(a, b)
        return cls(mu=mu, kappa=kappa * math.sqrt(reduced_radius(R1, R2)), tau=tau)

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: mu, kappa, tau."""
        return self.mu, self.kappa, self.tau

    def bound(self, speed: float) -> float:
        """Largest |f| / F at a slip `speed` [m/s]."""
        return self.mu

    state_unit = "J^(1/2)"

    def state_bound(self, F: float) -> float:
        """Largest |eta| [J^(1/2)] under a normal force that never exceeds F [N], a micrometre deep or more."""
        return self.mu * F / math.sqrt(self.kappa * 1e-3)


EXAMPLES = (
    Mindlin(mu=0.4, kappa=3e6, tau=1e-4),
    Mindlin(mu=0.8, kappa=3e5, tau=1e-3),
)


@inlined
def stiffness(load, p):
    """N = sqrt(kt) and kt."""
    kappa = p[1]
    kt = kappa * math.sqrt(max(load.delta, 0.0))
    return math.sqrt(kt), kt


@inlined
def trial(load, slip, s, p):
    """The force of a sticking contact and its magnitude."""
    tau = p[2]
    N, kt = stiffness(load, p)
    f = add_scaled(scale(-N, s.u), -tau * kt, slip.velocity)
    return f, math.sqrt(dot(f, f))


@inlined
def response(mode, load, slip, s, p):
    """Force on B, rate of the internal state, powers."""
    mu, tau = p[0], p[2]
    v, eta = slip.velocity, s.u
    N, kt = stiffness(load, p)
    f, size = trial(load, slip, s, p)
    if mode == STICK:
        return Pull(f, 0.0, Bristle(scale(N, v), 0.0), tau * kt * dot(v, v), 0.0)
    f = scale(mu * max(load.force, 0.0) / size if size > 0.0 else 0.0, f)
    if kt <= SHALLOW:  # nothing to deflect: the ground relaxes
        return Pull(f, 0.0, Bristle(scale(-1.0 / tau, eta), 0.0), dot(eta, eta) / tau - dot(f, v), 0.0)
    rate = scale(-1.0 / tau, add_scaled(eta, 1.0 / N, f))
    w = scale(1.0 / N, rate)
    return Pull(f, 0.0, Bristle(rate, 0.0), tau * dot(rate, rate) - dot(f, sub(v, w)), 0.0)


@inlined
def energy(mode, s, p):
    """Energy of the tangential spring [J]."""
    return 0.5 * dot(s.u, s.u)


@inlined
def guard(mode, load, slip, s, p):
    """Distance to the cone [N], positive on the side of the mode."""
    mu = p[0]
    margin = mu * load.force - trial(load, slip, s, p)[1]
    return (margin if mode == STICK else -margin), UNKNOWN


@inlined
def next_mode(mode, load, slip, s, p):
    """The other mode; the internal state is continuous."""
    return (SLIDE if mode == STICK else STICK), s


@inlined
def start(load, slip, s, p):
    """Stick if the spring and damper can hold, else slide."""
    mu = p[0]
    return STICK if trial(load, slip, s, p)[1] <= mu * load.force else SLIDE


@inlined
def relax_rate(p):
    """Rate at which the free ground recovers [1/s]."""
    tau = p[2]
    return 1.0 / tau
