"""Spring-damper stick-slip ('double state'): a tangential spring that follows its limit while sliding.

    trial   f_tr = -kt u - bt v
    stick   f = f_tr,                      udot = v                         while |f_tr| <= mu F
    slide   f = mu F f_tr / |f_tr|,        udot = -(f + kt u) / bt          while |f_tr| >= mu F
    free    kt u + bt udot = 0
    U = kt |u|^2 / 2,     D = bt |udot|^2 - f.(v - udot)

Symbols   v   slip velocity              [m/s]   of B relative to A, in the contact plane
          u   deflection of the ground   [m]     internal state
          F   normal force               [N]
          f   force on B                 [N]
          mu  coefficient of friction    [-]     >= 0
          kt  tangential stiffness       [N/m]   > 0
          bt  tangential damping         [Ns/m]  > 0
Source    Taghipour Bibalan & Featherstone, A study of soft contact models in Simulink, ACRA 2009, eqs 7-8 and Table 4
          (their eq. 7 prints mu F on both branches; the force opposes the slip).
Slip      v - udot = -(|f_tr| - mu F) (f/|f|) / bt: opposite to the force, so the loss is the greatest possible, and zero at
          the change of mode, where udot is continuous. Both guards are one function with opposite signs.
Measure   kt from the moduli: 2 (1 - nu)/(2 - nu) = 0.67 to 1 times the normal stiffness dF/ddelta for equal materials
          (Mindlin, J. Appl. Mech. 16 (1949) 259), at a force that matters: half the peak of an impact, the weight of what
          rests. It decides whether an oblique impact sticks, and with which spin the body leaves. The source above takes
          twice the normal stiffness. bt so that kt/bt is faster than the bodies.
Limits    one coefficient for static and kinetic friction.
"""

import math
from dataclasses import dataclass
from typing import Annotated, Self

from ..._check import positive
from ..._jit import inlined
from ...guards import UNKNOWN
from ...materials.combine import contact_modulus, contact_shear_ratio
from ...materials.material import Material
from ...quantities import NONNEGATIVE, POSITIVE, Quantity, check_quantities, described
from ...spatial.vectors import add_scaled, dot, over, scale, sub
from ..coefficients import hertz_slope, reduced_radius, tangential_stiffness
from .contract import SLIDE, STICK, Bristle, Pull


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class StickSlip:
    """Stick on a spring kt and damper bt up to the cone mu F, slide on the cone."""

    mu: Annotated[float, Quantity("coefficient of friction", "-", NONNEGATIVE)]
    kt: Annotated[float, Quantity("tangential stiffness", "N/m", POSITIVE)]
    bt: Annotated[float, Quantity("tangential damping", "Ns/m", POSITIVE)]
    n_state = 3

    def __post_init__(self) -> None:
        check_quantities(self)

    @classmethod
    def from_moduli(
        cls, *, mu: float, E1: float, nu1: float, E2: float, nu2: float, R1: float, R2: float = math.inf, force: float,
        relaxation: float,
    ) -> Self:  # fmt: skip
        """Mindlin's stiffness of two spheres (moduli [Pa], radii [m]) under a `force` [N]; bt = kt `relaxation` [s]."""
        kt = tangential_stiffness(E1, nu1, E2, nu2, R1, R2, force=force)
        return cls(mu=mu, kt=kt, bt=kt * positive("relaxation", relaxation, "s"))

    @classmethod
    def from_materials(
        cls, *, mu: float, a: Material | str, b: Material | str, R1: float, R2: float = math.inf, force: float,
        relaxation: float,
    ) -> Self:  # fmt: skip
        """The same for two materials, each a `Material` or a name of the table."""
        kt = contact_shear_ratio(a, b) * hertz_slope(contact_modulus(a, b), reduced_radius(R1, R2), force)
        return cls(mu=mu, kt=kt, bt=kt * positive("relaxation", relaxation, "s"))

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: mu, kt, bt."""
        return self.mu, self.kt, self.bt

    def bound(self, speed: float) -> float:
        """Largest |f| / F at a slip `speed` [m/s]."""
        return self.mu

    state_unit = "m"

    def state_bound(self, F: float) -> float:
        """Largest |u| [m] under a normal force that never exceeds F [N]."""
        return self.mu * F / self.kt


EXAMPLES = (StickSlip(mu=0.4, kt=1e5, bt=100.0),)


@inlined
def trial(slip, s, p):
    """The force of a sticking contact and its magnitude."""
    kt, bt = p[1], p[2]
    f = add_scaled(scale(-kt, s.u), -bt, slip.velocity)
    return f, math.sqrt(dot(f, f))


@inlined
def response(mode, load, slip, s, p):
    """Force on B, rate of the deflection, powers."""
    mu, kt, bt = p[0], p[1], p[2]
    v = slip.velocity
    f, size = trial(slip, s, p)
    if mode == STICK:
        return Pull(f, 0.0, Bristle(v, 0.0), bt * dot(v, v), 0.0)
    f = scale(mu * max(load.force, 0.0) / size if size > 0.0 else 0.0, f)
    du = over(add_scaled(f, kt, s.u), -bt)
    return Pull(f, 0.0, Bristle(du, 0.0), bt * dot(du, du) - dot(f, sub(v, du)), 0.0)


@inlined
def energy(mode, s, p):
    """Energy of the tangential spring [J]."""
    kt = p[1]
    return 0.5 * kt * dot(s.u, s.u)


@inlined
def guard(mode, load, slip, s, p):
    """Distance to the cone [N], positive on the side of the mode."""
    mu = p[0]
    margin = mu * load.force - trial(slip, s, p)[1]
    return (margin if mode == STICK else -margin), UNKNOWN


@inlined
def next_mode(mode, load, slip, s, p):
    """The other mode; the deflection is continuous."""
    return (SLIDE if mode == STICK else STICK), s


@inlined
def start(load, slip, s, p):
    """Stick if the spring and damper can hold, else slide."""
    mu = p[0]
    return STICK if trial(slip, s, p)[1] <= mu * load.force else SLIDE


@inlined
def relax_rate(p):
    """Rate at which the free ground recovers [1/s]."""
    kt, bt = p[1], p[2]
    return kt / bt


@inlined
def scales(mode, slip, s, p):
    """Linear while it sticks; a direction of the trial force else."""
    kt, bt = p[1], p[2]
    if mode == STICK:
        return 1.0, bt / kt
    size = trial(slip, s, p)[1]
    return size / bt, size / kt
