"""Friction as a state machine: kinetic, static, and the moment between the two.

    SLIDE      f = -mu_k F v/|v|                       until |v| < v_stick         -> STICK, with u = 0
    STICK      f = -k u - d v,     udot = v            until |f| > mu_s F          -> BREAKAWAY, with u = e = -f/|f|,
                                                                                   or SLIDE if |v| > 2 v_stick already
    BREAKAWAY  f = -mu_k F e,      e constant          until |v| > 2 v_stick       -> SLIDE
                                                       or    v.e < 0               -> STICK, with u = 0
    U = k |u|^2 / 2 in STICK (dropped with the spring),     D = -f.v, in STICK d |v|^2

Symbols   v        slip velocity                     [m/s]   of B relative to A, in the contact plane
          u        way since sticking began  [m]     in BREAKAWAY the direction of motion e [-]
          F        normal force                      [N]
          f        force on B                        [N]
          mu_k     coefficient of kinetic friction   [-]     > 0
          mu_s     coefficient of static friction    [-]     >= mu_k
          k        stiffness of the static contact   [N/m]   > 0
          d        its damping                       [Ns/m]  >= 0
          v_stick  speed below which it sticks       [m/s]   > 0
Source    Lens, Radkhah & von Stryk, section II-B, eqs 7-11, Figs 3 and 4: kinetic and static state, reset without contact.
Added     BREAKAWAY is ours. A contact breaks away at a speed below v_stick, where the kinetic state would stick again at
          once, and at v = 0 it would have no direction. In BREAKAWAY the friction keeps the direction in which the spring
          gave way, until the motion is clearly kinetic or comes to rest. Twice v_stick, so that a contact which slows
          down through v_stick cannot alternate between the two kinetic modes.
Entry     a contact that slows down sticks only if its damper can hold: where d |v| > mu_s F it goes on in BREAKAWAY along
          v until it rests. If the spring gives way while it is returning (F falls, v.e < 0), e is the direction of v.
Measure   k, d as for the normal direction; v_stick well below the speeds of interest (1 mm/s in the source).
Limits    the force jumps at each change of mode (from static to kinetic, and to zero at rest).
"""

import math
from dataclasses import dataclass
from typing import Annotated

from ..._jit import inlined, kernel
from ...guards import UNKNOWN
from ...quantities import NONNEGATIVE, POSITIVE, Quantity, check_quantities, described
from ...spatial.vectors import add_scaled, dot, over, scale
from .contract import AT_REST, BREAKAWAY, SLIDE, STICK, Bristle, Pull

CLEARLY_KINETIC = 2.0  # [v_stick] speed at which BREAKAWAY becomes SLIDE


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class CollisionFriction:
    """Kinetic friction above v_stick, a spring and damper up to mu_s F below."""

    mu_k: Annotated[float, Quantity("kinetic coefficient of friction", "-", POSITIVE)]
    mu_s: Annotated[float, Quantity("static coefficient of friction", "-", POSITIVE, least="mu_k")]
    k: Annotated[float, Quantity("tangential stiffness while sticking", "N/m", POSITIVE)]
    d: Annotated[float, Quantity("tangential damping while sticking", "Ns/m", NONNEGATIVE)]
    v_stick: Annotated[float, Quantity("speed below which the contact sticks", "m/s", POSITIVE)]
    n_state = 3

    def __post_init__(self) -> None:
        check_quantities(self)

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: mu_k, mu_s, k, d, v_stick."""
        return self.mu_k, self.mu_s, self.k, self.d, self.v_stick

    def bound(self, speed: float) -> float:
        """Largest |f| / F at a slip `speed` [m/s]."""
        return self.mu_s

    state_unit = "m"

    def state_bound(self, F: float) -> float:
        """Largest |u|: a deflection [m] while sticking, a unit vector while breaking away."""
        return max(1.0, self.mu_s * F / self.k)


EXAMPLES = (
    CollisionFriction(mu_k=0.4, mu_s=0.6, k=1e4, d=50.0, v_stick=1e-3),
    CollisionFriction(mu_k=0.4, mu_s=0.4, k=1e4, d=0.0, v_stick=1e-2),
)


@inlined
def length(v):
    """Length of a vector."""
    return math.sqrt(dot(v, v))


@inlined
def along(v):
    """The internal state of BREAKAWAY: the direction of v."""
    return Bristle(over(v, length(v)), 0.0)


@inlined
def static_force(slip, s, p):
    """The force of a sticking contact."""
    k, d = p[2], p[3]
    return add_scaled(scale(-k, s.u), -d, slip.velocity)


@inlined
def response(mode, load, slip, s, p):
    """Force on B, rate of the internal state, powers."""
    mu_k, d, v_stick = p[0], p[3], p[4]
    v = slip.velocity
    if mode == STICK:
        return Pull(static_force(slip, s, p), 0.0, Bristle(v, 0.0), d * dot(v, v), 0.0)
    kinetic = mu_k * max(load.force, 0.0)
    if mode == BREAKAWAY:
        f = scale(-kinetic, s.u)
    else:  # exact down to half the sticking speed; below, only an integrator's trial step comes by
        f = scale(-(kinetic / max(length(v), 0.5 * v_stick)), v)
    return Pull(f, 0.0, AT_REST, -dot(f, v), 0.0)


@inlined
def energy(mode, s, p):
    """Energy of the static spring [J]."""
    k = p[2]
    return 0.5 * k * dot(s.u, s.u) if mode == STICK else 0.0


@inlined
def guard(mode, load, slip, s, p):
    """Margin of the mode: [N] in STICK, else [m/s]."""
    mu_s, v_stick = p[1], p[4]
    if mode == STICK:
        return mu_s * load.force - length(static_force(slip, s, p)), UNKNOWN
    speed = length(slip.velocity)
    if mode == BREAKAWAY:
        return min(CLEARLY_KINETIC * v_stick - speed, dot(slip.velocity, s.u)), UNKNOWN
    return speed - v_stick, UNKNOWN


@inlined
def settle(load, slip, p):
    """A contact that begins to stick: STICK if the damper can hold it, else BREAKAWAY along its motion."""
    mu_s, d = p[1], p[3]
    speed = length(slip.velocity)
    if speed == 0.0 or d * speed <= mu_s * load.force:
        return STICK, AT_REST
    return BREAKAWAY, along(slip.velocity)


@kernel
def next_mode(mode, load, slip, s, p):
    """The mode, and its internal state, after the guard has fired."""
    v_stick = p[4]
    v = slip.velocity
    speed = length(v)
    if mode == BREAKAWAY:
        if CLEARLY_KINETIC * v_stick - speed <= dot(v, s.u):
            return SLIDE, AT_REST
        return settle(load, slip, p)
    if mode == STICK:
        if speed >= CLEARLY_KINETIC * v_stick:
            return SLIDE, AT_REST
        f = static_force(slip, s, p)
        if length(f) > 0.0 and dot(f, v) <= 0.0:
            return BREAKAWAY, along(scale(-1.0, f))
        return (BREAKAWAY, along(v)) if speed > 0.0 else (STICK, AT_REST)
    return settle(load, slip, p)


@inlined
def start(load, slip, s, p):
    """Stick if slow and the damper can hold, else slide; if that is too slow, the guard of SLIDE says so at once."""
    mu_s, d, v_stick = p[1], p[3], p[4]
    speed = length(slip.velocity)
    return STICK if speed <= v_stick and d * speed <= mu_s * load.force else SLIDE
