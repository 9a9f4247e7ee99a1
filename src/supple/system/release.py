"""Contacts that stick exactly, where guards are looked at and at jumps: their forces are found by the right-hand side.

A jump changes forces at once, and what began to stick there may not be able to. So after a jump the contact that lacks
most gives way, forces are found anew, and so on until all that stick can: at one instant, in one row of the log each.

A contact that has just been made carries no load yet, and what it takes to hold it is nothing, too. Whether it can stick
is asked where all bodies will be when it is deeper by AHEAD: both forces are then well above rounding, and their ratio is
that of the touch (a bar that falls on one end slips from the start if mu is less than that ratio, however slowly).
"""

from .._jit import kernel
from ..dynamics.kinematics import kinematics
from ..elements.contact import change, friction_margin, rounding
from ..elements.dispatch import CONTACT
from ..elements.features import motion
from ..elements.grip import grips
from ..elements.normal import normal_at
from ..tables import EL_KIND, G_SCALE, N_NEAR, S_NQ
from .grips import gripping
from .rhs import robot_rhs

ROUNDING = 1e-11  # [forces of the bodies] what a contact may lack
AHEAD = 1e6  # [what rounding leaves of a gap]
LONGEST = 1e-6  # [s] to look ahead: other bodies move, too
BEGINNING = 0.5  # of its load when it is so much deeper: a contact with less is being made


@kernel
def feel(P, t, y):
    """Forces of what sticks exactly at y into P.held, if there is anything; P.work has the kinematics of y before and after."""
    if gripping(P):
        robot_rhs(t, y, P, P.rate)


@kernel
def _until_loaded(P, y):
    """Time [s] until all contacts that stick and are being made carry a load; 0 if there are none."""
    wait = 0.0
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if P.el_i[e, EL_KIND] != CONTACT:
            break
        if grips(P, e):
            m, depth = motion(P, e), AHEAD * rounding(P, e)
            now, soon = normal_at(P, e, y, m.delta, m.rate)[0], normal_at(P, e, y, m.delta + depth, m.rate)[0]
            if m.rate > 0.0 and now < BEGINNING * soon:
                wait = max(wait, min(depth / m.rate, LONGEST))
    return wait


@kernel
def _feel_loaded(P, t, y):
    """Forces of what sticks exactly into P.held, a moment later where a contact is being made: at the state P.later."""
    robot_rhs(t, y, P, P.rate)
    wait = _until_loaded(P, y)
    for i in range(y.size):
        P.later[i] = y[i]
    if wait > 0.0:
        for i in range(P.size[S_NQ]):
            P.later[i] += wait * P.rate[i]
        robot_rhs(t, P.later, P, P.rate)


@kernel
def overloaded(P, t, y):
    """The contact that sticks exactly and lacks most of the force that it takes, -1 if none does."""
    if not gripping(P):
        return -1
    _feel_loaded(P, t, y)
    worst, lack, row = -1, ROUNDING, 0
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if P.el_i[e, EL_KIND] != CONTACT:
            break
        if not grips(P, e):
            continue
        margin, _ = friction_margin(P, e, P.later, motion(P, e))
        if -margin > lack * P.grip[row, G_SCALE]:
            worst, lack = e, -margin / P.grip[row, G_SCALE]
        row += 1
    kinematics(P.tree, y, P.size[S_NQ], P.work)
    return worst


@kernel
def start_sliding(P, t, y):
    """At the start of a run: what touches, is at rest and cannot stick slides."""
    for _ in range(P.count[N_NEAR]):
        e = overloaded(P, t, y)
        if e < 0:
            return
        change(P, e, y, motion(P, e))
