"""Collision shapes of all formats -> surfaces of supple: one table, one function per kind.

    plane      a half-space            sphere, capsule, ellipsoid   themselves
    box        a box, where its edges are along the axes of its link
    cylinder   a capsule of the same length and radius; a flat one is an ellipsoid of the same width and thickness
    mesh       none; `vertices` gives the corners of its convex hull

A function returns the surface, or None, and a sentence where that is not what the file says.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._check import shown
from ..shapes.box import Box
from ..shapes.capsule import Capsule
from ..shapes.ellipsoid import Ellipsoid
from ..shapes.half_space import HalfSpace
from ..shapes.sphere import Sphere
from ..spatial.rotations import matrix_to_quaternion

ALIGNED = 1e-6  # [-] cosine between an edge of a box and the nearest axis of its link, less than 1 by this


@dataclass
class Geometry:
    """A collision shape in its body: z is the axis of a capsule, a cylinder and the normal of a plane."""

    name: str
    kind: str
    at: np.ndarray
    R: np.ndarray
    radius: float = 0.0  # sphere, capsule, cylinder [m]
    length: float = 0.0  # of the cylindrical part [m]
    size: tuple = ()  # edges of a box, half widths of an ellipsoid [m]
    vertices: Callable[[], Any] | None = None  # of a mesh: corners of its convex hull in its own axes [m], shape (n, 3)

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
    if g.length > 2.0 * g.radius:
        half = (0.5 * g.length - g.radius) * g.R[:, 2]
        ends = _numbers(g.at - half), _numbers(g.at + half)
        return Capsule(*ends, g.radius, material, g.name), "a cylinder became a capsule of its length and radius"
    sizes = (g.radius, g.radius, 0.5 * g.length)
    return Ellipsoid(sizes, g.place, g.orientation, material, g.name), "a flat cylinder became an ellipsoid of its size"


def _box(g, material):
    if min(g.size) == 0.0:
        return None, "it has no volume"
    along = np.round(g.R)
    if np.abs(g.R - along).max() > ALIGNED:
        return None, "there is no box that is turned against its body"
    return Box(tuple((np.abs(along) @ np.array(g.size)).tolist()), g.place, material, g.name), ""


def _mesh(g, material):
    return None, "there is no shape for a mesh"


def _terrain(g, material):
    return None, "there is no shape for a height field"


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
