"""A convex hull of points, with rounded edges: its corners, its edges, and the whole of it for points of others.

Core      the corners moved inwards (polytope.py); the surface is at the distance `rounding` from the hull of them. It never
          leaves the hull of the points. Boxes, prisms, regular solids and all others of which three faces meet in every
          corner keep their faces; of others, corners may lie below their faces by `inset`. Sharp corners lose most: one of
          half angle a is shorter by r (1/sin a - 1).
Flat      it stands on the corners of a face: the face has the sum of their stiffnesses
Faces     triangles in one plane, to 1e-6 of the size, are one face: what lies between them is no edge
Inertia   of the hull with sharp edges, or of the closed mesh that it stands for (`mesh`), about its centroid
Concave   bodies are represented by their hull, or by several hulls on one body
Limits    4 to 500 corners; thicker than 1e-5 of the size
Cost      every pair of edges within reach of a step is watched: two hulls that meet each other (not balls, capsules or
          half-spaces) want few corners, 50 or so, or a `max_step` in which they move by little of their size
"""

import os
from dataclasses import dataclass, replace
from typing import Annotated

import numpy as np

from .._check import items, vector, within
from ..quantities import Quantity, Range, check_quantities, described, numbers, optional
from ..spatial.rotations import quaternion_to_matrix
from .contract import BALL, EDGE, SOLID, Part
from .polytope import MOST, THIN, corners_of, inner_radius, moments, polytope, rounded, size_of
from .roles import CORNERS, EDGES, SOLIDS, TIPS
from .written import ORIGIN, UPRIGHT, USUAL_ROUNDING, Centre, Material, Name, Orientation, Rounding

MOST_POINTS = 1_000_000  # given ones


def _check_points(name, value, unit):
    """Points (tuples) as they are kept: those that are corners."""
    given = items(name, value, f"4 or more points [{unit}]")
    if len(given) > MOST_POINTS:
        raise ValueError(f"{name} must be at most {MOST_POINTS} points, got {len(given)}")
    points = [vector(f"{name}[{i}]", point, 3, unit) for i, point in enumerate(given)]
    if max((abs(x) for point in points for x in point), default=0.0) > 1e100:
        raise ValueError(f"{name} must be within 1e100 m, got points farther away")
    try:
        kept = corners_of(np.array(points).reshape(-1, 3))
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    if len(kept) > MOST:
        raise ValueError(
            f"{name} must have at most {MOST} corners, got {len(kept)}: every pair of edges of two hulls may touch; "
            "Hull.from_file(..., most=100) and supple.shapes.mesh_files.thinned keep the most outward ones"
        )
    return tuple(points[i] for i in kept)


POINTS = Range("4 or more points, not in a plane", _check_points, (("minItems", 4),))


