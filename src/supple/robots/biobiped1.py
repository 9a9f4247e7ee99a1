"""BioBiped1: a torso and two three-segment legs with elastic cable drives, which jogs by the clock.

    x forward, z up; angles turn forward; hip: flexion > 0, knee: flexion < 0, ankle: dorsiflexion > 0, all 0 in a leg that
    is straight with the foot at a right angle. A joint is named by the body that it carries: right_thigh.angle is the hip.

Torso     free in x and z, its pitch held by a guide, whose moment is run.element("guide").force; or free
Contact   points at heel and toe; Hunt-Crossley n = 1, friction as a state machine; the force acts at the point of the foot
Stops     Hunt-Crossley n = 1 in the overshoot [rad]
Cables    hip: bidirectional (SeriesElastic); knee and ankle extensors: from a rotor; flexors and biarticular ones: passive.
          T = max(0, k e + b e'), b/k the same for all
Motors    one rotor per joint. The numbers say T_out = eta N kt i in both directions, i = clip((u - kt w)/R, +-i_max): the
          motion of a motor without losses in its gear, with R/eta and eta i_max, to the last term. Its current is eta times
          that of the numbers, and so are work and heat in the ledger, which the law itself would not close: a gear that
          weakens the motor when it brakes, too, gives energy.
Control   u = kp (ref - th) + kd (ref' - th') + kt N ref', held for 1 ms, within the voltage; no feedback but of the rotors.
          ref: Fourier series of the phase t/T + phase (right), half a stride later the left leg

Names     right_ and left_: thigh, shank, foot (bodies); hip, knee, ankle (motors; NAME_rotor, NAME_control); the cables.
Starts    positions and velocities of hip x and z, absolute angles of right thigh, shank, foot, left ones, rotors right hip,
          knee, ankle, left ones
Source    Lens, Radkhah & von Stryk, section III (what is built, limits of the joints); all numbers with their sources, most
          of them chosen: biobiped1.json
Limits    sagittal; the heel never carries anything; torso, shapes and cables that are drawn are not touched.
"""

import json
from copy import deepcopy
from functools import cache
from importlib.resources import files
from math import pi, radians
from typing import Any

from .._check import one_of
from ..elements import Cable, Motion, Motor, SeriesElastic, Tracking
from ..elements.levers import Lever
from ..joints import Planar, Revolute
from ..laws import CollisionFriction, HuntCrossley
from ..motions import Fourier
from ..scene.scene import Scene
from ..shapes import Box, Capsule, Point

SIDES, JOINTS, SEGMENTS = ("right", "left"), ("hip", "knee", "ankle"), ("thigh", "shank", "foot")
SETS, STARTS, PITCHES = ("A", "B"), ("cycle", "cold"), ("guided", "free")
CONTACTS = {"heel": "{side}_foot/ground", "toe": "{side}_foot/ground#2"}  # names in results
APART = {"right": -0.07, "left": 0.07}  # [m] y of the legs, for the eye: forces are in the plane
FORWARD = (0.0, -1.0, 0.0)  # about which angles turn forward
SLIM = 1e-3  # [-] moments of inertia about the axes that do not turn


@cache
def _table():
    return json.loads(files(__package__).joinpath("biobiped1.json").read_text(encoding="utf-8"))


def biobiped1_numbers(which: str = "A") -> dict[str, Any]:
    """All numbers of a set, "A" or "B", as a dictionary of one's own: changed, it goes back to `biobiped1(numbers=...)`."""
    table = _table()
    return deepcopy(table["plant"] | table["sets"][one_of("which", which, SETS)])


