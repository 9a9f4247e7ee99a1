"""One step of the present method, whichever it is, and its error."""

import math

from .._jit import inlined
from .explicit import explicit_error, explicit_step
from .problem import norm
from .rosenbrock import rosenbrock_step
from .solver import EXPLICIT, FADE, KIND, ROSENBROCK, RTOL, TRAPEZOID
from .trapezoid import trapezoid_step

# the next step by the error of this one: of the length that would have been right, and of the length of this one at most
SAFETY, GROWTH = 0.8, 5.0
SAME = 2e-4  # tolerance down to which n rtol is about rtol


@inlined
def take_step(P, S, M, R, x, h):
    """From S.y, S.f write S.y1, S.f1, S.err and the stages S.K; return False if there is no such step."""
    if S.k[KIND] <= EXPLICIT:
        explicit_step(P, S, M, x, h)
        return True
    if S.k[KIND] == ROSENBROCK:
        return rosenbrock_step(P, S, R, x, h)
    return trapezoid_step(P, S, x, h)


@inlined
def step_error(P, S, M, R, h):
    """(error of the step just taken, what limits it); accepted if the error is <= 1."""
    if S.k[KIND] <= EXPLICIT:
        return explicit_error(P, S, M, h)
    error, who = norm(P, S, S.y1, S.err)
    if S.k[KIND] == TRAPEZOID or R.order == 2:
        error *= _strictness(S)
    return error, who


@inlined
def _strictness(S):
    """By how much the error of a step of ode23s or of the trapezoidal rule must be smaller than its tolerance.

    Their estimates are of the solution itself, which is of second order, not of a poorer one as in all other pairs. So n
    steps of an error of rtol each, n ~ rtol^(-1/3), add up to rtol^(2/3), and not to rtol: of the energy of an impact 1, 5
    and 25 rtol at 1e-4, 1e-6 and 1e-8. With (rtol/SAME)^(3/2) for rtol below SAME it is the same multiple of rtol at any
    rtol: the heights of the first three bounces of a ball miss 15, 27 and 39 rtol. (As RADAU5 does, with its own powers:
    Hairer & Wanner, Solving Ordinary Differential Equations II (1996), section IV.8.)
    The classical control, with which published counts of steps are compared, has none of this.
    """
    if S.r[FADE] == 0.0 or S.r[RTOL] >= SAME:
        return 1.0
    return math.sqrt(SAME / S.r[RTOL])
