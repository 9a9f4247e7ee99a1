"""Friction as a state machine: kinetic, static, and the moment between the two.

    SLIDE      f = -mu_k F v/|v|                       until |v| < v_stick         -> STICK, with u = 0
    STICK      f = -k u - d v,     udot = v            until |f| > mu_s F          -> BREAKAWAY, with u = e = -f/|f|,
                                                                                   or SLIDE if |v| > 2 v_stick already
    BREAKAWAY  f = -mu_k F e,      e constant          until |v| > 2 v_stick       -> SLIDE
                                                       or    v.e < 0               -> STICK, with u = 0
    U = k |u|^2 / 2 in STICK (dropped with the spring),     D = -f.v, in STICK d |v|^2

Symbols   v        slip velocity                     [m/s]   of B relative to A, in the contact plane
          u        memory: way since sticking began  [m]     in BREAKAWAY the direction of motion e [-]
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

from ..._check import nonnegative, positive
from ..._jit import kernel
from .ids import BREAKAWAY, DROPPED, SLIDE, STICK, FrictionLaw, padded

CLEARLY_KINETIC = 2.0  # [v_stick] speed at which BREAKAWAY becomes SLIDE


@dataclass(frozen=True, slots=True, kw_only=True)
class CollisionFriction:
    """Kinetic friction above v_stick, a spring and damper up to mu_s F below.

    mu_k: kinetic coefficient of friction [-], > 0.
    mu_s: static coefficient of friction [-], >= mu_k.
    k: tangential stiffness while sticking [N/m], > 0.
    d: tangential damping while sticking [Ns/m], >= 0.
    v_stick: speed below which the contact sticks [m/s], > 0.
    """

    mu_k: float
    mu_s: float
    k: float
    d: float
    v_stick: float
    law = FrictionLaw.COLLISION_FRICTION
    n_state = 3

    def __post_init__(self) -> None:
        positive("mu_k", self.mu_k)
        if positive("mu_s", self.mu_s) < self.mu_k:
            raise ValueError(f"mu_s must be >= mu_k = {self.mu_k!r} -, got {self.mu_s!r}")
        positive("k", self.k, "N/m")
        nonnegative("d", self.d, "Ns/m")
        positive("v_stick", self.v_stick, "m/s")

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: mu_k, mu_s, k, d, v_stick."""
        return padded(self.mu_k, self.mu_s, self.k, self.d, self.v_stick)

    def bound(self, speed: float) -> float:
        """Largest |f| / F at a slip `speed` [m/s]."""
        return self.mu_s

    memory_unit = "m"

    def memory_bound(self, F: float) -> float:
        """Largest |u|: a deflection [m] while sticking, a unit vector while breaking away."""
        return max(1.0, self.mu_s * F / self.k)


@kernel
def length(x, y, z):
    """Length of a vector."""
    return math.sqrt(x * x + y * y + z * z)


@kernel
def static_force(vx, vy, vz, ux, uy, uz, p):
    """The force of a sticking contact."""
    return -p[2] * ux - p[3] * vx, -p[2] * uy - p[3] * vy, -p[2] * uz - p[3] * vz


@kernel
def response(mode, F, vx, vy, vz, ux, uy, uz, p):
    """Force on B, rate of the memory, dissipated power, reversible power."""
    if mode == STICK:
        fx, fy, fz = static_force(vx, vy, vz, ux, uy, uz, p)
        return fx, fy, fz, vx, vy, vz, p[3] * (vx * vx + vy * vy + vz * vz), 0.0
    kinetic = p[0] * max(F, 0.0)
    if mode == BREAKAWAY:
        fx, fy, fz = -kinetic * ux, -kinetic * uy, -kinetic * uz
    else:  # exact down to half the sticking speed; below, only an integrator's trial step comes by
        scale = kinetic / max(length(vx, vy, vz), 0.5 * p[4])
        fx, fy, fz = -scale * vx, -scale * vy, -scale * vz
    return fx, fy, fz, 0.0, 0.0, 0.0, -(fx * vx + fy * vy + fz * vz), 0.0


@kernel
def energy(mode, ux, uy, uz, p):
    """Energy of the static spring [J]."""
    return 0.5 * p[2] * (ux * ux + uy * uy + uz * uz) if mode == STICK else 0.0


@kernel
def guard(mode, F, vx, vy, vz, ux, uy, uz, p):
    """Margin of the mode: [N] in STICK, else [m/s]."""
    if mode == STICK:
        fx, fy, fz = static_force(vx, vy, vz, ux, uy, uz, p)
        return p[1] * F - length(fx, fy, fz)
    speed = length(vx, vy, vz)
    if mode == BREAKAWAY:
        return min(CLEARLY_KINETIC * p[4] - speed, vx * ux + vy * uy + vz * uz)
    return speed - p[4]


@kernel
def settle(F, vx, vy, vz, p):
    """A contact that begins to stick: STICK if the damper can hold it, else BREAKAWAY along its motion."""
    speed = length(vx, vy, vz)
    if speed == 0.0 or p[3] * speed <= p[1] * F:
        return STICK, 0.0, 0.0, 0.0
    return BREAKAWAY, vx / speed, vy / speed, vz / speed


@kernel
def next_mode(mode, F, vx, vy, vz, ux, uy, uz, p):
    """The mode, and its memory, after the guard has fired."""
    speed = length(vx, vy, vz)
    if mode == BREAKAWAY:
        if CLEARLY_KINETIC * p[4] - speed <= vx * ux + vy * uy + vz * uz:
            return SLIDE, 0.0, 0.0, 0.0
        return settle(F, vx, vy, vz, p)
    if mode == STICK:
        if speed >= CLEARLY_KINETIC * p[4]:
            return SLIDE, 0.0, 0.0, 0.0
        fx, fy, fz = static_force(vx, vy, vz, ux, uy, uz, p)
        size = length(fx, fy, fz)
        if size > 0.0 and fx * vx + fy * vy + fz * vz <= 0.0:
            return BREAKAWAY, -fx / size, -fy / size, -fz / size
        return (BREAKAWAY, vx / speed, vy / speed, vz / speed) if speed > 0.0 else (STICK, 0.0, 0.0, 0.0)
    return settle(F, vx, vy, vz, p)


@kernel
def start(F, vx, vy, vz, ux, uy, uz, p):
    """Stick if slow and the damper can hold, else slide; if that is too slow, the guard of SLIDE says so at once."""
    speed = length(vx, vy, vz)
    return STICK if speed <= p[4] and p[3] * speed <= p[1] * F else SLIDE


@kernel
def relax_rate(p):
    """A lost contact forgets its anchor."""
    return DROPPED
