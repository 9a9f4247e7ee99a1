"""The study of contact in space by Stramigioli & Duindam (2004)."""

import math
from pathlib import Path

import numpy as np
import pytest

import supple as sp
from supple.papers import find_study
from supple.papers.spatial_contact import errata, limits, scenario, snapshots, stiffness
from supple.papers.spatial_contact.scenario import VARIANTS, Choice, fall, scene_of

ROOT = Path(__file__).parents[2]
SCENE = ROOT / "examples" / "scenes" / "two_ellipsoids.toml"


@pytest.fixture(scope="module")
def base():
    return fall()


def missed(items):
    return [(item.name, item.published, item.measured) for item in items if not item.ok]


# --- what is run ---------------------------------------------------------------------------------------------------------
def test_the_example_scene_is_that_of_the_study():
    setup = sp.read_scene(SCENE)
    assert setup.scene == scene_of() and setup.run["end"] == scenario.END


def test_quick_leaves_out_choices_that_nobody_else_has_tried():
    left = [choice for choice, expected in VARIANTS.items() if expected is None]
    assert len(left) == 4 and all(choice.cone == "elastic" and choice.place != "middle" for choice in left)
    assert find_study("spatial-contact").left_out == (
        "open choices: all but ours, the whole normal force and the force halfway",
    )


@pytest.mark.parametrize("place", scenario.PLACES)
def test_every_place_has_the_same_springs_in_series(place):
    for (one, two), rule in zip(scenario.PAIRS, scene_of(Choice(place=place)).rules, strict=True):
        k, b = rule.normal.row()[:2]
        for value, column in ((k, 0), (b, 1)):
            parts = scenario.NORMAL[one][column], scenario.NORMAL[two][column]
            assert value == pytest.approx(parts[0] * parts[1] / sum(parts), rel=1e-14)


# --- two ellipsoids and a floor ------------------------------------------------------------------------------------------
@pytest.mark.jit
@pytest.mark.validation
def test_two_ellipsoids_do_what_was_computed_apart(base):
    assert missed(scenario.scenario_items(base)) == []


@pytest.mark.jit
def test_events_follow_each_other_and_the_grey_one_is_pressed_in_deeper(base):
    assert list(base.times) == ["a", "b", "b'", "c", "d", "e", "f"]
    assert sorted(base.times.values()) == list(base.times.values())
    assert base.lowest("D1") < 1.5 * base.lowest("D1", base.times["b'"]) < 0.0


@pytest.mark.jit
@pytest.mark.validation
def test_open_choices_change_what_they_should():
    falls = {choice: fall(choice) for choice, expected in VARIANTS.items() if expected}
    items = list(scenario.sensitivity_items(falls))
    assert len(items) == 6 and missed(items) == []


@pytest.mark.jit
def test_another_choice_is_a_miss():
    """The tolerances tell the choices apart, even those that differ least."""
    for choice in (Choice(storage="spatial"), Choice(cone="total")):
        names = [name for name, *_ in missed(scenario.scenario_items(fall(choice)))]
        assert "time of (e)" in names and "D2 at the end" in names


@pytest.mark.jit
@pytest.mark.parametrize(("place", "alpha"), [("first", 0.0), ("springs", 1.0 / 3.0), ("middle", 0.5), ("second", 1.0)])
def test_the_force_acts_where_the_choice_says(place, alpha):
    touching = fall(Choice(place=place), rtol=1e-7).run.contact("grey/floor", [0.3])
    assert -touching.point[0, 2] == pytest.approx(alpha * touching.delta[0], abs=1e-12)


# --- cases with a known answer -------------------------------------------------------------------------------------------
PARTS = (
    limits.bounce_items,
    limits.oblique_items,
    limits.rolling_items,
    limits.spin_items,
    limits.frequency_items,
    limits.free_pair_items,
)


@pytest.mark.jit
@pytest.mark.validation
@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_limit_cases(part):
    assert missed(part()) == []


def test_every_case_is_part_of_the_study():
    assert {name for name in vars(limits) if name.endswith("_items")} == {*(p.__name__ for p in PARTS), "limit_items"}


def test_closed_forms_have_the_digits_that_were_computed_apart():
    assert limits.stuck_oblique(0.5) == pytest.approx((0.3862212689, 2.8444682782, 0.0342345662), abs=6e-11)
    assert limits.hunt_crossley(0.2) == pytest.approx(0.8821899862, abs=6e-11)
    assert limits.hunt_crossley(0.6) == pytest.approx(0.7119501796, abs=6e-11)


