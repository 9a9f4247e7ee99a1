"""URDF -> scene: every link is a body of its name, every joint the joint of its child; the frames are those of the file.

    revolute, continuous   Revolute            prismatic   Prismatic        fixed   Fixed
    planar                 Planar              floating    Free, where the parent does not move
    limits                 stops by the rule of rules.py for the inertia that the joint carries in the pose zero
    mimic                  a stiff coupling of two coordinates by the same rule
    friction               dry friction that is located (a motor without current)

The file is read here and not by MuJoCo, whose reader melts fixed links into their parents and refuses links without mass,
closed inertias and the formats of most meshes; both it and Pinocchio are what the tests compare with.
"""

import numpy as np

from .._check import one_of, shown, vector
from ..joints.fixed import Fixed
from ..joints.free import Free
from ..joints.planar import Planar
from ..joints.prismatic import Prismatic
from ..joints.revolute import Revolute
from ..scene.parts import unused
from ..scene.words import told
from ..spatial.rotations import matrix_to_quaternion, z_to
from .files import read_bytes
from .imported import Making
from .inertia import Lump
from .meshes import KNOWN, hull_of_file
from .notes import Notes
from .rules import Softness, contact_laws, stop_law
from .shapes import Geometry, surface_of
from .urdf_links import read_joint, read_link

BASES = ("fixed", "free")
MATERIAL, MU = "robot", 0.8
LEAST = 1e-6  # [kg m^2 or kg] of a coordinate that carries nothing
STOPS = "as stiff as MuJoCo's with its defaults, for the inertia that the joint carries in the pose zero"


def read_urdf(root, roots, *, base, at, ground):
    """The scene of a <robot>."""
    one_of("base", base, BASES)
    notes = Notes()
    links, joints = _parts(root, notes)
    order = _parents_first(links, joints)
    carried = _lumps(links, joints, order)
    making = Making(root.get("name"), (0.0, 0.0, -9.80665), notes)
    notes.assumed("gravity of", making.scene.name, "9.80665 m/s^2 downwards")
    if ground:
        making.ground(taken=links)
    for name in order:
        _add_body(making, links[name], joints.get(name), carried[name], roots, base=base, at=at)
    if base == "free":
        names = {joint.name for joint in joints.values()}
        making.moves("base" if "base" not in names else unused("base {}", names), order[0])
    for child, joint in joints.items():
        _add_rest(making, joint, child, joints, carried)
    _add_contacts(making, carried[order[0]].mass or 1.0)
    return making.done("URDF")


# --- the tree -----------------------------------------------------------------------------------------------------------
def _parts(root, notes):
    """Links by name, and joints by the name of their child."""
    links, joints, names = {}, {}, set()
    for element in root:
        if element.tag == "link":
            link = read_link(element, notes)
            if link.name in links:
                raise ValueError(f"name of a link must be new, got {link.name!r} again")
            links[link.name] = link
        elif element.tag == "joint":
            joint = read_joint(element, notes)
            if joint.name in names:
                raise ValueError(f"name of a joint must be new, got {joint.name!r} again")
            if joint.child in joints:
                raise ValueError(f"link {joint.child!r} must be the child of one joint, got {joint.name!r} as a second")
            names.add(joint.name)
            joints[joint.child] = joint
        else:
            notes.ignored("element", f"<{element.tag}> {element.get('name') or element.get('reference') or ''}".strip(),
                          "it says nothing about bodies and joints")  # fmt: skip
    if not links:
        raise ValueError("a robot must have one link or more, got none")
    for joint in joints.values():
        for tag, name in (("parent", joint.parent), ("child", joint.child)):
            one_of(f"{tag} of joint {joint.name!r}", name, links)
    return links, joints


def _parents_first(links, joints):
    """Names of the links, each after its parent."""
    first = [name for name in links if name not in joints]
    if len(first) != 1:
        raise ValueError(f"a robot must have one link that is no child, got {len(first)}: {shown(first)}")
    children = {}
    for child, joint in joints.items():
        children.setdefault(joint.parent, []).append(child)
    order, waiting = [], [*first]
    while waiting:
        name = waiting.pop()
        order.append(name)
        waiting += reversed(children.get(name, []))
    if len(order) != len(links):
        lost = sorted(links.keys() - set(order))
        raise ValueError(f"links must hang on {first[0]!r}, got some that go in a circle: {shown(lost)}")
    return order


def _lumps(links, joints, order):
    """What each link carries, itself and all that hangs on it, in its frame in the pose zero."""
    lumps = {name: Lump(links[name].mass, links[name].com, links[name].inertia) for name in order}
    for name in reversed(order[1:]):
        joint = joints[name]
        lumps[joint.parent].add(lumps[name], joint.at, joint.R)
    return lumps


# --- bodies -------------------------------------------------------------------------------------------------------------
def _add_body(making, link, joint, carried, roots, *, base, at):
    scene, notes = making.scene, making.notes
    if joint is None:
        if link.name == "world":
            if base == "free":
                raise ValueError("base must be 'fixed' for a robot whose first link is named 'world', got 'free'")
            if any(at):
                raise ValueError(f"at must be left out for a robot whose first link is named 'world', got {shown(at)}")
            if link.mass or link.collisions:
                notes.ignored("mass and shapes of the link", link.name, "it is the world, which does not move")
            return
        if base == "fixed":
            written = Fixed(at=vector("at", at, 3, "m"))
            notes.assumed("first link", link.name, "it is fixed to the world; base='free' lets it move")
        else:
            written = Free(position=vector("at", at, 3, "m"))
        parent = "world"
    else:
        with told(f"joint {joint.name!r}"):
            written, parent = _joint(joint, scene, carried, notes), joint.parent
    if link.name == "world":
        raise ValueError("name of a link that moves must be another than 'world', got it")
    surfaces = [_surface(one, link.name, roots, notes) for one in link.collisions]
    scene.body(
        link.name, mass=link.mass, com=(0.0, 0.0, 0.0) if link.com is None else link.com.tolist(), parent=parent,
        inertia=(0.0, 0.0, 0.0) if link.inertia is None else link.inertia.tolist(), joint=written,
        surfaces=[one for one in surfaces if one is not None],
    )  # fmt: skip
    if joint is not None and joint.kind != "fixed":
        making.moves(joint.name, link.name)


