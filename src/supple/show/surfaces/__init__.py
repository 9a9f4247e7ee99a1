"""Surfaces of what shapes draw, as facets. A new kind of drawing is one function in SURFACES; the page draws its facets."""

import numpy as np

from ...spatial.rotations import quaternion_to_matrix
from .edged import box, cylinder, hull
from .facets import Facets, no_facets
from .smooth import ball, convex, rod
from .terrain import terrain

# kind of a drawing -> its Facets in its own axes, around its `at`
SURFACES = {
    "ball": ball,
    "box": box,
    "cylinder": cylinder,
    "ellipsoid": convex,
    "hull": hull,
    "rod": rod,
    "superellipsoid": convex,
    "terrain": terrain,
}


def facets(shape) -> Facets:
    """The surface of what a shape draws, in the frame of its body; none of a plane or a point."""
    if shape["kind"] not in SURFACES:
        return no_facets()
    own = SURFACES[shape["kind"]](shape)
    return own.placed(shape["at"], quaternion_to_matrix(shape.get("orientation", (1.0, 0.0, 0.0, 0.0))))


def own_facets(shape) -> Facets:
    """The same in the axes of the shape itself."""
    return facets({name: value for name, value in shape.items() if name != "orientation"} | {"at": np.zeros(3)})
