"""The state of the integrator: plain arrays, so that a run can stop and go on at any step, bit for bit.

`r` holds real scalars, `k` integers (mode of the loop and counters); the constants below name their places.
"""

from typing import NamedTuple

import numpy as np

from .._jit import Ints, Ints2, Reals, Reals2, by_reference

EPS = 2.220446049250313e-16  # distance from 1 to the next double

# --- reals: S.r -----------------------------------------------------------------------------------------------------------
T, X, H = 0, 1, 2  # time, independent variable (time, or square root of the time since ORIGIN), next step in X
ORIGIN = 3  # start of the square-root clock
T_END, RTOL, H_MAX = 4, 5, 6
SPAN = 7  # length of the run [s], sets what "practically one instant" means
T_EVENT = 8  # time of the last event
H_STIFF = 9  # step size at which an explicit method was found stiff
FADE = 10  # what remains after a step of the magnitude that a component had; 0: classical control
STIFFNESS = 11  # logarithm of |h lambda|, mean of the last steps
ATOL = 12  # absolute tolerance of all components, 0: each has its own, by its magnitude
T_MARK = 13  # time of the last mark: from there on `auto` counts what its steps cost
EXPENSE = 14  # [right-hand sides per second] of the explicit steps before the stiff method took over
WAY = 15  # [s] how far the steps before the last mark came
H_OWN = 16  # next step of the pair whose rival is on trial
EACH = 17  # 3 [right-hand sides] per step of each explicit pair, all included, mean of the last ones
LEAD = 20  # 2 logarithm of what a rival costs per second over what the first explicit pair does, mean of the trials
ARC_STEPS = 22  # explicit steps from one event to the next, mean of the last ones; 0: there was none
N_REAL = 23

# --- integers: S.k --------------------------------------------------------------------------------------------------------
KIND = 0  # THIRD, SECOND, EXPLICIT, ROSENBROCK or TRAPEZOID; explicit up to EXPLICIT
AUTO = 1  # 1: may change KIND
WARP = 2  # > 0: steps left in the square root of time
N_CORE, N_ACT, N_GUARD = 3, 4, 5
FRESH = 6  # 1: S.f is the right-hand side at (X, y)
JACOBIAN = 7  # 1: S.J belongs to (X, y)
WHO = 8  # what limits the present step
STEPS, REJECTED, K_RHS, JACOBIANS, FACTORISATIONS, EVENTS, NEWTON = 9, 10, 11, 12, 13, 14, 15
CHATTER = 16  # successive events at practically one instant
STIFF = 17  # suspicion of stiffness
STIFF_STEPS = 18  # steps since the change to the stiff method
GROW = 19  # 1: the step size may grow without the usual bound (after a restart)
N_RECORD, N_LOG = 20, 21  # rows used in the present buffers
STEP_LIMIT = 22  # steps after which a run is given up
TIME_DEPENDENT = 23  # 1: the right-hand side depends on t explicitly
SWITCHES = 24  # changes of method
STARTED = 25
STEPS_EXPLICIT, STEPS_STIFF = 26, 27
FAILED = 28  # changes to the stiff method since the last jump that did not pay
STOP = 29  # 1: somebody wants the loop to return after the present step; set from outside while the loop runs
WAITING = 30  # 1 + flags of a jump that waits for longer tables
LOGGED = 31  # rows of the log so far: events, and what changed at stops
HALTED = 32  # 1: at a stop that waits for Python
ASKS = 33  # 1: the loop returns before the first step of the stiff method, whose kernels are not in memory yet
OWN = 34  # 1: the problem solves its linear equations itself (`linearise`)
LOST = 35  # changes to the stiff method that did not pay, in the whole run; one less for each that did
RHS_MARK, JACOBIAN_MARK = 36, 37  # K_RHS and JACOBIANS at the last mark
PAIR = 38  # EXPLICIT, SECOND or THIRD: the explicit pair in use
ON_TRIAL = 39  # 1: the present step is a trial of another explicit pair
UNTIL, PATIENCE = 40, 42  # 2 each: explicit steps until the next trial, and from one to the next; 0: no such rival
SPENT = 44  # K_RHS after the last step that was accepted
ARC = 45  # explicit steps since the last event
PROBE = 46  # stiff steps in a row after which `auto` tries explicit ones again
N_INT = 47

THIRD, SECOND, EXPLICIT, ROSENBROCK, TRAPEZOID = -2, -1, 0, 1, 2

# --- guards: S.proof ------------------------------------------------------------------------------------------------------
LOOKED_AT, PROVEN = 0, 1  # PROVEN: the problem clears it by a bound
IN_ROUNDING = 2  # proven, not armed until it has risen above its rounding

