"""Flexible bodies in pictures: bent as in the run, with all that sits on them, magnified only where the picture says so."""

import base64
from pathlib import Path

import numpy as np
import pytest
from bent_scenes import OFF_AXIS, shelf

import supple as sp
from supple.flexible import Beam, Rectangle, Round, Section, Tube
from supple.show import (
    plot_bending_energy,
    plot_deflection,
    plot_energy,
    plot_modes,
    plot_overview,
    plot_snapshots,
    plot_stress,
)
from supple.show.animation import animation
from supple.show.bent import Places, extremes, factor_of, fibre_stress, outline, swept
from supple.show.contact_frames import contact_frames
from supple.show.report import page
from supple.show.style import stacked

pytestmark = pytest.mark.jit  # too slow for plain Python; kernels are tried there by shorter tests


@pytest.fixture(scope="module")
def run():
    return sp.simulate(shelf(), 0.01)


# --- where everything is --------------------------------------------------------------------------------------------------
def test_points_are_where_the_run_has_them(run):
    here = Places(run, 0.005)
    for body in ("beam", "arm", "hand"):
        for point in ((0.1, 0, -0.6), (0.13, 0, -0.1), (0.02, 0.03, -0.2), (0, 0, 0)):
            assert np.allclose(here.point(body, point), run.position(body, [0.005], point=point)[0], atol=1e-14)


def test_a_magnified_picture_takes_along_what_sits_on_the_beam(run):
    """A child and its child keep their place on the section, wherever that is in the picture."""
    true, large = Places(run, 0.005), Places(run, 0.005, 4.0)
    for body in ("arm", "hand"):
        place = {}
        for name, here in (("true", true), ("large", large)):
            (p, R), (q, Q) = here.frame("beam", OFF_AXIS), here.frame(body)
            place[name] = R.T @ (q - p), R.T @ Q
        assert np.allclose(place["true"][0], place["large"][0]) and np.allclose(place["true"][1], place["large"][1])
    clamp = np.array([0.1, 0, 1])
    assert np.allclose(large.point("beam", (0.1, 0, 0)), clamp, atol=1e-15)
    moved = [here.point("beam", (0.1, 0, -0.6)) - clamp - (0, 0, -0.6) for here in (true, large)]
    assert np.allclose(moved[1][:2], 4.0 * moved[0][:2]) and moved[1][2] == pytest.approx(16.0 * moved[0][2])


def test_facets_follow_the_axis(run):
    corners, normals, tones = Places(run, 0.005).facets("beam")
    assert np.allclose(np.linalg.norm(normals, axis=1), 1.0) and set(tones) == {0, 1}
    x = np.linspace(0.0, 0.6, 33)
    axis = np.array([run.position("beam", [0.005], point=(0.1, 0, -one))[0] for one in x])
    apart = np.linalg.norm(corners[:, :, None] - axis, axis=-1).min(axis=-1)
    outer, inner, ends = apart[: 32 * 24], apart[32 * 24 : 64 * 24], apart[64 * 24 :]
    assert np.allclose(outer, 0.015, rtol=1e-2) and np.allclose(inner, 0.010, rtol=1e-2) and len(ends) == 48


@pytest.mark.parametrize(
    "section",
    [Round(0.02), Rectangle(0.02, 0.05), Tube(0.04, 0.02),
     Section(area=0.02 * 0.05, Iy=0.02 * 0.05**3 / 12, Iz=0.05 * 0.02**3 / 12)],
    ids=lambda section: type(section).__name__,
)  # fmt: skip
def test_a_surface_is_closed_and_has_its_size(section):
    """Facets times normals add up to nothing, and times places to three volumes."""
    axis = np.linspace((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 5)
    corners, normals, _ = swept(section, axis, np.broadcast_to(np.eye(3), (5, 3, 3)))
    across = 0.5 * np.cross(corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1])
    vectors = normals * np.linalg.norm(across, axis=1)[:, None]
    assert np.allclose(vectors.sum(axis=0), 0.0, atol=1e-12)
    volume = np.sum(vectors * corners.mean(axis=1)) / 3.0
    assert volume == pytest.approx(section.area, rel=0.02)
    assert len(outline(section)[0]) == (24 if section.rounded else 4)


