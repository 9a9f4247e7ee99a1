"""BioRob-X4: a light arm with four revolute joints (z, y, y, y), each driven through antagonistic cables with springs.

    straight up along z at zero; tip at the end of the hand; joint i carries link i: turret, upper_arm, forearm, hand

Elastic   per joint a geared DC motor with a rotor of its own, two strands with pre-tension, a damper in parallel
Rigid     the same motors on the joints: armature N^2 J
Led       ideal motors: the rotors follow their plan exactly
Bare      links only
Control   feed-forward of the robot as it is built (`feed_forward.py`) and PD at the motor, sampled:
          i = clip((u + Kp (th_d - th) + Kd (th_d' - th'))/(N k)),   Kp = 3600/s^2 B, Kd = 120/s B, B = N^2 J
Ground    z = 0, met by the tip: Hunt-Crossley n = 1 and friction as a state machine, force at the tip (centre 0)

Names     LINK (body), LINK.rotor (body), LINK.motor, LINK.cables, LINK.control, LINK.encoder; contact "hand/ground"
Source    Lens, Radkhah & von Stryk: four joints with such drives, 3.73 kg in all, Table I of the ground. Their table of the
          arm is not in print as text, so its numbers are from two public models (`BIOROB_X4`):
          A  lengths and masses headed "Nominal BioRob values" in a MATLAB file of G. Maeda (2015), edited by O. Koc (2015),
             which give the 3.73 kg; they have no base height, and their centres of mass, inertias, ratios and friction are
             random by their author's word: fractions, stiffness, damping and base height 0.28 m are those of B
          B  identified by J. Wojtusch (2015): SIM-TU-Darmstadt/mbslib, examples/exp_21_biorob_parameter_identification
             (BSD-3), 4.84 kg
Chosen    motor (a typical 24 V, 60 W one with brushes), ratios, pulleys, pre-tension, gains, 1 kHz: nothing is published.
Limits    no stops (none are published), no cables guided over the joint before (their coupling is not published).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .._check import is_number, items, one_of
from ..elements import Encoder, Motion, Motor, SeriesElastic, Tracking
from ..joints import Revolute
from ..laws import CollisionFriction, HuntCrossley
from ..model import build
from ..motions import Polynomial
from ..motions.generator import GENERATOR
from ..scene.scene import Scene
from ..shapes import Capsule, Point
from .feed_forward import FeedForward, feed_forward

LINKS = ("turret", "upper_arm", "forearm", "hand")
JOINTS = ("elastic", "rigid", "led", "bare")
AXES = ((0, 0, 1), (0, 1, 0), (0, 1, 0), (0, 1, 0))
GRAVITY = 9.81  # [m/s^2] of set B

# chosen: a typical 24 V, 60 W motor with brushes; its gears, what they drive, and how it is controlled
MOTOR = {"resistance": 0.611, "torque_constant": 0.0259, "inertia": 3.35e-6, "damping": 1e-6}
RATIOS = (100.0, 100.0, 100.0, 50.0)
PULLEY = 0.03  # [m] lever arm at rotor and joint
SLACK_ANGLES = (0.25, 0.25, 0.25, 0.25)  # [rad] deflection at which one strand becomes slack
CURRENT_LIMIT = 15.0  # [A]
PERIOD = 1e-3  # [s]
STIFF, DAMPED = 3600.0, 120.0  # [1/s^2], [1/s] gains per inertia: 60 rad/s, critically damped
THICK = (0.035, 0.028, 0.022, 0.01)  # [m] radii of the links, for the eye

# Table I of Lens, Radkhah & von Stryk: metal on rubber
GROUND = HuntCrossley(k=1e4, lam=7.5e3, n=1.0)
GROUND_FRICTION = CollisionFriction(mu_k=0.06, mu_s=0.1, k=1e4, d=40.0, v_stick=1e-3)


@dataclass(frozen=True, kw_only=True)
class Arm:
    """Numbers of the links and the joints, one per joint."""

    length: tuple[float, ...]  # [m] from joint to joint; the last to the tip
    mass: tuple[float, ...]  # [kg]
    com: tuple[tuple[float, ...], ...]  # [m] from the joint that carries the link
    inertia: tuple[tuple[float, ...], ...]  # [kg m^2] about the centre of mass: xx, yy, zz
    stiffness: tuple[float, ...]  # [Nm/rad]
    damping: tuple[float, ...]  # [Nms/rad]

    def scaled(self, length, mass) -> "Arm":
        """Links of other lengths and masses with the same fractions: com x l'/l, inertia x (m'/m)(l'/l)^2."""
        stretch = [new / old for new, old in zip(length, self.length, strict=True)]
        heavier = [new / old for new, old in zip(mass, self.mass, strict=True)]
        com = tuple(tuple(s * x for x in row) for s, row in zip(stretch, self.com, strict=True))
        inertia = tuple(
            tuple(m * s**2 * x for x in row) for m, s, row in zip(heavier, stretch, self.inertia, strict=True)
        )
        return Arm(length=tuple(length), mass=tuple(mass), com=com, inertia=inertia, stiffness=self.stiffness,
                   damping=self.damping)  # fmt: skip


_B = Arm(
    length=(0.28, 0.31, 0.31, 0.17),
    mass=(2.58, 1.42, 0.66, 0.18),
    com=(  # printed from the far end of the link: -0.13383, -0.30176, -0.19994, -0.05251 m in z
        (-0.00338, -0.00202, 0.14617),
        (-0.00856, 0.00342, 0.00824),
        (-2e-05, 0.016837, 0.11006),
        (6e-05, -0.0006, 0.11749),
    ),
    inertia=(
        (0.0286188, 0.0206195, 0.0141969),
        (0.0202067, 0.0193718, 0.0018456),
        (0.0084127, 0.0081242, 0.0005188),
        (0.0001404, 0.0001346, 5.67e-05),
    ),
    stiffness=(45.0, 40.0, 25.0, 15.0),
    damping=(0.22, 0.18, 0.12, 0.14),
)
BIOROB_X4 = {"A": _B.scaled(length=(0.28, 0.307, 0.31, 0.09), mass=(1.5, 1.35, 0.53, 0.35)), "B": _B}


def biorob_x4(
    motions: Sequence = (0.0, 0.0, 0.0, 0.0),
    *,
    end: float = 1.0,
    joints: str = "elastic",
    data: Arm | str = "A",
    ground: Any = GROUND,
    ground_friction: Any = GROUND_FRICTION,
    slack_angles: Sequence[float] = SLACK_ANGLES,
    stiffness: float = 1.0,
    friction: float = 0.0,
    efficiency: float = 1.0,
    encoder: float = 0.0,
    delay: float = 0.0,
) -> Scene:
    """The robot as a scene, at rest where its motions begin, with controllers that follow them.

    motions           one per joint: a generator, or an angle [rad] that is held
    end               time [s] up to which the motions are planned; what they have then is held
    joints            "elastic", "rigid", "led" (rotors follow the plan exactly) or "bare" (no motors)
    data              "A" (default), "B", or numbers of one's own
    ground            normal law of the ground at z = 0, None: no ground
    ground_friction   friction law of the ground
    slack_angles      deflections [rad] at which one of the two strands becomes slack: pre-tension
    stiffness         factor S: stiffness times S, damping times sqrt(S)
    friction          Coulomb friction of the shafts [Nm]
    efficiency        of the gears; less than 1 needs elastic joints
    encoder           resolution [rad] at the shaft, whose differences are the speed; 0: exact sensors
    delay             of the controllers [s]
    """
    arm = BIOROB_X4[one_of("data", data, tuple(BIOROB_X4))] if isinstance(data, str) else data
    moved = dict(zip(LINKS, _four(motions), strict=True))
    scene = _links(arm, moved, ground, ground_friction)
    if one_of("joints", joints, JOINTS) == "bare":
        return scene
    plan = biorob_x4_plan(motions, end=end, joints=joints, data=arm, slack_angles=slack_angles, stiffness=stiffness)
    if joints == "led":
        _led(scene, plan)
        _cables(scene, arm, slack_angles, stiffness)
        return scene
    start = dict(zip(LINKS, plan.theta[0].tolist(), strict=True))
    _motors(scene, joints, start, commands=True, friction=friction, efficiency=efficiency)
    if joints == "elastic":
        _cables(scene, arm, slack_angles, stiffness)
    _controllers(scene, joints, plan, encoder, delay)
    return scene


def biorob_x4_plan(
    motions: Sequence,
    *,
    end: float,
    joints: str = "elastic",
    data: Arm | str = "A",
    slack_angles: Sequence[float] = SLACK_ANGLES,
    stiffness: float = 1.0,
    period: float = PERIOD,
) -> FeedForward:
    """The feed-forward of the robot along its motions; arguments as those of `biorob_x4`."""
    arm = BIOROB_X4[one_of("data", data, tuple(BIOROB_X4))] if isinstance(data, str) else data
    moved = dict(zip(LINKS, _four(motions), strict=True))
    scene = _links(arm, moved, None, None)
    kind = "rigid" if one_of("joints", joints, JOINTS[:3]) == "rigid" else "elastic"
    _motors(scene, kind, dict.fromkeys(LINKS, 0.0))
    if kind == "elastic":
        _cables(scene, arm, slack_angles, stiffness)
    return feed_forward(build(scene), moved, period=period, end=end)


# --- parts --------------------------------------------------------------------------------------------------------------
def _four(motions):
    """Generators: an angle is held."""
    rows = items("motions", motions, "four generators or angles, one per joint")
    if len(rows) != len(LINKS):
        raise ValueError(f"motions must be {len(LINKS)}, one per joint, got {len(rows)}")
    return [
        Polynomial(times=(0.0, 1.0), values=(row, row), degree=9)
        if is_number(row)
        else GENERATOR.check(f"motions[{i}]", row, "rad")
        for i, row in enumerate(rows)
    ]


def _links(arm, motions, ground, ground_friction):
    """The four links where their motions begin, and the ground."""
    scene = Scene(gravity=(0.0, 0.0, -GRAVITY), name="BioRob-X4")
    if ground is not None:
        scene.ground(material="floor")
        scene.contact("tip", "floor", normal=ground, friction=ground_friction, centre=0.0)
        scene.no_contact("shell", "floor")
    scene.no_contact("shell", "shell")
    scene.no_contact("shell", "tip")
    below, parent = 0.0, "world"
    for i, (link, motion) in enumerate(motions.items()):
        last = link == LINKS[-1]
        far = arm.length[i] - (THICK[i] if last else 0.0)
        shell = Capsule((0.0, 0.0, 0.0), (0.0, 0.0, far), THICK[i], material="shell", name="shell")
        tip = [Point((0.0, 0.0, arm.length[i]), material="tip", name="tip")] if last else []
        scene.body(
            link, mass=arm.mass[i], com=arm.com[i], inertia=arm.inertia[i], parent=parent, surfaces=[shell, *tip],
            joint=Revolute(axis=AXES[i], at=(0.0, 0.0, below), angle=motion.value(0.0), rate=motion.value(0.0, 1)),
        )  # fmt: skip
        below, parent = arm.length[i], link
    return scene


def _motors(scene, kind, start, *, commands=False, friction=0.0, efficiency=1.0):
    """A motor per joint, on it or with a rotor of its own."""
    for link, ratio in zip(LINKS, RATIOS, strict=True):
        where = {"rotor": f"{link}.rotor", "angle": start[link]} if kind == "elastic" else {"body": link}
        scene.add(
            Motor(
                **MOTOR, **where, ratio=ratio, friction=friction, efficiency=efficiency, source="current",
                command=f"{link}.control" if commands else 0.0, name=f"{link}.motor",
            )
        )  # fmt: skip


def _led(scene, plan):
    """Rotors that follow the plan exactly."""
    for link, ratio in zip(LINKS, RATIOS, strict=True):
        inertia = (ratio**2 * MOTOR["inertia"],) * 3
        scene.body(f"{link}.rotor", mass=1.0, inertia=inertia, joint=Revolute(axis=(0, 0, 1)))
        scene.add(Motion(body=f"{link}.rotor", motion=plan.motion(link), name=f"{link}.motor"))


def _controllers(scene, kind, plan, encoder, delay):
    """Feed-forward and PD at each motor."""
    for link, ratio in zip(LINKS, RATIOS, strict=True):
        B, per_current = ratio**2 * MOTOR["inertia"], ratio * MOTOR["torque_constant"]
        shaft = f"{link}.rotor" if kind == "elastic" else link
        seen = {"body": shaft}
        if encoder:
            scene.add(Encoder(body=shaft, resolution=encoder / ratio, name=f"{link}.encoder"))
            seen = {"sensor": f"{link}.encoder"}
        signals = plan.signals(link)
        scene.add(
            Tracking(
                **seen, reference=signals.reference, velocity=signals.velocity, feed_forward=signals.current,
                proportional=STIFF * B / per_current, derivative=DAMPED * B / per_current, period=PERIOD, delay=delay,
                limits=(-CURRENT_LIMIT, CURRENT_LIMIT), name=f"{link}.control",
            )
        )  # fmt: skip


def _cables(scene, arm, slack_angles, stiffness):
    """Two strands and a damper between each rotor and its joint."""
    for link, K, D, slack in zip(LINKS, arm.stiffness, arm.damping, slack_angles, strict=True):
        scene.add(
            SeriesElastic.from_joint_stiffness(
                rotor=f"{link}.rotor", joint=link, joint_stiffness=K * stiffness, arm=PULLEY, slack_angle=slack,
                parallel_damping=D * float(np.sqrt(stiffness)), name=f"{link}.cables",
            )
        )  # fmt: skip
