"""An ellipsoid: one convex feature, of which anything touches the surface.

Inertia   m/5 (b^2 + c^2), ... along its axes
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .._check import positive, unit_vector, vector
from ..spatial.rotations import quaternion_to_matrix
from .contract import CONVEX
from .supports import ellipsoid
from .supports.registry import SUPPORTS
from .written import ANYTHING, ORIGIN, store

UPRIGHT = (1.0, 0.0, 0.0, 0.0)


def half_widths(values):
    """Three semi-axes > 0 [m]."""
    semi_axes = vector("semi_axes", values, 3, "m")
    for i, a in enumerate(semi_axes):
        positive(f"semi_axes[{i}]", a, "m")
    return semi_axes


def turned(orientation, moments):
    """The matrix in the body [kg m^2] of an inertia along axes that are turned by a quaternion."""
    R = quaternion_to_matrix(orientation)
    return R @ np.diag(moments) @ R.T


def ellipsoid_inertia(mass: float, semi_axes: Sequence[float]) -> tuple[float, float, float]:
    """Solid ellipsoid along its axes [kg m^2]."""
    m = positive("mass", mass, "kg")
    a, b, c = ellipsoid.inertia(ellipsoid.parameters(half_widths(semi_axes)))
    return m * a, m * b, m * c


@dataclass(frozen=True, slots=True)
class Ellipsoid:
    """An ellipsoid around a point of the body.

    semi_axes: half widths along its own axes, > 0 [m].
    at: centre in the body [m].
    orientation: of its axes in the body, quaternion w, x, y, z [-].
    material: name for the contact rules; None: touches by `Scene.pair` only.
    name: of the surface, for messages.
    """

    semi_axes: tuple
    at: tuple = ORIGIN
    orientation: tuple = UPRIGHT
    material: str | None = None
    name: str = "ellipsoid"

    def __post_init__(self):
        store(self, semi_axes=half_widths(self.semi_axes), at=vector("at", self.at, 3, "m"),
              orientation=unit_vector("orientation", self.orientation, 4))  # fmt: skip

    def features(self):
        """A convex body."""
        return (("", CONVEX, self.at, ORIGIN, 0.0, ANYTHING),)

    def support_of(self):
        """Number of its support function, parameters, orientation in the body (quaternion)."""
        return SUPPORTS.number_of_file("ellipsoid"), ellipsoid.parameters(self.semi_axes), self.orientation

    @property
    def deepest(self):
        """To its centre, along the shortest axis."""
        return min(self.semi_axes)

    def inertia(self, mass):
        """A solid ellipsoid."""
        moments = ellipsoid_inertia(mass, self.semi_axes)
        return moments if self.orientation == UPRIGHT else turned(self.orientation, moments)

    def drawing(self):
        """An ellipsoid."""
        return ({"kind": "ellipsoid", "at": self.at, "semi_axes": self.semi_axes, "orientation": self.orientation},)


EXAMPLES = (Ellipsoid((0.3, 0.2, 0.15)), Ellipsoid((0.1, 0.1, 0.2), at=(0.1, 0.2, 0.3), orientation=(1, 2, 3, 4)))
