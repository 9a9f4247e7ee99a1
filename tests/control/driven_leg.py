"""A leg with all kinds of drives: motors, a series elastic hip, a cable that goes slack, controllers, the ground."""

import numpy as np

import supple as sp

VALUES = 997  # of a table of random commands, each held for 0.1 ms at least
MOTOR = {"resistance": 0.611, "torque_constant": 0.0259, "inertia": 3.35e-6, "damping": 1e-6}
FRICTION = {"hip": 0.004, "knee": 0.04}  # [Nm] at the shaft


def rigid_parts(scene):
    """Thigh, shank and a foot above the ground."""
    scene.ground(material="floor")
    for name, parent, mass, at, angle in (
        ("thigh", "world", 1.0, (0, 0, 0.585), 0.5),
        ("shank", "thigh", 0.6, (0, 0, -0.3), -0.9),
    ):
        joint = sp.Revolute(axis=(0, 1, 0), at=at, angle=angle, damping=0.02)
        foot = [sp.Sphere(0.02, at=(0, 0, -0.3), material="foot")] if name == "shank" else []
        scene.body(name, parent=parent, mass=mass, com=(0, 0, -0.15), inertia=(0.01, 0.01, 0.001), joint=joint,
                   surfaces=foot)  # fmt: skip
    friction = sp.CollisionFriction(mu_k=0.5, mu_s=0.7, k=1e4, d=50.0, v_stick=1e-3)
    scene.contact("foot", "floor", normal=sp.HuntCrossley(k=2e4, lam=2e4, n=1.0), friction=friction)


def drives(scene, hip, knee):
    """Voltage on a hip behind two strands, current on a knee, a cable over both; each takes a command."""
    scene.add(sp.Motor(**MOTOR, friction=FRICTION["hip"], ratio=50.0, inductance=1.19e-4,
                       current_limit=6.0, voltage_limit=24.0, efficiency=0.8,
                       rotor="rotor", angle=0.5, command=hip, name="hip"))  # fmt: skip
    scene.add(
        sp.SeriesElastic.from_joint_stiffness(rotor="rotor", joint="thigh", joint_stiffness=40.0, arm=0.03,
                                              slack_angle=0.03, parallel_damping=0.05, name="belt")
    )  # fmt: skip
    scene.add(
        sp.Motor(
            **MOTOR,
            friction=FRICTION["knee"],
            ratio=30.0,
            source="current",
            voltage_limit=9.0,
            body="shank",
            command=knee,
            name="knee",
        )
    )
    levers = [sp.Lever(body="thigh", arm=0.03), sp.Lever(body="shank", arm=-0.025)]
    scene.add(sp.Cable(levers=levers, elongation=-0.035, stiffness=4000.0, damping=30.0, name="tendon"))


def random_commands(seed):
    """A function of time, and nothing else, with two outputs that jump; small ones are frequent, so that shafts stick."""
    table = np.random.default_rng(seed).uniform(-1.0, 1.0, (VALUES, 2)) ** 3 * (24.0, 12.0)

    def told(t, measured):
        return table[int(t * 1e4 + 0.5) % VALUES]

    return told


def shaken_leg(seed, compile="auto"):
    """Two controllers at rates of their own tell the motors something else whenever they are asked."""
    rng = np.random.default_rng([seed, 1])
    scene = sp.Scene(gravity=(0, 0, -9.81), name="shaken leg")
    rigid_parts(scene)
    drives(scene, ("first", 0), ("second", 1))
    for name in ("first", "second"):
        period, first, delay = rng.uniform((2e-3, 0.0, 0.0), (15e-3, 5e-3, 6e-3))
        scene.add(sp.PythonController(function=random_commands(seed), outputs=2, period=period, first=first, delay=delay,
                                      compile=compile, name=name))  # fmt: skip
    return scene


def led_leg(function=None):
    """An encoder and a PID with delay at the hip, tracking at the knee; or a function of two sensors instead of that."""
    scene = sp.Scene(gravity=(0, 0, -9.81), name="led leg")
    rigid_parts(scene)
    drives(scene, "hip control", "knee control")
    scene.add(sp.Encoder(body="rotor", resolution=2e-3, name="encoder"))
    reference = sp.motions.Sine(amplitude=0.4, omega=9.0)
    scene.add(sp.PID(sensor="encoder", reference=reference, proportional=60.0, integral=40.0, derivative=2.0, filter=4e-3,
                     anti_windup=20.0, period=2e-3, delay=3e-3, limits=(-24, 24), name="hip control"))  # fmt: skip
    if function is None:
        scene.add(sp.Tracking(body="shank", reference=sp.motions.Sine(amplitude=-0.5, omega=7.0), proportional=30.0,
                              derivative=1.0, period=1e-3, limits=(-12, 12), name="knee control"))  # fmt: skip
    else:
        scene.add(sp.PositionSensor(body="shank", name="angle"))
        scene.add(sp.SpeedSensor(body="shank", name="rate"))
        scene.add(sp.PythonController(function=function, sensors=("angle", "rate"), period=1e-3, limits=(-12, 12),
                                      name="knee control"))  # fmt: skip
    return scene
