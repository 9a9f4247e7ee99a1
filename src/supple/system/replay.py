"""Bringing a finished run back: its discrete state from the log, its steps by taking them again.

A step of an explicit method can be taken again in part, because trees of bodies that nothing touches do not act on others.
Where only contacts act, the trees with a contact that touches are awake; the nodes of the others get the kind ASLEEP, which
no joint has, and the algorithms pass them by. What is awake moves as it did in the whole, bit for bit.
"""

from .._jit import inlined, kernel
from ..elements.dispatch import CONTACT
from ..elements.features import nodes
from ..elements.places import is_world
from ..elements.slots import n_state, settle
from ..integrate.dense import build_interpolant, combine
from ..integrate.explicit import explicit_stages, pair_of
from ..integrate.field import slope
from ..integrate.loop import refresh
from ..integrate.solver import (
    EXPLICIT,
    N_ACT,
    N_CORE,
    ORIGIN,
    REC_H,
    REC_KIND,
    REC_ORIGIN,
    REC_T,
    REC_WARP,
    REC_X,
    WARP,
    H,
    T,
)
from ..integrate.solver import (
    KIND as METHOD,
)
from ..integrate.step import take_step
from ..tables import (
    ASLEEP,
    E_A,
    E_B,
    E_ELEMENT,
    E_MODE,
    E_RULE,
    E_SLOT,
    EL_HOME,
    EL_KIND,
    EL_SLOT,
    KIND,
    LISTED,
    N_ELEMENTS,
    N_NEAR,
    N_Q,
    N_V,
    OPEN,
    OWN,
    PARENT,
    QI,
    S_NQ,
    S_STATIC,
    VI,
)
from .nearby import close_list, insert
from .pairs import enrol


# --- the discrete state -----------------------------------------------------------------------------------------------
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
def replay(P, log, done, until):
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


# --- steps --------------------------------------------------------------------------------------------------------------
@inlined
def _set_clock(S, rec_r, rec_k, i):
    """The solver is at the start of the recorded step i; return where that is and how long the step was."""
    S.r[T] = rec_r[i, REC_T]
    S.r[ORIGIN] = rec_r[i, REC_ORIGIN]
    S.r[H] = rec_r[i, REC_H]
    S.k[METHOD] = rec_k[i, REC_KIND]
    S.k[WARP] = rec_k[i, REC_WARP]
    return rec_r[i, REC_X], rec_r[i, REC_H]


@kernel
def _take(P, S, E, R, D, x, h):
    """Take the step from S.y and build its interpolant."""
    slope(x, S.y, P, S, S.f)
    M = pair_of(S, E)
    take_step(P, S, M, R, x, h)
    build_interpolant(P, S, M, R, D, x, h)


@kernel
def repeat_step(P, S, E, R, D, rec_r, rec_k, rec_y, i):
    """Take the recorded step i again and build its interpolant."""
    x, h = _set_clock(S, rec_r, rec_k, i)
    for j in range(S.y.size):
        S.y[j] = rec_y[i, j]
    refresh(P, S)
    if h > 0.0:
        _take(P, S, E, R, D, x, h)
    return x, h


@inlined
def fraction(S, t, x, h):
    """Where a time lies in the step, between 0 and 1."""
    if S.k[WARP] > 0:
        s = ((t - S.r[ORIGIN]) ** 0.5 - x) / h if t > S.r[ORIGIN] else 0.0
    else:
        s = (t - x) / h
    return min(max(s, 0.0), 1.0)


@inlined
def _wake_root(P, kinds, node):
    if is_world(P, node):
        return
    while P.tree.i[node, PARENT] >= 0:
        node = P.tree.i[node, PARENT]
    P.tree.i[node, KIND] = kinds[node]


@kernel
def _wake_touched(P, kinds):
    """The trees with a contact that touches are awake, the others asleep."""
    for i in range(kinds.size):
        P.tree.i[i, KIND] = ASLEEP
    for k in range(P.count[N_NEAR]):
        a, b = nodes(P, P.near[k])
        _wake_root(P, kinds, a)
        _wake_root(P, kinds, b)
    for i in range(kinds.size):
        parent = P.tree.i[i, PARENT]
        if parent >= 0 and P.tree.i[parent, KIND] != ASLEEP:
            P.tree.i[i, KIND] = kinds[i]


@kernel
def _awake(P, act):
    """Write the components of what is awake into `act`; return their number. Nothing awake depends on the ledger."""
    n = 0
    for i in range(P.tree.i.shape[0]):
        if P.tree.i[i, KIND] != ASLEEP:
            for j in range(P.tree.i[i, N_Q]):
                act[n] = P.tree.i[i, QI] + j
                n += 1
            for j in range(P.tree.i[i, N_V]):
                act[n] = P.size[S_NQ] + P.tree.i[i, VI] + j
                n += 1
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if P.el_i[e, EL_SLOT] >= 0:
            for j in range(n_state(P, e)):
                act[n] = P.el_i[e, EL_SLOT] + j
                n += 1
    return n


@kernel
def repeat_part(P, S, E, R, D, kinds, rec_r, rec_k, rec_y, i):
    """As `repeat_step`, for what a contact that touches depends on; the state at its start is in S.y and S.ym."""
    if P.size[S_STATIC] > 0 or rec_k[i, REC_KIND] > EXPLICIT:
        for node in range(kinds.size):
            P.tree.i[node, KIND] = kinds[node]
        return repeat_step(P, S, E, R, D, rec_r, rec_k, rec_y, i)
    _wake_touched(P, kinds)
    x, h = _set_clock(S, rec_r, rec_k, i)
    n = _awake(P, S.act)
    S.k[N_CORE] = n
    S.k[N_ACT] = n
    for m in range(n):
        j = S.act[m]
        S.y[j] = rec_y[i, j]
        S.ym[j] = S.y[j]
    if h > 0.0:
        slope(x, S.y, P, S, S.K[0])
        M = pair_of(S, E)
        explicit_stages(P, S, M, x, h)
        combine(S, M.dense, h)
    return x, h
