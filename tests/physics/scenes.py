"""Scenes that several tests share."""

import numpy as np

import supple as sp

METHODS = ("auto", "ode45", "ode23", "dop853", "ode23s", "rodas5p", "ode23t")
FRICTION = {
    "StickSlip": sp.StickSlip(mu=0.4, kt=1e5, bt=100.0),
    "BlimanSorine": sp.BlimanSorine(mu=0.4, sp=0.0045),
    "Dahl": sp.Dahl(mu=0.4, sigma0=300.0),
    "LuGre": sp.LuGre(mu_s=0.6, mu_k=0.4, v_stribeck=0.01, sigma0=1e3, sigma1=5.0, sigma2=0.1),
    "CollisionFriction": sp.CollisionFriction(mu_k=0.4, mu_s=0.6, k=1e4, d=50.0, v_stick=1e-3),
    "RegularisedCoulomb": sp.RegularisedCoulomb(mu=0.4, v_s=0.01),
    "SmoothStribeck": sp.SmoothStribeck(mu_s=0.6, mu_k=0.4, v_t=0.01, mu_v=0.1),
}
SOFT = sp.HuntCrossley(k=1e5, lam=3e4)
GRIP = sp.StickSlip(mu=0.4, kt=1e5, bt=100.0)


def turned(axis, angle):
    """Quaternion of a rotation about an axis."""
    axis = np.asarray(axis, dtype=float)
    return (np.cos(angle / 2), *(np.sin(angle / 2) * axis / np.linalg.norm(axis)))


def impact(law, *, mass=1.0, speed=1.0, end=0.1, **options):
    """A mass that hits the ground without gravity; returns its only impact."""
    scene = sp.Scene(gravity=(0, 0, 0), name="impact")
    scene.ground(material="floor")
    joint = sp.Prismatic(displacement=1e-3, speed=-speed)
    scene.body("mass", mass=mass, joint=joint, surfaces=[sp.Point(material="tip")])
    scene.contact("tip", "floor", normal=law)
    run = sp.simulate(scene, end, **options)
    assert run.success, run.message
    (only,) = run.impacts
    return only


def drop(height=1.0, law=None):
    """The 66 g steel ball on iron, g = 10 m/s^2."""
    scene = sp.Scene(gravity=(0, 0, -10), name="drop")
    scene.ground(material="iron")
    joint = sp.Prismatic(displacement=height)
    scene.body("ball", mass=0.066, joint=joint, surfaces=[sp.Point(material="steel")])
    scene.contact("steel", "iron", normal=law or sp.AzadFeatherstone(k=1e10, lam=1e5))
    return scene


def slide(friction=GRIP):
    """Two degrees of freedom: a point mass falls, bounces and slides to rest."""
    scene = sp.Scene(gravity=(0, 0, -9.81), name="slide")
    scene.ground(material="floor")
    scene.body("cart", joint=sp.Prismatic(axis=(1, 0, 0), speed=1.0))
    joint = sp.Prismatic(displacement=0.3)
    scene.body("mass", mass=2.0, parent="cart", joint=joint, surfaces=[sp.Point(material="tip")])
    scene.contact("tip", "floor", normal=sp.LinearSD1(k=5e4, b=180), friction=friction)
    return scene


def block_on_slope(friction, slope, damping):
    """A box that lies on an inclined half-space."""
    angle = np.arctan(slope)
    scene = sp.Scene(gravity=(0, 0, -9.81), name="slope")
    scene.ground(material="floor", normal=(-np.sin(angle), 0, np.cos(angle)))
    joint = sp.Free(position=(0, 0, 0.05 / np.cos(angle)), attitude=turned((0, -1, 0), angle), damping=damping)
    scene.body("block", mass=1.0, joint=joint, surfaces=[sp.Box((0.2, 0.2, 0.1), material="wood")])
    scene.contact("wood", "floor", normal=sp.HuntCrossley(k=2e5, lam=4e5, n=1.0), friction=friction)
    return scene


def ball_on_ground(k, friction, *, velocity=(0, 0, 0), damping=0.1):
    """A 1 kg sphere of radius 0.1 m whose weight the ground carries."""
    scene = sp.Scene(gravity=(0, 0, -9.81), name="ball")
    scene.ground(material="floor")
    joint = sp.Free(position=(0, 0, 0.1 - (9.81 / k) ** (2 / 3)), velocity=velocity)
    scene.body("ball", mass=1.0, joint=joint, surfaces=[sp.Sphere(0.1, material="rubber")])
    scene.contact("rubber", "floor", normal=sp.HuntCrossley(k=k, lam=damping * k), friction=friction)
    return scene


