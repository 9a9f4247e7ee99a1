"""How much room a run has: rows for contacts that come near, slots for those that touch. It grows when it is too small.

    first_room(model)        a guess from the number of features
    with_room(P, room)       a system with tables of these sizes; what P holds is kept
    more_room(P, S)          the same run with longer tables: goes on where it was, bit for bit

A row is known by its number and a slot by its place, so nothing that was written before has to change.
"""

from typing import NamedTuple

import numpy as np

from ..dynamics.implicit import N_SMALL
from ..elements.registry import ELEMENTS
from ..elements.slots import VACANT
from ..integrate.start import lengthened
from ..system.blocks import N_KEPT, N_KEPT_COLUMNS, N_KEPT_I
from ..system.couplings import N_CLIQUE_I, N_NODE_I, N_SMALL_COUNT
from ..system.pairs import register
from ..system.robot import Small
from ..tables import (
    EL_GUARDS,
    EL_KIND,
    F_NODE,
    LISTED,
    N_ELEMENTS,
    N_GRIP,
    N_V,
    PARENT,
    R_YIELDS,
    ROWS,
    S_BLOCK,
    S_EXACT,
    S_FEELS,
    S_NODES,
    S_NV,
    S_PAIRS,
    S_POOL,
    S_STATIC,
    SHORT,
    SLOTS,
)

SPARE = 8
FRONTS = 1 << 27  # numbers at most (1 GB) in the matrices of trees that act on each other; their lists have an eighth
SHARE = 4  # of the numbers of one dense matrix: random graphs took 1.2, heaps of 27 balls 0.9, larger ones less
ENDS = 6  # trees on which one element acts, at most


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
    """Room for the guards of all elements, contacts to come among them; the log has as many rows left after every step."""
    phases = int(P.rule_i[:, R_YIELDS].max(initial=0))
    contact = ELEMENTS.modules[ELEMENTS.number_of_file("contact")].N_GUARD + phases
    return len(P.el_i) * max(contact, int(P.el_i[:, EL_GUARDS].max(initial=0))) + 1


def with_room(P, room):
    """P with tables of these sizes."""
    n = room.elements

    def longer(array):
        out = np.zeros((n, *array.shape[1:]), dtype=array.dtype)
        out[: len(array)] = array
        return out

    tenant = np.full((room.slots, 2), VACANT, dtype=np.int64)
    tenant[:, 1] = 0
    tenant[: len(P.tenant)] = P.tenant
    new = P._replace(
        el_i=longer(P.el_i), mode=longer(P.mode), hold=longer(P.hold), tenant=tenant, near=longer(P.near),
        first=longer(P.first), seen=longer(P.seen), sweep=longer(P.sweep),
        hash=np.zeros(_power_of_two(2 * n), dtype=np.int64),
    )  # fmt: skip
    if P.size[S_PAIRS] == 1:
        rows = np.arange(P.size[S_STATIC], P.count[N_ELEMENTS])
        for e in rows[P.el_i[rows, EL_KIND] != 0]:  # a replay has rows of contacts that it does not know yet
            register(new, e)
    new.count[SHORT] = 0
    return new._replace(small=_small(new, is_ready(P)), **_grips(new))


def is_ready(P):
    """Whether a system has the scratch space of implicit steps that are solved by structure."""
    return P.small is not None and P.small.node.size > 0


def made_ready(P):
    """P with that scratch space."""
    return P if is_ready(P) else P._replace(small=_small(P, True))


def _small(P, wanted):
    """Scratch for the equations of implicit steps. It takes memory where it is used: few elements act at a time."""
    n_node, n_v, capacity = (P.tree.i.shape[0], int(P.size[S_NV]), len(P.el_i)) if wanted else (0, 0, 0)
    of = np.repeat(np.arange(n_node), P.tree.i[:n_node, N_V])
    n_tree = int(np.sum(P.tree.i[:n_node, PARENT] < 0))
    numbers = min(min(n_tree, SHARE) * n_v * n_v, FRONTS)
    listed = min(n_tree * (n_tree + 1) // 2, FRONTS // 8) + ENDS * capacity

    def ints(*shape):
        return np.zeros(shape, dtype=np.int64)

    return Small(
        of=of, node=np.zeros((n_node, N_SMALL)), node_i=ints(n_node, N_NODE_I), nodes=ints(n_node), members=ints(n_v),
        clique=ints(capacity + n_tree, N_CLIQUE_I), ends=ints(ENDS * capacity), trees=ints(listed),
        acting=ints(ENDS * capacity), bucket=ints(n_v + 1), rows=np.zeros(n_v), matrix=np.zeros(numbers), pivot=ints(n_v),
        slot=ints(n_v), place=ints(n_v), x=np.zeros(n_v), block=np.zeros((capacity, N_KEPT, N_KEPT_COLUMNS)),
        block_i=ints(capacity, N_KEPT_I), count=ints(N_SMALL_COUNT), sigma=np.zeros(1),
    )  # fmt: skip


def _grips(P):
    """Scratch for contacts that stick exactly: each of them has a slot. The triangle takes memory where it is used."""
    rows, n = (len(P.el_i), len(P.tenant)) if P.size[S_EXACT] > 0 else (0, 0)
    felt = n > 0 or P.size[S_FEELS] > 0
    return {
        "held": np.zeros((rows, 3)), "grip": np.zeros((n, N_GRIP)), "mobility": np.zeros((n * (2 * n + 1), 2)),
        "rate": np.zeros(state_size(P) if felt else 0), "ahead": np.zeros(state_size(P) if n else 0),
    }  # fmt: skip


def _power_of_two(n):
    return 1 << max(int(n) - 1, 1).bit_length()


def grown(P):
    """More room for what a system was short of."""
    elements, slots = len(P.el_i), len(P.tenant)
    return Room(
        2 * elements if P.count[SHORT] & ROWS else elements, 2 * slots + SPARE if P.count[SHORT] & SLOTS else slots
    )


def more_room(P, S):
    """Longer tables for a run that has found its own too short."""
    if P.count[SHORT] == 0:
        return P, S
    room = grown(P)
    if P.count[SHORT] & ROWS:
        P.count[LISTED] = 0  # the list was cut short
    P = with_room(P, room)
    guards = guard_size(P)
    return P, lengthened(S, state_size(P), guards, max(S.log.shape[0], 2 * guards))
