"""What the shapes that users write have in common: in the frame of the body, each of a material."""

from typing import Annotated

from ..quantities import NAME, Quantity, optional
from ..tables import MEETS_BODIES, MEETS_PLANES

ORIGIN = (0.0, 0.0, 0.0)
ANYTHING = MEETS_PLANES | MEETS_BODIES

Material = Annotated[
    str | None,
    Quantity("name for the contact rules", "", optional(NAME), note="None: touches by `Scene.pair` only"),
]
Name = Annotated[str, Quantity("of the surface, for messages", "", NAME)]
