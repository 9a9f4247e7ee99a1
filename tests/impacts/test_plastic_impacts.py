"""Impacts on a surface that yields: closed forms, asymptotes, gravity, records, design and fits."""

import json
import math
from functools import cache

import numpy as np
import pytest
from typer.testing import CliRunner

from supple.cli.app import app
from supple.impacts import Measured, design_damping, fit, impact, law_from_text, restitution_curve, restitution_map
from supple.impacts.curves import force_record
from supple.laws import ElastoPlastic, Hertz
from supple.laws.normal import elasto_plastic as kernels

pytestmark = pytest.mark.jit  # too slow for plain Python; kernels are tried there by shorter tests

LAW = ElastoPlastic(k=1.538461538e10, plastic_compliance=8.11464379e-9, yield_force=44.933521)
FLAT = ElastoPlastic(
    k=LAW.k, plastic_compliance=LAW.plastic_compliance, yield_force=LAW.yield_force, unloading="flattened"
)
MASS = 0.1


def elastic_work(law, F):
    """Energy of the spring at the force F of a first loading [J]."""
    z = law.plastic_compliance * (F - law.yield_force)
    return 0.4 * F * kernels.give(z, np.array(law.row()))


def plastic_work(law, F):
    """Energy lost up to F [J]."""
    eta, F_c = law.plastic_compliance, law.yield_force
    if law.unloading == "same-radius":
        return eta * (F * F - F_c * F_c) / 2.0
    z = eta * (F - F_c)
    delta, first = z + kernels.give(z, np.array(law.row())), (F_c / law.k) ** (2.0 / 3.0)
    points, weights = gauss(100)
    roots = 0.5 * (math.sqrt(delta) - math.sqrt(first)) * points + 0.5 * (math.sqrt(delta) + math.sqrt(first))
    lost = [kernels.response(x * x, 2.0 * x, -1.0, np.array(law.row()))[2] for x in roots]
    return 0.5 * (math.sqrt(delta) - math.sqrt(first)) * float(np.dot(weights, lost))


gauss = cache(np.polynomial.legendre.leggauss)


@cache
def closed_form(law, speed, mass):
    """(e, F_m) with W(F_m) = m v^2/2 and e^2 = W_el/W."""
    from scipy.optimize import brentq

    energy = 0.5 * mass * speed * speed

    def missing(F):
        return elastic_work(law, F) + plastic_work(law, F) - energy

    if missing(law.yield_force) >= 0.0:
        return 1.0, Hertz(k=law.k).k * (1.25 * mass * speed * speed / law.k) ** 0.6
    F = brentq(missing, law.yield_force, 1e12, rtol=1e-15)
    return math.sqrt(elastic_work(law, F) / energy), F


@pytest.mark.validation
@pytest.mark.parametrize("law", [LAW, FLAT], ids=["same-radius", "flattened"])
@pytest.mark.parametrize("speed", [1e-3, 0.0251, 0.03, 0.1, 1.5, 20.0])
def test_rebound_is_the_elastic_part_of_the_work(law, speed):
    e, F = closed_form(law, speed, MASS)
    found = impact(law, speed, MASS, rtol=1e-12)
    assert found.restitution == pytest.approx(e, abs=1e-11)
    assert found.peak_force == pytest.approx(F, rel=1e-10)
    assert found.permanent_indentation == pytest.approx(
        max(law.plastic_compliance * (F - law.yield_force), 0.0), rel=1e-9
    )
    energy = 0.5 * MASS * speed * speed
    assert found.energy_lost + energy * found.restitution**2 == pytest.approx(energy, rel=1e-11)
    assert found.energy_left <= 1e-12 * energy


@pytest.mark.parametrize("rtol", [1e-4, 1e-6, 1e-8, 1e-10])
def test_accuracy_goes_with_rtol(rtol):
    for law in (LAW, FLAT):
        for speed in np.geomspace(0.01, 30.0, 12):
            assert impact(law, speed, MASS, rtol=rtol).restitution == pytest.approx(
                closed_form(law, speed, MASS)[0], abs=20.0 * rtol
            )


@pytest.mark.validation
@pytest.mark.parametrize(("law", "power"), [(LAW, -1 / 6), (FLAT, -1 / 4)], ids=["same-radius", "flattened"])
def test_restitution_falls_with_a_power_of_the_speed(law, power):
    """W_pl ~ F^2 and v ~ F: with W_el ~ F^(5/3) that is -1/6, with Johnson's W_el ~ F^(3/2) it is his -1/4."""
    speeds = np.geomspace(1e5, 1e11, 7)  # far beyond any material: the elastic energy is small against the plastic
    e = restitution_map([law], speeds, MASS, rtol=1e-10)[0]
    slopes = np.diff(np.log(e)) / np.diff(np.log(speeds))
    assert slopes[-1] == pytest.approx(power, abs=2e-4)
    assert np.all(np.diff(np.abs(slopes - power)) < 0.0)
    # at speeds of experiments the curve is flatter
    near = restitution_map([law], [1.0, 2.0], MASS, rtol=1e-10)[0]
    assert power < math.log(near[1] / near[0]) / math.log(2.0) < 0.5 * power