def biobiped1(
    which: str = "A", *, start: str = "cycle", pitch: str = "guided", numbers: dict[str, Any] | None = None
) -> Scene:
    """The robot above the ground, as a scene.

    which: "A" (best force curve) or "B" (speed of a human).
    start: "cycle" (on the limit cycle, in flight) or "cold" (joints and rotors on their references).
    pitch: of the torso: "guided" or "free".
    numbers: instead of those of the set; see `biobiped1_numbers`.
    """
    given = biobiped1_numbers(which) if numbers is None else numbers
    first = given[one_of("start", start, STARTS)]
    scene = Scene(gravity=(0.0, 0.0, -given["gravity"]["value"]), name=f"BioBiped1, set {which}")
    scene.ground(material="floor")
    _torso(scene, given, first, guided=one_of("pitch", pitch, PITCHES) == "guided")
    for side in SIDES:
        _leg(scene, given, first, side)
        for joint in JOINTS:
            _drive(scene, given, first, side, joint)
        _cables(scene, given, side)
    sole = given["contact"]
    scene.contact(
        "sole",
        "floor",
        normal=HuntCrossley(k=sole["k"], lam=sole["lam"], n=1.0),
        friction=CollisionFriction(
            mu_k=sole["mu_k"], mu_s=sole["mu_s"], k=sole["k_stick"], d=sole["d_stick"], v_stick=sole["v_stick"]
        ),
        centre=0.0,
    )
    return scene


def biobiped1_reference(side: str, joint: str, *, of: str = "joint", numbers: dict[str, Any] | None = None) -> Fourier:
    """What a joint, or its motor, is to follow [rad] over time.

    side: "right" or "left".
    joint: "hip", "knee" or "ankle".
    of: "joint" or "motor".
    numbers: those of a set; default: set A.
    """
    given = biobiped1_numbers() if numbers is None else numbers
    series = given[f"{one_of('of', of, ('joint', 'motor'))}_reference"][one_of("joint", joint, JOINTS)]
    phase = given["phase"] + 0.5 * SIDES.index(one_of("side", side, SIDES))
    return Fourier(
        period=given["stride"],
        mean=radians(series["mean"]),
        cosines=tuple(map(radians, series["cosines"])),
        sines=tuple(map(radians, series["sines"])),
        phase=2.0 * pi * phase,
    )


def _rate(motion, factor):
    """A factor times the derivative of a Fourier series, which is one too."""
    harmonics = range(1, len(motion.cosines) + 1)
    omega = [factor * 2.0 * pi * k / motion.period for k in harmonics]
    return Fourier(
        period=motion.period,
        cosines=tuple(w * b for w, b in zip(omega, motion.sines, strict=True)),
        sines=tuple(-w * a for w, a in zip(omega, motion.cosines, strict=True)),
        phase=motion.phase,
    )


# --- bodies -------------------------------------------------------------------------------------------------------------
def _torso(scene, given, first, guided):
    """Its frame is on the hip axis."""
    angle = radians(given["pitch"])
    inertia = given["torso"]["inertia"]
    scene.body(
        "torso",
        mass=given["torso"]["mass"],
        inertia=(inertia, inertia, inertia),
        joint=Planar(
            x=(1, 0, 0),
            y=(0, 0, 1),
            position=tuple(first["position"][:2]),
            velocity=tuple(first["velocity"][:2]),
            angle=angle,
        ),
        surfaces=[Box((0.12, 0.18, 0.26), at=(0, 0, 0.15)), Capsule((0, -0.07, 0), (0, 0.07, 0), 0.03, name="hips")],
    )
    if guided:
        scene.add(Motion(body="torso", coordinate=2, offset=angle, name="guide"))


