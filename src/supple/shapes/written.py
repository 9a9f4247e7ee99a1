"""What the shapes that users write have in common: in the frame of the body, each of a material."""

from .._check import text
from ..tables import MEETS_BODIES, MEETS_PLANES

ORIGIN = (0.0, 0.0, 0.0)
ANYTHING = MEETS_PLANES | MEETS_BODIES


def store(surface, **values):
    """Store what was checked; material and name are checked here, for all surfaces alike."""
    text("name", surface.name)
    if surface.material is not None:
        text("material", surface.material)
    for key, value in values.items():
        object.__setattr__(surface, key, value)