# --- what limited a step, where it is not an index of the problem --------------------------------------------------------
BY_STOP, BY_MAX, BY_EVENT, BY_GROWTH, BY_NEWTON, BY_HORIZON = -1, -2, -3, -4, -5, -6
BY_ELEMENT = 1 << 40  # plus the number of an element of the problem

# --- columns of a record (one row per accepted step, the state at its start) ----------------------------------------------
REC_T, REC_X, REC_H, REC_ORIGIN, REC_T1 = 0, 1, 2, 3, 4
N_REC_R = 5
REC_KIND, REC_WHO, REC_LOG, REC_WARP = 0, 1, 2, 3
N_REC_K = 4


@by_reference
class Solver(NamedTuple):
    """Everything the loop reads and writes besides the problem."""

    r: Reals
    k: Ints
    act: Ints  # active components
    atol: Reals  # absolute tolerance of each component
    fd: Reals  # smallest magnitude of each component that a finite difference should see
    extent: Reals  # magnitude of what each component is added to in the right-hand side
    past: Reals  # magnitude that each component had a few steps ago, for the error norm; 0: classical control
    y: Reals
    y1: Reals
    f: Reals  # right-hand side at the start of the step
    f1: Reals
    err: Reals
    err2: Reals
    yt: Reals  # stage value
    ys: Reals  # last stage but one: the stiffness of a step is judged by it
    ym: Reals  # a state inside the step
    fm: Reals  # its derivative by s, the fraction of the step
    ft: Reals  # derivative by time
    K: Reals2  # (stages, n)
    Q: Reals2  # (degree, n) coefficients of the interpolant
    J: Reals2  # (n_act, n_core) Jacobian, rows and columns in the order of act
    LU: Reals2
    pivot: Ints
    g0: Reals
    g1: Reals
    gd0: Reals
    gd1: Reals
    gm: Reals  # guards inside the step
    gdm: Reals
    hit: Ints  # guards that have fired
    wanted: Ints  # guards by which an event is located
    proof: Ints  # LOOKED_AT, PROVEN or IN_ROUNDING
    rec_r: Reals2
    rec_k: Ints2
    rec_y: Reals2
    log: Reals2


WRITTEN_FIRST = "J", "LU", "rec_r", "rec_k", "rec_y", "log"  # before anybody reads it: it need not be cleared for a run


@by_reference
class Explicit(NamedTuple):
    """An explicit Runge-Kutta pair as arrays; the last main stage is the right-hand side at the new point."""

    a: Reals2
    b: Reals
    c: Reals
    e: Reals
    e2: Reals  # second error row, empty if there is none
    dense: Reals2
    n_stage: int
    order: int  # of the error estimate
    stability: float  # |h lambda| beyond which a step is called stiff
    spread: float  # bounds of the slope and of the bend of the interpolant: see the tableau
    bend: float


@by_reference
class Pairs(NamedTuple):
    """The explicit pairs of a run: the one it begins with, and its rivals, which `auto` may take instead."""

    first: Explicit
    second: Explicit
    third: Explicit


@by_reference
class Rosenbrock(NamedTuple):
    """A Rosenbrock pair in Hairer's transformed form as arrays."""

    gamma: float
    a: Reals2
    c: Reals2
    d: Reals
    alpha: Reals
    b: Reals
    e: Reals
    dense: Reals2
    order: int  # of the error estimate


def new_solver(n, n_guard, n_stage, degree, capacity, log_capacity, log_width, implicit):
    """Allocate the arrays of a run: the only place where the integrator allocates."""
    z = np.zeros
    m = n if implicit else 1  # an explicit method needs no matrices
    return Solver(
        r=z(N_REAL), k=z(N_INT, np.int64), act=z(n, np.int64), atol=z(n), fd=z(n), extent=z(n), past=z(n),
        y=z(n), y1=z(n), f=z(n), f1=z(n), err=z(n), err2=z(n), yt=z(n), ys=z(n), ym=z(n), fm=z(n), ft=z(n),
        K=z((n_stage, n)), Q=z((degree, n)), J=z((m, m)), LU=z((m, m)), pivot=z(n, np.int64),
        g0=z(n_guard), g1=z(n_guard), gd0=z(n_guard), gd1=z(n_guard),
        gm=z(n_guard), gdm=z(n_guard), hit=z(n_guard, np.int64), wanted=z(n_guard, np.int64), proof=z(n_guard, np.int64),
        rec_r=z((capacity, N_REC_R)), rec_k=z((capacity, N_REC_K), np.int64), rec_y=z((capacity, n)),
        log=z((log_capacity, log_width)),
    )  # fmt: skip
