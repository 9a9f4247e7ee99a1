"""Rolling resistance against its closed form, alone and beside friction; the ledger has its loss."""

import numpy as np
import pytest

import supple as sp

MASS, RADIUS, G, ARM, K = 1.0, 0.1, 9.81, 1e-3, 1e6
INERTIA = 0.4 * MASS * RADIUS**2


def ball(friction, **motion):
    """A ball that rests on the ground but for its motion."""
    scene = sp.Scene(gravity=(0, 0, -G))
    scene.ground(material="ground")
    joint = sp.Free(position=(0, 0, RADIUS - MASS * G / K), **motion)
    scene.body("ball", mass=MASS, joint=joint, surfaces=[sp.Sphere(RADIUS, material="ball")])
    normal = sp.KelvinVoigt(k=K, b=100.0)
    scene.contact("ball", "ground", normal=normal, friction=friction, rolling=sp.RollingResistance(arm=ARM, rate=1e-4))
    return scene


def test_alone_it_brakes_the_rotation_and_its_loss_is_in_the_ledger():
    run = sp.simulate(ball(None, angular_velocity=(3, 4, 0)), 0.5, rtol=1e-9)
    slower = 5.0 - ARM * MASS * G * 0.5 / INERTIA
    np.testing.assert_allclose([run[f"ball.{w}"][-1] for w in ("wx", "wy")], np.array([0.6, 0.8]) * slower, rtol=1e-6)
    spinning = sp.simulate(ball(None, angular_velocity=(0, 0, 2)), 0.5, rtol=1e-9)
    assert spinning["ball.wz"][-1] == 2.0  # about the normal: that is friction's
    lost = 0.5 * INERTIA * (25.0 - slower**2)
    assert run.ledger.lost["friction"][-1] == pytest.approx(lost, rel=1e-6)


@pytest.mark.jit
def test_a_rolling_ball_is_slowed_down_by_arm_over_radius():
    """m a = -f, I a/R = f R - ARM m g: a = -g (ARM/R)/(1 + 2/5)."""
    v, t = 1.0, 0.5
    grip = sp.ElasticCoulomb(mu=0.5, kt=1e6)
    run = sp.simulate(ball(grip, velocity=(v, 0, 0), angular_velocity=(0, v / RADIUS, 0)), t, rtol=1e-9)
    mean = (run["ball.x"][-1] - run["ball.x"][0]) / t
    assert mean == pytest.approx(v - 0.5 * t * G * ARM / RADIUS / 1.4, abs=2e-5)  # the contact point is half as deep
    assert run.success
