"""Fixed joint: the body is part of its parent, no node of its own."""

from dataclasses import dataclass

from .._check import vector
from .written import IDENTITY, ORIGIN, quaternion, store


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """The body is part of its parent.

    at: place of the joint frame in the parent [m].
    orientation: of the joint frame in the parent, quaternion w, x, y, z [-].
    """

    at: tuple = ORIGIN
    orientation: tuple = IDENTITY

    def __post_init__(self):
        store(self, at=vector("at", self.at, 3, "m"), orientation=quaternion("orientation", self.orientation))

    def chain(self):
        """No node of its own."""
        return ()


EXAMPLES = (Fixed(at=(0.1, 0.2, -0.3), orientation=(1, 2, 3, 4)),)
