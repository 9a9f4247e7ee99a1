"""What Python calls: start a run, advance it, look at it afterwards. Compiled together, once, for every model.

Looking afterwards replays the discrete state from the event log and calls the kernels of the run itself: forces and
energies of a finished run are not a second opinion. The list of a replay holds what acts, and nothing else.
"""

from .._jit import Ints, Ints2, Reals, Reals2, Reals3, entry
from ..dynamics.kinematics import kinematics
from ..dynamics.pivots import first_dependent
from ..dynamics.rnea import rnea
from ..elements.dispatch import MOTION, at_stop, dictate, observe, press, resynchronise, touches
from ..elements.dispatch import begin as begin_element
from ..integrate.dense import evaluate_interpolant
from ..integrate.field import slope
from ..integrate.jacobian import by_variable, update_jacobian
from ..integrate.loop import advance, refresh
from ..integrate.solver import (
    REC_H,
    REC_LOG,
    REC_T,
    WARP,
    Pairs,
    Rosenbrock,
    Solver,
)
from ..tables import (
    EL_KIND,
    N_ELEMENTS,
    N_NEAR,
    OPEN,
    PRESCRIBED,
    S_EXACT,
    S_FEELS,
    S_NODES,
    S_NQ,
    S_NV,
    S_REACTS,
    S_STATIC,
    VI,
    W_ACC,
    W_P,
    W_PA,
    W_R,
    W_V,
    W_W,
    Tree,
)
from . import accuracy, clearance, events, horizon, implicit, matrix, rare  # noqa: F401  (they register the functions of a robot)
from .energy import stored_energy
from .events import robot_guards, robot_jump
from .nearby import robot_watch
from .pairs import enrol, find
from .peaks import add_sample, follow_log
from .release import settle, start_sliding
from .replay import fraction, repeat_part, repeat_step, replay
from .rhs import robot_rhs
from .robot import Robot


# --- the start ------------------------------------------------------------------------------------------------------------
@entry
def without_inertia(tree: Tree, y: Reals, n_q: int, tau: Reals, work: Reals2, locked: Reals, block: Reals2) -> int:
    """Index of a velocity coordinate at y that carries no inertia of its own, or -1; see `dynamics/pivots.py`."""
    kinematics(tree, y, n_q, work)
    return first_dependent(tree, tau, work, locked, block)


@entry
def resume(P: Robot, t: float, y: Reals) -> None:
    """Discrete state at the start of a run that goes on: contacts are given, what follows the time follows it."""
    for e in range(P.size[S_STATIC]):
        at_stop(P.el_i[e, EL_KIND], P, e, t, y)
        resynchronise(P.el_i[e, EL_KIND], P, e, t)
    if P.size[S_FEELS] > 0:
        robot_watch(t, y, P, 0.0)
        settle(P, t, y)


@entry
def begin(P: Robot, t: float, y: Reals) -> None:
    """Discrete state at the start: whatever overlaps where prescribed motions have put it is touching."""
    if P.size[S_REACTS] > 0:
        for e in range(P.size[S_STATIC]):
            if P.el_i[e, EL_KIND] == MOTION:
                at_stop(MOTION, P, e, t, y)
                dictate(MOTION, P, e, t, y)
    robot_watch(t, y, P, 0.0)
    kinematics(P.tree, y, P.size[S_NQ], P.work)
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        begin_element(P.el_i[e, EL_KIND], P, e, t, y)
    if P.size[S_EXACT] > 0:
        start_sliding(P, t, y)
    if P.size[S_FEELS] > 0:
        settle(P, t, y)


@entry
def run(P: Robot, S: Solver, E: Pairs, R: Rosenbrock, D: Reals2) -> int:
    """Advance a run; return the status."""
    return advance(P, S, E, R, D)


