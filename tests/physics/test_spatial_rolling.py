"""A ball on a floor rolls, slides, spins: no loss in rolling wherever the force acts; closed forms of the rest."""

import math

import numpy as np
import pytest
from physics.spatial import INERTIA, MASS, RADIUS, G, ball, done, resting, times_of

import supple as sp

pytestmark = [pytest.mark.validation, pytest.mark.jit]
KN = 2e4
SINK = MASS * G / KN


def loaded(friction, **motion):
    """A ball that lies on the floor in equilibrium, and moves."""
    return ball(sp.KelvinVoigt(k=KN), friction, height=resting(KN), gravity=G, **motion)


@pytest.mark.parametrize("alpha", [0.0, 0.25, 0.5, 1.0])
@pytest.mark.parametrize(
    "friction",
    [
        sp.SpatialSlip(mu=0.3, kt=1.5e4, bt=60.0, spin_radius=0.01),
        sp.SpatialSlip(mu=0.3, kt=(1e4, 2e4, 3e4), bt=60.0, kt_b=(2e4, 1e4, 4e4), bt_b=40.0, storage="spatial"),
        sp.ElasticCoulomb(mu=0.3, kt=1.5e4, spin_radius=0.01),
    ],
)
def test_rolling_costs_nothing(friction, alpha):
    """v = w (R - (1 - alpha) delta): the material points at the centre of the contact are at rest."""
    w = 5.0
    speed = w * (RADIUS - (1 - alpha) * SINK)
    run = done(loaded(friction, velocity=(speed, 0, 0), spin=(0, w, 0), centre=alpha), 1.0, rtol=1e-10)
    assert run.ledger.dissipated[-1] == pytest.approx(0.0, abs=1e-12)
    assert run.ledger.stored["kinetic"][-1] == pytest.approx(run.ledger.stored["kinetic"][0], abs=1e-12)
    assert run["ball.x"][-1] == pytest.approx(speed, abs=1e-9)


def test_rolling_past_the_centre_of_the_contact_does_cost():
    """The same motion seen from another centre slips: the test above is sharp."""
    friction = sp.SpatialSlip(mu=0.3, kt=1.5e4, bt=60.0)
    run = done(loaded(friction, velocity=(5.0 * RADIUS, 0, 0), spin=(0, 5.0, 0), centre=0.0), 1.0)
    assert run.ledger.dissipated[-1] > 1e-7


# --- slides, then rolls -----------------------------------------------------------------------------------------------
def test_a_sliding_ball_comes_to_roll():
    """At 5/7 of its speed; m v^2/7 are lost, nearly all of it in slip."""
    run = done(loaded(sp.SpatialSlip(mu=0.3, kt=1.5e6, bt=600.0), velocity=(1.0, 0, 0)), 0.5, rtol=1e-10)
    assert run["ball.vx"][-1] == pytest.approx(5 / 7, abs=1e-5)
    assert run.ledger.dissipated[-1] == pytest.approx(MASS / 7, abs=1e-5)
    assert run.ledger.dissipated[-1] == pytest.approx(0.1428571, abs=1e-5)


def test_a_sliding_ball_without_damping_comes_to_stick():
    """The slip ends later than of a rigid ball, 2 v/(7 mu g), by the time in which the spring is loaded: its half."""
    run = done(loaded(sp.ElasticCoulomb(mu=0.3, kt=1.5e4), velocity=(1.0, 0, 0)), 0.2, rtol=1e-12)
    (stick,) = times_of(run, "stick")[-1:]
    assert stick == pytest.approx(0.0971808, abs=1e-6)
    slipped = run.ledger.lost["friction"][-1]
    assert slipped == pytest.approx(0.1425684, abs=1e-6)
    assert slipped + run.ledger.lost["released"][-1] == run.ledger.dissipated[-1]
    # exactly: the energy of the slip, m_r v^2/2 with m_r = 2/7 m, less what is in the spring at the limit
    assert slipped == pytest.approx(MASS / 7 - (0.3 * MASS * G) ** 2 / (2 * 1.5e4), abs=1e-9)


