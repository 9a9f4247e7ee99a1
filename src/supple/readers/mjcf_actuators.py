"""Actuators of MuJoCo and dry friction of its joints -> controllers and drives.

position, velocity   f = gain u + c0 + c1 q + c2 q' on a joint: a PD controller with the clock of the file's time step
                     and an ideal actuator; what it is told (u) is that of the keyframe, or 0
motor                none: without input it does nothing. `scene.joint_force` or a `Torque` with a controller drives
dry friction         located stick and slip; of a driven joint it is that of its drive
"""

from dataclasses import dataclass

from ..elements.motor import Motor
from ..elements.torque import Torque
from ..elements.tracking import Tracking
from ..scene.settings import join_name
from .imported import ROTOR


@dataclass
class _Servo:
    """The sum of the servos of one joint."""

    names: list
    kp: float = 0.0  # [Nm/rad]
    kd: float = 0.0  # [Nms/rad]
    constant: float = 0.0  # [Nm]
    told: float = 0.0  # [Nm]: gain u
    limit: float = 0.0  # [Nm], 0: none


def add_drives(making, source):
    """All actuators, and the friction of all joints."""
    m = source.m
    servos = {}
    for u in range(m.nactuator if hasattr(m, "nactuator") else m.nu):
        _read(making, source, u, source.name("actuator", u), servos)
    period = float(m.opt.timestep)
    rubs = not source.disabled("FRICTIONLOSS", "CONSTRAINT")
    for j, body in source.joints.items():
        joint, servo = source.name("joint", j), servos.get(j)
        friction = float(m.dof_frictionloss[m.jnt_dofadr[j]]) if rubs and _single(source, j) else 0.0
        if servo is None:
            if friction > 0.0:
                making.friction(joint, body, friction)
            continue
        name = making.unused_element(servo.names[0])
        key, gain = ("reference", servo.kp) if servo.kp > 0.0 else ("velocity", servo.kd)
        making.parameters[join_name((name, key))] = (f"elements.{len(making.scene.elements)}.{key}",)
        making.scene.add(Tracking(
            name=name, body=body, proportional=servo.kp, derivative=servo.kd, feed_forward=servo.constant, period=period,
            **{key: servo.told / gain},
        ))  # fmt: skip
        drive = {"name": making.unused_element(f"{name} drive"), "body": body, "command": name}
        if friction > 0.0:
            making.scene.add(Motor(
                **drive, friction=friction, source="current", resistance=1.0, torque_constant=1.0, inertia=ROTOR,
                current_limit=servo.limit or None,
            ))  # fmt: skip
        else:
            making.scene.add(Torque(**drive, limit=servo.limit or None))
        making.notes.assumed(
            "actuator", ", ".join(servo.names),
            f"what it is told is constant, and it samples every {period:g} s, the time step of the file",
        )  # fmt: skip


def _single(source, j):
    return int(source.m.jnt_type[j]) in (source.mujoco.mjtJoint.mjJNT_HINGE, source.mujoco.mjtJoint.mjJNT_SLIDE)


def _read(making, source, u, name, servos):
    """Add an actuator to the servo of its joint, or note why not."""
    m, mujoco, notes = source.m, source.mujoco, making.notes
    j = int(m.actuator_trnid[u][0])
    on_joint = int(m.actuator_trntype[u]) in (mujoco.mjtTrn.mjTRN_JOINT, mujoco.mjtTrn.mjTRN_JOINTINPARENT)
    if not on_joint or j not in source.joints or not _single(source, j):
        notes.ignored("actuator", name, "it does not act on one joint with one coordinate")
        return
    plain = int(m.actuator_dyntype[u]) == mujoco.mjtDyn.mjDYN_NONE
    plain &= int(m.actuator_gaintype[u]) == mujoco.mjtGain.mjGAIN_FIXED
    affine = int(m.actuator_biastype[u]) == mujoco.mjtBias.mjBIAS_AFFINE
    gear, bias = float(m.actuator_gear[u][0]), m.actuator_biasprm[u][:3].tolist()
    limited = bool(m.actuator_forcelimited[u])
    low, high = (gear * one for one in m.actuator_forcerange[u].tolist())
    if not affine and int(m.actuator_biastype[u]) == mujoco.mjtBias.mjBIAS_NONE:
        notes.ignored(
            "actuator", name, "the file does not say what it is told: joint_force or a Torque drives its joint"
        )
        return
    if not (plain and affine) or max(bias[1:]) > 0.0 or not any(bias[1:]) or (limited and low != -high):
        notes.ignored("actuator", name, "it is no position or velocity servo with fixed gains and equal limits")
        return
    servo = servos.setdefault(j, _Servo([]))
    if servo.names and limited:
        notes.ignored("force limit of the actuator", name, "its joint has more than one")
        limited = False
    servo.names.append(name)
    servo.kp -= gear**2 * bias[1]
    servo.kd -= gear**2 * bias[2]
    servo.constant += gear * bias[0]
    servo.told += gear * float(m.actuator_gainprm[u][0]) * float(source.told[u])
    servo.limit = abs(high) if limited else servo.limit
    for key in ("actuator_damping", "actuator_armature", "actuator_delay"):
        if getattr(m, key, None) is not None and getattr(m, key)[u]:
            notes.ignored(f"{key.split('_')[1]} of the actuator", name, "drives are ideal")
