"""The frame of a study, `supple reproduce`, and the soft-contact study of Taghipour Bibalan & Featherstone."""

import json
import math

import numpy as np
import pytest

from supple.cli import main
from supple.papers import STUDIES, Item, Study, find_study, study_names
from supple.papers import study as frame
from supple.papers.equal_accuracy import cheapest, paper_run, supple_run
from supple.papers.simulink import TIGHT, error_of, positions_at, published_run, reference_run
from supple.papers.soft_contact_cases import Case
from supple.papers.soft_contact_study import (
    STOP,
    Cell,
    cells,
    claim_items,
    derived_items,
    ended_steps_item,
    published_item,
    supple_items,
)
from supple.papers.study import judge, judged

NAME = "soft-contact-study"
SLIDE = Case(friction="double state", freedoms=2)
ROUGH = Case("nonlinear", friction="double state", freedoms=2)
KEYS = {"name", "published", "measured", "unit", "tolerance", "ok", "source"}
CELLS = {f"{cell.source} {cell.name}": cell for cell in cells()}
FLOOR = "BF Table 3 nonlinear, servo 0.001 s"  # 2000 samples and 27 events: 2004 steps are out of reach


# --- frame --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("rule", "published", "measured", "tolerance", "ok"),
    [
        ("relative", 100.0, 120.0, 0.2, True),
        ("relative", 100.0, 121.0, 0.2, False),
        ("relative", -2.0, -2.5, 0.2, False),
        ("absolute", 0.0, 1e-9, 1e-9, True),
        ("absolute", 1.0, 1.1, 0.01, False),
        ("less than", 136, 136, 0.0, False),
        ("less than", 136, 135, 0.0, True),
        ("shown", 1.0, 100.0, None, True),
        ("relative", None, 5.0, 0.1, True),
        ("relative", 1.0, math.nan, 0.1, False),
        ("less than", 1.0, math.nan, 0.0, False),
    ],
)
def test_rules(rule, published, measured, tolerance, ok):
    assert judge(rule, published, measured, tolerance) is ok


def test_a_rule_that_needs_a_tolerance_asks_for_it():
    with pytest.raises(ValueError, match=r"tolerance of 'e' must be given for the rule 'relative', got None"):
        judged("e", 0.5, 0.5, "-", "paper")


def test_an_unknown_rule_names_the_nearest():
    with pytest.raises(ValueError, match="did you mean 'relative'"):
        judge("relativ", 1.0, 1.0, 0.1)


def test_what_is_only_shown_has_no_tolerance():
    item = judged("n", 10, 99, "steps", "paper", rule="shown", tolerance=0.2)
    assert item.ok and item.tolerance is None


def test_studies_are_found_by_name():
    assert NAME in study_names() and set(study_names()) <= set(STUDIES)
    assert find_study(NAME).name == NAME


def test_quick_says_what_it_leaves_out():
    left = {cell.name for cell in cells()} - {cell.name for cell in cells(quick=True)}
    assert left == {"ode23s 1e-9, k = 5e4", "ode23s 1e-9, k = 5e5"}
    assert find_study(NAME).left_out == ("Table 2: ode23s at 1e-9 (k = 5e4 and 5e5)",)


# --- command ------------------------------------------------------------------------------------------------------------
def _run(quick, out, progress):
    if progress is not None:
        progress(1.0)
    return [judged("a", 1.0, 1.05, "m", "eq. 1", tolerance=0.1), judged("b", None, np.nan, "-", "Fig. 2", rule="shown")]


def _missing(quick, out, progress):
    return [judged("c", 10, 12, "steps", "Table 1", rule="less than", note="[not] markup")]


@pytest.fixture
def small(monkeypatch):
    """Two small studies instead of the real ones."""
    studies = {
        "good": Study("good", "A good one", _run, ("the slow half",)),
        "bad": Study("bad", "A bad one", _missing),
    }
    monkeypatch.setattr(frame, "study_names", lambda: tuple(studies))
    monkeypatch.setattr(frame, "find_study", lambda name: studies[frame.one_of("study", name, tuple(studies))])


def _called(capsys, *arguments):
    with pytest.raises(SystemExit) as end:
        main(["reproduce", *arguments])
    return end.value.code, capsys.readouterr()


def test_json_of_one_study(small, capsys, tmp_path):
    code, text = _called(capsys, "good", "--json", "--quick", "--out", str(tmp_path))
    data = json.loads(text.out)
    assert code == 0 and text.err == ""
    assert data["study"] == "good" and data["left_out"] == ["the slow half"]
    assert all(set(item) >= KEYS for item in data["items"])
    assert data["items"][0]["measured"] == 1.05 and data["items"][0]["ok"] is True
    assert data["items"][1]["published"] is None and data["items"][1]["measured"] is None


def test_json_of_all_and_exit_1_for_a_miss(small, capsys, tmp_path):
    code, text = _called(capsys, "--json", "--out", str(tmp_path))
    assert code == 1
    assert [study["study"] for study in json.loads(text.out)["studies"]] == ["good", "bad"]


