"""A user's own friction law: the coefficient as a plain Python function, compiled and called by its address.

    f = -mu(speed, F, p) F v/|v|     speed = |v| > 0 [m/s], F > 0 normal force [N], p the parameters (a tuple); mu [-] >= 0

The function must vanish towards speed 0, or the force has no direction there and the steps become tiny.
Ledger    dissipated mu F |v|; nothing is stored.
Beyond    inside a step the law is continued as mu(speed, -F) = mu(speed, F), so the function never sees F < 0.
Checked   when the law is made: finite, >= 0, one value, from a micrometre to ten metres per second and 1 mN to 100 N. What
          it does elsewhere (raise, nan, a negative coefficient) ends a run with the status LAW_FAILED.
Limits    no internal state: such a law cannot stick, it creeps.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np

from ..._jit import call_user, kernel
from ...quantities import UNCHECKED, Quantity, check_quantities, described
from ...spatial.vectors import dot, scale
from ..user_function import COEFFICIENT, Parameters, UserFunction, ask, user_function
from .contract import AT_REST, ZERO, Pull

OWN = 1  # the parameters begin here in the row
FORCES = (1e-3, 1.0, 100.0)  # [N]
SPEEDS = (1e-6, 1e-3, 1e-2, 0.1, 1.0, 10.0)  # [m/s]


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class UserFriction:
    """f = -mu(|v|, F, p) F v/|v|, compiled once per process and called through its address."""

    coefficient: Annotated[
        Callable,
        Quantity(
            "function of speed [m/s], normal force [N] and parameters: the coefficient of friction", "-", UNCHECKED
        ),
    ]
    parameters: Parameters = ()
    functions: tuple[UserFunction, ...] = field(init=False, repr=False, compare=False)
    n_state = 0

    def __post_init__(self) -> None:
        check_quantities(self)
        function = user_function(COEFFICIENT, self.coefficient, len(self.parameters))
        object.__setattr__(self, "functions", (function,))
        places, row = [(speed, F) for F in FORCES for speed in SPEEDS], np.array(self.row())
        fault = ask(self.functions, lambda: function.fault(places, row[OWN:]))
        if fault is not None:
            raise ValueError(fault)

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: address of the coefficient, which a float holds exactly; parameters."""
        return float(self.functions[0].address), *self.parameters


@kernel
def response(mode, load, slip, s, p):
    """Force on B, powers."""
    v, F = slip.velocity, load.force
    speed = math.sqrt(dot(v, v))
    if speed == 0.0 or F == 0.0:
        return Pull(ZERO, 0.0, AT_REST, 0.0, 0.0)
    c = -call_user(int(p[0]), speed, abs(F), p[OWN:]) * F / speed
    return Pull(scale(c, v), 0.0, AT_REST, -c * speed * speed, 0.0)
