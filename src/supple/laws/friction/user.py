"""A user's own friction law: the coefficient as a plain Python function, compiled and called by its address.

    f = -mu(speed, F, p) F v/|v|        speed = |v| [m/s], F normal force [N], p the parameters; mu [-]

The function must vanish at speed 0, or the force has no direction there and the steps become tiny.
Ledger    dissipated mu F |v|; nothing is stored.
Limits    no memory: such a law can not stick, it creeps.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

from ..._check import vector
from ..._jit import call_user, callback, kernel
from .ids import FrictionLaw, padded


@dataclass(frozen=True, slots=True, kw_only=True)
class UserFriction:
    """f = -mu(|v|, F, p) F v/|v|, compiled once per process and called through its address."""

    coefficient: Callable
    parameters: tuple = ()
    law = FrictionLaw.USER
    n_state = 0

    def __post_init__(self):
        if len(tuple(self.parameters)) > 8:
            raise ValueError(f"parameters must be at most 8 numbers, got {len(self.parameters)}")
        vector("parameters", self.parameters, len(tuple(self.parameters)))

    def row(self):
        """Numbers for the function."""
        return padded(*self.parameters)

    def address(self):
        """Machine address of the coefficient."""
        return callback(self.coefficient)


@kernel
def user_response(address, F, vx, vy, vz, row):
    """Force on B and dissipated power, in the form of every friction law."""
    speed = math.sqrt(vx * vx + vy * vy + vz * vz)
    if speed == 0.0:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    c = -call_user(address, speed, F, row) * F / speed
    return c * vx, c * vy, c * vz, 0.0, 0.0, 0.0, -c * speed * speed, 0.0
