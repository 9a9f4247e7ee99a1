"""Coulomb friction with exact stick, one contact at a time, against closed forms."""

import math

import numpy as np
import pytest
from physics.scenes import METHODS

import supple as sp

pytestmark = pytest.mark.jit  # too slow for plain Python; kernels are tried there by shorter tests

G = 9.81
RTOLS = (1e-2, 1e-3, 1e-6, 1e-10)


def block(friction, slope, *, speed=0.0, mass=2.0, k=1e5):
    """A block that a plane of this slope carries, in the axes of the plane; x points down."""
    angle = math.atan(slope)
    scene = sp.Scene(gravity=(G * math.sin(angle), 0, -G * math.cos(angle)), name="block")
    scene.ground(material="plane")
    scene.body("sledge", joint=sp.Prismatic(axis=(1, 0, 0), speed=speed))
    joint = sp.Prismatic(displacement=-mass * G * math.cos(angle) / k)
    scene.body("block", mass=mass, parent="sledge", joint=joint, surfaces=[sp.Point(material="wood")])
    scene.contact("wood", "plane", normal=sp.LinearSD1(k=k, b=300.0), friction=friction)
    return scene


def acceleration(mu, slope):
    """Of a block that slides down."""
    return G * (slope - mu) / math.hypot(1.0, slope)


def done(scene, end, **options):
    run = sp.simulate(scene, end, **options)
    assert run.success, run.message
    return run


def whats(run):
    return [event.what for event in run.events]


# --- a block on a slope -------------------------------------------------------------------------------------------------
def test_below_the_cone_it_rests_and_the_friction_is_its_weight():
    run = done(block(sp.Coulomb(mu=0.5), 0.4), 1.0)
    assert whats(run) == []
    assert abs(run["sledge.displacement"][-1]) < 1e-15
    assert run.contact("block/ground").friction[-1, 0] == pytest.approx(-2.0 * acceleration(0.0, 0.4), rel=1e-12)
    assert run.contact("block/ground").mode[-1] == "stick"


def test_it_rests_for_ever():
    """An hour: no creep, and steps that do not shrink."""
    run = done(block(sp.Coulomb(mu=0.5), 0.49), 3600.0)
    assert abs(run["sledge.displacement"][-1]) < 1e-12
    assert len(run.t) < 1000


def test_above_the_cone_it_slides_from_the_start():
    run = done(block(sp.Coulomb(mu=0.5), 0.6), 1.0)
    assert run["sledge.displacement"][-1] == pytest.approx(0.5 * acceleration(0.5, 0.6), rel=1e-10)


def test_static_friction_holds_what_kinetic_does_not():
    assert whats(done(block(sp.Coulomb(mu=0.3, mu_static=0.5), 0.4), 0.5)) == []
    run = done(block(sp.Coulomb(mu=0.3, mu_static=0.5), 0.4, speed=0.1), 1.0)
    assert run["sledge.speed"][-1] == pytest.approx(0.1 + acceleration(0.3, 0.4), rel=1e-10)


@pytest.mark.parametrize("rtol", RTOLS)
@pytest.mark.parametrize("method", METHODS)
def test_it_stops_when_and_where_it_should(method, rtol):
    run = done(block(sp.Coulomb(mu=0.5), 0.4, speed=1.0), 2.0, method=method, rtol=rtol)
    brake = -acceleration(0.5, 0.4)
    assert run.events[-1].what == "stick"
    assert run.events[-1].time == pytest.approx(1.0 / brake, abs=1e-7 + 1e-2 * rtol)
    assert run["sledge.displacement"][-1] == pytest.approx(0.5 / brake, abs=1e-9 + 1e-2 * rtol)
    assert abs(run["sledge.speed"][-1]) < 1e-6 + 1e-2 * rtol
    assert len(run.events) <= 4


def test_up_the_slope_and_down_again_is_a_reversal_at_one_instant():
    run = done(block(sp.Coulomb(mu=0.3), 0.6, speed=-1.0), 1.0, rtol=1e-9)
    (turn,) = run.events
    up = acceleration(-0.3, 0.6)
    assert turn.time == pytest.approx(1.0 / up, abs=1e-7)
    later = 1.0 - 1.0 / up
    assert run["sledge.speed"][-1] == pytest.approx(acceleration(0.3, 0.6) * later, rel=1e-6)


