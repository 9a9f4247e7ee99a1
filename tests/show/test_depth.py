"""Order of painting: what is nearer to the reader is painted later, whatever the sizes of facets."""

import numpy as np
import pytest

from supple.show.depth import Solid, layers
from supple.show.surfaces import facets


def block(name, at, size):
    """A box; its colour is its name."""
    return Solid.of(facets({"kind": "box", "at": at, "size": size}), name)


def order(solids, z):
    z = np.array(z, dtype=float)
    return [{solid.colour for solid in layer} for layer in layers(solids, z / np.linalg.norm(z))]


TABLE = block("table", (0, 0, 0), (1.0, 0.8, 0.1))
SMALL = block("small", (0.1, 0.2, 0.0745), (0.05, 0.05, 0.05))  # half a millimetre in the table


@pytest.mark.parametrize("level", [(1, 0), (-1, 0.2), (0.3, -1), (0, 1)])
def test_a_thing_on_a_table(level):
    """The facets of the table beside it are larger, and some of their middles are nearer to the reader."""
    for solids in ([TABLE, SMALL], [SMALL, TABLE]):
        assert order(solids, (*level, 0.3)) == [{"table"}, {"small"}]
        assert order(solids, (*level, -0.3)) == [{"small"}, {"table"}]


def test_things_side_by_side_and_stacked():
    row = [block(str(k), (0.3 * k, 0, 0.1 * k), (0.3, 1.0, 0.1)) for k in (2, 0, 3, 1)]
    assert order(row, (0.2, 0, 1)) == [{"0"}, {"1"}, {"2"}, {"3"}]
    assert order(row, (-0.2, 0, -1)) == [{"3"}, {"2"}, {"1"}, {"0"}]


def test_things_in_each_other_are_painted_together():
    cross = [
        block("a", (0, 0, 0), (1, 0.1, 0.1)),
        block("b", (0, 0, 0), (0.1, 1, 0.1)),
        block("c", (0, 0, 1), (1, 1, 0.1)),
    ]
    assert order(cross, (0, 0.1, 1)) == [{"a", "b"}, {"c"}]


def test_a_ring_is_painted_together():
    """Each of three rods lies above the next one."""
    rods = []
    for k, name in enumerate("abc"):
        c, s = np.cos(2 * np.pi * k / 3), np.sin(2 * np.pi * k / 3)
        tilted = {
            "kind": "rod",
            "at": (c - 2.0 * s, s + 2.0 * c, 0.5),
            "end": (c + 2.0 * s, s - 2.0 * c, -0.5),
            "radius": 0.05,
        }
        rods.append(Solid.of(facets(tilted), name))
    assert order(rods, (0, 0, 1)) == [{"a", "b", "c"}]


def test_one_or_none():
    assert layers([], np.eye(3)[2]) == [] and order([TABLE], (0, 0, 1)) == [{"table"}]
