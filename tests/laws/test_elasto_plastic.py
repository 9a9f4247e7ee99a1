"""The elasto-plastic law: load curve, inversion, energies, constructors, and the two ways to unload."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from supple.laws import ElastoPlastic, Hertz
from supple.laws.normal import elasto_plastic as kernels
from supple.laws.normal.dispatch import GROWING, kernels_of
from supple.materials import Material
from supple.testing import check_normal_law

HB = 9.80665e6  # [Pa]
STEEL = dict(E1=2.1e11, nu1=0.3, E2=2.1e11, nu2=0.3, R1=0.010, yield_strength=350e6, hardness=200 * HB)
BOTH = pytest.mark.parametrize("unloading", ["same-radius", "flattened"])


def steel(unloading="same-radius", **changes):
    return ElastoPlastic.from_hertz(**(STEEL | changes), unloading=unloading)


def row(law):
    return np.array(law.row())


def q_c(law):
    return (law.yield_force / law.k) ** (2.0 / 3.0)


@pytest.mark.validation
def test_constants_of_a_steel_tip_on_a_steel_block():
    law = steel()
    assert law.k == pytest.approx(1.538461538e10, rel=1e-9)
    assert law.plastic_compliance == pytest.approx(8.11464379e-9, rel=1e-9)
    assert law.yield_force == pytest.approx(44.933521, rel=1e-8)
    assert q_c(law) == pytest.approx(2.04325485e-6, rel=1e-8)
    assert law.k == Hertz.from_hertz(E1=2.1e11, nu1=0.3, E2=2.1e11, nu2=0.3, R1=0.010).k
    # the same material on both sides: 2/3; a rigid block: 4/3
    assert law.k == pytest.approx(2 / 3 * 2.1e11 * math.sqrt(0.010) / (1 - 0.3**2), rel=1e-15)
    assert steel(E2=math.inf).k == pytest.approx(2.0 * law.k, rel=1e-15)
    # the mean pressure of Hertz is twice the yield strength where it begins
    assert law.yield_force / (math.pi * 0.010 * q_c(law)) == pytest.approx(2.0 * 350e6, rel=1e-14)


@pytest.mark.validation
@pytest.mark.parametrize(
    ("micrometres", "force"),
    [(1, 15.384615), (2, 43.514263), (5, 135.508759), (20, 797.023293), (100, 5878.928271), (300, 21575.266147)],
)
def test_load_curve(micrometres, force):
    p, delta = row(steel()), 1e-6 * micrometres
    z = kernels.remember(delta, 0.0, p)
    assert kernels.response(delta, 0.0, z, p)[0] == pytest.approx(force, abs=1e-6, rel=1e-9)
    if z > 0.0:
        assert kernels.response(delta, 0.0, GROWING, p)[0] == pytest.approx(force, abs=1e-6, rel=1e-9)


@pytest.mark.validation
def test_energies_at_five_kilonewtons():
    law, F = steel(), 5000.0
    p, eta, F_c = row(law), law.plastic_compliance, law.yield_force
    z = eta * (F - F_c)
    delta = z + (F / law.k) ** (2.0 / 3.0)
    assert z == pytest.approx(4.02085994e-5, rel=1e-8)
    assert kernels.settled(delta, p) == pytest.approx(z, rel=1e-14)
    assert kernels.energy(delta, GROWING, p) == pytest.approx(0.0945407195, rel=1e-9)
    assert kernels.energy(delta, z, p) == pytest.approx(0.0945407195, rel=1e-9)
    assert F_c * z + z * z / (2.0 * eta) == pytest.approx(0.101424856, rel=1e-8)
    points, weights = np.polynomial.legendre.leggauss(60)
    first = q_c(law)
    places = 0.5 * (delta - first) * points + 0.5 * (delta + first)
    lost = [kernels.response(x, 1.0, GROWING, p)[2] for x in places]
    assert 0.5 * (delta - first) * np.dot(weights, lost) == pytest.approx(0.101424856, rel=1e-8)


@BOTH
def test_the_inversion_is_exact_and_monotone(unloading):
    law = steel(unloading)
    p = row(law)
    depths = np.geomspace(1.0000001 * q_c(law), 0.1, 500)
    found = np.array([kernels.loading(delta, p)[0] for delta in depths])
    residuals = [(z + kernels.give(z, p)) / delta - 1.0 for z, delta in zip(found, depths, strict=True)]
    assert np.max(np.abs(residuals)) < 1e-14
    assert np.all(np.diff(found) > 0.0) and found[0] < 1e-12
    forces = [kernels.response(delta, 0.0, GROWING, p)[0] for delta in depths]
    assert np.all(np.diff(forces) > 0.0)


@BOTH
def test_force_is_continuous_and_its_slope_jumps_at_first_yield(unloading):
    law = steel(unloading)
    p, first = row(law), q_c(law)
    h = 1e-4 * first
    assert kernels.response(first, 0.0, 0.0, p)[0] == pytest.approx(law.yield_force, rel=1e-14)
    assert kernels.response(first, 0.0, GROWING, p)[0] == pytest.approx(law.yield_force, rel=1e-14)
    elastic = 1.5 * law.yield_force / first
    growing = (kernels.response(first + h, 0.0, GROWING, p)[0] - law.yield_force) / h
    if unloading == "same-radius":
        assert 1.0 / growing == pytest.approx(1.0 / elastic + law.plastic_compliance, rel=1e-4)
    assert growing < 0.9 * elastic


@pytest.mark.validation
def test_a_flattened_contact_unloads_as_johnson_says():
    """Elastic energy (3/10) F^2/(a E*), with the hardness under pi a^2 beyond yield; at first yield that of Hertz."""
    law = steel("flattened")
    p, R, modulus = row(law), 0.010, 0.75 * law.k / math.sqrt(0.010)
    for z in (0.0, 1e-7, 1e-5, 1e-3):
        F = kernels.yield_force(z, p)
        a = math.sqrt(R * (q_c(law) + 2.0 * z))
        assert kernels.energy(z + kernels.give(z, p), z, p) == pytest.approx(0.3 * F * F / (a * modulus), rel=1e-12)
    assert F / (math.pi * a * a) == pytest.approx(STEEL["hardness"], rel=1e-2)
    assert kernels.stiffness(0.0, p) == pytest.approx(law.k, rel=1e-14)
    assert kernels.stiffness(1e-4, p) > law.k


def test_a_flattened_contact_must_be_passive():
    k = 1e10
    values = dict(k=k, yield_force=10.0, unloading="flattened")
    first = (10.0 / k) ** (2 / 3)
    check_normal_law(ElastoPlastic(**values, plastic_compliance=0.0230 * first / 10.0))
    with pytest.raises(ValueError, match=r"must be > 0\.023 for a flattened contact, got 0\.022"):
        ElastoPlastic(**values, plastic_compliance=0.0222 * first / 10.0)
    ElastoPlastic(**(values | {"unloading": "same-radius"}), plastic_compliance=0.001 * first / 10.0)


def test_from_materials_takes_the_softer_body():
    hard = Material(name="hard", E=2.1e11, nu=0.3, yield_strength=900e6, hardness=300 * HB)
    soft = Material(name="soft", E=2.1e11, nu=0.3, yield_strength=350e6, hardness=200 * HB)
    law = ElastoPlastic.from_materials(a=hard, b=soft, R1=0.010)
    assert law == steel()
    assert ElastoPlastic.from_materials(a=soft, b=hard, R1=0.010, unloading="flattened") == steel("flattened")
    table = ElastoPlastic.from_materials(a="steel", b="steel", R1=0.010)
    assert table.plastic_compliance == pytest.approx(1.0 / (2.0 * math.pi * 0.010 * 120 * 9.807e6), rel=1e-12)
    given = ElastoPlastic.from_materials(a="steel", b="glass", R1=0.010, yield_strength=350e6, hardness=1e9)
    assert given.plastic_compliance == pytest.approx(1.0 / (2.0 * math.pi * 0.010 * 1e9), rel=1e-14)
    with pytest.raises(ValueError, match=r"yield_strength must be given \[Pa\]: that of 'glass, range' is not known"):
        ElastoPlastic.from_materials(a="steel", b="glass", R1=0.010)
    with pytest.raises(ValueError, match=r"hardness must be given \[Pa\]: that of 'glass, range' is not known"):
        ElastoPlastic.from_materials(a="steel", b="glass", R1=0.010, yield_strength=350e6)
    brittle = Material(name="brittle", E=7e10, nu=0.2, yield_strength=5e7, strength_kind="ultimate", hardness=5e9)
    with pytest.raises(ValueError, match="that of 'brittle' is not known"):
        ElastoPlastic.from_materials(a=soft, b=brittle, R1=0.010)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (dict(k=0.0), "k must be > 0 N/m"),
        (dict(plastic_compliance=-1.0), "plastic_compliance must be > 0 m/N"),
        (dict(yield_force=0.0), "yield_force must be > 0 N"),
        (dict(unloading="round"), "unloading must be one of same-radius, flattened"),
    ],
)
def test_sentences(changes, sentence):
    with pytest.raises(ValueError, match=sentence):
        ElastoPlastic(**(dict(k=1e9, plastic_compliance=1e-8, yield_force=10.0) | changes))


# --- the suite finds laws whose phases do not fit together ----------------------------------------------------------------
def broken(changes):
    law = ElastoPlastic(k=1e6, plastic_compliance=1e-6, yield_force=10.0)
    own = kernels_of(law)._asdict() | dict(row=law.row, n_state=1, singular_start=True, yields=True)
    return SimpleNamespace(**(own | changes(law, SimpleNamespace(**own))))


def test_the_suite_takes_the_law_as_an_object():
    check_normal_law(broken(lambda law, own: {}))


def growing_weaker(law, own):
    """Half the force while it yields."""

    def response(delta, rate, z, p):
        F, z_rate, D = own.response(delta, rate, z, p)
        return (0.5 * F, z_rate, 0.5 * D) if z < 0.0 else (F, z_rate, D)

    return dict(response=response)


def booked_twice(law, own):
    def response(delta, rate, z, p):
        F, z_rate, D = own.response(delta, rate, z, p)
        return F, z_rate, 2.0 * D

    return dict(response=response)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (growing_weaker, "the force must be continuous where yielding begins"),
        (booked_twice, "must be stored or dissipated while it yields"),
        (lambda law, own: dict(settled=lambda delta, p: 0.5 * own.settled(delta, p)), "permanent indentation must be cont"),
        (lambda law, own: dict(settled=lambda delta, p: 0.0), "what is lost must not fall"),
        (lambda law, own: dict(phase=lambda d, r, z, p: (1.0, 0.0)), "must do so at some indentation"),
        (lambda law, own: dict(n_state=0), "must have its permanent indentation as state"),
    ],
)  # fmt: skip
def test_the_suite_refuses_phases_that_do_not_fit(changes, sentence):
    with pytest.raises(AssertionError, match=sentence):
        check_normal_law(broken(changes))
