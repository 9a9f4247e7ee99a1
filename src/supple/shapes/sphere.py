"""A sphere: one ball, of which anything touches the surface.

Inertia   2/5 m r^2
"""

from dataclasses import dataclass
from typing import Annotated

from .._check import positive
from ..quantities import POSITIVE, Quantity, check_quantities, described, numbers
from .contract import BALL, Part
from .roles import BALLS
from .written import ORIGIN, Material, Name


def sphere_inertia(mass: float, radius: float) -> tuple[float, float, float]:
    """Solid sphere [kg m^2]."""
    r = positive("radius", radius, "m")
    i = 0.4 * positive("mass", mass, "kg") * r * r
    return (i, i, i)


@described
@dataclass(frozen=True, slots=True)
class Sphere:
    """A sphere around a point of the body."""

    radius: Annotated[float, Quantity("of the sphere", "m", POSITIVE)]
    at: Annotated[tuple, Quantity("centre in the body", "m", numbers(3))] = ORIGIN
    material: Material = None
    name: Name = "sphere"

    def __post_init__(self):
        check_quantities(self)

    def features(self):
        """A ball."""
        return (Part("", BALL, self.at, ORIGIN, self.radius, BALLS),)

    @property
    def deepest(self):
        """To its centre."""
        return self.radius

    def inertia(self, mass):
        """A solid sphere."""
        return sphere_inertia(mass, self.radius)

    def drawing(self):
        """A ball."""
        return ({"kind": "ball", "at": self.at, "radius": self.radius},)


EXAMPLES = (Sphere(0.1), Sphere(0.02, at=(0.1, 0.2, 0.3)))
