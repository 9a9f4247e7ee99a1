"""Scenes of the spatial contact of Stramigioli and Duindam that several tests share: balls on a floor, ellipsoids."""

import math

import supple as sp

G, MASS, RADIUS = 9.81, 1.0, 0.1
INERTIA = 0.4 * MASS * RADIUS**2


def ball(normal, friction=None, *, height=1.01 * RADIUS, velocity=(0, 0, 0), spin=(0, 0, 0), gravity=0.0, **options):
    """A 1 kg ball of 0.1 m above a floor; the force acts at its surface unless `centre` says otherwise."""
    scene = sp.Scene(gravity=(0, 0, -gravity), name="ball on a floor")
    scene.ground(material="floor")
    joint = sp.Free(position=(0, 0, height), velocity=velocity, angular_velocity=spin)
    scene.body("ball", mass=MASS, joint=joint, surfaces=[sp.Sphere(RADIUS, material="ball")])
    scene.contact("floor", "ball", normal=normal, friction=friction, **{"centre": 1.0, **options})
    return scene


def resting(k):
    """Height [m] of a ball whose weight the floor carries with the stiffness k [N/m]."""
    return RADIUS - MASS * G / k


def two_ellipsoids():
    """The grey ellipsoid under the black one, above a floor: the scenario of section 5 with parameters of our own."""
    scene = sp.Scene(gravity=(0, 0, -G), name="two ellipsoids")
    scene.ground(material="floor", name="floor")
    axes = (0.15, 0.12, 0.10)
    scene.body("grey", mass=1.0, joint=sp.Free(position=(0, 0, 0.2)), surfaces=[sp.Ellipsoid(axes, material="soft")])
    joint = sp.Free(position=(0.03, 0.01, 0.6), attitude=(math.cos(0.025), 0, math.sin(0.025), 0))
    scene.body("black", mass=1.0, joint=joint, surfaces=[sp.Ellipsoid((0.30, 0.20, 0.15), material="soft")])
    for other, k, b, kt, bt in (("floor", 8000, 240, 5600, 40), ("soft", 4000, 120, 2800, 20)):
        normal = sp.DirectionalKelvinVoigt(k=k, b=b, k_b=4000, b_b=120)
        friction = sp.SpatialSlip(mu=0.5, kt=kt, bt=bt, kt_b=2800, bt_b=20, spin_radius=0.02)
        scene.contact(other, "soft", normal=normal, friction=friction)
    return scene


def done(scene, end, **options):
    """A run that succeeded."""
    run = sp.simulate(scene, end, **options)
    assert run.success, run.message
    return run


def times_of(run, what):
    """Times [s] of all events of a kind."""
    return [event.time for event in run.events if event.what == what]
