"""Distances of points, segments, planes and convex bodies (convex.py), and pairs of surfaces: independent of supple's.

A segment's distance from another is the least of five: that of the two lines, where its foot points lie inside both
segments, and those of the four ends from the other segment. No case distinction can go wrong: each of the five is the
distance of two points of the segments, or not taken.
"""

from dataclasses import dataclass

import numpy as np

import supple as sp

from .convex import Shape, ellipsoid, height, largest_gap, superellipsoid
from .motions import rotation_of


def point_segment(x, p, q):
    """Distance of points x from segments pq; arrays (..., 3)."""
    d = q - p
    length = np.sum(d * d, axis=-1)
    s = np.sum((x - p) * d, axis=-1) / np.where(length > 0.0, length, 1.0)
    return np.linalg.norm(x - p - np.clip(s, 0.0, 1.0)[..., None] * d, axis=-1)


def segment_segment(p, q, u, v):
    """Distance of segments pq and uv; arrays (..., 3)."""
    ends = np.minimum(
        np.minimum(point_segment(p, u, v), point_segment(q, u, v)),
        np.minimum(point_segment(u, p, q), point_segment(v, p, q)),
    )
    d, e, w = q - p, v - u, u - p
    n = np.cross(d, e)
    area = np.sum(n * n, axis=-1)
    safe = np.where(area > 0.0, area, 1.0)
    s = np.sum(np.cross(w, e) * n, axis=-1) / safe
    r = np.sum(np.cross(w, d) * n, axis=-1) / safe
    inside = (area > 0.0) & (s > 0.0) & (s < 1.0) & (r > 0.0) & (r < 1.0)
    lines = np.abs(np.sum(w * n, axis=-1)) / np.sqrt(safe)
    return np.where(inside, np.minimum(lines, ends), ends)


def sine(p, q, u, v):
    """Sine of the angle between segments."""
    d, e = q - p, v - u
    return np.linalg.norm(np.cross(d, e), axis=-1) / (np.linalg.norm(d, axis=-1) * np.linalg.norm(e, axis=-1))


@dataclass(frozen=True)
class Feature:
    """A surface as the oracle sees it: vertices from the reference point of its motion, in body axes."""

    kind: str  # "points", "segment", "plane" or "convex"
    vertices: np.ndarray  # (k, 3); of a plane: a point of it; of a convex body: its centre
    radius: float
    normal: np.ndarray | None = None
    shape: Shape | None = None
    axes: np.ndarray | None = None  # (3, 3) of the shape in the body

    @property
    def reach(self):
        return float(np.linalg.norm(self.vertices, axis=-1).max()) + (self.shape.reach if self.shape else 0.0)


def feature_of(surface, centre):
    """The feature of a surface of supple on a body whose reference point is `centre`."""
    centre = np.asarray(centre, dtype=float)

    def place(*points):
        return np.array(points, dtype=float) - centre

    match surface:
        case sp.Sphere():
            return Feature("points", place(surface.at), surface.radius)
        case sp.Point():
            return Feature("points", place(surface.at), 0.0)
        case sp.Capsule():
            return Feature("segment", place(surface.start, surface.end), surface.radius)
        case sp.HalfSpace():
            return Feature("plane", place(surface.at), 0.0, np.asarray(surface.normal, dtype=float))
        case sp.Box():
            signs = np.array([[i, j, k] for i in (-0.5, 0.5) for j in (-0.5, 0.5) for k in (-0.5, 0.5)])
            return Feature("points", place(surface.at) + signs * surface.size, 0.0)
        case sp.Ellipsoid() | sp.Superellipsoid():
            return Feature("convex", place(surface.at), 0.0, None, shape_of(surface), rotation_of(surface.orientation))
    raise TypeError(f"surface must be one of supple's, got {surface!r}")


def shape_of(surface):
    """The support function of a convex surface."""
    if isinstance(surface, sp.Ellipsoid):
        return ellipsoid(surface.semi_axes)
    return superellipsoid(surface.semi_axes, surface.exponent, surface.rounding)


def can_touch(a, b):
    """Whether two features have a contact: planes touch all but planes, a box only planes, a capsule no convex body."""
    if a.kind == "plane" or b.kind == "plane":
        return a.kind != b.kind
    if {a.kind, b.kind} == {"segment", "convex"}:
        return False
    return all(f.kind == "segment" or len(f.vertices) == 1 for f in (a, b))


def vertices_at(feature, pose):
    """World positions (times, k, 3) of the vertices; pose = (reference point, rotation)."""
    c, R = pose
    return c[:, None, :] + np.einsum("tij,kj->tki", R, feature.vertices)


def gap_of(a, pose_a, b, pose_b):
    """Signed distance [m] of two features at the times of their poses."""
    if b.kind == "plane":
        a, pose_a, b, pose_b = b, pose_b, a, pose_a
    x, y = vertices_at(a, pose_a), vertices_at(b, pose_b)
    if a.kind == "plane":
        n = pose_a[1] @ a.normal
        low = b.radius if b.shape is None else height(b.shape, pose_b[1] @ b.axes, n)
        return np.einsum("tki,ti->tk", y - x, n).min(axis=1) - low
    radii = a.radius + b.radius
    if a.kind == "convex" or b.kind == "convex":
        R_a, R_b = (pose[1] if f.axes is None else pose[1] @ f.axes for f, pose in ((a, pose_a), (b, pose_b)))
        return largest_gap(y[:, 0] - x[:, 0], a.shape, R_a, b.shape, R_b, radii)
    if a.kind == b.kind == "segment":
        return segment_segment(x[:, 0], x[:, 1], y[:, 0], y[:, 1]) - radii
    if a.kind == "segment":
        return point_segment(y[:, 0], x[:, 0], x[:, 1]) - radii
    if b.kind == "segment":
        return point_segment(x[:, 0], y[:, 0], y[:, 1]) - radii
    return np.linalg.norm(y[:, 0] - x[:, 0], axis=-1) - radii
