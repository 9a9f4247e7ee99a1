"""Coulomb friction with exact stick: no spring and no creep, a constraint while it holds.

    SLIDE   f = -mu F d,     d along +-x^2 v + w e             until v turns away from e or comes to zero
    STICK   f = lambda:  dv/dt = -v/settle                     until |lambda| = mu_static F  ->  SLIDE, e = -lambda/|lambda|
    D = -f.v,   nothing is stored

Symbols   v           slip velocity                     [m/s]   of B relative to A, in the contact plane
          e           direction of the slide            [-]     internal state u while sliding, 0 while sticking
          F           normal force                      [N]
          f           force on B                        [N]
          lambda      force that holds the contact      [N]     from the equations of motion of all bodies: system/grips.py
          mu          coefficient of kinetic friction   [-]     >= 0
          mu_static   coefficient of static friction    [-]     >= mu
          rest_speed  speed that counts as rest, r      [m/s]   > 0
          settle      time in which what is left of the slip dies out while it sticks [s] > 0
Source    Coulomb's law; the modes as in Pfeiffer & Glocker, Multibody Dynamics with Unilateral Contacts (1996), ch. 5.
Slide     d is v/|v|, and e where the speed is much below r: x = |v|/r, w = r/(1 + x^2), the sign is that of v.e. So the
          force goes on smoothly where a step passes v = 0. Its angle to v is x^-5 at most.
          e is held since the slide began, or since the direction had turned by 45 degrees from it: guard
          v.e - |v - (v.e) e| (|v|/(|v| + r))^2 + r/20. The last term lets a contact rest at its limit that
          others keep from moving.
Rest      when the guard fires, a contact slower than r sticks; a faster one (the direction has turned, or the tolerance is
          loose) takes the direction of its slip anew. A contact that begins to stick and cannot slides on at the same
          instant, against the force that it lacked: a reversal of the slip.
Measure   mu from steady sliding, mu_static from the angle at which a block begins to slide.
Limits    each contact that sticks costs two more passes of the articulated-body algorithm per evaluation: for a few
          contacts; heaps use StickSlip. Between two bodies whose motions are both prescribed nothing can hold: no force
          while it sticks. Where several contacts hold one body more than once, the forces are nearly those of the least
          sum of lambda^2/F: about equal parts of the limit mu F where it is only pushed. A contact at its limit while
          others still hold its body keeps the force mu F until it moves; against that force it may creep below r/20,
          where friction gives the power mu F r/20 at most (the ledger has it).
"""

import math
from dataclasses import dataclass
from typing import Annotated

from ..._jit import inlined
from ...guards import UNKNOWN
from ...quantities import NONNEGATIVE, POSITIVE, Quantity, check_quantities, described, optional
from ...spatial.vectors import add_scaled, dot, over, scale
from .contract import AT_REST, SLIDE, STICK, ZERO, Bristle, Pull

MU, MU_STATIC, REST, SETTLE = 0, 1, 2, 3  # columns of the row
AT_THE_LIMIT = 0.05  # [rest_speed] slip against its direction that a slide does not notice
NEEDS = ("held",)  # of the load: contract.py


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Coulomb:
    """Slide with mu F against the slip, stick exactly up to mu_static F."""

    mu: Annotated[float, Quantity("kinetic coefficient of friction", "-", NONNEGATIVE)]
    mu_static: Annotated[
        float | None, Quantity("static coefficient of friction, >= mu", "-", optional(NONNEGATIVE), note="None: mu")
    ] = None
    rest_speed: Annotated[float, Quantity("speed that counts as rest", "m/s", POSITIVE)] = 1e-6
    settle: Annotated[float, Quantity("time in which a rest of slip dies out while it sticks", "s", POSITIVE)] = 1e-3
    n_state = 3
    needs = NEEDS

    def __post_init__(self) -> None:
        check_quantities(self)
        if self.mu_static is not None and self.mu_static < self.mu:
            raise ValueError(f"mu_static must be >= mu = {self.mu!r} -, got {self.mu_static!r}")

    @property
    def limit(self) -> float:
        """Largest |f| / F while it sticks."""
        return self.mu if self.mu_static is None else self.mu_static

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: mu, mu_static, rest_speed, settle."""
        return self.mu, self.limit, self.rest_speed, self.settle

    def bound(self, speed: float) -> float:
        """Largest |f| / F at a slip `speed` [m/s]."""
        return self.limit

    state_unit = "-"

    def state_bound(self, F: float) -> float:
        """Largest |u|: a direction."""
        return 1.0


EXAMPLES = (
    Coulomb(mu=0.4),
    Coulomb(mu=0.3, mu_static=0.5),
    Coulomb(mu=0.4, rest_speed=1e-5, settle=1e-2),
)


@inlined
def length(v):
    """Length of a vector."""
    return math.sqrt(dot(v, v))


@inlined
def held_direction(s):
    """e, or zero if there is none yet."""
    size = length(s.u)
    return over(s.u, size) if size > 0.0 else ZERO


@inlined
def sliding(slip, s, p):
    """d: the direction of the slip, continued through v = 0."""
    v, e = slip.velocity, held_direction(s)
    x = length(v) / p[REST]
    part = x * x if dot(v, e) >= 0.0 else -x * x
    d = add_scaled(scale(part, v), p[REST] / (1.0 + x * x), e)
    size = length(d)
    return over(d, size) if size > 0.0 else ZERO


@inlined
def response(mode, load, slip, s, p):
    """Force on B and its power; the direction is carried along with the contact."""
    f = load.held if mode == STICK else scale(-(p[MU] * max(load.force, 0.0)), sliding(slip, s, p))
    return Pull(f, 0.0, AT_REST, -dot(f, slip.velocity), 0.0)


@inlined
def guard(mode, load, slip, s, p):
    """Stick: what is left of the largest force [N]; slide: the slip along its direction [m/s]."""
    if mode == STICK:
        return p[MU_STATIC] * max(load.force, 0.0) - length(load.held), UNKNOWN
    rest, v, e = p[REST], slip.velocity, held_direction(s)
    along, speed = dot(v, e), length(v)
    part = speed / (speed + rest)
    return along - length(add_scaled(v, -along, e)) * part * part + AT_THE_LIMIT * rest, UNKNOWN


@inlined
def next_mode(mode, load, slip, s, p):
    """Stick at rest, else slide along the slip; a contact that gives way slides against the force that held it."""
    if mode == STICK:
        size = length(load.held)
        if size == 0.0:
            return STICK, AT_REST
        against = Bristle(over(load.held, -size), 0.0)
        if guard(SLIDE, load, slip, against, p)[0] >= 0.5 * AT_THE_LIMIT * p[REST]:
            return SLIDE, against
        return SLIDE, Bristle(over(slip.velocity, length(slip.velocity)), 0.0)  # it moves another way already
    speed = length(slip.velocity)
    return (STICK, AT_REST) if speed <= p[REST] else (SLIDE, Bristle(over(slip.velocity, speed), 0.0))


@inlined
def start(load, slip, s, p):
    """Stick at rest, else slide; the guard of a slide without a direction leads to one that has it."""
    return STICK if length(slip.velocity) <= p[REST] else SLIDE


@inlined
def scales(mode, slip, s, p):
    """Its direction bends over the speed that counts as rest; the state is a direction."""
    return p[REST], 1.0


@inlined
def settling(p):
    """Time in which a rest of slip dies out [s]."""
    return p[SETTLE]
