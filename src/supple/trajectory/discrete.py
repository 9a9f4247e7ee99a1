"""The discrete state of all elements at one time: who the contacts are, where their slots lie, modes, held values.

Rows are those of the element table of the run; a contact that has not come near by then has none, or an empty one.
"""

from typing import NamedTuple

import numpy as np

from ..elements.slots import VACANT, settle
from ..model.room import Room, with_room
from ..system.pairs import enrol
from ..tables import (
    E_A,
    E_B,
    E_ELEMENT,
    E_MODE,
    E_RULE,
    E_SLOT,
    EL_A,
    EL_B,
    EL_HOME,
    EL_KIND,
    EL_RULE,
    EL_SLOT,
    LISTED,
    N_ELEMENTS,
    OWN,
    S_BLOCK,
    S_POOL,
)

A, B, RULE, SLOT = 0, 1, 2, 3  # columns of `who`; RULE -1: not known yet, SLOT -1: none
UNKNOWN = (-1, -1, -1, -1)


class Discrete(NamedTuple):
    """One row per element."""

    who: np.ndarray  # (n, 4)
    mode: np.ndarray
    hold: np.ndarray

    @classmethod
    def of(cls, P):
        """That of a system now."""
        n = int(P.count[N_ELEMENTS])
        who = P.el_i[:n, [EL_A, EL_B, EL_RULE, EL_HOME]].copy()
        who[(P.el_i[:n, EL_SLOT] < 0) | (who[:, SLOT] == OWN), SLOT] = -1
        who[P.el_i[:n, EL_KIND] == 0] = UNKNOWN
        return cls(who, P.mode[:n].copy(), P.hold[:n].copy())

    def after(self, log):
        """The same after the changes in these rows of the log."""
        if len(log) == 0:
            return self
        n, n_mode = max(len(self.who), int(log[:, E_ELEMENT].max()) + 1), self.mode.shape[1]
        who, mode, hold = np.full((n, 4), -1), np.zeros((n, n_mode), dtype=np.int64), np.zeros((n, self.hold.shape[1]))
        who[: len(self.who)], mode[: len(self.who)], hold[: len(self.who)] = self
        # of each element its last row counts
        elements, last = np.unique(log[::-1, E_ELEMENT].astype(np.int64), return_index=True)
        rows = log[::-1][last]
        who[elements] = rows[:, [E_A, E_B, E_RULE, E_SLOT]]
        mode[elements] = rows[:, E_MODE : E_MODE + n_mode]
        hold[elements] = rows[:, E_MODE + 2 * n_mode :]
        return Discrete(who, mode, hold)

    def opened(self):
        """As if every element were inactive."""
        return self._replace(mode=np.zeros_like(self.mode))

    def put_into(self, P, width, elements=0):
        """P, with room for states of this width and so many elements, in this state."""
        n, block = max(len(self.who), elements), int(P.size[S_BLOCK])
        slots = (width - int(P.size[S_POOL])) // block if block else 0
        if n > len(P.el_i) or slots > len(P.tenant):
            P = with_room(P, Room(max(n, len(P.el_i)), max(slots, len(P.tenant))))
        for e in np.flatnonzero((P.el_i[: len(self.who), EL_KIND] == 0) & (self.who[:, RULE] >= 0)):
            enrol(P, e, *self.who[e, :SLOT].tolist())
        P.count[N_ELEMENTS] = max(P.count[N_ELEMENTS], len(self.who))
        P.mode[:], P.hold[:], P.tenant[:, 0] = 0, 0.0, VACANT
        P.el_i[P.el_i[:, EL_HOME] != OWN, EL_SLOT] = -1
        P.mode[: len(self.who)], P.hold[: len(self.who)] = self.mode, self.hold
        for e in np.flatnonzero(self.who[:, SLOT] >= 0):
            settle(P, e, self.who[e, SLOT])
        P.count[LISTED] = 0
        return P
