"""Contacts that stick exactly, where guards are looked at and at jumps: their forces are found by the right-hand side.

Motors that stick are held by a force, too (`elements/motor.py`): what is said here of contacts they are told by `misfit`.

A jump changes forces at once, and what began to stick there may not be able to. So after a jump the contact that lacks
most gives way, forces are found anew, and so on until all that stick can: at one instant, in one row of the log each.
"""

import math

from .._jit import apart, inlined, kernel
from ..elements.contact import change, friction_margin
from ..elements.dispatch import CONTACT, feels, mend, misfit
from ..elements.features import motion
from ..elements.grip import grips
from ..spatial.vectors import dot, get3, put3
from ..tables import EL_KIND, G_NORMAL, G_SCALE, N_NEAR, S_STATIC
from .grips import gripping
from .rhs import robot_rhs

ROUNDING = 1e-11  # [forces of the bodies] what a contact may lack
GLIMPSE = 1e-9  # [m] indentation at which the forces of a new contact are compared
SLIGHT = 1e-9  # [-] misfit of a mode that rounding may leave
CLEARLY = 1e-6  # [-] part of the force that holds which a new contact must lack


@apart
def feel(P, t, y):
    """Forces of what sticks exactly at y into P.held; P.work has the kinematics of y before and after."""
    if gripping(P) or _felt(P):
        robot_rhs(t, y, P, P.rate)


@kernel
def _felt(P):
    """Whether guards of any element need the forces of all."""
    for e in range(P.size[S_STATIC]):
        if feels(P.el_i[e, EL_KIND], P, e):
            return True
    return False


@apart
def misfitting(P, t, y):
    """The element whose mode is wrong by most under the forces of now, -1 if none is."""
    robot_rhs(t, y, P, P.rate)
    worst, largest = -1, SLIGHT
    for e in range(P.size[S_STATIC]):
        by = misfit(P.el_i[e, EL_KIND], P, e, t, y)
        if by > largest:
            worst, largest = e, by
    return worst


@inlined
def rounds(P):
    """How often modes may be mended at one instant."""
    return 2 + 4 * P.size[S_STATIC]


@kernel
def settle(P, t, y):
    """At the start of a run: modes that are wrong under the forces of now are mended."""
    for _ in range(rounds(P)):
        e = misfitting(P, t, y)
        if e < 0:
            return
        mend(P.el_i[e, EL_KIND], P, e, t, y)


@apart
def overloaded(P, t, y):
    """The contact that sticks exactly and lacks most of the force that it takes, -1 if none does."""
    if not gripping(P):
        return -1
    robot_rhs(t, y, P, P.rate)
    worst, lack, row, new = -1, ROUNDING, 0, -1
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if P.el_i[e, EL_KIND] != CONTACT:
            break
        if not grips(P, e):
            continue
        margin, _ = friction_margin(P, e, y, motion(P, e))
        if -margin > lack * P.grip[row, G_SCALE]:
            worst, lack = e, -margin / P.grip[row, G_SCALE]
        if abs(P.grip[row, G_NORMAL]) <= ROUNDING * P.grip[row, G_SCALE]:
            new = e
        row += 1
    return worst if worst >= 0 or new < 0 else _overloaded_soon(P, t, y)


@kernel
def _overloaded_soon(P, t, y):
    """The contact that has just been made and will lack force, -1 if none will; what it would take is in P.held.

    Where the normal force begins from nothing so does the force that holds: a moment later they can be compared.
    """
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if P.el_i[e, EL_KIND] != CONTACT:
            break
        if not grips(P, e):
            continue
        m = motion(P, e)
        if m.rate <= 0.0 or m.delta > GLIMPSE:
            continue
        h = GLIMPSE / m.rate
        for i in range(P.ahead.size):
            P.ahead[i] = y[i] + h * P.rate[i]
        robot_rhs(t + h, P.ahead, P, P.rate)
        margin, _ = friction_margin(P, e, P.ahead, motion(P, e))
        held = get3(P.held, e, 0)
        robot_rhs(t, y, P, P.rate)
        if -margin > CLEARLY * math.sqrt(dot(held, held)):
            put3(P.held, e, 0, held)
            return e
    return -1


@kernel
def start_sliding(P, t, y):
    """At the start of a run: what touches, is at rest and cannot stick slides."""
    for _ in range(P.count[N_NEAR]):
        e = overloaded(P, t, y)
        if e < 0:
            return
        change(P, e, y, motion(P, e))
