"""Robots of other packages, and what MuJoCo and Pinocchio compute of them.

States are those of supple: q and v of every joint by its name, free joints with position, quaternion (w first), velocity in
the world and angular velocity in the body.
"""

import xml.etree.ElementTree as ET
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, files
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest

import supple as sp
from supple.spatial.rotations import quaternion_to_matrix


def example_robot(name):
    """A URDF file of the wheel example-robot-data."""
    try:
        found = [one for one in files("example-robot-data") or () if str(one).endswith(f"/{name}")]
    except PackageNotFoundError:
        pytest.skip("example-robot-data is not installed: pip install 'supple[robots]'")
    return Path(found[0].locate()).resolve()


def gymnasium_robot(name):
    """An MJCF file of the wheel gymnasium, which is not imported."""
    spec = find_spec("gymnasium")
    if spec is None:
        pytest.skip("gymnasium is not installed: pip install 'supple[robots]'")
    return Path(spec.submodule_search_locations[0]) / "envs" / "mujoco" / "assets" / name


@cache
def imported(path, base="fixed"):
    """A URDF robot without its collision shapes, which take no part in what is compared: hulls of meshes take time."""
    root = ET.parse(path).getroot()
    for link in root.findall("link"):
        for one in link.findall("collision"):
            link.remove(one)
    with TemporaryDirectory() as folder:
        ET.ElementTree(root).write(Path(folder) / path.name, encoding="utf-8")
        return sp.read(Path(folder) / path.name, base=base)


# --- states -------------------------------------------------------------------------------------------------------------
class State:
    """A random state of an imported robot, by joint."""

    def __init__(self, imported, seed=1):
        self.imported = imported
        self.model = sp.build(imported.scene)
        layout, random = self.model.layout, np.random.default_rng(seed)
        n = layout.n_q + layout.n_v
        self.y, self.tau, self.n_q, self.n_v = np.zeros(n), random.normal(size=layout.n_v), layout.n_q, layout.n_v
        self.q_of, self.v_of = {}, {}
        for joint, body in imported.joints.items():
            self.q_of[joint] = [i for i in range(layout.n_q) if layout.names[i].rpartition(".")[0] == body]
            self.v_of[joint] = [
                i - layout.n_q for i in range(layout.n_q, n) if layout.names[i].rpartition(".")[0] == body
            ]
        self.y[:] = random.uniform(-1.0, 1.0, n)
        for at in self.q_of.values():
            if len(at) in (4, 7):
                self.y[at[-4:]] /= np.linalg.norm(self.y[at[-4:]])
        assert sorted(i for at in self.v_of.values() for i in at) == list(range(self.n_v))

    def q(self, joint):
        return self.y[self.q_of[joint]]

    def v(self, joint):
        return self.y[self.n_q + np.array(self.v_of[joint])]


@dataclass
class Found:
    """What an engine computes: mass that moves [kg], poses of bodies; in supple's coordinates the rest."""

    mass: float
    poses: dict
    mass_matrix: np.ndarray
    accelerations: np.ndarray


def by_supple(state):
    scene, model = state.imported.scene, state.model
    poses = {name: sp.forward_kinematics(model, name, state.y) for name in scene.bodies}
    return Found(
        sum(body.mass for name, body in scene.bodies.items() if _moves(scene, name)), poses, sp.mass_matrix(model, state.y),
        sp.forward_dynamics(model, state.tau, state.y),
    )  # fmt: skip


def _moves(scene, name):
    """Whether a body hangs on a joint that is not fixed."""
    while name != "world":
        if scene.bodies[name].joint.chain():
            return True
        name = scene.bodies[name].parent
    return False


# --- MuJoCo -------------------------------------------------------------------------------------------------------------
def by_mujoco(m, state):
    """Of a compiled model: contacts, limits, springs, dampers and actuators off."""
    import mujoco

    m.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT | mujoco.mjtDisableBit.mjDSBL_ACTUATION
    m.opt.density, m.opt.viscosity = 0.0, 0.0
    for row in (m.dof_damping, m.jnt_stiffness, m.tendon_damping, m.tendon_stiffness):
        row[:] = 0.0
    d = mujoco.MjData(m)
    columns = np.zeros(m.nv, dtype=int)
    for j in range(m.njnt):
        name = mujoco.mj_id2name(m, mujoco.mjtObj.mjOBJ_JOINT, j) or f"joint {j}"
        q, v = state.q(name), state.v(name)
        d.qpos[m.jnt_qposadr[j] : m.jnt_qposadr[j] + len(q)] = q
        d.qvel[m.jnt_dofadr[j] : m.jnt_dofadr[j] + len(v)] = v
        columns[m.jnt_dofadr[j] : m.jnt_dofadr[j] + len(v)] = state.v_of[name]
    d.qfrc_applied[:] = state.tau[columns]
    mujoco.mj_forward(m, d)
    full = np.zeros((m.nv, m.nv))
    for i in range(m.nv):
        unit, column = np.eye(m.nv)[i], np.zeros(m.nv)
        mujoco.mj_mulM(m, d, column, unit)
        full[:, i] = column
    M, a = np.zeros_like(full), np.zeros(m.nv)
    M[np.ix_(columns, columns)] = full
    a[columns] = d.qacc
    poses = {
        mujoco.mj_id2name(m, mujoco.mjtObj.mjOBJ_BODY, i): (d.xpos[i].copy(), d.xmat[i].reshape(3, 3).copy())
        for i in range(1, m.nbody)
    }
    return Found(float(m.body_mass[m.body_weldid > 0].sum()), poses, M, a)