@pytest.mark.jit
@pytest.mark.validation
def test_a_stiffness_that_follows_the_place_creates_energy_and_ours_does_not():
    naive = stiffness.plain_bounce(frozen=False)
    created, *rest = stiffness.stiffness_items(naive)
    assert created.measured > 0.1 and missed(rest) == []


def test_the_plain_bounce_keeps_its_energy_if_the_stiffness_is_kept():
    bounce = stiffness.plain_bounce(frozen=True)
    assert bounce.energy == pytest.approx(bounce.energy[0], abs=1e-10)
    assert abs(bounce.integrated) > 0.01  # that of the present place is what the paper integrates


# --- slips in print ------------------------------------------------------------------------------------------------------
@pytest.mark.jit
def test_corrected_formulas_hold_and_printed_ones_do_not(base):
    items = list(errata.errata_items(base, stiffness.plain_bounce(frozen=False)))
    assert missed(items) == []
    printed = [item for item in items if item.rule == "shown"]
    assert {item.name.split()[0] for item in printed} == {"E2", "E3", "E5", "E7", "E8", "E10", "E11", "E12", "E14"}
    assert all(abs(item.measured - item.published) > 0.03 for item in printed)


@pytest.mark.parametrize("s", [0.0, 1.0])
def test_a_structure_with_a_wrong_sign_is_seen(s):
    A = errata.P @ errata.adjoint(errata.pose(np.random.default_rng(1)))
    E, F = errata.whole(A, s)
    assert errata.defect(E, F) < 1e-14
    E[12:18, 12:18] += np.eye(6)
    assert errata.defect(E, F) > 0.5


# --- pictures ------------------------------------------------------------------------------------------------------------
def test_a_body_covers_the_area_of_its_outline():
    """The outline of an ellipsoid along d has the area pi a b c |D^-1 R' d|."""
    axes, (_, _, eye) = np.array(snapshots.SEMI_AXES["black"]), snapshots.camera()
    R, _ = errata.pose(np.random.default_rng(3))
    at = np.array((0.0, 0.0, 1.0))
    high = np.linspace(-0.5, 0.5, 401) * 0.9
    right, up, _ = snapshots.camera()
    start = at + 5.0 * eye + high[None, :, None] * right + high[:, None, None] * up
    hit = np.isfinite(snapshots._meets(start, -eye, at, R, axes))
    area = math.pi * np.prod(axes) * np.linalg.norm(eye @ R / axes)
    assert hit.sum() * (high[1] - high[0]) ** 2 == pytest.approx(area, rel=2e-3)


@pytest.mark.jit
@pytest.mark.parametrize("name", scenario.DISTANCES)
def test_contact_frames_are_at_the_nearest_points(base, name):
    for time in (0.1, 0.26, 0.7, 1.2):
        top, bottom, n = snapshots.nearest_points(base, name, time)
        assert np.dot(top - bottom, n) == pytest.approx(base.distance(name, time), abs=1e-12)
        for body, point in zip(scenario.DISTANCES[name].split("/"), (top, bottom), strict=True):
            if body == "floor":
                assert point[2] == pytest.approx(0.0, abs=1e-12)
                continue
            local = base.run.rotation(body, [time])[0].T @ (point - base.run.position(body, [time])[0])
            assert np.sum((local / snapshots.SEMI_AXES[body]) ** 2) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.slow
@pytest.mark.jit
def test_the_whole_study(tmp_path):
    done = []
    items = find_study("spatial-contact").run(out=tmp_path, progress=done.append)
    assert missed(items) == [] and done[-1] == 1.0
    assert len({(item.source, item.name) for item in items}) == len(items)
    names = ("fig5_distances", "fig6_snapshots", "ledger", "limits", "sensitivity")
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"{name}.png" for name in names]
    assert all(path.stat().st_size > 20_000 for path in tmp_path.iterdir())
    shown = sum(item.rule == "shown" for item in items)
    page = (ROOT / "docs" / "spatial-contact.md").read_text(encoding="utf-8")
    assert f"{len(items) - shown} figures are judged, all within their tolerance; {shown} are shown" in page


@pytest.mark.slow
@pytest.mark.jit
def test_the_quick_study_has_the_same_figures_but_for_what_it_leaves_out():
    study = find_study("spatial-contact")
    whole, quick = ({(item.source, item.name) for item in study.run(quick=quick)} for quick in (False, True))
    assert quick < whole and {source for source, _ in whole - quick} == {"SD section 5, open choices: this study"}
