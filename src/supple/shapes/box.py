"""A box: its eight corners touch half-spaces.

Inertia   m/12 (b^2 + c^2), ...
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import hypot
from typing import Annotated

from .._check import positive, vector
from ..quantities import POSITIVE, Quantity, check_quantities, described, numbers
from ..tables import MEETS_PLANES
from .contract import BALL
from .written import ORIGIN, Material, Name


def box_inertia(mass: float, size: Sequence[float]) -> tuple[float, float, float]:
    """Solid box with edge lengths `size` [kg m^2]."""
    m = positive("mass", mass, "kg") / 12.0
    a, b, c = vector("size", size, 3, "m")
    return m * (b * b + c * c), m * (a * a + c * c), m * (a * a + b * b)


@described
@dataclass(frozen=True, slots=True)
class Box:
    """A box with edges along the body axes; its corners touch half-spaces."""

    size: Annotated[tuple, Quantity("full edge lengths", "m", numbers(3, POSITIVE))]
    at: Annotated[tuple, Quantity("centre in the body", "m", numbers(3))] = ORIGIN
    material: Material = None
    name: Name = "box"

    def __post_init__(self):
        check_quantities(self)

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

    def inertia(self, mass):
        """A solid box."""
        return box_inertia(mass, self.size)

    def drawing(self):
        """A box."""
        return ({"kind": "box", "at": self.at, "size": self.size},)


EXAMPLES = (Box((0.1, 0.2, 0.3), at=(0.0, 0.1, 0.0)),)
