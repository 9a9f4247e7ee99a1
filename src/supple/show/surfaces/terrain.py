"""Terrain: a grid of heights, of which a picture shows the part around what moves, with as many nodes as it can show.

Surface   z = heights[i][j] at x = i spacing, y = j spacing from `at`, cubic splines between
"""

from typing import NamedTuple

import numpy as np

from .facets import meshed

MOST = 60  # nodes along a side of a snapshot
FINE, BESIDE = 8, 12  # nodes between two of the terrain at most; nodes of it beside a part that its spline goes through


class Grid(NamedTuple):
    """Nodes of a part of a terrain, from its `at`."""

    x: np.ndarray  # [m] (n,)
    y: np.ndarray  # [m] (m,)
    z: np.ndarray  # [m] (n, m)
    every: int  # so many nodes of the terrain are one here
    between: int  # so many nodes here are one of the terrain
    whole: bool  # nothing of it is left out around

    @property
    def points(self):
        """Nodes (n, m, 3)."""
        x, y = np.meshgrid(self.x, self.y, indexing="ij")
        return np.stack([x, y, self.z], axis=-1)

    @property
    def normals(self):
        """Upward unit normals at the nodes (n, m, 3)."""
        slopes = np.gradient(self.z, self.x, self.y)
        n = np.stack([-slopes[0], -slopes[1], np.ones_like(self.z)], axis=-1)
        return n / np.linalg.norm(n, axis=-1, keepdims=True)


def part_of(shape, most=MOST, low=(-np.inf, -np.inf), high=(np.inf, np.inf)):
    """The Grid of what lies between two corners, in the axes of the terrain from its `at`, with at most so many nodes."""
    heights, step = np.asarray(shape["heights"], dtype=float), shape["spacing"]
    ranges, whole = [], True
    for count, a, b in zip(heights.shape, low, high, strict=True):
        first = int(np.clip(np.floor(a / step), 0, count - 2)) if np.isfinite(a) else 0
        last = int(np.clip(np.ceil(b / step), first + 1, count - 1)) if np.isfinite(b) else count - 1
        whole &= first == 0 and last == count - 1
        ranges.append((first, last))
    longest = max(last - first for first, last in ranges)
    every = -(-longest // (most - 1))
    between = min(FINE, max(1, (most - 1) // longest))
    i, j = (np.unique([*range(first, last, every), last]) for first, last in ranges)
    if between > 1:
        i, j = (np.linspace(k[0], k[-1], between * (len(k) - 1) + 1) for k in (i, j))
        z = _spline(_spline(heights, i).T, j).T
    else:
        z = heights[np.ix_(i, j)]
    return Grid(i * step, j * step, z, every, between, whole)


def _spline(rows, at):
    """Cubic splines through the columns of rows; through two or three the line, the parabola."""
    from scipy.interpolate import make_interp_spline

    first, last = max(0, int(at[0]) - BESIDE), min(len(rows), int(at[-1]) + BESIDE + 1)  # the rest has no influence
    return make_interp_spline(np.arange(first, last), rows[first:last], k=min(3, last - first - 1))(at)


def terrain(shape):
    """The whole of it, thinned."""
    grid = part_of(shape)
    return meshed(grid.points, grid.normals)
