"""The loop: step, error control, event location, explicit jumps, records.

`advance` returns when the run is over, a buffer is full, somebody asked for it (`STOP`, set by another thread) or nothing
more can be done; called again with the same arrays it goes on where it stopped, bit for bit, wherever that was.
"""

import math

from .._jit import inlined, kernel
from .arrival import HELD, TOO_ROUGH, shorter, step_to_event, unresolved
from .control import choose_method, error_order, first_step, go_back, limit, start_again
from .events import AT_START, TOO_LONG, armed, detect
from .explicit import pair_of
from .field import slope, time_of
from .history import accept, take_guards
from .problem import (
    BEYOND,
    CUT,
    INPUT,
    NONE,
    PENDING,
    RESTART,
    SINGULAR,
    active,
    acts_at_start,
    at_stop,
    beyond,
    guards,
    guards_there,
    horizon,
    jump,
    next_stop,
    short,
    size_of,
    watch,
)
from .rivals import begin_arc, judge
from .solver import (
    AUTO,
    BY_EVENT,
    BY_GROWTH,
    BY_NEWTON,
    CHATTER,
    EPS,
    EVENTS,
    EXPLICIT,
    FRESH,
    GROW,
    H_MAX,
    H_STIFF,
    HALTED,
    JACOBIAN,
    KIND,
    LOGGED,
    N_ACT,
    N_CORE,
    N_GUARD,
    N_LOG,
    N_RECORD,
    ON_TRIAL,
    ORIGIN,
    REJECTED,
    SPAN,
    STARTED,
    STEP_LIMIT,
    STEPS,
    STIFF,
    STOP,
    T_END,
    T_EVENT,
    WAITING,
    WARP,
    WHO,
    H,
    T,
    X,
)
from .status import (
    BUFFER_FULL,
    CHATTERING,
    DONE,
    INPUT_FAILED,
    MAX_STEPS,
    NOT_FINITE,
    SAMPLE,
    STEP_UNDERFLOW,
    TOO_DEEP,
)
from .step import GROWTH, SAFETY, step_error, take_step

GROWTH_FREE = 20.0  # times the step before, after a jump, until its error is seen
WARP_STEPS = 6  # steps taken in the square root of time after a singular start
MANY_EVENTS = 400  # events at practically one instant before a run is called chattering
INSTANT = 1e-11  # "practically one instant" as a fraction of the run
SUSPICIOUS = 3  # what a rejected step adds to the suspicion: at the edge of stability every third step fails


@inlined
def refresh(P, S):
    """After a change of mode: active components, held components in the stage buffers, guards."""
    n_core, n_act = active(P, S.act)
    S.k[N_CORE] = n_core
    S.k[N_ACT] = n_act
    size_of(P, S)
    for i in range(S.y.size):
        S.yt[i] = S.y[i]
        S.ys[i] = S.y[i]
        S.ym[i] = S.y[i]
        S.y1[i] = S.y[i]
        S.past[i] = 0.0
    S.k[JACOBIAN] = 0
    S.k[FRESH] = 0


@inlined
def _restart(P, S, E, R, flags):
    """Prepare the first step after a jump; flags as returned by `jump`."""
    refresh(P, S)
    t = S.r[T]
    was_warped = S.k[WARP] > 0
    if flags & SINGULAR:
        S.k[WARP] = WARP_STEPS
        S.r[ORIGIN] = t
        S.r[X] = 0.0
    elif was_warped and not flags & RESTART:
        return  # same clock, same step
    else:
        S.k[WARP] = 0
        S.r[X] = t
    if flags & RESTART or flags & SINGULAR:
        if S.k[AUTO] == 1:
            start_again(P, S)
        S.k[GROW] = 1
        dt = first_step(P, S, pair_of(S, E), R, max(S.r[H], 1e-12))
        S.r[H] = math.sqrt(dt) if S.k[WARP] > 0 else dt
    elif was_warped:
        S.r[H] = first_step(P, S, pair_of(S, E), R, max(S.r[H], 1e-12))


