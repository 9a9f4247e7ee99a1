"""One collision against closed forms: restitution, duration, peak force, depth; a user's laws against the built-in ones."""

import math

import numpy as np
import pytest
from physics.scenes import ball_on_ground, impact
from scipy.optimize import brentq

import supple as sp

TIGHT = 1e-11


@pytest.mark.jit
@pytest.mark.validation
@pytest.mark.parametrize("d", [0.2, 0.6])
@pytest.mark.parametrize("n", [1.0, 1.25, 1.5, 1.75, 2.0])
def test_hunt_crossley_rebounds_by_its_exact_formula(n, d):
    """d (1 + e) = ln((1 + d)/(1 - d e)) at unit speed, for every exponent."""
    exact = brentq(lambda e: d * (1 + e) - math.log((1 + d) / (1 - d * e)), 1e-9, 1 - 1e-12, xtol=1e-15)
    assert abs(impact(sp.HuntCrossley(k=1e6, lam=d * 1e6, n=n), rtol=TIGHT).restitution - exact) < 1e-9


@pytest.mark.jit
@pytest.mark.validation
@pytest.mark.parametrize(("d", "exact"), [(0.1, 0.892858876), (0.3, 0.722085440), (1.0, 0.393930603)])
@pytest.mark.parametrize(("mass", "k", "speed"), [(1.0, 1e6, 1.0), (0.066, 1e9, 3.0)])
def test_azad_featherstone_restitution_depends_on_one_number(d, exact, mass, k, speed):
    law = sp.AzadFeatherstone(k=k, lam=d * k**0.6 * mass**0.4 * speed**-0.2)
    assert abs(impact(law, mass=mass, speed=speed, rtol=TIGHT).restitution - exact) < 1e-8


@pytest.mark.validation
def test_hertz_duration_peak_force_and_depth():
    found = impact(sp.Hertz(k=1e6), rtol=1e-10)
    assert found.duration == pytest.approx(1.281134935e-2, rel=1e-6)
    assert found.peak_force == pytest.approx(287.174589, rel=1e-6)
    assert found.max_indentation == pytest.approx(4.35275282e-3, rel=1e-6)
    assert found.restitution == pytest.approx(1.0, abs=1e-9)


@pytest.mark.validation
@pytest.mark.parametrize("law", [sp.KelvinVoigt, sp.LinearSD1])
@pytest.mark.parametrize(("zeta", "exact"), [(0.1, 0.7440793977), (0.3, 0.4509754529)])
def test_linear_laws_leave_at_zero_force(law, zeta, exact):
    found = impact(law(k=1e4, b=2 * zeta * math.sqrt(1e4)), rtol=1e-10)
    assert abs(found.restitution - exact) < 1e-8


def hertz_damped(delta, rate, p):
    return p[0] * delta**1.5 * (1 + p[1] * rate)


def hertz_energy(delta, rate, p):
    return p[0] * delta**2.5 / 2.5


@pytest.mark.jit
@pytest.mark.parametrize("energy", [None, hertz_energy])
def test_a_normal_law_of_the_user_equals_the_built_in_one(energy):
    own = impact(sp.UserNormal(force=hertz_damped, energy=energy, parameters=(1e6, 0.2)), rtol=1e-10)
    ours = impact(sp.HuntCrossley(k=1e6, lam=2e5), rtol=1e-10)
    assert own.restitution == pytest.approx(ours.restitution, abs=1e-9)
    assert own.peak_force == pytest.approx(ours.peak_force, rel=1e-7)
    assert own.duration == pytest.approx(ours.duration, rel=1e-8)


def smooth_coulomb(speed, force, p):
    return p[0] * math.tanh(speed / p[1])


def test_a_friction_law_of_the_user_equals_the_built_in_one():
    runs = [
        sp.simulate(ball_on_ground(1e5, law, velocity=(0.2, 0.1, 0)), 0.05, rtol=1e-8)
        for law in (
            sp.UserFriction(coefficient=smooth_coulomb, parameters=(0.3, 0.05)),
            sp.RegularisedCoulomb(mu=0.3, v_s=0.05),
        )
    ]
    assert abs(runs[0]["ball.vx"][-1] - 0.2) > 0.05
    np.testing.assert_allclose(runs[0].final, runs[1].final, rtol=0, atol=1e-8)


def two_balls(which):
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.ground(material="floor")
    for i in which:
        joint = sp.Prismatic(at=(i, 0, 0), displacement=1e-3 * (1 + i), speed=-1.0 - i)
        scene.body(f"ball{i}", mass=1.0 + i, joint=joint, surfaces=[sp.Point(material="tip")])
    scene.contact("tip", "floor", normal=sp.HuntCrossley(k=1e6, lam=2e5))
    return sp.simulate(scene, 0.03, rtol=TIGHT)


def test_two_simultaneous_contacts_do_not_know_of_each_other():
    """Both balls touch at the same instant; each moves as it would alone."""
    both = two_balls((0, 1))
    assert abs(both.impacts[0].start - both.impacts[1].start) < 1e-12
    for i in (0, 1):
        alone = two_balls((i,))
        for channel in (f"ball{i}.displacement", f"ball{i}.speed"):
            assert both[channel][-1] == pytest.approx(alone[channel][-1], abs=1e-10)


def test_two_contacts_of_one_body_add():
    """A mass on two points bounces as on one point of twice the stiffness."""
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.ground(material="floor")
    tips = [sp.Point((x, 0, 0), "tip", f"tip{x}") for x in (-1, 1)]
    scene.body("mass", mass=1.0, joint=sp.Prismatic(displacement=1e-3, speed=-1.0), surfaces=tips)
    scene.contact("tip", "floor", normal=sp.Hertz(k=1e6))
    pair = sp.simulate(scene, 0.1, rtol=1e-10).impacts
    one = impact(sp.Hertz(k=2e6), rtol=1e-10)
    assert len(pair) == 2
    for each in pair:
        assert each.duration == pytest.approx(one.duration, rel=1e-9)
        assert 2 * each.peak_force == pytest.approx(one.peak_force, rel=1e-7)
