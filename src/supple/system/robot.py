"""The system that every scene becomes: tables of the model, discrete state, lists, work space.

Constant          tree, feat_*, group_*, solid, swing, rule_*, *_key, par, table, size, books, clock
Discrete state    el_i (who the contacts are, where their slots lie), mode, hold, tenant, count: changed by `jump` and
                  `at_stop`, and by the broad phase, which adds contacts that come near
Lists             near, first, order, key, hash, skin: what is watched; seen, sweep: what is known of it
Scratch           work, tau, local, told, held, grip, mobility, rate, ahead: nothing in them outlives a call; column, small:
                  what the equations of implicit steps keep from one Jacobian to the next
"""

from typing import Annotated, NamedTuple

from .._jit import Ints, Ints2, Reals, Reals2, Reals3, Width, by_reference
from ..dynamics.implicit import N_COLUMN, N_SMALL
from ..elements.slopes import N_LOCAL
from ..tables import N_EL_I, N_FEAT_F, N_FEAT_I, N_GRIP, N_GROUP_F, N_GROUP_I, N_RULE_F, N_RULE_I, N_WORK, Tree
from .blocks import N_KEPT_I
from .couplings import N_CLIQUE_I, N_NODE_I


@by_reference
class Small(NamedTuple):
    """Small motions: the equations of an implicit step (system/implicit.py); empty where derivatives are not known."""

    of: Ints  # (n_v,) node of each coordinate
    node: Annotated[Reals2, Width(N_SMALL)]  # (n_node,)
    node_i: Annotated[Ints2, Width(N_NODE_I)]  # (n_node,) trees: couplings.py
    nodes: Ints  # (n_node,) those of coupled trees
    members: Ints  # (n_v,) their coordinates
    clique: Annotated[Ints2, Width(N_CLIQUE_I)]  # (capacity + trees,) trees that act on each other
    ends: Ints  # (6 capacity,) nodes of the couplings
    trees: Ints  # those of each clique
    acting: Ints  # (6 capacity,) cliques of each tree
    bucket: Ints  # (n_v + 1,) a tree of each degree
    rows: Reals  # (n_v,)
    matrix: Reals  # fronts, one after the other
    pivot: Ints  # (n_v,)
    slot: Ints  # (n_v,) velocities of a front, in its order
    place: Ints  # (n_v,) where they stand in it
    x: Reals  # (n_v,)
    block: Reals3  # (capacity, N_KEPT, N_KEPT_COLUMNS) elements
    block_i: Annotated[Ints2, Width(N_KEPT_I)]
    count: Ints  # couplings.py
    sigma: Reals  # (1,)


@by_reference
class Robot(NamedTuple):
    """Model, discrete state and scratch of one run; the same type for every scene."""

    tree: Tree
    feat_i: Annotated[Ints2, Width(N_FEAT_I)]
    feat_f: Annotated[Reals2, Width(N_FEAT_F)]
    group_i: Annotated[Ints2, Width(N_GROUP_I)]  # surfaces that meet others than half-spaces, for the broad phase
    group_f: Annotated[Reals2, Width(N_GROUP_F)]
    solid: Reals  # numbers of shapes with corners, one behind the other
    swing: (
        Reals  # (n_node,) [m] by what the turn of a node is multiplied in the broad phase: its arm, if it has corners
    )
    rule_i: Annotated[Ints2, Width(N_RULE_I)]
    rule_f: Annotated[Reals2, Width(N_RULE_F)]
    material_key: Annotated[Ints2, Width(2)]  # sorted: pair of materials, its rule
    body_key: Annotated[Ints2, Width(2)]  # sorted: pair of bodies, its rule, -1: they never touch
    par: Reals2  # parameters, one row per law or element
    table: Reals2  # tables over time
    size: Ints
    books: Ints  # ledger integrals that anything in this model can change
    clock: Reals  # (1,) sample period [s], 0 if none
    el_i: Annotated[Ints2, Width(N_EL_I)]  # (capacity,)
    mode: Ints2  # (capacity, modes of the widest kind)
    hold: Reals2  # (capacity, held values of the widest kind)
    tenant: Annotated[Ints2, Width(2)]  # (slots,) element in it or VACANT, 1 + the last one
    count: Ints  # (N_COUNT,)
    near: Ints  # (capacity,) elements that act or are watched: contacts by their key, then those always there
    first: Ints  # (capacity,) first guard of each of them
    order: Ints  # groups by the lower end of their spheres on the axis of the sweep
    key: Reals  # (n_group,) that lower end
    hash: Ints  # 1 + contact by its pair of features; a power of two
    skin: Annotated[Reals2, Width(12)]  # (n_node + 1,) places and axes when the list was made; last: system/nearby.py
    seen: Reals  # (capacity,) |delta| where the guards were last looked at: the scale of a contact's error
    sweep: Annotated[Reals2, Width(3)]  # (capacity,) of an open contact: clear up to, clear from, bound of its bend
    work: Annotated[Reals2, Width(N_WORK)]  # (n_node + 1,), the last row is the world
    tau: Reals  # (n_v,)
    # of models whose derivatives are known, else empty: system/jacobian.py
    column: Annotated[
        Reals2, Width(N_COLUMN)
    ]  # (n_v,) motions by each coordinate: dynamics/derivatives.py, implicit.py
    local: Annotated[Reals2, Width(N_LOCAL)]  # derivatives of one element: elements/slopes.py
    told: Ints  # what these are about
    small: Small
    # of models in which something may stick exactly, else empty: system/grips.py
    held: Annotated[Reals2, Width(3)]  # (capacity,) force on B that holds a contact
    grip: Annotated[Reals2, Width(N_GRIP)]  # (slots,) what is known of it
    mobility: Annotated[Reals2, Width(2)]  # lower triangles row by row: slips by forces; the matrix that is factorised
    rate: Reals  # like y
    ahead: Reals  # like y


def no_scratch():
    """{name: nothing} of all that is scratch: for the tables of a model, which no run uses, and which files keep."""
    names = "work", "tau", "column", "local", "told", "small", "held", "grip", "mobility", "rate", "ahead"
    return dict.fromkeys(names)
