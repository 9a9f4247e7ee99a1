"""Many contacts of few bodies: pictures and tables have those that touched, by pairs of bodies where they are many."""

import base64
import re

import numpy as np
import pytest
from matplotlib.figure import Figure

import supple as sp
from supple.show import plot_contact_force, plot_snapshot
from supple.show.animation import animation
from supple.show.pairs import by_pair, pairs_of
from supple.show.report import page


def boards(table="table", above=("A", "B")):
    """Boxes that lie on a fixed one, each with four of its corners."""
    scene = sp.Scene(gravity=(0, 0, -9.81), name="boards")
    scene.body(table, joint=sp.Fixed(), surfaces=[sp.Box((1.0, 0.8, 0.1), rounding=0.005, material="m")])
    for i, name in enumerate(above):
        joint = sp.Free(position=(0.3 * i, 0, 0.1 - 1e-5))
        scene.body(name, mass=1.0, joint=joint, surfaces=[sp.Box((0.2, 0.1, 0.1), rounding=0.005, material="m")])
    scene.contact("m", "m", normal=sp.HuntCrossley(k=1e7, lam=1e6))
    return scene


@pytest.fixture(scope="module")
def run():
    return sp.simulate(boards(), 0.01)


def test_only_what_touched_is_shown(run):
    assert len(run.contacts) > 300 and len(run.peaks) == 8
    data = animation(run, 3)
    assert {one["name"] for one in data["contacts"]} == set(run.peaks)
    assert sorted(len(names) for names in by_pair(run, run.peaks).values()) == [4, 4]


def test_forces_of_a_pair_are_summed(run):
    axes = plot_contact_force(run, axes=Figure().subplots())
    pairs = by_pair(run, run.peaks)
    assert sorted(line.get_label() for line in axes.lines) == sorted(f"{pair}, 4 contacts" for pair in pairs)
    assert axes.get_title(loc="left") == "Normal force, summed over the contacts of two bodies"
    for line in axes.lines:
        names = pairs[line.get_label().removesuffix(", 4 contacts")]
        total = sum(history.force for history in run.histories(names))
        assert np.allclose(np.nan_to_num(line.get_ydata()), total)
    named = plot_contact_force(run, *run.peaks, axes=Figure().subplots())
    assert len(named.lines) == 6 and named.get_title(loc="left") == "Normal force (6 of 8)"


def test_the_report_has_a_table_of_pairs(run):
    text = page(run, 3)
    for pair in by_pair(run, run.peaks):
        assert re.search(rf"<td>{pair}</td><td[^>]*>4</td>", text)
    alone = sp.simulate(boards(above=("A",)), 0.01)
    assert len(alone.peaks) == 4 and "pair of bodies" not in page(alone, 3)


def test_pictures_show_the_force_on_what_moves(run):
    """However the contact is named: a table pushes upwards."""
    rows = np.frombuffer(base64.b64decode(animation(run, 3)["touching"]), dtype="<f4").reshape(-1, 12)
    assert len(rows) and np.all(rows[:, 6] > 0.0)
    w, x, y, z = rows[:, 8:].T
    assert np.allclose(1 - 2 * (x * x + y * y), 1.0)  # the normal too
    arrows = [text for text in plot_snapshot(run, 0.005, frames=False).texts if text.arrowprops["color"] == "#CC261A"]
    assert len(arrows) == 8 and all(arrow.xy[1] > arrow.xyann[1] for arrow in arrows)


NAMES = (("a/b", ("c.d", "c")), ("x", ("x.y/x", "y")), ("a#1", ("a", "a.box")))


@pytest.mark.parametrize("table, above", NAMES)
def test_names_with_dots_and_strokes(table, above):
    run = sp.simulate(boards(table, above), 0.005)
    features = run.model.contacts.features
    for a, b, _ in run.model.contacts.listed:
        name = run.model.contacts.name(a, b)
        if name in run.peaks:
            assert run.model.contacts.bodies_of(name) == (features[b].body, features[a].body)
    assert len(set(pairs_of(run, run.peaks).values())) == 2
    assert run.model.contacts.bodies_of("nothing/at all") is None
