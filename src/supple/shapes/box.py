"""A box with rounded edges: eight corners, twelve edges, and the whole of it for points of others.

Core      a box with half widths a_i - r; the surface is at the distance r from it, so that the outer size is `size`
Flat      it stands on its corners: the face has the sum of their stiffnesses
Inertia   m/12 (b^2 + c^2), ... of the box with sharp edges
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import hypot
from typing import Annotated

from .._check import positive, vector
from ..quantities import POSITIVE, Quantity, check_quantities, described, numbers
from ..spatial.rotations import quaternion_to_matrix
from .contract import BALL, EDGE, SOLID, Part
from .roles import CORNERS, EDGES, SOLIDS, TIPS
from .written import ORIGIN, UPRIGHT, Centre, Material, Name, Orientation, Rounding, rounding_of, turned


def box_inertia(mass: float, size: Sequence[float]) -> tuple[float, float, float]:
    """Solid box with edge lengths `size` [kg m^2]."""
    m = positive("mass", mass, "kg") / 12.0
    a, b, c = vector("size", size, 3, "m")
    return m * (b * b + c * c), m * (a * a + c * c), m * (a * a + b * b)


@described
@dataclass(frozen=True, slots=True)
class Box:
    """A box around a point of the body, with rounded edges."""

    size: Annotated[tuple, Quantity("full edge lengths, over the rounding", "m", numbers(3, POSITIVE))]
    at: Centre = ORIGIN
    material: Material = None
    name: Name = "box"
    rounding: Rounding = None
    orientation: Orientation = UPRIGHT

    def __post_init__(self):
        check_quantities(self)
        object.__setattr__(self, "rounding", rounding_of(self.rounding, 0.5 * min(self.size)))

    @property
    def _core(self):
        """Half widths of the core."""
        return tuple(0.5 * e - self.rounding for e in self.size)

    def _place(self, signs):
        """A corner of the core in the body."""
        local = [s * a for s, a in zip(signs, self._core, strict=True)]
        if self.orientation != UPRIGHT:
            local = (quaternion_to_matrix(self.orientation) @ local).tolist()
        return tuple(c + x for c, x in zip(self.at, local, strict=True))

    def features(self):
        """Corners; edges and the whole, where it has a rounding."""
        r = self.rounding
        corners = {"".join("-+"[s > 0] for s in signs): self._place(signs) for signs in product((-1, 1), repeat=3)}
        parts = [Part(label, BALL, at, ORIGIN, r, CORNERS if r > 0.0 else TIPS) for label, at in corners.items()]
        if r > 0.0:
            for one, other in combinations(corners, 2):
                apart = [i for i in range(3) if one[i] != other[i]]
                if len(apart) == 1:
                    label = one[: apart[0]] + "xyz"[apart[0]] + one[apart[0] + 1 :]
                    parts.append(Part(label, EDGE, corners[one], corners[other], r, EDGES))
            whole = ("box", self.orientation, self._core)
            parts.append(Part("", SOLID, self.at, ORIGIN, r, SOLIDS, size=hypot(*self._core), solid=whole))
        return tuple(parts)

    @property
    def deepest(self):
        """From a corner to the centre."""
        return 0.5 * hypot(*self.size)

    def inertia(self, mass):
        """A solid box."""
        return turned(self.orientation, box_inertia(mass, self.size))

    def drawing(self):
        """A box."""
        return ({"kind": "box", "at": self.at, "size": self.size, "orientation": self.orientation},)


EXAMPLES = (
    Box((0.1, 0.2, 0.3), at=(0.0, 0.1, 0.0)),
    Box((0.2, 0.2, 0.3), at=(0.1, 0.0, 0.0), rounding=0.01, orientation=(1, 2, 3, 4)),
    Box((0.1, 0.2, 0.3), rounding=0.0),
)