# --- how far a beam bends -------------------------------------------------------------------------------------------------
def test_factors_are_round_and_bending_is_then_seen():
    small, large = (sp.simulate(shelf(big=big), 1e-3) for big in (1e-3, 1.0))
    factor = factor_of(small, None)
    assert factor in (100.0, 200.0, 500.0, 1000.0) and factor_of(large, None) == 1.0 and factor_of(large, 3) == 3.0
    most = extremes(small, "beam")
    assert factor * most.deflection < 0.1 * 0.6 and factor * most.turn < 0.3
    assert 2.5 * factor * most.deflection > 0.1 * 0.6 or 2.5 * factor * most.turn > 0.3
    with pytest.raises(ValueError, match="magnify must be > 0, got -1"):
        factor_of(large, -1)


def test_extremes_are_those_of_the_run(run):
    most = extremes(run, "beam")
    ends = np.linalg.norm(run.deflection("beam"), axis=-1).max()
    assert ends <= most.deflection * (1 + 1e-12) and most.deflection < 1.1 * ends
    stored = run.ledger.stored["flexible bodies"].max()
    assert most.energy == pytest.approx(stored, rel=1e-9)
    angle = np.linspace(0.0, 2.0 * np.pi, 721)
    around = [np.abs(run.stress("beam", x=0.0, y=0.015 * np.cos(a), z=0.015 * np.sin(a)).sigma).max() for a in angle]
    beam = run.scene.bodies["beam"].flexible
    assert fibre_stress(beam, [0.0], run.modal("beam")).max() == pytest.approx(max(around), rel=1e-4)


def test_the_arm_of_the_examples_bends_within_the_limits_of_a_beam():
    setup = sp.read_scene(Path(__file__).parents[2] / "examples" / "scenes" / "flexible_arm.toml")
    run = sp.simulate(setup.scene, **setup.run)
    most = extremes(run, "strip")
    assert run.success and len(run.impacts) >= 2
    assert (
        0.03 < most.deflection < 0.1 and most.turn < 0.2 and 5e7 < most.stress < 5e8
    )  # [Pa] spring steel yields at 1e9


# --- pictures -------------------------------------------------------------------------------------------------------------
def titles(figure):
    return [panel.get_title(loc="left") for panel in figure.axes]


def test_a_picture_says_what_it_magnifies(run):
    assert titles(plot_snapshots(run, 0.0, 0.01)) == ["t = 0 s", "t = 0.01 s"]
    assert titles(plot_snapshots(run, 0.0, magnify=5)) == ["t = 0 s   deflection × 5"]
    small = sp.simulate(shelf(big=1e-3), 1e-3)
    assert titles(plot_snapshots(small, 0.0, magnify=None)) == [f"t = 0 s   deflection × {factor_of(small, None):g}"]


def test_plots(run):
    axes = plot_deflection(run)
    assert [line.get_label() for line in axes.lines] == ["beam y", "beam z"]
    t = axes.lines[0].get_xdata()
    assert np.array_equal(axes.lines[1].get_ydata(), run.deflection("beam", t)[:, 2])
    energy = plot_bending_energy(run).lines[0].get_ydata()
    assert energy[0] == pytest.approx(run.ledger.stored["flexible bodies"][0], rel=1e-9)
    assert [line.get_label() for line in plot_modes(run, "beam").lines][-1] == "twist1 [rad]"
    assert plot_stress(run, "beam").get_ylabel() == "x [m]"
    assert len(plot_overview(run).axes) == 7


def test_many_modes_are_no_wall_of_curves():
    scene = sp.Scene(gravity=(0, 0, 0), name="many")
    start = (0.001,) * 3 + (1e-8,) * 7
    beam = Beam(length=1.0, section=Round(0.01), E=2e11, density=7850.0, modes=10, planes="xy", deflection=start)
    scene.body("rod", joint=sp.Fixed(), flexible=beam)
    axes = plot_modes(sp.simulate(scene, 1e-4), "rod")
    labels = [line.get_label() for line in axes.lines]
    assert len(labels) == 6 and labels[:3] == ["y1", "y2", "y3"]
    assert axes.get_title(loc="left") == "Modal coordinates of rod (6 of 10)"


