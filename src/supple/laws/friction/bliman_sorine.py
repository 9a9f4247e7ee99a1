"""Bliman-Sorine friction, coefficient form: the internal state is the coefficient of friction itself.

    udot = (3 / sp) (mu v - |v| u),     f = -F u
    -f.v = D + W,     D = F |v| |u|^2 / mu,     W = F (sp / (3 mu)) u.udot

Symbols   v   slip velocity                          [m/s]   of B relative to A, in the contact plane
          u   present coefficient, as a vector       [-]     internal state, |u| <= mu
          F   normal force                           [N]
          f   force on B                             [N]
          mu  coefficient of kinetic friction        [-]     > 0
          sp  slip after which friction is saturated [m]     > 0 (to 95 %)
Source    Bliman & Sorine (1991) in the form of Taghipour Bibalan & Featherstone, ACRA 2009, eq. 10 and Table 4.
Why       with the coefficient as internal state nothing is divided by F, so a vanishing normal force is harmless. The
          price: the bristle's energy F sp |u|^2/(6 mu) changes with F, so it is no stored energy of the contact; W is its
          rate at constant F, and a changing F works on it without a body to pay for it.
Measure   sp from the pre-sliding displacement.
Limits    no static friction above the kinetic one; creeps under a load that oscillates.
"""

import math
from dataclasses import dataclass
from typing import Annotated

from ..._jit import inlined
from ...quantities import POSITIVE, Quantity, check_quantities, described
from ...spatial.vectors import add_scaled, dot, scale
from .contract import Bristle, Pull


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class BlimanSorine:
    """A coefficient of friction that follows the slip over the distance sp."""

    mu: Annotated[float, Quantity("coefficient of friction", "-", POSITIVE)]
    sp: Annotated[float, Quantity("slip that reaches the limit but for 5 %", "m", POSITIVE)]
    n_state = 3

    def __post_init__(self) -> None:
        check_quantities(self)

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: mu, 3/sp."""
        return self.mu, 3.0 / self.sp

    def bound(self, speed: float) -> float:
        """Largest |f| / F at a slip `speed` [m/s]."""
        return self.mu

    coefficient_form = True  # the bristle is scaled by the load: its reversible work is a channel of its own
    state_unit = "-"

    def state_bound(self, F: float) -> float:
        """Largest |u| [-]."""
        return self.mu


EXAMPLES = (BlimanSorine(mu=0.4, sp=0.0045),)


@inlined
def response(mode, load, slip, s, p):
    """Force on B, rate of the coefficient, powers."""
    mu, rate = p[0], p[1]
    u, v, F = s.u, slip.velocity, max(load.force, 0.0)
    speed = math.sqrt(dot(v, v))
    du = scale(rate, add_scaled(scale(mu, v), -speed, u))
    D = F * speed * dot(u, u) / mu
    W = F * dot(u, du) / (rate * mu)
    return Pull(scale(-F, u), 0.0, Bristle(du, 0.0), D, W)


@inlined
def scales(mode, slip, s, p):
    """It is linear in u, which goes up to mu."""
    return 1e-4, p[0]
