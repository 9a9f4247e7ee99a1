"""Closed forms, constructors and error sentences of the normal laws."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from supple.laws import (
    AzadFeatherstone,
    AzadFeatherstoneRecovery,
    Hertz,
    HuntCrossley,
    KelvinVoigt,
    LeeWang,
    LinearSD1,
    LinearSD2,
    PowerLaw,
    damping_number,
    hertz_stiffness,
    in_series,
    layer_stiffness,
    reduced_modulus,
    reduced_radius,
    restitution,
)
from supple.laws.normal.dispatch import (
    normal_energy,
    normal_holds,
    normal_parts,
    normal_relax_rate,
    normal_remember,
    normal_response,
    normal_surface,
)
from supple.laws.power_law_impact import rebound_speed
from supple.laws.registry import NORMAL
from supple.laws.restitution import (
    damping_number_of,
    hunt_crossley_restitution,
    kelvin_voigt_restitution,
)

STEEL = dict(E1=2.1e11, nu1=0.3, E2=2.1e11, nu2=0.3, R1=0.01)


@pytest.mark.parametrize(
    ("d", "n", "p", "e"),
    [
        (0.1, 1.5, 0.5, 0.892858876),
        (0.3, 1.5, 0.5, 0.722085440),
        (1.0, 1.5, 0.5, 0.393930603),
        (0.1, 1.5, 1.5, 0.937475580),
        (1.0, 1.5, 1.5, 0.593624260),
        (0.2, 1.0, 0.0, 0.7440793977),
        (0.6, 1.0, 0.0, 0.4509754529),
    ],
)
def test_restitution_has_its_nine_digits(d, n, p, e):
    assert restitution(d, n, p) == pytest.approx(e, abs=1e-9)
    assert rebound_speed(d, n, p, 1.0) == pytest.approx(e, abs=1e-9)
    assert damping_number(e, n, p) == pytest.approx(d, rel=1e-8)


@pytest.mark.parametrize("d", [1e-9, 1e-4, 0.019, 0.021, 1.0, 30.0, 50.0])
def test_hunt_crossley_solves_its_equation(d):
    e = hunt_crossley_restitution(d)
    assert 0.0 < e < 1.0
    if d < 10.0:
        residual = d * (1.0 + e) - math.log1p(d) + math.log1p(-d * e)
        assert abs(residual) < 1e-14 + 1e-13 * d
    assert e == pytest.approx(1.0 - 2.0 * d / 3.0, abs=d * d + 1e-15)  # Hunt & Crossley's slope at low speed


@pytest.mark.parametrize("d", [0.01, 2.0, 8.0])
def test_closed_forms_equal_integration(d):
    assert hunt_crossley_restitution(d) == pytest.approx(rebound_speed(d, 1.2, 1.2, 1.0), abs=1e-9)
    assert kelvin_voigt_restitution(d / 2) == pytest.approx(rebound_speed(d, 1.0, 0.0, 1.0), abs=1e-9)


def test_kelvin_voigt_is_smooth_through_critical_damping():
    assert kelvin_voigt_restitution(1.0) == pytest.approx(math.exp(-2.0), rel=1e-12)
    below, above = kelvin_voigt_restitution(1.0 - 1.1e-6), kelvin_voigt_restitution(1.0 + 1.1e-6)
    assert below > math.exp(-2.0) > above
    assert below + above == pytest.approx(2.0 * math.exp(-2.0), rel=1e-9)


@pytest.mark.parametrize(("x", "error"), [(0.1, 1e-5), (0.2, 1e-5), (0.5, 5e-4), (1.0, 6e-3)])
def test_azad_featherstone_is_the_viscoelastic_sphere(x, error):
    """The Pade approximant of Mueller & Poeschel (2011) for the Kuwabara-Kono force, within its own error."""
    top = 1.0 + 0.501086 * x
    pade = top / (top + 1.15345 * x**2 + 0.577977 * x**3 + 0.532178 * x**4)
    assert restitution(x * x, 1.5, 0.5) == pytest.approx(pade, abs=error)


@settings(deadline=None)
@given(d=st.floats(1e-3, 3.0), p=st.sampled_from([0.0, 0.5, 1.0, 1.5]))
def test_more_damping_rebounds_less(d, p):
    assert 1.0 > restitution(d, 1.5, p) > restitution(1.1 * d, 1.5, p) > 0.0


def test_damping_number_inverts():
    for e in (1e-3, 0.1, 0.9, 0.9999):
        for n, p in ((1.5, 0.5), (1.0, 0.0), (1.0, 1.0), (1.5, 1.0)):
            assert restitution(damping_number(e, n, p), n, p) == pytest.approx(e, abs=1e-9)
    assert damping_number(1.0, 1.5, 0.5) == 0.0
    assert restitution(0.0, 1.5, 0.5) == 1.0


def test_azad_featherstone_number_and_its_invariance():
    k, lam, m, v, a = 1e8, 2e4, 0.07, 3.0, 1.7
    d = damping_number_of(lam, v, m, k, 1.5, 0.5)
    assert d == pytest.approx(lam * k**-0.6 * m**-0.4 * v**0.2, rel=1e-13)
    assert damping_number_of(a**-1.5 * lam, v, m, a**-2.5 * k, 1.5, 0.5) == pytest.approx(d, rel=1e-13)


@pytest.mark.parametrize(
    ("cls", "n", "p"),
    [(HuntCrossley, 1.5, 1.5), (LeeWang, 1.5, 1.0), (AzadFeatherstone, 1.5, 0.5), (AzadFeatherstoneRecovery, 1.5, 0.5)],
)
def test_from_restitution(cls, n, p):
    law = cls.from_restitution(e=0.7, speed=2.0, mass=0.5, k=1e7)
    assert restitution(damping_number_of(law.lam, 2.0, 0.5, 1e7, n, p), n, p) == pytest.approx(0.7, abs=1e-9)
    law = cls.from_static_penetration(depth=1e-4, mass=0.5, e=0.7, speed=2.0, g=10.0)
    F = normal_response(NORMAL.number(law), 1e-4, 0.0, 0.0, law.row())[0]
    assert F == pytest.approx(5.0, rel=1e-12)
    assert cls.from_hertz(**STEEL, lam=3.0) == cls(k=hertz_stiffness(2.1e11, 0.3, 2.1e11, 0.3, 0.01), lam=3.0)


@pytest.mark.parametrize("cls", [KelvinVoigt, LinearSD1])
def test_linear_from_restitution(cls):
    law = cls.from_static_penetration(depth=1e-3, mass=2.0, e=0.6)
    assert law.k == pytest.approx(2.0 * 9.80665 / 1e-3)
    assert kelvin_voigt_restitution(law.b / (2.0 * math.sqrt(law.k * 2.0))) == pytest.approx(0.6, abs=1e-9)


def test_other_constructors():
    assert HuntCrossley.from_dissipation(k=100.0, d=0.3, n=1.0) == HuntCrossley(k=100.0, lam=30.0, n=1.0)
    assert Hertz.from_hertz(**STEEL).k == hertz_stiffness(2.1e11, 0.3, 2.1e11, 0.3, 0.01)
    assert Hertz.from_static_penetration(depth=1e-2, mass=1.0, g=10.0).k == pytest.approx(1e4)


def test_named_laws_are_power_laws():
    def row(n, lam, p):
        return PowerLaw(k=1e5, n=n, lam=lam, p=p).row()

    assert KelvinVoigt(k=1e5, b=7.0).row() == row(1.0, 7.0, 0.0)
    assert HuntCrossley(k=1e5, lam=7.0, n=2.0).row() == row(2.0, 7.0, 2.0)
    assert LeeWang(k=1e5, lam=7.0).row() == row(1.5, 7.0, 1.0)
    assert AzadFeatherstone(k=1e5, lam=7.0).row() == row(1.5, 7.0, 0.5)
    assert Hertz(k=1e5).row() == row(1.5, 0.0, 0.0) == AzadFeatherstone(k=1e5).row()


def test_singular_start():
    assert not KelvinVoigt(k=1.0, b=1.0).singular_start
    assert not HuntCrossley(k=1.0, n=1.0).singular_start
    assert not PowerLaw(k=1.0, n=2.0, lam=0.0, p=0.5).singular_start
    assert PowerLaw(k=1.0, n=2.0, lam=1.0, p=0.5).singular_start
    assert HuntCrossley(k=1.0).singular_start and AzadFeatherstone(k=1.0).singular_start


def test_spring_is_odd_and_damper_even_beyond_the_surface():
    law = AzadFeatherstone(k=1e6, lam=1e3)
    i, p = NORMAL.number(law), law.row()
    spring, _, _ = normal_response(i, 1e-3, 0.0, 0.0, p)
    assert normal_response(i, -1e-3, 0.0, 0.0, p)[0] == -spring
    total, _, lost = normal_response(i, 1e-3, 0.5, 0.0, p)
    beyond, _, lost_beyond = normal_response(i, -1e-3, 0.5, 0.0, p)
    assert beyond + spring == pytest.approx(total - spring)
    assert lost_beyond == lost > 0.0


def test_kelvin_voigt_lets_go_before_it_pulls():
    law = KelvinVoigt(k=1e4, b=100.0)
    i, p = NORMAL.number(law), law.row()
    assert normal_holds(i, 1e-3, -0.099, 0.0, p)[0] > 0.0 > normal_holds(i, 1e-3, -0.101, 0.0, p)[0]
    # a positive k delta + b rate is no contact outside the surface
    assert normal_parts(i, -1e-6, 5.0, 0.0, 0.0, p)[0] > 0.0
    assert normal_parts(i, 1e-3, -0.101, 0.0, 0.0, p)[0] > 0.0 > normal_parts(i, 1e-3, -0.099, 0.0, 0.0, p)[0]


@pytest.mark.parametrize("law", [AzadFeatherstoneRecovery(k=1e6, lam=1e3), LinearSD1(k=1e4, b=10.0)])
def test_recovering_surface_leaves_with_the_speed_of_the_body(law):
    i, p = NORMAL.number(law), law.row()
    relax, delta = normal_relax_rate(i, p), 1e-3
    assert relax == pytest.approx(1e3)
    rate = -relax * delta
    assert normal_holds(i, delta, rate, 0.0, p)[0] == pytest.approx(0.0, abs=1e-18)
    s = normal_surface(i, delta, 0.0, p)
    assert s == delta
    later = 1e-5  # the body goes on at its speed, the surface slows down: free, and the guard grows linearly
    left = s * math.exp(-relax * later)
    guard, guard_rate = normal_parts(i, delta + rate * later, rate - 10.0 * later, left, -relax * left, p)
    assert math.isnan(guard_rate), "the sum decides, whose rate nobody knows"
    assert guard > 1e-3 * relax * later * delta
    for part, sign in ((0.49, -1.0), (0.51, 1.0)):
        guard, guard_rate = normal_parts(i, 0.5 * s, 0.1, part * s, -relax * part * s, p)
        assert guard * sign > 0.0 and guard_rate == -relax * part * s - 0.1


def test_recovery_is_that_of_the_lumped_spring():
    """x ~ delta^(5/4) decays with K/D = 1.25 k/lam, and its energy K x^2/2 is the stored energy."""
    law = AzadFeatherstoneRecovery(k=1e6, lam=1e3)
    i, p, t = NORMAL.number(law), law.row(), 7e-4
    s = 1e-3 * math.exp(-normal_relax_rate(i, p) * t)
    assert (s / 1e-3) ** 1.25 == pytest.approx(math.exp(-1.25 * law.k / law.lam * t), rel=1e-12)
    assert normal_energy(i, s, 0.0, p) / normal_energy(i, 1e-3, 0.0, p) == pytest.approx((s / 1e-3) ** 2.5)


def test_linear_sd2_remembers_its_deflection():
    law = LinearSD2(k1=5e4, k2=2.5e5, b=250.0)
    i, p = NORMAL.number(law), law.row()
    assert normal_surface(i, 3e-4, 3e-4, p) == normal_remember(i, 3e-4, 3e-4, p) == 3e-4
    assert normal_relax_rate(i, p) == pytest.approx(200.0)
    y = 2.5e5 / 3e5 * 1e-3  # static: springs in series
    F, y_rate, D = normal_response(i, 1e-3, 0.0, y, p)
    assert F == pytest.approx(in_series(5e4, 2.5e5) * 1e-3)
    assert abs(y_rate) < 1e-12 and D < 1e-20


def test_coefficients():
    assert reduced_modulus(2e11, 0.3, math.inf, 0.0) == pytest.approx(2e11 / 0.91)
    assert reduced_modulus(1e9, 0.0, 1e9, 0.0) == pytest.approx(5e8)
    assert reduced_radius(0.02) == pytest.approx(0.02)
    assert reduced_radius(0.02, 0.02) == pytest.approx(0.01)
    assert reduced_radius(0.02, -0.04) == pytest.approx(0.04)
    assert hertz_stiffness(1e9, 0.0, math.inf, 0.0, 0.01) == pytest.approx(4.0 / 3.0 * 1e9 * 0.1)
    assert layer_stiffness(1e7, 1e-3, 0.01) == pytest.approx(1e6)
    assert in_series(2.0, 2.0) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: HuntCrossley(k=-1.0), r"k must be > 0 N/m\^n, got -1.0"),
        (lambda: HuntCrossley(k=1.0, lam=-2.0), r"lam must be >= 0 .*, got -2.0"),
        (lambda: HuntCrossley(k=1.0, n=0.5), "n must be between 1.0 and 10.0"),
        (lambda: HuntCrossley.from_dissipation(k=1.0, d=-1.0), "d must be >= 0 s/m"),
        (lambda: KelvinVoigt(k=1.0, b=-1.0), "b must be >= 0 Ns/m, got -1.0"),
        (lambda: LinearSD1(k=1.0, b=0.0), "b must be > 0 Ns/m, got 0.0"),
        (lambda: LinearSD2(k1=1.0, k2=0.0, b=1.0), "k2 must be > 0 N/m, got 0.0"),
        (lambda: AzadFeatherstoneRecovery(k=1.0, lam=0.0), "lam must be > 0"),
        (lambda: PowerLaw(k=1.0, n=1.0, lam=1.0, p=0.0, q=0.0), "q must be > 0"),
        (lambda: PowerLaw(k=math.nan, n=1.0, lam=1.0, p=0.0), "k must be finite"),
        (lambda: damping_number(1.2, 1.5, 0.5), "e must be between 0.001 and 1.0"),
        (lambda: restitution(-0.1, 1.5, 0.5), "d must be >= 0"),
        (lambda: reduced_radius(0.02, -0.01), "R2 must be < -R1"),
        (lambda: reduced_radius(0.02, 0.0), "R2 must not be 0 m"),
        (lambda: reduced_modulus(0.0, 0.3, 1.0, 0.3), "E1 must be > 0 Pa"),
        (lambda: in_series(), "at least one stiffness"),
    ],
)
def test_errors_are_sentences(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()
