"""Joints of a body of MuJoCo -> joints of the scene, so that every coordinate means the same.

Before a joint the frame of the body is (p, R) in the parent; a hinge with anchor a, axis n and reference r has its frame at
p + R a, turned by R exp(-r n), and leaves the body fixed to it at -a. A slide has its frame at p - r R n.
"""

import numpy as np

from ..joints.fixed import Fixed
from ..joints.free import Free
from ..joints.prismatic import Prismatic
from ..joints.revolute import Revolute
from ..joints.spherical import Spherical
from ..scene.words import told
from ..spatial.rotations import axis_angle, matrix_to_quaternion, quaternion_to_matrix
from .rules import Softness, stop_law

LIGHT = 1e-9  # [1/(kg m^2) or 1/kg] least inverse weight: nothing that moves is heavier
NO_ELEMENT = "a joint with more than one coordinate has none in supple"


def add_joints(making, source, i, name):
    """Add the bodies without mass that carry the joints of body i; return the parent and the joint that are left for it."""
    m, kinds = source.m, source.mujoco.mjtJoint
    parent = source.bodies[m.body_parentid[i]]
    p, R = m.body_pos[i].copy(), quaternion_to_matrix(m.body_quat[i])
    joints = list(range(m.body_jntadr[i], m.body_jntadr[i] + m.body_jntnum[i])) if m.body_jntnum[i] else []
    source.waiting = []
    for j in joints:
        kind = kinds(int(m.jnt_type[j]))
        anchor = np.zeros(3) if kind in (kinds.mjJNT_FREE, kinds.mjJNT_SLIDE) else m.jnt_pos[j].copy()
        with told(f"joint {source.name('joint', j)!r}"):
            joint = _joint(making, source, j, kind, p + R @ anchor, R)
        if j == joints[-1] and not np.any(anchor):
            source.waiting = [j]
            return parent, joint
        carrier = making.name(f"{name}.{source.name('joint', j)}")
        parent = making.scene.body(carrier, parent=parent, joint=joint)
        making.moves(source.name("joint", j), carrier)
        source.joints[j] = carrier
        p, R = -anchor, np.eye(3)
    return parent, Fixed(**_place(p, R))


def _place(p, R):
    return {"at": tuple(p.tolist()), "orientation": tuple(matrix_to_quaternion(R).tolist())}


def _joint(making, source, j, kind, p, R):
    m, kinds, name = source.m, source.mujoco.mjtJoint, source.name("joint", j)
    q, v = m.jnt_qposadr[j], m.jnt_dofadr[j]
    size = {kinds.mjJNT_FREE: 6, kinds.mjJNT_BALL: 3}.get(kind, 1)
    damping = 0.0 if source.disabled("DAMPER", "PASSIVE") else float(m.dof_damping[v])
    _note_joint(making.notes, source, j, v, size, name)
    if size > 1:
        x, w = source.q[q : q + size + 1].tolist(), source.v[v : v + size].tolist()
        if kind == kinds.mjJNT_FREE:
            return Free(position=x[:3], attitude=x[3:], velocity=w[:3], angular_velocity=w[3:], damping=damping)
        return Spherical(damping=damping, attitude=x, angular_velocity=w, **_place(p, R))
    axis, ref = m.jnt_axis[j].copy(), float(m.qpos0[q])
    start, rate = float(source.q[q]), float(source.v[v])
    rest = {"axis": tuple(axis.tolist()), "damping": damping, "armature": float(m.dof_armature[v])}
    if m.jnt_stiffness[j] and not source.disabled("SPRING", "PASSIVE"):
        rest |= {"spring": float(m.jnt_stiffness[j]), "rest": float(m.qpos_spring[q])}
    if m.jnt_limited[j] and not source.disabled("LIMIT", "CONSTRAINT"):
        softness = Softness(*m.jnt_solref[j].tolist(), float(m.jnt_solimp[j][1]))
        rest |= {"limits": tuple(m.jnt_range[j].tolist())}
        start = making.notes.start(name, start, rest["limits"])
        rest |= {"limit_law": stop_law(softness, 1.0 / max(float(m.dof_invweight0[v]), LIGHT))}
        making.notes.approximated(
            "stops of the joint", name, "a spring and damper as stiff as MuJoCo's constraint for its inverse weight"
        )
    if kind == kinds.mjJNT_HINGE:
        return Revolute(angle=start, rate=rate, **_place(p, R @ axis_angle(axis, -ref)), **rest)
    return Prismatic(displacement=start, speed=rate, **_place(p - ref * R @ axis, R), **rest)


def _note_joint(notes, source, j, v, size, name):
    """What a joint has besides."""
    m = source.m
    if size > 1:
        for what, value in (("spring", m.jnt_stiffness[j]), ("range", m.jnt_limited[j])):
            if value:
                notes.ignored(f"{what} of the joint", name, NO_ELEMENT)
        for what, values in (("armature", m.dof_armature), ("dry friction", m.dof_frictionloss)):
            if np.any(values[v : v + size]):
                notes.ignored(f"{what} of the joint", name, NO_ELEMENT)
    if m.jnt_limited[j] and m.jnt_margin[j]:
        notes.ignored("margin of the joint", name, "a stop acts where the range ends")
    if m.jnt_actfrclimited[j]:
        notes.ignored("largest force of all actuators of the joint", name, "limits are those of each drive")
    for key, where in (("jnt_stiffnesspoly", j), ("dof_dampingpoly", v), ("jnt_springyield", j)):
        if np.any(getattr(m, key, np.zeros((m.nv + m.njnt, 1)))[where]):
            notes.ignored(f"{key.split('_')[1]} of the joint", name, "springs and dampers of joints are linear")
