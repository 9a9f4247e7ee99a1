"""Exact stick of several contacts at once, beside prescribed motions, in files, in replays and in heaps."""

import math

import numpy as np
import pytest
from physics.scenes import METHODS

import supple as sp
from supple.model.room import Room

pytestmark = pytest.mark.jit  # too slow for plain Python; kernels are tried there by shorter tests


def done(scene, end, **options):
    run = sp.simulate(scene, end, **options)
    assert run.success, run.message
    return run


def box(push, *, at=(0, 0, -0.05), mu=0.5):
    """A box of 1 kg on four feet, pushed by a force that grows to `push` in 2 s."""
    scene = sp.Scene(gravity=(0, 0, -10.0), name="box")
    scene.ground(material="floor")
    corners = ((-0.1, -0.1), (0.1, -0.1), (0.1, 0.1), (-0.1, 0.1))
    feet = [sp.Point((x, y, -0.05), material="foot", name=f"foot {i}") for i, (x, y) in enumerate(corners)]
    scene.body("box", mass=1.0, inertia=(0.01,) * 3, joint=sp.Free(position=(0, 0, 0.05 - 2.5e-5)), surfaces=feet)
    scene.contact("foot", "floor", normal=sp.LinearSD1(k=1e5, b=300.0), friction=sp.Coulomb(mu=mu))
    scene.force_table("box", (0.0, 2.0), [(0, 0, 0), push], at=at)
    return scene


def feet(run):
    return [run.contact(name) for name in run.contacts]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("at", [(0, 0, -0.05), (0, 0, 0), (0.03, 0.04, 0)])
def test_four_feet_hold_up_to_the_cone_and_no_further(at, method):
    """The floor holds all of the push; the box moves when that is mu m g, a little before where it turns."""
    run = done(box((8.0, 4.0, 0.0), at=at), 1.4, method=method, max_steps=50_000)
    push = math.hypot(4.0, 2.0)  # [N/s]
    begins = run.t[np.flatnonzero(np.hypot(run["box.vx"], run["box.vy"]) > 1e-4)[0]]
    assert 5.0 / push * (0.95 if at[0] else 0.999) < begins < 5.0 / push + 0.02
    assert len(run.events) < 60


def test_what_holds_a_box_is_shared_by_load():
    run = done(box((2.0, 1.0, 0.0), at=(0, 0, 0)), 2.0)
    assert not run.events
    friction, normal = (np.array([getattr(foot, what)[-1] for foot in feet(run)]) for what in ("friction", "force"))
    assert friction.sum(axis=0) == pytest.approx((-2.0, -1.0, 0.0), abs=1e-6)
    assert np.ptp(normal) > 0.1
    parts = np.linalg.norm(friction, axis=1) / normal
    assert parts == pytest.approx(parts.mean(), rel=0.1)


@pytest.mark.parametrize("method", ["auto", "ode45", "rodas5p"])
def test_a_box_at_rest_stays_there(method):
    run = done(box((2.0, 1.0, 0.0), at=(0, 0, 0)), 100.0, method=method)
    assert max(abs(run["box.x"][-1]), abs(run["box.y"][-1])) < 1e-5  # where its tilt has brought it
    assert np.ptp(run["box.x"][run.t > 50.0]) < 1e-12
    assert not run.events


def carried(friction, amplitude=0.02, omega=10.0):
    """A mass of 2 kg on a table of 3 kg that is moved as a sine."""
    scene = sp.Scene(gravity=(0, 0, -10.0), name="carried")
    joint = sp.Prismatic(axis=(1, 0, 0))
    scene.body("table", mass=3.0, joint=joint, surfaces=[sp.HalfSpace((0, 0, 1), material="table")])
    scene.body("sledge", joint=sp.Prismatic(axis=(1, 0, 0), speed=amplitude * omega))
    joint = sp.Prismatic(displacement=-20.0 / 1e5)
    scene.body("mass", mass=2.0, parent="sledge", joint=joint, surfaces=[sp.Point(material="foot")])
    scene.contact("foot", "table", normal=sp.LinearSD1(k=1e5, b=300.0), friction=friction)
    scene.add(sp.Motion(body="table", amplitude=amplitude, omega=omega, name="drive"))
    return scene


