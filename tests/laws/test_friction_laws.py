"""Modes, closed forms and error sentences of the friction laws."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from supple.laws import BlimanSorine, CollisionFriction, Dahl, LuGre, RegularisedCoulomb, SmoothStribeck, StickSlip
from supple.laws.friction.contract import BREAKAWAY, SLIDE, STICK, ZERO, Bristle, Load, Slip
from supple.laws.friction.dispatch import (
    friction_guard,
    friction_next_mode,
    friction_relax_rate,
    friction_response,
    friction_start,
)
from supple.laws.registry import FRICTION

DEPTH = 1e-3  # [m] indentation, for laws that ask
component = st.floats(-1.0, 1.0)
vector = st.tuples(component, component, st.just(0.0))


def state(F, v, u):
    return Load(F, DEPTH), Slip(v, 0.0), Bristle(u, 0.0)


def respond(law, mode, F, v, u=ZERO):
    pull = friction_response(FRICTION.number(law), mode, *state(F, v, u), law.row())
    assert pull.moment == 0.0 and pull.rate.theta == 0.0
    return pull.force, pull.rate.u, pull.lost, pull.reversible


def after(law, mode, F, v, u=ZERO):
    mode, s = friction_next_mode(FRICTION.number(law), mode, *state(F, v, u), law.row())
    return mode, s.u


def guard(law, mode, F, v, u=ZERO):
    return friction_guard(FRICTION.number(law), mode, *state(F, v, u), law.row())[0]


def start(law, F, v, u=ZERO):
    return friction_start(FRICTION.number(law), *state(F, v, u), law.row())


def relax_rate(law):
    return friction_relax_rate(FRICTION.number(law), law.row())


@settings(deadline=None)
@given(v=vector, u=vector, F=st.floats(0.0, 100.0))
def test_sliding_slip_opposes_the_force(v, u, F):
    law = StickSlip(mu=0.4, kt=1e5, bt=100.0)
    u = tuple(1e-3 * x for x in u)
    if guard(law, SLIDE, F, v, u) < 0.0:
        return
    f, du, D, _ = respond(law, SLIDE, F, v, u)
    slip = [a - b for a, b in zip(v, du, strict=True)]
    size = math.hypot(*f) * math.hypot(*slip)
    assert sum(a * b for a, b in zip(f, slip, strict=True)) == pytest.approx(-size, abs=1e-9 * (1.0 + size))
    assert math.hypot(*f) == pytest.approx(0.4 * F, abs=1e-9)
    assert D >= 0.0


def test_stick_slip_is_continuous_at_the_change_of_mode():
    law = StickSlip(mu=0.4, kt=1e5, bt=100.0)
    v, u = (0.1, 0.05, 0.0), (1e-4, -2e-4, 0.0)
    F = math.hypot(1e5 * u[0] + 100 * v[0], 1e5 * u[1] + 100 * v[1]) / 0.4
    for stick, slide in zip(respond(law, STICK, F, v, u), respond(law, SLIDE, F, v, u), strict=True):
        assert stick == pytest.approx(slide, abs=1e-12)
    assert guard(law, STICK, F + 1.0, v, u) == -guard(law, SLIDE, F + 1.0, v, u) == pytest.approx(0.4)
    assert after(law, STICK, F, v, u) == (SLIDE, u) and after(law, SLIDE, F, v, u) == (STICK, u)
    assert relax_rate(law) == pytest.approx(1000.0)


def test_stick_slip_starts_in_the_mode_of_its_guards():
    law = StickSlip(mu=0.4, kt=1e5, bt=100.0)
    for F, v, mode in ((0.0, (0.1, 0.0, 0.0), SLIDE), (100.0, (0.1, 0.0, 0.0), STICK), (0.0, ZERO, STICK)):
        assert start(law, F, v) == mode


def test_bliman_sorine_reaches_95_percent_after_sp():
    law = BlimanSorine(mu=0.4, sp=0.0045)
    u, x, h = 0.0, 0.0, 1e-6
    while x < law.sp:
        u += h * respond(law, SLIDE, 1.0, (1.0, 0.0, 0.0), (u, 0.0, 0.0))[1][0]
        x += h
    assert u / law.mu == pytest.approx(1.0 - math.exp(-3.0), abs=1e-3)


def test_dahl_is_bliman_sorine():
    assert Dahl(mu=0.4, sigma0=300.0).row() == pytest.approx(BlimanSorine(mu=0.4, sp=3.0 * 0.4 / 300.0).row())
    _, du, _, _ = respond(Dahl(mu=0.4, sigma0=300.0), SLIDE, 1.0, (0.2, 0.0, 0.0), (0.1, 0.0, 0.0))
    assert du[0] == pytest.approx(300.0 * 0.2 * (1.0 - 0.1 / 0.4))


def test_lugre_slides_on_its_stribeck_curve():
    law = LuGre(mu_s=0.6, mu_k=0.4, v_stribeck=0.01, sigma0=1e3, sigma1=5.0, sigma2=0.1)
    for v in (1e-3, 0.01, 0.5):
        g = 0.4 + 0.2 * math.exp(-((v / 0.01) ** 2))
        f, du, D, W = respond(law, SLIDE, 10.0, (v, 0.0, 0.0), (g / 1e3, 0.0, 0.0))
        assert du[0] == pytest.approx(0.0, abs=1e-15)
        assert f[0] == pytest.approx(-10.0 * (g + 0.1 * v))
        assert D == pytest.approx(-f[0] * v) and W == pytest.approx(0.0, abs=1e-12)


MACHINE = CollisionFriction(mu_k=0.4, mu_s=0.6, k=1e4, d=50.0, v_stick=1e-3)


def test_machine_slows_down_to_stick():
    assert guard(MACHINE, SLIDE, 10.0, (1.1e-3, 0.0, 0.0)) > 0.0 > guard(MACHINE, SLIDE, 10.0, (0.9e-3, 0.0, 0.0))
    assert after(MACHINE, SLIDE, 10.0, (1e-3, 0.0, 0.0)) == (STICK, ZERO)
    # a damper that cannot hold: on along the motion until rest
    assert after(MACHINE, SLIDE, 0.01, (0.0, 1e-3, 0.0)) == (BREAKAWAY, (0.0, 1.0, 0.0))


def test_machine_breaks_away_without_chatter():
    u, v = (6e-4, 0.0, 0.0), (1e-5, 0.0, 0.0)
    assert guard(MACHINE, STICK, 10.0, v, u) < 0.0
    mode, e = after(MACHINE, STICK, 10.0, v, u)
    assert (mode, e) == (BREAKAWAY, (1.0, 0.0, 0.0))
    f, du, D, _ = respond(MACHINE, mode, 10.0, v, e)
    assert f == pytest.approx((-4.0, 0.0, 0.0)) and du == ZERO and D > 0.0
    assert guard(MACHINE, mode, 10.0, v, e) > 0.0
    assert after(MACHINE, mode, 10.0, (2.1e-3, 0.0, 0.0), e) == (SLIDE, ZERO)
    assert guard(MACHINE, SLIDE, 10.0, (2.1e-3, 0.0, 0.0)) > 0.0
    assert after(MACHINE, mode, 10.0, (-1e-9, 0.0, 0.0), e) == (STICK, ZERO)
    assert after(MACHINE, STICK, 10.0, (0.5, 0.0, 0.0), u) == (SLIDE, ZERO)  # already fast


def test_machine_breaks_away_while_the_spring_returns():
    u, v = (6e-4, 0.0, 0.0), (-5e-4, 0.0, 0.0)
    mode, e = after(MACHINE, STICK, 5.0, v, u)
    assert (mode, e) == (BREAKAWAY, (-1.0, 0.0, 0.0))
    assert guard(MACHINE, mode, 5.0, v, e) > 0.0 and respond(MACHINE, mode, 5.0, v, e)[2] > 0.0


@settings(deadline=None)
@given(v=vector, u=vector, F=st.floats(0.0, 100.0), mode=st.sampled_from([SLIDE, STICK, BREAKAWAY]))
def test_machine_always_settles(v, u, F, mode):
    """From any state, guards and next_mode agree within two changes."""
    v, size = tuple(3e-3 * x for x in v), math.hypot(*u)
    if mode == BREAKAWAY:
        u = tuple(x / size for x in u) if size > 1e-3 else (1.0, 0.0, 0.0)
    else:
        u = tuple(1e-3 * x for x in u)
    for _ in range(2):
        if guard(MACHINE, mode, F, v, u) >= 0.0:
            break
        mode, u = after(MACHINE, mode, F, v, u)
    assert guard(MACHINE, mode, F, v, u) >= 0.0
    assert respond(MACHINE, mode, F, v, u)[2] >= 0.0


def test_regularised_coulomb_creeps_as_documented():
    law = RegularisedCoulomb(mu=0.4, v_s=0.01)
    creep = 0.01 * math.atanh(3.0 / 4.0)
    assert respond(law, SLIDE, 10.0, (creep, 0.0, 0.0))[0][0] == pytest.approx(-3.0)
    slope = respond(law, SLIDE, 10.0, (1e-12, 0.0, 0.0))[0][0] / 1e-12
    assert slope == pytest.approx(-0.4 * 10.0 / 0.01)


def test_smooth_stribeck_passes_its_coefficients():
    law = SmoothStribeck(mu_s=0.6, mu_k=0.4, v_t=0.01, mu_v=0.1)
    for v, mu in ((0.005, 0.3), (0.01, 0.6), (0.02, 0.5), (0.03, 0.4), (1.0, 0.4)):
        assert respond(law, SLIDE, 10.0, (0.0, v, 0.0))[0][1] == pytest.approx(-10.0 * (mu + 0.1 * v))


def test_forgetting_laws_say_so():
    for law in (BlimanSorine(mu=0.4, sp=1e-3), MACHINE, RegularisedCoulomb(mu=0.4, v_s=0.01)):
        assert relax_rate(law) < 0.0


def test_negative_normal_force_gives_no_friction():
    for law in (
        StickSlip(mu=0.4, kt=1e5, bt=100.0),
        BlimanSorine(mu=0.4, sp=1e-3),
        MACHINE,
        RegularisedCoulomb(mu=0.4, v_s=0.01),
    ):
        f, _, D, _ = respond(law, SLIDE, -1e-9, (0.1, 0.0, 0.0), (1e-4, 0.0, 0.0))
        assert math.hypot(*f) == 0.0 and D >= 0.0


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: StickSlip(mu=-0.1, kt=1.0, bt=1.0), "mu must be >= 0, got -0.1"),
        (lambda: StickSlip(mu=0.1, kt=1.0, bt=0.0), "bt must be > 0 Ns/m, got 0.0"),
        (lambda: BlimanSorine(mu=0.4, sp=0.0), "sp must be > 0 m, got 0.0"),
        (lambda: Dahl(mu=0.4, sigma0=-1.0), "sigma0 must be > 0 1/m"),
        (lambda: LuGre(mu_s=0.3, mu_k=0.4, v_stribeck=1.0, sigma0=1.0), "mu_s must be >= mu_k = 0.4"),
        (
            lambda: LuGre(mu_s=0.5, mu_k=0.4, v_stribeck=0.1, sigma0=1.0, sigma1=1e3),
            "sigma1 must be <= .* to be passive",
        ),
        (lambda: CollisionFriction(mu_k=0.4, mu_s=0.3, k=1.0, d=1.0, v_stick=1.0), "mu_s must be >= mu_k"),
        (lambda: CollisionFriction(mu_k=0.4, mu_s=0.4, k=1.0, d=1.0, v_stick=0.0), "v_stick must be > 0 m/s"),
        (lambda: RegularisedCoulomb(mu=0.4, v_s=0.0), "v_s must be > 0 m/s"),
        (lambda: SmoothStribeck(mu_s=0.3, mu_k=0.4, v_t=0.1), "mu_s must be >= mu_k"),
    ],
)
def test_errors_are_sentences(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()
