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

from ..._check import nonnegative, positive
from ..._jit import kernel
from .ids import FrictionLaw, padded
from .single_mode import energy, guard, next_mode, relax_rate, start

__all__ = ["RegularisedCoulomb", "energy", "guard", "next_mode", "relax_rate", "response", "start"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RegularisedCoulomb:
    """mu F tanh(|v|/v_s) against the slip.

    mu: coefficient of friction [-], >= 0.
    v_s: speed of regularisation [m/s], > 0.
    """

    mu: float
    v_s: float
    law = FrictionLaw.REGULARISED_COULOMB
    n_state = 0

    def __post_init__(self) -> None:
        nonnegative("mu", self.mu)
        positive("v_s", self.v_s, "m/s")

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: mu, v_s."""
        return padded(self.mu, self.v_s)

    def bound(self, speed: float) -> float:
        """Largest |f| / F at a slip `speed` [m/s]."""
        return self.mu


@kernel
def response(mode, F, vx, vy, vz, ux, uy, uz, p):
    """Force on B, rate of the memory, dissipated power, reversible power."""
    x = math.sqrt(vx * vx + vy * vy + vz * vz) / p[1]
    ratio = math.tanh(x) / x if x > 1e-8 else 1.0
    scale = p[0] * max(F, 0.0) * ratio / p[1]
    return -scale * vx, -scale * vy, -scale * vz, 0.0, 0.0, 0.0, scale * (vx * vx + vy * vy + vz * vz), 0.0