def test_a_push_that_begins_at_once_moves_it_at_once():
    """A force from a corner on, beyond the cone: the contact gives way there and not at the next guard."""
    scene = block(sp.Coulomb(mu=0.5), 0.0)
    scene.force("block", (14.81, 0, 0), start=0.25)
    run = done(scene, 1.0, rtol=1e-9)
    assert [(event.time, event.what) for event in run.events] == [(0.25, "slide")]
    assert run["sledge.displacement"][-1] == pytest.approx(0.5 * (14.81 - 9.81) / 2.0 * 0.75**2, rel=1e-9)


@pytest.mark.parametrize("mu", [0.0, 0.5])
def test_a_block_without_weight_on_it_and_without_friction(mu):
    run = done(block(sp.Coulomb(mu=mu), 0.0, speed=1.0 if mu == 0.0 else 0.0), 0.5)
    assert run["sledge.speed"][-1] == pytest.approx(1.0 if mu == 0.0 else 0.0, abs=1e-14)


def test_in_three_dimensions_it_turns_downhill():
    """A body that slides across a slope with mu = slope: its speed plus its downhill speed is constant."""
    angle, mu = 0.3, math.tan(0.3)
    scene = sp.Scene(gravity=(G * math.sin(angle), 0, -G * math.cos(angle)))
    scene.ground(material="plane")
    scene.body("x", joint=sp.Prismatic(axis=(1, 0, 0)))
    scene.body("y", parent="x", joint=sp.Prismatic(axis=(0, 1, 0), speed=1.0))
    joint = sp.Prismatic(displacement=-G * math.cos(angle) / 1e5)
    scene.body("block", mass=1.0, parent="y", joint=joint, surfaces=[sp.Point(material="wood")])
    scene.contact("wood", "plane", normal=sp.LinearSD1(k=1e5, b=300.0), friction=sp.Coulomb(mu=mu))
    run = done(scene, 3.0, rtol=1e-9)
    speed = np.hypot(run["x.speed"], run["y.speed"])
    assert speed + run["x.speed"] == pytest.approx(1.0, abs=1e-7)
    assert run["x.speed"][-1] == pytest.approx(0.5, abs=1e-3)


# --- stick and slip in turn -----------------------------------------------------------------------------------------------
def belt(friction, *, v=0.2, k=100.0, mass=1.0):
    """A mass on a spring, on a belt that runs on."""
    scene = sp.Scene(gravity=(0, 0, -10.0), name="belt")
    joint = sp.Prismatic(axis=(1, 0, 0), speed=v)
    scene.body("belt", mass=1e10, joint=joint, surfaces=[sp.HalfSpace((0, 0, 1), material="belt")])
    scene.body("sledge", joint=sp.Prismatic(axis=(1, 0, 0), spring=k, speed=v))
    joint = sp.Prismatic(displacement=-10.0 * mass / 1e5)
    scene.body("mass", mass=mass, parent="sledge", joint=joint, surfaces=[sp.Point(material="rubber")])
    scene.contact("rubber", "belt", normal=sp.LinearSD1(k=1e5, b=300.0), friction=friction)
    return scene


@pytest.mark.validation
@pytest.mark.parametrize("method", METHODS)
def test_stick_slip_has_the_period_of_the_closed_form(method):
    """Stick for 2 u0/v; slip for 2 (pi - atan(u0 w/v))/w; u0 = (mu_static - mu) F/k."""
    v, w, u0 = 0.2, 10.0, 0.2 * 10.0 / 100.0
    period = 2 * (math.pi - math.atan(u0 * w / v)) / w + 2 * u0 / v
    run = done(belt(sp.Coulomb(mu=0.3, mu_static=0.5)), 3.0, rtol=1e-8, method=method)
    assert whats(run) == ["slide", "stick"] * 4 + ["slide"]
    begins = [event.time for event in run.events if event.what == "slide"]
    assert begins[0] == pytest.approx(0.25, abs=1e-6)
    assert np.diff(begins) == pytest.approx(period, rel=2e-6)


# --- rolling --------------------------------------------------------------------------------------------------------------
def ball(gravity, friction, *, velocity=(0, 0, 0), spin=(0, 0, 0), k=1e6, radius=0.1):
    """A ball of 1 kg that a plane carries, and its lever: the contact is in the middle of the indentation."""
    depth = (-gravity[2] / k) ** (2 / 3)
    scene = sp.Scene(gravity=gravity, name="ball")
    scene.ground(material="plane")
    joint = sp.Free(position=(0, 0, radius - depth), velocity=velocity, angular_velocity=spin)
    scene.body("ball", mass=1.0, joint=joint, surfaces=[sp.Sphere(radius, material="ball")])
    scene.contact("ball", "plane", normal=sp.HuntCrossley(k=k, lam=0.1 * k), friction=friction)
    return scene, radius - 0.5 * depth


