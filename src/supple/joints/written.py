"""What the joints that users write have in common: their places, the stops of their coordinates.

A joint frame sits in the frame of the parent body at `at`, turned by `orientation` (quaternion w, x, y, z). When the joint
coordinates are zero, the body frame is the joint frame.

Units     angle [rad], displacement [m], rates [rad/s] and [m/s], spring [Nm/rad or N/m], damping [Nms/rad or Ns/m].
Limits    (low, high) with a normal contact law for the stop; its indentation is the excess angle or displacement.
"""

from typing import Annotated

from .._check import shown
from ..quantities import LOW_HIGH, QUATERNION, UNIT_VECTOR, Quantity, Range, numbers, optional

IDENTITY = (1.0, 0.0, 0.0, 0.0)
ORIGIN = (0.0, 0.0, 0.0)


def normal_law(name, value, unit=""):
    """An object (not a class) that says what a normal law says."""
    if isinstance(value, type) or not (hasattr(value, "row") and hasattr(value, "singular_start")):
        raise TypeError(f"{name} must be a normal contact law such as HuntCrossley(k=..., lam=...), got {shown(value)}")
    return value


Place = Annotated[tuple, Quantity("place of the joint frame in the parent", "m", numbers(3))]
Turn = Annotated[tuple, Quantity("of the joint frame in the parent", "-", QUATERNION)]
Axis = Annotated[tuple, Quantity("direction in the joint frame", "-", UNIT_VECTOR)]
STOPS = optional(LOW_HIGH)
NO_STOPS = "None: no stops"


def _stop_law(name, value, unit):
    """A normal law that needs no place on a surface."""
    law = normal_law(name, value, unit)
    if hasattr(law, "onset"):
        raise ValueError(f"{name} must not depend on where surfaces touch, got {shown(value)}")
    return law


STOP_LAW = optional(Range("", _stop_law))


def check_stops(joint):
    """Limits need a law."""
    if joint.limits is not None and joint.limit_law is None:
        raise ValueError("limits need a limit_law, a normal contact law such as HuntCrossley(k=..., lam=...), got None")
