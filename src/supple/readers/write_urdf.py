"""A scene -> URDF, with notes of what URDF cannot say: springs, armatures, laws, elements, flexible bodies.

    bodies       links of their names        Revolute, Prismatic   revolute (continuous without limits), prismatic
    Fixed        fixed                       Free                  the first link, or floating below a link "world"
    Planar       planar                      Spherical, beams      refused: there is nothing like them in URDF
    sphere, box, cylinder   themselves       capsule               a cylinder and two spheres

Numbers have all their digits; rotations become roll, pitch and yaw, and come back to 1e-15.
"""

import math
import os
from collections.abc import Mapping
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import numpy as np

from .._check import shown
from .._files import replacing
from ..elements.motor import Motor
from ..joints.fixed import Fixed
from ..joints.free import Free
from ..joints.planar import Planar
from ..joints.prismatic import Prismatic
from ..joints.revolute import Revolute
from ..scene.parts import WORLD
from ..scene.scene import Scene
from ..shapes.box import Box
from ..shapes.capsule import Capsule
from ..shapes.cylinder import Cylinder
from ..shapes.half_space import HalfSpace
from ..shapes.sphere import Sphere
from ..spatial.rotations import quaternion_to_matrix, z_to
from .notes import Note, Notes

UNSAID = "1e9"  # largest force and speed: URDF wants them, a scene has none


def write_urdf(scene: Scene, path: str | os.PathLike[str], joints: Mapping[str, str] | None = None) -> tuple[Note, ...]:
    """Write the bodies and joints of a scene as URDF; return notes of what it cannot say.

    scene: what to write.
    path: name of the file; it appears when it is complete.
    joints: names of joints with the bodies that they move, as `Imported.joints`; default: `body_joint`.
    """
    text, notes = urdf_of(scene, joints)
    with replacing(path) as beside:
        Path(beside).write_text(text, encoding="utf-8", newline="\n")
    return notes


def urdf_of(scene: Scene, joints: Mapping[str, str] | None = None) -> tuple[str, tuple[Note, ...]]:
    """The text of a URDF file and what it cannot say."""
    if not isinstance(scene, Scene):
        raise TypeError(f"scene must be a Scene, got {shown(scene)}")
    notes = Notes()
    named = {body: joint for joint, body in (joints or {}).items()}
    bodies = [body for body in scene.bodies.values() if not _is_ground(body, scene, notes)]
    if not bodies:
        raise ValueError("a scene must have a body that is not the ground to be written as URDF, got none")
    robot = Element("robot", name=scene.name)
    roots = [body for body in bodies if body.parent == WORLD]
    alone = len(roots) == 1 and _is_plain(roots[0].joint)
    if not alone:
        SubElement(robot, "link", name=WORLD)
    friction = _frictions(scene, notes)
    for body in bodies:
        _add_link(robot, body, notes)
        if body.parent == WORLD and alone:
            if isinstance(body.joint, Free):
                notes.ignored("free joint of the body", body.name, "the first link of URDF: read it with base='free'")
        else:
            _add_joint(robot, body, named.get(body.name, f"{body.name}_joint"), friction.get(body.name, 0.0), notes)
    for what, things in (("contact of", scene.rules), ("force on", scene.forces)):
        for one in things:
            notes.ignored(what, one.body if what == "force on" else f"{one.a} and {one.b}", "URDF has none")
    indent(robot)
    return tostring(robot, encoding="unicode") + "\n", notes.told()


def _is_ground(body, scene, notes):
    """Whether a body is nothing but planes in the world."""
    planes = body.surfaces and all(isinstance(one, HalfSpace) for one in body.surfaces)
    children = any(other.parent == body.name for other in scene.bodies.values())
    if planes and isinstance(body.joint, Fixed) and body.parent == WORLD and not children:
        notes.ignored("body", body.name, "URDF has no half-spaces")
        return True
    return False


def _is_plain(joint):
    """Whether a first link needs no joint of its own."""
    return isinstance(joint, Free) or (isinstance(joint, Fixed) and joint == Fixed())


def _frictions(scene, notes):
    """{body: dry friction} by motors without current; other elements are noted."""
    found = {}
    for name, element in scene.elements.items():
        if isinstance(element, Motor) and element.body and element.source == "current" and element.command == 0.0:
            found[element.body] = element.friction
        else:
            notes.ignored("element", name, "URDF has none")
    return found


