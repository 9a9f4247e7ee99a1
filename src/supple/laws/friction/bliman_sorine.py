"""Bliman-Sorine friction, coefficient form: the memory is the coefficient of friction itself.

    udot = (3 / sp) (mu v - |v| u),     f = -F u
    -f.v = D + W,     D = F |v| |u|^2 / mu,     W = F (sp / (3 mu)) u.udot

Symbols   v   slip velocity                          [m/s]   of B relative to A, in the contact plane
          u   present coefficient, as a vector       [-]     memory, |u| <= mu
          F   normal force                           [N]
          f   force on B                             [N]
          mu  coefficient of kinetic friction        [-]     > 0
          sp  slip after which friction is saturated [m]     > 0 (to 95 %)
Source    Bliman & Sorine (1991) in the form of Taghipour Bibalan & Featherstone, ACRA 2009, eq. 10 and Table 4.
Why       with the coefficient as memory nothing is divided by F, so a vanishing normal force is harmless. The price:
          the bristle's energy F sp |u|^2/(6 mu) changes with F, so it is no stored energy of the contact; W is its rate at
          constant F, and a changing F works on it without a body to pay for it.
Measure   sp from the pre-sliding displacement.
Limits    no static friction above the kinetic one; creeps under a load that oscillates.
"""

import math
from dataclasses import dataclass

from ..._check import positive
from ..._jit import kernel
from .ids import FrictionLaw, padded
from .single_mode import energy, guard, next_mode, relax_rate, start

__all__ = ["BlimanSorine", "energy", "guard", "next_mode", "relax_rate", "response", "start"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlimanSorine:
    """A coefficient of friction that follows the slip over the distance sp.

    mu: coefficient of friction [-], > 0.
    sp: slip that reaches the limit but for 5 % [m], > 0.
    """

    mu: float
    sp: float
    law = FrictionLaw.BLIMAN_SORINE
    n_state = 3

    def __post_init__(self) -> None:
        positive("mu", self.mu)
        positive("sp", self.sp, "m")

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: mu, 3/sp."""
        return padded(self.mu, 3.0 / self.sp)

    def bound(self, speed: float) -> float:
        """Largest |f| / F at a slip `speed` [m/s]."""
        return self.mu

    coefficient_form = True  # the bristle is scaled by the load: its reversible work is a channel of its own
    memory_unit = "-"

    def memory_bound(self, F: float) -> float:
        """Largest |u| [-]."""
        return self.mu


@kernel
def response(mode, F, vx, vy, vz, ux, uy, uz, p):
    """Force on B, rate of the memory, dissipated power, reversible power."""
    mu, rate = p[0], p[1]
    N = max(F, 0.0)
    speed = math.sqrt(vx * vx + vy * vy + vz * vz)
    dx = rate * (mu * vx - speed * ux)
    dy = rate * (mu * vy - speed * uy)
    dz = rate * (mu * vz - speed * uz)
    D = N * speed * (ux * ux + uy * uy + uz * uz) / mu
    W = N * (ux * dx + uy * dy + uz * dz) / (rate * mu)
    return -N * ux, -N * uy, -N * uz, dx, dy, dz, D, W
