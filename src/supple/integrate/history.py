"""A step becomes history: its row of the record, the state and the guards at its end as those of the next."""

from .._jit import inlined
from .control import leave_warp
from .problem import project
from .solver import (
    EXPLICIT,
    FADE,
    FRESH,
    JACOBIAN,
    KIND,
    LOGGED,
    N_ACT,
    N_GUARD,
    N_RECORD,
    ORIGIN,
    REC_H,
    REC_KIND,
    REC_LOG,
    REC_ORIGIN,
    REC_T,
    REC_T1,
    REC_WARP,
    REC_WHO,
    REC_X,
    STEPS,
    STEPS_EXPLICIT,
    STEPS_STIFF,
    WARP,
    WHO,
    T,
    X,
)


@inlined
def _record(S, x, h, t1):
    """The row of a step from S.y, from x to x + h, which ends at the time t1."""
    row = S.k[N_RECORD]
    S.rec_r[row, REC_T] = S.r[T]
    S.rec_r[row, REC_X] = x
    S.rec_r[row, REC_H] = h
    S.rec_r[row, REC_ORIGIN] = S.r[ORIGIN]
    S.rec_r[row, REC_T1] = t1
    S.rec_k[row, REC_KIND] = S.k[KIND]
    S.rec_k[row, REC_WHO] = S.k[WHO]
    S.rec_k[row, REC_LOG] = S.k[LOGGED]
    S.rec_k[row, REC_WARP] = S.k[WARP]
    for i in range(S.y.size):
        S.rec_y[row, i] = S.y[i]
    S.k[N_RECORD] = row + 1
    S.k[STEPS] += 1
    if S.k[KIND] <= EXPLICIT:
        S.k[STEPS_EXPLICIT] += 1
    else:
        S.k[STEPS_STIFF] += 1


@inlined
def accept(P, S, x, h, t1):
    """The step becomes history."""
    _record(S, x, h, t1)
    for m in range(S.k[N_ACT]):
        i = S.act[m]
        S.past[i] = max(S.r[FADE] * S.past[i], S.r[FADE] * abs(S.y[i]))
        S.y[i] = S.y1[i]
        S.f[i] = S.f1[i]
    project(t1, P, S.y)
    S.r[T] = t1
    S.r[X] = x + h if S.k[WARP] > 0 else t1
    S.k[FRESH] = 1
    S.k[JACOBIAN] = 0
    if S.k[WARP] > 0:
        S.k[WARP] -= 1
        if S.k[WARP] == 0:
            leave_warp(S)


@inlined
def take_guards(S):
    """The guards at the end of the step are those at the start of the next."""
    for i in range(S.k[N_GUARD]):
        S.g0[i] = S.g1[i]
        S.gd0[i] = S.gd1[i]
