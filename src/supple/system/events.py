"""Guards, jumps and stops of a robot: each element answers for itself (`elements/`), the log tells what changed."""

import math

from .._jit import inlined, kernel
from ..dynamics.kinematics import kinematics
from ..elements.contact import change
from ..elements.dispatch import at_stop as stop_element
from ..elements.dispatch import glance as glance_at
from ..elements.dispatch import mend, sample, switch, touches, watch
from ..elements.dispatch import next_stop as next_stop_of
from ..elements.features import motion
from ..integrate.problem import (
    BEYOND,
    NOTED,
    PENDING,
    RESTART,
    acts_at_start,
    at_stop,
    beyond,
    glance,
    guards,
    guards_there,
    jump,
    next_stop,
    short,
    single_out,
)
from ..integrate.solver import BY_ELEMENT
from ..tables import (
    ASKING,
    DEEP,
    E_A,
    E_B,
    E_DELTA,
    E_ELEMENT,
    E_MODE,
    E_RATE,
    E_RULE,
    E_SLOT,
    E_TIME,
    EL_A,
    EL_B,
    EL_GUARDS,
    EL_HOME,
    EL_KIND,
    EL_RULE,
    EL_SLOT,
    L_RELEASED,
    N_NEAR,
    OPEN,
    S_EXACT,
    S_FEELS,
    S_LEDGER,
    S_NQ,
    S_SAMPLED,
    S_STATIC,
    S_STOPS,
    SHORT,
)
from .release import feel, misfitting, overloaded, rounds
from .robot import Robot
from .sampling import read_sensors


@inlined
def _marked(P, e, marks, first):
    """Whether one of the guards of an element is marked; `first` is the number of its first."""
    for i in range(first, first + P.el_i[e, EL_GUARDS]):
        if marks[i] == 1:
            return True
    return False


@guards.register(Robot)
def robot_guards(t, y, P, g, gd):
    """Write the guards of the watched elements; return their number."""
    kinematics(P.tree, y, P.size[S_NQ], P.work)
    return robot_guards_there(t, y, P, g, gd)


@guards_there.register(Robot)
def robot_guards_there(t, y, P, g, gd):
    """The same, with the kinematics of y in P.work."""
    if P.size[S_EXACT] > 0 or P.size[S_FEELS] > 0:
        feel(P, t, y)
    P.count[DEEP] = 0
    n = 0
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if P.el_i[e, EL_GUARDS] > 0:
            watch(P.el_i[e, EL_KIND], P, e, t, y, g, gd, n)
            n += P.el_i[e, EL_GUARDS]
    return n


@glance.register(Robot)
def robot_glance(t, y, P, g, gd):
    """Write the guards that are not proven: all but those of open contacts and stops."""
    kinematics(P.tree, y, P.size[S_NQ], P.work)
    if P.size[S_EXACT] > 0 or P.size[S_FEELS] > 0:
        feel(P, t, y)
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if P.mode[e, 0] != OPEN or not touches(P, e):
            glance_at(P.el_i[e, EL_KIND], P, e, t, y, g, gd, P.first[k])


@single_out.register(Robot)
def robot_single_out(t, y, P, wanted, g, gd):
    """Write the guards of the elements of which one is wanted."""
    kinematics(P.tree, y, P.size[S_NQ], P.work)
    if P.size[S_EXACT] > 0 or P.size[S_FEELS] > 0:
        feel(P, t, y)
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if _marked(P, e, wanted, P.first[k]):
            watch(P.el_i[e, EL_KIND], P, e, t, y, g, gd, P.first[k])


@beyond.register_inlined(Robot)
def robot_beyond(P):
    """The contact that was too deep where the guards were last looked at."""
    return BY_ELEMENT + P.count[DEEP] - 1 if P.count[DEEP] > 0 else -1


@short.register_inlined(Robot)
def robot_short(P):
    """Whether a table was too short for what came near or touched."""
    return P.count[SHORT] != 0


@inlined
def _note(P, e, t, delta, rate, log):
    """Write a row of the log: who it is, its modes now, its held values. The modes before are there already."""
    n_mode = P.mode.shape[1]
    log[E_TIME] = t
    log[E_ELEMENT] = e
    log[E_A] = P.el_i[e, EL_A]
    log[E_B] = P.el_i[e, EL_B]
    log[E_RULE] = P.el_i[e, EL_RULE]
    log[E_SLOT] = P.el_i[e, EL_HOME] if P.el_i[e, EL_SLOT] >= 0 else -1
    log[E_DELTA] = delta
    log[E_RATE] = rate
    for j in range(n_mode):
        log[E_MODE + j] = P.mode[e, j]
    for j in range(P.hold.shape[1]):
        log[E_MODE + 2 * n_mode + j] = P.hold[e, j]