@entry
def differentiate(P: Robot, S: Solver, t: float) -> None:
    """Right-hand side f and its derivatives at (t, S.y) by differences, in the modes of P: S.f, S.J = df/dy, S.ft = df/dt.

    Rows of S.J in the order of S.act[:N_ACT], columns in that of S.act[:N_CORE]: as the implicit methods use it.
    """
    S.k[WARP] = 0
    refresh(P, S)
    update_jacobian(P, S, t)


@entry
def approach(P: Robot, S: Solver, t: float) -> None:
    """The same without S.J, which `jacobian.write_jacobian` makes of what the right-hand side has left in P."""
    S.k[WARP] = 0
    refresh(P, S)
    slope(t, S.y, P, S, S.f)
    by_variable(P, S, t)
    slope(t, S.y, P, S, S.f)


# --- one state, looked at as it is --------------------------------------------------------------------------------------
@entry
def rates(P: Robot, t: float, ys: Reals2, out: Reals2) -> None:
    """Right-hand side at every row of ys, with the contacts that are listed and the modes as they are."""
    for i in range(ys.shape[0]):
        robot_rhs(t, ys[i], P, out[i])


@entry
def look(P: Robot, t: float, y: Reals, g: Reals, gd: Reals) -> int:
    """Make the list of what is near, and write the guards of all that is watched; return their number."""
    robot_watch(t, y, P, 0.0)
    return robot_guards(t, y, P, g, gd)


@entry
def renew(P: Robot, t: float, y: Reals, g: Reals, gd: Reals, hit: Ints, log: Reals2) -> int:
    """Whatever has a guard below zero changes at once, as at an event; return the number of changes."""
    robot_watch(t, y, P, 0.0)
    n = robot_guards(t, y, P, g, gd)
    for i in range(n):
        hit[i] = 1 if g[i] < 0.0 else 0
    _, rows = robot_jump(t, y, P, hit, log)
    return rows


# --- the replay -----------------------------------------------------------------------------------------------------------
@entry
def observe_energy(P: Robot, rec_k: Ints2, rec_y: Reals2, log: Reals2, out: Reals2) -> None:
    """Stored energies of every recorded state into out (records, N_STORED)."""
    done = 0
    for i in range(rec_y.shape[0]):
        done = replay(P, log, done, rec_k[i, REC_LOG])
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
        done = replay(P, log, done, rec_k[i, REC_LOG])
        kinematics(P.tree, rec_y[i], P.size[S_NQ], P.work)
        if P.size[S_REACTS] > 0 or P.size[S_EXACT] > 0:  # forces that hold something follow from the accelerations
            robot_rhs(rec_r[i, REC_T], rec_y[i], P, rate)
        for j in range(which.size):
            e = which[j]
            observe(P.el_i[e, EL_KIND], P, e, rec_y[i], out[i, j])


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


@entry
def observe_dynamics(
    P: Robot,
    which: Ints,
    rec_r: Reals2,
    rec_k: Ints2,
    rec_y: Reals2,
    log: Reals2,
    rate: Reals,
    nodes: Reals3,
    joints: Reals3,
) -> None:
    """Accelerations, and what joints transmit, in every recorded state: the right-hand side, then Newton and Euler.

    nodes    (records, nodes, 12) of the nodes `which`: angular and linear acceleration; moment about the origin of the
             node and force that its joint transmits to it, world axes
    joints   (records, 2, n_v) accelerations of the coordinates, and the generalised forces in the joints
    """
    n_q, n_v, done = P.size[S_NQ], P.size[S_NV], 0
    for i in range(rec_y.shape[0]):
        done = replay(P, log, done, rec_k[i, REC_LOG])
        robot_rhs(rec_r[i, REC_T], rec_y[i], P, rate)
        for k in range(n_v):
            joints[i, 0, k] = rate[n_q + k]
            joints[i, 1, k] = P.tau[k]
        rnea(P.tree, rec_y[i], n_q, joints[i, 0], P.work, P.tau)
        for n in range(P.size[S_NODES]):
            if P.tree.i[n, PRESCRIBED] == 1:  # with what holds the motion, which is no load
                joints[i, 1, P.tree.i[n, VI]] = P.tau[P.tree.i[n, VI]]
        for j in range(which.size):
            for c in range(6):
                nodes[i, j, c] = P.work[which[j], W_ACC + c]
                nodes[i, j, 6 + c] = P.work[which[j], W_PA + c]


