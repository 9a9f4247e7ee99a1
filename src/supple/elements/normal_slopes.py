"""Derivatives of the normal law of an element by indentation, rate and internal state: differences of fourth order.

Their steps follow what a law bends over: powers of the indentation, and nothing else that is much shorter.
"""

from .._jit import kernel
from ..tables import EL_RULE, R_STEP
from .normal import normal_given, yields
from .slopes import PARTS, SIDES

RATE, FIRST = 0.1, 1e-9  # [m/s], [m] at least


@kernel
def slopes_of_normal(P, e, delta, rate, z, D, first):
    """Write force, rate of the internal state and lost power (rows from `first` on) by delta, rate and z into D."""
    dent = max(z, 0.0) if yields(P, e) else 0.0
    size = max(abs(delta - dent), FIRST)
    for j in range(3):
        h = P.rule_f[P.el_i[e, EL_RULE], R_STEP] * (max(abs(rate), RATE) if j == 1 else size)
        for i in range(3):
            D[first + i, j] = 0.0
        for k in range(4):
            d, part = SIDES[k] * h, PARTS[k] / h
            answer = normal_given(P, e, delta + d * (j == 0), rate + d * (j == 1), z + d * (j == 2))
            for i in range(3):
                D[first + i, j] += part * answer[i]
