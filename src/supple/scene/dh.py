"""Robots from a table of Denavit and Hartenberg: one link per row, ordinary bodies and joints of the scene.

    standard   A_i = Rz(theta) Tz(d) Tx(a) Rx(alpha)     joint i moves about or along z of frame i - 1
    modified   A_i = Rx(alpha) Tx(a) Rz(theta) Tz(d)     joint i moves about or along z of frame i

A_i places frame i in frame i - 1. The coordinate q of a revolute joint is added to theta, that of a prismatic one to d.
A row `elbow` of the robot `arm` becomes two bodies:

    arm.elbow.joint   without mass; its joint is that of the row, and its coordinate is arm.elbow.joint.angle
    arm.elbow         fixed to it: the link, with mass and surfaces; its frame is frame i, as in textbooks

A body that is fixed to another costs nothing in the dynamics. A link does not touch the one before it (`no_pair`).

Source    Denavit & Hartenberg, J. Appl. Mech. 22 (1955) 215; standard: Paul, Robot Manipulators (1981), section 2.7;
          modified: Craig, Introduction to Robotics (1986), section 3.4.
"""

import math
from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple

import numpy as np

from .._check import items, one_of, shown, text, vector
from ..joints.fixed import Fixed
from ..joints.prismatic import Prismatic
from ..joints.revolute import Revolute
from ..joints.written import NO_STOPS, ORIGIN, STOP_LAW, STOPS
from ..quantities import (
    NAME,
    NONNEGATIVE,
    QUATERNION,
    UNCHECKED,
    Quantity,
    check_quantities,
    choice,
    described,
    numbers,
    optional,
)
from ..spatial.rotations import matrix_to_quaternion, quaternion_to_matrix
from .words import told

