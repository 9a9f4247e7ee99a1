"""What Python calls: start a run, advance it, look at it afterwards. Compiled together, once, for every model.

Looking afterwards replays the discrete state from the event log and calls the kernels of the run itself: forces and
energies of a finished run are not a second opinion. The list of a replay holds what acts, and nothing else.
"""

from .._jit import Ints, Ints2, Reals, Reals2, Reals3, entry, kernel
from ..dynamics.kinematics import kinematics
from ..dynamics.pivots import first_dependent
from ..elements.dispatch import CONTACT, at_stop, dictate, observe, touches
from ..elements.dispatch import begin as begin_element
from ..elements.slots import settle
from ..integrate.dense import build_interpolant, evaluate_interpolant
from ..integrate.field import slope
from ..integrate.loop import advance, refresh
from ..integrate.solver import (
    KIND,
    ORIGIN,
    REC_H,
    REC_KIND,
    REC_LOG,
    REC_ORIGIN,
    REC_T,
    REC_WARP,
    REC_X,
    WARP,
    Explicit,
    H,
    Rosenbrock,
    Solver,
    T,
)
from ..integrate.step import take_step
from ..tables import (
    E_A,
    E_B,
    E_ELEMENT,
    E_MODE,
    E_RULE,
    E_SLOT,
    EL_HOME,
    EL_KIND,
    EL_SLOT,
    LISTED,
    N_ELEMENTS,
    N_NEAR,
    OPEN,
    OWN,
    S_NODES,
    S_NQ,
    S_REACTS,
    S_STATIC,
    W_P,
    W_R,
    W_V,
    W_W,
)
from . import accuracy, clearance, events  # noqa: F401  (they register the functions of a robot)
from .energy import stored_energy
from .nearby import close_list, insert, robot_watch
from .pairs import enrol, find
from .rhs import robot_rhs
from .robot import Robot


# --- the start ------------------------------------------------------------------------------------------------------------
@entry
def without_inertia(P: Robot, y: Reals, locked: Reals, block: Reals2) -> int:
    """Index of a velocity coordinate at y that carries no inertia of its own, or -1; see `dynamics/pivots.py`."""
    kinematics(P.tree, y, P.size[S_NQ], P.work)
    return first_dependent(P.tree, P.tau, P.work, locked, block)


@entry
def resume(P: Robot, t: float, y: Reals) -> None:
    """Discrete state at the start of a run that goes on: contacts are given, what follows the time follows it."""
    for e in range(P.size[S_STATIC]):
        at_stop(P.el_i[e, EL_KIND], P, e, t, y)


@entry
def begin(P: Robot, t: float, y: Reals) -> None:
    """Discrete state at the start: whatever overlaps where prescribed motions have put it is touching."""
    if P.size[S_REACTS] > 0:
        for e in range(P.size[S_STATIC]):
            at_stop(P.el_i[e, EL_KIND], P, e, t, y)
            dictate(P.el_i[e, EL_KIND], P, e, t, y)
    robot_watch(t, y, P, 0.0)
    kinematics(P.tree, y, P.size[S_NQ], P.work)
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        begin_element(P.el_i[e, EL_KIND], P, e, t, y)


@entry
def run(P: Robot, S: Solver, M: Explicit, R: Rosenbrock, D: Reals2) -> int:
    """Advance a run; return the status."""
    return advance(P, S, M, R, D)


# --- the replay -----------------------------------------------------------------------------------------------------------
@kernel
def _list_acting(P):
    """The list holds the contacts that act now, and what is always there."""
    P.count[N_NEAR] = 0
    for e in range(P.size[S_STATIC], P.count[N_ELEMENTS]):
        if P.mode[e, 0] != OPEN:
            insert(P, e)
    close_list(P)


@kernel
def _update_list(P, e):
    """Contact e has changed: in or out of the list."""
    n = P.count[N_NEAR] - P.size[S_STATIC]
    place = -1
    for k in range(n):
        if P.near[k] == e:
            place = k
    if (place >= 0) == (P.mode[e, 0] != OPEN):
        return
    P.count[N_NEAR] = n
    if place < 0:
        insert(P, e)
    else:
        for k in range(place, n - 1):
            P.near[k] = P.near[k + 1]
        P.count[N_NEAR] = n - 1
    close_list(P)


@kernel
def _replay(P, log, done, until):
    """Bring the discrete state forward to the row `until` of the log."""
    if P.count[LISTED] == 0:
        _list_acting(P)
    n_mode = P.mode.shape[1]
    for row in range(done, until):
        e = int(log[row, E_ELEMENT])
        if e >= P.count[N_ELEMENTS]:
            P.count[N_ELEMENTS] = e + 1
        if P.el_i[e, EL_KIND] == 0:  # it came near during the run
            enrol(P, e, int(log[row, E_A]), int(log[row, E_B]), int(log[row, E_RULE]))
        slot = int(log[row, E_SLOT])
        if slot >= 0:
            settle(P, e, slot)
        elif P.el_i[e, EL_HOME] != OWN:
            P.el_i[e, EL_SLOT] = -1
        for j in range(n_mode):
            P.mode[e, j] = int(log[row, E_MODE + j])
        for j in range(P.hold.shape[1]):
            P.hold[e, j] = log[row, E_MODE + 2 * n_mode + j]
        if P.el_i[e, EL_KIND] == CONTACT:
            _update_list(P, e)
    return until


