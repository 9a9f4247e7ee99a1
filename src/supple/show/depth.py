"""Which solid hides which, for pictures that are painted from back to front.

Two convex bodies that are apart have a plane between them: the one on the reader's side is painted later. Planes to try
are the faces of both, and the one across the line between their middles. Solids that reach into each other, and those that
hide each other in a ring, are painted together, facet by facet.
"""

from typing import NamedTuple

import numpy as np

FACES = 40  # normals of a solid that are tried
SUNK = 0.02  # [size of the smaller one] solids that are so deep in each other still have an order
MANY = 150  # solids: with more of them only facets are sorted


class Solid(NamedTuple):
    """Facets in world axes."""

    corners: np.ndarray  # [m] (n, 4, 3)
    across: np.ndarray  # outward unit normals (n, 3)
    tones: np.ndarray  # (n,)
    edges: np.ndarray  # (n, 4) which sides are edges
    colour: str
    convex: bool = True

    @classmethod
    def of(cls, facets, colour, **more):
        """From Facets."""
        return cls(facets.corners, facets.across, facets.tones, facets.edges, colour, **more)


def layers(solids, z):
    """Lists of solids from back to front, z the direction towards the reader; those of one list are painted together."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    solids = [solid for solid in solids if len(solid.corners)]
    if len(solids) < 2 or len(solids) > MANY:
        return [solids] if solids else []
    boxes = [_flat_box(solid, z) for solid in solids]
    behind = []  # (i, j): i is painted before j
    for j, second in enumerate(solids):
        for i, first in enumerate(solids[:j]):
            if np.any(boxes[i][0] > boxes[j][1]) or np.any(boxes[j][0] > boxes[i][1]):
                continue  # neither hides the other
            side = _nearer(first, second, z)
            behind += [(i, j)] * (side >= 0) + [(j, i)] * (side <= 0)
    i, j = np.array(behind, dtype=int).reshape(-1, 2).T
    graph = coo_array((np.ones(len(i)), (i, j)), shape=(len(solids),) * 2).tocsr()
    count, group = connected_components(graph, directed=True, connection="strong")
    order = _sorted(count, {(group[a], group[b]) for a, b in behind if group[a] != group[b]})
    return [[solid for solid, g in zip(solids, group, strict=True) if g == one] for one in order]


def _flat_box(solid, z):
    """Corners of the box around a solid in two directions across z."""
    u = np.cross(z, np.eye(3)[np.argmin(np.abs(z))])
    flat = solid.corners.reshape(-1, 3) @ np.stack([u / np.linalg.norm(u), np.cross(z, u / np.linalg.norm(u))], axis=1)
    return flat.min(axis=0), flat.max(axis=0)


def _nearer(first, second, z):
    """1: the second is nearer to the reader, -1: the first, 0: no plane is between them."""
    if not (first.convex and second.convex):
        return 0
    a, b = (solid.corners.reshape(-1, 3) for solid in (first, second))
    line = b.mean(axis=0) - a.mean(axis=0)
    tried = np.concatenate([line[None] / (np.linalg.norm(line) or 1.0), _faces(first), -_faces(second)])
    gaps = (b @ tried.T).min(axis=0) - (a @ tried.T).max(axis=0)
    best = int(np.argmax(gaps))
    smaller = min(np.linalg.norm(np.ptp(points, axis=0)) for points in (a, b))
    if gaps[best] < -SUNK * smaller:
        return 0
    return 1 if tried[best] @ z >= 0.0 else -1


def _faces(solid):
    normals = np.unique(solid.across.round(6), axis=0)
    return normals[:: 1 + len(normals) // FACES]


def _sorted(count, before):
    """Numbers of groups, each after all that are before it."""
    waits = {g: {a for a, b in before if b == g} for g in range(count)}
    order = []
    while waits:
        ready = sorted(g for g, others in waits.items() if not others)
        order += ready
        waits = {g: others.difference(ready) for g, others in waits.items() if g not in ready}
    return order
