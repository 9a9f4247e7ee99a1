"""What the shapes that users write have in common: in the frame of the body, each of a material."""

from typing import Annotated

from ..quantities import NAME, POSITIVE, QUATERNION, Quantity, numbers, optional
from ..tables import MEETS_BODIES, MEETS_CONVEX, MEETS_PLANES

ORIGIN = (0.0, 0.0, 0.0)
UPRIGHT = (1.0, 0.0, 0.0, 0.0)
ANYTHING = MEETS_PLANES | MEETS_BODIES | MEETS_CONVEX
ROUND = MEETS_PLANES | MEETS_CONVEX  # a convex body: no capsules

SemiAxes = Annotated[tuple, Quantity("half widths along its own axes", "m", numbers(3, POSITIVE))]
Centre = Annotated[tuple, Quantity("centre in the body", "m", numbers(3))]
Orientation = Annotated[tuple, Quantity("of its axes in the body", "-", QUATERNION)]

Material = Annotated[
    str | None,
    Quantity("name for the contact rules", "", optional(NAME), note="None: touches by `Scene.pair` only"),
]
Name = Annotated[str, Quantity("of the surface, for messages", "", NAME)]