@kernel
def _apply_jump(P, S, E, R):
    """Change the mode for the guards marked in S.hit; return a status."""
    t = S.r[T]
    flags, rows = jump(t, S.y, P, S.hit, S.log[S.k[N_LOG] :])
    S.k[N_LOG] += rows
    S.k[LOGGED] += rows
    S.k[EVENTS] += rows
    if S.k[WAITING] > 0:  # what was done before it had to wait
        flags |= S.k[WAITING] - 1
        S.k[WAITING] = 0
    if flags & BEYOND:
        S.k[WHO] = beyond(P)
        return TOO_DEEP
    if not flags & PENDING:
        watch(t, S.y, P, 0.0)
        if short(P):
            flags |= PENDING
    if flags & PENDING:
        S.k[WAITING] = 1 + (flags & ~PENDING)
        return BUFFER_FULL
    if t - S.r[T_EVENT] <= INSTANT * S.r[SPAN]:
        S.k[CHATTER] += 1
    else:
        S.k[CHATTER] = 0
        begin_arc(S)
    S.r[T_EVENT] = t
    _restart(P, S, E, R, flags)
    S.k[N_GUARD] = guards(t, S.y, P, S.g0, S.gd0)
    if S.k[CHATTER] > MANY_EVENTS:
        return CHATTERING
    return DONE


@kernel
def _at_stop(P, S, E, R):
    """Let the problem act at a stop; return a status."""
    flags, rows = at_stop(S.r[T], S.y, P, S.log[S.k[N_LOG] :])
    S.k[HALTED] = 1 if flags & PENDING else 0
    if flags & PENDING:
        return SAMPLE
    S.k[N_LOG] += rows
    S.k[LOGGED] += rows
    if flags & BEYOND:
        S.k[WHO] = beyond(P)
        return INPUT_FAILED
    if flags & ~INPUT:
        _restart(P, S, E, R, flags)
    if flags & INPUT:
        S.k[FRESH] = 0
        S.k[JACOBIAN] = 0
        if _overturned(P, S):
            return _apply_jump(P, S, E, R)
    elif flags != 0:
        S.k[N_GUARD] = guards(S.r[T], S.y, P, S.g0, S.gd0)
    return DONE


@inlined
def _overturned(P, S):
    """Guards after a change of held inputs; True, with marks in S.hit, if one that was positive is not any more."""
    S.k[N_GUARD] = guards(S.r[T], S.y, P, S.g1, S.gd1)
    found = False
    for i in range(S.k[N_GUARD]):
        S.hit[i] = 1 if armed(S, i) and S.g1[i] < 0.0 else 0
        found = found or S.hit[i] == 1
    take_guards(S)
    return found


@inlined
def _begin(P, S, E, R):
    """First call of a run."""
    S.k[STARTED] = 1
    S.r[X] = S.r[T]
    S.r[T_EVENT] = S.r[T] - S.r[SPAN]
    refresh(P, S)
    if S.r[H] <= 0.0:
        S.r[H] = first_step(P, S, pair_of(S, E), R, min(1e-3 * S.r[SPAN], S.r[H_MAX]))
    S.k[WHO] = BY_GROWTH
    S.k[GROW] = 1
    S.k[N_GUARD] = guards(S.r[T], S.y, P, S.g0, S.gd0)


@kernel
def _finite(S):
    for m in range(S.k[N_ACT]):
        if not abs(S.f[S.act[m]]) < 1e300:
            return False
    return True


@inlined
def advance(P, S, E, R, D):
    """Run until the end, a full buffer, a request to return or a failure; return the status."""
    if S.k[STARTED] == 0:
        watch(S.r[T], S.y, P, 0.0)  # first: what is active depends on what is watched
        if short(P):
            return BUFFER_FULL
        _begin(P, S, E, R)
        S.k[HALTED] = 1 if acts_at_start(P) else 0
    if S.k[WAITING] > 0:
        status = _apply_jump(P, S, E, R)
        if status != DONE:
            return status
        S.k[HALTED] = 1  # if the jump was at a stop
    if S.k[HALTED] == 1 and S.r[T] < S.r[T_END]:
        if S.k[N_LOG] + S.hit.size > S.log.shape[0]:
            return BUFFER_FULL
        status = _at_stop(P, S, E, R)
        if status != DONE:
            return status
    while S.r[T] < S.r[T_END]:
        if short(P):
            return BUFFER_FULL
        if S.k[STOP] != 0 or S.k[N_RECORD] >= S.rec_r.shape[0] or S.k[N_LOG] + S.hit.size > S.log.shape[0]:
            return BUFFER_FULL
        if S.k[STEPS] >= S.k[STEP_LIMIT]:
            return MAX_STEPS
        if S.k[FRESH] == 0:
            slope(S.r[X], S.y, P, S, S.f)
            S.k[FRESH] = 1
            if not _finite(S):
                return NOT_FINITE
        status = _one_step(P, S, E, R, D)
        if status != DONE:
            return status
    return DONE