def _joint(joint, scene, carried, notes):
    """The joint of the scene."""
    place = {"at": tuple(joint.at.tolist()), "orientation": tuple(matrix_to_quaternion(joint.R).tolist())}
    if joint.kind == "fixed":
        return Fixed(**place)
    if joint.kind == "floating":
        if joint.parent != "world":
            raise ValueError(
                f"parent of the floating joint {joint.name!r} must be a first link named 'world', got {joint.parent!r}"
            )
        return Free(position=place["at"], attitude=place["orientation"], damping=joint.damping)
    if joint.kind == "planar":
        frame = z_to(np.array(joint.axis))
        return Planar(x=frame[:, 0].tolist(), y=frame[:, 1].tolist(), damping=joint.damping, **place)
    rest = {"axis": joint.axis, "damping": joint.damping}
    if _inertia(joint, carried) == LEAST:
        rest["armature"] = LEAST
        notes.assumed(
            "armature of the joint", joint.name, f"{LEAST:g} kg m^2 or kg, because nothing heavy moves with it"
        )
    if joint.limits is not None:
        rest |= {"limits": joint.limits, "limit_law": stop_law(Softness(), _inertia(joint, carried))}
        rest["displacement" if joint.kind == "prismatic" else "angle"] = notes.start(joint.name, 0.0, joint.limits)
        notes.assumed("stops of the joint", joint.name, STOPS)
    kind = Prismatic if joint.kind == "prismatic" else Revolute
    return kind(**place, **rest)


def _inertia(joint, carried):
    """Mass [kg] or inertia [kg m^2] that the coordinate of a joint carries."""
    return (carried.mass if joint.kind == "prismatic" else carried.about(joint.axis)) or LEAST


def _surface(collision, link, roots, notes):
    geometry = Geometry(collision.name, collision.kind, collision.at, collision.R)
    for key in ("radius", "length", "size"):
        if key in collision.size:
            setattr(geometry, key, collision.size[key])
    if collision.kind == "mesh":
        file, where = collision.size["file"], f"mesh of {collision.name} of link {link!r}"
        path = roots.find(file, where)
        if path is None or path.suffix.lower() not in KNOWN:
            why = "the file does not exist" if path is None else f"only {', '.join(KNOWN)} can be read"
            notes.ignored("mesh", f"{link}: {file}", why)
            return None
        scale = collision.size["scale"]
        geometry.vertices = lambda: hull_of_file(read_bytes(path, where), path.suffix, scale, where)
    return surface_of(geometry, MATERIAL, link, notes)


# --- what acts ----------------------------------------------------------------------------------------------------------
def _add_rest(making, joint, child, joints, carried):
    """Friction and mimic of a joint."""
    if joint.friction:
        if joint.kind in ("revolute", "continuous", "prismatic") and joint.friction > 0.0:
            making.friction(joint.name, child, joint.friction)
        else:
            making.notes.ignored("friction of the joint", joint.name, "it is negative, or its joint has no single axis")
    if joint.mimic is None:
        return
    other, factor, offset = joint.mimic
    leaders = {one.name: one for one in joints.values()}
    leader = leaders[one_of(f"mimic of joint {joint.name!r}", other, leaders)]
    if leader is joint:
        raise ValueError(f"mimic of joint {joint.name!r} must be another joint, got itself")
    if any(one.kind not in ("revolute", "continuous", "prismatic") for one in (joint, leader)):
        making.notes.ignored("mimic of the joint", joint.name, "one of the two joints has no single axis")
        return
    felt = 1.0 / _inertia(joint, carried[child]) + factor**2 / _inertia(leader, carried[leader.child])
    stiffness, damping = Softness().spring(1.0 / felt)
    arms = ((child, 1.0),) if factor == 0.0 else ((child, 1.0), (leader.child, -factor))
    making.couple(f"mimic of {joint.name}", arms, offset, stiffness, damping)
    making.notes.approximated(
        "mimic of the joint", joint.name, "two cables against each other and a damper hold it, as stiff as MuJoCo's"
    )


def _add_contacts(making, mass):
    """The robot on the ground; its links do not touch each other."""
    scene, notes = making.scene, making.notes
    surfaces = [surface for body in scene.bodies.values() for surface in body.surfaces]
    if not any(surface.material == MATERIAL for surface in surfaces):
        return
    if making.can_meet(MATERIAL, "ground"):
        normal, friction = contact_laws(Softness(), mass, MU)
        making.contact(MATERIAL, "ground", normal, friction)
        notes.assumed(
            "contact of", f"{MATERIAL} and ground",
            f"mu = {MU}, restitution 0.1 at 1 m/s; stiffness as MuJoCo's with its defaults, for {mass:.6g} kg",
        )  # fmt: skip
    making.apart(MATERIAL, MATERIAL)
    notes.assumed("contact of", f"{MATERIAL} and {MATERIAL}", "links of the robot pass through each other")
