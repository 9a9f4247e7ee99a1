"""Scenes whose small motions are known, and random ones."""

import numpy as np

import supple as sp

G = 9.81


def pendulum(angle=0.4, damping=0.0):
    """2 kg, centre of mass 0.5 m below the pivot, 0.6 kg m^2 about it."""
    scene = sp.Scene(gravity=(0, 0, -G), name="pendulum")
    joint = sp.Revolute(axis=(0, 1, 0), angle=angle, damping=damping)
    scene.body("arm", mass=2.0, inertia=(0.1, 0.1, 0.02), com=(0, 0, -0.5), joint=joint)
    return scene


def double_pendulum():
    """Two point masses of 1 kg and 2 kg on massless rods of 0.5 m and 0.3 m."""
    scene = sp.Scene(gravity=(0, 0, -G), name="double pendulum")
    scene.body("a", mass=1.0, com=(0, 0, -0.5), inertia=(0, 0, 0), joint=sp.Revolute(axis=(0, 1, 0), angle=0.1))
    scene.body("b", mass=2.0, com=(0, 0, -0.3), inertia=(0, 0, 0), parent="a",
               joint=sp.Revolute(axis=(0, 1, 0), at=(0, 0, -0.5), angle=-0.2))  # fmt: skip
    return scene


def elastic_arm(k=(150.0, 80.0), rotor=(0.2, 0.1), gravity=0.0, damping=0.0):
    """Two links in a horizontal plane, each behind a spring whose other end is a rotor that turns freely.

    A rotor and its link turn about the same axis: rotor i sits on link i - 1 and has the inertia J_i, the link is carried
    by the rotor through a joint spring.
    """
    scene = sp.Scene(gravity=(0, gravity, 0), name="elastic arm")
    link = {"mass": 3.0, "com": (0.2, 0, 0), "inertia": (0.01, 0.04, 0.04)}
    for i in (0, 1):
        parent = "world" if i == 0 else "link0"
        at = (0, 0, 0) if i == 0 else (0.4, 0, 0)
        disc = (0.5 * rotor[i], 0.5 * rotor[i], rotor[i])
        scene.body(f"rotor{i}", mass=0.5, inertia=disc, parent=parent, joint=sp.Revolute(axis=(0, 0, 1), at=at))
        joint = sp.Revolute(axis=(0, 0, 1), spring=k[i], damping=damping)
        scene.body(f"link{i}", **link, parent=f"rotor{i}", joint=joint)
    return scene


def ball_on_ground(k=1e7, mass=0.066, height=0.3, friction=None, gravity=(0, 0, -G)):
    """A ball above the ground; Hertz without damping."""
    scene = sp.Scene(gravity=gravity, name="ball")
    scene.ground(material="floor")
    joint = sp.Free(position=(0.3, -0.2, height))
    scene.body("ball", mass=mass, joint=joint, surfaces=[sp.Sphere(0.0127, material="steel")])
    scene.contact("steel", "floor", normal=sp.Hertz(k=k), friction=friction)
    return scene


def quadruped():
    """A trunk on four legs with springs in hips and knees, a little above the ground."""
    scene = sp.Scene(gravity=(0, 0, -G), name="quadruped")
    scene.ground(material="floor")
    scene.body("trunk", mass=8.0, inertia=(0.1, 0.2, 0.25), com=(0.02, 0, 0), joint=sp.Free(position=(0, 0, 0.39)))
    for name, x, y in (("lf", 0.2, 0.1), ("rf", 0.2, -0.1), ("lh", -0.2, 0.1), ("rh", -0.2, -0.1)):
        hip = sp.Revolute(axis=(0, 1, 0), at=(x, y, 0), angle=0.5, spring=120.0, rest=0.5, damping=2.0)
        knee = sp.Revolute(axis=(0, 1, 0), at=(0, 0, -0.2), angle=-1.0, spring=120.0, rest=-1.0, damping=2.0)
        scene.body(
            f"{name} thigh", mass=0.6, com=(0, 0, -0.1), inertia=(0.003, 0.003, 0.001), parent="trunk", joint=hip
        )
        scene.body(f"{name} shank", mass=0.3, com=(0, 0, -0.1), inertia=(0.002, 0.002, 0.0005), parent=f"{name} thigh",
                   joint=knee, surfaces=[sp.Sphere(0.02, at=(0, 0, -0.2), material="rubber")])  # fmt: skip
    scene.no_contact("rubber", "rubber")
    friction = sp.StickSlip(mu=0.8, kt=3e4, bt=60.0)
    scene.contact("rubber", "floor", normal=sp.HuntCrossley(k=1e6, lam=1e6), friction=friction)
    return scene


def random_mechanism(seed):
    """A tree of four bodies, one of them free, with springs and dampers, in motion."""
    generator = np.random.default_rng(seed)
    scene = sp.Scene(gravity=tuple(generator.normal(size=3) * 4.0), name=f"mechanism {seed}")
    names = []
    for i in range(4):
        axis, at = tuple(generator.normal(size=3)), tuple(0.3 * generator.normal(size=3))
        joints = (
            sp.Free(position=at, attitude=tuple(generator.normal(size=4)), velocity=tuple(generator.normal(size=3)),
                    angular_velocity=tuple(generator.normal(size=3))),
            sp.Revolute(axis=axis, at=at, angle=generator.normal(), rate=generator.normal(), spring=5.0, damping=0.3),
            sp.Spherical(at=at, attitude=tuple(generator.normal(size=4)), angular_velocity=tuple(generator.normal(size=3)),
                         damping=0.2),
            sp.Prismatic(axis=axis, at=at, displacement=0.1, speed=generator.normal(), spring=20.0),
        )  # fmt: skip
        first = i == 0
        joint = joints[0] if first and seed % 2 == 0 else joints[generator.integers(1, 4)]
        parent = "world" if first else names[generator.integers(len(names))]
        turn = np.linalg.qr(generator.normal(size=(3, 3)))[0]
        inertia = turn @ np.diag(generator.uniform(0.06, 0.1, size=3)) @ turn.T
        scene.body(f"b{i}", mass=generator.uniform(0.5, 2.0), inertia=inertia.tolist(), parent=parent,
                   com=tuple(0.2 * generator.normal(size=3)), joint=joint)  # fmt: skip
        names.append(f"b{i}")
    scene.add(sp.Spring(a="b3", b="world", at_b=(1, 1, 1), stiffness=30.0, damping=0.5, length=0.3))
    return scene
