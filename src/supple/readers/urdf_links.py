"""Elements of a URDF file -> links and joints, checked; what has no counterpart is noted.

Symbols   places [m], angles [rad], masses [kg], inertias about the centre of mass in the axes of the link [kg m^2]
Source    the XML specification of URDF (wiki.ros.org/urdf/XML): missing numbers are 0, a missing axis is x.
"""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .._check import shown
from ..spatial.rotations import rpy
from .inertia import physical

KINDS = ("revolute", "continuous", "prismatic", "fixed", "floating", "planar")
ZERO = "0 0 0"


@dataclass
class Collision:
    """A shape in its link."""

    name: str
    kind: str  # box, sphere, cylinder, capsule, mesh
    at: np.ndarray
    R: np.ndarray
    size: dict = field(default_factory=dict)


@dataclass
class UrdfLink:
    """A link; without inertial element its mass is 0."""

    name: str
    mass: float = 0.0
    com: Any = None
    inertia: Any = None
    collisions: list = field(default_factory=list)


@dataclass
class UrdfJoint:
    """A joint; its frame in the parent is that of the child where the coordinate is 0."""

    name: str
    kind: str
    parent: str
    child: str
    at: np.ndarray
    R: np.ndarray
    axis: tuple
    limits: tuple | None = None
    damping: float = 0.0
    friction: float = 0.0
    mimic: tuple | None = None  # joint, multiplier, offset


# --- numbers ------------------------------------------------------------------------------------------------------------
def floats(text, size, where, unit):
    """Numbers of an attribute, or a sentence."""
    words = text.split()
    try:
        values = [float(word) for word in words]
    except ValueError:
        values = []
    if len(values) != size or not all(map(math.isfinite, values)):
        what = "a finite number" if size == 1 else f"{size} finite numbers"
        raise ValueError(f"{where} must be {what} [{unit}], got {shown(text)}")
    return values


def number(element, key, where, unit, default=None):
    """One number of an element (None: there is no such element)."""
    text = None if element is None else element.get(key)
    if text is None:
        if default is None:
            raise ValueError(f"{where} must be given [{unit}], got none")
        return default
    return floats(text, 1, where, unit)[0]


def named(element, kind):
    """The name of an element."""
    name = element.get("name", "")
    if not name.strip():
        raise ValueError(f"name of a {kind} must be a text that is not empty, got {shown(name)}")
    return name


def origin(element, where):
    """Place and rotation of an <origin>."""
    if element is None:
        return np.zeros(3), np.eye(3)
    at = floats(element.get("xyz", ZERO), 3, f"origin xyz of {where}", "m")
    return np.array(at), rpy(*floats(element.get("rpy", ZERO), 3, f"origin rpy of {where}", "rad"))


# --- links --------------------------------------------------------------------------------------------------------------
def read_link(element, notes):
    """A <link>."""
    link = UrdfLink(named(element, "link"))
    where = f"link {link.name!r}"
    inertial = element.find("inertial")
    if inertial is not None:
        _read_inertial(link, inertial, where, notes)
    else:
        notes.assumed("mass of the link", link.name, "0 kg, because it has no inertial element")
    for i, collision in enumerate(element.findall("collision")):
        link.collisions += _collision(collision, i, link.name, notes)
    if element.find("visual") is not None:
        notes.ignored("visual shapes of the link", link.name, "a scene is drawn by what can touch")
    _rest(element, ("inertial", "collision", "visual"), f"link {link.name}", notes)
    return link


def _read_inertial(link, inertial, where, notes):
    p, R = origin(inertial.find("origin"), f"the inertial of {where}")
    mass = number(inertial.find("mass"), "value", f"mass of {where}", "kg")
    if mass < 0.0:
        raise ValueError(f"mass of {where} must be >= 0 kg, got {mass:g}")
    element = inertial.find("inertia")
    entries = {}
    for key in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz"):
        entries[key] = number(element, key, f"{key} of {where}", "kg m^2", 0.0)
    if element is None:
        notes.assumed("inertia of the link", link.name, "0 kg m^2, because it has no inertia element")
    xx, yy, zz, xy, xz, yz = entries.values()
    inertia = R @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ R.T
    link.mass, link.com = mass, p
    if mass == 0.0 and np.any(inertia != 0.0):
        notes.ignored("inertia of the link", link.name, "a body without mass has none")
        inertia = np.zeros((3, 3))
    link.inertia = physical(inertia, link.name, notes)