@jump.register(Robot)
def robot_jump(t, y, P, hit, log):
    """Let the elements whose guards have fired change; return (flags, rows of the log). What has been done is not hit."""
    kinematics(P.tree, y, P.size[S_NQ], P.work)
    if P.size[S_EXACT] > 0 or P.size[S_FEELS] > 0:
        feel(P, t, y)
    flags = 0
    rows = 0
    n_mode = P.mode.shape[1]
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        first = P.first[k]
        if not _marked(P, e, hit, first):
            continue
        for j in range(n_mode):
            log[rows, E_MODE + n_mode + j] = P.mode[e, j]
        new, delta, rate = switch(P.el_i[e, EL_KIND], P, e, t, y, hit, first)
        if new < 0:  # no slot is left: the rest waits until there are more
            return flags | PENDING, rows
        flags |= new
        if new & BEYOND:
            P.count[DEEP] = 1 + e
        for i in range(first, first + P.el_i[e, EL_GUARDS]):
            hit[i] = 0
        _note(P, e, t, delta, rate, log[rows])
        rows += 1
    if P.size[S_EXACT] > 0:
        rows = _let_go(P, t, y, log, rows)
    if P.size[S_FEELS] > 0:
        rows, changed = _mend(P, t, y, log, rows)
        if changed:
            flags |= RESTART
    return flags, rows


@inlined
def _row_of(log, rows, e):
    """The row of the log that tells of element e already, or the next one."""
    for i in range(rows):
        if int(log[i, E_ELEMENT]) == e:
            return i
    return rows


@kernel
def _mend(P, t, y, log, rows):
    """Modes that are wrong under the forces of now change at the same instant; return rows of the log, any change."""
    n_mode = P.mode.shape[1]
    changed = False
    for _ in range(rounds(P)):
        e = misfitting(P, t, y)
        if e < 0:
            break
        row = _row_of(log, rows, e)
        delta, rate = 0.0, 0.0
        if row == rows:
            for j in range(n_mode):
                log[row, E_MODE + n_mode + j] = P.mode[e, j]
            rows += 1
        else:
            delta, rate = log[row, E_DELTA], log[row, E_RATE]
        mend(P.el_i[e, EL_KIND], P, e, t, y)
        _note(P, e, t, delta, rate, log[row])
        changed = True
    if changed and P.size[S_EXACT] > 0:
        rows = _let_go(P, t, y, log, rows)
    return rows, changed


@kernel
def _let_go(P, t, y, log, rows):
    """What sticks exactly and cannot, now that forces have changed, slides at the same instant; return rows of the log."""
    n_mode = P.mode.shape[1]
    for _ in range(P.count[N_NEAR]):  # each of them gives way once at most
        e = overloaded(P, t, y)
        if e < 0:
            break
        row = _row_of(log, rows, e)
        m = motion(P, e)
        if row == rows:  # nothing has happened to it before
            for j in range(n_mode):
                log[row, E_MODE + n_mode + j] = P.mode[e, j]
            rows += 1
        y[P.size[S_LEDGER] + L_RELEASED] += change(P, e, y, m)
        _note(P, e, t, m.delta, m.rate, log[row])
    return rows


@next_stop.register(Robot)
def robot_next_stop(t, P):
    """The next sample time or corner of an input."""
    stop = 1e300
    if P.size[S_STOPS] > 0:
        for e in range(P.size[S_STATIC]):
            stop = min(stop, next_stop_of(P.el_i[e, EL_KIND], P, e, t))
    period = P.clock[0]
    if period > 0.0:
        # the k-th sample is k * period exactly, so that ticks do not drift
        tick = (math.floor(t / period * (1.0 + 1e-15)) + 1.0) * period
        if tick <= t:
            tick += period
        stop = min(stop, tick)
    return stop


@acts_at_start.register_inlined(Robot)
def robot_acts_at_start(P):
    """Controllers have their first sample there."""
    return P.size[S_SAMPLED] > 0


@at_stop.register(Robot)
def robot_at_stop(t, y, P, log):
    """Let the elements act that have a clock or a corner here; return (flags, rows of the log)."""
    if P.size[S_STOPS] == 0:  # a stop of nobody here
        return 0, 0
    sampled = P.size[S_SAMPLED] > 0
    if P.count[ASKING] == 0:  # else Python has answered, and nothing has moved meanwhile
        kinematics(P.tree, y, P.size[S_NQ], P.work)
        if sampled and not read_sensors(P, t, y):
            P.count[ASKING] = 1
            return PENDING, 0
    P.count[ASKING] = 0
    flags = 0
    rows = 0
    n_mode = P.mode.shape[1]
    for e in range(P.size[S_STATIC]):
        for j in range(n_mode):
            log[rows, E_MODE + n_mode + j] = P.mode[e, j]
        new = stop_element(P.el_i[e, EL_KIND], P, e, t, y)
        if sampled:
            new |= sample(P.el_i[e, EL_KIND], P, e, t, y)
            if new & BEYOND:
                P.count[DEEP] = 1 + e
        if new & NOTED:
            _note(P, e, t, 0.0, 0.0, log[rows])
            rows += 1
        flags |= new & ~NOTED
    if P.size[S_EXACT] > 0:
        after = _let_go(P, t, y, log, rows)
        if after > rows:
            flags, rows = flags | RESTART, after
    if P.size[S_FEELS] > 0:
        rows, changed = _mend(P, t, y, log, rows)
        if changed:
            flags |= RESTART
    return flags, rows