@entry
def observe_energy(P: Robot, rec_k: Ints2, rec_y: Reals2, log: Reals2, out: Reals2) -> None:
    """Stored energies of every recorded state into out (records, N_STORED)."""
    done = 0
    for i in range(rec_y.shape[0]):
        done = _replay(P, log, done, rec_k[i, REC_LOG])
        y = rec_y[i]
        kinematics(P.tree, y, P.size[S_NQ], P.work)
        stored_energy(P, y, out[i])


@entry
def observe_elements(
    P: Robot, which: Ints, rec_r: Reals2, rec_k: Ints2, rec_y: Reals2, log: Reals2, rate: Reals, out: Reals3
) -> None:
    """What the elements `which` do in every recorded state, into out (records, elements, N_OBSERVED)."""
    done = 0
    for i in range(rec_y.shape[0]):
        done = _replay(P, log, done, rec_k[i, REC_LOG])
        kinematics(P.tree, rec_y[i], P.size[S_NQ], P.work)
        if P.size[S_REACTS] > 0:  # forces that hold a motion follow from the accelerations
            robot_rhs(rec_r[i, REC_T], rec_y[i], P, rate)
        for j in range(which.size):
            e = which[j]
            observe(P.el_i[e, EL_KIND], P, e, rec_y[i], out[i, j])


@entry
def observe_touching(P: Robot, rec_k: Ints2, rec_y: Reals2, log: Reals2, who: Ints2, out: Reals2) -> int:
    """(row, element) and what it does of every contact and stop that touches in every recorded state; their number."""
    done = 0
    n = 0
    for i in range(rec_y.shape[0]):
        done = _replay(P, log, done, rec_k[i, REC_LOG])
        kinematics(P.tree, rec_y[i], P.size[S_NQ], P.work)
        for k in range(P.count[N_NEAR]):
            e = P.near[k]
            if P.mode[e, 0] == OPEN or not touches(P, e):
                continue
            who[n, 0], who[n, 1] = i, e
            observe(P.el_i[e, EL_KIND], P, e, rec_y[i], out[n])
            n += 1
    return n


@entry
def contact_of(P: Robot, a: int, b: int, rule: int) -> int:
    """The row of the contact of two features; it gets one if it has never been near. -1: the table is full."""
    e = find(P, a, b)
    if e < 0 and P.count[N_ELEMENTS] < P.el_i.shape[0]:
        e = P.count[N_ELEMENTS]
        P.count[N_ELEMENTS] = e + 1
        enrol(P, e, a, b, rule)
    return e


@entry
def observe_nodes(P: Robot, rec_y: Reals2, out: Reals3) -> None:
    """Rotation, position, angular and linear velocity of every node in every state, into out (records, nodes, 18)."""
    for i in range(rec_y.shape[0]):
        kinematics(P.tree, rec_y[i], P.size[S_NQ], P.work)
        for n in range(P.size[S_NODES] + 1):
            for j in range(9):
                out[i, n, j] = P.work[n, W_R + j]
            for j in range(3):
                out[i, n, 9 + j] = P.work[n, W_P + j]
                out[i, n, 12 + j] = P.work[n, W_W + j]
                out[i, n, 15 + j] = P.work[n, W_V + j]


@kernel
def _repeat_step(P, S, M, R, D, rec_r, rec_k, rec_y, i):
    """Take the recorded step i again and build its interpolant."""
    S.r[T] = rec_r[i, REC_T]
    S.r[ORIGIN] = rec_r[i, REC_ORIGIN]
    S.r[H] = rec_r[i, REC_H]
    S.k[KIND] = rec_k[i, REC_KIND]
    S.k[WARP] = rec_k[i, REC_WARP]
    for j in range(S.y.size):
        S.y[j] = rec_y[i, j]
    refresh(P, S)
    x = rec_r[i, REC_X]
    h = rec_r[i, REC_H]
    slope(x, S.y, P, S, S.f)
    take_step(P, S, M, R, x, h)
    build_interpolant(P, S, M, R, D, x, h)
    return x, h


@entry
def interpolate(
    P: Robot,
    S: Solver,
    M: Explicit,
    R: Rosenbrock,
    D: Reals2,
    rec_r: Reals2,
    rec_k: Ints2,
    rec_y: Reals2,
    log: Reals2,
    steps: Ints,
    times: Reals,
    out: Reals2,
    modes: Ints,
) -> None:
    """States at times[j], which lie in the recorded steps steps[j] (both increasing); modes[j] = log rows done there."""
    done = 0
    last = -1
    x = 0.0
    h = 1.0
    for j in range(times.size):
        i = steps[j]
        if i != last:
            done = _replay(P, log, done, rec_k[i, REC_LOG])
            if rec_r[i, REC_H] > 0.0:
                x, h = _repeat_step(P, S, M, R, D, rec_r, rec_k, rec_y, i)
            last = i
        for m in range(S.y.size):
            out[j, m] = rec_y[i, m]
        modes[j] = done
        if rec_r[i, REC_H] == 0.0:  # the final row of a run: a state, no step
            continue
        t = times[j]
        if S.k[WARP] > 0:
            s = ((t - S.r[ORIGIN]) ** 0.5 - x) / h if t > S.r[ORIGIN] else 0.0
        else:
            s = (t - x) / h
        evaluate_interpolant(S, min(max(s, 0.0), 1.0), out[j])
