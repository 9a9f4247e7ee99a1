"""The stop of a joint: a normal law over the way beyond the limit of a coordinate.

    delta = q - q_high  or  q_low - q,     rate = v  or  -v,     tau = -F  or  F

Of a revolute joint delta is an angle [rad] and F a moment [Nm]. Energies, losses, jumps and the free surface are those of
a contact without friction.
"""

from .._jit import inlined
from ..guards import UNKNOWN, UNUSED
from ..integrate.problem import RESTART
from ..integrate.solver import EPS
from ..tables import (
    EL_A,
    EL_B,
    EL_ROW_F,
    EL_RULE,
    EL_SLOT,
    H_SURFACE,
    H_TIME,
    L_RELEASED,
    M_NORMAL,
    OPEN,
    QI,
    R_STATE,
    S_LEDGER,
    S_NQ,
    TOUCHING,
    VI,
)
from .normal import (
    ROUNDING,
    book_of,
    flags_of_touch,
    leave,
    normal_at,
    normal_state,
    open_guard,
    phase_guard,
    stored_normal,
    touch,
    touching_guard,
    turn,
    yields,
)
from .normal_slopes import slopes_of_normal
from .observed import CONTACT, see_motion
from .slopes import LAWS, ROW, SPEED_OF, STATE, STATES, WRENCH, book_row, name_coordinate, tell_coordinates
from .slots import give_back, lend

N_MODE, N_HOLD, N_GUARD = 1, 2, 1
LOW, HIGH = -1, 1  # side of the stop: EL_B
POSITION = 0  # column of its own parameters: the limit [m, rad]


@inlined
def motion(P, e, y):
    """delta and rate."""
    node, side = P.el_i[e, EL_A], P.el_i[e, EL_B]
    q, v = y[P.tree.i[node, QI]], y[P.size[S_NQ] + P.tree.i[node, VI]]
    beyond = q - P.par[P.el_i[e, EL_ROW_F], POSITION]
    return (beyond, v) if side == HIGH else (-beyond, -v)


@inlined
def rounding(P, e):
    """What rounding leaves of delta."""
    return ROUNDING * EPS * abs(P.par[P.el_i[e, EL_ROW_F], POSITION])


@inlined
def load(P, e, t, y, dy):
    """The force on the coordinate, rate of the internal state, power."""
    delta, rate = motion(P, e, y)
    F, z_rate, damped = normal_at(P, e, y, delta, rate)
    dy[P.size[S_LEDGER] + book_of(P, e)] += damped
    if P.rule_i[P.el_i[e, EL_RULE], R_STATE] > 0:
        dy[P.el_i[e, EL_SLOT]] = z_rate
    P.tau[P.tree.i[P.el_i[e, EL_A], VI]] -= F * P.el_i[e, EL_B]


@inlined
def slopes(P, e, t, y, dy):
    """Those of the normal law, by coordinate, velocity and internal state."""
    side, states = P.el_i[e, EL_B], P.rule_i[P.el_i[e, EL_RULE], R_STATE]
    delta, rate = motion(P, e, y)
    slopes_of_normal(P, e, delta, rate, normal_state(P, e, y), P.local, LAWS)
    D, E = P.local, P.local
    E[0, 0], E[0, SPEED_OF], E[0, STATES] = -D[LAWS, 0], -D[LAWS, 1], -D[LAWS, 2] * side
    E[WRENCH, ROW], E[WRENCH + 1, ROW] = book_row(P, book_of(P, e)), STATE
    for i in range(2):
        law = LAWS + 2 - i
        E[WRENCH + i, 0], E[WRENCH + i, SPEED_OF], E[WRENCH + i, STATES] = D[law, 0] * side, D[law, 1] * side, D[law, 2]
    name_coordinate(P, 0, P.el_i[e, EL_A], 0)
    tell_coordinates(P, 1, WRENCH + 1 + states, states)


@inlined
def watch(P, e, t, y, g, gd, i):
    """Made or lost, and the phase of a law that yields."""
    delta, rate = motion(P, e, y)
    is_open = P.mode[e, M_NORMAL] == OPEN
    if is_open:
        g[i], gd[i] = open_guard(P, e, t, delta, rate)
    else:
        g[i], gd[i] = touching_guard(P, e, y, delta, rate)
    if yields(P, e):
        g[i + 1], gd[i + 1] = (UNUSED, UNKNOWN) if is_open else phase_guard(P, e, y, delta, rate, rounding(P, e))


@inlined
def _make(P, e, t, y, delta):
    """The stop is met; return the energy that came back."""
    z = touch(P, e, t, y, delta)
    P.mode[e, M_NORMAL] = TOUCHING
    P.hold[e, H_TIME] = 0.0
    P.hold[e, H_SURFACE] = 0.0
    return stored_normal(P, e, delta, z)


@inlined
def switch(P, e, t, y, hit, i):
    """Made, lost or in another phase; flags, delta and its rate. Flags -1: no slot is left."""
    delta, rate = motion(P, e, y)
    if hit[i] == 0:
        turn(P, e, y, delta)
        return 0, delta, rate
    released = P.size[S_LEDGER] + L_RELEASED
    if P.mode[e, M_NORMAL] == OPEN:
        if not lend(P, e):
            return -1, delta, rate
        y[released] -= _make(P, e, t, y, delta)
        return flags_of_touch(P, e), delta, rate
    z = normal_state(P, e, y)
    y[released] += stored_normal(P, e, delta, z)
    leave(P, e, t, delta, z)
    P.mode[e, M_NORMAL] = OPEN
    give_back(P, e, y)
    return RESTART, delta, rate


@inlined
def begin(P, e, t, y):
    """A joint that starts beyond its limit is at the stop."""
    delta, rate = motion(P, e, y)
    guard, _ = open_guard(P, e, t, delta, rate)
    if guard <= 0.0 and lend(P, e):
        _make(P, e, t, y, delta)


@inlined
def store(P, e, y, out):
    """Energy in the stop."""
    delta, _ = motion(P, e, y)
    out[CONTACT] += stored_normal(P, e, delta, normal_state(P, e, y))


@inlined
def observe(P, e, y, out):
    """Way beyond the limit and the force of the stop."""
    delta, rate = motion(P, e, y)
    F = 0.0
    if P.mode[e, M_NORMAL] != OPEN:
        F, _, _ = normal_at(P, e, y, delta, rate)
    see_motion(P, e, delta, rate, F, out)


@inlined
def press(P, e, y):
    """The force of a stop that is met, the way beyond the limit and its rate."""
    delta, rate = motion(P, e, y)
    F, _, _ = normal_at(P, e, y, delta, rate)
    return F, delta, rate
