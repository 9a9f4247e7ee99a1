"""Curves and maps of impacts: equal to single impacts, independent of workers, written to files, sentences."""

import math

import numpy as np
import pytest

from supple.impacts import impact, label, law_from_text, restitution_curve, restitution_map
from supple.impacts.curves import COLUMNS, FEW
from supple.laws import AzadFeatherstone, HuntCrossley, KelvinVoigt, UserNormal, restitution

LAW = AzadFeatherstone(k=1e10, lam=1e5)
SPEEDS = np.geomspace(0.01, 10.0, 7)


def test_a_curve_is_its_impacts():
    curve = restitution_curve(LAW, SPEEDS, 0.066)
    for i, speed in enumerate(SPEEDS):
        one = impact(LAW, speed, 0.066)
        assert all(getattr(curve, name)[i] == getattr(one, name) for name in COLUMNS)
    assert np.all(np.diff(curve.restitution) < 0.0) and np.all(np.diff(curve.duration) < 0.0)
    assert curve.law == "AzadFeatherstone k=1e+10 lam=1e+05"


@pytest.mark.jit
def test_results_do_not_depend_on_workers():
    speeds = np.geomspace(0.01, 10.0, 5 * FEW + 17)
    one, three = (restitution_curve(LAW, speeds, 0.066, rtol=1e-5, workers=n) for n in (1, 3))
    assert all(np.array_equal(getattr(one, name), getattr(three, name)) for name in COLUMNS)
    laws = [LAW, HuntCrossley(k=1e8, lam=1e7)]
    maps = [restitution_map(laws, speeds, 0.066, rtol=1e-5, workers=n) for n in (1, 2, None)]
    assert np.array_equal(maps[0], maps[1]) and np.array_equal(maps[0], maps[2])


def test_a_map_has_a_row_a_law():
    laws = [AzadFeatherstone(k=1e10, lam=lam) for lam in (1e4, 1e5, 1e6)]
    e = restitution_map(laws, SPEEDS, 0.066)
    assert e.shape == (3, 7)
    d = np.array([law.lam * 1e10**-0.6 * 0.066**-0.4 * SPEEDS**0.2 for law in laws])
    exact = [[restitution(x, 1.5, 0.5) for x in row] for row in d]
    np.testing.assert_allclose(e, exact, atol=1e-6)


def bouncy(delta, rate, p):
    return 1e6 * delta


def test_a_map_of_mixed_laws():
    laws = [KelvinVoigt(k=1e4, b=10.0), UserNormal(force=bouncy, singular_start=False), LAW]
    e = restitution_map(laws, SPEEDS, 0.5)
    assert np.ptp(e[0]) < 1e-6 and e[1] == pytest.approx(np.ones(7), abs=1e-6) and np.ptp(e[2]) > 1e-3


def test_csv(tmp_path):
    curve = restitution_curve(LAW, SPEEDS, 0.066)
    path = curve.to_csv(tmp_path / "curve.csv")
    comment, header, *_ = path.read_text().splitlines()
    assert comment == "# AzadFeatherstone k=1e+10 lam=1e+05, mass 0.066 kg"
    columns = "speed_m_s,restitution,duration_s,peak_force_N,max_indentation_m,energy_lost_J,energy_left_J"
    assert header == columns + ",permanent_indentation_m"
    assert np.array_equal(np.loadtxt(path, delimiter=",", skiprows=2)[:, 1], curve.restitution)
    assert [file.name for file in tmp_path.iterdir()] == ["curve.csv"]


def test_laws_by_text():
    assert law_from_text("AzadFeatherstone k=1e10 lam=1e5") == LAW
    assert law_from_text("HuntCrossley k=1, lam=2, n=1.2") == HuntCrossley(k=1.0, lam=2.0, n=1.2)
    assert label(UserNormal(force=bouncy, parameters=(2.0,))) == "bouncy 2"


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: impact(LAW, 0.0, 1.0), "speeds must be > 0 m/s, got 0.0"),
        (lambda: impact(LAW, math.nan, 1.0), "speeds must be > 0 m/s, got nan"),
        (lambda: impact(LAW, 1.0, -1.0), "mass must be > 0 kg, got -1.0"),
        (lambda: impact(LAW, 1.0, 1.0, gravity=-1.0), "gravity must be >= 0 m/s"),
        (lambda: impact(LAW, 1.0, 1.0, rtol=1.0), "rtol must be between 1e-13 and 0.01"),
        (lambda: restitution_curve(LAW, [], 1.0), "speeds must be one or more numbers"),
        (lambda: restitution_map([LAW], [1.0], 1.0, workers=0), "workers must be > 0"),
        (lambda: law_from_text("AzadFetherstone k=1"), "did you mean 'AzadFeatherstone'"),
        (lambda: law_from_text("AzadFeatherstone k=1 lamb=1"), "did you mean 'lam'"),
        (lambda: law_from_text("AzadFeatherstone lam=1"), "AzadFeatherstone must be given k, got lam"),
        (lambda: law_from_text("AzadFeatherstone k"), "a parameter must be written name=number, got 'k'"),
        (lambda: law_from_text("AzadFeatherstone k=-1"), "k must be > 0"),
        pytest.param(
            lambda: impact(UserNormal(force=pulls), 1.0, 1.0),
            "law failed in the impact at 1 m/s: force 'pulls'.*returned nan",
            marks=pytest.mark.jit,
        ),
    ],
)
def test_errors_are_sentences(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()


def pulls(delta, rate, p):
    return 1e-30 * delta if delta < 1.0 else math.nan


def test_what_is_no_law_is_refused():
    with pytest.raises(TypeError, match="law must be a normal law"):
        impact("AzadFeatherstone", 1.0, 1.0)
