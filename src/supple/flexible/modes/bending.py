"""What the bending modes of uniform Euler-Bernoulli beams share: roots, and hyperbolic functions without cancellation.

A mode with wave number b/L is cosh z - sg sinh z plus cosines, z = b x/L, and the bracket is

    cosh z - sg sinh z = rise + fall        rise = (1 - sg) e^z/2        fall = (1 + sg) e^-z/2

For the tenth mode e^b is 1e13 and 1 - sg is 1e-13: the product is written by e^(z-b) and a numerator that has no difference
of large numbers, so that 60 modes have the accuracy of the first.
"""

import numpy as np

MOST = 60  # modes per direction
NEWTON = 8  # iterations; four are enough


def newton(start, value_and_slope):
    """The roots near `start`."""
    b = np.array(start, float)
    for _ in range(NEWTON):
        value, slope = value_and_slope(b)
        b -= value / slope
    return b


def sech_tanh(b):
    """1/cosh and tanh, for any b >= 0."""
    small = np.exp(-b)
    return 2.0 * small / (1.0 + small * small), np.tanh(b)


def rise_and_fall(b, z, numerator, sign):
    """(rise, fall, sg) for 1 - sg = numerator/(sinh b + sign sin b)."""
    small = np.exp(-b)
    below = 0.5 * (1.0 - small * small) + sign * small * np.sin(b)  # (sinh b + sign sin b) e^-b
    one_less = numerator / below  # (1 - sg) e^b
    sg = 1.0 - one_less * small
    return 0.5 * one_less * np.exp(z - b), 0.5 * (1.0 + sg) * np.exp(-z), sg


def alternating(n):
    """1, -1, 1, ... as a column."""
    return np.where(np.arange(n) % 2 == 0, 1.0, -1.0)[:, None]
