"""A point: a ball without radius, which two points never touch."""

from dataclasses import dataclass
from math import inf
from typing import Annotated

from ..quantities import Quantity, check_quantities, described, numbers
from .contract import BALL, Part
from .roles import BALLS
from .written import ORIGIN, Material, Name


@described
@dataclass(frozen=True, slots=True)
class Point:
    """A point of the body."""

    at: Annotated[tuple, Quantity("place in the body", "m", numbers(3))] = ORIGIN
    material: Material = None
    name: Name = "point"

    def __post_init__(self):
        check_quantities(self)

    def features(self):
        """A ball without radius."""
        return (Part("", BALL, self.at, ORIGIN, 0.0, BALLS),)

    @property
    def deepest(self):
        """A point has no size."""
        return inf

    def inertia(self, mass):
        """A point has no volume."""
        return None

    def drawing(self):
        """A ball without radius."""
        return ({"kind": "ball", "at": self.at, "radius": 0.0},)


EXAMPLES = (Point(at=(0.1, 0.0, -0.2)),)
