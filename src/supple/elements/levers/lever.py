"""Levers by their numbers in compiled code, and the rows of a cable that hold them.

    e = sum_j s_j(x_j),     e' = sum_j r_j x_j',     generalised force on x_j: -f r_j

A row of parameters holds the number of levers in the column `first`, and behind it for each of them: node of the
coordinate, number of the lever's kind, its numbers.
"""

from types import SimpleNamespace

import numpy as np

from ..._check import shown
from ..._jit import inlined, kernel
from ...guards import UNUSED
from ...quantities import Range
from ...tables import QI, S_NQ, VI
from .registry import LEVERS

MOST = 6  # levers of a cable
NODE, KIND, ARM = 1, 2, 3  # columns of a lever, counted from `first` + its number times WIDTH
N_ARM = 2  # parameters of a lever, at most
WIDTH = 2 + N_ARM


@inlined
def _none(table, p, at, x):
    return 0.0, 0.0


@inlined
def _anywhere(table, p, at, x):
    return UNUSED


way = kernel(LEVERS.choose("way", "way", _none))
room = kernel(LEVERS.choose("room", "room", _anywhere))


@kernel
def stretch(P, row, first, y):
    """Elongation by all levers, and its rate."""
    p, n_q = P.par[row], P.size[S_NQ]
    total, rate = 0.0, 0.0
    for j in range(int(p[first])):
        at = first + j * WIDTH
        node = int(p[at + NODE])
        s, r = way(int(p[at + KIND]), P.table, p, at + ARM, y[P.tree.i[node, QI]])
        total += s
        rate += r * y[n_q + P.tree.i[node, VI]]
    return total, rate


@kernel
def pull(P, row, first, y, f):
    """The tension f [N] as generalised forces into P.tau."""
    p = P.par[row]
    for j in range(int(p[first])):
        at = first + j * WIDTH
        node = int(p[at + NODE])
        _, r = way(int(p[at + KIND]), P.table, p, at + ARM, y[P.tree.i[node, QI]])
        P.tau[P.tree.i[node, VI]] -= f * r


@inlined
def lever_node(P, row, first, j):
    """Node of the coordinate of the j-th lever, -1: there is none."""
    p = P.par[row]
    return int(p[first + j * WIDTH + NODE]) if j < int(p[first]) else -1


@kernel
def least_room(P, row, first, y):
    """How far the coordinates are inside of the tables of their levers; the nearest to an end counts."""
    p, least = P.par[row], UNUSED
    for j in range(int(p[first])):
        at = first + j * WIDTH
        x = y[P.tree.i[int(p[at + NODE]), QI]]
        least = min(least, room(int(p[at + KIND]), P.table, p, at + ARM, x))
    return least


# --- Python -------------------------------------------------------------------------------------------------------------
def lever_numbers(table, levers):
    """What the row of a cable says of its levers."""
    found = [len(levers)]
    for lever in levers:
        numbers = tuple(lever.numbers(table))
        node = table.joint(lever.body, lever.coordinate)
        found += [node, LEVERS.number(lever), *numbers, *([0.0] * (N_ARM - len(numbers)))]
    return found


def has_room(levers):
    """Whether one of them has a table that a coordinate can leave."""
    return any(hasattr(LEVERS.modules[LEVERS.number(lever)], "room") for lever in levers)


def way_of(lever, x):
    """Elongation s [m] and lever arm r [m] of a lever at the coordinate x."""
    space = SimpleNamespace(table=[])
    p = np.array(lever.numbers(space), dtype=float)
    return way(LEVERS.number(lever), np.array(space.table, dtype=float), p, 0, float(x))


def _check_levers(name, value, unit):
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= MOST:
        raise TypeError(f"{name} must be 1 to {MOST} levers such as Lever(body=..., arm=...), got {shown(value)}")
    for i, one in enumerate(value):
        if isinstance(one, type) or one not in LEVERS:
            raise TypeError(f"{name}[{i}] must be a lever such as Lever(body=..., arm=...), got {shown(one)}")
    places = [(one.body, one.coordinate) for one in value]
    for place in places:
        if places.count(place) > 1:
            raise ValueError(
                f"{name} must have one lever per coordinate, got two on coordinate {place[1]} of {place[0]!r}"
            )
    return tuple(value)


LEVER_LIST = Range(f"1 to {MOST} levers", _check_levers)
