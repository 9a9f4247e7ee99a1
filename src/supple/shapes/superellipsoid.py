"""A superellipsoid: a box with rounded edges and faces, between an ellipsoid and a box; one convex feature.

Inertia   of the solid, by quadrature (supports/superellipsoid.py)
"""

from dataclasses import dataclass

from .._check import positive, unit_vector, vector, within
from .contract import CONVEX
from .ellipsoid import UPRIGHT, half_widths, turned
from .supports import superellipsoid
from .supports.registry import SUPPORTS
from .written import ANYTHING, ORIGIN, store

USUAL = 0.1  # rounding over the least half width, where none is given


@dataclass(frozen=True, slots=True)
class Superellipsoid:
    """A smooth body between an ellipsoid and a box around a point of the body, without flat places and sharp edges.

    semi_axes: half widths along its own axes, > 0 [m].
    exponent: 2 (an ellipsoid) to 20 (nearly a box) [-].
    rounding: length that bounds its radii of curvature from both sides, > 0 [m]; default: a tenth of the least half width.
    at: centre in the body [m].
    orientation: of its axes in the body, quaternion w, x, y, z [-].
    material: name for the contact rules; None: touches by `Scene.pair` only.
    name: of the surface, for messages.
    """

    semi_axes: tuple
    exponent: float = 4.0
    rounding: float | None = None
    at: tuple = ORIGIN
    orientation: tuple = UPRIGHT
    material: str | None = None
    name: str = "superellipsoid"

    def __post_init__(self):
        semi_axes = half_widths(self.semi_axes)
        exponent = within("exponent", self.exponent, 2.0, 20.0)
        least = min(semi_axes)
        rounding = USUAL * least if self.rounding is None else self.rounding
        low, high = superellipsoid.FINEST * least, 0.99 * superellipsoid.widest(semi_axes, exponent)
        store(self, semi_axes=semi_axes, exponent=exponent, rounding=within("rounding", rounding, low, high, "m"),
              at=vector("at", self.at, 3, "m"), orientation=unit_vector("orientation", self.orientation, 4))  # fmt: skip

    def _parameters(self):
        return superellipsoid.parameters(self.semi_axes, self.exponent, self.rounding)

    def features(self):
        """A convex body."""
        return (("", CONVEX, self.at, ORIGIN, 0.0, ANYTHING),)

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
        return moments if self.orientation == UPRIGHT else turned(self.orientation, moments)

    def drawing(self):
        """A superellipsoid."""
        return ({"kind": "superellipsoid", "at": self.at, "semi_axes": self.semi_axes, "orientation": self.orientation,
                 "exponent": self.exponent, "rounding": self.rounding},)  # fmt: skip


EXAMPLES = (
    Superellipsoid((0.3, 0.2, 0.15)),
    Superellipsoid((0.1, 0.1, 0.2), exponent=8, rounding=0.02, at=(0.1, 0.2, 0.3), orientation=(1, 2, 3, 4)),
)