@pytest.mark.validation
def test_a_ball_rolls_down_without_slip():
    """a = g sin/(1 + I/(m r^2)), which is 5/7 g sin for a contact at the radius; no drift over ten turns."""
    angle = 0.3
    scene, lever = ball((G * math.sin(angle), 0, -G * math.cos(angle)), sp.Coulomb(mu=0.5))
    run = done(scene, 2.0, rtol=1e-10)
    exact = G * math.sin(angle) / (1 + 0.4 * (0.1 / lever) ** 2)
    assert exact == pytest.approx(5 / 7 * G * math.sin(angle), rel=2e-3)
    assert run["ball.vx"][-1] == pytest.approx(2.0 * exact, rel=1e-10)
    contact = run.contact("ball/ground")
    assert np.abs(contact.slip).max() < 1e-6
    assert np.abs(contact.slip[-1]).max() < 1e-9
    assert contact.friction[-1, 0] == pytest.approx(exact - G * math.sin(angle), rel=1e-6)


@pytest.mark.validation
def test_a_sliding_ball_rolls_at_five_sevenths_of_its_speed():
    scene, lever = ball((0, 0, -G), sp.Coulomb(mu=0.3), velocity=(1.0, 0, 0))
    run = done(scene, 0.5, rtol=1e-9)
    ratio = (lever / 0.1) ** 2 / 0.4  # m r^2/I
    assert [event.what for event in run.events] == ["stick"]
    assert run.events[0].time == pytest.approx(1.0 / (0.3 * G * (1 + ratio)), rel=1e-6)
    assert run["ball.vx"][-1] == pytest.approx(ratio / (1 + ratio), rel=1e-6)
    assert run["ball.vx"][-1] == pytest.approx(5 / 7, rel=2e-3)


@pytest.mark.validation
def test_a_ball_with_side_spin_keeps_the_direction_of_its_slip():
    """Coriolis: the slip of a ball goes along a straight line, its centre along a parabola; then it rolls straight on."""
    scene, _ = ball((0, 0, -G), sp.Coulomb(mu=0.3), velocity=(1.0, 0.5, 0), spin=(3.0, -20.0, 0.0))
    run = done(scene, 1.0, rtol=1e-9)
    slip = run.contact("ball/ground").slip
    moving = slip[np.linalg.norm(slip, axis=1) > 1e-3]
    directions = moving / np.linalg.norm(moving, axis=1)[:, None]
    assert np.abs(directions - directions[0]).max() < 1e-5
    assert run.contact("ball/ground").mode[-1] == "stick"
    assert np.abs(slip[-1]).max() < 1e-9


def test_a_turned_scene_moves_the_same():
    angle = 0.25
    turn = np.array(((0.36, 0.48, -0.8), (-0.8, 0.6, 0.0), (0.48, 0.64, 0.6)))
    runs = []
    for R in (np.eye(3), turn):
        scene = sp.Scene(gravity=tuple(R @ (G * math.sin(angle), 1.0, -G * math.cos(angle))))
        scene.ground(material="plane", normal=tuple(R @ (0, 0, 1.0)))
        joint = sp.Free(
            position=tuple(R @ (0, 0, 0.0999)),
            velocity=tuple(R @ (0.5, 0.8, 0)),
            angular_velocity=tuple(R @ (4.0, -9.0, 5.0)),
        )
        scene.body("ball", mass=1.0, joint=joint, surfaces=[sp.Sphere(0.1, material="ball")])
        scene.contact("ball", "plane", normal=sp.HuntCrossley(k=1e6, lam=1e5), friction=sp.Coulomb(mu=0.4))
        run = done(scene, 1.0, rtol=1e-10)
        runs.append((run.position("ball")[-1] @ R, whats(run), run.events[-1].time))
    (place, what, time), (turned_place, turned_what, turned_time) = runs
    assert what == turned_what and "stick" in what
    assert turned_time == pytest.approx(time, abs=1e-8)
    assert turned_place == pytest.approx(place, abs=1e-7)
