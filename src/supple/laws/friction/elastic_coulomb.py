"""Coulomb friction on an elastic contact, without a rate: slip where the stored energy reaches its threshold.

    x = (u, r theta),   w = (v, r spin),     rho = mu F/kt                   deflection, slip velocity, largest deflection
    stick   x' = w                                       while |x| <= rho
    slide   x' = w - max(0, lam - |w| c) g,   g along x + T w,   lam = g.w - rho'      while lam >= 0: |x| follows rho
    f = kt u,   tau = kt r^2 theta;   B feels -f and the moment -tau
    U = kt |x|^2/2,     D = kt x.g max(0, lam - |w| c)

Symbols   u, theta  deflection [m] and twist [rad] of the ground, internal state
          v, spin   of B over A [m/s], [rad/s]
          F         elastic part of the normal force [N], rho' from its rate
          mu [-] >= 0, kt [N/m] > 0, r radius of the patch for the spin [m] >= 0 (0: no moment)
Source    Stramigioli & Duindam (2004), eqs (31) to (33), with equal stiffness in all directions: V_slip = U and the
          threshold S = (mu F)^2/(2 kt). The flow is that of greatest dissipation.
Direction g is that of x. A deflection that the slip passes in less than T = SETTLING has that of the slip: where the force
          of a round contact begins and ends the exact law turns x infinitely fast.
Follows   c is (1 - |x|/rho) rho/(rho + T |w|), less than that below SLACK: zero but for errors of integration. Without it
          |x| and rho would not vanish at the same time where a contact is lost.
Start     a contact that closes has F = 0: it slides if |w| > rho', along w, and sticks otherwise. Where F grows faster than
          the indentation (Hertz) it always slides first.
Cost      where a round contact (Hertz) that slides and spins is lost, some 10^3 steps at rtol 1e-6, more below; linear
          normal laws, and SpatialSlip with any, have no such end.
Limits    equal stiffness in all directions, one coefficient; the normal law must not have an internal state (rho').
"""

import math
from dataclasses import dataclass
from typing import Annotated

from ..._jit import inlined
from ...guards import UNKNOWN
from ...quantities import NONNEGATIVE, POSITIVE, Quantity, check_quantities, described
from ...spatial.vectors import add_scaled, dot, scale
from .contract import SLIDE, STICK, Bristle, Pull

