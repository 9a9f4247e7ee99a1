"""Collision shapes of all formats -> surfaces of supple: one table, one function per kind.

    plane                  a half-space
    sphere, capsule, ellipsoid, box, cylinder   themselves
    mesh                   the convex hull of its points, of at most CORNERS of them
    height field           terrain, where its spacing is the same in both directions

A function returns the surface, or None, and a sentence where that is not what the file says.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._check import shown
from ..shapes.box import Box
from ..shapes.capsule import Capsule
from ..shapes.cylinder import Cylinder
from ..shapes.ellipsoid import Ellipsoid
from ..shapes.half_space import HalfSpace
from ..shapes.hull import Hull
from ..shapes.mesh_files import thinned
from ..shapes.sphere import Sphere
from ..shapes.terrain import Terrain
from ..spatial.rotations import matrix_to_quaternion

CORNERS = 100  # of the hull of a mesh: the cost of hulls that meet each other grows with the square


@dataclass
class Geometry:
    """A collision shape in its body: z is the axis of a capsule, a cylinder and the normal of a plane."""

    name: str
    kind: str
    at: np.ndarray
    R: np.ndarray
    radius: float = 0.0  # sphere, capsule, cylinder [m]
    length: float = 0.0  # of the cylindrical part; spacing of a height field [m]
    size: tuple = ()  # edges of a box, half widths of an ellipsoid [m]
    vertices: Callable[[], Any] | None = None  # of a mesh: corners of its convex hull in its own axes [m], shape (n, 3)

    heights: Any = None  # of a height field [m], from `at` on

    @property
    def place(self):
        """Its origin in the body."""
        return _numbers(self.at)

    @property
    def orientation(self):
        """Its rotation in the body, as a quaternion."""
        return tuple(matrix_to_quaternion(self.R).tolist())


def _numbers(vector):
    """Three numbers, without the dust of rotations."""
    return tuple((np.round(vector, 15) + 0.0).tolist())


def surface_of(geometry, material, owner, notes):
    """The surface of a body, or None; what is not as in the file is noted."""
    where = f"{owner}: {geometry.name}"
    for what, values in (("radius", [geometry.radius]), ("length", [geometry.length]), ("size", geometry.size)):
        if any(value < 0.0 for value in values):
            raise ValueError(f"{what} of the shape {where!r} must be >= 0 m, got {shown(values)}")
    shape, sentence = KINDS[geometry.kind](geometry, material)
    if shape is None:
        notes.ignored("collision shape", where, sentence)
    elif sentence:
        notes.approximated("collision shape", where, sentence)
    return shape


# --- kinds --------------------------------------------------------------------------------------------------------------
def _plane(g, material):
    return HalfSpace(_numbers(g.R[:, 2]), g.place, material, g.name), ""


def _sphere(g, material):
    if g.radius == 0.0:
        return None, "it has no radius"
    return Sphere(g.radius, g.place, material, g.name), ""


def _capsule(g, material):
    half = 0.5 * g.length * g.R[:, 2]
    return Capsule(_numbers(g.at - half), _numbers(g.at + half), g.radius, material, g.name), ""


def _ellipsoid(g, material):
    if min(g.size) == 0.0:
        return None, "it has no volume"
    return Ellipsoid(g.size, g.place, g.orientation, material, g.name), ""


def _cylinder(g, material):
    if min(g.radius, g.length) == 0.0:
        return None, "it has no volume"
    return Cylinder(g.radius, g.length, g.place, material, g.name, orientation=g.orientation), ""


def _box(g, material):
    if min(g.size) == 0.0:
        return None, "it has no volume"
    return Box(g.size, g.place, material, g.name, orientation=g.orientation), ""


def _mesh(g, material):
    if g.vertices is None:
        return None, "there is no shape for it"
    try:
        corners, cut = thinned(g.vertices(), CORNERS)
        hull = Hull(corners.tolist(), g.place, material, g.name, orientation=g.orientation)
    except (ValueError, ImportError) as error:
        return None, str(error)
    lost = f", less up to {1e3 * cut:.2g} mm at corners" if cut > 0.0 else ""
    return hull, f"a mesh became its convex hull{lost}"


def _terrain(g, material):
    if g.heights is None:
        return None, "its spacing differs in x and y, and that of terrain does not"
    return Terrain(g.heights, g.length, g.place, material, g.name, orientation=g.orientation), ""


KINDS = {
    "plane": _plane,
    "sphere": _sphere,
    "capsule": _capsule,
    "ellipsoid": _ellipsoid,
    "cylinder": _cylinder,
    "box": _box,
    "mesh": _mesh,
    "terrain": _terrain,
}