@entry
def interpolate(
    P: Robot,
    S: Solver,
    E: Pairs,
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
            done = replay(P, log, done, rec_k[i, REC_LOG])
            if rec_r[i, REC_H] > 0.0:
                x, h = repeat_step(P, S, E, R, D, rec_r, rec_k, rec_y, i)
            last = i
        for m in range(S.y.size):
            out[j, m] = rec_y[i, m]
        modes[j] = done
        if rec_r[i, REC_H] == 0.0:  # the final row of a run: a state, no step
            continue
        evaluate_interpolant(S, fraction(S, times[j], x, h), out[j])


@entry
def follow_peaks(
    P: Robot,
    S: Solver,
    E: Pairs,
    R: Rosenbrock,
    D: Reals2,
    kinds: Ints,
    rec_r: Reals2,
    rec_k: Ints2,
    rec_y: Reals2,
    log: Reals2,
    steps: Ints,
    times: Reals,
    peaks: Reals2,
    ended: Reals2,
) -> None:
    """Peaks of all that touches, looked at at times[j] in the steps steps[j]; of what is lost into the rows of the log.

    kinds   kinds of the nodes: those in P.tree are changed, so that only what has to move moves (`replay.py`)
    """
    n_mode = P.mode.shape[1]
    done = 0
    last = -1
    x = 0.0
    h = 1.0
    for j in range(times.size):
        i = steps[j]
        if i != last:
            follow_log(log, done, rec_k[i, REC_LOG], n_mode, peaks, ended)
            done = replay(P, log, done, rec_k[i, REC_LOG])
            x, h = repeat_part(P, S, E, R, D, kinds, rec_r, rec_k, rec_y, i)
            last = i
        place = fraction(S, times[j], x, h) if h > 0.0 else 0.0
        if place > 0.0:  # the state at the start is there
            evaluate_interpolant(S, place, S.ym)
        kinematics(P.tree, S.ym, P.size[S_NQ], P.work)
        for k in range(P.count[N_NEAR]):
            e = P.near[k]
            if P.mode[e, 0] != OPEN and touches(P, e):
                force, depth, _ = press(P.el_i[e, EL_KIND], P, e, S.ym)
                add_sample(peaks[e], times[j], force, depth)
    follow_log(log, done, log.shape[0], n_mode, peaks, ended)


@entry
def observe_touching(
    P: Robot,
    S: Solver,
    E: Pairs,
    R: Rosenbrock,
    D: Reals2,
    kinds: Ints,
    rec_r: Reals2,
    rec_k: Ints2,
    rec_y: Reals2,
    log: Reals2,
    steps: Ints,
    places: Reals2,
    who: Ints,
    force: Reals2,
    rate: Reals2,
) -> None:
    """Normal force and rate of indentation of all that touches, at the fractions places[j] of the steps steps[j].

    One row per step and element that touches in it: its number, and force and rate at the places. `kinds` as above.
    """
    done = 0
    first = 0
    for j in range(steps.size):
        i = steps[j]
        done = replay(P, log, done, rec_k[i, REC_LOG])
        repeat_part(P, S, E, R, D, kinds, rec_r, rec_k, rec_y, i)
        row = first
        for m in range(places.shape[1]):
            evaluate_interpolant(S, places[j, m], S.ym)
            kinematics(P.tree, S.ym, P.size[S_NQ], P.work)
            row = first
            for k in range(P.count[N_NEAR]):
                e = P.near[k]
                if P.mode[e, 0] != OPEN and touches(P, e):
                    who[row] = e
                    force[row, m], _, rate[row, m] = press(P.el_i[e, EL_KIND], P, e, S.ym)
                    row += 1
        first = row
