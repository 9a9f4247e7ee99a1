"""Two free bodies collide: momentum and energy, with springs that differ by direction on both."""

import math

import numpy as np
import pytest
from physics.scenes import turned
from physics.spatial import MASS, RADIUS, done

import supple as sp

pytestmark = [pytest.mark.validation, pytest.mark.jit]
ANISOTROPIC = {"kt": (3e3, 1e3, 2e3), "kt_b": (1e3, 4e3, 2e3)}


def collision(normal, friction, second=None):
    """Two ellipsoids that meet off centre and turn."""
    scene = sp.Scene(gravity=(0, 0, 0), name="collision")
    joint = sp.Free(velocity=(0.1, 0.0, 0.5), attitude=turned((1, 2, 3), 0.5), angular_velocity=(1.0, -2.0, 3.0))
    scene.body("a", mass=1.0, joint=joint, surfaces=[sp.Ellipsoid((0.3, 0.2, 0.15))])
    joint = sp.Free(
        position=(0.05, 0.03, 0.4), velocity=(0.0, 0.2, -1.0), attitude=turned((1, -1, 0.5), 0.8),
        angular_velocity=(-2.0, 1.0, 1.5),
    )  # fmt: skip
    scene.body("b", mass=0.7, joint=joint, surfaces=[second or sp.Ellipsoid((0.25, 0.2, 0.1))])
    scene.pair("a", "b", normal=normal, friction=friction)
    return scene


def test_momentum_and_energy_of_a_collision():
    friction = sp.SpatialSlip(mu=0.4, kt=2e3, bt=10.0, kt_b=1e3, bt_b=5.0, spin_radius=0.02)
    run = done(collision(sp.DirectionalKelvinVoigt(k=4e3, b=20.0, k_b=4e3, b_b=20.0), friction), 0.6, rtol=1e-12)
    assert any(event.what == "lost" for event in run.events)
    momenta = np.array([np.concatenate(sp.momentum(run.model, y)) for y in run.y[:: max(len(run.y) // 100, 1)]])
    linear, angular = sorted((momenta[:, :3], momenta[:, 3:]), key=lambda m: np.abs(m - m[0]).max())
    np.testing.assert_allclose(linear - linear[0], 0, atol=1e-14)
    np.testing.assert_allclose(angular - angular[0], 0, atol=1e-10)
    assert np.abs(run.ledger.residual).max() < 1e-9
    assert np.abs(run.y[-1] - run.y[0]).max() > 0.1


@pytest.mark.parametrize("second", [None, sp.Superellipsoid((0.25, 0.2, 0.1), 4.0), sp.Sphere(0.1)])
@pytest.mark.parametrize("storage", ["flat", "spatial", "body"])
def test_anisotropy_on_both_bodies_is_accounted_for(storage, second):
    """With Hunt and Crossley's damping in the normal, and slip."""
    friction = sp.SpatialSlip(
        mu=0.3, **ANISOTROPIC, bt=(20.0, 10.0, 30.0), bt_b=(10.0, 30.0, 20.0), spin_radius=0.02, storage=storage
    )
    run = done(collision(sp.HuntCrossley(k=4e4, lam=4e3), friction, second), 0.6, rtol=1e-11)
    assert {"made", "lost", "slide"} <= {event.what for event in run.events}
    assert np.abs(run.ledger.residual).max() < 1e-9
    lost = run.ledger.lost
    assert all(np.diff(lost[name]).min() >= -1e-12 for name in ("contact damping", "friction"))
    assert lost["friction"][-1] > 1e-3


@pytest.mark.parametrize("exponent", [0.5, 1.0, 1.5])
def test_damping_that_grows_with_the_indentation_is_accounted_for(exponent):
    """A ball that is kicked where it lies, on springs and dampers of both bodies that differ by direction."""
    scene = sp.Scene(gravity=(0, 0, -9.81), name="kicked ball")
    scene.ground(material="floor")
    joint = sp.Free(
        position=(0, 0, RADIUS - (9.81 / 1e6) ** (2 / 3)), velocity=(0.5, 0.2, 0), angular_velocity=(1, 2, 1)
    )
    scene.body("ball", mass=MASS, joint=joint, surfaces=[sp.Sphere(RADIUS, material="ball")])
    part = (9.81 / 1e6) ** (2 / 3 * exponent)  # what the damping is multiplied with at rest
    friction = sp.SpatialSlip(
        mu=0.3, **ANISOTROPIC, bt=(20 / part, 10 / part, 30 / part), bt_b=20 / part, exponent=exponent, spin_radius=0.02
    )
    scene.contact("floor", "ball", normal=sp.HuntCrossley(k=1e6, lam=1e5), friction=friction)
    run = done(scene, 0.3, rtol=1e-10)
    assert run.contact("ball/ground").mode[0] == "slide" and run.contact("ball/ground").mode[-1] == "stick"
    assert np.abs(run.ledger.residual).max() < 1e-9
    assert np.diff(run.ledger.lost["friction"]).min() >= -1e-13


def test_the_springs_of_a_body_that_is_fixed_to_another_turn_with_it():
    """A floor that is fixed to the world in another attitude has its stiff direction there."""

    def pushed(angle, turn):
        scene = sp.Scene(gravity=(0, 0, -9.81), name="turned floor")
        floor = sp.Fixed(orientation=turned((0, 0, 1), angle))
        scene.body("plate", joint=floor, surfaces=[sp.HalfSpace(material="grain")])
        c, s = math.cos(turn), math.sin(turn)
        joint = sp.Free(position=(0, 0, RADIUS - 9.81 / 2e4), velocity=(1e-3 * c, 1e-3 * s, 0.0))
        scene.body("ball", mass=MASS, joint=joint, surfaces=[sp.Sphere(RADIUS, material="ball")])
        friction = sp.SpatialSlip(mu=None, kt=(4e4, 1e4, 1e4), bt=1.0)
        scene.contact("grain", "ball", normal=sp.KelvinVoigt(k=2e4, b=10.0), friction=friction)
        x, y = done(scene, 0.01, rtol=1e-10).final[:2]
        return c * x + s * y, c * y - s * x

    straight = pushed(0.0, 0.0)
    assert pushed(0.5, 0.5) == pytest.approx(straight, abs=1e-12)
    assert pushed(0.5, 0.0) != pytest.approx(straight, abs=1e-8)
