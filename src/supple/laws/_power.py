"""Powers of a non-negative number; the exponents of the common laws cost a root or nothing."""

import math

from .._jit import inlined


@inlined
def power(a, n):
    """a**n for a >= 0 and n >= 0, with 0**0 = 1."""
    if n == 1.0:
        return a
    if n == 0.0:
        return 1.0
    if n == 1.5:
        return a * math.sqrt(a)
    if n == 0.5:
        return math.sqrt(a)
    if n == 2.0:
        return a * a
    return a**n
