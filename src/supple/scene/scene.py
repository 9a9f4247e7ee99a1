"""The scene: bodies in trees, surfaces of materials, laws between materials or bodies, forces.

    scene = Scene(gravity=(0, 0, -9.81))
    scene.ground(material="floor")
    scene.body("ball", mass=0.066, joint=Free(position=(0, 0, 1)), surfaces=[Sphere(0.0127, material="steel")])
    scene.contact("steel", "floor", normal=..., friction=...)

Nothing is computed here: every part is checked, named and kept; `supple.model` turns the whole into numbers.
"""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from .._check import finite, nonnegative, one_of, positive, vector
from ..laws.friction import Frictionless
from .inertia import as_matrix
from .joints import Fixed, Free
from .surfaces import HalfSpace

WORLD = "world"


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """A rigid body with its joint to the parent and its surfaces."""

    name: str
    mass: float  # [kg]
    inertia: Any  # 3x3 about the centre of mass, body axes [kg m^2]
    com: tuple  # [m]
    joint: Any
    parent: str
    surfaces: tuple


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactRule:
    """The laws between two materials, or between two named bodies."""

    a: str
    b: str
    normal: Any
    friction: Any
    by_body: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedForce:
    """A force and moment on a body, or a generalised force on its joint, as a table over time."""

    body: str
    kind: str  # "world", "body" (axes of the vectors) or "joint"
    at: tuple
    times: tuple
    values: tuple  # rows of six numbers
    coordinate: int = 0


@dataclass
class Scene:
    """What a user writes; see the module for an example."""

    gravity: tuple = (0.0, 0.0, -9.80665)
    name: str = "scene"
    bodies: dict = field(default_factory=dict)
    rules: list = field(default_factory=list)
    forces: list = field(default_factory=list)

    def __post_init__(self):
        self.gravity = vector("gravity", self.gravity, 3, "m/s^2")

    def body(self, name, *, mass=0.0, joint=None, parent=WORLD, surfaces=(), inertia=None, com=(0.0, 0.0, 0.0)):
        """Add a body; return its name.

        mass      [kg] >= 0; a body without mass is allowed where others move with it.
        joint     Free, Fixed, Revolute, Prismatic, Planar or Spherical; default Free for a root, Fixed for a child.
        inertia   about the centre of mass in body axes [kg m^2]: three moments, six entries or a matrix; default: of the
                  first surface as a solid of this mass, zero for a point.
        com       centre of mass in the body frame [m].
        """
        if not isinstance(name, str) or not name:
            raise TypeError(f"name of a body must be a non-empty text, got {name!r}")
        if name in self.bodies or name == WORLD:
            raise ValueError(f"name of a body must be new, got {name!r} again")
        if parent != WORLD:
            one_of(f"parent of {name!r}", parent, (WORLD, *self.bodies))
        mass = nonnegative(f"mass of {name!r}", mass, "kg")
        if joint is None:
            joint = Free() if parent == WORLD else Fixed()
        if not hasattr(joint, "chain"):
            raise TypeError(f"joint of {name!r} must be a joint such as Revolute(axis=...), got {joint!r}")
        if isinstance(joint, Free) and parent != WORLD:
            raise ValueError(f"parent of {name!r} must be the world for a Free joint, got {parent!r}")
        surfaces = tuple(surfaces)
        if inertia is None:
            inertia = _solid_inertia(mass, surfaces)
        inertia = as_matrix(f"inertia of {name!r}", inertia)
        com = vector(f"com of {name!r}", com, 3, "m")
        self.bodies[name] = Body(
            name=name, mass=mass, inertia=inertia, com=com, joint=joint, parent=parent, surfaces=surfaces
        )
        return name

    def ground(self, *, material=None, normal=(0.0, 0.0, 1.0), at=(0.0, 0.0, 0.0), name="ground"):
        """Add a fixed half-space; return its name."""
        return self.body(name, joint=Fixed(), surfaces=[HalfSpace(normal, at, material, "surface")])

    def contact(self, material_a, material_b, *, normal, friction=None):
        """Say how two materials touch each other."""
        self._rule(material_a, material_b, normal, friction, by_body=False)

    def pair(self, body_a, body_b, *, normal, friction=None):
        """Say how two bodies touch each other; goes before any rule between their materials."""
        one_of("body_a", body_a, tuple(self.bodies))
        one_of("body_b", body_b, tuple(self.bodies))
        self._rule(body_a, body_b, normal, friction, by_body=True)

    def _rule(self, a, b, normal, friction, by_body):
        if not hasattr(normal, "row") or not hasattr(normal, "singular_start"):
            raise TypeError(f"normal must be a normal contact law such as HuntCrossley(k=..., lam=...), got {normal!r}")
        friction = Frictionless() if friction is None else friction
        if not hasattr(friction, "row"):
            raise TypeError(f"friction must be a friction law such as StickSlip(mu=...), got {friction!r}")
        for rule in self.rules:
            if rule.by_body == by_body and {rule.a, rule.b} == {a, b}:
                raise ValueError(f"a contact between {a!r} and {b!r} must be given once, got it again")
        self.rules.append(ContactRule(a=a, b=b, normal=normal, friction=friction, by_body=by_body))

    def force(self, body, force=(0.0, 0.0, 0.0), *, moment=(0.0, 0.0, 0.0), at=(0.0, 0.0, 0.0), axes="world",
              start=None, stop=None):  # fmt: skip
        """A constant force [N] and moment [Nm] on a body, applied at a point of it, from `start` to `stop` [s]."""
        one_of("body", body, tuple(self.bodies))
        one_of("axes", axes, ("world", "body"))
        row = (*vector("force", force, 3, "N"), *vector("moment", moment, 3, "Nm"))
        self._add_force(body, axes, at, _window(start, stop), (row, row), 0)

    def force_table(self, body, times, forces, *, moments=None, at=(0.0, 0.0, 0.0), axes="world"):
        """A force over time: linear between the rows of the table, zero outside."""
        one_of("body", body, tuple(self.bodies))
        one_of("axes", axes, ("world", "body"))
        forces = [vector("forces", row, 3, "N") for row in forces]
        moments = (
            [(0.0, 0.0, 0.0)] * len(forces) if moments is None else [vector("moments", m, 3, "Nm") for m in moments]
        )
        if not len(times) == len(forces) == len(moments):
            raise ValueError(f"times and forces must have equal lengths, got {len(times)} and {len(forces)}")
        rows = tuple((*f, *m) for f, m in zip(forces, moments, strict=True))
        self._add_force(body, axes, at, _increasing(times), rows, 0)

    def joint_force(self, body, value, *, coordinate=0, start=None, stop=None):
        """A constant generalised force [N or Nm] on a velocity coordinate of the joint of a body."""
        one_of("body", body, tuple(self.bodies))
        row = (finite("value", value, "N or Nm"), 0.0, 0.0, 0.0, 0.0, 0.0)
        self._add_force(body, "joint", (0.0, 0.0, 0.0), _window(start, stop), (row, row), int(coordinate))

    def joint_force_table(self, body, times, values, *, coordinate=0):
        """A generalised force over time on a velocity coordinate of the joint of a body."""
        one_of("body", body, tuple(self.bodies))
        if len(times) != len(values):
            raise ValueError(f"times and values must have equal lengths, got {len(times)} and {len(values)}")
        rows = tuple((finite("values", value, "N or Nm"), 0.0, 0.0, 0.0, 0.0, 0.0) for value in values)
        self._add_force(body, "joint", (0.0, 0.0, 0.0), _increasing(times), rows, int(coordinate))

    def _add_force(self, body, kind, at, times, rows, coordinate):
        joint = self.bodies[body].joint
        if kind == "joint":
            size = len(joint.names[1]) if joint.chain() else 0
            if not 0 <= coordinate < size:
                raise ValueError(
                    f"coordinate of the joint of {body!r} must be between 0 and {size - 1}, got {coordinate}"
                )
        self.forces.append(
            AppliedForce(
                body=body, kind=kind, at=vector("at", at, 3, "m"), times=times, values=rows, coordinate=coordinate
            )
        )


