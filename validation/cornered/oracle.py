"""Distances of the shapes of an encounter, by other means than supple's, at the motion of a run.

pair of bodies   cores by the collision library coal (GJK; it comes with Pinocchio), less the roundings; its tolerance is
                 1e-8 of the size
half-space       exact: support function of the core, less the rounding
terrain          heights through SciPy's interpolating spline, which is the surface that docs/terrain.md promises (bicubic,
                 not-a-knot).
                 balls   the promise: corners, ends, feet and the balls along edges, axes and rims, each at its exact
                         distance (nearest of dense samples, then Newton). Places of the balls are supple's.
                 whole   what is promised of faces and of edges between the balls is less: samples of the surface must not
                         be deeper inside the shape than `unseen`, (curvature) x (half width)^2/2.

A gap changes no faster than the bodies move: |dp| + reach |turn| of each. So between two looks it cannot be less than
(g_i + g_j - way)/2, and only stretches for which that is too little are looked at again, halved, down to 1/GRID of the run.
"""

from functools import lru_cache

import coal
import numpy as np
from draw import parts, rounding
from scipy.interpolate import RectBivariateSpline
from scipy.spatial import ConvexHull, cKDTree
from scipy.spatial.transform import Rotation

from supple.model.probes import probes_of
from supple.spatial.rotations import quaternion_to_matrix

GRID = 1024  # places of a run at which it may be looked at
FIRST = 32  # stretches that are looked at first
BALL, SEGMENT, EDGE = 1, 2, 4  # kinds of features
WIDEST, OFFSET = 0.068, 0.5  # of nearly parallel edges: shapes/pairs/fading.py
FINE = 6  # samples of a terrain per spacing
TOLERANCE, ITERATIONS = 1e-8, 1000  # of coal, in units of the size


class Motion:
    """Places and rotations of both bodies over a run, and how far the gap can have changed since the start."""

    def __init__(self, run, encounter):
        events = [event.time for event in run.events]
        self.times = np.unique(np.concatenate([np.linspace(run.t[0], run.t[-1], GRID), events]))
        self.p, self.R = run.poses(("a", "b"), self.times)
        turns = np.linalg.norm(np.diff(self.R, axis=0), axis=(2, 3)) / np.sqrt(2.0)  # chord of the angle
        ways = np.linalg.norm(np.diff(self.p, axis=0), axis=2) + np.array(encounter.reaches) * turns
        self.way = np.concatenate([[0.0], np.cumsum(ways.sum(axis=1))])


def least(motion, gap, floor):
    """Gaps by place of the grid (nan: not looked at), looked at until none that was left out can be below `floor` there."""
    found = np.full(len(motion.times), np.nan)
    ends = np.unique(np.linspace(0, len(found) - 1, FIRST + 1).astype(int))
    found[ends] = gap(ends)
    i, j = ends[:-1], ends[1:]
    while i.size:
        bound = 0.5 * (found[i] + found[j] - (motion.way[j] - motion.way[i]))
        # floors are pieces of two values: the highest of a stretch is at an end or somewhere in it
        highest = np.array([floor[a : b + 1].max() for a, b in zip(i, j, strict=True)])
        again = (j - i > 1) & (bound < highest)
        i, j = i[again], j[again]
        middle = (i + j) // 2
        if middle.size:
            found[middle] = gap(middle)
        i, j = np.concatenate([i, middle]), np.concatenate([middle, j])
    return found


def gap_of(encounter, motion):
    """The distance of the two shapes as a function of places of the grid."""
    other = type(encounter.shapes[1]).__name__
    if other == "HalfSpace":
        return _over_plane(encounter, motion)
    if other == "Terrain":
        return Land(encounter, motion).balls
    return _between(encounter, motion)


