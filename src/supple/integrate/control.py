"""Step size and choice of method: how long the next step may be, and who takes it."""

import math

from .._jit import inlined, kernel
from .explicit import UNKNOWN, pair_of, stiffness
from .field import rate
from .problem import norm, price
from .rivals import await_trial, judge
from .solver import (
    ASKS,
    BY_HORIZON,
    BY_MAX,
    BY_STOP,
    EPS,
    EXPENSE,
    EXPLICIT,
    FAILED,
    H_MAX,
    H_STIFF,
    JACOBIAN,
    JACOBIAN_MARK,
    JACOBIANS,
    K_RHS,
    KIND,
    LOST,
    N_ACT,
    N_CORE,
    ON_TRIAL,
    ORIGIN,
    PAIR,
    PROBE,
    RHS_MARK,
    ROSENBROCK,
    RTOL,
    SPENT,
    STIFF,
    STIFF_STEPS,
    STIFFNESS,
    STOP,
    SWITCHES,
    T_END,
    T_MARK,
    WARP,
    WAY,
    WHO,
    H,
    T,
    X,
)

STAGES = 8.0  # right-hand sides of a stiff step, besides its price
LOOK = 10  # stiff steps after which auto asks whether these pay,
TRIAL = 40  # of the first ones, some thirty of which may have to damp what the explicit method left, or whether
LONGER = 1.25  # they have come so much farther than the ten before them
MAX_DOUBLINGS = 6
FIRST_PROBE, LAST_PROBE = 100, 3200  # stiff steps in a row, after which what holds explicit steps may have gone
FEW_COUNTED = 3  # steps: fewer say little of what a step costs
NEWEST = 0.25  # weight of the present step in the mean of the stiffness
FORGIVEN = 2  # changes that did not pay, before they make one hesitate even
QUIET_LIMIT = 2  # where hardly anything moves
QUIET, STILL = 5.0, 5e-3  # [tolerances] per step, but no more than this part of what there is
OUTLIER = 10.0  # a step whose estimate is off by more than this factor counts as this
CHANGE = 0.1  # relative change of the state by the change of the right-hand side, for a first step


@inlined
def error_order(S, M, R):
    """Order of the error estimate of the present method."""
    if S.k[KIND] <= EXPLICIT:
        return M.order
    if S.k[KIND] == ROSENBROCK:
        return R.order
    return 2


@kernel
def first_step(P, S, M, R, guess):
    """A first step [s] after a jump: the time in which the right-hand side changes the state noticeably.

    Two probes along the tangent; the force of a fresh contact grows like the 3/2 power of time, its effect like the 5/2.
    """
    n = S.k[N_CORE]
    t = S.r[T]
    dt = min(guess, S.r[H_MAX], S.r[T_END] - t)
    rate(t, S.y, P, S.ft)
    for _ in range(2):
        for m in range(S.k[N_ACT]):
            i = S.act[m]
            S.yt[i] = S.y[i] + dt * S.ft[i]
        rate(t + dt, S.yt, P, S.f1)
        change = 0.0
        for m in range(n):
            i = S.act[m]
            scale = max(S.atol[i] / S.r[RTOL], abs(S.y[i]))
            change = max(change, abs(S.f1[i] - S.ft[i]) * dt / scale)
        if not change < 1e300:
            change = 1e12
        if change > 0.0:
            dt *= min(max((CHANGE / change) ** 0.4, 1e-6), 100.0)
        else:
            dt *= 100.0
        dt = min(dt, S.r[H_MAX], S.r[T_END] - t)
    S.k[K_RHS] += 3
    order = error_order(S, M, R)
    return dt * min(1.0, (100.0 * S.r[RTOL]) ** (1.0 / (order + 1.0)))


@inlined
def leave_warp(S):
    """Back from the square root of time to time; the derivative and the step are rescaled."""
    x = S.r[X]
    for m in range(S.k[N_ACT]):
        S.f[S.act[m]] /= 2.0 * x
    S.r[H] = 2.0 * x * S.r[H] + S.r[H] * S.r[H]
    S.r[X] = S.r[T]
    S.k[JACOBIAN] = 0


@inlined
def limit(S, stop, far):
    """Shorten S.r[H] so that the step ends at the latest at `stop` and within `far` seconds; return True if at the stop."""
    t = S.r[T]
    x = S.r[X]
    if S.k[WARP] > 0:
        longest = max(math.sqrt(max(stop - S.r[ORIGIN], 0.0)) - x, EPS * x)
        bound = math.sqrt(x * x + min(S.r[H_MAX], far)) - x
    else:
        longest = stop - t
        bound = min(S.r[H_MAX], far)
    if S.r[H] > bound:
        S.r[H] = bound
        S.k[WHO] = BY_MAX if S.r[H_MAX] <= far else BY_HORIZON
    if S.r[H] >= 0.999999 * longest or stop - t <= 16.0 * EPS * abs(stop):  # no shorter step exists
        S.r[H] = longest
        S.k[WHO] = BY_STOP
        return True
    if S.r[H] > 0.5 * longest and S.r[H] * 1.1 > longest:
        S.r[H] = 0.5 * longest  # two equal steps instead of a long and a tiny one
    return False


@kernel
def _quiet(P, S, h):
    """Whether hardly anything moves: a step changes the state by some tolerances only."""
    for m in range(S.k[N_ACT]):
        i = S.act[m]
        S.err2[i] = h * S.K[0, i]
    change, _ = norm(P, S, S.y, S.err2)
    return change < min(QUIET, STILL / S.r[RTOL])


