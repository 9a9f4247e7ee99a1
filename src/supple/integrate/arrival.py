"""The step that ends at an event: taken anew up to the place that the interpolant has shown, and judged by itself."""

from .._jit import inlined
from .control import error_order
from .field import time_of
from .history import accept
from .problem import guards
from .solver import (
    BY_EVENT,
    EPS,
    LOOKED_AT,
    N_ACT,
    N_GUARD,
    REJECTED,
    RTOL,
    WARP,
    WHO,
    H,
    T,
)
from .step import SAFETY, step_error, take_step

SHRINK = 0.1
NEAR = 1e-3  # [rtol] of the way that a guard has come: an event closer than this is not stepped to once more
FEW_DIGITS = 64.0  # smallest steps of a time that differ at all
FALLEN, HELD, TOO_ROUGH = 0, 1, 2  # what a step to an event has found


@inlined
def shorter(error, order):
    """What is left of a step whose error is too large."""
    return max(SHRINK, SAFETY * error ** (-1.0 / (order + 1.0))) if error < 1e300 else SHRINK


@inlined
def unresolved(S, t1):
    """Whether a step is so short that the state would stand still: before a wall of nan, time would creep on for ever."""
    return t1 - S.r[T] <= FEW_DIGITS * EPS * abs(t1)


@inlined
def _remainder(S):
    """Guard among the proven ones that have fired which is lowest in S.g1, or -1 if one of the others has fired."""
    lowest = -1
    for i in range(S.k[N_GUARD]):
        if S.hit[i] == 1:
            if S.proof[i] == LOOKED_AT:
                return -1
            if lowest < 0 or S.g1[i] < S.g1[lowest]:
                lowest = i
    return lowest


@inlined
def step_to_event(P, S, M, R, x, h, place):
    """Take the step anew up to the event; return whether the guards have FALLEN there, not (HELD), or it is TOO_ROUGH.

    The state at the event then has the full order of the method: the interpolant that located it has a lower one and is
    not under error control. The shorter step has its own error, which is tested: that of the longer one may have been
    small by chance, and beyond the event its stages were in a mode that had ended. What the place leaves of a proven guard
    is removed by one step of Newton's method. A guard that is still above the accuracy of its way has not fallen (a near
    miss): the step ends there, nothing happens. One that falls within the last digits of the time has: many corners may
    meet at one instant.
    """
    fallen = True
    short = place * h
    if not time_of(S, x + short) > S.r[T]:
        return FALLEN
    taken = True
    for attempt in range(2):
        taken = take_step(P, S, M, R, x, short)
        if not taken:
            for m in range(S.k[N_ACT]):  # no such step: the interpolant's state is the best there is
                S.y1[S.act[m]] = S.ym[S.act[m]]
            break
        t1 = time_of(S, x + short)
        i = _remainder(S)
        if i < 0:
            break
        guards(t1, S.y1, P, S.g1, S.gd1)
        fallen = S.g1[i] <= S.r[RTOL] * S.g0[i] or (S.gd1[i] < 0.0 and unresolved(S, t1))
        if attempt == 1 or abs(S.g1[i]) <= NEAR * S.r[RTOL] * S.g0[i] or not S.gd1[i] < 0.0:
            break
        fall = S.gd1[i] * (2.0 * (x + short) if S.k[WARP] > 0 else 1.0)
        better = short - S.g1[i] / fall
        if not 0.5 * short < better <= h or not time_of(S, x + better) > S.r[T]:
            break
        short = better
    t1 = time_of(S, x + short)
    if taken and not unresolved(S, t1):
        error, who = step_error(P, S, M, R, short)
        if not error <= 1.0:
            S.k[REJECTED] += 1
            S.k[WHO] = who
            S.r[H] = short * shorter(error, error_order(S, M, R))
            return TOO_ROUGH
    S.k[WHO] = BY_EVENT
    accept(P, S, x, short, t1)
    return FALLEN if fallen else HELD
