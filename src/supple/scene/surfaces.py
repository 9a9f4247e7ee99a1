"""Surfaces as a user writes them: shapes on a body, in the frame of the body, each of a material.

A surface is made of features: balls (points with a radius), segments with a radius, and one plane for a half-space.
Two surfaces touch through their features, and every pair of features that can touch is a contact of its own. `features()`
gives of each: label, kind, first point, second point or normal, radius, what it is watched against.

    point, sphere            one ball
    capsule                  its two ends as balls against a half-space, its axis as a segment against anything else
    box                      its eight corners as balls of radius zero, against half-spaces only
    half-space               a plane

`deepest` is the indentation [m] at which a surface has been passed through its middle: beyond it, it means nothing.
"""

from dataclasses import dataclass
from itertools import product
from math import hypot, inf

from .._check import nonnegative, positive, text, unit_vector, vector
from ..shapes.contract import BALL, PLANE, SEGMENT
from ..tables import MEETS_BODIES, MEETS_PLANES

ORIGIN = (0.0, 0.0, 0.0)
ANYTHING = MEETS_PLANES | MEETS_BODIES


def _store(surface, **values):
    """Store what was checked; material and name are checked here, for all surfaces alike."""
    text("name", surface.name)
    if surface.material is not None:
        text("material", surface.material)
    for key, value in values.items():
        object.__setattr__(surface, key, value)


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the body.

    at: place in the body [m].
    material: name for the contact rules; None: touches by `Scene.pair` only.
    name: of the surface, for messages.
    """

    at: tuple = (0.0, 0.0, 0.0)
    material: str | None = None
    name: str = "point"

    def __post_init__(self):
        _store(self, at=vector("at", self.at, 3, "m"))

    def features(self):
        """A ball without radius."""
        return (("", BALL, self.at, ORIGIN, 0.0, ANYTHING),)

    @property
    def deepest(self):
        """A point has no size."""
        return inf


@dataclass(frozen=True, slots=True)
class Sphere:
    """A sphere around a point of the body.

    radius: > 0 [m].
    at: centre in the body [m].
    material: name for the contact rules; None: touches by `Scene.pair` only.
    name: of the surface, for messages.
    """

    radius: float
    at: tuple = (0.0, 0.0, 0.0)
    material: str | None = None
    name: str = "sphere"

    def __post_init__(self):
        _store(self, radius=positive("radius", self.radius, "m"), at=vector("at", self.at, 3, "m"))

    def features(self):
        """A ball."""
        return (("", BALL, self.at, ORIGIN, self.radius, ANYTHING),)

    @property
    def deepest(self):
        """To its centre."""
        return self.radius


@dataclass(frozen=True, slots=True)
class Capsule:
    """All points within `radius` of the segment from `start` to `end`.

    start: one end of the axis in the body [m].
    end: other end of the axis in the body [m].
    radius: >= 0 [m].
    material: name for the contact rules; None: touches by `Scene.pair` only.
    name: of the surface, for messages.
    """

    start: tuple
    end: tuple
    radius: float
    material: str | None = None
    name: str = "capsule"

    def __post_init__(self):
        _store(self, start=vector("start", self.start, 3, "m"), end=vector("end", self.end, 3, "m"),
               radius=nonnegative("radius", self.radius, "m"))  # fmt: skip

    def features(self):
        """Its two ends as balls against half-spaces, its axis against everything else."""
        return (
            ("start", BALL, self.start, ORIGIN, self.radius, MEETS_PLANES),
            ("end", BALL, self.end, ORIGIN, self.radius, MEETS_PLANES),
            ("axis", SEGMENT, self.start, self.end, self.radius, MEETS_BODIES),
        )

    @property
    def deepest(self):
        """To its axis; without a radius it has no size."""
        return self.radius or inf


@dataclass(frozen=True, slots=True)
class Box:
    """A box with edges along the body axes; its corners touch half-spaces.

    size: full edge lengths, > 0 [m].
    at: centre in the body [m].
    material: name for the contact rules; None: touches by `Scene.pair` only.
    name: of the surface, for messages.
    """

    size: tuple
    at: tuple = (0.0, 0.0, 0.0)
    material: str | None = None
    name: str = "box"

    def __post_init__(self):
        size = vector("size", self.size, 3, "m")
        for i, edge in enumerate(size):
            positive(f"size[{i}]", edge, "m")
        _store(self, size=size, at=vector("at", self.at, 3, "m"))

    def features(self):
        """Its eight corners, against half-spaces."""
        corners = []
        for signs in product((-1, 1), repeat=3):
            corner = tuple(c + 0.5 * s * e for c, s, e in zip(self.at, signs, self.size, strict=True))
            corners.append(("".join("-+"[s > 0] for s in signs), BALL, corner, ORIGIN, 0.0, MEETS_PLANES))
        return tuple(corners)

    @property
    def deepest(self):
        """From a corner to the centre."""
        return 0.5 * hypot(*self.size)


@dataclass(frozen=True, slots=True)
class HalfSpace:
    """Everything below a plane; `normal` points out of the material.

    normal: direction out of the material, in the body [-].
    at: a point of the plane in the body [m].
    material: name for the contact rules; None: touches by `Scene.pair` only.
    name: of the surface, for messages.
    """

    normal: tuple = (0.0, 0.0, 1.0)
    at: tuple = (0.0, 0.0, 0.0)
    material: str | None = None
    name: str = "half-space"

    def __post_init__(self):
        _store(self, normal=unit_vector("normal", self.normal), at=vector("at", self.at, 3, "m"))

    def features(self):
        """A plane."""
        return (("", PLANE, self.at, self.normal, 0.0, 0),)

    @property
    def deepest(self):
        """It has no end."""
        return inf


SURFACES = (Point, Sphere, Capsule, Box, HalfSpace)
