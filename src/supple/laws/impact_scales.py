"""Scales of an impact: how deep it goes, about, and the steps with which to follow it.

    F(Z, v) Z = m v^2                                             the depth Z [m]; sqrt(Z)/v is the time in the clock below
    ds/dx = v,   dv/dx = 2 s (g - F/m),   s = sqrt(delta)         the motion, with the clock dt = 2 s dx

Symbols   delta indentation [m], v speed of approach [m/s], m mass [kg], F force [N], g gravity [m/s^2], h step of x.
"""

import math

from .._jit import inlined, kernel

MAX_STEPS = 100_000  # after which an impact is given up
FIRST = 2.9  # first step [sqrt(Z)/v] at rtol = 1
BEYOND = 1.1  # longest step on the way out [time to delta = 0]


def depth_scale(force):
    """A function (P, energy, v) for Z with force(P, Z, v) Z = energy = m v^2, within a factor of e.

    A secant in logarithms, exact at once for a single power.
    """

    @kernel
    def scale(P, energy, v):
        x, slope, step = math.log(1e-3), 2.0, 0.0
        before = 0.0
        for i in range(60):
            Z = math.exp(x)
            work = force(P, Z, v) * Z
            if not 0.0 < work < math.inf:
                return Z
            r = math.log(energy / work)
            if abs(r) < 1.0:
                return math.exp(x + r / slope)
            if i > 0 and step != 0.0:
                slope = min(12.0, max(0.5, (before - r) / step))
            before, step = r, min(40.0, max(-40.0, r / slope))
            x += step
        return math.exp(x)

    return scale


@inlined
def first_step(rtol, Z, v):
    """The step from touch-down, for a method of order 8."""
    return FIRST * math.sqrt(math.sqrt(math.sqrt(rtol))) * math.sqrt(Z) / v


@inlined
def next_step(h, factor, s, v, Z):
    """The step from (s, v), after one of size h whose error alone would change it by `factor`.

    The motion changes faster with depth, about as 1 + delta/Z, and the next step is taken at another depth. On the way out
    a step does not go far beyond delta = 0: the interpolant would spend its accuracy there. Z = inf: depth does not count.
    """
    half = 0.5 * h * v
    h *= factor * _quickness(s - half, Z) / _quickness(s + factor * half, Z)
    return min(h, BEYOND * s / -v) if v < 0.0 else h


@inlined
def _quickness(s, Z):
    """How much faster the motion changes at depth s^2 than at touch-down, about."""
    return 1.0 + s * s / Z
