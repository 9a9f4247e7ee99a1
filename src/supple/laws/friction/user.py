"""A user's own friction law: the coefficient as a plain Python function, compiled and called by its address.

    f = -mu(speed, F, p) F v/|v|     speed = |v| > 0 [m/s], F > 0 normal force [N], p the parameters (a tuple); mu [-] >= 0

The function must vanish towards speed 0, or the force has no direction there and the steps become tiny.
Ledger    dissipated mu F |v|; nothing is stored.
Beyond    inside a step the law is continued as mu(speed, -F) = mu(speed, F), so the function never sees F < 0.
Checked   when the law is made: finite, >= 0, one value, from a micrometre to ten metres per second and 1 mN to 100 N. What
          it does elsewhere (raise, nan, a negative coefficient) ends a run with the status LAW_FAILED.
Limits    no memory: such a law cannot stick, it creeps.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from ..._check import vector
from ..._jit import call_user, kernel
from ..user_function import COEFFICIENT, UserFunction, ask, user_function
from .ids import FrictionLaw, padded

FORCES = (1e-3, 1.0, 100.0)  # [N]
SPEEDS = (1e-6, 1e-3, 1e-2, 0.1, 1.0, 10.0)  # [m/s]


@dataclass(frozen=True, slots=True, kw_only=True)
class UserFriction:
    """f = -mu(|v|, F, p) F v/|v|, compiled once per process and called through its address.

    coefficient: function of speed [m/s], normal force [N] and parameters: the coefficient of friction [-].
    parameters: numbers for the function, in units of your own.
    """

    coefficient: Callable
    parameters: tuple = ()
    functions: tuple[UserFunction, ...] = field(init=False, repr=False, compare=False)
    law = FrictionLaw.USER
    n_state = 0

    def __post_init__(self) -> None:
        n = len(tuple(self.parameters))
        if n > 8:
            raise ValueError(f"parameters must be at most 8 numbers, got {n}")
        object.__setattr__(self, "parameters", vector("parameters", self.parameters, n))
        function = user_function(COEFFICIENT, self.coefficient, n)
        object.__setattr__(self, "functions", (function,))
        places, row = [(speed, F) for F in FORCES for speed in SPEEDS], np.array(self.row())
        fault = ask(self.functions, lambda: function.fault(places, row))
        if fault is not None:
            raise ValueError(fault)

    def row(self) -> tuple[float, ...]:
        """Numbers for the function."""
        return padded(*self.parameters)

    def address(self):
        """Machine address of the coefficient."""
        return self.functions[0].address


@kernel
def user_response(address, F, vx, vy, vz, row):
    """Force on B and dissipated power, in the form of every friction law."""
    speed = math.sqrt(vx * vx + vy * vy + vz * vz)
    if speed == 0.0 or F == 0.0:
        return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    c = -call_user(address, speed, abs(F), row) * F / speed
    return c * vx, c * vy, c * vz, 0.0, 0.0, 0.0, -c * speed * speed, 0.0
