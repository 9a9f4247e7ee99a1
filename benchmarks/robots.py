"""Whole simulations of two robots: an arm whose tip strikes the ground, and a quadruped dropped on its four feet.

arm        six revolute joints with dampers, the first 0.8 m above the ground, stretched out below the horizontal; a ball
           at its tip (Hunt-Crossley, without friction) strikes the ground and bounces
quadruped  a free trunk and twelve revolute joints with springs and dampers; four balls as feet (Hunt-Crossley, stick-slip)
           fall 0.1 m, land, and carry it
"""

import math

from common import main, simulated

import supple

TOLERANCES = (1e-3, 1e-6)
REPEAT = 9
END = 1.0  # [s]
LINK, BEND, FOOT = (
    0.2,
    0.5,
    0.02,
)  # of the quadruped: length of a link [m], angle of the hips [rad], radius of a foot [m]
STANDING = 2.0 * LINK * math.cos(BEND) + FOOT  # [m] height of a trunk whose feet just touch
FALL = 0.1  # [m]


def arm():
    """Waist, shoulder, elbow and three axes of a wrist."""
    scene = supple.Scene(gravity=(0.0, 0.0, -9.81), name="arm")
    scene.ground(material="floor")
    joints = (  # name, axis, angle at the start [rad], length of the link that follows [m], mass [kg]
        ("waist", (0, 0, 1), 0.0, 0.0, 2.0),
        ("shoulder", (0, 1, 0), math.radians(20.0), 0.4, 3.0),
        ("elbow", (0, 1, 0), 0.2, 0.35, 2.0),
        ("roll", (1, 0, 0), 0.3, 0.1, 0.5),
        ("pitch", (0, 1, 0), 0.2, 0.1, 0.5),
        ("tool", (1, 0, 0), 0.0, 0.05, 0.3),
    )
    parent, at = "world", (0.0, 0.0, 0.8)
    for name, axis, angle, length, mass in joints:
        ball = [supple.Sphere(0.03, (length, 0.0, 0.0), "rubber")] if name == "tool" else []
        parent = scene.body(
            name, parent=parent, mass=mass, com=(0.5 * length, 0.0, 0.0), inertia=(2e-3, 2e-2, 2e-2), surfaces=ball,
            joint=supple.Revolute(axis=axis, at=at, angle=angle, damping=0.5),
        )  # fmt: skip
        at = (length, 0.0, 0.0)
    scene.contact("rubber", "floor", normal=supple.HuntCrossley.from_dissipation(k=1e6, d=0.3))
    return scene


def quadruped(height=STANDING + FALL, spring=100.0, damping=2.0):
    """Trunk at a height [m] and four legs (two hips and a knee each) that end in spheres."""
    scene = supple.Scene(gravity=(0.0, 0.0, -9.81), name="quadruped")
    scene.ground(material="floor")
    trunk = supple.box_inertia(10.0, (0.5, 0.3, 0.1))
    scene.body("trunk", mass=10.0, inertia=trunk, joint=supple.Free(position=(0, 0, height)))
    rod, down, half = supple.rod_inertia(0.5, LINK), (0.0, 0.0, -LINK), (0.0, 0.0, -0.5 * LINK)

    def joint(axis, at=(0.0, 0.0, 0.0), angle=0.0):
        return supple.Revolute(axis=axis, at=at, angle=angle, rest=angle, spring=spring, damping=damping)

    for name, x, y in (("fl", 0.2, 0.15), ("fr", 0.2, -0.15), ("hl", -0.2, 0.15), ("hr", -0.2, -0.15)):
        hip = scene.body(
            f"{name}_hip", parent="trunk", mass=0.5, inertia=(1e-3, 1e-3, 1e-3), joint=joint((1, 0, 0), (x, y, 0.0))
        )
        thigh = scene.body(
            f"{name}_thigh", parent=hip, mass=0.5, com=half, inertia=rod, joint=joint((0, 1, 0), angle=BEND)
        )
        scene.body(
            f"{name}_shank", parent=thigh, mass=0.5, com=half, inertia=rod,
            joint=joint((0, 1, 0), down, -2.0 * BEND), surfaces=[supple.Sphere(FOOT, down, "rubber")],
        )  # fmt: skip
    scene.contact(
        "rubber", "floor", normal=supple.HuntCrossley.from_dissipation(k=3e7, d=0.5),
        friction=supple.StickSlip(mu=0.8, kt=1e5, bt=200.0),
    )  # fmt: skip
    if hasattr(scene, "no_contact"):  # version 0.1.0, to compare with, did not ask
        scene.no_contact("rubber", "rubber")
    return scene


def alone():
    """Rows of both at each tolerance."""
    rows = []
    for scene in (arm(), quadruped()):
        for rtol in TOLERANCES:
            done = simulated(scene, END, rtol=rtol, repeat=REPEAT)
            s = done.run.statistics
            figures = {"steps": s["steps"], "rhs": s["right-hand sides"], "events": s["events"]}
            rows += done.rows(f"{scene.name}, rtol {rtol:g}", "supple", {**figures, "status": done.run.status.name})
    return rows


def measure():
    """The same: no peer has these contacts under error control."""
    return alone()


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
