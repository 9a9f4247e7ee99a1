"""Scenes that several tests of controllers share."""

import math

import supple as sp


def arm(inertia=0.2, gravity=(0, 0, 0), **joint):
    """A body on a hinge."""
    scene = sp.Scene(gravity=gravity)
    scene.body("arm", mass=1.0, inertia=(inertia,) * 3, joint=sp.Revolute(axis=(0, 0, 1), **joint))
    return scene


def pid_arm(*, encoder=False, delay=0.0, **more):
    """A PID controller at 1 kHz with saturation, filter and anti-windup on a hinge without anything else."""
    scene = arm()
    if encoder:
        scene.add(sp.Encoder(body="arm", resolution=2 * math.pi / 2000, name="encoder"))
    gains = {"proportional": 30.0, "integral": 60.0, "derivative": 3.0, "filter": 0.004, "anti_windup": 20.0}
    place = {"sensor": "encoder"} if encoder else {"body": "arm"}
    values = place | gains | {"reference": 0.5, "period": 1e-3, "delay": delay, "limits": (-4, 4), "name": "pid"} | more
    scene.add(sp.PID(**values))
    scene.add(sp.Torque(body="arm", command="pid", name="drive"))
    return scene


def two_masses(stiffness=40.0, damping=0.18):
    """A rotor and a link on one axis with a spring and a damper between them."""
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.body("rotor", mass=1.0, inertia=(0.0335,) * 3, joint=sp.Revolute(axis=(0, 0, 1)))
    scene.body("link", mass=1.0, inertia=(0.2,) * 3, joint=sp.Revolute(axis=(0, 0, 1)))
    scene.add(
        sp.Bushing(
            a="rotor", b="link", turning_stiffness=(0, 0, stiffness), turning_damping=(0, 0, damping), name="belt"
        )
    )
    return scene


def law(t, measured):
    """A PD law with a reference that moves."""
    return 20.0 * (0.1 * t - measured[0]) - 2.0 * measured[1]


def python_arm(function=law, **more):
    """A user's function on a hinge, with a spring so that steps are not trivial."""
    scene = arm(spring=5.0, angle=0.2)
    scene.add(sp.PositionSensor(body="arm", name="q"))
    scene.add(sp.SpeedSensor(body="arm", name="v"))
    scene.add(
        sp.PythonController(**({"function": function, "sensors": ("q", "v"), "period": 0.01, "name": "own"} | more))
    )
    scene.add(sp.Torque(body="arm", command="own"))
    return scene