def test_both_ends_of_a_free_beam_are_drawn():
    scene = sp.Scene(gravity=(0, 0, 0), name="free")
    beam = Beam(
        length=1.0,
        section=Round(0.01),
        E=2e11,
        density=7850.0,
        modes=1,
        planes="xy",
        ends="free-free",
        deflection=(0.01,),
    )
    scene.body("bar", joint=sp.Free(), flexible=beam)
    assert [line.get_label() for line in plot_deflection(sp.simulate(scene, 1e-3)).lines] == [
        "bar start y",
        "bar end y",
    ]


def test_the_stack_of_energies_has_no_colour_twice(run):
    assert len({stacked(i) for i in range(14)}) == 14
    labels = [text.get_text() for text in plot_energy(run).get_legend().get_texts()]
    assert "flexible bodies" in labels


# --- contact frames -------------------------------------------------------------------------------------------------------
def test_a_contact_frame_turns_with_the_section():
    """A rod that swings sideways on a floor turns its end, and not its clamped frame."""
    scene = sp.Scene(gravity=(0, 0, 0), name="sweeping")
    scene.ground(at=(0, 0, -0.0199), material="floor")
    beam = Beam(length=0.5, section=Round(0.01), E=2e11, density=7850.0, modes=2, planes="xy", deflection=(0.05, 0.0))
    surfaces = [sp.Sphere(0.02, at=(0.5, 0, 0), material="ball")]
    scene.body("rod", joint=sp.Fixed(), flexible=beam, surfaces=surfaces)
    scene.contact("ball", "floor", normal=sp.KelvinVoigt(k=1e4, b=1.0))
    run = sp.simulate(scene, 0.02)
    times = np.linspace(0.0, 0.02, 41)
    R = contact_frames(run, list(run.histories(["rod/ground"], times)))[:, 0]
    turn = 2.0 * np.arctan(0.5 * beam.shape(0.5, run.modal("rod", times)).turn[:, 0, 2])
    assert np.ptp(turn) > 0.1
    assert np.allclose(np.arctan2(R[:, 1, 0], R[:, 0, 0]), 0.5 * (turn - turn[0]), atol=1e-9)


# --- the page -------------------------------------------------------------------------------------------------------------
def array(text, *shape):
    return np.frombuffer(base64.b64decode(text), dtype="<f4").reshape(shape)


def test_the_viewer_gets_what_bends_a_beam(run):
    data = animation(run, 5, 2.0)
    assert data["magnify"] == 2.0 and data["modes"] == 5 and set(data["factors"]) >= {1.0, 2.0}
    times = np.linspace(0.0, 0.01, 5)
    assert np.allclose(array(data["eta"], 5, 5), run.modal("beam", times), rtol=1e-6)
    row, arm, hand = data["bodies"]
    assert arm["mounted"] == list(OFF_AXIS) and "mounted" not in hand and "beam" not in arm
    beam, x = run.scene.bodies["beam"].flexible, row["beam"]["x"]
    assert len(x) == 33 + 2 and min(abs(np.array(x) - 0.1)) < 1e-12  # 0.3, 0.6 are among the rings; 0.1 and 0.5 are not
    rows = array(row["beam"]["table"], len(x), 5 * 6 + 25)
    for place, found in zip(x, rows, strict=True):
        station = beam.station(place)
        assert np.allclose(found[:30].reshape(5, 6), np.hstack([station.Phi, station.Theta]), rtol=1e-6, atol=1e-7)
        assert np.allclose(found[30:].reshape(5, 5), station.Psi, rtol=1e-6, atol=1e-7)


def test_the_page_tells_of_flexible_bodies(run):
    text = page(run, 5)
    assert "Flexible bodies, largest values" in text and "Flexible bodies bend by up to" in text
    small = page(sp.simulate(shelf(big=1e-3), 1e-3), 5)
    assert "which is hardly seen; <i>Deflection</i> magnifies it" in small
    scene = sp.Scene(name="rigid")
    scene.body("stone", mass=1.0, joint=sp.Prismatic())
    assert "Flexible bodies" not in page(sp.simulate(scene, 1e-3), 5)