def test_a_motion_is_held_with_what_it_carries():
    """Together while the acceleration is below mu g: the drive moves both masses, and its work is in the ledger."""
    run = done(carried(sp.Coulomb(mu=0.5)), 1.0, rtol=1e-10)
    assert not run.events
    assert run["sledge.displacement"] == pytest.approx(run["table.displacement"], abs=1e-9)
    force = run.element("drive").force
    assert force == pytest.approx(-5.0 * 0.02 * 100.0 * np.sin(10.0 * run.t), abs=1e-5)
    assert np.abs(run.ledger.residual).max() < 1e-8


def test_what_is_shaken_too_much_slides_and_sticks_in_turn():
    run = done(carried(sp.Coulomb(mu=0.15)), 3.0, rtol=1e-9)
    what = [event.what for event in run.events]
    assert {"slide", "stick"} <= set(what) and len(what) < 40
    assert np.abs(run.ledger.residual).max() < 1e-7


def test_a_file_a_look_between_steps_and_a_run_that_goes_on_are_the_same(tmp_path):
    scene = box((8.0, 4.0, 0.0), at=(0.03, 0.04, 0))
    run = done(scene, 1.0)
    run.save(tmp_path / "box.nc")
    stored = sp.load(tmp_path / "box.nc")
    for ours, theirs in zip(feet(run), feet(stored), strict=True):
        np.testing.assert_array_equal(ours.friction, theirs.friction)
    streamed = done(scene, 1.0, out=tmp_path / "streamed.nc")
    np.testing.assert_array_equal(streamed.y, run.y)
    friction = sum(foot.friction[0] for foot in run.histories(run.contacts, times=[0.5]))
    assert friction == pytest.approx((-2.0, -1.0, 0.0), abs=1e-4)
    first = done(scene, 0.5, rtol=1e-9)
    rest = done(scene, 1.0, start=0.5, rtol=1e-9, initial=first)
    whole = done(scene, 1.0, rtol=1e-9)
    np.testing.assert_allclose(rest.final[:13], whole.final[:13], atol=1e-8)


def balls(n=10, *, friction=None):
    """Balls that fall into a corner of three walls and come to rest in it."""
    scene = sp.Scene(gravity=(0, 0, -9.81), name="balls")
    scene.ground(material="wall")
    for normal in ((1, 0, 0.3), (-1, 0, 0.3), (0, 1, 0.3), (0, -1, 0.3)):
        size = np.linalg.norm(normal)
        scene.ground(
            material="wall",
            normal=tuple(np.array(normal) / size),
            at=tuple(-0.15 * np.array(normal)),
            name=f"wall {normal}",
        )
    for i in range(n):
        place = (0.05 * (i % 2) - 0.02, 0.05 * (i // 2 % 2) - 0.03, 0.06 + 0.07 * i)
        joint = sp.Free(position=place, velocity=(0.1, 0.05 * i, -0.5), angular_velocity=(1, 2, 3))
        scene.body(f"ball {i}", mass=0.1, joint=joint, surfaces=[sp.Sphere(0.03, material="ball")])
    law = friction or sp.Coulomb(mu=0.4)
    for pair in (("ball", "ball"), ("ball", "wall")):
        scene.contact(*pair, normal=sp.HuntCrossley(k=1e6, lam=1e6), friction=law)
    return scene


@pytest.mark.jit
@pytest.mark.parametrize("rtol", [1e-3, 1e-6])
def test_ten_balls_in_a_box(rtol):
    run = done(balls(), 1.0, rtol=rtol, max_steps=200_000)
    assert {"stick", "slide"} <= {event.what for event in run.events}
    assert np.abs(run.ledger.residual).max() < 1e-2 * 10 * 0.1 * 9.81 * 0.4


@pytest.mark.jit
def test_a_run_does_not_depend_on_the_room_it_starts_with(monkeypatch):
    scene = balls(4)
    whole = done(sp.build(scene), 0.4)
    model = sp.build(scene)
    known = len(model.tables.el_i)
    monkeypatch.setitem(vars(model), "first_room", Room(known, 1))
    assert np.array_equal(done(model, 0.4).y, whole.y)
