"""Plots of a run: nothing is computed once per curve that can be computed once, and nothing to draw is no error."""

import supple as sp
from supple.show import plot_contact_force, plot_overview, plot_positions
from supple.trajectory.replay import Replay


def balls(count):
    scene = sp.Scene(gravity=(0, 0, -9.81), name="balls")
    scene.ground(material="floor")
    for i in range(count):
        joint = sp.Free(position=(0.1 * i, 0, 0.0205), velocity=(0, 0, -0.2))
        scene.body(f"ball{i}", mass=0.1, joint=joint, surfaces=[sp.Sphere(0.02, material="ball")])
    scene.contact("ball", "floor", normal=sp.Hertz(k=1e8))
    scene.no_contact("ball", "ball")
    return sp.simulate(scene, 0.005)


def test_bodies_and_contacts_of_a_panel_are_computed_together(monkeypatch):
    from matplotlib.figure import Figure

    run, calls = balls(3), []
    run.impacts  # noqa: B018  computed once and kept
    for name in ("between", "contacts"):
        real = getattr(Replay, name)
        monkeypatch.setattr(Replay, name, lambda *args, real=real, name=name: calls.append(name) or real(*args))
    axes = Figure().subplots(2)
    plot_positions(run, axes=axes[0])
    plot_contact_force(run, axes=axes[1])
    assert calls == ["between", "contacts"]
    assert [len(panel.lines) for panel in axes] == [3, 3]


def test_a_scene_in_which_nothing_happens_can_be_drawn():
    scene = sp.Scene(name="still")
    scene.ground(material="floor")
    figure = plot_overview(sp.simulate(scene, 0.1))
    figure.draw_without_rendering()
    assert len(figure.axes) == 5


def test_a_contact_that_holds_from_the_start_is_drawn():
    """It is no impact, and has a force all the same."""
    scene = sp.Scene(gravity=(0, 0, -9.81), name="a ball that lies")
    scene.ground(material="floor")
    joint = sp.Free(position=(0, 0, 0.02 - 1e-5))
    scene.body("ball", mass=0.1, joint=joint, surfaces=[sp.Sphere(0.02, material="ball")])
    scene.contact("ball", "floor", normal=sp.KelvinVoigt(k=98100.0, b=10.0))
    run = sp.simulate(scene, 0.01)
    (line,) = plot_contact_force(run).lines
    assert not run.impacts and abs(line.get_ydata().max() / 0.981 - 1.0) < 1e-6
