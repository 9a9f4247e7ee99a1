"""Planar joint: two prismatic nodes and a revolute one."""

from dataclasses import dataclass

from .._check import finite, nonnegative, unit_vector, vector
from .prismatic import Prismatic
from .revolute import Revolute
from .written import IDENTITY, ORIGIN, quaternion, store


@dataclass(frozen=True, slots=True, kw_only=True)
class Planar:
    """Two displacements along `x` and `y` of the plane and one angle, positive from x to y.

    x: first direction of the plane [-].
    y: second direction of the plane, perpendicular to x [-].
    at: place of the joint frame in the parent [m].
    orientation: of the joint frame in the parent, quaternion w, x, y, z [-].
    position: along x and y at the start [m].
    angle: at the start [rad].
    velocity: along x and y at the start [m/s].
    rate: at the start [rad/s].
    damping: of the joint [Ns/m and Nms/rad], >= 0.
    """

    x: tuple = (1.0, 0.0, 0.0)
    y: tuple = (0.0, 0.0, 1.0)
    at: tuple = ORIGIN
    orientation: tuple = IDENTITY
    position: tuple = (0.0, 0.0)
    angle: float = 0.0
    velocity: tuple = (0.0, 0.0)
    rate: float = 0.0
    damping: float = 0.0

    def __post_init__(self):
        x, y = unit_vector("x", self.x), unit_vector("y", self.y)
        if abs(sum(a * b for a, b in zip(x, y, strict=True))) > 1e-9:
            raise ValueError(f"x and y of a planar joint must be perpendicular, got {self.x!r} and {self.y!r}")
        store(self, x=x, y=y, at=vector("at", self.at, 3, "m"), orientation=quaternion("orientation", self.orientation),
              position=vector("position", self.position, 2, "m"), angle=finite("angle", self.angle, "rad"),
              velocity=vector("velocity", self.velocity, 2, "m/s"), rate=finite("rate", self.rate, "rad/s"),
              damping=nonnegative("damping", self.damping, "Ns/m"))  # fmt: skip

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
