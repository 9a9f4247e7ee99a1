"""Spring-damper stick-slip ('double state'): a tangential spring that follows its limit while sliding.

    trial   f_tr = -kt u - bt v
    stick   f = f_tr,                      udot = v                         while |f_tr| <= mu F
    slide   f = mu F f_tr / |f_tr|,        udot = -(f + kt u) / bt          while |f_tr| >= mu F
    free    kt u + bt udot = 0
    U = kt |u|^2 / 2,     D = bt |udot|^2 - f.(v - udot)

Symbols   v   slip velocity              [m/s]   of B relative to A, in the contact plane
          u   deflection of the ground   [m]     memory
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
from typing import Self

from ..._check import nonnegative, positive
from ..._jit import kernel
from ...materials.combine import contact_modulus, contact_shear_ratio
from ...materials.material import Material
from ..coefficients import hertz_slope, reduced_radius, tangential_stiffness
from .ids import SLIDE, STICK, FrictionLaw, padded


@dataclass(frozen=True, slots=True, kw_only=True)
class StickSlip:
    """Stick on a spring kt and damper bt up to the cone mu F, slide on the cone.

    mu: coefficient of friction [-], >= 0.
    kt: tangential stiffness [N/m], > 0.
    bt: tangential damping [Ns/m], > 0.
    """

    mu: float
    kt: float
    bt: float
    law = FrictionLaw.STICK_SLIP
    n_state = 3

    def __post_init__(self) -> None:
        nonnegative("mu", self.mu)
        positive("kt", self.kt, "N/m")
        positive("bt", self.bt, "Ns/m")

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
        return padded(self.mu, self.kt, self.bt)

    def bound(self, speed: float) -> float:
        """Largest |f| / F at a slip `speed` [m/s]."""
        return self.mu

    memory_unit = "m"

    def memory_bound(self, F: float) -> float:
        """Largest |u| [m] under a normal force that never exceeds F [N]."""
        return self.mu * F / self.kt


@kernel
def trial(vx, vy, vz, ux, uy, uz, p):
    """The force of a sticking contact and its magnitude."""
    fx = -p[1] * ux - p[2] * vx
    fy = -p[1] * uy - p[2] * vy
    fz = -p[1] * uz - p[2] * vz
    return fx, fy, fz, math.sqrt(fx * fx + fy * fy + fz * fz)


@kernel
def response(mode, F, vx, vy, vz, ux, uy, uz, p):
    """Force on B, rate of the memory, dissipated power, reversible power."""
    fx, fy, fz, size = trial(vx, vy, vz, ux, uy, uz, p)
    if mode == STICK:
        return fx, fy, fz, vx, vy, vz, p[2] * (vx * vx + vy * vy + vz * vz), 0.0
    scale = p[0] * max(F, 0.0) / size if size > 0.0 else 0.0
    fx, fy, fz = scale * fx, scale * fy, scale * fz
    dx = -(fx + p[1] * ux) / p[2]
    dy = -(fy + p[1] * uy) / p[2]
    dz = -(fz + p[1] * uz) / p[2]
    viscous = p[2] * (dx * dx + dy * dy + dz * dz)
    return fx, fy, fz, dx, dy, dz, viscous - (fx * (vx - dx) + fy * (vy - dy) + fz * (vz - dz)), 0.0


@kernel
def energy(mode, ux, uy, uz, p):
    """Energy of the tangential spring [J]."""
    return 0.5 * p[1] * (ux * ux + uy * uy + uz * uz)


@kernel
def guard(mode, F, vx, vy, vz, ux, uy, uz, p):
    """Distance to the cone [N], positive on the side of the mode."""
    margin = p[0] * F - trial(vx, vy, vz, ux, uy, uz, p)[3]
    return margin if mode == STICK else -margin


@kernel
def next_mode(mode, F, vx, vy, vz, ux, uy, uz, p):
    """The other mode; the memory is continuous."""
    return (SLIDE if mode == STICK else STICK), ux, uy, uz


@kernel
def start(F, vx, vy, vz, ux, uy, uz, p):
    """Stick if the spring and damper can hold, else slide."""
    return STICK if trial(vx, vy, vz, ux, uy, uz, p)[3] <= p[0] * F else SLIDE


@kernel
def relax_rate(p):
    """Rate at which the free ground recovers [1/s]."""
    return p[1] / p[2]
