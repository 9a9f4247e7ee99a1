"""A ball hits a floor, straight and obliquely, against closed forms: restitution, slip, what the springs keep."""

import math

import numpy as np
import pytest
from physics.scenes import impact
from physics.spatial import INERTIA, MASS, RADIUS, ball, done, times_of
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import supple as sp

pytestmark = [pytest.mark.validation, pytest.mark.jit]
TIGHT = 1e-12
KN, KT = 1e5, 0.7e5


def oblique(friction, speed, *, rtol=TIGHT):
    """A ball without gravity that comes in at 1 m/s downwards and `speed` sideways: its run."""
    return done(ball(sp.KelvinVoigt(k=KN), friction, velocity=(speed, 0, -1.0)), 0.02, rtol=rtol)


# --- straight ---------------------------------------------------------------------------------------------------------
def test_hertz():
    """delta_max = (5 m v^2/(4 k))^(2/5), T = 2.943275184 delta_max/v."""
    depth = (5 / 4e6) ** 0.4
    (found,) = done(ball(sp.Hertz(k=1e6), velocity=(0, 0, -1.0)), 0.02, rtol=TIGHT).impacts
    assert found.max_indentation == pytest.approx(depth, rel=1e-7) == pytest.approx(4.35275282e-3, rel=1e-8)
    assert found.duration == pytest.approx(2.943275184 * depth, rel=1e-7)
    assert found.peak_force == pytest.approx(287.174589, rel=1e-7)
    assert found.restitution == pytest.approx(1.0, rel=1e-7)


@pytest.mark.parametrize("p", [1.0, 1.5])
@pytest.mark.parametrize(("a", "known"), [(0.2, 0.8821899862), (0.6, 0.7119501796)])
def test_hunt_crossley(a, known, p):
    exact = brentq(lambda e: 1 - math.log(1 + a) / a + e + math.log(1 - a * e) / a, 1e-3, 1, xtol=1e-15)
    assert known == pytest.approx(exact, abs=1e-10)
    found = impact(sp.HuntCrossley(k=1e6, lam=a * 1e6, n=p), rtol=TIGHT).restitution
    assert found == pytest.approx(exact, abs=1e-8)


@pytest.mark.parametrize("law", [sp.KelvinVoigt, sp.DirectionalKelvinVoigt])
@pytest.mark.parametrize(("zeta", "known"), [(0.1, 0.7440793977), (0.3, 0.4509754529)])
def test_kelvin_voigt_without_tension(law, zeta, known):
    q = math.sqrt(1 - zeta**2)
    exact = math.exp(-zeta / q * (math.pi - math.atan2(2 * zeta * q, 1 - 2 * zeta**2)))
    assert known == pytest.approx(exact, abs=1e-10)
    run = done(ball(law(k=1e4, b=2 * zeta * 100.0), velocity=(0, 0, -1.0)), 0.1, rtol=TIGHT)
    assert run["ball.vz"][-1] == pytest.approx(exact, abs=1e-8)


# --- oblique ----------------------------------------------------------------------------------------------------------
def test_without_slip_the_spring_keeps_energy():
    """Slip is an oscillation of frequency sqrt(3.5 kt/m) which lasts half a period of the normal one."""
    run = oblique(sp.SpatialSlip(mu=None, kt=KT, bt=1e-9), 0.5)
    assert run.ledger.lost["friction"][-1] < 1e-10
    omega, last = math.sqrt(KT * (1 / MASS + RADIUS**2 / INERTIA)), math.pi * math.sqrt(MASS / KN)
    deflection, impulse = 0.5 / omega * math.sin(omega * last), KT * 0.5 / omega**2 * (1 - math.cos(omega * last))
    assert run.ledger.lost["released"][-1] == pytest.approx(0.5 * KT * deflection**2, abs=1e-8)
    assert run["ball.vx"][-1] == pytest.approx(0.5 - impulse / MASS, abs=1e-8)
    assert run["ball.wy"][-1] == pytest.approx(impulse * RADIUS / INERTIA, abs=1e-8)
    known = run.ledger.lost["released"][-1], run["ball.vx"][-1], run["ball.wy"][-1]
    assert known == pytest.approx((0.0342345662, 0.3862212689, 2.8444682782), abs=1e-8)


