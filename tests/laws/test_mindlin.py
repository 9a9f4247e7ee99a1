"""Mindlin's tangential stiffness: closed forms, the limit of a constant indentation, oblique impacts."""

import math

import numpy as np
import pytest

import supple as sp
from supple.laws.friction.contract import SLIDE, STICK, Bristle, Load, Slip
from supple.laws.friction.dispatch import friction_energy, friction_guard, friction_response, friction_start
from supple.laws.registry import FRICTION

STEEL = dict(E1=2.1e11, nu1=0.3, E2=2.1e11, nu2=0.3, R1=0.0127)
LAW = sp.Mindlin(mu=0.4, kappa=3e6, tau=1e-4)


def ask(question, law, *state):
    return question(FRICTION.number(law), *state, law.row())


def test_stiffness_is_eight_times_shear_modulus_and_radius_of_contact():
    """Mindlin (1949): kt = 8 G* a, 1/G* = (2 - nu1)/G1 + (2 - nu2)/G2, a = sqrt(R delta)."""
    G1, G2 = 2.1e11 / 2.6, 7e10 / 2.66
    a = math.sqrt(0.01 * 1e-5)
    kt = 8.0 * a / (1.7 / G1 + 1.67 / G2)
    law = sp.Mindlin.from_moduli(mu=0.3, E1=2.1e11, nu1=0.3, E2=7e10, nu2=0.33, R1=0.02, R2=0.02, tau=1e-6)
    assert law.kappa * math.sqrt(1e-5) == pytest.approx(kt, rel=1e-12)
    pulled = ask(friction_response, law, STICK, Load(1.0, 1e-5), Slip((1e-9, 0.0, 0.0), 0.0), Bristle((0.0,) * 3, 0.0))
    assert pulled.force[0] == pytest.approx(-1e-6 * kt * 1e-9, rel=1e-12)  # the damper tau kt
    assert pulled.rate.u[0] ** 2 == pytest.approx(kt * 1e-18, rel=1e-12)


def test_the_stiffness_is_that_of_stick_slip_under_the_same_force():
    normal = sp.Hertz.from_hertz(**STEEL)
    force = 250.0
    delta = (force / normal.k) ** (2.0 / 3.0)
    fixed = sp.StickSlip.from_moduli(mu=0.3, **STEEL, force=force, relaxation=1e-6)
    law = sp.Mindlin.from_moduli(mu=0.3, **STEEL, tau=1e-6)
    assert law.kappa * math.sqrt(delta) == pytest.approx(fixed.kt, rel=1e-12)


def test_from_materials_is_from_moduli():
    steel = sp.find_material("steel")
    moduli = dict(E1=steel.E, nu1=steel.nu, E2=steel.E, nu2=steel.nu)
    law = sp.Mindlin.from_materials(mu=0.3, a="steel", b=steel, R1=0.02, tau=1e-6)
    assert law.kappa == pytest.approx(sp.Mindlin.from_moduli(mu=0.3, **moduli, R1=0.02, tau=1e-6).kappa, rel=1e-12)


@pytest.mark.parametrize("mode", [STICK, SLIDE])
def test_at_constant_indentation_it_is_stick_slip(mode):
    """The deflection is eta / sqrt(kt): equal forces, rates, powers, energies, guards and modes at touch-down."""
    random = np.random.default_rng(0)
    for _ in range(50):
        delta, F = 10.0 ** random.uniform(-7, -3), 10.0 ** random.uniform(-2, 3)
        kt = LAW.kappa * math.sqrt(delta)
        fixed = sp.StickSlip(mu=LAW.mu, kt=kt, bt=LAW.tau * kt)
        v = (*random.normal(size=2), 0.0)
        u = (*(F / kt * random.normal(size=2)), 0.0)
        load, slip, s = Load(F, delta), Slip(v, 0.0), Bristle(u, 0.0)
        eta = Bristle(tuple(math.sqrt(kt) * x for x in u), 0.0)
        ours = ask(friction_response, LAW, mode, load, slip, eta)
        theirs = ask(friction_response, fixed, mode, load, slip, s)
        assert ours.force == pytest.approx(theirs.force, rel=1e-12)
        assert [x / math.sqrt(kt) for x in ours.rate.u] == pytest.approx(theirs.rate.u, rel=1e-9)
        assert ours.lost == pytest.approx(theirs.lost, rel=1e-9) and ours.reversible == theirs.reversible == 0.0
        energy = ask(friction_energy, fixed, mode, s)
        assert ask(friction_energy, LAW, mode, eta) == pytest.approx(energy, rel=1e-12)
        guard = ask(friction_guard, fixed, mode, load, slip, s)[0]
        assert ask(friction_guard, LAW, mode, load, slip, eta)[0] == pytest.approx(guard, rel=1e-9, abs=1e-12 * F)
        assert ask(friction_start, LAW, load, slip, eta) == ask(friction_start, fixed, load, slip, s)


