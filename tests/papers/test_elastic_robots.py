"""The study of robots with elastic joints by Lens, Radkhah & von Stryk: metal on rubber and a tennis ball."""

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from biorobots.landings import land

import supple as sp
from supple.papers import find_study
from supple.papers.elastic_robots import biobiped, biorob, rubber_and_tennis, study
from supple.papers.elastic_robots.drop_figures import STATES, figure_rubber
from supple.papers.elastic_robots.drops import CONTACT, PRINTED, RUBBER, TENNIS, bounce, closed_form, fall, scene_of


@pytest.fixture(scope="module")
def items():
    return rubber_and_tennis.items()


@pytest.mark.jit
@pytest.mark.validation
def test_every_figure_is_within_its_tolerance(items):
    assert [(item.source, item.name, item.published, item.measured) for item in items if not item.ok] == []
    judged = [item for item in items if item.tolerance is not None]
    assert len(judged) > 35 and len({(item.source, item.name) for item in items}) == len(items)


@pytest.mark.jit
def test_what_is_shown_only_says_why(items):
    shown = [item for item in items if item.tolerance is None and item.published is not None]
    assert {item.name for item in shown if item.note} == {
        "bounce 2: rebound without weight", "bounce 1: e with weight", "bounce 1: rebound with weight",
    }  # fmt: skip
    assert all("weight" in item.name for item in shown)


def test_parameters_are_those_of_the_paper():
    assert (RUBBER.mass, RUBBER.height, RUBBER.speed, RUBBER.stiffness, RUBBER.damping) == (1.0, 1.0, 1.0, 1e4, 7.5e3)
    friction = RUBBER.friction
    assert (friction.mu_k, friction.mu_s, friction.v_stick, friction.k, friction.d) == (0.06, 0.1, 1e-3, 1e4, 40.0)
    assert (TENNIS.mass, TENNIS.height, TENNIS.stiffness, TENNIS.damping) == (0.05, 0.7, 1.7e4, 2.4e3)
    assert PRINTED.damping == 10.0 * TENNIS.damping
    assert all(
        sp.scene_from_toml(sp.scene_to_toml(scene_of(drop))).scene == scene_of(drop) for drop in (RUBBER, TENNIS)
    )


def test_the_closed_form_is_the_equation_of_an_impact():
    """Without the weight."""
    for drop in (RUBBER, TENNIS, PRINTED):
        back, _ = bounce(drop, 3.0, gravity=0.0)
        assert back / 3.0 == pytest.approx(closed_form(drop.normal, 3.0), rel=1e-9)


@pytest.mark.jit
def test_states_follow_the_machine_and_the_picture_has_all_of_them():
    run = fall(RUBBER)
    seen = run.contact(CONTACT, np.linspace(0.0, RUBBER.end, 4000))
    assert set(seen.mode) == set(STATES)
    assert seen.mode[-1] == "stick" and "stick" not in seen.mode[: seen.mode.index("stick")]
    colours = {line.get_color() for axes in figure_rubber().axes[:6] for line in axes.get_lines()}
    assert colours == {colour for colour, _ in STATES.values()}
    assert np.abs(run.angular_velocity("object")).max() == 0.0  # friction does not turn it


@pytest.mark.jit
def test_energy_at_rest_is_lost_to_damping_and_friction():
    run = fall(RUBBER)
    assert run.ledger.lost["friction"][-1] == pytest.approx(0.5, rel=1e-3)
    assert math.isclose(run.ledger.lost["contact damping"][-1], 9.81, rel_tol=2e-3)


def test_the_study_joins_its_parts():
    assert find_study("elastic-robots") is study.STUDY
    assert all(callable(part.items) and callable(part.draw) for part in study._parts())


# --- all parts, once ------------------------------------------------------------------------------------------------------
class Whole(NamedTuple):
    """What the quick study did."""

    items: list
    seen: list  # fractions that it told
    of_part: dict  # {part: (its items, fractions that it told, paths that it wrote)}
    out: Path


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The quick study with its pictures, listened to."""
    out, seen, of_part = tmp_path_factory.mktemp("pictures"), [], {}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(biorob, "land", land)  # figures and pictures ask for the same landings, and so do other files
        for part in study._parts():
            listen(patch, part, of_part)
        items = study.run(quick=True, out=out, progress=seen.append)
    return Whole(items, seen, of_part, out)


def listen(patch, part, of_part):
    found, told, written = of_part.setdefault(part, ([], [], []))
    items, draw = part.items, part.draw

    def listened(quick, progress):
        found.extend(items(quick, lambda fraction: (told.append(fraction), progress(fraction))))
        return found

    patch.setattr(part, "items", listened)
    patch.setattr(part, "draw", lambda out: written.extend(draw(out)))


@pytest.mark.slow
@pytest.mark.jit
def test_pictures_and_animations_are_written(whole):
    assert whole.seen == sorted(whole.seen) and whole.seen[-1] == 1.0 and whole.items
    names = {path.name for path in whole.out.iterdir()}
    assert {"fig5_rubber.png", "fig6_tennis.png", "fig5_rubber.html", "fig6_tennis.html"} <= names
    written = [path for part in study._parts() for path in whole.of_part[part][2]]
    assert {path.name for path in written} == names


@pytest.mark.slow
@pytest.mark.jit
def test_the_landing_has_its_pictures_and_tells_how_far_it_is(whole):
    items, told, written = whole.of_part[biorob]
    assert items and all(item.ok for item in items) and told[-1] == 1.0
    assert {path.suffix for path in written} == {".png", ".html"} and all(path.stat().st_size > 1e5 for path in written)


@pytest.mark.slow
@pytest.mark.jit
def test_the_gait_has_its_pictures_and_quick_figures(whole):
    items, told, written = whole.of_part[biobiped]
    assert items and all(item.ok for item in items) and told[-1] == 1.0
    assert not any("set B" in item.name for item in items)
    names = {"fig11_force.png", "fig11_frames.png", "fig11_ledger.png", "fig11_biobiped.html"}
    assert {path.name for path in written} == names and all(path.stat().st_size > 10_000 for path in written)