# --- a zoo for the ledger -----------------------------------------------------------------------------------------------
def free_pair(first, second, *, friction=GRIP, gravity=(0, 0, 0)):
    """Two free bodies that collide off centre; `first` and `second` are surfaces."""
    scene = sp.Scene(gravity=gravity, name="pair")
    joint = sp.Free(velocity=(1.0, 0.1, 0.0), angular_velocity=(1.0, 2.0, -3.0))
    scene.body("a", mass=0.7, joint=joint, surfaces=[first])
    joint = sp.Free(
        position=(0.3, 0.03, 0.02), velocity=(-1.0, 0, 0.1), attitude=turned((1, 2, 3), 0.4), angular_velocity=(0, 3, 1)
    )
    scene.body("b", mass=1.1, joint=joint, surfaces=[second])
    scene.pair("a", "b", normal=SOFT, friction=friction)
    return scene


def sphere_sphere():
    return free_pair(sp.Sphere(0.1), sp.Sphere(0.08))


def sphere_capsule():
    return free_pair(sp.Sphere(0.1), sp.Capsule((0, 0, -0.2), (0, 0, 0.2), 0.05))


def capsule_capsule():
    return free_pair(sp.Capsule((0, -0.2, 0), (0, 0.2, 0), 0.06), sp.Capsule((0, 0, -0.2), (0, 0, 0.2), 0.05))


def box_on_ground():
    scene = sp.Scene(name="box")
    scene.ground(material="floor")
    joint = sp.Free(
        position=(0, 0, 0.3), velocity=(1, 0.2, 0), attitude=turned((1, 2, 0), 0.5), angular_velocity=(3, 1, 2)
    )
    scene.body("box", mass=1.0, joint=joint, surfaces=[sp.Box((0.2, 0.3, 0.1), material="wood")])
    scene.contact("wood", "floor", normal=SOFT, friction=GRIP)
    return scene


def capsule_on_ground():
    scene = sp.Scene(name="capsule")
    scene.ground(material="floor")
    joint = sp.Free(
        position=(0, 0, 0.3), velocity=(1, 0.2, 0), attitude=turned((1, 2, 0), 0.5), angular_velocity=(3, 1, 2)
    )
    surface = sp.Capsule((0, 0, -0.1), (0, 0, 0.1), 0.05, material="wood")
    scene.body("capsule", mass=1.0, joint=joint, surfaces=[surface])
    scene.contact("wood", "floor", normal=SOFT, friction=GRIP)
    return scene


def pendulum_with_stops():
    scene = sp.Scene(name="pendulum")
    stop = sp.HuntCrossley(k=1e3, lam=200.0, n=1.0)
    joint = sp.Revolute(axis=(0, 1, 0), angle=0.9, limits=(-0.5, 1.0), limit_law=stop)
    scene.body("rod", mass=1.0, joint=joint, inertia=sp.rod_inertia(1.0, 0.5), com=(0, 0, -0.25))
    return scene


def springs_and_dampers():
    scene = sp.Scene(name="springs")
    joint = sp.Prismatic(axis=(1, 0, 0), speed=1.0, spring=50.0, rest=0.1, damping=0.5)
    scene.body("cart", mass=2.0, joint=joint)
    joint = sp.Revolute(axis=(0, 1, 0), angle=1.0, spring=3.0, damping=0.05)
    scene.body("rod", mass=1.0, parent="cart", joint=joint, inertia=sp.rod_inertia(1.0, 0.5), com=(0, 0, -0.25))
    return scene


def driven():
    """Applied forces with windows and tables, in world and body axes and on joints."""
    scene = sp.Scene(name="driven")
    scene.ground(material="floor")
    joint = sp.Free(position=(0, 0, 0.3), angular_velocity=(0, 1, 0))
    scene.body("box", mass=1.0, joint=joint, surfaces=[sp.Box((0.2, 0.3, 0.1), material="wood")])
    joint = sp.Revolute(axis=(0, 1, 0), at=(0, 0, 0.05))
    scene.body("arm", mass=0.3, parent="box", joint=joint, inertia=sp.rod_inertia(0.3, 0.3), com=(0, 0, 0.15))
    scene.contact("wood", "floor", normal=SOFT, friction=GRIP)
    scene.force("box", (5.0, 1.0, 0.0), moment=(0, 0, 0.1), at=(0, 0.1, 0), start=0.1, stop=0.35)
    scene.force("arm", (0.0, 0.0, 1.0), at=(0, 0, 0.3), axes="body", start=0.2, stop=0.5)
    scene.force_table("box", (0.0, 0.25, 0.6), [(0, 0, 0), (-3, 2, 4), (0, 0, 0)])
    scene.joint_force_table("arm", (0.1, 0.3, 0.55), (0.0, 0.5, 0.0))
    return scene


