"""How much room a run has: rows for contacts that come near, slots for those that touch. It grows when it is too small.

    first_room(model)        a guess from the number of features
    with_room(P, room)       a system with tables of these sizes; what P holds is kept
    more_room(P, S)          the same run with longer tables: goes on where it was, bit for bit

A row is known by its number and a slot by its place, so nothing that was written before has to change.
"""

from typing import NamedTuple

import numpy as np

from ..elements.slots import VACANT
from ..integrate.solver import LENGTHENED
from ..integrate.start import lengthened
from ..system.pairs import register
from ..tables import (
    F_NODE,
    LISTED,
    N_ELEMENTS,
    S_BLOCK,
    S_NODES,
    S_PAIRS,
    S_POOL,
    S_STATIC,
    SHORT,
)

SPARE = 8


class Room(NamedTuple):
    """Sizes of the tables that may grow."""

    elements: int
    slots: int


def first_room(model):
    """Rows for twice the features, slots for each that moves; all there can be where that is known to be less."""
    t = model.tables
    known, moving = len(t.el_i), int(np.sum(t.feat_i[:, F_NODE] < t.size[S_NODES]))
    elements = known if model.contacts.listed is not None else known + 64 + 2 * len(t.feat_i)
    slots = SPARE + moving + t.size[S_STATIC]
    if model.contacts.listed is not None:
        slots = min(slots, known)
    return Room(elements, int(slots) if t.size[S_BLOCK] > 0 else 0)


def state_size(P):
    """Components of y with all slots."""
    return int(P.size[S_POOL] + P.size[S_BLOCK] * P.tenant.shape[0])


def guard_size(P):
    """Room for the guards of all elements; the log has room for as many rows after every step."""
    return 2 * len(P.el_i) + 1


def with_room(P, room):
    """P with tables of these sizes."""
    n, used = room.elements, len(P.el_i)

    def longer(array, fill=0):
        out = np.full((n, *array.shape[1:]), fill, dtype=array.dtype)
        out[: len(array)] = array
        return out

    tenant = np.full((room.slots, 2), VACANT, dtype=np.int64)
    tenant[:, 1] = 0
    tenant[: len(P.tenant)] = P.tenant
    new = P._replace(
        el_i=longer(P.el_i), mode=longer(P.mode), hold=longer(P.hold), tenant=tenant,
        near=np.zeros(n, dtype=np.int64), first=np.zeros(n, dtype=np.int64), seen=np.zeros(n), sweep=np.zeros((n, 3)),
        hash=np.zeros(_power_of_two(2 * n), dtype=np.int64),
    )  # fmt: skip
    if P.seen.size:
        new.seen[:used] = P.seen
    if P.size[S_PAIRS] == 1:
        for e in range(P.size[S_STATIC], P.count[N_ELEMENTS]):
            register(new, e)
    new.count[[LISTED, SHORT]] = 0
    return new


def _power_of_two(n):
    return 1 << max(int(n) - 1, 1).bit_length()


def more_room(P, S):
    """Longer tables for a run that has found its own too short."""
    if P.count[SHORT] == 0:
        return P, S
    full = P.count[N_ELEMENTS] >= len(P.el_i)
    no_slot = P.size[S_BLOCK] > 0 and not np.any(P.tenant[:, 0] == VACANT)
    P = with_room(
        P, Room(2 * len(P.el_i) if full else len(P.el_i), 2 * len(P.tenant) + SPARE if no_slot else len(P.tenant))
    )
    guards = guard_size(P)
    S.k[LENGTHENED] = 1
    return P, lengthened(S, state_size(P), guards, max(S.log.shape[0], 2 * guards))
