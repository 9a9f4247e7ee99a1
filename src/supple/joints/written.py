"""What the joints that users write have in common: their places, checks of what is given.

A joint frame sits in the frame of the parent body at `at`, turned by `orientation` (quaternion w, x, y, z). When the joint
coordinates are zero, the body frame is the joint frame.

Units     angle [rad], displacement [m], rates [rad/s] and [m/s], spring [Nm/rad or N/m], damping [Nms/rad or Ns/m].
Limits    (low, high) with a normal contact law for the stop; its indentation is the excess angle or displacement.
"""

from .._check import shown, unit_vector, vector

IDENTITY = (1.0, 0.0, 0.0, 0.0)
ORIGIN = (0.0, 0.0, 0.0)


def is_normal_law(law):
    """Whether an object (not a class) says what a normal law says."""
    return not isinstance(law, type) and hasattr(law, "row") and hasattr(law, "singular_start")


def quaternion(name, value):
    """Four numbers of length 1."""
    return unit_vector(name, value, 4)


def store(joint, **values):
    """Store what was checked."""
    for key, value in values.items():
        object.__setattr__(joint, key, value)


def checked_limits(low_high, law, unit):
    """The limits, which need a law, or None."""
    if law is not None and not is_normal_law(law):
        raise TypeError(
            f"limit_law must be a normal contact law such as HuntCrossley(k=..., lam=...), got {shown(law)}"
        )
    if low_high is None:
        return None
    low, high = vector("limits", low_high, 2, unit)
    if not low < high:
        raise ValueError(f"limits must be (low, high) with low < high [{unit}], got {low_high!r}")
    if law is None:
        raise ValueError("limits need a limit_law, a normal contact law such as HuntCrossley(k=..., lam=...), got None")
    return low, high
