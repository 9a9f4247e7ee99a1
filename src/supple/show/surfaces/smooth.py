"""Surfaces without edges: balls, ellipsoids, superellipsoids and rods with round ends.

A smooth convex body has the points s(u) with the outward normals u (shapes/supports). Of one octant, u runs over three
patches, v ~ (1, x, y), (y, 1, x) and (x, y, 1) with 0 <= x, y <= 1 and u_i = v_i/A_i, A_i the semi-axes; the other octants
mirror it. Nodes of x are even in the mean of two measures: the angle of the normal, which resolves edges, and the place
on the surface |x/A_1|^m + ... = 1, where x = (place)^(m-1), which resolves faces.
"""

from functools import lru_cache
from itertools import product

import numpy as np

from ...shapes.supports import ellipsoid, superellipsoid
from .facets import Facets, joined, meshed, no_facets

PATCH = 10  # facets along a side of a patch
AROUND, ALONG = 40, 6  # facets of a rod
MIRRORS = tuple(product((1.0, -1.0), repeat=3))


def octant(shape):
    """Points [m] and normals of the octant x, y, z >= 0 of a convex body in its own axes, each (3, n, n, 3)."""
    return _octant(shape["kind"], tuple(shape["semi_axes"]), shape.get("exponent", 2.0), shape.get("rounding"))


@lru_cache(maxsize=256)
def _octant(kind, semi_axes, exponent, rounding):
    if kind == "ellipsoid":
        support, p = ellipsoid.support, ellipsoid.parameters(semi_axes)
    else:
        support, p = superellipsoid.support, superellipsoid.parameters(semi_axes, exponent, rounding)
    x = _nodes(exponent)
    i, j = np.meshgrid(x, x, indexing="ij")
    one = np.ones_like(i)
    patches = np.stack([np.stack(v, axis=-1) for v in ((one, i, j), (j, one, i), (i, j, one))])
    normals = patches / semi_axes
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    points = np.array([support(tuple(u), p)[1] for u in normals.reshape(-1, 3).tolist()]).reshape(normals.shape)
    return points, normals


def _nodes(exponent):
    x = np.linspace(0.0, 1.0, 4001) ** max(2.0, exponent - 1.0)  # dense where the place changes fast
    even = 0.5 * (np.arctan(x) / np.arctan(1.0) + x ** (1.0 / (exponent - 1.0)))
    return np.interp(np.linspace(0.0, 1.0, PATCH + 1), even, x)


def convex(shape):
    """An ellipsoid or a superellipsoid; octants in two tones by turns."""
    points, normals = octant(shape)
    return joined([meshed(points * one, normals * one, tones=int(np.prod(one) > 0.0)) for one in MIRRORS])


def ball(shape):
    """A sphere; a point has no surface."""
    if shape["radius"] == 0.0:
        return no_facets()
    return convex({"kind": "ellipsoid", "semi_axes": (shape["radius"],) * 3})


def rod(shape):
    """A ball whose upper half is moved along its axis, and a tube between the halves; quarters in two tones by turns."""
    along, radius = np.array(shape["end"]) - np.array(shape["at"]), shape["radius"]
    length = float(np.linalg.norm(along))
    axis = along / length
    u = np.cross(np.eye(3)[np.argmin(np.abs(axis))], axis)
    u /= np.linalg.norm(u)
    ends = ball({"radius": radius}) if radius > 0.0 else no_facets()
    upper = ends.corners[:, :, 2].mean(axis=1) > 0.0
    ends.corners[upper] += (0.0, 0.0, length)
    ring, heights = circle(AROUND), np.linspace((0.0, 0.0, 0.0), (0.0, 0.0, length), ALONG + 1)
    both = joined([ends, meshed(heights[:, None] + radius * ring, ring[None])])
    across = both.across
    quarters = (across[:, 0] * across[:, 1] > 0.0).astype(int)
    return Facets(*both[:2], quarters, both.edges).placed(np.zeros(3), np.stack([u, np.cross(axis, u), axis], axis=1))


def circle(count):
    """Points around the unit circle about z, the first one again as the last (count + 1, 3)."""
    angle = np.linspace(0.0, 2.0 * np.pi, count + 1)
    return np.stack([np.cos(angle), np.sin(angle), 0.0 * angle], axis=-1)
