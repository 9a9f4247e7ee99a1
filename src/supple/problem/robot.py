"""The problem that every scene becomes: tables of the model, discrete state, work space.

`tree`, `feat_*`, `con_*`, `in_*`, `size`, `books` are constant. `mode`, `hold` and `in_row` are the discrete
state (changed by `jump` and `at_stop` only).
`near` lists the contacts that could touch in the coming step, `skin` holds the numbers of the broad phase.
`work`, `tau` and `sweep` are scratch: nothing in them outlives a call.
"""

from typing import NamedTuple

import numpy as np

from ..tables import Tree


class Robot(NamedTuple):
    """Model, discrete state and scratch of one run; the same type for every scene."""

    tree: Tree
    feat_i: np.ndarray
    feat_f: np.ndarray
    con_i: np.ndarray
    con_f: np.ndarray
    in_i: np.ndarray
    in_f: np.ndarray
    in_table: np.ndarray
    size: np.ndarray
    books: np.ndarray  # ledger integrals that anything in this model can change
    clock: np.ndarray  # (1,) sample period [s], 0 if none
    in_row: np.ndarray  # (n_input,) row of the table that holds now, -1: none
    mode: np.ndarray  # (n_contact, 2)
    hold: np.ndarray  # (n_contact, N_HOLD)
    near: np.ndarray  # (n_contact,) contacts to watch; near_n[0] of them
    near_n: np.ndarray  # (3,) number, 1 once the list exists, 1 + contact last seen too deep (0: none)
    skin: np.ndarray  # (n_node + 1, 3) positions when the list was made; last row: see problem/nearby.py
    seen: np.ndarray  # (n_contact,) |delta| where the guards were last looked at: the scale of a contact's error
    sweep: np.ndarray  # (n_contact, 3) of an open contact: clear up to, clear from, bound of its bend
    work: np.ndarray  # (n_node + 1, N_WORK), the last row is the world
    tau: np.ndarray  # (n_v,)