def test_below_yield_it_is_hertz():
    one, other = (impact(law, 0.02, MASS, rtol=1e-11) for law in (LAW, Hertz(k=LAW.k)))
    assert one.permanent_indentation == other.permanent_indentation == 0.0
    assert one.restitution == pytest.approx(1.0, abs=1e-10)
    assert (one.duration, one.peak_force) == pytest.approx((other.duration, other.peak_force), rel=1e-9)


def test_gravity_pushes_further_in_and_may_hold_the_body():
    light = impact(LAW, 0.1, MASS, gravity=9.81)
    assert light.restitution < impact(LAW, 0.1, MASS).restitution
    weight = 10.0 * 1e4
    held = impact(LAW, 0.1, 10.0, gravity=1e4)
    assert held.restitution == 0.0 and held.duration == math.inf
    assert held.peak_force > weight
    # all work of the weight is in the dent and in the spring
    work = 0.5 * 10.0 * 0.1**2 + weight * held.max_indentation
    F = held.peak_force
    assert elastic_work(LAW, F) + plastic_work(LAW, F) == pytest.approx(work, rel=1e-7)
    assert held.permanent_indentation == pytest.approx(LAW.plastic_compliance * (F - LAW.yield_force), rel=1e-7)


def test_the_force_of_an_impact_over_time():
    found = impact(LAW, 1.5, MASS, rtol=1e-10)
    times = np.linspace(0.0, 1.1 * found.duration, 2001)
    forces = force_record(LAW, 1.5, MASS, times, 1e-9)
    assert forces.max() == pytest.approx(found.peak_force, rel=1e-5)
    assert np.all(forces[times > found.duration] == 0.0)
    assert np.trapezoid(forces, times) == pytest.approx(MASS * 1.5 * (1.0 + found.restitution), rel=1e-5)


def test_a_map_has_laws_with_and_without_phases():
    speeds = np.geomspace(0.01, 10.0, 30)
    rows = restitution_map([Hertz(k=1e6), LAW, FLAT], speeds, MASS)
    assert np.allclose(rows[0], 1.0, atol=1e-5)
    assert np.all(np.diff(rows[1:], axis=1) <= 1e-6) and rows[1, -1] > rows[2, -1]
    assert np.array_equal(rows, restitution_map([Hertz(k=1e6), LAW, FLAT], speeds, MASS, workers=1))


def test_a_curve_has_the_dent_in_its_file(tmp_path):
    curve = restitution_curve(LAW, [0.01, 1.0], MASS)
    lines = curve.to_csv(tmp_path / "curve.csv").read_text().splitlines()
    assert lines[1].endswith(",permanent_indentation_m")
    assert float(lines[3].split(",")[-1]) == curve.permanent_indentation[1] > 0.0 == curve.permanent_indentation[0]


# --- design and fit -------------------------------------------------------------------------------------------------------
def test_the_compliance_for_a_restitution():
    found = design_damping("ElastoPlastic", k=LAW.k, mass=MASS, points=[(1.0, 0.7)], others={"yield_force": 45.0})
    assert closed_form(found.law, 1.0, MASS)[0] == pytest.approx(0.7, abs=1e-8)
    with pytest.raises(ValueError, match="ElastoPlastic must be given yield_force"):
        design_damping("ElastoPlastic", k=LAW.k, mass=MASS, points=[(1.0, 0.7)])


@pytest.mark.parametrize("unloading", ["same-radius", "flattened"])
@pytest.mark.parametrize(("compliance", "force"), [(8e-9, 45.0), (2e-9, 300.0), (3e-8, 5.0)])
def test_a_fit_finds_the_law(unloading, compliance, force):
    law = ElastoPlastic(k=1.5e10, plastic_compliance=compliance, yield_force=force, unloading=unloading)
    speeds = np.geomspace(0.02, 8.0, 15)
    noise = 1e-3 * np.random.default_rng(4).standard_normal(15)
    e = np.array([closed_form(law, speed, MASS)[0] for speed in speeds])
    data = Measured(kind="restitution", x=speeds, y=np.minimum(e + noise, 1.0))
    found = fit(data, [f"ElastoPlastic unloading={unloading}", "HuntCrossley"], mass=MASS, k=1.5e10)
    best = found.best
    assert best.name == "ElastoPlastic" and best.names == ("plastic_compliance", "yield_force")
    assert best.law.unloading == unloading
    assert best.values == pytest.approx((compliance, force), rel=0.1)
    for value, low, high in zip((compliance, force), best.low, best.high, strict=True):
        assert low - 0.03 * value <= value <= high + 0.03 * value
    assert "ElastoPlastic" in found.sentence()


