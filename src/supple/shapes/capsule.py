"""A capsule: its two ends, its axis, and the whole of it.

Ends      balls against half-spaces and shapes with corners
Axis      a segment against what is round and against edges
Whole     for corners and rims of others
Inertia   a cylinder and two half spheres, by volume
"""

from dataclasses import dataclass
from math import hypot, inf
from typing import Annotated

import numpy as np

from .._check import positive
from ..quantities import NONNEGATIVE, Quantity, check_quantities, described, numbers
from .contract import BALL, SEGMENT, SOLID, Part
from .roles import AXES, ENDS, RODS
from .written import ORIGIN, UPRIGHT, Material, Name


@described
@dataclass(frozen=True, slots=True)
class Capsule:
    """All points within `radius` of the segment from `start` to `end`."""

    start: Annotated[tuple, Quantity("one end of the axis in the body", "m", numbers(3))]
    end: Annotated[tuple, Quantity("other end of the axis in the body", "m", numbers(3))]
    radius: Annotated[float, Quantity("distance of the surface from the axis", "m", NONNEGATIVE)]
    material: Material = None
    name: Name = "capsule"

    def __post_init__(self):
        check_quantities(self)

    def features(self):
        """Its two ends as balls, its axis, and the whole of it."""
        r = self.radius
        half = [0.5 * (b - a) for a, b in zip(self.start, self.end, strict=True)]
        middle = tuple(0.5 * (a + b) for a, b in zip(self.start, self.end, strict=True))
        whole = ("rod", UPRIGHT, half)
        return (
            Part("start", BALL, self.start, ORIGIN, r, ENDS),
            Part("end", BALL, self.end, ORIGIN, r, ENDS),
            Part("axis", SEGMENT, self.start, self.end, r, AXES),
            Part("", SOLID, middle, ORIGIN, r, RODS, size=hypot(*half), solid=whole),
        )

    @property
    def deepest(self):
        """To its axis; without a radius it has no size."""
        return self.radius or inf

    @np.errstate(all="ignore")  # what overflows is refused as not finite
    def inertia(self, mass):
        """Solid capsule: cylinder of length l and two half spheres of radius r, by volume."""
        a, b, r = np.array(self.start), np.array(self.end), self.radius
        l = float(np.linalg.norm(b - a))
        positive("radius of a capsule that gives a body its inertia", r, "m")
        share = l / (l + 4.0 / 3.0 * r)  # of the cylinder in the volume
        m_c, m_s = mass * share, mass * (1.0 - share)
        along = 0.5 * m_c * r * r + 0.4 * m_s * r * r
        # a half sphere has its centroid 3/8 r from its flat side
        across = m_c * (l * l / 12 + r * r / 4) + m_s * (0.4 * r * r + 0.25 * l * l + 0.375 * l * r)
        axis = (b - a) / l if l > 0.0 else np.array([0.0, 0.0, 1.0])
        return across * np.eye(3) + (along - across) * np.outer(axis, axis)

    def drawing(self):
        """A rod with round ends; a ball, if it has no length."""
        if self.start == self.end:
            return ({"kind": "ball", "at": self.start, "radius": self.radius},)
        return ({"kind": "rod", "at": self.start, "end": self.end, "radius": self.radius},)


EXAMPLES = (Capsule((0.0, 0.0, -0.1), (0.1, 0.0, 0.2), 0.05), Capsule((0.1, 0.0, 0.0), (0.1, 0.0, 0.0), 0.05))