CONVENTIONS, ANGLES, KINDS = ("standard", "modified"), ("rad", "deg"), ("revolute", "prismatic", "fixed")
MOVES = {"limits": None, "limit_law": None, "angle": 0.0, "rate": 0.0, "spring": 0.0, "rest": 0.0, "damping": 0.0}


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A row of a table of Denavit and Hartenberg, with what the link weighs and what its joint does.

    A robot whose `angles` are in degrees has alpha, theta and the limits, start and rest of revolute joints in degrees.
    """

    a: Annotated[float, Quantity("length of the link, along x", "m")] = 0.0
    alpha: Annotated[float, Quantity("twist of the link, about x", "rad")] = 0.0
    d: Annotated[float, Quantity("offset of the link, along z; a prismatic joint adds to it", "m")] = 0.0
    theta: Annotated[float, Quantity("angle of the link, about z; a revolute joint adds to it", "rad")] = 0.0
    joint: Annotated[str, Quantity("how it moves", "", choice(*KINDS))] = "revolute"
    name: Annotated[str, Quantity("of the link", "", optional(NAME, ""), note='default: "link1", ...')] = ""
    mass: Annotated[float, Quantity("of the link", "kg", NONNEGATIVE)] = 0.0
    com: Annotated[tuple, Quantity("centre of mass in the frame of the link", "m", numbers(3))] = ORIGIN
    inertia: Annotated[
        tuple | None,
        Quantity(
            "about the centre of mass: three moments, six entries (xx, yy, zz, xy, xz, yz) or a matrix", "kg m^2",
            UNCHECKED, note="default: as for a body",
        ),
    ] = None  # fmt: skip
    surfaces: Annotated[tuple, Quantity("what can touch others, in the frame of the link", "", UNCHECKED)] = ()
    flexible: Annotated[Any, Quantity("Beam(...) for a link that bends", "", UNCHECKED)] = None
    limits: Annotated[
        tuple | None, Quantity("low and high end of the coordinate", "rad or m", STOPS, note=NO_STOPS)
    ] = None
    limit_law: Annotated[
        Any, Quantity("normal contact law of the stops", "", STOP_LAW, note="default: that of the robot")
    ] = None
    angle: Annotated[float, Quantity("coordinate of the joint at the start", "rad or m")] = 0.0
    rate: Annotated[float, Quantity("its rate at the start", "rad/s or m/s")] = 0.0
    spring: Annotated[float, Quantity("stiffness of the joint", "Nm/rad or N/m", NONNEGATIVE)] = 0.0
    rest: Annotated[float, Quantity("coordinate at which the spring is free", "rad or m")] = 0.0
    damping: Annotated[float, Quantity("of the joint", "Nms/rad or Ns/m", NONNEGATIVE)] = 0.0

    def __post_init__(self) -> None:
        check_quantities(self)
        for name, nothing in MOVES.items():
            if self.joint == "fixed" and getattr(self, name) != nothing:
                raise ValueError(f"{name} of a fixed link must be left out, got {shown(getattr(self, name))}")

    def in_radians(self) -> "Link":
        """The link of a table whose angles are in degrees."""
        turned: dict[str, Any] = {"alpha": math.radians(self.alpha), "theta": math.radians(self.theta)}
        if self.joint == "revolute":
            turned |= {"angle": math.radians(self.angle), "rest": math.radians(self.rest)}
            turned |= {"limits": tuple(map(math.radians, self.limits))} if self.limits is not None else {}
        return replace(self, **turned)


class Chain(NamedTuple):
    """Names of the bodies of a robot, from its base on."""

    links: tuple[str, ...]  # bodies whose frames are those of the table, one per row
    joints: tuple[str, ...]  # bodies whose joints move, one per row that is not fixed


def names_of(robot, links):
    """Names of the links of a robot as bodies."""
    return tuple(f"{robot}.{link.name or f'link{i}'}" for i, link in enumerate(links, start=1))


def joint_of(link):
    """Name of the body that moves for a link."""
    return f"{link}.joint"


def as_links(links):
    """Rows as a tuple of links, or a sentence."""
    rows = items("table", links, "a list of links such as [Link(a=0.4, mass=1.0)]")
    for i, row in enumerate(rows):
        if not isinstance(row, Link):
            raise TypeError(f"table[{i}] must be a link such as Link(a=0.4, mass=1.0), got {shown(row)}")
    if not rows:
        raise ValueError("table must have one link or more, got none")
    return rows


def add_robot(scene, name, table, *, convention, angles, parent, at, orientation, limit_law):
    """Add the bodies of a robot to a scene; see `Scene.robot`."""
    text("name of a robot", name)
    links = as_links(table)
    one_of("convention", convention, CONVENTIONS)
    if one_of("angles", angles, ANGLES) == "deg":
        links = tuple(link.in_radians() for link in links)
    R = quaternion_to_matrix(QUATERNION.check("orientation", orientation, "-"))
    p = np.array(vector("at", at, 3, "m"))
    names, joints = names_of(name, links), []
    for i, (link, body) in enumerate(zip(links, names, strict=True)):
        with told(f"table[{i}] of robot {name!r}"):
            before, after = _around(link, convention)
            R, p = R @ before[0], p + R @ before[1]
            frame = parent
            if link.joint == "fixed":
                after = R @ after[0], p + R @ after[1]
            else:
                frame = scene.body(joint_of(body), parent=parent, joint=_joint(link, R, p, limit_law))
                joints.append(frame)
            scene.body(
                body, parent=frame, joint=Fixed(**_place(*after)), mass=link.mass, com=link.com, inertia=link.inertia,
                surfaces=link.surfaces, flexible=link.flexible,
            )  # fmt: skip
            if frame != parent and link.surfaces and parent in scene.bodies and scene.bodies[parent].surfaces:
                scene.no_pair(parent, body)
        parent, R, p = body, np.eye(3), np.zeros(3)
    return Chain(names, tuple(joints))


def _around(link, convention):
    """(rotation, displacement) from frame i - 1 to the joint frame, and from there to frame i."""
    c, s = math.cos(link.alpha), math.sin(link.alpha)
    twist = np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])
    c, s = math.cos(link.theta), math.sin(link.theta)
    turn = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    along_x, along_z = np.array([link.a, 0.0, 0.0]), np.array([0.0, 0.0, link.d])
    if convention == "standard":
        return (turn, along_z), (twist, along_x)
    return (twist @ turn, along_x + twist @ along_z), (np.eye(3), np.zeros(3))


def _place(R, p):
    """Arguments of a joint whose frame has this rotation and origin in its parent."""
    return {"at": tuple(p.tolist()), "orientation": tuple(float(x) for x in matrix_to_quaternion(R))}


def _joint(link, R, p, limit_law):
    law = (link.limit_law or limit_law) if link.limits is not None else link.limit_law
    rest = {"spring": link.spring, "rest": link.rest, "damping": link.damping, "limits": link.limits, "limit_law": law}
    if link.joint == "revolute":
        return Revolute(angle=link.angle, rate=link.rate, **_place(R, p), **rest)
    return Prismatic(displacement=link.angle, speed=link.rate, **_place(R, p), **rest)
