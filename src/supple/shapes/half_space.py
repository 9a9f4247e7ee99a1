"""A half-space: everything below a plane."""

from dataclasses import dataclass
from math import inf

from .._check import unit_vector, vector
from .contract import PLANE
from .written import ORIGIN, store


@dataclass(frozen=True, slots=True)
class HalfSpace:
    """Everything below a plane; `normal` points out of the material.

    normal: direction out of the material, in the body [-].
    at: a point of the plane in the body [m].
    material: name for the contact rules; None: touches by `Scene.pair` only.
    name: of the surface, for messages.
    """

    normal: tuple = (0.0, 0.0, 1.0)
    at: tuple = ORIGIN
    material: str | None = None
    name: str = "half-space"

    def __post_init__(self):
        store(self, normal=unit_vector("normal", self.normal), at=vector("at", self.at, 3, "m"))

    def features(self):
        """A plane."""
        return (("", PLANE, self.at, self.normal, 0.0, 0),)

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
