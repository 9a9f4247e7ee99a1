"""The study of Azad & Featherstone (2014): its figures in quick mode, points that a user gives, sentences for bad ones."""

import math

import numpy as np
import pytest

from supple import AzadFeatherstone, HuntCrossley
from supple.impacts import restitution_curve
from supple.papers import find_study
from supple.papers.azad_featherstone import cases, curves, study
from supple.papers.azad_featherstone import experiment as drop

SPEEDS = np.geomspace(0.05, 4.0, 12)
PICTURES = {"fig3.png", "fig4.png", "experiment.png", "fig5.png", "fits.png"}


def write_points(directory, name, speeds, e):
    rows = "".join(f"{v!r},{one!r}\n" for v, one in zip(map(float, speeds), map(float, e), strict=True))
    (directory / f"{name}.csv").write_text(f"# made up\nspeed,e\n{rows}")


def case_named(name):
    return next(case for case in cases.cases() if case.name == name)


def points_of(name, kind, lam):
    case = case_named(name)
    return restitution_curve(kind(k=case.k, lam=lam), SPEEDS, case.mass).restitution


# --- the study ----------------------------------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.validation
def test_every_item_is_ok_and_every_picture_is_drawn(tmp_path):
    fractions = []
    items = find_study("azad-featherstone").run(True, tmp_path, fractions.append)
    assert [item.name for item in items if not item.ok] == []
    assert {path.name for path in tmp_path.iterdir()} == PICTURES
    assert fractions[-1] == 1.0 and fractions == sorted(fractions)
    assert len({(item.source, item.name) for item in items}) == len(items)
    assert all(math.isfinite(item.measured) and item.unit and item.source for item in items)


def test_quick_says_what_it_leaves_out():
    assert len(study.STUDY.left_out) == 2 and "1e-12" in study.STUDY.left_out[0]


# --- Figs 3, 4 and scaling ----------------------------------------------------------------------------------------------
@pytest.mark.validation
def test_closed_form():
    items = list(curves.closed_form_items())
    assert [item.published for item in items] == [e for _, _, e in curves.CLOSED]
    assert all(item.ok and abs(item.measured - item.published) < 1e-9 for item in items)


def test_a_wrong_power_of_alpha_does_not_scale(monkeypatch):
    monkeypatch.setitem(curves.SCALING, "Azad-Featherstone", -2.5)
    assert not all(item.ok for item in curves.scaling_items())


def test_the_new_model_is_straighter_over_speed_but_not_over_restitution():
    (_, _, new), (_, _, old) = (curves.over_decades(name, 2) for name in curves.LAWS)
    assert new < 0.1 * old
    (wide, _, new), (narrow, _, old) = (curves.over_restitution(name) for name in curves.LAWS)
    assert new == pytest.approx(old, rel=0.1) and 4.0 < wide / narrow < 5.0


# --- section II-C -------------------------------------------------------------------------------------------------------
def test_resonance_by_hand():
    undamped, damped = drop.resonance()
    assert drop.SINK == pytest.approx(1.633e-7, rel=1e-3)
    assert undamped == pytest.approx(1525.3, abs=0.1) and damped == pytest.approx(1524.5, abs=0.1)


def test_frequency_of_a_sine():
    t = np.linspace(0.0, 0.01, 5001)
    assert drop.frequency(t, np.exp(-100.0 * t) * np.sin(2e3 * math.pi * t + 0.3)) == pytest.approx(1e3, rel=1e-6)


@pytest.mark.jit
def test_phases_account_for_every_step_and_event():
    run = drop.drop_of("auto", 1e-6)
    assert sum(run.steps(0.038)) == len(run.t) - 1
    assert sum(run.events()) == len(run.touch) + len(run.release) == 75
    assert run.microscopic == 26


@pytest.mark.jit
def test_no_run_with_larger_errors_counts_as_equally_accurate():
    reference = drop.drop_of("dop853", 1e-10)
    allowed = drop.Errors(1e-4, 1e-3, 1e-4)
    found = drop.loosest_run("auto", reference, allowed)
    assert found.rtol < 1e-3 and all(np.array(found.errors) <= allowed)
    assert drop.loosest_run("auto", reference, drop.Errors(0.0, 0.0, 0.0)) is None


# --- Fig. 5 -------------------------------------------------------------------------------------------------------------
def test_stiffness_of_case_b_by_hand():
    E = 1.0 / ((1.0 - 0.29**2) / 2e11 + (1.0 - 0.25**2) / 1.1e11)
    assert case_named("B").k == pytest.approx(4.0 / 3.0 * E * math.sqrt(0.0127), rel=1e-12)