# --- spins ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("law", ["elastic", "damped"])
def test_a_spinning_ball_comes_to_rest(law):
    """tau = mu m g r: it yields after tau/(k_th w0) and has lost I w0^2/2 - tau^2/(2 k_th) when it sticks."""
    w0, mu, r, k_th = 20.0, 0.3, 0.01, 2.0
    friction = (
        sp.ElasticCoulomb(mu=mu, kt=k_th / r**2, spin_radius=r)
        if law == "elastic"
        else sp.SpatialSlip(mu=mu, kt=k_th / r**2, bt=1e-3, spin_radius=r)
    )
    run = done(loaded(friction, spin=(0, 0, w0)), 2.75, rtol=1e-12)
    tau = mu * MASS * G * r
    slide, stick = times_of(run, "slide")[0], times_of(run, "stick")[0]
    lost = run.ledger.lost["friction"][np.searchsorted(run.t, stick)]
    exact = INERTIA * w0**2 / 2 - tau**2 / (2 * k_th)
    assert exact == pytest.approx(0.7997834688, abs=1e-9)
    tolerance = 1e-8 if law == "elastic" else 1e-5
    omega = math.sqrt(k_th / INERTIA)
    yielded = math.asin(tau * omega / (k_th * w0)) / omega
    assert yielded == pytest.approx(7.35783194e-4, abs=1e-8)
    assert slide == pytest.approx(yielded, abs=tolerance)
    assert stick == pytest.approx(2.71868253, abs=tolerance)
    assert lost == pytest.approx(exact, abs=tolerance)


def test_spin_and_slip_share_one_limit():
    """A ball that slides and spins: |f|^2 + (tau/r)^2 = (mu F)^2, so that spin helps it to slide."""
    r, mu = 0.02, 0.3
    friction = sp.ElasticCoulomb(mu=mu, kt=1e6, spin_radius=r)
    straight, spun = (
        done(loaded(friction, velocity=(1.0, 0, 0), spin=(0, 0, w)), 0.03, rtol=1e-9)["ball.vx"][-1] for w in (0, 50.0)
    )
    assert straight == pytest.approx(1 - mu * G * 0.03, abs=1e-4)
    assert spun > straight + 0.01


# --- rolling resistance -----------------------------------------------------------------------------------------------
def test_a_rolling_ball_slows_down_by_its_resistance():
    """m = a F: it loses a m g per radian and decelerates by 5/7 a g/R, whatever its speed."""
    arm, w = 1e-3, 10.0
    run = done(
        ball(
            sp.KelvinVoigt(k=KN), sp.SpatialSlip(mu=0.5, kt=1e6, bt=600.0), height=resting(KN), gravity=G,
            velocity=(w * RADIUS, 0, 0), spin=(0, w, 0), rolling=sp.RollingResistance(arm=arm, rate=1e-6),
        ), 1.0, rtol=1e-10,
    )  # fmt: skip
    deceleration = 5 / 7 * arm * G / RADIUS
    assert run["ball.vx"][-1] == pytest.approx(w * RADIUS - deceleration, abs=1e-4)
    way = run["ball.x"][-1]
    assert run.ledger.lost["friction"][-1] == pytest.approx(arm * MASS * G * way / RADIUS, rel=1e-3)


def test_resistance_is_a_couple_against_rolling_alone():
    """A free ball that only turns about the normal does not feel it; one that turns about the plane does, exactly."""
    arm, rate = 2e-3, 0.5
    rolling = sp.RollingResistance(arm=arm, rate=rate)
    normal = sp.KelvinVoigt(k=KN)

    def turning(spin):
        return done(ball(normal, height=resting(KN), gravity=G, spin=spin, rolling=rolling), 0.5, rtol=1e-11)

    assert turning((0, 0, 5.0))["ball.wz"][-1] == pytest.approx(5.0, abs=1e-12)

    # I w' = -a F w/sqrt(w^2 + w0^2):  sqrt(w^2 + w0^2) - w0 artanh(w0/sqrt(w^2 + w0^2)) falls by a F t/I
    def clock(w):
        size = math.hypot(w, rate)
        return size - rate * math.atanh(rate / size)

    w = turning((5.0, 0, 0))["ball.wx"][-1]
    assert clock(5.0) - clock(w) == pytest.approx(arm * MASS * G * 0.5 / INERTIA, rel=1e-8)
