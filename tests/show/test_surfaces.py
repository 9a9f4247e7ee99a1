"""Facets of what shapes draw: closed, on the surface, with the volume of the solid."""

import numpy as np
import pytest

import supple as sp
from supple.shapes.supports import superellipsoid
from supple.show.surfaces import facets


def volume(shape):
    """Of the solid that facets enclose [m^3], from their triangles and the side on which their normals are."""
    corners, normals, tones = facets(shape)
    assert np.allclose(np.linalg.norm(normals, axis=1), 1.0) and set(tones.tolist()) <= {0, 1}
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


def test_a_box_is_exact():
    (drawn,) = sp.Box((0.1, 0.2, 0.3)).drawing()
    assert volume(drawn) == pytest.approx(0.006, rel=1e-12)


def test_corners_are_on_the_ellipsoid_in_its_place():
    (drawn,) = sp.Ellipsoid((0.3, 0.2, 0.1), at=(1, 2, 3), orientation=(np.sqrt(0.5), 0, 0, np.sqrt(0.5))).drawing()
    x, y, z = np.moveaxis(facets(drawn)[0] - (1, 2, 3), -1, 0)  # turned by 90 degrees about z
    assert np.allclose((x / 0.2) ** 2 + (y / 0.3) ** 2 + (z / 0.1) ** 2, 1.0, atol=1e-12)


def test_planes_and_points_have_no_facets():
    for shape in (sp.HalfSpace(), sp.Point()):
        assert all(len(part) == 0 for drawn in shape.drawing() for part in facets(drawn))
