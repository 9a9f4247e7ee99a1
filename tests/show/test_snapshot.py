"""Snapshots and contact frames: what touches has a frame that turns as the contact itself does."""

import numpy as np
import pytest

import supple as sp
from supple.show import plot_snapshot, plot_snapshots
from supple.show.contact_frames import contact_frames

SPIN = 3.0  # [rad/s]


def resting(*, spin=SPIN, up=(0, 0, 1), height=0.0999):
    """An ellipsoid that spins on a floor without friction, about the normal."""
    scene = sp.Scene(gravity=tuple(-9.81 * x for x in up), name="resting")
    scene.ground(normal=up, material="floor")
    place = tuple(height * x for x in up)
    joint = sp.Free(position=place, angular_velocity=tuple(spin * x for x in up))
    scene.body("egg", mass=1.0, joint=joint, surfaces=[sp.Ellipsoid((0.1, 0.1, 0.1), material="shell")])
    scene.contact("shell", "floor", normal=sp.KelvinVoigt(k=1e5, b=500.0))
    return scene


@pytest.fixture(scope="module")
def run():
    return sp.simulate(resting(), 0.5)


@pytest.mark.parametrize("up", [(0, 0, 1), (1, 0, 0), (0, 0.6, -0.8)])
def test_a_frame_turns_by_the_mean_of_the_two_bodies(up):
    run = sp.simulate(resting(up=up), 0.5)
    times = np.linspace(0.0, 0.5, 26)
    R = contact_frames(run, list(run.histories(["egg/ground"], times)))[:, 0]
    assert np.allclose(R @ np.swapaxes(R, 1, 2), np.eye(3), atol=1e-9) and np.allclose(np.linalg.det(R), 1.0)
    assert np.allclose(R[:, :, 2], up, atol=1e-9)
    turned = np.einsum("ij,nij->nj", R[0], R)[:, 0]  # t_1 along what it was
    assert np.allclose(turned, np.cos(0.5 * SPIN * times), atol=1e-6)  # the floor does not turn


def test_a_frame_begins_anew_with_a_contact():
    run = sp.simulate(resting(height=0.11), 1.0)
    times = np.linspace(0.0, 1.0, 201)
    (history,) = run.histories(["egg/ground"], times)
    R = contact_frames(run, [history])[:, 0]
    touching = np.array(history.mode) != "open"
    first = np.flatnonzero(touching)[0]
    assert first > 0 and np.allclose(R[: first + 1, :, 0], (1, 0, 0), atol=1e-9) and R[-1, 0, 0] < 0.9


def pieces(axes):
    """Colours of arrows, number of facets."""
    arrows = [text.arrowprops["color"] for text in axes.texts]
    return arrows, sum(len(c.get_paths()) for c in axes.collections if c.get_zorder() == 3)


def test_what_touches_has_its_frame_and_its_force(run):
    arrows, facets = pieces(plot_snapshot(run, 0.25))
    assert arrows == ["#F2BF1A", "#F2BF1A", "#1A1A1F", "#CC261A"] and facets > 500
    assert pieces(plot_snapshot(run, 0.25, frames=False))[0] == ["#CC261A"]
    assert pieces(plot_snapshot(run, 0.25, frames=False, forces=False))[0] == []


def test_what_is_open_has_none():
    run = sp.simulate(resting(height=0.11), 0.2)
    assert pieces(plot_snapshot(run, 0.0))[0] == []


def test_the_normal_is_drawn_where_it_is(run):
    """Seen from the side, the normal points upwards from the lowest point of the body."""
    axes = plot_snapshot(run, 0.25, azimuth=0.0, elevation=0.0)
    (normal,) = (text for text in axes.texts if text.arrowprops["color"] == "#1A1A1F")
    (tip, start) = np.array(normal.xy), np.array(normal.xyann)
    assert np.allclose(start, 0.0, atol=1e-3) and tip[0] == pytest.approx(0.0, abs=1e-3) and tip[1] > 0.02


def everything():
    scene = sp.Scene(name="$everything$")
    scene.ground(material="floor")
    scene.ground(normal=(0, 1, 0), at=(0, -0.5, 0), name="wall", material="floor")
    scene.body("post", joint=sp.Fixed(), surfaces=[sp.Box((0.05, 0.05, 0.2))])
    scene.body("rod", mass=1.0, parent="post", joint=sp.Spherical(at=(0, 0, 0.2)), inertia=(0.1, 0.1, 0.1))
    scene.body("tip", mass=0.1, parent="rod", joint=sp.Revolute(at=(0, 0, 0.1)), surfaces=[sp.Point(), sp.Sphere(0.02)])
    scene.body(
        "log", mass=1.0, joint=sp.Free(position=(0.3, 0, 0.2)), surfaces=[sp.Capsule((0, 0, 0), (0.1, 0, 0), 0.05)]
    )
    scene.body(
        "soap", mass=1.0, joint=sp.Free(position=(-0.3, 0, 0.2)), surfaces=[sp.Superellipsoid((0.1, 0.06, 0.03))]
    )
    scene.add(sp.Spring(a="world", b="log", at_a=(0.3, 0, 0.5), stiffness=50.0, length=0.2))
    scene.add(sp.Bushing(a="soap", b="post", stiffness=(50.0, 50.0, 50.0)))
    return scene


@pytest.mark.filterwarnings("ignore::supple.SceneWarning")
def test_every_shape_and_springs_in_several_panels(tmp_path):
    run = sp.simulate(everything(), 0.02)
    figure = plot_snapshots(run, 0.0, 0.01, 0.01, 0.02, columns=3)
    figure.draw_without_rendering()
    shown = [panel for panel in figure.axes if panel.collections]
    assert len(figure.axes) == 6 and len(shown) == 4
    assert len({(panel.get_xlim(), panel.get_ylim()) for panel in shown}) == 1  # from the same place
    lengths = [len(line.get_xdata()) for line in shown[0].lines if line.get_color() == "#40454D"]
    assert len(lengths) == 2 and max(lengths) > 50 and min(lengths) == 2  # a helix and a line


def test_stops_and_empty_scenes_can_be_drawn():
    scene = sp.Scene(name="pendulum")
    stop = sp.HuntCrossley(k=1e3, lam=200.0, n=1.0)
    joint = sp.Revolute(axis=(0, 1, 0), angle=-0.01, rate=-2.0, limits=(0.0, 1.0), limit_law=stop)
    scene.body("rod", mass=1.0, joint=joint, inertia=sp.rod_inertia(1.0, 0.5), com=(0, 0, -0.25))
    run = sp.simulate(scene, 0.01)
    assert run.peaks and pieces(plot_snapshot(run, 0.001)) == ([], 0)


@pytest.mark.parametrize("time", [-1.0, 2.0])
def test_times_are_those_of_the_run(run, time):
    with pytest.raises(ValueError, match="times must be between"):
        plot_snapshot(run, time)
