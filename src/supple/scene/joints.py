"""Joints as a user writes them: where they sit in the parent, how they may move, how they start.

A joint frame sits in the frame of the parent body at `at`, turned by `orientation` (quaternion w, x, y, z). When the joint
coordinates are zero, the body frame is the joint frame. `chain()` says how a joint is made of the primitive ones: a list of
(kind, axis in the joint frame), each with one node of the tree; the last one carries the body.

Units     angle [rad], displacement [m], rates [rad/s] and [m/s], spring [Nm/rad or N/m], damping [Nms/rad or Ns/m].
Limits    (low, high) with a normal contact law for the stop; its indentation is the excess angle or displacement.
"""

from dataclasses import dataclass
from typing import Any

from .._check import finite, nonnegative, shown, unit_vector, vector
from ..tables import FREE, PRISMATIC, REVOLUTE, SPHERICAL

IDENTITY = (1.0, 0.0, 0.0, 0.0)
ORIGIN = (0.0, 0.0, 0.0)


def is_normal_law(law):
    """Whether an object (not a class) says what a normal law says."""
    return not isinstance(law, type) and hasattr(law, "row") and hasattr(law, "singular_start")


def _quaternion(name, value):
    return unit_vector(name, value, 4)


def _set(joint, **values):
    for key, value in values.items():
        object.__setattr__(joint, key, value)


