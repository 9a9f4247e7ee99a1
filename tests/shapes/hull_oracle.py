"""Distances of convex polytopes by other means: half-spaces from Qhull, least distances by NNLS (Lawson & Hanson)."""

import numpy as np
from scipy.optimize import nnls
from scipy.spatial import ConvexHull
from scipy.spatial.transform import Rotation

from supple.shapes.pairs import ball_solid, edge_edge
from supple.shapes.pairs.edge_edge import Edge
from supple.shapes.roles import AXES, CORNERS, EDGES, ENDS, RODS, SOLIDS
from supple.shapes.solids.registry import SOLIDS as FILES
from supple.spatial.rotations import quaternion_to_matrix


def point_distance(x, points):
    """Distance of x from the hull of points, < 0: how deep inside."""
    planes = ConvexHull(points).equations
    heights = planes[:, :3] @ x + planes[:, 3]
    if heights.max() <= 0.0:
        return heights.max()
    size = np.ptp(points, axis=0).max()
    E = np.vstack([-planes[:, :3].T, heights / size])
    found, _ = nnls(E, np.array([0.0, 0.0, 0.0, 1.0]))
    miss = E @ found - [0.0, 0.0, 0.0, 1.0]
    return size * np.linalg.norm(miss[:3] / miss[3])


def distance(points, others):
    """Distance of two hulls: of the origin from the hull of all differences."""
    return point_distance(np.zeros(3), (np.array(others)[:, None] - np.array(points)[None]).reshape(-1, 3))


class Placed:
    """The parts of a shape whose body is at p with the rotation R."""

    def __init__(self, shape, p=(0.0, 0.0, 0.0), R=None):
        self.p, self.R = np.array(p), Rotation.identity() if R is None else R
        self.parts = shape.features()

    def at(self, x):
        return tuple((self.p + self.R.apply(x)).tolist())

    def of(self, *roles):
        return [part for part in self.parts if part.role in roles]

    def solid(self, *roles):
        """The Solid, its rotation and its numbers."""
        (part,) = self.of(*roles)
        file, orientation, numbers = part.solid
        Q = self.R.as_matrix() @ quaternion_to_matrix(orientation)
        return ball_solid.Solid(
            self.at(part.at),
            tuple(Q.ravel().tolist()),
            FILES.number_of_file(file),
            np.array(numbers, float),
            0,
            part.radius,
        )

    def edges(self, *roles):
        return [Edge(self.at(e.at), self.at(e.end), e.radius, 0.0) for e in self.of(*roles)]


def rows(A, B):
    """Gaps of all rows of two shapes with corners (or a capsule), edges not shortened."""
    gaps = []
    for one, other in ((A, B), (B, A)):
        whole = other.solid(SOLIDS, RODS)
        for part in one.of(CORNERS, ENDS):
            if not (part.role == ENDS and other.of(RODS)):
                gaps.append(ball_solid.meet(one.at(part.at), part.radius, whole).gap)
    gaps += [edge_edge.distance(a, b) for a in A.edges(EDGES, AXES) for b in B.edges(EDGES, AXES)]
    return gaps