def test_mass_that_a_contact_feels():
    sphere = 4.0 / 3.0 * math.pi * 0.015**3 * 8500.0
    assert case_named("A").mass == pytest.approx(0.5 * sphere)  # two free spheres
    assert case_named("B").mass == pytest.approx(0.06735, rel=1e-3)  # a plate does not move


@pytest.mark.parametrize(("name", "lam"), [("B", 1e5), ("C", 50.0)])
@pytest.mark.jit
def test_points_of_the_user_give_back_their_damping(tmp_path, name, lam):
    write_points(tmp_path, name, SPEEDS, points_of(name, AzadFeatherstone, lam))
    fits = cases.fit_cases(cases.read_points(tmp_path))
    assert list(fits) == [name]
    better, found = cases.case_fit_items(fits)
    assert better.ok and found.measured == pytest.approx(lam, rel=1e-5)


@pytest.mark.jit
def test_points_that_prefer_the_other_law_are_a_miss(tmp_path):
    write_points(tmp_path, "A", SPEEDS, points_of("A", HuntCrossley, 3e9))
    better, _ = cases.case_fit_items(cases.fit_cases(cases.read_points(tmp_path)))
    assert not better.ok


@pytest.mark.slow
@pytest.mark.jit
def test_the_study_takes_points(tmp_path):
    write_points(tmp_path, "F", SPEEDS, points_of("F", AzadFeatherstone, 3e4))
    items = study.run(quick=True, data=tmp_path)
    (found,) = (item for item in items if item.name == "lam of case F")
    assert found.measured == pytest.approx(3e4, rel=1e-5)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("t,force\n0,1\n1,2\n", r"A\.csv must have the columns speed \[m/s\] and e \[-\], got t, force"),
        ("speed\n1\n2\n", r"A\.csv must have the columns speed \[m/s\] and e \[-\], got speed"),
        ("speed,e\n1,0.5\n2,0.4\n", r"A\.csv must have at least 5 points to compare laws, got 2"),
        ("speed,e\n1,0.5\n2,1.4\n", r"e must be between 0 and 1, got 1\.4 in row 2 of .*A\.csv"),
        ("speed,e\n-1,0.5\n", r"speed must be > 0 m/s, got -1\.0 in row 1 of .*A\.csv"),
        ("speed,e\n1,half\n", r"e of .*A\.csv must be a number, got 'half' in row 1"),
        ("", r"A\.csv must have a header and rows of numbers, got an empty file"),
    ],
)
def test_sentences_for_bad_points(tmp_path, text, sentence):
    (tmp_path / "A.csv").write_text(text)
    with pytest.raises(ValueError, match=sentence):
        cases.read_points(tmp_path)


def test_sentences_for_bad_directories(tmp_path):
    with pytest.raises(OSError, match=r"data must hold one or more of A\.csv to F\.csv .* got none in"):
        cases.read_points(tmp_path)
    with pytest.raises(OSError, match=r"data must be a directory with A\.csv to F\.csv .* got '.*nowhere'"):
        cases.read_points(tmp_path / "nowhere")


def test_bad_points_are_refused_before_anything_is_run(tmp_path):
    with pytest.raises(OSError, match="data must hold"):
        study.run(quick=True, out=tmp_path, data=tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.jit
def test_the_measured_sets_are_those_with_five_speeds():
    assert {" on ".join(pair): len(data.x) for pair, data in cases.measured_sets().items()} == {
        "tennis ball on porcelain stoneware": 13,
        "golf ball on marble": 12,
        "rubber ball on hard floor": 13,
        "table-tennis ball on parquet": 14,
        "ice on ice": 8,
    }


@pytest.mark.jit
def test_units_of_the_sets_do_not_matter():
    data = cases.measured_sets()["tennis ball", "porcelain stoneware"]
    found = cases.fit(data, ("AzadFeatherstone",), mass=0.057, k=3e5)
    d = found.best.values[0] * 3e5**-0.6 * 0.057**-0.4
    unit = cases.law_of(cases.fit_sets()["tennis ball", "porcelain stoneware"], "AzadFeatherstone")
    assert unit.values[0] == pytest.approx(d, rel=1e-6)
    assert cases.rms(unit) == pytest.approx(cases.rms(found.best), rel=1e-6)
