"""Surfaces with edges: boxes, cylinders, hulls. Faces are flat, edges are drawn."""

from collections import defaultdict
from itertools import product

import numpy as np

from .facets import Facets, joined, meshed, no_facets
from .smooth import circle

SIDE = 6  # facets along a side of a face of a box
AROUND, ALONG = 48, 4  # facets of a cylinder
FLAT = np.cos(np.radians(0.5))  # two faces of a hull that turn by less are one
ALL = (True, True, True, True)


def box(shape):
    """A box with sharp edges; roundings are too small to be seen."""
    side = np.linspace(-0.5, 0.5, SIDE + 1)
    i, j = np.meshgrid(side, side, indexing="ij")
    faces = []
    for axis, end in product(range(3), (-0.5, 0.5)):
        grid = np.roll(np.stack([np.full_like(i, end), i, j], axis=-1), axis, axis=-1)
        faces.append(meshed(grid * shape["size"], np.sign(end) * np.eye(3)[axis], edges=ALL))
    return joined(faces)


def cylinder(shape):
    """A cylinder about z, around its centre; quarters in two tones by turns."""
    ring, r, half = circle(AROUND), shape["radius"], 0.5 * shape["height"]
    heights = np.linspace((0.0, 0.0, -half), (0.0, 0.0, half), ALONG + 1)
    wall = meshed(heights[:, None] + r * ring, ring[None], edges=(True, True, False, False))
    parts = [wall]
    for end in (-1.0, 1.0):
        up = np.array([0.0, 0.0, end])
        parts.append(meshed(np.stack([0.0 * ring, r * ring]) + half * up, up, edges=(False, True, False, False)))
    whole = joined(parts)
    x, y, _ = np.moveaxis(whole.corners.mean(axis=1), 1, 0)
    return whole._replace(tones=(x * y > 0.0).astype(int))


def hull(shape):
    """A polyhedron from its corners and faces, polygons that go around counter-clockwise as seen from outside."""
    vertices = np.asarray(shape["vertices"], dtype=float)
    faces = [tuple(face) for face in shape["faces"]]
    normals = [_normal(vertices[list(face)]) for face in faces]
    shared = defaultdict(list)  # side of a face -> the faces that have it
    for f, face in enumerate(faces):
        for side in zip(face, (*face[1:], face[0]), strict=True):
            shared[frozenset(side)].append(f)
    bent = {side for side, two in shared.items() if len(two) != 2 or normals[two[0]] @ normals[two[1]] < FLAT}
    rows = [(piece, f) for f, face in enumerate(faces) for piece in _pieces(face)]
    if not rows:
        return no_facets()
    sides = [[frozenset(side) for side in zip(piece, (*piece[1:], piece[0]), strict=True)] for piece, _ in rows]
    across = np.array([normals[f] for _, f in rows])
    return Facets(
        vertices[np.array([piece for piece, _ in rows])],
        np.repeat(across[:, None], 4, axis=1),
        np.ones(len(rows), dtype=int),
        np.array([[side in bent for side in four] for four in sides]),
    )


def _pieces(face):
    """A polygon in pieces of four corners around its first one; the last piece may have three."""
    for k in range(1, len(face) - 1, 2):
        yield face[0], face[k], face[k + 1], face[min(k + 2, len(face) - 1)]


def _normal(corners):
    """Of a polygon, from all its sides."""
    n = np.sum(np.cross(corners, np.roll(corners, -1, axis=0)), axis=0)
    return n / (np.linalg.norm(n) or 1.0)
