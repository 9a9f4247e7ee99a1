"""An ellipsoid: one convex feature, of which anything touches the surface.

Inertia   m/5 (b^2 + c^2), ... along its axes
"""

from collections.abc import Sequence
from dataclasses import dataclass

from .._check import positive
from ..quantities import POSITIVE, check_quantities, described, numbers
from .contract import CONVEX, Part
from .roles import CONVEXES
from .supports import ellipsoid
from .supports.registry import SUPPORTS
from .written import ORIGIN, UPRIGHT, Centre, Material, Name, Orientation, SemiAxes, turned


def ellipsoid_inertia(mass: float, semi_axes: Sequence[float]) -> tuple[float, float, float]:
    """Solid ellipsoid along its axes [kg m^2]."""
    m = positive("mass", mass, "kg")
    a, b, c = ellipsoid.inertia(ellipsoid.parameters(numbers(3, POSITIVE).check("semi_axes", semi_axes, "m")))
    return m * a, m * b, m * c


@described
@dataclass(frozen=True, slots=True)
class Ellipsoid:
    """An ellipsoid around a point of the body."""

    semi_axes: SemiAxes
    at: Centre = ORIGIN
    orientation: Orientation = UPRIGHT
    material: Material = None
    name: Name = "ellipsoid"

    def __post_init__(self):
        check_quantities(self)

    def features(self):
        """A convex body."""
        return (Part("", CONVEX, self.at, ORIGIN, 0.0, CONVEXES),)

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
        return turned(self.orientation, moments)

    def drawing(self):
        """An ellipsoid."""
        return ({"kind": "ellipsoid", "at": self.at, "semi_axes": self.semi_axes, "orientation": self.orientation},)


EXAMPLES = (Ellipsoid((0.3, 0.2, 0.15)), Ellipsoid((0.1, 0.1, 0.2), at=(0.1, 0.2, 0.3), orientation=(1, 2, 3, 4)))
