"""One step of the present method, whichever it is, and its error."""

from .._jit import inlined
from .explicit import explicit_error, explicit_step
from .problem import norm
from .rosenbrock import rosenbrock_step
from .solver import EXPLICIT, KIND, ROSENBROCK
from .trapezoid import trapezoid_step


@inlined
def take_step(P, S, M, R, x, h):
    """From S.y, S.f write S.y1, S.f1, S.err and the stages S.K; return False if there is no such step."""
    if S.k[KIND] == EXPLICIT:
        explicit_step(P, S, M, x, h)
        return True
    if S.k[KIND] == ROSENBROCK:
        return rosenbrock_step(P, S, R, x, h)
    return trapezoid_step(P, S, x, h)


@inlined
def step_error(P, S, M, h):
    """(error of the step just taken, what limits it); accepted if the error is <= 1."""
    if S.k[KIND] == EXPLICIT:
        return explicit_error(P, S, M, h)
    return norm(P, S, S.y1, S.err)
