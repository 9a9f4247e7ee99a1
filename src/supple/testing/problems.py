"""Small problems with known answers, for the conformance suite of the integrator.

All of them are one NamedTuple class: `k[CASE]` chooses among the systems, so that the loop is compiled once. The arrays
also count what the integrator does: right-hand sides, the range of their times, samples.

    LINEAR      y' = A y
    POWERS      y_i' = (i + 1) t^i                                             y_i = t^(i + 1)
    NONLINEAR   y0' = y0 y1 (1 + t) cos t,  y1' = -y1^2,  y2' = y0 cos t       exp(sin t), 1/(1 + t), exp(sin t)
    BALLS       y = heights and velocities, v' = -p0; a ball that lands leaves with p1 times its speed
    SLIDING     y0' = -1 above zero, 1 below: no mode is right at zero
    ROOT        y0' = 1; once y0 = 0 at t_e: y1' = 3/2 (t - t_e)^(1/2) y1      y1 = exp((t - t_e)^(3/2))
    SAMPLED     y0' = u, u = -p1 y0 held over the period p0, y1' = 1           y0 times 1 - p0 p1 every period
                and an event that changes nothing when y1 reaches p2 > 0
    SWITCHED    y0' = u, u = 1 up to t = p0, then -1, which the mode does not bear: 0 in the other mode     min(t, p0)
    BLOW_UP     y0' = y0^2                                                     1/(1 - t) from 1
    NAN         y0' = -y0, not a number from t = p0 on
    VAN_DER_POL y0' = y1, y1' = p0 (1 - y0^2) y1 - y0
    ROBERTSON   chemical kinetics, rates p0, p1, p2
    ROTOR       free rigid body, y_i' = p_i y_j y_k; y is put back on the unit sphere if p3 > 0

Source: Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I (1993) and II (1996), for the last three.
"""

import math
from typing import NamedTuple

import numpy as np

from .._jit import Ints, Reals, Reals2, by_reference, entry
from ..integrate.dense import build_interpolant, evaluate_interpolant
from ..integrate.explicit import explicit_error, explicit_step
from ..integrate.field import slope
from ..integrate.loop import advance
from ..integrate.methods import choose_method
from ..integrate.norm import component_norm
from ..integrate.problem import (
    INPUT,
    RESTART,
    UNKNOWN,
    active,
    at_stop,
    guards,
    jump,
    next_stop,
    norm,
    project,
    rhs,
    watch,
)
from ..integrate.rosenbrock import rosenbrock_step
from ..integrate.solver import (
    EXPLICIT,
    KIND,
    N_ACT,
    N_CORE,
    ROSENBROCK,
    TIME_DEPENDENT,
    H,
    Pairs,
    Rosenbrock,
    Solver,
)
from ..integrate.start import Rows, allocate, drive, start_run
from ..integrate.status import Status
from ..integrate.trapezoid import trapezoid_step

LINEAR, POWERS, NONLINEAR, BALLS, SLIDING, ROOT, SAMPLED, BLOW_UP, NAN, VAN_DER_POL, ROBERTSON, ROTOR = range(12)
SWITCHED = 12

# places in Toy.k
CASE, CORE, ACTIVE, MODE, CALLS, SAMPLES, RATES, FLAG, IDLE = range(9)
# places in Toy.seen and Toy.hold
EARLIEST, LATEST = 0, 1
HELD = 0
# columns of a row of the event log
E_TIME, E_GUARD, E_BEFORE = 0, 1, 2
LOG_WIDTH = 16  # more than any toy has


@by_reference
class Toy(NamedTuple):
    """A problem of the list above."""

    k: Ints  # case, discrete state and counters
    p: Reals  # parameters
    A: Reals2  # (n, n) matrix of LINEAR
    order: Ints  # active components, in any order
    seen: Reals  # range of the times at which the right-hand side was asked for
    hold: Reals  # held value


def toy(case, n, *, p=(), A=None, order=None, core=None, rates=True, flag=RESTART):
    """Build a problem with n components; `order` lists the active ones, the first `core` of which are no quadratures."""
    order = np.arange(n) if order is None else np.array(order)
    k = np.zeros(9, np.int64)
    k[[CASE, CORE, ACTIVE, RATES, FLAG]] = case, order.size if core is None else core, order.size, rates, flag
    parameters = np.zeros(4)
    parameters[: len(p)] = p
    matrix = np.zeros((n, n)) if A is None else np.array(A, dtype=float)
    return Toy(k, parameters, matrix, order.astype(np.int64), np.array([np.inf, -np.inf]), np.zeros(1))


