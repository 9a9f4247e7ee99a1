"""Smooth Stribeck friction: a regularised Coulomb law with static peak, kinetic plateau and viscous term.

    f = -mu(|v|) F v/|v|,     D = -f.v,     x = |v|/v_t
    mu = mu_s S(x) + mu_v |v|                               x < 1        rise to the static coefficient
         mu_s - (mu_s - mu_k) S((x - 1)/2) + mu_v |v|       1 <= x < 3   fall to the kinetic coefficient
         mu_k + mu_v |v|                                    3 <= x
    S(x) = x^3 (10 - 15 x + 6 x^2)                          smooth step, twice differentiable at both ends

Symbols   v slip velocity [m/s], F normal force [N], f force on B [N], mu_s static, mu_k kinetic coefficient [-]
          (mu_s >= mu_k > 0), mu_v viscous coefficient [s/m] >= 0, v_t transition speed [m/s] > 0.
Source    the form of the compliant contact of Simbody (Sherman, Seth & Delp, Procedia IUTAM 2 (2011) 241).
Use       for comparison with simulators that do this.
Creep     under a load T the body creeps at the x for which mu_s S(x) = T/F; near rest the resistance grows only as x^3.
Limits    sticks never; stiff when v_t is small.
"""

import math
from dataclasses import dataclass
from typing import Annotated

from ..._jit import inlined
from ...quantities import NONNEGATIVE, POSITIVE, Quantity, check_quantities, described
from ...spatial.vectors import dot, scale
from .contract import AT_REST, Pull


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class SmoothStribeck:
    """A coefficient that rises smoothly to mu_s at v_t, falls to mu_k at 3 v_t, and a viscous term."""

    mu_s: Annotated[float, Quantity("static coefficient of friction", "-", POSITIVE, least="mu_k")]
    mu_k: Annotated[float, Quantity("kinetic coefficient of friction", "-", POSITIVE)]
    v_t: Annotated[float, Quantity("speed at which friction is largest", "m/s", POSITIVE)]
    mu_v: Annotated[float, Quantity("viscous friction per normal force", "s/m", NONNEGATIVE)] = 0.0
    n_state = 0

    def __post_init__(self) -> None:
        check_quantities(self)

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: mu_s, mu_k, v_t, mu_v."""
        return self.mu_s, self.mu_k, self.v_t, self.mu_v

    def bound(self, speed: float) -> float:
        """Largest |f| / F at a slip `speed` [m/s]."""
        return self.mu_s + self.mu_v * speed


EXAMPLES = (SmoothStribeck(mu_s=0.6, mu_k=0.4, v_t=0.01, mu_v=0.1),)


@inlined
def smooth_step(x):
    """From 0 at x = 0 to 1 at x = 1, with two vanishing derivatives at both ends."""
    return ((6.0 * x - 15.0) * x + 10.0) * x**3


@inlined
def coefficient(speed, p):
    """The coefficient of friction at a slip speed."""
    mu_s, mu_k, v_t, mu_v = p[0], p[1], p[2], p[3]
    x = speed / v_t
    if x < 1.0:
        dry = mu_s * smooth_step(x)
    elif x < 3.0:
        dry = mu_s - (mu_s - mu_k) * smooth_step(0.5 * (x - 1.0))
    else:
        dry = mu_k
    return dry + mu_v * speed


@inlined
def response(mode, load, slip, s, p):
    """Force on B, powers."""
    v = slip.velocity
    speed = math.sqrt(dot(v, v))
    drag = coefficient(speed, p) * max(load.force, 0.0) / speed if speed > 0.0 else 0.0
    return Pull(scale(-drag, v), 0.0, AT_REST, drag * speed * speed, 0.0)


@inlined
def scales(mode, slip, s, p):
    """v_t."""
    return p[2], 0.0