# --- pairs of bodies ------------------------------------------------------------------------------------------------------
def _seen(shape, size):
    """As coal sees it in units of `size`, since its tolerances are lengths: core and its place in the body."""
    name = type(shape).__name__
    here, r = coal.Transform3s(), rounding(shape)
    if name == "Sphere":
        return coal.Sphere(0.0), here
    if name == "Ellipsoid":
        return coal.Ellipsoid(*(np.array(shape.semi_axes) / size)), here
    if name == "Capsule":
        a, b = np.array(shape.start) / size, np.array(shape.end) / size
        turn = Rotation.align_vectors([b - a], [[0, 0, 1]])[0].as_matrix()
        return coal.Capsule(0.0, float(np.linalg.norm(b - a))), coal.Transform3s(turn, 0.5 * (a + b))
    if name == "Box":
        return coal.Box(*((np.array(shape.size) - 2 * r) / size)), here
    if name == "Cylinder":
        return coal.Cylinder((shape.radius - r) / size, (shape.height - 2 * r) / size), here
    points = coal.StdVec_Vec3s()
    for part in parts(shape):
        if part.kind == BALL:
            points.append(np.array(part.at) / size)
    return coal.Convex.convexHull(points, False, ""), here


def _between(encounter, motion):
    size = encounter.size
    (a, at_a), (b, at_b) = (_seen(shape, size) for shape in encounter.shapes)
    radii = sum(rounding(shape) for shape in encounter.shapes if not hasattr(shape, "semi_axes"))
    request = coal.DistanceRequest()
    request.gjk_tolerance, request.gjk_max_iterations = TOLERANCE, ITERATIONS

    def gap(places):
        out = np.empty(len(places))
        for n, k in enumerate(places):
            pose_a = coal.Transform3s(motion.R[k, 0], motion.p[k, 0] / size) * at_a
            pose_b = coal.Transform3s(motion.R[k, 1], motion.p[k, 1] / size) * at_b
            out[n] = coal.distance(a, pose_a, b, pose_b, request, coal.DistanceResult())
        return size * out - radii

    return gap


def _lines(shape):
    """Edges of a shape, or its axis: (ends (2, 3), radius of the surface around it)."""
    if type(shape).__name__ == "Cylinder":
        ends = np.array([[0.0, 0.0, s * (0.5 * shape.height - rounding(shape))] for s in (-1.0, 1.0)])
        return [(ends, shape.radius)]
    return [(np.array([part.at, part.end]), part.radius) for part in parts(shape) if part.kind in (EDGE, SEGMENT)]


def are_along(encounter, motion, k):
    """Whether two edges overlap at a place of the grid that are so nearly parallel that they fade."""
    R = encounter.radii
    placed = [
        [(motion.p[k, n] + ends @ motion.R[k, n].T, r) for ends, r in _lines(shape)]
        for n, shape in enumerate(encounter.shapes)
    ]
    for one, r in placed[0]:
        for other, q in placed[1]:
            u, v = one[1] - one[0], other[1] - other[0]
            sine = np.linalg.norm(np.cross(u, v)) / (np.linalg.norm(u) * np.linalg.norm(v))
            shorter = min(np.linalg.norm(u), np.linalg.norm(v))
            if sine < min(WIDEST, OFFSET * np.sqrt(R * (r + q)) / shorter) and _lines_apart(one, other) < r + q:
                return True
    return False


def _lines_apart(one, other):
    """Distance of two segments: of their ends from the other, or where they cross."""
    u, v, w = one[1] - one[0], other[1] - other[0], other[0] - one[0]
    found = [_from_line(x, other[0], v) for x in one] + [_from_line(x, one[0], u) for x in other]
    n = np.cross(u, v)
    if n.any():
        a, b = np.cross(w, v) @ n / (n @ n), np.cross(w, u) @ n / (n @ n)
        if 0.0 <= a <= 1.0 and 0.0 <= b <= 1.0:
            found.append(abs(w @ n) / np.linalg.norm(n))
    return min(found)


def _from_line(x, start, way):
    return np.linalg.norm(x - start - np.clip((x - start) @ way / (way @ way), 0.0, 1.0) * way)


# --- half-spaces ----------------------------------------------------------------------------------------------------------
def _support(shape, n):
    """Largest n . x over a shape, n (m, 3) unit vectors in its body."""
    name = type(shape).__name__
    if name == "Ellipsoid":
        return np.linalg.norm(n * shape.semi_axes, axis=1)
    r = rounding(shape)
    if name == "Cylinder":
        rho, H = shape.radius - r, 0.5 * shape.height - r
        return rho * np.hypot(n[:, 0], n[:, 1]) + H * np.abs(n[:, 2]) + r
    if name == "Box":
        return np.abs(n) @ (0.5 * np.array(shape.size) - r) + r
    return (n @ np.array([part.at for part in parts(shape) if part.kind == BALL]).T).max(axis=1) + r


