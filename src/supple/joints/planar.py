"""Planar joint: two prismatic nodes and a revolute one."""

from dataclasses import dataclass
from typing import Annotated

from ..quantities import NONNEGATIVE, UNIT_VECTOR, Quantity, check_quantities, described, numbers
from .prismatic import Prismatic
from .revolute import Revolute
from .written import IDENTITY, ORIGIN, Place, Turn


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Planar:
    """Two displacements along `x` and `y` of the plane and one angle, positive from x to y."""

    x: Annotated[tuple, Quantity("first direction of the plane", "-", UNIT_VECTOR)] = (1.0, 0.0, 0.0)
    y: Annotated[tuple, Quantity("second direction, perpendicular to x", "-", UNIT_VECTOR)] = (0.0, 0.0, 1.0)
    at: Place = ORIGIN
    orientation: Turn = IDENTITY
    position: Annotated[tuple, Quantity("along x and y at the start", "m", numbers(2))] = (0.0, 0.0)
    angle: Annotated[float, Quantity("at the start", "rad")] = 0.0
    velocity: Annotated[tuple, Quantity("along x and y at the start", "m/s", numbers(2))] = (0.0, 0.0)
    rate: Annotated[float, Quantity("at the start", "rad/s")] = 0.0
    damping: Annotated[float, Quantity("of the joint", "Ns/m and Nms/rad", NONNEGATIVE)] = 0.0

    def __post_init__(self):
        given = self.x, self.y
        check_quantities(self)
        if abs(sum(a * b for a, b in zip(self.x, self.y, strict=True))) > 1e-9:
            raise ValueError(f"x and y of a planar joint must be perpendicular, got {given[0]!r} and {given[1]!r}")

    def chain(self):
        """Two prismatic nodes and a revolute one."""
        (a, b, c), (d, e, f) = self.x, self.y
        normal = (b * f - c * e, c * d - a * f, a * e - b * d)
        return (Prismatic, self.x), (Prismatic, self.y), (Revolute, normal)

    def start(self):
        """Initial positions and velocities."""
        return (*self.position, self.angle), (*self.velocity, self.rate)

    names = (("x", "m"), ("y", "m"), ("angle", "rad")), (("vx", "m/s"), ("vy", "m/s"), ("rate", "rad/s"))


EXAMPLES = (Planar(x=(0, 1, 0), y=(1, 0, 0), at=(0, 0, 0.2)),)
