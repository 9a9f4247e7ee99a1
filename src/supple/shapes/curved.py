"""How curved a shape is at a place of its surface, for people: what `HertzPatch` takes at touch-down."""

from collections.abc import Sequence
from typing import Any

from .._check import unit_vector
from ..spatial.vectors import UNTURNED, ZERO
from .contract import BALL, CONVEX, PLANE
from .curvature import principal, shape_operator
from .pairs.convex import Convex
from .supports.dispatch import POINT, POINT_PARAMETERS


def is_curved(shape: Any) -> bool:
    """Whether every place of a shape has a curvature: no corners, edges or straight lines."""
    features = shape.features()
    return all(
        part.kind in (PLANE, CONVEX) or (part.kind == BALL and part.radius > 0.0 and len(features) == 1)
        for part in features
    )


def curvatures_of(shape: Any, normal: Sequence[float]) -> tuple[float, float]:
    """Principal curvatures [1/m], the smaller first, of a HalfSpace, Sphere, Ellipsoid or Superellipsoid.

    normal: outward normal at the place, in the axes of the shape [-].
    """
    n = unit_vector("normal", normal)
    features = shape.features()
    kind, radius = features[0].kind, features[0].radius
    if len(features) > 1 or not is_curved(shape):
        raise ValueError(f"shape must be a half-space, a sphere or a convex body, got {shape!r}")
    if kind == PLANE:
        return 0.0, 0.0
    number, parameters = (POINT, POINT_PARAMETERS) if kind == BALL else shape.support_of()[:2]
    low, high, _, _ = principal(shape_operator(Convex(ZERO, UNTURNED, number, parameters, radius), n), n)
    return float(low), float(high)
