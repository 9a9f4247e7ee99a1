"""Facets of what shapes draw: closed, on the surface, with the volume of the solid."""

import numpy as np
import pytest

import supple as sp
from supple.shapes.supports import superellipsoid
from supple.show.surfaces import facets
from supple.show.surfaces.terrain import part_of


def volume(shape):
    """Of the solid that facets enclose [m^3], from their triangles and the side on which their normals are."""
    corners, every, tones, edges = found = facets(shape)
    normals = found.across
    assert every.shape == corners.shape and edges.shape == corners.shape[:2] and len(tones) == len(corners)
    assert np.allclose(np.linalg.norm(every, axis=-1), 1.0) and set(tones.tolist()) <= {0, 1}
    total, closing = 0.0, np.zeros(3)
    for a, b, c in ((0, 1, 2), (0, 2, 3)):
        area = 0.5 * np.cross(corners[:, b] - corners[:, a], corners[:, c] - corners[:, a])
        area *= np.sign(np.sum(area * normals, axis=1, keepdims=True))
        closing += area.sum(axis=0)
        total += np.sum(corners[:, a] * area) / 3.0
    assert np.allclose(closing, 0.0, atol=1e-12)
    return total


TURNED = {"at": (0.1, -0.2, 0.3), "orientation": (1.0, 2.0, 3.0, 4.0)}
SOLIDS = (
    (sp.Sphere(0.1), 4 / 3 * np.pi * 0.1**3),
    (sp.Ellipsoid((0.3, 0.2, 0.1), **TURNED), 4 / 3 * np.pi * 0.3 * 0.2 * 0.1),
    (sp.Capsule((0, 0.1, 0), (0.2, 0.1, 0.3), 0.05), np.pi * 0.05**2 * np.hypot(0.2, 0.3) + 4 / 3 * np.pi * 0.05**3),
    *(
        (shape, superellipsoid.volume(superellipsoid.parameters(shape.semi_axes, shape.exponent, shape.rounding)))
        for shape in (
            sp.Superellipsoid((0.3, 0.2, 0.1), exponent=2.0),
            sp.Superellipsoid((0.3, 0.2, 0.1), **TURNED),
            sp.Superellipsoid((0.1, 0.1, 0.1), exponent=20.0, rounding=0.002),
        )
    ),
)


@pytest.mark.parametrize("shape, exact", SOLIDS, ids=lambda value: getattr(value, "name", ""))
def test_round_solids(shape, exact):
    (drawn,) = shape.drawing()
    assert 0.97 * exact < volume(drawn) < exact  # corners are on the surface, facets inside


CORNERS = [(x, y, z) for x in (0.0, 0.1) for y in (0.0, 0.2) for z in (0.0, 0.3)]
FACES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
TRIANGLES = tuple(three for a, b, c, d in FACES for three in ((a, b, c), (a, c, d)))
ANGLES = 2 * np.pi * np.arange(5) / 5
PRISM = [(np.cos(a), np.sin(a), z) for z in (0.0, 1.0) for a in ANGLES]  # five sides, faces of five corners
SIDES = ((4, 3, 2, 1, 0), (5, 6, 7, 8, 9), *((k, (k + 1) % 5, 5 + (k + 1) % 5, 5 + k) for k in range(5)))
EDGED = {
    "box": ({"kind": "box", "size": (0.1, 0.2, 0.3)}, 0.006, 12 * 2 * 6),
    "hull": ({"kind": "hull", "vertices": CORNERS, "faces": FACES}, 0.006, 12 * 2),
    "hull of triangles": ({"kind": "hull", "vertices": CORNERS, "faces": TRIANGLES}, 0.006, 12 * 2),
    "prism": ({"kind": "hull", "vertices": PRISM, "faces": SIDES}, 2.5 * np.sin(2 * np.pi / 5), 15 * 2),
    "cylinder": (
        {"kind": "cylinder", "radius": 0.1, "height": 0.4},
        0.4 * 0.01 * 24 * np.sin(2 * np.pi / 48),
        2 * 2 * 48,
    ),
}


@pytest.mark.parametrize("drawn, exact, sides", EDGED.values(), ids=EDGED.keys())
def test_solids_with_edges(drawn, exact, sides):
    """The volume is exact, and every edge is there from both of its faces; between triangles of one face there is none."""
    for place in ({"at": (0.0, 0.0, 0.0)}, TURNED):
        assert volume(drawn | place) == pytest.approx(exact, rel=1e-12)
    found = facets(drawn | TURNED)
    assert np.sum(found.edges) == sides
    outward = found.corners.mean(axis=1) - found.corners.reshape(-1, 3).mean(axis=0)
    assert np.all(np.sum(outward * found.across, axis=1) > 0.0)
    assert np.allclose(np.sum((found.corners - found.corners[:, :1]) * found.across[:, None], axis=-1), 0.0)


