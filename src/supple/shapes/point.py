"""A point: a ball without radius, which two points never touch."""

from dataclasses import dataclass
from math import inf

from .._check import vector
from .contract import BALL
from .written import ANYTHING, ORIGIN, store


@dataclass(frozen=True, slots=True)
class Point:
    """A point of the body.

    at: place in the body [m].
    material: name for the contact rules; None: touches by `Scene.pair` only.
    name: of the surface, for messages.
    """

    at: tuple = ORIGIN
    material: str | None = None
    name: str = "point"

    def __post_init__(self):
        store(self, at=vector("at", self.at, 3, "m"))

    def features(self):
        """A ball without radius."""
        return (("", BALL, self.at, ORIGIN, 0.0, ANYTHING),)

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
