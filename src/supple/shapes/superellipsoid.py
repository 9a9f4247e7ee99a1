"""A superellipsoid: a box with rounded edges and faces, between an ellipsoid and a box; one convex feature.

Inertia   of the solid, by quadrature (supports/superellipsoid.py)
"""

from dataclasses import dataclass
from typing import Annotated

from .._check import positive, within
from ..quantities import POSITIVE, Quantity, between, check_quantities, described, optional
from .contract import CONVEX, Part
from .roles import CONVEXES
from .supports import superellipsoid
from .supports.registry import SUPPORTS
from .written import ORIGIN, UPRIGHT, Centre, Material, Name, Orientation, SemiAxes, turned

USUAL = 0.1  # rounding over the least half width, where none is given


@described
@dataclass(frozen=True, slots=True)
class Superellipsoid:
    """A smooth body between an ellipsoid and a box around a point of the body, without flat places and sharp edges."""

    semi_axes: SemiAxes
    exponent: Annotated[float, Quantity("2: an ellipsoid, 20: nearly a box", "-", between(2.0, 20.0))] = 4.0
    rounding: Annotated[
        float | None,
        Quantity(
            "length that bounds its radii of curvature from both sides", "m", optional(POSITIVE),
            note="None: a tenth of the least half width",
        ),
    ] = None  # fmt: skip
    at: Centre = ORIGIN
    orientation: Orientation = UPRIGHT
    material: Material = None
    name: Name = "superellipsoid"

    def __post_init__(self):
        check_quantities(self)
        least = min(self.semi_axes)
        rounding = USUAL * least if self.rounding is None else self.rounding
        low, high = superellipsoid.FINEST * least, 0.99 * superellipsoid.widest(self.semi_axes, self.exponent)
        object.__setattr__(self, "rounding", within("rounding", rounding, low, high, "m"))

    def _parameters(self):
        return superellipsoid.parameters(self.semi_axes, self.exponent, self.rounding)

    def features(self):
        """A convex body."""
        return (Part("", CONVEX, self.at, ORIGIN, 0.0, CONVEXES),)

    def support_of(self):
        """Number of its support function, parameters, orientation in the body (quaternion)."""
        return SUPPORTS.number_of_file("superellipsoid"), self._parameters(), self.orientation

    @property
    def deepest(self):
        """To its centre, along the shortest axis."""
        return min(self.semi_axes)

    def inertia(self, mass):
        """A solid superellipsoid."""
        m = positive("mass", mass, "kg")
        moments = tuple(m * i for i in superellipsoid.inertia(self._parameters()))
        return turned(self.orientation, moments)

    def drawing(self):
        """A superellipsoid."""
        return ({"kind": "superellipsoid", "at": self.at, "semi_axes": self.semi_axes, "orientation": self.orientation,
                 "exponent": self.exponent, "rounding": self.rounding},)  # fmt: skip


EXAMPLES = (
    Superellipsoid((0.3, 0.2, 0.15)),
    Superellipsoid((0.1, 0.1, 0.2), exponent=8, rounding=0.02, at=(0.1, 0.2, 0.3), orientation=(1, 2, 3, 4)),
)
