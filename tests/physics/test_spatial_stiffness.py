"""Small oscillations of a ball on springs that differ by direction, alone and in series with those of the floor."""

import math

import numpy as np
import pytest
from physics.spatial import INERTIA, MASS, RADIUS, G, ball, done, resting

import supple as sp

pytestmark = [pytest.mark.validation, pytest.mark.jit]
KN, K_SPIN = 2e4, 2.0
TURN = math.radians(30)
SMALL = 1e-5  # [m/s]
PERIODS = 10


def turned_ball(friction, *, velocity=(0, 0, 0), spin=(0, 0, 0)):
    """A ball, turned by 30 degrees about the vertical, on the floor; its springs are those of side a of the rule."""
    scene = sp.Scene(gravity=(0, 0, -G), name="anisotropic ball")
    scene.ground(material="floor")
    attitude = (math.cos(TURN / 2), 0, 0, math.sin(TURN / 2))
    c, s = math.cos(TURN), math.sin(TURN)
    local = (c * spin[0] + s * spin[1], c * spin[1] - s * spin[0], spin[2])  # the joint wants it in body axes
    joint = sp.Free(position=(0, 0, resting(KN)), attitude=attitude, velocity=velocity, angular_velocity=local)
    scene.body("ball", mass=MASS, joint=joint, surfaces=[sp.Sphere(RADIUS, material="ball")])
    scene.contact("ball", "floor", normal=sp.KelvinVoigt(k=KN), friction=friction, centre=0.0)
    return scene


def frequency(run, signal, guess):
    """omega [rad/s] of a sine that starts at zero, from its zero after many half periods."""
    last = 2 * PERIODS * math.pi / guess
    a, b = 0.999 * last, 1.001 * last
    for _ in range(60):
        middle = 0.5 * (a + b)
        a, b = (middle, b) if signal(run, middle) * signal(run, a) > 0 else (a, middle)
    return 2 * PERIODS * math.pi / (0.5 * (a + b))


def along(axis):
    return lambda run, t: run.at([t])[0, :2] @ axis


def swing(friction, angle, omega):
    """A motion of the slip alone, along a direction of the plane: m v = -I w/R, so that the rolling part is at rest."""
    axis = np.array([math.cos(angle), math.sin(angle)])
    v, w = SMALL * axis, MASS * SMALL * RADIUS / INERTIA
    spin = (w * axis[1], -w * axis[0], 0.0)  # the reverse of rolling along the axis
    run = done(turned_ball(friction, velocity=(*v, 0.0), spin=spin), 2.1 * PERIODS * math.pi / omega, rtol=1e-11)
    return frequency(run, along(axis), omega)


@pytest.mark.parametrize(("angle", "kt", "known"), [(0.0, 4e4, 374.1657387), (math.pi / 2, 1e4, 187.0828693)])
def test_each_principal_direction_has_its_frequency(angle, kt, known):
    """omega = sqrt(3.5 kt/m) of a homogeneous ball."""
    friction = sp.SpatialSlip(mu=None, kt=(4e4, 1e4, 1e4), bt=1e-9)
    assert known == pytest.approx(math.sqrt(3.5 * kt / MASS), rel=1e-9)
    assert swing(friction, TURN + angle, known) == pytest.approx(known, rel=1e-6)


def in_series():
    """Springs (4e4, 1e4), turned, in series with (2e4, 5e4) of the floor: values and angle of the principal directions."""
    R = np.array([[math.cos(TURN), -math.sin(TURN)], [math.sin(TURN), math.cos(TURN)]])
    K = np.linalg.inv(np.linalg.inv(R @ np.diag([4e4, 1e4]) @ R.T) + np.linalg.inv(np.diag([2e4, 5e4])))
    values, vectors = np.linalg.eigh(K)
    return [(math.sqrt(3.5 * k), math.atan2(x[1], x[0])) for k, x in zip(values[::-1], vectors.T[::-1], strict=True)]


@pytest.mark.parametrize(("which", "known"), [(0, 232.3907558), (1, 163.9616587)])
def test_springs_of_both_bodies_are_in_series(which, known):
    friction = sp.SpatialSlip(mu=None, kt=(4e4, 1e4, 1e4), bt=1e-9, kt_b=(2e4, 5e4, 1e4), bt_b=1e-9)
    exact, angle = in_series()[which]
    assert known == pytest.approx(exact, rel=1e-9)
    assert swing(friction, angle, exact) == pytest.approx(known, rel=1e-6)


def test_the_normal_spring_has_its_frequency():
    exact = math.sqrt(KN / MASS)
    assert exact == pytest.approx(141.4213562, rel=1e-9)
    scene = ball(sp.KelvinVoigt(k=KN), height=resting(KN), velocity=(0, 0, SMALL), gravity=G)
    run = done(scene, 2.1 * PERIODS * math.pi / exact, rtol=1e-11)
    assert frequency(run, lambda run, t: run.at([t])[0, 2] - resting(KN), exact) == pytest.approx(exact, rel=1e-6)


@pytest.mark.parametrize("law", [sp.ElasticCoulomb(mu=0.5, kt=K_SPIN / 1e-4, spin_radius=0.01),
                                 sp.SpatialSlip(mu=None, kt=K_SPIN / 1e-4, bt=1e-9, spin_radius=0.01)])  # fmt: skip
def test_the_spring_of_the_spin_has_its_frequency(law):
    exact = math.sqrt(K_SPIN / INERTIA)
    assert exact == pytest.approx(22.3606798, rel=1e-8)
    scene = ball(sp.KelvinVoigt(k=KN), law, height=resting(KN), spin=(0, 0, 1e-3), gravity=G)
    run = done(scene, 2.1 * PERIODS * math.pi / exact, rtol=1e-11)
    z = run.names.index("ball.qz")
    assert frequency(run, lambda run, t: run.at([t])[0, z], exact) == pytest.approx(exact, rel=1e-6)


def test_a_twist_reverses_with_the_side_of_the_group():
    """As elements of SE(2), a deflection is turned by the twist of the ground one way or the other, and does no work."""
    ends = {}
    for storage in ("flat", "spatial", "body"):
        friction = sp.SpatialSlip(mu=None, kt=2e4, bt=5.0, spin_radius=0.05, storage=storage)
        scene = ball(
            sp.KelvinVoigt(k=KN), friction, height=resting(KN), velocity=(0.1, 0, 0), spin=(0, 0, 20.0), gravity=G
        )
        run = done(scene, 0.05, rtol=1e-11)
        assert np.abs(run.ledger.residual).max() < 1e-10
        ends[storage] = run["ball.y"][-1]
    middle = 0.5 * (ends["spatial"] + ends["body"])
    assert abs(ends["spatial"] - ends["body"]) > 1e-6
    assert abs(ends["flat"] - middle) < 0.2 * abs(ends["spatial"] - ends["body"])