def test_restitution_does_not_tell_the_stiffness():
    """k^(-4/5) in the compliance and k^(2/5) in the force of yield give the same curve."""
    c = 7.0
    other = ElastoPlastic(
        k=c * LAW.k, plastic_compliance=LAW.plastic_compliance * c**-0.8, yield_force=LAW.yield_force * c**0.4
    )
    speeds = np.geomspace(0.02, 8.0, 9)
    one, two = restitution_map([LAW, other], speeds, MASS, rtol=1e-11)
    assert np.allclose(one, two, atol=1e-9)
    data = Measured(kind="restitution", x=speeds, y=one)
    found = fit(data, ["ElastoPlastic"], mass=MASS, k=other.k).best
    assert found.values == pytest.approx((other.plastic_compliance, other.yield_force), rel=1e-5)
    assert "k is not identifiable" in fit(data, ["ElastoPlastic"], mass=MASS).sentence()


def test_a_yield_force_that_is_given_is_kept():
    speeds = np.geomspace(0.05, 8.0, 9)
    data = Measured(kind="restitution", x=speeds, y=restitution_map([LAW], speeds, MASS)[0])
    found = fit(data, ["ElastoPlastic yield_force=44.933521"], mass=MASS, k=LAW.k).best
    assert found.names == ("plastic_compliance",)
    assert found.values[0] == pytest.approx(LAW.plastic_compliance, rel=1e-5)


def test_a_force_record_tells_all_three():
    times = np.linspace(0.0, 1.6e-4, 200)
    forces = force_record(LAW, 1.5, MASS, times - 2e-5, 1e-9) + 5.0 * np.random.default_rng(5).standard_normal(200)
    found = fit(Measured(kind="force", x=times, y=forces), ["ElastoPlastic"], mass=MASS, speed=1.5).best
    values = dict(zip(found.names, found.values, strict=True))
    assert values["k"] == pytest.approx(LAW.k, rel=0.05)
    assert values["plastic_compliance"] == pytest.approx(LAW.plastic_compliance, rel=0.05)
    assert values["start"] == pytest.approx(2e-5, abs=1e-6)


# --- words ----------------------------------------------------------------------------------------------------------------
def test_text_of_a_law():
    law = law_from_text("ElastoPlastic k=1e10 plastic_compliance=8e-9 yield_force=45 unloading=flattened")
    assert law == ElastoPlastic(k=1e10, plastic_compliance=8e-9, yield_force=45.0, unloading="flattened")
    curve = restitution_curve(law, [1.0], MASS)
    assert curve.law == "ElastoPlastic k=1e+10 plastic_compliance=8e-09 yield_force=45 unloading=flattened"
    with pytest.raises(ValueError, match="unloading must be one of"):
        law_from_text("ElastoPlastic k=1e10 plastic_compliance=8e-9 yield_force=45 unloading=no")
    with pytest.raises(ValueError, match="a parameter must be written name=number, got 'k=stiff'"):
        law_from_text("ElastoPlastic k=stiff")


def run(*words):
    return CliRunner().invoke(app, list(words), catch_exceptions=False)


def test_commands(tmp_path):
    text = "ElastoPlastic k=1.5e10 plastic_compliance=8e-9 yield_force=45 unloading=flattened"
    done = run("restitution", text, "--mass", "0.1", "--speeds", "0.05:10:12", "--json")
    assert done.exit_code == 0, done.output
    law = json.loads(done.output)["laws"][0]
    assert law["parameters"]["unloading"] == "flattened" and law["permanent_indentation"][-1] > 0.0
    assert run("restitution", text, "--mass", "0.1").exit_code == 0
    designed = run(
        "restitution", "ElastoPlastic k=1.5e10 yield_force=45", "--mass", "0.1", "--from-restitution", "0.7@1"
    )
    assert designed.exit_code == 0 and "plastic_compliance=" in designed.output
    path = tmp_path / "data.csv"
    rows = [f"{v!r},{e!r}" for v, e in zip(law["speed"], law["restitution"], strict=True)]
    path.write_text("\n".join(["speed,e", *rows]) + "\n")
    fitted = run(
        "fit", str(path), "--mass", "0.1", "--k", "1.5e10", "--laws", "ElastoPlastic unloading=flattened", "--json"
    )
    assert fitted.exit_code == 0, fitted.output
    values = json.loads(fitted.output)["laws"][0]["parameters"]
    assert values["yield_force"]["value"] == pytest.approx(45.0, rel=1e-3)
