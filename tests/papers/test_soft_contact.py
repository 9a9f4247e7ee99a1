"""The study of soft contact models in Simulink by Taghipour Bibalan & Featherstone (2009)."""

import json

import numpy as np
import pytest

from supple.papers import Item, find_study
from supple.papers.soft_contact.cases import Case
from supple.papers.soft_contact.equal_accuracy import cheapest, paper_run, supple_run
from supple.papers.soft_contact.simulink import TIGHT, error_of, positions_at, published_run, reference_run
from supple.papers.soft_contact.study import (
    STOP,
    Cell,
    cells,
    claim_items,
    derived_items,
    ended_steps_item,
    published_item,
    supple_items,
)

NAME = "soft-contact-study"
SLIDE = Case(friction="double state", freedoms=2)
ROUGH = Case("nonlinear", friction="double state", freedoms=2)
CELLS = {f"{cell.source} {cell.name}": cell for cell in cells()}
FLOOR = "BF Table 3 nonlinear, servo 0.001 s"  # 2000 samples and 27 events: 2004 steps are out of reach


# --- what is run ---------------------------------------------------------------------------------------------------------
def test_quick_says_what_it_leaves_out():
    left = {cell.name for cell in cells()} - {cell.name for cell in cells(quick=True)}
    assert left == {"ode23s 1e-9, k = 5e4", "ode23s 1e-9, k = 5e5"}
    assert find_study(NAME).left_out == ("Table 2: ode23s at 1e-9 (k = 5e4 and 5e5)",)


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
    from supple.papers.soft_contact.figures import draw_all

    paths = draw_all(tmp_path)
    assert [path.name for path in paths] == [f"fig{i}.png" for i in range(4, 10)]
    assert all(path.stat().st_size > 10_000 for path in paths) and len(list(tmp_path.iterdir())) == 6


@pytest.mark.jit
def test_items_are_plain_data():
    item = published_item(Cell("S-D 1", "BF Table 2", Case(), "ode45", 1e-3, 136, "relative"))
    assert isinstance(item, Item) and json.loads(json.dumps(item.plain()))["published"] == 136