def test_the_table_names_what_was_missed_and_left_out(small, capsys, tmp_path):
    code, text = _called(capsys, "good", "bad", "--quick", "--out", str(tmp_path))
    assert code == 1
    for words in ("missed  Table 1, c", "[not] markup", "left out by --quick: the slow half", "0 of 1 figures"):
        assert words in text.out


def test_list_runs_nothing(small, capsys):
    code, text = _called(capsys, "--list")
    assert code == 0 and text.out == "good: A good one\nbad: A bad one\n"


def test_an_unknown_study_is_a_sentence(capsys):
    code, text = _called(capsys, "soft-contact-stdy")
    assert code == 2 and "did you mean 'soft-contact-study'?" in text.err and text.err.count("\n") == 1


# --- the published formulation ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "case",
    [Case(), Case(k=5e5), Case("S-D 2"), Case("nonlinear"), Case(mass=5.0), SLIDE, ROUGH],
    ids=lambda case: f"{case.normal}, {case.k:g}, {case.friction}, {case.mass:g} kg",
)
@pytest.mark.jit
def test_both_formulations_have_the_same_physics(case):
    times = np.linspace(0.0, 2.0, 201)
    own = supple_run(case, "dop853", TIGHT)
    columns = [1, 0] if case.freedoms == 2 else [0]
    other = positions_at(reference_run(case), times)[:, : len(columns)]
    assert other == pytest.approx(own.at(times)[:, columns], abs=1e-10)


def test_the_mass_stops_where_it_should_at_a_usual_tolerance():
    assert published_run(SLIDE, "ode45", 1e-6).position[-1, 1] == pytest.approx(STOP, abs=1e-6)


@pytest.mark.jit
def test_events_are_those_of_supple():
    assert len(reference_run(SLIDE).events) == len(supple_run(SLIDE, "dop853", TIGHT).events) == 20


@pytest.mark.jit
def test_the_error_falls_with_the_tolerance():
    reference = reference_run(Case())
    errors = [error_of(published_run(Case(), "ode45", tolerance), reference) for tolerance in (1e-3, 1e-6, 1e-9)]
    assert errors[0] > 100.0 * errors[1] > 1e3 * errors[2]


def test_a_free_ground_holds_the_steps_at_the_limit_of_stability():
    run = published_run(Case(k=5e5), "ode45", 1e-3)
    flight = np.diff(run.t[(run.t > 0.3) & (run.t < 0.45)])
    assert 0.7 * 3.3 < np.mean(flight) * 5e5 / 180.0 < 1.3 * 3.3


def test_servo_ends_steps_at_its_samples():
    run = published_run(Case(sample=0.1), "ode45", 1e-3)
    samples = 0.1 * np.arange(21)
    assert np.max(np.min(np.abs(run.t[:, None] - samples), axis=0)) < 1e-12


@pytest.mark.jit
def test_the_bar_comes_to_rest_on_both_ends():
    run = published_run(Case(friction="double state", freedoms=3), "ode45", 1e-9)
    weight_on_two = -0.5 * 2.0 * 9.81 / 5e4
    assert run.y[-1, 1] == pytest.approx(weight_on_two, rel=1e-3)
    assert np.abs(run.y[-1, 3:6]).max() < 1e-6


# --- the figures of the paper -------------------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.validation
@pytest.mark.parametrize(
    "name", [name for name, cell in CELLS.items() if "Table 5" not in name and cell.rule == "relative"]
)
def test_published_counts_within_20_percent(name):
    item = published_item(CELLS[name])
    assert item.tolerance == 0.2 and item.ok, f"{item.name}: published {item.published}, ours {item.measured}"


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.validation
@pytest.mark.parametrize("name", list(CELLS))
def test_published_counts_are_beaten_at_equal_accuracy(name):
    item = supple_items(CELLS[name])[0]
    assert item.rule == "less than"
    assert item.ok, f"{item.name}: published {item.published}, ours {item.measured}"


@pytest.mark.jit
def test_steps_that_end_at_samples_have_a_floor():
    item = ended_steps_item(CELLS[FLOOR])
    assert 2000 + 27 <= item.measured < 2040


@pytest.mark.jit
def test_the_cheapest_run_is_as_accurate_as_the_published_one():
    best, auto = cheapest(Case(), "ode45", 1e-3)
    assert best.steps <= auto.steps and max(best.error, auto.error) <= paper_run(Case(), "ode45", 1e-3)[1]


@pytest.mark.jit
@pytest.mark.validation
def test_numbers_to_check_by_hand():
    assert [item.name for item in (*derived_items(), *claim_items()) if not item.ok] == []


@pytest.mark.jit
def test_pictures_are_written(tmp_path):
    from supple.papers.soft_contact_figures import draw_all

    paths = draw_all(tmp_path)
    assert [path.name for path in paths] == [f"fig{i}.png" for i in range(4, 10)]
    assert all(path.stat().st_size > 10_000 for path in paths) and len(list(tmp_path.iterdir())) == 6


def test_items_are_plain_data():
    item = published_item(Cell("S-D 1", "BF Table 2", Case(), "ode45", 1e-3, 136, "relative"))
    assert isinstance(item, Item) and json.loads(json.dumps(item.plain()))["published"] == 136