def _over_plane(encounter, motion):
    shape, plane = encounter.shapes
    n, at = np.array(plane.normal) / np.linalg.norm(plane.normal), np.array(plane.at)

    def gap(places):
        return (motion.p[places, 0] - at) @ n - _support(shape, -n @ motion.R[places, 0])

    return gap


# --- terrain --------------------------------------------------------------------------------------------------------------
@lru_cache(maxsize=2)
class Ground:
    """The surface of heights: its spline, dense samples of it, bounds of slope and curvature."""

    def __init__(self, heights, l):
        heights, self.l = np.array(heights), l
        grid = [l * np.arange(n) for n in heights.shape]
        self.spline = RectBivariateSpline(*grid, heights)
        fine = [np.linspace(0.0, g[-1], FINE * (len(g) - 1) + 1) for g in grid]
        x, y = np.meshgrid(*fine, indexing="ij")
        self.samples = np.stack([x, y, self.spline(*fine)], axis=-1).reshape(-1, 3)
        self.tree = cKDTree(self.samples)
        slope = np.hypot(self.spline(*fine, dx=1), self.spline(*fine, dy=1)).max()
        bend = [np.abs(self.spline(*fine, dx=i, dy=2 - i)).max() for i in range(3)]
        self.curvature = 1.1 * max(bend[0] + bend[1], bend[2] + bend[1])  # of any direction, at most
        self.coarse = l / FINE * np.hypot(1.0, slope) / np.sqrt(2.0)  # from a place to the nearest sample, at most
        self.edge = fine[0][-1], fine[1][-1]