def _collision(element, i, link, notes):
    """The shape of a <collision> as a list: empty if it has none that we know."""
    name = element.get("name") or f"collision {i + 1}"
    where = f"{name} of link {link!r}"
    geometry = element.find("geometry")
    shape = next(iter(geometry), None) if geometry is not None else None
    if shape is None:
        notes.ignored("collision", f"{link}: {name}", "it has no geometry")
        return []
    at, R = origin(element.find("origin"), where)
    found = Collision(name, shape.tag, at, R)
    if shape.tag == "box":
        found.size["size"] = floats(shape.get("size", ""), 3, f"size of {where}", "m")
    elif shape.tag in ("sphere", "cylinder", "capsule"):
        for key in ("radius",) if shape.tag == "sphere" else ("radius", "length"):
            found.size[key] = number(shape, key, f"{key} of {where}", "m")
    elif shape.tag == "mesh":
        found.size["file"] = shape.get("filename", "")
        found.size["scale"] = floats(shape.get("scale", "1 1 1"), 3, f"scale of {where}", "-")
    else:
        notes.ignored("collision", f"{link}: {name}", f"there is no shape <{shape.tag}>")
        return []
    return [found]


# --- joints -------------------------------------------------------------------------------------------------------------
def read_joint(element, notes):
    """A <joint>."""
    name = named(element, "joint")
    where = f"joint {name!r}"
    kind = element.get("type", "")
    if kind not in KINDS:
        raise ValueError(f"type of {where} must be one of {', '.join(KINDS)}, got {shown(kind)}")
    ends = []
    for tag in ("parent", "child"):
        end = element.find(tag)
        if end is None or not end.get("link"):
            raise ValueError(f"{tag} of {where} must name a link, got none")
        ends.append(end.get("link"))
    at, R = origin(element.find("origin"), where)
    axis = element.find("axis")
    direction = floats("1 0 0" if axis is None else axis.get("xyz", "1 0 0"), 3, f"axis of {where}", "-")
    if kind not in ("fixed", "floating") and not any(direction):
        raise ValueError(f"axis of {where} must have a length > 0, got {shown(direction)}")
    joint = UrdfJoint(name, kind, *ends, at, R, tuple(direction))
    dynamics = element.find("dynamics")
    joint.damping = number(dynamics, "damping", f"damping of {where}", "Nms/rad or Ns/m", 0.0)
    joint.friction = number(dynamics, "friction", f"friction of {where}", "Nm or N", 0.0)
    if joint.damping < 0.0:
        raise ValueError(f"damping of {where} must be >= 0 Nms/rad or Ns/m, got {joint.damping:g}")
    _read_limits(joint, element.find("limit"), where, notes)
    _read_mimic(joint, element.find("mimic"), where)
    _rest(element, ("origin", "parent", "child", "axis", "dynamics", "limit", "mimic"), f"joint {name}", notes)
    return joint


def _read_limits(joint, limit, where, notes):
    if joint.kind in ("fixed", "floating", "planar"):
        return
    if limit is None:
        if joint.kind != "continuous":
            notes.assumed("range of the joint", joint.name, "without end, because it has no limit element")
        return
    for key, what in (("velocity", "largest speed"), ("effort", "largest force")):
        if number(limit, key, f"{key} of {where}", "SI", 0.0):
            notes.ignored(f"{what} of the joint", joint.name, "it is one of its drive, and the file has none")
    if joint.kind == "continuous":
        return
    unit = "rad" if joint.kind == "revolute" else "m"
    low, high = (number(limit, key, f"{key} limit of {where}", unit, 0.0) for key in ("lower", "upper"))
    if low < high:
        joint.limits = (low, high)
    elif low > high:
        raise ValueError(f"limits of {where} must be low <= high {unit}, got {low:g} and {high:g}")
    else:
        notes.ignored("range of the joint", joint.name, f"it has no width: {low:g} to {high:g} {unit}")


def _read_mimic(joint, mimic, where):
    if mimic is None:
        return
    if not mimic.get("joint"):
        raise ValueError(f"mimic of {where} must name a joint, got none")
    factor = number(mimic, "multiplier", f"multiplier of {where}", "-", 1.0)
    joint.mimic = mimic.get("joint"), factor, number(mimic, "offset", f"offset of {where}", "rad or m", 0.0)


def _rest(element, known, where, notes):
    """What else an element has."""
    for child in element:
        if child.tag not in known:
            notes.ignored("element", f"{where}: <{child.tag}>", "supple has nothing like it")