def mujoco_of_urdf(text, free):
    """MuJoCo's own reading of a URDF text, without shapes; the first link fixed or free."""
    import mujoco

    root = ET.fromstring(text)
    for link in root.findall("link"):
        for tag in ("visual", "collision"):
            for one in link.findall(tag):
                link.remove(one)
    if free:
        children = {joint.find("child").get("link") for joint in root.findall("joint")}
        first = next(link.get("name") for link in root.findall("link") if link.get("name") not in children)
        ET.SubElement(root, "link", name="world")
        joint = ET.SubElement(root, "joint", name="base", type="floating")
        ET.SubElement(joint, "parent", link="world")
        ET.SubElement(joint, "child", link=first)
    spec = mujoco.MjSpec.from_string(ET.tostring(root, encoding="unicode"))
    spec.compiler.fusestatic = True
    spec.option.gravity = [0.0, 0.0, -9.80665]
    return spec.compile()


# --- Pinocchio ----------------------------------------------------------------------------------------------------------
def by_pinocchio(model, state):
    """Of a Pinocchio model, whose free joints have their velocities in the body."""
    pin = pytest.importorskip("pinocchio", reason="pin has no wheels for this platform")
    model.gravity.linear[:] = state.imported.scene.gravity
    data = model.createData()
    q, v, tau = pin.neutral(model), np.zeros(model.nv), np.zeros(model.nv)
    T = np.zeros((model.nv, state.n_v))  # supple's velocities -> Pinocchio's
    drift = np.zeros(model.nv)
    for name, i in zip(model.names, range(model.njoints), strict=True):
        if i == 0:
            continue
        joint = model.joints[i]
        own = "base" if name == "root_joint" else name
        x, at = state.q(own), state.v_of[own]
        rows = range(joint.idx_v, joint.idx_v + joint.nv)
        if joint.nv == 6:
            R = quaternion_to_matrix(x[3:])
            q[joint.idx_q : joint.idx_q + 7] = [*x[:3], *x[4:], x[3]]
            T[np.ix_(rows[:3], at[:3])], T[np.ix_(rows[3:], at[3:])] = R.T, np.eye(3)
            velocity = state.v(own)
            drift[rows[:3]] = -np.cross(velocity[3:], R.T @ velocity[:3])  # its derivative is taken in the body
        else:
            T[np.ix_(rows, at)] = np.eye(joint.nv)
            q[joint.idx_q : joint.idx_q + joint.nq] = x if joint.nq == joint.nv else [np.cos(x[0]), np.sin(x[0])]
    v[:] = T @ state.y[state.n_q :]
    tau[:] = np.linalg.solve(T.T, state.tau)
    pin.forwardKinematics(model, data, q)
    pin.updateFramePlacements(model, data)
    M = pin.crba(model, data, q)
    M = np.triu(M) + np.triu(M, 1).T
    a = pin.aba(model, data, q, v, tau)
    poses = {
        frame.name: (data.oMf[k].translation.copy(), data.oMf[k].rotation.copy())
        for k, frame in enumerate(model.frames)
        if frame.type == pin.FrameType.BODY
    }
    mass = sum(one.mass for one in model.inertias[1:])
    return Found(mass, poses, T.T @ M @ T, np.linalg.solve(T, a - drift))


# --- comparison ---------------------------------------------------------------------------------------------------------
def errors(ours, theirs):
    """Largest relative errors: mass, kinematics, mass matrix, forward dynamics."""
    shared = [name for name in theirs.poses if name in ours.poses]
    assert len(shared) >= 0.5 * len(theirs.poses)
    pairs = [(ours.poses[name], theirs.poses[name]) for name in shared]
    kinematics = max(np.abs(a[k] - b[k]).max() for a, b in pairs for k in range(2))  # position and rotation
    return {
        "mass": abs(ours.mass - theirs.mass) / theirs.mass,
        "kinematics": kinematics,
        "mass matrix": np.abs(ours.mass_matrix - theirs.mass_matrix).max() / np.abs(theirs.mass_matrix).max(),
        "dynamics": np.abs(ours.accelerations - theirs.accelerations).max() / np.abs(theirs.accelerations).max(),
    }
