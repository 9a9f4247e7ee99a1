"""Contacts that stick exactly, where guards are looked at and at jumps: their forces are found by the right-hand side.

A jump changes forces at once, and what began to stick there may not be able to. So after a jump the contact that lacks
most gives way, forces are found anew, and so on until all that stick can: at one instant, in one row of the log each.
"""

from .._jit import kernel
from ..elements.contact import change, friction_margin
from ..elements.dispatch import CONTACT
from ..elements.features import motion
from ..elements.grip import grips
from ..tables import EL_KIND, G_SCALE, N_NEAR
from .grips import gripping
from .rhs import robot_rhs

ROUNDING = 1e-11  # [forces of the bodies] what a contact may lack


@kernel
def feel(P, t, y):
    """Forces of what sticks exactly at y into P.held, if there is anything; P.work has the kinematics of y before and after."""
    if gripping(P):
        robot_rhs(t, y, P, P.rate)


@kernel
def overloaded(P, t, y):
    """The contact that sticks exactly and lacks most of the force that it takes, -1 if none does."""
    if not gripping(P):
        return -1
    robot_rhs(t, y, P, P.rate)
    worst, lack, row = -1, ROUNDING, 0
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if P.el_i[e, EL_KIND] != CONTACT:
            break
        if not grips(P, e):
            continue
        margin, _ = friction_margin(P, e, y, motion(P, e))
        if -margin > lack * P.grip[row, G_SCALE]:
            worst, lack = e, -margin / P.grip[row, G_SCALE]
        row += 1
    return worst


@kernel
def start_sliding(P, t, y):
    """At the start of a run: what touches, is at rest and cannot stick slides."""
    for _ in range(P.count[N_NEAR]):
        e = overloaded(P, t, y)
        if e < 0:
            return
        change(P, e, y, motion(P, e))
