"""Rest positions: closed forms, contacts that close and stick, and sentences where there are none."""

import numpy as np
import pytest
from linear.mechanisms import G, ball_on_ground, pendulum, quadruped

import supple as sp


def stays(scene, rest, time, tolerance):
    run = sp.simulate(scene, time, initial=rest.instant)
    assert run.success
    assert np.abs(run.final - rest.y)[: rest.model.layout.n_q].max() < tolerance


def test_pendulum_hangs_or_stands():
    assert sp.equilibrium(pendulum(0.4))["arm.angle"] == pytest.approx(0.0, abs=1e-12)
    assert sp.equilibrium(pendulum(2.8))["arm.angle"] == pytest.approx(np.pi, abs=1e-12)
    assert sp.equilibrium(pendulum(2.8), settle=True)["arm.angle"] == pytest.approx(0.0, abs=1e-9)


def test_constant_torque_holds_it_up():
    scene = pendulum(0.4)
    rest = sp.equilibrium(scene, inputs={"torque on arm": -2.0 * G * 0.5 * np.sin(0.3)})
    # the torque turns the arm about y, gravity back
    assert abs(rest["arm.angle"]) == pytest.approx(0.3, rel=1e-9)
    force = sp.PointForce("arm", direction=(1, 0, 0), at=(0, 0, -0.5))
    pulled = sp.equilibrium(scene, inputs={force: 2.0 * G * np.tan(0.2)})
    assert abs(pulled["arm.angle"]) == pytest.approx(0.2, rel=1e-9)


def test_internal_state_comes_to_rest_too():
    """A current behind an inductance and two temperatures, in a model that does not move."""
    scene = pendulum(0.0)
    motor = {"resistance": 2.0, "torque_constant": 0.05, "inertia": 1e-5, "inductance": 1e-3, "ratio": 50.0}
    scene.add(sp.Motor(name="motor", body="arm", thermal=(1.0, 2.0, 10.0, 100.0), **motor))
    rest = sp.equilibrium(scene, inputs={"motor": 3.0}, held=["arm"])
    assert rest["motor.current"] == pytest.approx(1.5, rel=1e-9)
    heat = 2.0 * 1.5**2
    assert rest["motor.winding_temperature"] == pytest.approx(heat * (1.0 + 2.0), rel=1e-6)
    assert rest["motor.housing_temperature"] == pytest.approx(heat * 2.0, rel=1e-6)


def test_a_motion_stands_still_where_it_is():
    scene = pendulum(0.0)
    scene.add(sp.Motion(body="arm", amplitude=0.5, omega=np.pi))
    assert sp.equilibrium(scene, time=0.25)["arm.angle"] == pytest.approx(0.5 * np.sin(np.pi * 0.25))
    run = sp.simulate(scene, 0.5)
    assert sp.equilibrium(scene, run).t == 0.5


def test_held_coordinates_stay():
    scene = pendulum(0.4)
    assert sp.equilibrium(scene, held=["arm"])["arm.angle"] == 0.4
    assert sp.equilibrium(scene, held=["arm.angle"])["arm.angle"] == 0.4


@pytest.mark.jit
def test_ball_falls_and_rests_where_it_fell():
    scene = ball_on_ground(friction=sp.StickSlip(mu=0.3, kt=1e5, bt=100.0))
    rest = sp.equilibrium(scene)
    assert (rest["ball.x"], rest["ball.y"]) == pytest.approx((0.3, -0.2), abs=1e-9)
    assert rest.contacts["ball/ground"][0] == pytest.approx(0.066 * G, rel=1e-9)
    stays(scene, rest, 0.5, 1e-12)


@pytest.mark.jit
def test_block_on_a_slope_sticks_by_its_bristles():
    scene = sp.Scene(gravity=(2.0, 0.0, -G), name="slope")
    scene.ground(material="g")
    box = sp.Box((0.2, 0.2, 0.1), material="b")
    scene.body("box", mass=1.0, joint=sp.Free(position=(0, 0, 0.0501)), surfaces=[box])
    friction = sp.StickSlip(mu=0.5, kt=1e5, bt=100.0)
    scene.contact("b", "g", normal=sp.KelvinVoigt(k=1e5, b=100.0), friction=friction)
    rest = sp.equilibrium(scene)
    lin = sp.linearise(scene, rest, outputs=[f"{name}.friction.x" for name in rest.contacts])
    assert len(rest.contacts) == 4
    assert sum(force for force, _ in rest.contacts.values()) == pytest.approx(G, rel=1e-9)
    assert abs(lin.output_values.sum()) == pytest.approx(2.0, rel=1e-7)
    stays(scene, rest, 1.0, 1e-12)
    without = sp.simulate(scene, 1.0, initial=rest.y)  # bristles that begin anew give way first
    assert np.abs(without.final - rest.y)[0] > 1e-6


@pytest.mark.jit
def test_too_steep_a_slope_is_a_sentence():
    scene = sp.Scene(gravity=(6.0, 0.0, -G), name="slope")
    scene.ground(material="g")
    scene.body("box", mass=1.0, joint=sp.Free(position=(0, 0, 0.05)), surfaces=[sp.Box((0.2, 0.2, 0.1), material="b")])
    friction = sp.StickSlip(mu=0.5, kt=1e5, bt=100.0)
    scene.contact("b", "g", normal=sp.KelvinVoigt(k=1e5, b=100.0), friction=friction)
    with pytest.raises(ValueError, match=r"'box\.vx' still at \d\.\d+ m/s\^2, with 'box.*/ground'"):
        sp.equilibrium(scene)


