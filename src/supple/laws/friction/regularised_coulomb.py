"""Regularised Coulomb friction: the sign of the slip replaced by a smooth step.

    f = -mu F tanh(|v|/v_s) v/|v|,     D = -f.v

Symbols   v slip velocity [m/s], F normal force [N], f force on B [N], mu coefficient of friction [-] >= 0,
          v_s speed of the regularisation [m/s] > 0.
Use       for comparison with simulators that do this.
Creep     under a tangential load T < mu F the body creeps at v_s atanh(T/(mu F)) for ever.
Limits    the pole mu F/(m v_s) of a body at rest is far faster than the body: stiff exactly where nothing happens.
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
class RegularisedCoulomb:
    """mu F tanh(|v|/v_s) against the slip."""

    mu: Annotated[float, Quantity("coefficient of friction", "-", NONNEGATIVE)]
    v_s: Annotated[float, Quantity("speed of regularisation", "m/s", POSITIVE)]
    n_state = 0

    def __post_init__(self) -> None:
        check_quantities(self)

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: mu, v_s."""
        return self.mu, self.v_s

    def bound(self, speed: float) -> float:
        """Largest |f| / F at a slip `speed` [m/s]."""
        return self.mu


EXAMPLES = (RegularisedCoulomb(mu=0.4, v_s=0.01),)


@inlined
def response(mode, load, slip, s, p):
    """Force on B, powers."""
    mu, v_s = p[0], p[1]
    v = slip.velocity
    x = math.sqrt(dot(v, v)) / v_s
    ratio = math.tanh(x) / x if x > 1e-8 else 1.0
    drag = mu * max(load.force, 0.0) * ratio / v_s
    return Pull(scale(-drag, v), 0.0, AT_REST, drag * dot(v, v), 0.0)


@inlined
def scales(mode, slip, s, p):
    """v_s."""
    return p[1], 0.0