class Land:
    """A terrain and the shape above it."""

    def __init__(self, encounter, motion):
        self.shape, land = encounter.shapes
        self.motion, self.r, self.ground = motion, rounding(self.shape), Ground(land.heights, land.spacing)
        balls = [part for part in (*parts(self.shape), *probes_of(self.shape, land.probing)) if part.kind == BALL]
        self.at = np.array([ball.at for ball in balls])
        self.radius = np.array([ball.radius for ball in balls])
        self.R, self.p, self.far = quaternion_to_matrix(land.orientation), np.array(land.at), encounter.reaches[0]

    def _balls_at(self, places):
        """Centres of the balls in the axes of the terrain, (places, balls, 3)."""
        world = self.motion.p[places, 0][:, None] + self.at @ np.swapaxes(self.motion.R[places, 0], 1, 2)
        return (world - self.p) @ self.R

    def reaches_over(self, places):
        """Whether a ball reaches over the border, beyond which there is no surface to tell a distance from.

        Not its centre decides: where a slope ends at the border, the foot of a ball above it may be beyond.
        """
        X, r = self._balls_at(places)[..., :2], self.radius[:, None]
        return ((X < r) | (X > self.ground.edge - r)).any(axis=(1, 2))

    def balls(self, places):
        """Least gap of the balls; of a shape that is far away a lower bound."""
        middle = (self.motion.p[places, 0] - self.p) @ self.R
        under = middle[:, 2] < self.ground.spline.ev(middle[:, 0], middle[:, 1])
        out = self.ground.tree.query(middle)[0] - self.ground.coarse - self.far
        near = under | (out < 0.0)
        if near.any():
            out[near] = self._near(self._balls_at(places[near]))
        return out

    def _near(self, X):
        """Least gap of balls around X (places, balls, 3)."""
        rough, nearest = self.ground.tree.query(X.reshape(-1, 3))
        rough = rough.reshape(X.shape[:2]) - self.radius
        under = X[..., 2] < self.ground.spline.ev(X[..., 0], X[..., 1])
        low = np.where(under, -(rough + 2.0 * self.radius), rough - self.ground.coarse)
        high = np.where(under, -(rough + 2.0 * self.radius) + self.ground.coarse, rough)
        near = low <= high.min(axis=1, keepdims=True)
        which = np.flatnonzero(near.ravel())
        d = self._distance(X.reshape(-1, 3)[which], self.ground.samples[nearest[which]])
        gap = np.where(under.ravel()[which], -d, d) - np.broadcast_to(self.radius, near.shape).ravel()[which]
        out = np.full(near.size, np.inf)
        out[which] = gap
        return out.reshape(near.shape).min(axis=1)

    def _distance(self, X, start):
        """From points to the surface: Newton from the nearest samples on, never more than that of the samples."""
        xy, far = start[:, :2].copy(), np.linalg.norm(X - start, axis=1)
        for _ in range(4):
            x, y = xy.T
            e = self.ground.spline.ev(x, y) - X[:, 2]
            hx, hy = self.ground.spline.ev(x, y, dx=1), self.ground.spline.ev(x, y, dy=1)
            fx, fy = x - X[:, 0] + e * hx, y - X[:, 1] + e * hy
            a = 1.0 + hx * hx + e * self.ground.spline.ev(x, y, dx=2)
            b = hx * hy + e * self.ground.spline.ev(x, y, dx=1, dy=1)
            c = 1.0 + hy * hy + e * self.ground.spline.ev(x, y, dy=2)
            det = np.maximum(a * c - b * b, 0.1)
            step = -np.stack([c * fx - b * fy, a * fy - b * fx], axis=1) / det[:, None]
            xy = np.clip(xy + np.clip(step, -self.ground.coarse, self.ground.coarse), 0.0, self.ground.edge)
        foot = np.column_stack([xy, self.ground.spline.ev(*xy.T)])
        return np.minimum(far, np.linalg.norm(X - foot, axis=1))

    # --- faces and edges between the balls ---
    def unseen(self):
        """How far a peak may be inside the shape between the balls."""
        bulge = 0.0
        if type(self.shape).__name__ == "Cylinder":  # a rim between the balls around it
            rho = self.shape.radius - self.r
            bulge = rho * (1.0 - np.cos(np.pi / max(np.ceil(2.0 * np.pi * rho / self.ground.l), 8)))
        half = 0.5 * self.ground.l if type(self.shape).__name__ == "Capsule" else self.far
        return 0.0 if type(self.shape).__name__ == "Sphere" else 0.5 * self.ground.curvature * half * half + bulge

    def whole(self, places):
        """Least distance of the samples of the surface from the shape, where one is within its reach."""
        out = np.full(len(places), np.inf)
        p, R = (self.motion.p[places, 0] - self.p) @ self.R, self.R.T @ self.motion.R[places, 0]
        for n, near in enumerate(self.ground.tree.query_ball_point(p, self.far)):
            if near:
                out[n] = _depth(self.shape, (self.ground.samples[near] - p[n]) @ R[n])
        return out


def _depth(shape, X):
    """Least distance of points (in the body) from a shape, < 0 inside; of a hull where it is inside, else a lower bound."""
    name, r = type(shape).__name__, rounding(shape)
    if name == "Hull":
        faces = ConvexHull(np.array([part.at for part in parts(shape) if part.kind == BALL])).equations
        return float((X @ faces[:, :3].T + faces[:, 3]).max(axis=1).min()) - r
    if name == "Box":
        q = np.abs(X) - (0.5 * np.array(shape.size) - r)
    elif name == "Cylinder":
        q = np.stack(
            [np.hypot(X[:, 0], X[:, 1]) - (shape.radius - r), np.abs(X[:, 2]) - (0.5 * shape.height - r)], axis=1
        )
    else:
        a, b = (np.array(shape.start), np.array(shape.end)) if name == "Capsule" else np.zeros((2, 3))
        along = np.clip((X - a) @ (b - a) / max((b - a) @ (b - a), 1e-300), 0.0, 1.0)
        return float(np.linalg.norm(X - a - along[:, None] * (b - a), axis=1).min()) - r
    outside = np.linalg.norm(np.maximum(q, 0.0), axis=1)
    return float((outside + np.minimum(q.max(axis=1), 0.0)).min()) - r
