"""Feet that land without slip: the guard of stick begins at zero, within rounding, and only rises."""

import pytest

import supple as sp


def quadruped():
    """A trunk on four symmetric legs with joint springs, dropped."""
    scene = sp.Scene(gravity=(0, 0, -9.81))
    scene.ground(material="ground")
    scene.body("trunk", mass=10.0, inertia=(0.1, 0.3, 0.3), joint=sp.Free(position=(0, 0, 0.6)))
    spring = {"spring": 200.0, "damping": 2.0}
    for i, at in enumerate(((0.3, 0.15, 0), (0.3, -0.15, 0), (-0.3, 0.15, 0), (-0.3, -0.15, 0))):
        hip, thigh, shank = (f"{name}{i}" for name in ("hip", "thigh", "shank"))
        joint = sp.Revolute(axis=(1, 0, 0), at=at, **spring)
        scene.body(hip, parent="trunk", mass=0.5, inertia=(0.002, 0.002, 0.002), joint=joint)
        joint = sp.Revolute(axis=(0, 1, 0), angle=0.3, rest=0.3, **spring)
        scene.body(thigh, parent=hip, mass=0.5, inertia=(0.003, 0.003, 0.001), com=(0, 0, -0.12), joint=joint)
        joint = sp.Revolute(axis=(0, 1, 0), at=(0, 0, -0.25), angle=-0.6, rest=-0.6, **spring)
        foot = sp.Sphere(0.02, at=(0, 0, -0.25), material="foot")
        scene.body(
            shank,
            parent=thigh,
            mass=0.3,
            inertia=(0.002, 0.002, 0.0005),
            com=(0, 0, -0.12),
            joint=joint,
            surfaces=[foot],
        )
    scene.contact(
        "foot",
        "ground",
        normal=sp.HuntCrossley(k=1e6, lam=5e5),
        friction=sp.StickSlip(mu=0.8, kt=1e5, bt=300.0),
    )
    scene.no_contact("foot", "foot")
    return scene


@pytest.mark.parametrize("rtol", (1e-2, 1e-3, 1e-4))
@pytest.mark.parametrize("method", ("auto", "dop853"))
def test_four_feet_land_at_once(method, rtol):
    run = sp.simulate(quadruped(), 0.16, method=method, rtol=rtol)
    assert run.t[-1] == 0.16, run.message
    made = [event for event in run.events if event.what == "made"]
    assert len(made) >= 4 and max(event.time for event in made[:4]) - made[0].time < 1e-6
