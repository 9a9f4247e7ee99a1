"""Slots: where the internal state of an element lies in y while it acts.

    y = [ q | v | own | ledger | slot 0 | slot 1 | ... ]        all slots of a model have the same number of components

An element that always acts has components of its own, which are not lent: `own` above.

A slot is lent when a contact is made and comes back when it is lost; the element keeps its name, its modes and its held
values. So the size of y grows with what touches, not with what could. An element gets its last slot again if that is free,
so that the numbering does not depend on what others did meanwhile. When no slot is left the run returns to Python for a
larger pool and goes on.
"""

from .._jit import inlined, kernel
from ..tables import EL_HOME, EL_SLOT, EL_STATES, S_BLOCK, S_POOL, SHORT, SLOTS

VACANT = -1  # tenant of a slot that is free


@inlined
def n_state(P, e):
    """Components of internal state of an element."""
    return P.el_i[e, EL_STATES]


@kernel
def lend(P, e):
    """Give element e the slot that it needs, if it needs one; False, and a mark in P.count, if there is none."""
    if n_state(P, e) == 0:
        return True
    home = P.el_i[e, EL_HOME]
    chosen = -1
    if home >= 0 and P.tenant[home, 0] == VACANT:
        chosen = home
    else:
        for i in range(P.tenant.shape[0]):
            if P.tenant[i, 0] == VACANT and (chosen < 0 or P.tenant[i, 1] < P.tenant[chosen, 1]):
                chosen = i
                if P.tenant[i, 1] == 0:  # nobody's home
                    break
    if chosen < 0:
        P.count[SHORT] |= SLOTS
        return False
    settle(P, e, chosen)
    return True


@inlined
def settle(P, e, slot):
    """Element e moves into a slot that is free."""
    P.tenant[slot, 0] = e
    P.tenant[slot, 1] = 1 + e
    P.el_i[e, EL_HOME] = slot
    P.el_i[e, EL_SLOT] = P.size[S_POOL] + slot * P.size[S_BLOCK]


@inlined
def give_back(P, e, y):
    """The slot of element e is free, and empty."""
    first = P.el_i[e, EL_SLOT]
    if first < 0:
        return
    for j in range(P.size[S_BLOCK]):
        y[first + j] = 0.0
    P.tenant[P.el_i[e, EL_HOME], 0] = VACANT
    P.el_i[e, EL_SLOT] = -1