ALWAYS = 1e9  # [s] longer than any run


def _window(start, stop):
    start = -ALWAYS if start is None else finite("start", start, "s")
    stop = ALWAYS if stop is None else finite("stop", stop, "s")
    if not start < stop:
        raise ValueError(f"stop must be > start = {start} s, got {stop}")
    return start, stop


def _increasing(times):
    values = vector("times", times, len(times), "s")
    if len(values) < 2 or any(b <= a for a, b in pairwise(values)):
        raise ValueError(f"times must be at least two increasing numbers [s], got {times!r}")
    return values


def _solid_inertia(mass, surfaces):
    """Of the first surface that has a volume, as a solid about its centre; zero for points."""
    from .inertia import box_inertia, sphere_inertia
    from .surfaces import Box, Capsule, Sphere

    for surface in surfaces:
        if mass <= 0.0:
            break
        if isinstance(surface, Sphere):
            return sphere_inertia(mass, surface.radius)
        if isinstance(surface, Box):
            return box_inertia(mass, surface.size)
        if isinstance(surface, Capsule):
            return _capsule_inertia(mass, surface)
    return (0.0, 0.0, 0.0)


def _capsule_inertia(mass, capsule):
    """Solid capsule: cylinder of length l and two half spheres of radius r, by volume."""
    a, b, r = np.array(capsule.start), np.array(capsule.end), capsule.radius
    length = float(np.linalg.norm(b - a))
    positive("radius of a capsule that gives a body its inertia", r, "m")
    cylinder, ball = length * r**2, 4.0 / 3.0 * r**3
    m_c, m_s = mass * cylinder / (cylinder + ball), mass * ball / (cylinder + ball)
    along = 0.5 * m_c * r**2 + 0.4 * m_s * r**2
    # a half sphere has its centroid 3/8 r from its flat side
    across = m_c * (length**2 / 12 + r**2 / 4) + m_s * (0.4 * r**2 + 0.25 * length**2 + 0.375 * length * r)
    axis = (b - a) / length if length > 0.0 else np.array([0.0, 0.0, 1.0])
    return across * np.eye(3) + (along - across) * np.outer(axis, axis)
