"""Facets: pieces of a surface with four corners, of which the last two may be one point."""

from typing import NamedTuple

import numpy as np


class Facets(NamedTuple):
    """Pieces of a surface; corners go around, no matter which way."""

    corners: np.ndarray  # [m] (n, 4, 3)
    normals: np.ndarray  # (n, 4, 3) outward, at the corners: all alike on a flat face
    tones: np.ndarray  # (n,) 1: the colour of the body, 0: a darker one
    edges: np.ndarray  # (n, 4) whether the side from a corner to the next is an edge of the solid, which is drawn

    @property
    def across(self):
        """Outward unit normals of the facets (n, 3)."""
        mean = self.normals.sum(axis=1)
        return mean / np.linalg.norm(mean, axis=1, keepdims=True)

    def placed(self, at, R):
        """The same elsewhere: turned by R, then moved by `at`."""
        return self._replace(corners=self.corners @ R.T + at, normals=self.normals @ R.T)


def no_facets():
    """Of what has no surface."""
    return Facets(np.zeros((0, 4, 3)), np.zeros((0, 4, 3)), np.zeros(0, dtype=int), np.zeros((0, 4), dtype=bool))


def joined(parts):
    """Several as one."""
    return Facets(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def meshed(points, normals, *, tones=1, edges=None):
    """Facets of a grid of points (..., n, m, 3).

    tones   one for all, or one per facet.
    edges   which borders of the grid are edges: those at the start of its first axis, its end, the same of the second one.
    """
    corners, across = quads(points), quads(np.broadcast_to(normals, points.shape))
    sides = np.zeros((*corners.shape[:-2], 4), dtype=bool)
    if edges is not None:
        sides[..., 0, :, 3], sides[..., -1, :, 1], sides[..., 0, 0], sides[..., -1, 2] = edges
    corners = corners.reshape(-1, 4, 3)
    tones = np.broadcast_to(np.asarray(tones, dtype=int).ravel(), len(corners))
    return Facets(corners, across.reshape(-1, 4, 3), tones, sides.reshape(-1, 4))


def quads(grid):
    """The four corners of each mesh of grids of points (..., n, m, 3)."""
    return np.stack([grid[..., :-1, :-1, :], grid[..., 1:, :-1, :], grid[..., 1:, 1:, :], grid[..., :-1, 1:, :]], -2)