@rhs.register(Toy)
def toy_rhs(t, y, P, dy):
    """Write dy/dt of every active component."""
    case, p = P.k[CASE], P.p
    P.k[CALLS] += 1
    P.seen[EARLIEST] = min(P.seen[EARLIEST], t)
    P.seen[LATEST] = max(P.seen[LATEST], t)
    if case == LINEAR:
        for m in range(P.order.size):
            i = P.order[m]
            dy[i] = 0.0
            for j in range(y.size):
                dy[i] += P.A[i, j] * y[j]
    elif case == POWERS:
        for i in range(y.size):
            dy[i] = (i + 1.0) * t**i
    elif case == NONLINEAR:
        dy[0] = y[0] * y[1] * (1.0 + t) * math.cos(t)
        dy[1] = -y[1] * y[1]
        dy[2] = y[0] * math.cos(t)
    elif case == BALLS:
        n = y.size // 2
        for i in range(n):
            dy[i] = y[n + i]
            dy[n + i] = -p[0]
    elif case == SLIDING:
        dy[0] = -1.0 if P.k[MODE] == 0 else 1.0
    elif case == ROOT:
        dy[0] = 1.0
        dy[1] = 1.5 * math.sqrt(max(t - P.hold[HELD], 0.0)) * y[1] if P.k[MODE] == 1 else 0.0
    elif case == SAMPLED:
        dy[0] = P.hold[HELD]
        dy[1] = 1.0
    elif case == SWITCHED:
        dy[0] = 1.0 - 2.0 * P.hold[HELD] if P.k[MODE] == 0 else 0.0
    elif case == BLOW_UP:
        dy[0] = y[0] * y[0]
    elif case == NAN:
        dy[0] = -y[0] if t < p[0] else math.nan
    elif case == VAN_DER_POL:
        dy[0] = y[1]
        dy[1] = p[0] * (1.0 - y[0] * y[0]) * y[1] - y[0]
    elif case == ROBERTSON:
        dy[0] = -p[0] * y[0] + p[1] * y[1] * y[2]
        dy[2] = p[2] * y[1] * y[1]
        dy[1] = -dy[0] - dy[2]
    else:
        dy[0] = p[0] * y[1] * y[2]
        dy[1] = p[1] * y[2] * y[0]
        dy[2] = p[2] * y[0] * y[1]


@active.register(Toy)
def toy_active(P, act):
    """Write the active components."""
    for m in range(P.order.size):
        act[m] = P.order[m]
    return P.k[CORE], P.k[ACTIVE]


@guards.register(Toy)
def toy_guards(t, y, P, g, gd):
    """Heights of the balls, the side of the sliding mode, the start of the root."""
    case, known = P.k[CASE], 1.0 if P.k[RATES] == 1 else UNKNOWN
    n = 0
    if case == BALLS:
        n = y.size // 2
        for i in range(n):
            g[i] = (i + 1.0) * y[i]  # scaled: guards that fire together need not be alike
            gd[i] = known * (i + 1.0) * y[n + i]
    elif case == SLIDING:
        n = 1
        g[0] = y[0] if P.k[MODE] == 0 else -y[0]
        gd[0] = -known
    elif case == ROOT and P.k[MODE] == 0:
        n = 1
        g[0] = -y[0]
        gd[0] = -known
    elif case == SAMPLED and P.k[MODE] == 0 and P.p[2] > 0.0:
        n = 1
        g[0] = P.p[2] - y[1]
        gd[0] = -known
    elif case == SWITCHED and P.k[MODE] == 0:
        n = 1
        g[0] = 1.0 - 2.0 * P.hold[HELD]
        gd[0] = 0.0 * known
    return n


@jump.register(Toy)
def toy_jump(t, y, P, hit, log):
    """Rebound, the other side, the start of the root."""
    case = P.k[CASE]
    rows = 0
    for i in range(hit.size):
        if hit[i] == 0:
            continue
        log[rows, E_TIME] = t
        log[rows, E_GUARD] = i
        for j in range(min(y.size, 4)):
            log[rows, E_BEFORE + j] = y[j]
        rows += 1
        if case == BALLS:
            v = y.size // 2 + i
            y[v] = P.p[1] * abs(y[v])
    if rows == 0:
        P.k[IDLE] += 1  # nothing has fired: nobody should have called
    elif case != BALLS:
        P.k[MODE] = 1 - P.k[MODE]
    if case == ROOT:
        P.hold[HELD] = t
    return P.k[FLAG], rows


@norm.register(Toy)
def toy_norm(P, S, y1, err):
    """As in Matlab's suite."""
    return component_norm(S, y1, err)


