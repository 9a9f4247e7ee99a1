"""Hairer's DOP853 8(5,3) for a handful of scalars: each row of its tableau as a function, so a motion lives in registers.

    STAGES, DENSE_STAGES   rows a_i of the stages 2 .. 12, and of 14 .. 16 for the dense output:  y_i = y + h a_i(k)
    end                    y_13 = y + h sum_j b_j k_j
    error                  h e^2 / sqrt(e^2 + 0.01 f^2),   e = sum_j e5_j k_j,   f = sum_j e3_j k_j        (see `error`)
    dense                  y(x) = y + x (F0 + w (F1 + x (F2 + w (F3 + x (F4 + w (F5 + x F6)))))),   w = 1 - x in [0, 1]

Symbols   y one component of the state, k the tuple of its rates at the stages so far, h step, x fraction of the step [-].
Source    `tableaus/dop853.py`, which has the numbers.
Order     terms are added from the oldest rate to the newest, so that a sum waits for its last rate only.
"""

import math

from .._jit import inlined, kernel
from .tableaus.dop853 import METHOD, D

SAFETY, LEAST, MOST = 0.9, 0.2, 4.0  # of the change of the step size
SMOOTH_LOOKS, MOST_LOOKS = 8, 100  # values a search takes where the function is smooth; at most, enough for halving


# --- rows as functions ---------------------------------------------------------------------------------------------------
def combination(weights):
    """A function (k) that returns sum_j w_j k_j over the weights that are not zero.

    Made from its text, so that it is one expression of constants; a chain of closures, one per term, takes half as long
    again to compile.
    """
    terms = [f"{float(w)!r} * k[{j}]" for j, w in enumerate(weights) if w != 0.0]
    return inlined(eval(f"lambda k: {' + '.join(terms)}"))


STAGES = tuple(combination(row) for row in METHOD.a[1:12])
DENSE_STAGES = tuple(combination(row) for row in METHOD.a[13:])
_weights = combination(METHOD.b)
error5 = combination(METHOD.e)  # the estimates of order 5 and 3, divided by h
error3 = combination(METHOD.e2)
_d3, _d4, _d5, _d6 = (combination(row) for row in D)


@inlined
def end(y, h, k):
    """The state at the end of the step: order 8."""
    return y + h * _weights(k)


@inlined
def dense(y, y1, h, k):
    """y and F0 .. F6 of the interpolant of order 7, from the rates at all 16 stages."""
    step = y1 - y
    bend = 2.0 * step - h * (k[0] + k[12])
    return y, step, h * k[0] - step, bend, h * _d3(k), h * _d4(k), h * _d5(k), h * _d6(k)


@inlined
def value(c, x):
    """The interpolant at the fraction x of the step."""
    w = 1.0 - x
    return c[0] + x * (c[1] + w * (c[2] + x * (c[3] + w * (c[4] + x * (c[5] + w * (c[6] + x * c[7]))))))


# --- step size -----------------------------------------------------------------------------------------------------------
@inlined
def error(h, e, f):
    """Size of the error of a step from the two estimates, each a norm of the components."""
    if e == 0.0:
        return 0.0
    return abs(h) * e * e / math.sqrt(e * e + 0.01 * f * f)


@inlined
def growth(size):
    """Factor of the step size after a step whose error is `size` tolerances (order 8); nan and inf: as small as may be."""
    if size == 0.0:
        return MOST
    if not size < math.inf:
        return LEAST
    return min(MOST, max(LEAST, SAFETY / math.sqrt(math.sqrt(math.sqrt(size)))))


# --- places on a step ----------------------------------------------------------------------------------------------------
def falling_root(function, close):
    """A function (P, f1) that finds the x in [0, 1] at which function(P, x) falls through zero; f1 is its value at 1.

    Secants, kept between the signs; one shorter than `close` ends the search, since the next would gain as many digits
    again. Where the function jumps or has a kink, a short secant proves nothing and need not lead anywhere: both signs must
    be within reach of the place, and a search that is not soon at its end halves its interval with every third value.
    """

    @kernel
    def place(P, f1):
        low, high = 0.0, 1.0
        x0, f0, x1 = 0.0, max(function(P, 0.0), 0.0), 1.0
        for i in range(MOST_LOOKS):
            x = x1 - f1 * (x1 - x0) / (f1 - f0) if f1 != f0 else 0.5 * (low + high)
            found = abs(x - x1) < close
            if found:
                other = x + close if f1 > 0.0 else x - close
                if not low < other < high or (function(P, other) > 0.0) != (f1 > 0.0):
                    return x
                if f1 > 0.0:
                    low = other
                else:
                    high = other
            if found or not low < x < high or (i > SMOOTH_LOOKS and i % 3 == 0):
                x = 0.5 * (low + high)
            x0, f0, x1, f1 = x1, f1, x, function(P, x)
            if f1 > 0.0:
                low = x
            else:
                high = x
        return x1

    return place
