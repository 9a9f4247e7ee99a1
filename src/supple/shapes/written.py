"""What the shapes that users write have in common: in the frame of the body, each of a material."""

from typing import Annotated

import numpy as np

from .._check import within
from ..quantities import NAME, NONNEGATIVE, POSITIVE, QUATERNION, Quantity, numbers, optional
from ..spatial.rotations import quaternion_to_matrix

ORIGIN = (0.0, 0.0, 0.0)
UPRIGHT = (1.0, 0.0, 0.0, 0.0)
USUAL_ROUNDING = 0.02  # of the smallest half width, where none is given

SemiAxes = Annotated[tuple, Quantity("half widths along its own axes", "m", numbers(3, POSITIVE))]
Centre = Annotated[tuple, Quantity("centre in the body", "m", numbers(3))]
Orientation = Annotated[tuple, Quantity("of its axes in the body", "-", QUATERNION)]
Rounding = Annotated[
    float | None,
    Quantity(
        "radius of its edges and corners, inside its outer size", "m", optional(NONNEGATIVE),
        note="None: 2 % of the smallest half width; 0: sharp, touches half-spaces only",
    ),
]  # fmt: skip

Material = Annotated[
    str | None,
    Quantity("name for the contact rules", "", optional(NAME), note="None: touches by `Scene.pair` only"),
]
Name = Annotated[str, Quantity("of the surface, for messages", "", NAME)]


def rounding_of(rounding, least):
    """The rounding [m] of a shape whose smallest half width is `least` [m]; None: the usual one."""
    return USUAL_ROUNDING * least if rounding is None else within("rounding", rounding, 0.0, 0.9 * least, "m")


def turned(orientation, moments):
    """Inertia in the body [kg m^2] of one along axes that are turned by a quaternion."""
    if orientation == UPRIGHT:
        return moments
    R = quaternion_to_matrix(orientation)
    return R @ np.diag(moments) @ R.T