# --- what steps cost, in right-hand sides: a clock would give other trajectories on another day ---------------------------
@inlined
def _mark(S):
    """Count from here."""
    S.r[T_MARK], S.k[RHS_MARK], S.k[JACOBIAN_MARK] = S.r[T], S.k[K_RHS], S.k[JACOBIANS]


@inlined
def _expense(S, M, h):
    """Right-hand sides per second of the explicit steps since the mark; of the last step, if they were few."""
    count, span = S.k[K_RHS] - S.k[RHS_MARK], S.r[T] - S.r[T_MARK]
    return count / span if count > FEW_COUNTED * M.n_stage and span > 0.0 else (M.n_stage - 1) / h


@inlined
def _paid(P, S):
    """Whether the stiff steps since the mark cost less than explicit ones would have, had they gone on as before."""
    cost = S.k[K_RHS] - S.k[RHS_MARK] + price(P, S) * (S.k[JACOBIANS] - S.k[JACOBIAN_MARK])
    return cost <= S.r[EXPENSE] * (S.r[T] - S.r[T_MARK])


@inlined
def go_back(S):
    """The stiff method did not pay, or cannot be used: the next steps are explicit."""
    S.k[KIND] = S.k[PAIR]
    S.k[SWITCHES] += 1
    S.k[FAILED] += 1
    S.k[LOST] += max(S.k[STIFF_STEPS] // LOOK, 1)  # a long trial was a dear one
    S.k[PROBE] = FIRST_PROBE
    _mark(S)


@inlined
def _probe(S):
    """Explicit steps again: what they would have cost is known from where the stiff ones began, and that is long ago."""
    S.k[KIND] = S.k[PAIR]
    S.k[SWITCHES] += 1
    S.k[PROBE] = min(2 * S.k[PROBE], LAST_PROBE)
    S.r[H] = min(S.r[H], S.r[H_STIFF])
    _mark(S)


@kernel
def start_again(P, S):
    """After a jump `auto` is explicit, knows nothing of what holds its steps, but how often stiff ones were too few."""
    if S.k[KIND] > EXPLICIT:
        S.k[SWITCHES] += 1
        if not _paid(P, S):
            S.k[LOST] += 1
        elif S.k[STIFF_STEPS] > LOOK:  # the first few say little
            S.k[LOST] = max(S.k[LOST] - 1, 0)
    S.k[KIND], S.k[ON_TRIAL] = S.k[PAIR], 0
    S.k[STIFF], S.k[FAILED], S.k[PROBE] = 0, 0, FIRST_PROBE
    S.r[STIFFNESS] = 0.0
    _mark(S)


@inlined
def _is_stiff(P, S, h):
    """Whether so many steps were suspicious that the stiff method is tried.

    What is at rest has everything to gain. In motion a trial takes some ten stiff steps: held back for about as
    many right-hand sides, the explicit method would have paid for it; and twice as long after each change that did not pay.
    """
    if S.k[STIFF] < 2 ** min(max(S.k[FAILED], S.k[LOST] - FORGIVEN), MAX_DOUBLINGS) * QUIET_LIMIT:
        return False
    many = 2 ** min(max(S.k[FAILED], S.k[LOST]), MAX_DOUBLINGS) * (STAGES + price(P, S))
    return S.k[STIFF] >= many or _quiet(P, S, h)


@inlined
def choose_method(P, S, E, t0, h, error, stop):
    """The decision of `auto`: to the stiff method when stability holds the steps, back when that does not pay."""
    if S.k[ON_TRIAL] == 1:
        judge(S, E, t0, h, error, stop)
    elif S.k[KIND] <= EXPLICIT:
        M = pair_of(S, E)
        if M.stability == UNKNOWN:
            S.k[STIFF] = 0
            _mark(S)
            await_trial(S, E, stop - t0)
            return
        # the estimate of one step goes up and down with the phase of an oscillation, as if it were multiplied by
        # |cot(phase)|, the mean logarithm of which is zero
        seen = min(max(stiffness(S, M, h), M.stability / OUTLIER), M.stability * OUTLIER)
        S.r[STIFFNESS] += NEWEST * (math.log(seen) - S.r[STIFFNESS])
        if max(math.log(seen), S.r[STIFFNESS]) > math.log(M.stability):
            S.k[STIFF] += 1
        elif S.k[STIFF] > 0:
            S.k[STIFF] -= 1
        if S.k[STIFF] == 0:
            _mark(S)
        elif S.k[WARP] == 0 and _is_stiff(P, S, h):
            S.k[KIND] = ROSENBROCK
            S.k[SWITCHES] += 1
            S.k[STIFF] = 0
            S.k[STIFF_STEPS] = 0
            S.r[H_STIFF], S.r[EXPENSE], S.r[WAY] = h, _expense(S, M, h), 0.0
            _mark(S)
            if S.k[ASKS] == 1:
                S.k[STOP] = 1
            return
        await_trial(S, E, stop - t0)
    else:
        S.k[STIFF_STEPS] += 1
        S.k[SPENT] = S.k[K_RHS]
        if S.k[STIFF_STEPS] % LOOK == 0:
            way = S.r[T] - S.r[T_MARK]
            if not _paid(P, S) and (S.k[STIFF_STEPS] >= TRIAL or way < LONGER * S.r[WAY]):
                go_back(S)
            S.r[WAY] = way
            _mark(S)
        if S.k[KIND] == ROSENBROCK and S.k[STIFF_STEPS] >= S.k[PROBE]:
            _probe(S)
