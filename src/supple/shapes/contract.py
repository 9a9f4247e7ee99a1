"""What a pair of features is told and what it answers, in world coordinates.

    meet(A, B) -> Meeting                       gap, normal, contact point, arm
    normal_rate_of(A, a, B, b, n) -> dn/dt      from the motions a, b of the two features [1/s]
    point_rate_of(A, a, B, b, n, turn) -> dc/dt  velocity of the contact point, from the turn dn/dt as well [m/s]

A ball is spanned by one point (`start`), a segment or an edge by two; of a plane `start` is a point and `end` the outward
normal, of a rim the centre and its axis.
"""

from typing import Any, NamedTuple

from .._jit import inlined
from ..spatial.vectors import add_scaled

# kinds of features; A of a contact has the smaller number
PLANE, BALL, SEGMENT = 0, 1, 2
CONVEX = 3  # one that has a support function (supports/)
# of shapes with corners: a segment, a whole one that points come near to (solids/), a circle, the side of a cylinder
EDGE, SOLID, RIM, SIDE = 4, 5, 6, 7
FIELD = 8  # a terrain: not convex, without end


class Part(NamedTuple):
    """A feature of a shape, in the frame of the body."""

    label: str  # "" for the only one
    kind: int
    at: tuple  # [m] centre, one end, or a point of a plane
    end: tuple  # [m] other end; outward normal of a plane, axis of a rim [-]
    radius: float  # [m] of its surface around what spans it
    role: int  # who it meets: roles.py
    round: float | None = None  # [m] radius of its rounding, None: the radius
    size: float = 0.0  # [m] of a solid or a rim: largest distance of the core from `at`
    solid: tuple = ()  # of a solid or a field: file (solids/), orientation (quaternion), numbers


class Placed(NamedTuple):
    """A feature where it is now."""

    start: Any  # [m] (3)
    end: Any  # [m] (3), of a plane its outward unit normal [-]
    radius: Any  # [m]


class Moving(NamedTuple):
    """How a feature moves."""

    start: Any  # [m/s] (3) velocity of `start`
    end: Any  # [m/s] (3) velocity of `end`
    spin: Any  # [rad/s] (3) angular velocity of its body


class Meeting(NamedTuple):
    """How two features meet."""

    gap: Any  # [m] > 0: apart
    normal: Any  # unit normal from A to B (3)
    point: Any  # [m] (3) where the force acts: the middle between the two surface points
    arm: Any  # [m] (3) couple per force; zero but for nearly parallel segments


@inlined
def surface_points(meeting):
    """The point on each body [m]: both lie on the normal line through the contact point."""
    half = 0.5 * meeting.gap
    return add_scaled(meeting.point, -half, meeting.normal), add_scaled(meeting.point, half, meeting.normal)
