"""Convex polytopes from points: corners, triangles, faces, edges, moments, and the core of one with rounded edges.

Hull      Qhull (scipy) on points in units of their size: triangles, each with its outward normal n and offset b
Flat      two triangles are of one face if each lies in the plane of the other to FLAT of the size: the line between them
          is no edge. A point where fewer than three edges meet is no corner, and points nearer than FLAT are one.
Moments   of tetrahedra between a point and the triangles a, b, c:  V = det(a, b, c)/6,
          int x = V (a + b + c)/4,   int x x^T = V/20 (a a^T + b b^T + c c^T + s s^T),  s = a + b + c
Core      every corner v goes inwards, to the nearest point of {x: n_f . x <= b_f - r, all faces f}; the surface is at the
          distance r from the hull of these. It never leaves the given hull. Where three faces meet in a corner, or more
          that have a common tangent ball (boxes, prisms, all regular solids), faces stay where they are, to the last
          digit. Elsewhere some of the corners of a face lie below it, by about r at most (`inset`): to keep it, a corner of
          n faces would have to become n - 2 corners close together, and a face would stand on some of them twice.
          The nearest point is a least-distance problem: Lawson & Hanson, Solving least squares problems (1974), ch. 23.
Limits    thinner than THIN of the size: refused.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

FLAT = 1e-6  # [-] of the size: what counts as one plane, as one point
THIN = 1e-5  # [-] of the size: least thickness
MOST = 500  # corners of a hull
NEAR = 10.0  # [r] planes farther from a corner hardly ever matter for its place in the core: tried without them first
NO_BODY = "points must span a body"


class Polytope(NamedTuple):
    """A convex polytope; numbers of corners are those in `points`."""

    points: Any  # [m] (V, 3)
    triangles: Any  # (T, 3) corners, counter-clockwise seen from outside
    normals: Any  # (T, 3)
    offsets: Any  # [m] (T)
    faces: tuple  # corners of each face, counter-clockwise seen from outside
    planes: Any  # (F, 4) normal and offset [m] of each face
    edges: tuple  # pairs of corners

    @property
    def thickness(self):
        """The smallest height over a face [m]."""
        return float(np.min(self.planes[:, 3] - np.min(self.points @ self.planes[:, :3].T, axis=0)))


def size_of(points):
    """Diagonal of the box around points [m]."""
    return float(np.linalg.norm(np.ptp(points, axis=0)))


# --- points -> polytope ---------------------------------------------------------------------------------------------------
def corners_of(points, size=None):
    """Numbers of the points that are corners of their hull, in their order; or a sentence. size: for FLAT [m]."""
    size = size or size_of(points)
    kept = np.arange(len(points))
    if len(kept) < 4 or not size > 0.0:
        raise ValueError(f"{NO_BODY}, got {len(kept)} within {size:.6g} m")
    kept = kept[_hull(points, size)[3]]  # most of many points end here
    kept = kept[_apart(points[kept], FLAT * size)]
    while True:
        triangles, normals, offsets, used = _hull(points[kept], size)
        flat = _flat_edges(points[kept], triangles, normals, offsets, FLAT * size)
        degree = np.zeros(len(kept), dtype=int)
        for (i, j), is_flat in flat.items():
            degree[[i, j]] += not is_flat
        real = kept[degree >= 3]
        if len(real) < 4:
            raise ValueError(f"{NO_BODY}, got points that are flat to {FLAT:g} of their size {size:.6g} m")
        if len(real) == len(kept):
            return kept
        kept = real


def _apart(points, least):
    """Numbers of points of which no two are nearer than that: of such two the first."""
    from scipy.spatial import cKDTree

    gone = set()
    for i, j in sorted(cKDTree(points).query_pairs(least)):
        if i not in gone:
            gone.add(j)
    return [i for i in range(len(points)) if i not in gone]


def _hull(points, size):
    """Triangles, normals and offsets of the hull of points, and which points it uses."""
    from scipy.spatial import ConvexHull, QhullError

    centre = 0.5 * (points.min(axis=0) + points.max(axis=0))
    scaled = (points - centre) / size
    try:
        hull = ConvexHull(scaled)
    except QhullError:
        raise ValueError(f"{NO_BODY}, got {len(points)} in a plane, on a line or nearly so") from None
    normals = hull.equations[:, :3] / np.linalg.norm(hull.equations[:, :3], axis=1)[:, None]
    a, b, c = (points[hull.simplices[:, k]] for k in range(3))
    inwards = np.einsum("ij,ij->i", np.cross(b - a, c - a), normals) < 0.0
    triangles = np.where(inwards[:, None], hull.simplices[:, ::-1], hull.simplices)
    offsets = np.max(np.einsum("ijk,ik->ij", points[triangles], normals), axis=1)
    return triangles, normals, offsets, np.sort(hull.vertices)


def _flat_edges(points, triangles, normals, offsets, least):
    """{(i, j): whether the two triangles at this line are of one face}, i < j."""
    sides = {}
    for f, (a, b, c) in enumerate(triangles.tolist()):
        for i, j, opposite in ((a, b, c), (b, c, a), (c, a, b)):
            sides.setdefault((min(i, j), max(i, j)), []).append((f, opposite))
    found = {}
    for line, two in sides.items():
        if len(two) != 2:
            raise ValueError(f"{NO_BODY}, got points nearer to each other, or to one plane, than numbers can tell")
        (f, x), (g, y) = two
        height = max(offsets[f] - normals[f] @ points[y], offsets[g] - normals[g] @ points[x])
        found[line] = bool(height <= least)
    return found


def polytope(points, size=None):
    """The Polytope of points that are all corners (`corners_of`)."""
    size = size or size_of(points)
    triangles, normals, offsets, _ = _hull(points, size)
    flat = _flat_edges(points, triangles, normals, offsets, FLAT * size)
    groups = _groups(triangles, flat)
    faces, planes = [], []
    for group in groups:
        a, b, c = (points[triangles[group][:, k]] for k in range(3))
        n = np.sum(np.cross(b - a, c - a), axis=0)
        n /= np.linalg.norm(n)
        outline = _outline(triangles[group].tolist())
        planes += [(*n, np.max(points @ n))] * len(outline)
        faces += outline
    edges = tuple(sorted(line for line, is_flat in flat.items() if not is_flat))
    return Polytope(points, triangles, normals, offsets, tuple(faces), np.array(planes), edges)


def _groups(triangles, flat):
    """Numbers of the triangles of each face."""
    home = {}
    for f, (a, b, c) in enumerate(triangles.tolist()):
        for i, j in ((a, b), (b, c), (c, a)):
            home.setdefault((min(i, j), max(i, j)), []).append(f)
    root = list(range(len(triangles)))

    def find(f):
        while root[f] != f:
            f = root[f]
        return f

    for line, (f, g) in home.items():
        if flat[line]:
            f, g = sorted((find(f), find(g)))
            root[g] = f
    groups = {}
    for f in range(len(triangles)):
        groups.setdefault(find(f), []).append(f)
    return list(groups.values())


def _outline(triangles):
    """The polygon around triangles; the triangles themselves, where it is not one loop."""
    lines = {(t[k], t[(k + 1) % 3]) for t in triangles for k in range(3)}
    after = {i: j for i, j in lines if (j, i) not in lines}
    loop = [min(after, default=0)]
    while after and (follows := after.pop(loop[-1], None)) is not None and follows != loop[0]:
        loop.append(follows)
    return [tuple(map(int, loop))] if len(loop) > 2 and not after else [tuple(map(int, t)) for t in triangles]


# --- moments --------------------------------------------------------------------------------------------------------------
def moments(points, triangles):
    """Volume [m^3], centroid [m] and inertia about it over mass [m^2] (3, 3) of what closed triangles enclose."""
    middle = points.mean(axis=0)
    a, b, c = (points[triangles[:, k]] - middle for k in range(3))
    parts = np.einsum("ij,ij->i", a, np.cross(b, c)) / 6.0
    volume, s = float(parts.sum()), a + b + c
    if not abs(volume) > 0.0:
        return 0.0, middle, np.zeros((3, 3))
    centre = parts @ s / (4.0 * volume)
    second = sum(np.einsum("i,ij,ik->jk", parts, x, x) for x in (a, b, c, s)) / (20.0 * volume)
    second -= np.outer(centre, centre)
    return volume, middle + centre, np.trace(second) * np.eye(3) - second


# --- rounding -------------------------------------------------------------------------------------------------------------
def inner_radius(body):
    """Radius of the largest ball inside [m]."""
    from scipy.optimize import linprog

    n, b, size = body.planes[:, :3], body.planes[:, 3], size_of(body.points)
    inside = b - n @ body.points.mean(axis=0)
    found = linprog([0, 0, 0, -1], np.c_[n, np.ones(len(n))], inside / size, bounds=[(None, None)] * 3 + [(0, None)])
    return float(found.x[3]) * size


def shrunk(body, r):
    """The points (V, 3) of the core, one per corner."""
    from scipy.optimize import nnls

    n, b = body.planes[:, :3], body.planes[:, 3]
    moved = []
    for v in body.points:
        h = (n @ v - b) / r + 1.0  # G y >= h with G = -n: by how much each plane has to be left, in units of r
        for near in (h > -NEAR, h > -np.inf):
            G, g = -n[near], h[near]
            found, _ = nnls(np.vstack([G.T, g]), np.array([0.0, 0.0, 0.0, 1.0]))
            miss = np.append(G.T @ found, g @ found - 1.0)
            y = -miss[:3] / miss[3]
            if np.all(h + n @ y <= 1e-6):
                break
        moved.append(v + r * y)
    return np.array(moved)


class Rounded(NamedTuple):
    """A polytope with rounded edges."""

    outer: Polytope
    core: Polytope
    numbers: tuple  # which corner of `outer` each corner of `core` comes from
    inset: float  # [m] by how much a corner of a face lies below it, at most
    reach: float  # [m] from the centroid of `outer` to its farthest corner


@lru_cache(maxsize=256)
def rounded(corners, r):
    """The Rounded of corners (tuples of three numbers) and the radius r [m]; r = 0: the core is the polytope."""
    outer = polytope(np.array(corners))
    reach = float(np.max(np.linalg.norm(outer.points - moments(outer.points, outer.triangles)[1], axis=1)))
    if r == 0.0:
        return Rounded(outer, outer, tuple(range(len(corners))), 0.0, reach)
    size, points = size_of(outer.points), shrunk(outer, r)
    kept = corners_of(points, size)
    core = polytope(points[kept], size)
    at_face = np.full((len(points), len(outer.planes)), -np.inf)
    for f, face in enumerate(outer.faces):
        at_face[list(face), f] = outer.planes[f, 3] - r - points[list(face)] @ outer.planes[f, :3]
    return Rounded(outer, core, tuple(kept.tolist()), max(float(at_face.max()), 0.0), reach)
