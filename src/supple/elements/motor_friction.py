"""Friction of a motor and its gear: located stick and slip, bristles, losses by the load (equations: motor.py)."""

from .._jit import inlined
from ..tables import EL_A, EL_ROW, EL_SLOT, S_NQ, VI
from .motion import torque
from .motor_columns import (
    AT_BRISTLE,
    BACK,
    BRISTLE,
    COULOMB,
    DRIVEN,
    DRIVING,
    FORWARD,
    LOAD,
    M_LOAD,
    M_SLIP,
    RATIO,
    STATIC,
    STUCK,
)
from .motor_source import sign, speed


@inlined
def loss_per_load(P, row, load, direction):
    """Friction of the gear at the shaft per load [-] when it turns, or is about to turn, that way."""
    c = P.par[row, DRIVING] if load * direction * P.par[row, RATIO] > 0.0 else P.par[row, DRIVEN]
    return c / abs(P.par[row, RATIO])


@inlined
def _loss(P, row, load, direction):
    """Friction of the gear at the shaft [Nm]."""
    return loss_per_load(P, row, load, direction) * abs(load)


@inlined
def grip_of(P, e):
    """What a shaft that stands still can hold and the friction that it takes [Nm]; after the accelerations."""
    row = P.el_i[e, EL_ROW]
    takes = -torque(P, e) / P.par[row, RATIO]
    return P.par[row, STATIC] + _loss(P, row, P.work[P.el_i[e, EL_A], LOAD], sign(takes)), takes


@inlined
def rubs(P, row):
    """Whether friction is located."""
    return P.par[row, BRISTLE] == 0.0 and (P.par[row, STATIC] > 0.0 or lossy(P, row))


@inlined
def lossy(P, row):
    """Whether friction depends on the load."""
    return P.par[row, DRIVING] > 0.0 or P.par[row, DRIVEN] > 0.0


@inlined
def slipping(P, e, y, w, load):
    """Friction torque [Nm], lost power [W], rate of the bristle [rad/s]; while it does not stick."""
    row, mode = P.el_i[e, EL_ROW], P.mode[e, M_SLIP]
    if mode == 0:
        return 0.0, 0.0, 0.0
    s = 1.0 if mode == FORWARD else -1.0
    tau, sigma = P.par[row, COULOMB], P.par[row, BRISTLE]
    if sigma > 0.0:
        z = y[P.el_i[e, EL_SLOT] + int(P.par[row, AT_BRISTLE])]
        share = sigma * z / tau
        return sigma * z, share * share * tau * s * w, w - share * s * w
    T = tau + _loss(P, row, load, s)
    return s * T, T * s * w, 0.0


@inlined
def switch_friction(P, e, y):
    """It stops, and sticks unless `mend` finds that it cannot; or it breaks away. A bristle only turns round."""
    before = P.mode[e, M_SLIP]
    y[P.size[S_NQ] + P.tree.i[P.el_i[e, EL_A], VI]] = 0.0
    if before == STUCK:
        P.mode[e, M_SLIP] = FORWARD if grip_of(P, e)[1] > 0.0 else BACK
    elif P.par[P.el_i[e, EL_ROW], BRISTLE] > 0.0:
        P.mode[e, M_SLIP] = BACK if before == FORWARD else FORWARD
    else:
        P.mode[e, M_SLIP] = STUCK


@inlined
def renew_friction(P, e, y):
    """Modes of friction that has none yet, or none that fits."""
    row, w = P.el_i[e, EL_ROW], speed(P, e, y)
    if P.par[row, BRISTLE] > 0.0:
        if P.mode[e, M_SLIP] != FORWARD and P.mode[e, M_SLIP] != BACK:
            P.mode[e, M_SLIP] = BACK if w < 0.0 else FORWARD
    elif not rubs(P, row):
        P.mode[e, M_SLIP] = 0
    elif P.mode[e, M_SLIP] == 0:
        P.mode[e, M_SLIP] = STUCK if w == 0.0 else FORWARD if w > 0.0 else BACK
    if not lossy(P, row):
        P.mode[e, M_LOAD] = 0