def _check_limits(low_high, law, unit):
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixed:
    """The body is part of its parent.

    at: place of the joint frame in the parent [m].
    orientation: of the joint frame in the parent, quaternion w, x, y, z [-].
    """

    at: tuple = ORIGIN
    orientation: tuple = IDENTITY

    def __post_init__(self):
        _set(self, at=vector("at", self.at, 3, "m"), orientation=_quaternion("orientation", self.orientation))

    def chain(self):
        """No node of its own."""
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Revolute:
    """One angle about an axis.

    axis: direction in the joint frame [-].
    at: place of the joint frame in the parent [m].
    orientation: of the joint frame in the parent, quaternion w, x, y, z [-].
    angle: at the start [rad].
    rate: at the start [rad/s].
    spring: stiffness [Nm/rad], >= 0.
    rest: angle at which the spring is free [rad].
    damping: of the joint [Nms/rad], >= 0.
    limits: low and high end of the range [rad]; None: no stops.
    limit_law: normal contact law of the stops, force in Nm over the excess in rad.
    """

    axis: tuple = (0.0, 0.0, 1.0)
    at: tuple = ORIGIN
    orientation: tuple = IDENTITY
    angle: float = 0.0
    rate: float = 0.0
    spring: float = 0.0
    rest: float = 0.0
    damping: float = 0.0
    limits: tuple | None = None
    limit_law: Any = None

    def __post_init__(self):
        _set(self, axis=unit_vector("axis", self.axis), at=vector("at", self.at, 3, "m"),
             orientation=_quaternion("orientation", self.orientation), angle=finite("angle", self.angle, "rad"),
             rate=finite("rate", self.rate, "rad/s"), spring=nonnegative("spring", self.spring, "Nm/rad"),
             rest=finite("rest", self.rest, "rad"), damping=nonnegative("damping", self.damping, "Nms/rad"),
             limits=_check_limits(self.limits, self.limit_law, "rad"))  # fmt: skip

    def chain(self):
        """One revolute node."""
        return ((REVOLUTE, self.axis),)

    def start(self):
        """Initial positions and velocities."""
        return (self.angle,), (self.rate,)

    names = (("angle", "rad"),), (("rate", "rad/s"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prismatic:
    """One displacement along an axis.

    axis: direction in the joint frame [-].
    at: place of the joint frame in the parent [m].
    orientation: of the joint frame in the parent, quaternion w, x, y, z [-].
    displacement: at the start [m].
    speed: at the start [m/s].
    spring: stiffness [N/m], >= 0.
    rest: displacement at which the spring is free [m].
    damping: of the joint [Ns/m], >= 0.
    limits: low and high end of the range [m]; None: no stops.
    limit_law: normal contact law of the stops.
    """

    axis: tuple = (0.0, 0.0, 1.0)
    at: tuple = ORIGIN
    orientation: tuple = IDENTITY
    displacement: float = 0.0
    speed: float = 0.0
    spring: float = 0.0
    rest: float = 0.0
    damping: float = 0.0
    limits: tuple | None = None
    limit_law: Any = None

    def __post_init__(self):
        _set(self, axis=unit_vector("axis", self.axis), at=vector("at", self.at, 3, "m"),
             orientation=_quaternion("orientation", self.orientation),
             displacement=finite("displacement", self.displacement, "m"), speed=finite("speed", self.speed, "m/s"),
             spring=nonnegative("spring", self.spring, "N/m"), rest=finite("rest", self.rest, "m"),
             damping=nonnegative("damping", self.damping, "Ns/m"),
             limits=_check_limits(self.limits, self.limit_law, "m"))  # fmt: skip

    def chain(self):
        """One prismatic node."""
        return ((PRISMATIC, self.axis),)

    def start(self):
        """Initial positions and velocities."""
        return (self.displacement,), (self.speed,)

    names = (("displacement", "m"),), (("speed", "m/s"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Planar:
    """Two displacements along `x` and `y` of the plane and one angle, positive from x to y.

    x: first direction of the plane [-].
    y: second direction of the plane, perpendicular to x [-].
    at: place of the joint frame in the parent [m].
    orientation: of the joint frame in the parent, quaternion w, x, y, z [-].
    position: along x and y at the start [m].
    angle: at the start [rad].
    velocity: along x and y at the start [m/s].
    rate: at the start [rad/s].
    damping: of the joint [Ns/m and Nms/rad], >= 0.
    """

    x: tuple = (1.0, 0.0, 0.0)
    y: tuple = (0.0, 0.0, 1.0)
    at: tuple = ORIGIN
    orientation: tuple = IDENTITY
    position: tuple = (0.0, 0.0)
    angle: float = 0.0
    velocity: tuple = (0.0, 0.0)
    rate: float = 0.0
    damping: float = 0.0

    def __post_init__(self):
        x, y = unit_vector("x", self.x), unit_vector("y", self.y)
        if abs(sum(a * b for a, b in zip(x, y, strict=True))) > 1e-9:
            raise ValueError(f"x and y of a planar joint must be perpendicular, got {self.x!r} and {self.y!r}")
        _set(self, x=x, y=y, at=vector("at", self.at, 3, "m"), orientation=_quaternion("orientation", self.orientation),
             position=vector("position", self.position, 2, "m"), angle=finite("angle", self.angle, "rad"),
             velocity=vector("velocity", self.velocity, 2, "m/s"), rate=finite("rate", self.rate, "rad/s"),
             damping=nonnegative("damping", self.damping, "Ns/m"))  # fmt: skip

    def chain(self):
        """Two prismatic nodes and a revolute one."""
        (a, b, c), (d, e, f) = self.x, self.y
        normal = (b * f - c * e, c * d - a * f, a * e - b * d)
        return (PRISMATIC, self.x), (PRISMATIC, self.y), (REVOLUTE, normal)

    def start(self):
        """Initial positions and velocities."""
        return (*self.position, self.angle), (*self.velocity, self.rate)

    names = (("x", "m"), ("y", "m"), ("angle", "rad")), (("vx", "m/s"), ("vy", "m/s"), ("rate", "rad/s"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Spherical:
    """Three rotations about a point.

    at: place of the joint frame in the parent [m].
    orientation: of the joint frame in the parent, quaternion w, x, y, z [-].
    attitude: of the body in the joint frame at the start, quaternion w, x, y, z [-].
    angular_velocity: in body axes at the start [rad/s].
    damping: of the joint [Nms/rad], >= 0.
    """

    at: tuple = ORIGIN
    orientation: tuple = IDENTITY
    attitude: tuple = IDENTITY
    angular_velocity: tuple = ORIGIN
    damping: float = 0.0

    def __post_init__(self):
        _set(self, at=vector("at", self.at, 3, "m"), orientation=_quaternion("orientation", self.orientation),
             attitude=_quaternion("attitude", self.attitude), damping=nonnegative("damping", self.damping, "Nms/rad"),
             angular_velocity=vector("angular_velocity", self.angular_velocity, 3, "rad/s"))  # fmt: skip

    def chain(self):
        """One spherical node."""
        return ((SPHERICAL, None),)

    def start(self):
        """Initial positions and velocities."""
        return self.attitude, self.angular_velocity

    names = (
        (("qw", "-"), ("qx", "-"), ("qy", "-"), ("qz", "-")),
        (("wx", "rad/s"), ("wy", "rad/s"), ("wz", "rad/s")),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Free:
    """Six degrees of freedom with respect to the world.

    position: of the body origin in the world at the start [m].
    attitude: of the body in the world at the start, quaternion w, x, y, z [-].
    velocity: of the body origin in world axes at the start [m/s].
    angular_velocity: in body axes at the start [rad/s].
    damping: of the motion relative to the world [Ns/m and Nms/rad], >= 0.
    """

    position: tuple = ORIGIN
    attitude: tuple = IDENTITY
    velocity: tuple = ORIGIN
    angular_velocity: tuple = ORIGIN
    damping: float = 0.0

    def __post_init__(self):
        _set(self, position=vector("position", self.position, 3, "m"),
             attitude=_quaternion("attitude", self.attitude), velocity=vector("velocity", self.velocity, 3, "m/s"),
             angular_velocity=vector("angular_velocity", self.angular_velocity, 3, "rad/s"),
             damping=nonnegative("damping", self.damping, "Ns/m"))  # fmt: skip

    def chain(self):
        """One free node."""
        return ((FREE, None),)

    def start(self):
        """Initial positions and velocities."""
        return (*self.position, *self.attitude), (*self.velocity, *self.angular_velocity)

    names = (
        (("x", "m"), ("y", "m"), ("z", "m"), ("qw", "-"), ("qx", "-"), ("qy", "-"), ("qz", "-")),
        (("vx", "m/s"), ("vy", "m/s"), ("vz", "m/s"), ("wx", "rad/s"), ("wy", "rad/s"), ("wz", "rad/s")),
    )


JOINTS = (Free, Fixed, Revolute, Prismatic, Planar, Spherical)