@pytest.mark.parametrize("bt", [None, 1e-3])
def test_gross_slip_takes_mu_times_the_impulse(bt):
    """Impulse 2 m v: vx = 2 - 0.1 * 2, wy = 0.2/(0.4 R), and half of the change of the slip is lost: 0.33 J."""
    friction = sp.ElasticCoulomb(mu=0.1, kt=KT) if bt is None else sp.SpatialSlip(mu=0.1, kt=KT, bt=bt)
    run = oblique(friction, 2.0)
    assert run["ball.vx"][-1] == pytest.approx(1.8, abs=1e-9)
    assert run["ball.wy"][-1] == pytest.approx(5.0, abs=1e-8)
    assert run.ledger.lost["friction"][-1] == pytest.approx(0.33, abs=1e-9)
    assert run.ledger.lost["released"][-1] == pytest.approx(0.0, abs=1e-9)


def test_slip_then_stick_then_slip():
    """At mu = 0.3 and 0.5 m/s: the cone closes with the load, so that nothing is left in the spring."""
    run = oblique(sp.ElasticCoulomb(mu=0.3, kt=KT), 0.5)
    assert run["ball.vx"][-1] == pytest.approx(0.3082364481, abs=1e-7)
    assert run.ledger.lost["friction"][-1] == pytest.approx(0.0315285712, abs=1e-7)
    (lost,) = times_of(run, "lost")
    before, after = np.searchsorted(run.t, lost) + np.array([-1, 0])
    released = run.ledger.lost["released"]
    assert abs(released[after] - released[before]) < 1e-20
    assert abs(released[-1]) < 1e-14  # and rounding at the changes of mode, of the 0.07 J in the spring
    assert [event.what for event in run.events] == ["made", "stick", "slide", "lost"]


def sideways(friction_of, t_end):
    """vx of the same ball by scipy: the normal motion is a sine, the tangential one is integrated as a plain law."""
    omega = math.sqrt(KN / MASS)
    found = solve_ivp(
        lambda t, y: friction_of(t, max(math.sin(omega * t), 0.0) / omega * KN, y),
        (0, t_end), (0.5, 0.0, 0.0), method="Radau", rtol=1e-11, atol=1e-14, max_step=t_end / 400,
    )  # fmt: skip
    return found.y[0, -1]


@pytest.mark.parametrize(("bt", "known"), [(30.0, 0.3306388), (3.0, 0.3112994), (0.3, 0.3085523)])
def test_the_damped_law_tends_to_the_one_without_a_rate(bt, known):
    """And what it leaves in the spring is of the order bt^2."""

    def law(t, F, y):
        vx, wy, u = y
        v = vx - wy * RADIUS
        f = np.clip(KT * u + bt * v, -0.3 * F, 0.3 * F)
        return -f / MASS, f * RADIUS / INERTIA, (f - KT * u) / bt

    run = oblique(sp.SpatialSlip(mu=0.3, kt=KT, bt=bt), 0.5, rtol=1e-10)
    assert run["ball.vx"][-1] == pytest.approx(known, abs=1e-6)
    assert run["ball.vx"][-1] == pytest.approx(sideways(law, math.pi * math.sqrt(MASS / KN)), abs=1e-6)
    assert 0.0 <= run.ledger.lost["released"][-1] < 1e-5 * bt**2


@pytest.mark.jit
@pytest.mark.parametrize(
    "law", [sp.Hertz(k=1e7), sp.HuntCrossley(k=1e7, lam=1e6), sp.KelvinVoigt(k=1e5, b=10.0)], ids=repr
)
@pytest.mark.parametrize("rtol", [1e-3, 1e-6, 1e-9])
def test_friction_without_damping_begins_and_ends_with_any_normal_law(law, rtol):
    """Where a round contact begins and ends, the exact law turns its deflection infinitely fast: such runs did not end."""
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.ground(material="ground")
    joint = sp.Free(position=(0, 0, 0.101), velocity=(0.5, 0.2, -1), angular_velocity=(3, 4, 50))
    scene.body("ball", mass=1.0, joint=joint, surfaces=[sp.Sphere(0.1, material="ball")])
    scene.contact("ball", "ground", normal=law, friction=sp.ElasticCoulomb(mu=0.3, kt=7e4, spin_radius=0.01))
    run = sp.simulate(scene, 0.05, rtol=rtol, max_steps=20_000)
    assert run.success and [event.what for event in run.events][-1] == "lost"
