"""Cables, motors and controllers in plots, tables, snapshots and the animation."""

import base64
from pathlib import Path

import numpy as np
import pytest
from show.test_browser import BROWSER, loaded

import supple as sp
from supple.show.animation import animation
from supple.show.cables import courses_of, motors_of
from supple.show.overview import plot_overview
from supple.show.report import page, write_report

SCENES = Path(__file__).parents[2] / "examples" / "scenes"


@pytest.fixture(scope="module")
def leg():
    setup = sp.read_scene(SCENES / "jumping_leg.toml")
    return sp.simulate(setup.scene, 0.7)


@pytest.mark.parametrize("arm", [0.03, -0.02])
@pytest.mark.parametrize("axis", [(0, 1, 0), (0, -1, 0), (1, 1, 0)])
def test_a_cable_is_drawn_on_the_side_of_its_lever_arm(arm, axis):
    """Between its ends the drawn cable becomes longer by r per radian, as the equations say."""

    def length(angle):
        scene = sp.Scene()
        joint = sp.Revolute(axis=axis, at=(0.1, 0.2, 0.3), orientation=(0.8, 0.6, 0, 0), angle=angle)
        scene.body("link", mass=1.0, com=(0, 0, -0.2), inertia=(1, 1, 1), joint=joint)
        scene.add(sp.Cable(levers=[sp.Lever(body="link", arm=arm)], stiffness=1.0, name="cable"))
        ((_, points),) = courses_of(scene)
        places = sp.forward_kinematics(sp.build(scene), "link")
        (first, start), (last, end) = points[0], points[-1]
        assert (first, last) == ("world", "link")
        return np.linalg.norm(places.position + places.rotation @ end - start)

    assert (length(1e-4) - length(-1e-4)) / 2e-4 == pytest.approx(arm, rel=1e-6)


def test_what_is_drawn_of_a_leg():
    scene = sp.read_scene(SCENES / "jumping_leg.toml").scene
    extensor, hamstrings = courses_of(scene)
    assert extensor.name == "extensor.cable" and [body for body, _ in extensor.points] == ["thigh"] * 2 + ["shank"] * 2
    assert [body for body, _ in hamstrings.points] == ["trunk"] * 2 + ["thigh"] * 2 + ["shank"] * 2
    assert [(motor.name, motor.body) for motor in motors_of(scene)] == [("knee", "shank")]
    arm = sp.read_scene(SCENES / "series_elastic_arm.toml").scene
    assert [course.name for course in courses_of(arm)] == ["shoulder springs.forward", "shoulder springs.back"]
    assert [motor.body for motor in motors_of(arm)] == ["upper arm", "forearm"]


def test_what_has_no_place_is_not_drawn():
    scene = sp.Scene()
    scene.add(sp.Motor(resistance=1.0, torque_constant=1.0, inertia=1.0, rotor="r", name="m"))
    scene.add(sp.Cable(levers=[sp.Lever(body="r", arm=0.1)], stiffness=1.0))
    assert courses_of(scene) == [] and motors_of(scene) == []


@pytest.mark.jit
def test_the_animation_knows_when_a_cable_is_taut(leg):
    data = animation(leg, 71)
    modes = np.frombuffer(base64.b64decode(data["cable_modes"]), dtype=np.uint8).reshape(71, 2)
    t = np.linspace(0.0, 0.7, 71)
    for k, cable in enumerate(data["cables"]):
        assert (modes[:, k] == 1).tolist() == [mode == "taut" for mode in leg.element(cable["name"], t).mode]
    assert {0, 1} == set(modes[:, 0].tolist()) and data["bodies"][data["motors"][0]["body"]]["name"] == "shank"


@pytest.mark.jit
def test_drives_have_panels_and_tables(leg):
    titles = [axes.get_title(loc="left") for axes in plot_overview(leg).axes]
    for beginning in ("Tension of cables", "Motors, at the gear", "Motors; thick", "Outputs of controllers"):
        assert any(title.startswith(beginning) for title in titles), titles
    names = [text.get_text() for text in plot_overview(leg).axes[0].get_legend().get_texts()]
    assert names == ["trunk", "thigh", "shank"]  # a rotor has no height
    text = page(leg, 20)
    for words in ("<h2>Cables</h2>", "<td>hamstrings</td>", "<h2>Motors, largest values</h2>", "<td>knee control</td>",
                  "Cables are red while taut"):  # fmt: skip
        assert words in text


@pytest.mark.jit
def test_without_drives_nothing_is_said():
    scene = sp.Scene()
    scene.body("ball", mass=1.0, joint=sp.Prismatic(), surfaces=[sp.Sphere(0.1)])
    text = page(sp.simulate(scene, 0.1), 5)
    assert not any(words in text for words in ("<h2>Cables", "<h2>Motors", "<h2>Controllers", "Cables are red"))


@pytest.mark.jit
def test_snapshots_show_cables(leg):
    from supple.show.snapshot import CABLE

    figure = sp.show.plot_snapshots(leg, 0.4, 0.65)
    taut = [sum(line.get_color() == CABLE for line in axes.get_lines()) for axes in figure.axes]
    assert taut[0] >= 1 and len(taut) == 2


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no chromium, chromium-browser or google-chrome on the path")
def test_a_browser_draws_them(leg, tmp_path):
    dom = loaded(write_report(leg, tmp_path / "leg.html", frames=50), "#t=0.4", "--enable-unsafe-swiftshader")
    assert 'data-ready="true"' in dom and "data-errors" not in dom