FRICTION = [
    sp.StickSlip(mu=0.4, kt=1e5, bt=100.0),
    sp.ElasticCoulomb(mu=0.4, kt=1e5),
    sp.BlimanSorine(mu=0.4, sp=1e-4),
    sp.Dahl(mu=0.4, sigma0=1e3),
    sp.Coulomb(mu=0.4),
]


@pytest.mark.jit
@pytest.mark.validation
@pytest.mark.parametrize("friction", FRICTION, ids=lambda law: type(law).__name__)
def test_a_slope_holds_up_to_the_coefficient_of_friction(friction):
    """At 0.38 g along the ground a block rests, at 0.42 g it does not, and the sentence has what is left: 0.02 g."""
    for share, holds in ((0.38, True), (0.42, False)):
        scene = sp.Scene(gravity=(share * G, 0.0, -G), name="slope")
        scene.ground(material="g")
        box = sp.Box((0.2, 0.2, 0.1), material="b")
        scene.body("box", mass=1.0, joint=sp.Free(position=(0, 0, 0.05)), surfaces=[box])
        scene.contact("b", "g", normal=sp.KelvinVoigt(k=1e5, b=100.0), friction=friction)
        if holds:
            stays(scene, sp.equilibrium(scene), 0.5, 1e-9)
        else:
            with pytest.raises(ValueError, match="'box"):
                sp.equilibrium(scene)


def test_a_motor_holds_up_to_its_friction():
    """A shaft with bristles that break at 0.02 Nm behind a gear of 50: 1 Nm at the arm, which hangs at 9.81 sin."""
    scene = pendulum(0.3)
    motor = {
        "resistance": 2.0,
        "torque_constant": 0.05,
        "inertia": 1e-5,
        "ratio": 50.0,
        "friction": 0.02,
        "bristle": 10.0,
    }
    scene.add(sp.Motor(name="motor", body="arm", **motor))
    rest = sp.equilibrium(scene)
    assert abs(rest["arm.angle"]) <= np.arcsin(1.0 / (2.0 * G * 0.5)) + 1e-9
    assert abs(rest["motor.bristle"]) <= 0.02 / 10.0 + 1e-15


@pytest.mark.jit
def test_quadruped_stands():
    scene = quadruped()
    rest = sp.equilibrium(scene)
    weight = G * (8.0 + 4 * 0.9)
    assert len(rest.contacts) == 4
    assert sum(force for force, _ in rest.contacts.values()) == pytest.approx(weight, rel=1e-8)
    assert rest.residual < 1e-9
    stays(scene, rest, 0.5, 1e-9)
    assert sp.linearise(scene, rest).stable


@pytest.mark.jit
def test_stacks_stand():
    setup = sp.read_scene("examples/scenes/stack.toml")
    rest = sp.equilibrium(setup.scene)
    below = [force for name, (force, _) in rest.contacts.items() if name.endswith("/ground")]
    assert sum(below) == pytest.approx(5.0 * 9.80665, rel=1e-9)
    stays(setup.scene, rest, 0.5, 1e-12)
    balls = sp.Scene(gravity=(0, 0, -G), name="pile")
    balls.ground(material="m")
    for i, x in enumerate((-0.0201, 0.0201, 0.0)):
        joint = sp.Free(position=(x, 0.0, 0.0201 + 0.036 * (i == 2)))
        balls.body(f"ball{i}", mass=0.2, joint=joint, surfaces=[sp.Sphere(0.02, material="m")])
    balls.contact("m", "m", normal=sp.HuntCrossley(k=1e7, lam=1e7), friction=sp.StickSlip(mu=0.6, kt=1e5, bt=50.0))
    rest = sp.equilibrium(balls)
    assert sum(force for name, (force, _) in rest.contacts.items() if "ground" in name) == pytest.approx(
        0.6 * G, rel=1e-8
    )


def test_free_fall_has_no_rest():
    scene = sp.Scene(gravity=(0, 0, -G), name="rock")
    scene.body("rock", mass=1.0, inertia=(1, 1, 1))
    sentence = r"'rock' must have accelerations .* 'rock\.vz' still at -9\.81 m/s\^2, with no contact"
    with pytest.raises(ValueError, match=sentence):
        sp.equilibrium(scene)


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        ({"y": [np.nan, 0.0]}, "y must be at least 2 finite numbers"),
        ({"y": [1.0]}, "y must be at least 2 finite numbers"),
        ({"inputs": {"torque on leg": 1.0}}, "input must be one of"),
        ({"inputs": {"torque on arm": np.inf}}, r"input 'torque on arm.angle' must be finite \[Nm\]"),
        ({"inputs": {"torque on arm": 1.0, "torque on arm.angle": 2.0}}, "must be given once"),
        ({"inputs": ["torque on arm"]}, "inputs must be a table"),
        ({"held": ["leg"]}, "held must be one of"),
        ({"held": "arm"}, "held must be a list of names"),
        ({"tolerance": 0.0}, r"tolerance must be > 0 m/s\^2"),
        ({"time": np.nan}, r"time must be finite \[s\]"),
    ],
)
def test_wrong_arguments_are_sentences(arguments, sentence):
    with pytest.raises((ValueError, TypeError), match=sentence):
        sp.equilibrium(pendulum(), **arguments)


def test_what_is_no_model_is_a_sentence():
    with pytest.raises(TypeError, match="model must be a Scene or a Model"):
        sp.equilibrium("pendulum")


def test_it_prints():
    text = str(sp.equilibrium(ball_on_ground()))
    assert "at rest within" in text and "ball.z" in text and "ball/ground" in text and " N, " in text
