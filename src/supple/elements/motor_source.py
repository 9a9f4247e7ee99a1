"""The source of a motor: what current flows and at what voltage, and where its limits are met (equations: motor.py)."""

from .._jit import inlined
from ..guards import UNUSED
from ..tables import EL_A, EL_B, EL_ROW, EL_ROW_F, EL_SLOT, L_HEAT, S_LEDGER, S_NQ, VI
from .motor_columns import (
    BY_CURRENT,
    CONSTANT,
    I_MAX,
    INDUCTANCE,
    M_CLIP,
    M_SOURCE,
    OUTPUT,
    RATIO,
    RESISTANCE,
    U_MAX,
    VALUE,
)
from .pieces_over_time import at, choose

CLOSE = 1e-9  # [-] a source that is so near to its limit stays as it is


@inlined
def sign(x):
    """-1, 0 or 1."""
    return 1.0 if x > 0.0 else -1.0 if x < 0.0 else 0.0


@inlined
def asked(P, e, t):
    """The command at t [V or A]."""
    row = P.el_i[e, EL_ROW]
    if P.el_i[e, EL_B] >= 0:
        return P.hold[P.el_i[e, EL_B], int(P.par[row, OUTPUT])]
    if P.el_i[e, EL_ROW_F] > 0:
        return at(P.table, P.par[P.el_i[e, EL_ROW_F]], P.mode[e, 0], t)[0]
    return P.par[row, VALUE]


@inlined
def _given(P, e, t):
    """What the source is told to give: the command within the limit of the source itself."""
    row = P.el_i[e, EL_ROW]
    most = P.par[row, I_MAX] if P.par[row, BY_CURRENT] == 1.0 else P.par[row, U_MAX]
    if P.el_i[e, EL_ROW_F] == 0:  # it is held: no kink
        return min(max(asked(P, e, t), -most), most)
    return P.mode[e, M_CLIP] * most if P.mode[e, M_CLIP] != 0 else asked(P, e, t)


@inlined
def speed(P, e, y):
    """Of the shaft [rad/s]."""
    return P.par[P.el_i[e, EL_ROW], RATIO] * y[P.size[S_NQ] + P.tree.i[P.el_i[e, EL_A], VI]]


@inlined
def electric(P, e, t, y, w):
    """Current [A], voltage at the winding [V], rate of the current [A/s]."""
    row, s = P.el_i[e, EL_ROW], P.mode[e, M_SOURCE]
    R, L, k = P.par[row, RESISTANCE], P.par[row, INDUCTANCE], P.par[row, CONSTANT]
    given = _given(P, e, t)
    if P.par[row, BY_CURRENT] == 1.0:
        if s == 0:
            return given, R * given + k * w, 0.0
        u = s * P.par[row, U_MAX]
        return (u - k * w) / R, u, 0.0
    if L > 0.0:
        i = y[P.el_i[e, EL_SLOT]]
        if s == 0:
            return i, given, (given - R * i - k * w) / L
        return i, R * i + k * w, 0.0
    i = (given - k * w) / R if s == 0 else s * P.par[row, I_MAX]
    return i, R * i + k * w, 0.0


@inlined
def source_guard(P, e, t, y, w):
    """Positive while the source is, or is not, at its limit."""
    row, s = P.el_i[e, EL_ROW], P.mode[e, M_SOURCE]
    i, u, _ = electric(P, e, t, y, w)
    if P.par[row, BY_CURRENT] == 1.0:
        most = P.par[row, U_MAX]
        return s * (_given(P, e, t) - i) if s != 0 else most - abs(u) if most < UNUSED else UNUSED
    most = P.par[row, I_MAX]
    return s * (_given(P, e, t) - u) if s != 0 else most - abs(i) if most < UNUSED else UNUSED


@inlined
def clip_guard(P, e, t):
    """Positive while a command that changes with time is, or is not, cut off."""
    row, s = P.el_i[e, EL_ROW], P.mode[e, M_CLIP]
    most = P.par[row, I_MAX] if P.par[row, BY_CURRENT] == 1.0 else P.par[row, U_MAX]
    if P.el_i[e, EL_ROW_F] == 0 or most > UNUSED:
        return UNUSED
    command = asked(P, e, t)
    return s * command - most if s != 0 else most - abs(command)


@inlined
def _limit_current(P, e, y, s):
    """The current is at its limit exactly from now on; what that takes from the field is heat."""
    row, slot = P.el_i[e, EL_ROW], P.el_i[e, EL_SLOT]
    P.mode[e, M_SOURCE] = s
    L, most = P.par[row, INDUCTANCE], P.par[row, I_MAX]
    if L > 0.0:
        y[P.size[S_LEDGER] + L_HEAT] += 0.5 * L * (y[slot] * y[slot] - most * most)
        y[slot] = s * most


@inlined
def switch_source(P, e, t, y, w):
    """The source has come to its limit, or from it."""
    if P.mode[e, M_SOURCE] != 0:
        P.mode[e, M_SOURCE] = 0
        return
    i, u, _ = electric(P, e, t, y, w)
    if P.par[P.el_i[e, EL_ROW], BY_CURRENT] == 1.0:
        P.mode[e, M_SOURCE] = int(sign(u))
    else:
        _limit_current(P, e, y, int(sign(i)))


@inlined
def _beyond(x, most, s):
    """Sign of x where it is beyond a limit, else 0; what is close to it stays as it was, s."""
    if abs(abs(x) - most) <= CLOSE * most and (s == 0 or s * x > 0.0):
        return s
    return int(sign(x)) if abs(x) > most else 0


@inlined
def renew_source(P, e, t, y):
    """Piece of the command, modes of source and command, where a held input may have changed."""
    row, w = P.el_i[e, EL_ROW], speed(P, e, y)
    R, k = P.par[row, RESISTANCE], P.par[row, CONSTANT]
    by_current = P.par[row, BY_CURRENT] == 1.0
    P.mode[e, 0] = 1
    if P.el_i[e, EL_ROW_F] > 0:
        P.mode[e, 0] = choose(P.table, P.par[P.el_i[e, EL_ROW_F]], t)
        most = P.par[row, I_MAX] if by_current else P.par[row, U_MAX]
        P.mode[e, M_CLIP] = _beyond(asked(P, e, t), most, P.mode[e, M_CLIP]) if most < UNUSED else 0
    given, s = _given(P, e, t), P.mode[e, M_SOURCE]
    if by_current:
        P.mode[e, M_SOURCE] = _beyond(R * given + k * w, P.par[row, U_MAX], s) if P.par[row, U_MAX] < UNUSED else 0
    elif P.par[row, INDUCTANCE] == 0.0:
        P.mode[e, M_SOURCE] = _beyond((given - k * w) / R, P.par[row, I_MAX], s) if P.par[row, I_MAX] < UNUSED else 0
    else:
        i = y[P.el_i[e, EL_SLOT]]
        more = sign(i) * (given - R * i - k * w)
        if abs(i) < P.par[row, I_MAX] * (1.0 - CLOSE) or more <= 0.0:
            P.mode[e, M_SOURCE] = 0
        elif s == 0:
            _limit_current(P, e, y, int(sign(i)))