def _leg(scene, given, first, side):
    """Thigh, shank and foot, each hinged to the one before."""
    place = 2 + 3 * SIDES.index(side)
    before = radians(given["pitch"]), 0.0
    stop = HuntCrossley(k=given["stop"]["stiffness"], lam=given["stop"]["damping"], n=1.0)
    parent, at = "torso", (0.0, APART[side], 0.0)
    for i, (segment, joint) in enumerate(zip(SEGMENTS, JOINTS, strict=True)):
        its = given[segment]
        angle, rate = first["position"][place + i], first["velocity"][place + i]
        scene.body(
            f"{side}_{segment}",
            mass=its["mass"],
            com=(its["com"][0], 0.0, its["com"][1]) if segment == "foot" else (0.0, 0.0, -its["com"]),
            inertia=(its["inertia"], its["inertia"], SLIM * its["inertia"]),
            parent=parent,
            joint=Revolute(
                axis=FORWARD,
                at=at,
                angle=angle - before[0],
                rate=rate - before[1],
                damping=given["viscosity"][joint],
                limits=tuple(map(radians, given["limits"][joint])),
                limit_law=stop,
            ),
            surfaces=_foot(its) if segment == "foot" else [_bone(its["length"])],
        )
        parent, at, before = f"{side}_{segment}", (0.0, 0.0, -its.get("length", 0.0)), (angle, rate)


def _bone(length):
    return Capsule((0.0, 0.0, 0.0), (0.0, 0.0, -length), 0.022, name="bone")


def _foot(its):
    """Two points that touch, and what is drawn: from the ankle to heel and toe, and the sole."""
    heel, toe = (its["heel"], 0.0, its["sole"]), (its["toe"], 0.0, its["sole"])
    ankle, thin = (0.0, 0.0, 0.0), 0.012
    ends = (its["heel"], 0.0, its["sole"] + thin), (its["toe"], 0.0, its["sole"] + thin)
    drawn = (("back", ankle, ends[0]), ("front", ankle, ends[1]), ("sole", *ends))
    return [
        Point(heel, "sole", "heel"),
        Point(toe, "sole", "toe"),
        *(Capsule(a, b, thin, name=name) for name, a, b in drawn),
    ]


# --- drives -------------------------------------------------------------------------------------------------------------
def _drive(scene, given, first, side, joint):
    """Motor with its rotor, and the controller that commands it."""
    motor, ratio, name = given["motor"], given["gear"][joint], f"{side}_{joint}"
    place = 8 + 3 * SIDES.index(side) + JOINTS.index(joint)
    reference = biobiped1_reference(side, joint, of="motor", numbers=given)
    scene.add(
        Motor(
            resistance=motor["resistance"] / motor["efficiency"],
            torque_constant=motor["torque_constant"],
            inertia=motor["inertia"],
            damping=motor["output_damping"] / ratio**2,
            ratio=ratio,
            rotor=f"{name}_rotor",
            angle=first["position"][place],
            rate=first["velocity"][place],
            current_limit=motor["efficiency"] * motor["current_limit"],
            command=f"{name}_control",
            name=name,
        )
    )
    scene.add(
        Tracking(
            body=f"{name}_rotor",
            reference=reference,
            feed_forward=_rate(reference, motor["torque_constant"] * ratio),
            proportional=given["proportional"][joint],
            derivative=given["derivative"][joint],
            period=given["control"]["period"],
            limits=(-motor["voltage_limit"], motor["voltage_limit"]),
            name=f"{name}_control",
        )
    )


def _cables(scene, given, side):
    """Strands over joints and rotors; those of the hip are two, which pull against each other."""
    bodies = {joint: f"{side}_{segment}" for joint, segment in zip(JOINTS, SEGMENTS, strict=True)}
    bodies |= {f"rotor_{joint}": f"{side}_{joint}_rotor" for joint in JOINTS}
    for name, its in given["cables"].items():
        k, arms = its["stiffness"], its["arms"]
        common = {
            "stiffness": k,
            "elongation": its["elongation"],
            "damping": given["cable_damping"]["value"] * k,
            "name": f"{side}_{name}",
        }
        if name == "hip_drive":
            scene.add(
                SeriesElastic(
                    rotor=bodies["rotor_hip"],
                    joint=bodies["hip"],
                    arm=-arms["hip"],
                    arm_rotor=arms["rotor_hip"],
                    **common,
                )
            )
        else:
            scene.add(Cable(levers=tuple(Lever(body=bodies[at], arm=r) for at, r in arms.items()), **common))