def test_an_orientation_turns_a_box_in_its_body():
    quarter = (np.sqrt(0.5), 0, 0, np.sqrt(0.5))  # x to y
    (turned,) = sp.Box((0.1, 0.2, 0.3), at=(1, 2, 3), orientation=quarter).drawing()
    corners = facets(turned).corners.reshape(-1, 3)
    assert np.allclose(np.ptp(corners, axis=0), (0.2, 0.1, 0.3)) and np.allclose(corners.mean(axis=0), (1, 2, 3))


# --- terrain --------------------------------------------------------------------------------------------------------------
def hills(n, m):
    x, y = np.meshgrid(0.1 * np.arange(n), 0.1 * np.arange(m), indexing="ij")
    return {"kind": "terrain", "at": (1.0, 2.0, 3.0), "spacing": 0.1, "heights": 0.3 * x - 0.2 * y + 0.01 * x * y}


def test_terrain_has_its_nodes_and_looks_up():
    drawn = hills(5, 8)
    found = facets(drawn)
    assert len(found.corners) == 8 * 4 * 8 * 7  # eight facets between two nodes
    x, y, z = (found.corners.reshape(-1, 3) - drawn["at"]).T
    assert np.allclose(z, 0.3 * x - 0.2 * y + 0.01 * x * y) and x.max() == pytest.approx(0.4)
    assert np.all(found.across[:, 2] > 0.9)


@pytest.mark.parametrize("n, m", [(1000, 1000), (1000, 2), (61, 60), (60, 60)])
def test_terrain_is_thinned_to_what_a_picture_shows(n, m):
    drawn = hills(n, m)
    grid = part_of(drawn, 60)
    assert max(grid.z.shape) <= 61 and grid.whole and (grid.every > 1) == (max(n, m) > 60)
    assert grid.x[[0, -1]] == pytest.approx([0, 0.1 * (n - 1)]) and grid.y[[0, -1]] == pytest.approx([0, 0.1 * (m - 1)])
    assert np.allclose(grid.z, 0.3 * grid.x[:, None] - 0.2 * grid.y + 0.01 * np.outer(grid.x, grid.y))


def test_a_part_of_terrain():
    grid = part_of(hills(1000, 1000), 60, (4.95, -3.0), (7.0, 2.02))
    assert not grid.whole and grid.every == 1 and grid.between == 2
    assert grid.x[[0, -1]] == pytest.approx([4.9, 7.0]) and grid.y[[0, -1]] == pytest.approx([0.0, 2.1])
    beside = part_of(hills(10, 10), 60, (50.0, 50.0), (60.0, 60.0))  # nothing of it is there: its last field
    assert beside.z.shape == (9, 9) and beside.x[[0, -1]] == pytest.approx([0.8, 0.9])


def test_between_its_nodes_terrain_is_smooth():
    """A cubic is its own spline, and a part of a field has the spline of the whole."""
    x, y = np.meshgrid(0.1 * np.arange(9), 0.1 * np.arange(7), indexing="ij")
    grid = part_of({"spacing": 0.1, "heights": x**3 - 2.0 * y**3}, 60)
    assert grid.between == 7 and np.allclose(grid.z, grid.x[:, None] ** 3 - 2.0 * grid.y**3)
    waves = {"spacing": 0.1, "heights": np.sin(7.0 * np.add.outer(0.1 * np.arange(100), 0.3 * np.arange(100)))}
    part, larger = part_of(waves, 60, (3.0, 4.0), (4.0, 5.0)), part_of(waves, 110, (2.5, 3.5), (4.5, 5.5))
    assert part.between == larger.between == 5
    assert np.allclose(part.z, larger.z[25:76, 25:76], atol=1e-6)


def test_corners_are_on_the_ellipsoid_in_its_place():
    (drawn,) = sp.Ellipsoid((0.3, 0.2, 0.1), at=(1, 2, 3), orientation=(np.sqrt(0.5), 0, 0, np.sqrt(0.5))).drawing()
    x, y, z = np.moveaxis(facets(drawn).corners - (1, 2, 3), -1, 0)  # turned by 90 degrees about z
    assert np.allclose((x / 0.2) ** 2 + (y / 0.3) ** 2 + (z / 0.1) ** 2, 1.0, atol=1e-12)


def test_planes_and_points_have_no_facets():
    for shape in (sp.HalfSpace(), sp.Point()):
        assert all(len(part) == 0 for drawn in shape.drawing() for part in facets(drawn))
