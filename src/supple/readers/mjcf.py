"""MJCF -> scene, by the model that MuJoCo compiles: every body keeps its name and its frame.

A body with one joint at its origin is one body of the scene. Of several joints, and of one beside the origin, each is the
joint of a body without mass, `body.joint`, and the body is fixed to the last of them. Coordinates are those of MuJoCo,
with its `ref`; so are the velocities of free and ball joints. Shapes of the world are on the body "ground".
"""

import numpy as np

from .._check import one_of
from ..joints.fixed import Fixed
from ..spatial.rotations import quaternion_to_matrix
from .imported import Making
from .inertia import physical
from .meshes import hull_of_model
from .mjcf_actuators import add_drives
from .mjcf_contacts import add_contacts, materials_of
from .mjcf_joints import add_joints
from .mjcf_left import note_the_rest
from .mjcf_source import compiled
from .mjcf_ties import add_ties
from .notes import Notes
from .shapes import Geometry, surface_of


class Source:
    """A compiled model with the names of its parts."""

    def __init__(self, mujoco, model, key):
        self.mujoco, self.m = mujoco, model
        self.q, self.v, self.told = model.qpos0, np.zeros(model.nv), np.zeros(model.nu)  # at the start
        if key is not None:
            names = [self.name("key", i) for i in range(model.nkey)]
            k = names.index(one_of("key", key, names))
            self.q, self.v, self.told = model.key_qpos[k], model.key_qvel[k], model.key_ctrl[k]
        self.bodies = {0: "world"}  # number -> name in the scene
        self.ground = "world"  # who wears the shapes of the world, if it has some
        self.joints = {}  # number of a joint -> body in the scene
        self.waiting = []  # joints of the body that is being added

    def name(self, kind, i):
        """The name of a part, or its kind and number."""
        return self.mujoco.mj_id2name(self.m, getattr(self.mujoco.mjtObj, f"mjOBJ_{kind.upper()}"), i) or f"{kind} {i}"

    def wearer(self, i):
        """The name of the body that wears the shapes of body i."""
        return self.bodies[i] if i else self.ground

    def disabled(self, *flags):
        """Whether the file switches something off."""
        bits = (getattr(self.mujoco.mjtDisableBit, f"mjDSBL_{flag}", None) for flag in flags)
        return any(bit is not None and self.m.opt.disableflags & bit for bit in bits)


def read_mjcf(root, roots, *, ground, key):
    """The scene of a <mujoco>."""
    notes = Notes()
    mujoco, model = compiled(root, roots, notes)
    source = Source(mujoco, model, key)
    gravity = (0.0, 0.0, 0.0) if source.disabled("GRAVITY") else tuple(model.opt.gravity.tolist())
    making = Making(root.get("model"), gravity, notes)
    materials = materials_of(source)
    surfaces = {i: _surfaces(source, i, materials, notes) for i in range(model.nbody)}
    taken = [source.name("body", i) for i in range(1, model.nbody)]
    if surfaces[0]:
        source.ground = making.scene.body(making.ground_name(taken), joint=Fixed(), surfaces=surfaces[0])
    elif ground:
        source.ground = making.ground(taken=taken)
    for i in range(1, model.nbody):
        _add_body(making, source, i, surfaces[i])
    if not making.scene.bodies:
        raise ValueError("a model must have a body or a shape, got none")
    add_contacts(making, source, materials, ground=ground and not surfaces[0])
    add_ties(making, source)
    add_drives(making, source)
    note_the_rest(source, notes)
    return making.done("MJCF")


def _add_body(making, source, i, surfaces):
    m, notes = source.m, making.notes
    name = making.name(source.name("body", i))
    if name != source.name("body", i):
        notes.assumed(
            "body", source.name("body", i), f"it is {name!r} in the scene, whose bodies have names of their own"
        )
    mass, R = float(m.body_mass[i]), quaternion_to_matrix(m.body_iquat[i])
    inertia = physical(R @ np.diag(m.body_inertia[i]) @ R.T, name, notes) if mass > 0.0 else np.zeros((3, 3))
    parent, joint = add_joints(making, source, i, name)
    making.scene.body(
        name, parent=parent, joint=joint, mass=mass, com=m.body_ipos[i].tolist(), surfaces=surfaces,
        inertia=(0.5 * (inertia + inertia.T)).tolist(),
    )  # fmt: skip
    source.bodies[i] = name
    for j in source.waiting:  # joints of the body itself
        making.moves(source.name("joint", j), name)
        source.joints[j] = name
    if m.body_mocapid[i] >= 0:
        notes.approximated("mocap body", name, "it is fixed to the world")


def _surfaces(source, i, materials, notes):
    """What of a body can touch."""
    m = source.m
    found = []
    for g in range(m.body_geomadr[i], m.body_geomadr[i] + m.body_geomnum[i]):
        name = source.name("geom", g)
        if g not in materials:
            notes.ignored("shape", name, "it is only drawn: contype and conaffinity are 0")
            continue
        surface = surface_of(_geometry(source, g, name), materials[g].name, source.name("body", i), notes)
        found += [surface] if surface is not None else []
    return found


def _geometry(source, g, name):
    m, types = source.m, source.mujoco.mjtGeom
    kind, size = types(int(m.geom_type[g])), m.geom_size[g].tolist()
    found = Geometry(name, KINDS.get(kind.name, "mesh"), m.geom_pos[g].copy(), quaternion_to_matrix(m.geom_quat[g]))
    if kind in (types.mjGEOM_SPHERE, types.mjGEOM_CAPSULE, types.mjGEOM_CYLINDER):
        found.radius, found.length = size[0], 0.0 if kind == types.mjGEOM_SPHERE else 2.0 * size[1]
    elif kind == types.mjGEOM_BOX:
        found.size = tuple(2.0 * one for one in size)
    elif kind == types.mjGEOM_ELLIPSOID:
        found.size = tuple(size)
    elif kind == types.mjGEOM_HFIELD:
        _add_heights(m, found, m.geom_dataid[g])
    elif kind == types.mjGEOM_MESH:
        found.vertices = lambda: hull_of_model(source.mujoco, m, m.geom_dataid[g])
    return found


def _add_heights(m, found, h):
    """Heights of a field whose spacing is the same in both directions, and where the first of them is."""
    rows, columns, (x, y, top, _) = int(m.hfield_nrow[h]), int(m.hfield_ncol[h]), m.hfield_size[h].tolist()
    spacing = 2.0 * x / (columns - 1)
    if abs(2.0 * y / (rows - 1) - spacing) < 1e-9 * spacing:
        first = int(m.hfield_adr[h])
        data = np.array(m.hfield_data[first : first + rows * columns], dtype=float).reshape(rows, columns)
        found.heights, found.length = (top * data.T).tolist(), spacing
        found.at = found.at + found.R @ np.array([-x, -y, 0.0])


KINDS = {
    "mjGEOM_PLANE": "plane", "mjGEOM_HFIELD": "terrain", "mjGEOM_SPHERE": "sphere", "mjGEOM_CAPSULE": "capsule",
    "mjGEOM_ELLIPSOID": "ellipsoid", "mjGEOM_CYLINDER": "cylinder", "mjGEOM_BOX": "box",
}  # fmt: skip