@described
@dataclass(frozen=True, slots=True)
class Hull:
    """The convex hull of points, with rounded edges."""

    vertices: Annotated[tuple, Quantity("points; those that are corners of their hull are kept", "m", POINTS)]
    at: Centre = ORIGIN
    material: Material = None
    name: Name = "hull"
    rounding: Rounding = None
    orientation: Orientation = UPRIGHT
    mesh: Annotated[
        tuple | None,
        Quantity(
            "of the closed mesh that it stands for: volume [m^3], centroid (3) [m], inertia over mass xx, yy, zz, xy, xz, "
            "yz [m^2], in the axes of the vertices", "-", optional(numbers(10)), note="None: those of the hull",
        ),
    ] = None  # fmt: skip

    def __post_init__(self):
        check_quantities(self)
        body = polytope(np.array(self.vertices))
        if body.thickness < THIN * size_of(body.points):
            raise ValueError(
                f"vertices must span a body thicker than {THIN:g} of its size, got {body.thickness:.6g} m of "
                f"{size_of(body.points):.6g} m"
            )
        r = USUAL_ROUNDING * 0.5 * body.thickness
        if self.rounding is not None:
            r = self.rounding
            if r > 0.9 * 0.25 * body.thickness:  # the ball around the centroid inside has a quarter of it or more
                within("rounding", r, 0.0, 0.9 * inner_radius(body), "m")
        object.__setattr__(self, "rounding", r)
        if self.mesh is not None:
            hull, _, _ = moments(body.points, body.triangles)
            if not 0.0 < self.mesh[0] <= 1.001 * hull:
                raise ValueError(f"mesh[0] must be > 0 and at most the {hull:.6g} m^3 of the hull, got {self.mesh[0]}")

    @classmethod
    def from_file(
        cls,
        file: str | os.PathLike,
        scale: float = 1.0,
        most: int = 100,
        centred: bool = False,
        at: tuple = ORIGIN,
        material: str | None = None,
        name: str = "hull",
        rounding: float | None = None,
        orientation: tuple = UPRIGHT,
    ) -> "Hull":
        """The hull of a mesh in an STL file (binary or text) or an OBJ file.

        A warning says how much more volume than the mesh it fills, and how much it lost to `most`. Volume and inertia are
        those of the mesh, if it is closed, else those of the hull.

        file: name of the file.
        scale: metres per unit of the file [m]: 0.001 for millimetres.
        most: corners that are kept, 8 to 500.
        centred: whether the centroid goes to `at`, instead of the origin of the file.
        """
        from .mesh_files import hull_of_file  # few scenes have files

        vertices, mesh = hull_of_file(file, scale, most)
        hull = cls(vertices, at, material, name, rounding, orientation, mesh)
        return hull.centred() if centred else hull

    # --- what it is -----------------------------------------------------------------------------------------------------
    def _built(self):
        return rounded(self.vertices, self.rounding)

    def _moments(self):
        """Volume, centroid and inertia over mass, in the axes of the vertices."""
        if self.mesh is None:
            outer = self._built().outer
            return moments(outer.points, outer.triangles)
        volume, x, y, z, xx, yy, zz, xy, xz, yz = self.mesh
        return volume, np.array([x, y, z]), np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])

    def _place(self, point):
        """A point of its own axes in the body."""
        if self.orientation != UPRIGHT:
            point = quaternion_to_matrix(self.orientation) @ point
        return tuple(c + float(x) for c, x in zip(self.at, point, strict=True))

    @property
    def volume(self) -> float:
        """Of the solid with sharp edges, or of the mesh [m^3]."""
        return float(self._moments()[0])

    @property
    def centroid(self) -> tuple:
        """In the body [m]: where the centre of mass of a body must be that takes its inertia from here."""
        return self._place(self._moments()[1])

    @property
    def inset(self) -> float:
        """By how much the rounding leaves a corner of a face below it, at most [m]; 0 where three faces meet in corners."""
        return self._built().inset

    def centred(self) -> "Hull":
        """The same with its centroid in `at`."""
        _, c, _ = self._moments()
        vertices = tuple(tuple((np.array(v) - c).tolist()) for v in self.vertices)
        mesh = None if self.mesh is None else (self.mesh[0], 0.0, 0.0, 0.0, *self.mesh[4:])
        return replace(self, vertices=vertices, mesh=mesh)

    # --- what shapes are asked ------------------------------------------------------------------------------------------
    def features(self):
        """Corners v0, v1 ... by their numbers in `vertices`; edges and the whole, where it has a rounding."""
        r, built = self.rounding, self._built()
        core = built.core
        names = [f"v{k}" for k in built.numbers]
        places = [self._place(x) for x in core.points]
        corners = [
            Part(label, BALL, at, ORIGIN, r, CORNERS if r > 0.0 else TIPS)
            for label, at in zip(names, places, strict=True)
        ]
        if r == 0.0:
            return tuple(corners)
        edges = [Part(f"{names[i]}-{names[j]}", EDGE, places[i], places[j], r, EDGES) for i, j in core.edges]
        centre = 0.5 * (core.points.min(axis=0) + core.points.max(axis=0))
        points = core.points - centre
        planes = np.c_[core.normals, np.max(np.einsum("ijk,ik->ij", points[core.triangles], core.normals), axis=1)]
        data = (float(len(planes)), *planes.ravel().tolist(), *points[core.triangles].ravel().tolist())
        reach = float(np.max(np.linalg.norm(points, axis=1)))
        whole = ("hull", self.orientation, data)
        return (*corners, *edges, Part("", SOLID, self._place(centre), ORIGIN, r, SOLIDS, size=reach, solid=whole))

    @property
    def deepest(self):
        """From the farthest corner to the centroid."""
        return self._built().reach

    def inertia(self, mass):
        """A solid, about its centroid."""
        R = quaternion_to_matrix(self.orientation)
        I = mass * (R @ self._moments()[2] @ R.T)
        return 0.5 * (I + I.T)

    def drawing(self):
        """A hull: corners in its own axes, faces as corners counter-clockwise seen from outside, each a convex polygon."""
        outer = self._built().outer
        return (
            {
                "kind": "hull",
                "at": self.at,
                "orientation": self.orientation,
                "vertices": self.vertices,
                "faces": outer.faces,
            },
        )


def __getattr__(name):
    """EXAMPLES, when they are asked for: a hull takes scipy, which takes long to load."""
    if name != "EXAMPLES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    tetrahedron = ((1.0, 1.0, 1.0), (1.0, -1.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, 1.0))
    wedge = ((0, 0, 0), (0.2, 0, 0), (0, 0.3, 0), (0, 0, 0.1), (0.2, 0.3, 0.1))
    mesh = (0.0005, 0.05, 0.08, 0.03, 0.01, 0.01, 0.01, 0.0, 0.0, 0.0)
    return (
        Hull(tetrahedron),
        Hull(wedge, at=(0.1, 0, 0), rounding=0.002, orientation=(1, 2, 3, 4), mesh=mesh),
        Hull(tetrahedron, rounding=0.0),
    )