@inlined
def _one_step(P, S, E, R, D):
    """From the present state to the next accepted one, through its event if there is one."""
    stop = min(S.r[T_END], next_stop(S.r[T], P))
    far = horizon(S.r[T], S.y, P)
    rejected = False
    wide = S.r[H]
    while True:
        x = S.r[X]
        M = pair_of(S, E)
        at_end = limit(S, stop, far)
        h = S.r[H]
        t1 = stop if at_end else time_of(S, x + h)
        if not t1 > S.r[T] or h <= 0.0:
            return STEP_UNDERFLOW
        if watch(S.r[T], S.y, P, t1 - S.r[T]):
            if short(P):
                return BUFFER_FULL
            S.k[N_GUARD] = guards(S.r[T], S.y, P, S.g0, S.gd0)
        if not take_step(P, S, M, R, x, h):
            S.k[REJECTED] += 1
            S.k[WHO] = BY_NEWTON
            S.r[H] = 0.25 * h
            if S.k[AUTO] == 1:  # its equations cannot be solved, or there are too many of them
                go_back(S)
                S.r[H] = min(h, S.r[H_STIFF])
            if unresolved(S, t1):
                return STEP_UNDERFLOW
            rejected = True
            continue
        error, who = step_error(P, S, M, R, h)
        order = error_order(S, M, R)
        if not error <= 1.0:
            S.k[REJECTED] += 1
            if not error < 1e300 and unresolved(S, t1):
                return STEP_UNDERFLOW
            S.r[H] = h * shorter(error, order)
            S.k[WHO] = who
            if S.k[ON_TRIAL] == 1:
                judge(S, E, S.r[T], h, error, stop)
            if S.k[GROW] == 0:
                S.k[STIFF] += SUSPICIOUS
            rejected = True
            continue
        if S.k[KIND] <= EXPLICIT:
            guards_there(t1, S.y1, P, S.g1, S.gd1)  # its last stage
        else:
            guards(t1, S.y1, P, S.g1, S.gd1)
        wrong = beyond(P)
        place = detect(P, S, M, R, D, x, h)
        if short(P):  # the step is lost, the next attempt has longer tables
            return BUFFER_FULL
        if place == CUT:
            S.k[REJECTED] += 1
            S.k[WHO] = BY_EVENT
            S.r[H] = 0.5 * h
            rejected = True
            continue
        if place == TOO_LONG:
            # the step leaves the mode it has just entered: look closer before deciding that the mode is wrong
            S.k[REJECTED] += 1
            S.k[WHO] = BY_EVENT
            S.r[H] = 0.1 * h
            if time_of(S, x + S.r[H]) - S.r[T] > 1e3 * EPS * max(abs(S.r[T]), 1e-3 * S.r[SPAN]):
                rejected = True
                continue
            place = AT_START
            # it was shortened to look, not because anything is fast: others may be wrong at this instant too
            S.r[H] = wide
        break
    factor = GROWTH_FREE if S.k[GROW] == 1 and S.k[WARP] == 0 else GROWTH  # x^2 is time on the other clock
    if rejected:
        factor = 1.0
    if error > 0.0:
        factor = min(factor, SAFETY * error ** (-1.0 / (order + 1.0)))
    next_h = h * factor
    if place == NONE:
        S.r[H] = next_h
        t0 = S.r[T]
        accept(P, S, x, h, t1)
        if S.k[AUTO] == 1:
            choose_method(P, S, E, t0, h, error, stop)
        S.k[GROW] = 0 if error > 0.0 else S.k[GROW]
        S.k[WHO] = who if factor < GROWTH else BY_GROWTH
        take_guards(S)
        if wrong >= 0:
            S.k[WHO] = wrong
            return TOO_DEEP
        return _at_stop(P, S, E, R) if at_end and t1 < S.r[T_END] else DONE
    if place > 0.0:
        found = step_to_event(P, S, M, R, x, h, place)
        if found == TOO_ROUGH:  # once more from here, with a shorter step
            return DONE
        if found == HELD:
            take_guards(S)
            return DONE
    status = _apply_jump(P, S, E, R)
    if status == DONE and S.r[T] >= stop and S.r[T] < S.r[T_END]:
        return _at_stop(P, S, E, R)
    return status