@project.register(Toy)
def toy_project(t, P, y):
    """Put the rotor back on the unit sphere."""
    if P.k[CASE] == ROTOR and P.p[3] > 0.0:
        length = math.sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2])
        for i in range(3):
            y[i] /= length


@next_stop.register(Toy)
def toy_next_stop(t, P):
    """Return the next sample time."""
    if P.k[CASE] != SAMPLED and P.k[CASE] != SWITCHED:
        return math.inf
    k = math.floor(t / P.p[0])
    while k * P.p[0] <= t:
        k += 1
    return k * P.p[0]


@at_stop.register(Toy)
def toy_at_stop(t, y, P, log):
    """Sample and hold."""
    P.k[SAMPLES] += 1
    if P.k[CASE] == SWITCHED:
        P.hold[HELD] = 1.0
        return INPUT, 0
    P.hold[HELD] = -P.p[1] * y[0]
    return RESTART, 0


@watch.register(Toy)
def toy_watch(t, y, P, reach):
    """All guards are watched always."""
    return False


@entry
def run_toy(P: Toy, S: Solver, E: Pairs, R: Rosenbrock, D: Reals2) -> int:
    """Advance a run; return the status."""
    return advance(P, S, E, R, D)


@entry
def one_step(
    P: Toy, S: Solver, E: Pairs, R: Rosenbrock, D: Reals2, t: float, h: float, places: Reals, out: Reals2
) -> float:
    """One step from S.y: states at `places` in [0, 1] into out; return the error estimate in units of the tolerance."""
    n_core, n_act = active(P, S.act)
    S.k[N_CORE] = n_core
    S.k[N_ACT] = n_act
    S.r[H] = h
    for i in range(S.y.size):
        S.yt[i] = S.y[i]
        S.ys[i] = S.y[i]
    slope(t, S.y, P, S, S.f)
    M = E.first
    if S.k[KIND] == EXPLICIT:
        explicit_step(P, S, M, t, h)
        error, _ = explicit_error(P, S, M, h)
    elif S.k[KIND] == ROSENBROCK:
        rosenbrock_step(P, S, R, t, h)
        error, _ = norm(P, S, S.y1, S.err)
    else:
        trapezoid_step(P, S, t, h)
        error, _ = norm(P, S, S.y1, S.err)
    build_interpolant(P, S, M, R, D, t, h)
    for j in range(places.size):
        evaluate_interpolant(S, places[j], out[j])
    return error


class Solution(NamedTuple):
    """A finished run: states at the start of every step and at the end."""

    t: np.ndarray
    y: np.ndarray  # (n_steps + 1, n)
    status: Status
    counters: np.ndarray  # as S.k
    log: np.ndarray  # one row per event
    kinds: np.ndarray  # method of every step


def toy_solver(problem, y0, t0, t1, method, rtol, atol, *, max_step=math.inf, first_step=None, buffer=4096,
               max_steps=100_000, resolution=None):  # fmt: skip
    """The integrator's arrays for a run, and its method; `resolution` is the smallest magnitude that matters."""
    chosen = choose_method(method, rtol)
    n_guard = max(1, len(y0) // 2)
    S = allocate(
        chosen, len(y0), n_guard=n_guard, capacity=buffer, log_capacity=max(buffer, n_guard), log_width=LOG_WIDTH,
        rtol=rtol, atol=atol, resolution=max(1e-3, np.max(np.abs(y0))) if resolution is None else resolution,
    )  # fmt: skip
    start_run(S, chosen, y0, t0, t1, first_step=first_step, max_step=max_step, max_steps=max_steps)
    S.k[TIME_DEPENDENT] = problem.k[CASE] in (POWERS, NONLINEAR, ROOT, NAN)
    return S, chosen


def solve(problem, y0, t0, t1, method="auto", rtol=1e-6, atol=1e-9, **options):
    """Run a toy problem to its end or failure, through as many full buffers as it takes."""
    S, chosen = toy_solver(problem, y0, t0, t1, method, rtol, atol, **options)
    rows = Rows()
    status = drive(run_toy, problem, S, chosen, rows.take)
    return Solution(rows.t(S), rows.y(S), status, S.k.copy(), rows.log, rows.kinds)


def step(problem, y0, t0, h, method, places, tolerance=1.0):
    """One step; return the states at `places` in [0, 1] and the error estimate in units of the tolerance."""
    S, chosen = toy_solver(problem, y0, t0, t0 + h, method, tolerance, tolerance)
    out = np.empty((len(places), len(y0)))
    error = one_step(
        problem, S, chosen.pairs, chosen.rosenbrock, chosen.trapezoid, float(t0), float(h), np.array(places), out
    )
    return out, error