MU, KT, RADIUS = 0, 1, 2  # columns of the row
SETTLING = 1e-6  # [s] T
SLACK = 1e-2  # [rho] distance from the limit within which |x| is left to itself: rho is rounded in a shallow contact
INSIDE = 1.0 - 1e-15  # where the limit is drawn back to, so that a state on it is not beyond it by rounding
NEEDS = ("growth",)  # of the load: contract.py


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class ElasticCoulomb:
    """Stick on a spring kt (and of the spin kt r^2) up to the cone mu F, slide on the cone; no damping."""

    mu: Annotated[float, Quantity("coefficient of friction", "-", NONNEGATIVE)]
    kt: Annotated[float, Quantity("tangential stiffness", "N/m", POSITIVE)]
    spin_radius: Annotated[float, Quantity("radius of the patch for the moment about the normal", "m", NONNEGATIVE)] = (
        0.0
    )
    needs = NEEDS

    def __post_init__(self) -> None:
        check_quantities(self)

    @property
    def n_state(self) -> int:
        """Deflection in the plane, and of the spin if it has a moment."""
        return 4 if self.spin_radius > 0.0 else 3

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: mu, kt, r."""
        return self.mu, self.kt, self.spin_radius

    def bound(self, speed: float) -> float:
        """Largest |f| / F at a slip `speed` [m/s]."""
        return self.mu

    state_unit = "m"

    def state_bound(self, F: float) -> float:
        """Largest |u| [m] under a normal force that never exceeds F [N]."""
        return self.mu * F / self.kt


EXAMPLES = (ElasticCoulomb(mu=0.3, kt=7e4), ElasticCoulomb(mu=0.3, kt=2e4, spin_radius=0.01))


@inlined
def largest(load, p):
    """rho [m] and its rate [m/s]."""
    part = p[MU] / p[KT]
    return part * max(load.elastic, 0.0), part * load.growth


@inlined
def length(s, p):
    """|x| [m]."""
    twist = p[RADIUS] * s.theta
    return math.sqrt(dot(s.u, s.u) + twist * twist)


@inlined
def direction(slip, s, p):
    """g as (vector in the plane, part of the spin)."""
    u, twist = add_scaled(s.u, SETTLING, slip.velocity), p[RADIUS] * (s.theta + SETTLING * slip.spin)
    size = math.sqrt(dot(u, u) + twist * twist)
    if size == 0.0:
        return u, 0.0
    return scale(1.0 / size, u), twist / size


@inlined
def slipping(load, slip, s, p):
    """g, and lam [m/s] on the limit."""
    g, g_w = direction(slip, s, p)
    _, growth = largest(load, p)
    return g, g_w, dot(g, slip.velocity) + g_w * p[RADIUS] * slip.spin - growth


@inlined
def kept(load, slip, s, p, lam, along):
    """lam as it is used [m/s]: less where |x| is behind rho, none where x points against g."""
    rho, _ = largest(load, p)
    if rho <= 0.0:
        return lam if along > 0.0 else min(lam, 0.0)
    turning = p[RADIUS] * slip.spin
    fast = math.sqrt(dot(slip.velocity, slip.velocity) + turning * turning)
    behind = max(1.0 - length(s, p) / rho, -1.0) * rho / (rho + SETTLING * fast)
    lam = max(lam - behind * min((behind / SLACK) ** 2, 1.0) * fast, min(lam, 0.0))
    if along >= rho or fast == 0.0:
        return lam
    return lam * min(max(2.0 * along / min(rho, SETTLING * fast), 0.0), 1.0)


@inlined
def response(mode, load, slip, s, p):
    """Force on B, rate of the deflection, powers."""
    kt, r = p[KT], p[RADIUS]
    force, moment = scale(-kt, s.u), -kt * r * r * s.theta
    if mode == STICK:
        return Pull(force, moment, Bristle(slip.velocity, slip.spin if r > 0.0 else 0.0), 0.0, 0.0)
    g, g_w, lam = slipping(load, slip, s, p)
    along = dot(s.u, g) + r * s.theta * g_w
    lam = kept(load, slip, s, p, lam, along)
    turning = slip.spin - lam * g_w / r if r > 0.0 else 0.0
    return Pull(force, moment, Bristle(add_scaled(slip.velocity, -lam, g), turning), kt * along * lam, 0.0)


@inlined
def energy(mode, s, p):
    """Energy of the springs [J]."""
    x = length(s, p)
    return 0.5 * p[KT] * x * x


@inlined
def guard(mode, load, slip, s, p):
    """Stick: distance to the largest deflection [m]; slide: the speed of the slip [m/s]."""
    if mode == STICK:
        rho, _ = largest(load, p)
        return rho - length(s, p), UNKNOWN
    return slipping(load, slip, s, p)[2], UNKNOWN


@inlined
def next_mode(mode, load, slip, s, p):
    """The other mode; what is beyond the largest deflection by rounding comes back to it."""
    rho, _ = largest(load, p)
    x = length(s, p)
    part = INSIDE * rho / x if x > rho else 1.0
    return (SLIDE if mode == STICK else STICK), Bristle(scale(part, s.u), part * s.theta)


@inlined
def start(load, slip, s, p):
    """Slide if the deflection is the largest possible and would grow faster, else stick."""
    rho, _ = largest(load, p)
    if length(s, p) >= INSIDE * rho and slipping(load, slip, s, p)[2] > 0.0:
        return SLIDE
    return STICK
