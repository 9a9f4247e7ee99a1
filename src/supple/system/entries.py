"""What Python calls: start a run, advance it, look at it afterwards. Compiled together, once, for every model.

Looking afterwards replays the discrete state from the event log and calls the kernels of the run itself: forces and
energies of a finished run are not a second opinion.
"""

from .._jit import Ints, Ints2, Reals, Reals2, Reals3, entry, kernel
from ..dynamics.kinematics import kinematics
from ..dynamics.pivots import first_dependent
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
    C_FRICTION,
    C_SHAPE,
    E_CONTACT,
    E_FRICTION,
    E_HOLD,
    E_NORMAL,
    LIMIT_LOW,
    M_FRICTION,
    M_NORMAL,
    N_HOLD,
    S_CONTACTS,
    S_NODES,
    S_NQ,
    TOUCHING,
    W_P,
    W_R,
    W_V,
    W_W,
)
from . import accuracy, clearance, nearby, rhs  # noqa: F401  (they register the functions of a robot)
from .contact import friction_at, motion, normal_at, open_guard, tangential_memory
from .energy import stored_energy
from .forces import select_rows
from .modes import make
from .robot import Robot

# columns of what is observed of a contact
O_DELTA, O_RATE, O_FORCE, O_MODE, O_FRICTION_MODE = 0, 1, 2, 3, 4
O_NORMAL, O_POINT, O_FRICTION, O_SLIP = 5, 8, 11, 14
N_OBSERVED = 17


@kernel
def _watch_all(P):
    for c in range(P.size[S_CONTACTS]):
        P.near[c] = c
    P.near_n[0] = P.size[S_CONTACTS]


@kernel
def _replay(P, log, done, until):
    """Bring the discrete state forward to the row `until` of the log."""
    for row in range(done, until):
        c = int(log[row, E_CONTACT])
        P.mode[c, M_NORMAL] = int(log[row, E_NORMAL])
        P.mode[c, M_FRICTION] = int(log[row, E_FRICTION])
        for j in range(N_HOLD):
            P.hold[c, j] = log[row, E_HOLD + j]
    return until


@entry
def without_inertia(P: Robot, y: Reals, locked: Reals, block: Reals2) -> int:
    """Index of a velocity coordinate at y that carries no inertia of its own, or -1; see `dynamics/pivots.py`."""
    kinematics(P.tree, y, P.size[S_NQ], P.work)
    return first_dependent(P.tree, P.tau, P.work, locked, block)


@entry
def resume(P: Robot, t: float) -> None:
    """Discrete state at the start of a run that goes on: the contacts are given, the inputs follow the time."""
    select_rows(t, P)


@entry
def begin(P: Robot, t: float, y: Reals) -> None:
    """Discrete state at the start: whatever overlaps is touching."""
    select_rows(t, P)
    kinematics(P.tree, y, P.size[S_NQ], P.work)
    for c in range(P.size[S_CONTACTS]):
        delta, rate, n, _, v = motion(P, c, y)
        guard, _ = open_guard(P, c, t, delta, rate)
        if guard <= 0.0:
            make(t, y, P, c, delta, rate, n, v)


@entry
def run(P: Robot, S: Solver, M: Explicit, R: Rosenbrock, D: Reals2) -> int:
    """Advance a run; return the status."""
    return advance(P, S, M, R, D)


@entry
def observe_energy(P: Robot, rec_k: Ints2, rec_y: Reals2, log: Reals2, out: Reals2) -> None:
    """Stored energies of every recorded state into out (records, N_STORED)."""
    _watch_all(P)
    done = 0
    for i in range(rec_y.shape[0]):
        done = _replay(P, log, done, rec_k[i, REC_LOG])
        y = rec_y[i]
        kinematics(P.tree, y, P.size[S_NQ], P.work)
        stored_energy(P, y, out[i])


@kernel
def _observe(P, c, y, out):
    delta, rate, n, point, v = motion(P, c, y)
    out[O_DELTA] = delta
    out[O_RATE] = rate
    out[O_MODE] = P.mode[c, M_NORMAL]
    out[O_FRICTION_MODE] = P.mode[c, M_FRICTION]
    for j in range(3):
        out[O_NORMAL + j] = n[j]
        out[O_POINT + j] = point[j]
        out[O_SLIP + j] = v[j]
    if P.mode[c, M_NORMAL] != TOUCHING:
        return
    F, _, _ = normal_at(P, c, y, delta, rate)
    out[O_FORCE] = F
    if P.con_i[c, C_SHAPE] < LIMIT_LOW and P.con_i[c, C_FRICTION] != 0:
        fx, fy, fz, _, _, _, _, _ = friction_at(P, c, F, v, tangential_memory(P, c, y, n))
        out[O_FRICTION] = fx
        out[O_FRICTION + 1] = fy
        out[O_FRICTION + 2] = fz


@entry
def observe_contacts(P: Robot, which: Ints, rec_k: Ints2, rec_y: Reals2, log: Reals2, out: Reals3) -> None:
    """What the contacts `which` do in every recorded state, into out (records, contacts, N_OBSERVED)."""
    _watch_all(P)
    done = 0
    for i in range(rec_y.shape[0]):
        done = _replay(P, log, done, rec_k[i, REC_LOG])
        kinematics(P.tree, rec_y[i], P.size[S_NQ], P.work)
        for j in range(which.size):
            _observe(P, which[j], rec_y[i], out[i, j])


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
    select_rows(S.r[T], P)
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
    _watch_all(P)
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