def bar_in_a_plane():
    scene = sp.Scene(name="bar")
    scene.ground(material="floor")
    joint = sp.Planar(position=(0, 0.3), angle=0.4, velocity=(1.0, 0))
    surfaces = [sp.Point((-0.25, 0, 0), "tip", "left"), sp.Point((0.25, 0, 0), "tip", "right")]
    scene.body("bar", mass=1.0, joint=joint, inertia=sp.rod_inertia(1.0, 0.5, axis=0), surfaces=surfaces)
    scene.contact("tip", "floor", normal=SOFT, friction=GRIP)
    return scene


def chain():
    """Three links on spherical joints swing and hit the ground."""
    scene = sp.Scene(name="chain")
    scene.ground(material="floor")
    parent, at = "world", (0, 0, 0.8)
    for i in range(3):
        joint = sp.Spherical(
            at=at, attitude=turned((0.3 * i, 1, 0), 0.9 if i == 0 else 0.2), angular_velocity=(0, 0, 1)
        )
        surface = sp.Sphere(0.02, (0, 0, -0.3), "steel")
        inertia = sp.box_inertia(0.5, (0.04, 0.04, 0.3))
        scene.body(
            f"link{i}", mass=0.5, parent=parent, joint=joint, inertia=inertia, com=(0, 0, -0.15), surfaces=[surface]
        )
        parent, at = f"link{i}", (0, 0, -0.3)
    scene.contact("steel", "floor", normal=SOFT, friction=GRIP)
    scene.no_contact("steel", "steel")
    return scene


def legged():
    """A floating trunk on four springy legs, dropped a little."""
    scene = sp.Scene(name="legged")
    scene.ground(material="floor")
    joint = sp.Free(position=(0, 0, 0.42), velocity=(0.2, 0, 0))
    scene.body("trunk", mass=5.0, joint=joint, inertia=sp.box_inertia(5.0, (0.4, 0.2, 0.1)))
    for i, (x, y) in enumerate(((0.2, 0.1), (0.2, -0.1), (-0.2, 0.1), (-0.2, -0.1))):
        joint = sp.Revolute(axis=(0, 1, 0), at=(x, y, 0), angle=0.3, spring=80.0, rest=0.3, damping=1.0)
        inertia = sp.box_inertia(0.3, (0.04, 0.04, 0.2))
        scene.body(f"hip{i}", mass=0.3, parent="trunk", joint=joint, inertia=inertia, com=(0, 0, -0.1))
        joint = sp.Revolute(axis=(0, 1, 0), at=(0, 0, -0.2), angle=-0.6, spring=80.0, rest=-0.6, damping=1.0)
        foot = sp.Sphere(0.02, (0, 0, -0.2), "rubber")
        inertia = sp.box_inertia(0.2, (0.03, 0.03, 0.2))
        scene.body(
            f"shank{i}", mass=0.2, parent=f"hip{i}", joint=joint, inertia=inertia, com=(0, 0, -0.1), surfaces=[foot]
        )
    scene.contact("rubber", "floor", normal=SOFT, friction=GRIP)
    scene.no_contact("rubber", "rubber")
    return scene


PAIRS = (sphere_sphere, sphere_capsule, capsule_capsule)
ZOO = {
    "drop": (drop, 1.2),
    **{f"slide {name}": (lambda law=law: slide(law), 0.6) for name, law in FRICTION.items()},
    **{make.__name__: (make, 0.3) for make in PAIRS},
    "box_on_ground": (box_on_ground, 0.6),
    "capsule_on_ground": (capsule_on_ground, 0.6),
    "pendulum_with_stops": (pendulum_with_stops, 2.0),
    "springs_and_dampers": (springs_and_dampers, 2.0),
    "driven": (driven, 0.7),
    "bar_in_a_plane": (bar_in_a_plane, 0.6),
    "chain": (chain, 0.6),
    "legged": (legged, 0.5),
}
