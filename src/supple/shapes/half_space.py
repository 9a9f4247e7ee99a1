"""A half-space: everything below a plane."""

from dataclasses import dataclass
from math import inf
from typing import Annotated

from ..quantities import UNIT_VECTOR, Quantity, check_quantities, described, numbers
from .contract import PLANE, Part
from .roles import PLANES
from .written import ORIGIN, Material, Name


@described
@dataclass(frozen=True, slots=True)
class HalfSpace:
    """Everything below a plane; `normal` points out of the material."""

    normal: Annotated[tuple, Quantity("direction out of the material, in the body", "-", UNIT_VECTOR)] = (0.0, 0.0, 1.0)
    at: Annotated[tuple, Quantity("a point of the plane in the body", "m", numbers(3))] = ORIGIN
    material: Material = None
    name: Name = "half-space"

    def __post_init__(self):
        check_quantities(self)

    def features(self):
        """A plane."""
        return (Part("", PLANE, self.at, self.normal, 0.0, PLANES),)

    @property
    def deepest(self):
        """It has no end."""
        return inf

    def inertia(self, mass):
        """It has no end."""
        return None

    def drawing(self):
        """A plane."""
        return ({"kind": "plane", "at": self.at, "normal": self.normal},)


EXAMPLES = (HalfSpace(normal=(0.0, 1.0, 1.0)),)