# --- links --------------------------------------------------------------------------------------------------------------
def _add_link(robot, body, notes):
    if body.flexible is not None:
        raise ValueError(f"body {body.name!r} must be rigid to be written as URDF, got a flexible one")
    link = SubElement(robot, "link", name=body.name)
    inertia = np.array(body.inertia)
    if body.mass > 0.0:
        inertial = SubElement(link, "inertial")
        _origin(inertial, body.com)
        SubElement(inertial, "mass", value=_text(body.mass))
        entries = {f"i{'xyz'[i]}{'xyz'[j]}": _text(inertia[i, j]) for i in range(3) for j in range(i, 3)}
        SubElement(inertial, "inertia", entries)
    for surface in body.surfaces:
        if not _add_collisions(link, surface):
            notes.ignored("surface", f"{body.name}: {surface.name}", f"URDF has no {type(surface).__name__}")


def _add_collisions(link, surface):
    """Add the shapes of a surface; False if there are none for it."""
    if isinstance(surface, Sphere):
        _collision(link, surface.name, surface.at, "sphere", radius=_text(surface.radius))
    elif isinstance(surface, Box):
        R = quaternion_to_matrix(surface.orientation)
        _collision(link, surface.name, surface.at, "box", R=R, size=" ".join(map(_text, surface.size)))
    elif isinstance(surface, Cylinder):
        R, size = quaternion_to_matrix(surface.orientation), {"radius": surface.radius, "length": surface.height}
        _collision(
            link, surface.name, surface.at, "cylinder", R=R, **{key: _text(value) for key, value in size.items()}
        )
    elif isinstance(surface, Capsule):
        a, b, r = np.array(surface.start), np.array(surface.end), _text(surface.radius)
        for place, end in ((a, "start"), (b, "end")):
            _collision(link, f"{surface.name} {end}", place, "sphere", radius=r)
        if np.any(a != b):
            length = _text(np.linalg.norm(b - a))
            _collision(link, surface.name, 0.5 * (a + b), "cylinder", R=z_to(b - a), radius=r, length=length)
    else:
        return False
    return True


def _collision(link, name, at, kind, R=None, **size):
    collision = SubElement(link, "collision", name=name)
    _origin(collision, at, R)
    SubElement(SubElement(collision, "geometry"), kind, size)


# --- joints -------------------------------------------------------------------------------------------------------------
def _add_joint(robot, body, name, friction, notes):
    joint = body.joint
    moving = isinstance(joint, Revolute | Prismatic)
    kinds = {Fixed: "fixed", Free: "floating", Planar: "planar", Prismatic: "prismatic"}
    if isinstance(joint, Revolute):
        kind = "revolute" if joint.limits is not None else "continuous"
    elif type(joint) in kinds:
        kind = kinds[type(joint)]
    else:
        raise ValueError(f"joint of {body.name!r} must be one that URDF has, got {type(joint).__name__}")
    element = SubElement(robot, "joint", name=name, type=kind)
    SubElement(element, "parent", link=body.parent)
    SubElement(element, "child", link=body.name)
    placed = (joint.position, joint.attitude) if isinstance(joint, Free) else (joint.at, joint.orientation)
    _origin(element, placed[0], quaternion_to_matrix(placed[1]))
    if isinstance(joint, Planar):
        SubElement(element, "axis", xyz=_texts(np.cross(joint.x, joint.y)))
    elif moving:
        SubElement(element, "axis", xyz=_texts(joint.axis))
        if joint.limits is not None:
            low, high = map(_text, joint.limits)
            SubElement(element, "limit", lower=low, upper=high, effort=UNSAID, velocity=UNSAID)
        elif kind == "prismatic":
            SubElement(element, "limit", lower=f"-{UNSAID}", upper=UNSAID, effort=UNSAID, velocity=UNSAID)
        for key in ("spring", "armature"):
            if getattr(joint, key):
                notes.ignored(f"{key} of the joint", name, "URDF has none")
        if any(any(values) for values in joint.start()):
            notes.ignored("start of the joint", name, "URDF begins in the pose zero")
    if getattr(joint, "damping", 0.0) or friction:
        SubElement(element, "dynamics", damping=_text(joint.damping), friction=_text(friction))


# --- numbers ------------------------------------------------------------------------------------------------------------
def _text(value):
    return repr(float(value))


def _texts(values):
    return " ".join(map(_text, values))


def _origin(element, at, R=None):
    turned = {} if R is None or np.array_equal(R, np.eye(3)) else {"rpy": _texts(_roll_pitch_yaw(R))}
    SubElement(element, "origin", xyz=_texts(at), **turned)


def _roll_pitch_yaw(R):
    """Angles [rad] of Rz(yaw) Ry(pitch) Rx(roll); where roll and yaw turn about one axis, yaw is 0."""
    cosine = math.hypot(R[0, 0], R[1, 0])
    pitch = math.atan2(-R[2, 0], cosine)
    if cosine < 1e-12:
        return math.atan2(-R[1, 2], R[1, 1]), pitch, 0.0
    return math.atan2(R[2, 1], R[2, 2]), pitch, math.atan2(R[1, 0], R[0, 0])
