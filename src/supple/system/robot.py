"""The problem that every scene becomes: tables of the model, discrete state, work space.

`tree`, `feat_*`, `con_*`, `in_*`, `size`, `books` are constant. `mode`, `hold` and `in_row` are the discrete
state (changed by `jump` and `at_stop` only).
`near` lists the contacts that could touch in the coming step, `skin` holds the numbers of the broad phase.
`work`, `tau` and `sweep` are scratch: nothing in them outlives a call.
"""

from typing import NamedTuple

from .._jit import Ints, Ints2, Reals, Reals2, by_reference
from ..tables import Tree


@by_reference
class Robot(NamedTuple):
    """Model, discrete state and scratch of one run; the same type for every scene."""

    tree: Tree
    feat_i: Ints2
    feat_f: Reals2
    con_i: Ints2
    con_f: Reals2
    in_i: Ints2
    in_f: Reals2
    in_table: Reals2
    size: Ints
    books: Ints  # ledger integrals that anything in this model can change
    clock: Reals  # (1,) sample period [s], 0 if none
    in_row: Ints  # (n_input,) row of the table that holds now, -1: none
    mode: Ints2  # (n_contact, 2)
    hold: Reals2  # (n_contact, N_HOLD)
    near: Ints  # (n_contact,) contacts to watch; near_n[0] of them
    near_n: Ints  # (3,) number, 1 once the list exists, 1 + contact last seen too deep (0: none)
    skin: Reals2  # (n_node + 1, 3) positions when the list was made; last row: see system/nearby.py
    seen: Reals  # (n_contact,) |delta| where the guards were last looked at: the scale of a contact's error
    sweep: Reals2  # (n_contact, 3) of an open contact: clear up to, clear from, bound of its bend
    work: Reals2  # (n_node + 1, N_WORK), the last row is the world
    tau: Reals  # (n_v,)