@pytest.mark.parametrize("delta", [0.0, 1e-12, 1e-4])
def test_power_is_stored_or_dissipated_whatever_the_load_does(delta):
    """-f.v = D + eta.etadot: no rate of the indentation appears, so nobody has to pay for it."""
    for F, v, eta in ((0.0, (0.1, 0.2, 0.0), (0.3, 0.0, 0.0)), (5.0, (0.0, -0.4, 0.0), (1e-2, 2e-2, 0.0))):
        for mode in (STICK, SLIDE):
            pulled = ask(friction_response, LAW, mode, Load(F, delta), Slip(v, 0.0), Bristle(eta, 0.0))
            stored = float(np.dot(eta, pulled.rate.u))
            power = -float(np.dot(pulled.force, v))
            assert power == pytest.approx(
                pulled.lost + stored, abs=1e-12 * (abs(power) + abs(stored) + abs(pulled.lost))
            )


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: sp.Mindlin(mu=-0.1, kappa=1.0, tau=1.0), "mu must be >= 0, got -0.1"),
        (lambda: sp.Mindlin(mu=0.1, kappa=0.0, tau=1.0), r"kappa must be > 0 N/m\^\(3/2\), got 0.0"),
        (lambda: sp.Mindlin(mu=0.1, kappa=1.0, tau=0.0), "tau must be > 0 s, got 0.0"),
    ],
)
def test_errors_are_sentences(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()


# --- an oblique impact --------------------------------------------------------------------------------------------------
RADIUS, MASS, MU = 0.0127, 0.0669, 0.3


def shot(friction, angle, speed=1.0):
    """A steel ball on a steel plate at an angle from the normal [degrees]; 70 microseconds of contact."""
    scene = sp.Scene(gravity=(0, 0, 0), name="oblique")
    scene.ground(material="floor")
    across, down = speed * math.sin(math.radians(angle)), speed * math.cos(math.radians(angle))
    joint = sp.Free(position=(0, 0, RADIUS + 1e-6), velocity=(across, 0, -down))
    inertia = sp.sphere_inertia(MASS, RADIUS)
    scene.body("ball", mass=MASS, inertia=inertia, joint=joint, surfaces=[sp.Sphere(RADIUS, material="ball")])
    scene.contact("ball", "floor", normal=sp.Hertz.from_hertz(**STEEL), friction=friction)
    return sp.simulate(scene, 2e-4, rtol=1e-7)


def tangential_restitution(run):
    """Minus the slip after the impact over that before."""
    slip = run["ball.vx"] - RADIUS * run["ball.wy"]
    return -slip[-1] / slip[0]


def mean_stiffness(law, run):
    """Mean of kappa sqrt(delta) over the contact."""
    kt = law.kappa * np.sqrt(np.maximum(RADIUS - run["ball.z"], 0.0))
    duration = run.impacts[0].duration
    return float(np.sum(0.5 * (kt[1:] + kt[:-1]) * np.diff(run.t)) / duration)


@pytest.mark.parametrize(
    ("angle", "difference"),
    [(5.0, 0.1), pytest.param(45.0, 0.2, marks=pytest.mark.jit), pytest.param(75.0, 1e-3, marks=pytest.mark.jit)],
)
def test_an_oblique_impact(angle, difference):
    law = sp.Mindlin.from_moduli(mu=MU, **STEEL, tau=1e-7)
    run = shot(law, angle)
    assert run.success and len(run.impacts) == 1 and run.ledger.relative_residual < 1e-8
    assert run.impacts[0].restitution == pytest.approx(1.0, abs=1e-6)
    e = tangential_restitution(run)
    assert -1.0 <= e <= 1.0
    kt = mean_stiffness(law, run)
    assert e == pytest.approx(
        tangential_restitution(shot(sp.StickSlip(mu=MU, kt=kt, bt=1e-7 * kt), angle)), abs=difference
    )
    if angle == 75.0:  # sliding nearly throughout: the impulse of a rigid body, mu times that of the normal
        assert e == pytest.approx(-1.0 + 3.5 * 2.0 * MU / math.tan(math.radians(angle)), abs=1e-3)
