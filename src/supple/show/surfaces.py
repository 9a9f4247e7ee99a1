"""The surface of what a shape draws, as facets in the frame of its body.

A smooth convex body has the points s(u) with the outward normals u (shapes/supports). Of one octant, u runs over three
patches, v ~ (1, x, y), (y, 1, x) and (x, y, 1) with 0 <= x, y <= 1 and u_i = v_i/A_i, A_i the semi-axes; the other octants
mirror it. Nodes of x are even in the mean of two measures: the angle of the normal, which resolves edges, and the place
on the surface |x/A_1|^m + ... = 1, where x = (place)^(m-1), which resolves faces.
"""

from functools import lru_cache
from itertools import product

import numpy as np

from ..shapes.supports import ellipsoid, superellipsoid
from ..spatial.rotations import quaternion_to_matrix

PATCH = 10  # facets along a side of a patch
BOX = 6  # facets along a side of a face of a box
AROUND = 40  # facets around a rod
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


def facets(shape):
    """Corners (n, 4, 3) [m], outward normals (n, 3) and tones (n,) of what a shape draws; none of a plane or a point."""
    kind = shape["kind"]
    if kind in ("ellipsoid", "superellipsoid"):
        corners, normals, tones = _convex(shape)
        R = quaternion_to_matrix(shape["orientation"])
        return corners @ R.T + shape["at"], normals @ R.T, tones
    if kind == "ball" and shape["radius"] > 0.0:
        return facets(_ball(shape["at"], shape["radius"]))
    if kind == "box":
        return _box(shape)
    if kind == "rod":
        return _rod(shape)
    return np.zeros((0, 4, 3)), np.zeros((0, 3)), np.zeros(0, dtype=int)


def _ball(at, radius):
    return {"kind": "ellipsoid", "at": at, "semi_axes": (radius,) * 3, "orientation": (1.0, 0.0, 0.0, 0.0)}


def _convex(shape):
    """Of a convex body in its own axes; octants in two tones by turns."""
    points, normals = octant(shape)
    quads = _quads(points).reshape(-1, 4, 3)
    across = _quads(normals).reshape(-1, 4, 3).mean(axis=1)
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    return (
        np.concatenate([quads * mirror for mirror in MIRRORS]),
        np.concatenate([across * mirror for mirror in MIRRORS]),
        np.repeat([int(np.prod(mirror) > 0.0) for mirror in MIRRORS], len(quads)),
    )


def _quads(grid):
    """The four corners of each mesh of grids of points (..., n, n, 3)."""
    return np.stack([grid[..., :-1, :-1, :], grid[..., 1:, :-1, :], grid[..., 1:, 1:, :], grid[..., :-1, 1:, :]], -2)


def _box(shape):
    side = np.linspace(-0.5, 0.5, BOX + 1)
    i, j = np.meshgrid(side, side, indexing="ij")
    corners, normals = [], []
    for axis, sign in product(range(3), (-0.5, 0.5)):
        grid = np.roll(np.stack([np.full_like(i, sign), i, j], axis=-1), axis, axis=-1)
        quads = _quads(grid * shape["size"]).reshape(-1, 4, 3)
        corners.append(quads + shape["at"])
        normals.append(np.tile(np.sign(sign) * np.eye(3)[axis], (len(quads), 1)))
    corners = np.concatenate(corners)
    return corners, np.concatenate(normals), np.ones(len(corners), dtype=int)


def _rod(shape):
    """A ball whose upper half is moved along its axis, and a tube between the halves; quarters in two tones by turns."""
    start, end, radius = np.array(shape["at"]), np.array(shape["end"]), shape["radius"]
    length = np.linalg.norm(end - start)
    axis = (end - start) / length
    u = np.cross(np.eye(3)[np.argmin(np.abs(axis))], axis)
    u /= np.linalg.norm(u)
    R = np.stack([u, np.cross(axis, u), axis])  # rows
    quads, across, _ = _convex(_ball((0.0, 0.0, 0.0), radius))
    upper = quads[:, :, 2].mean(axis=1) > 0.0
    quads[upper] += (0.0, 0.0, length)
    angle = np.linspace(0.0, 2.0 * np.pi, AROUND + 1)
    ring = np.stack([np.cos(angle), np.sin(angle), 0.0 * angle], axis=-1)
    heights = np.linspace((0.0, 0.0, 0.0), (0.0, 0.0, length), BOX + 1)
    tube = _quads(heights[:, None] + radius * ring).reshape(-1, 4, 3)
    outward = np.tile(ring[:-1] + ring[1:], (BOX, 1))
    normals = np.concatenate([across, outward / np.linalg.norm(outward, axis=1, keepdims=True)])
    return np.concatenate([quads, tube]) @ R + start, normals @ R, (normals[:, 0] * normals[:, 1] > 0.0).astype(int)
