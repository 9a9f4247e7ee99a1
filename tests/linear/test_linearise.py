"""Linear models: against differences of the nonlinear motion, by names, and where there is none."""

import numpy as np
import pytest
from linear.mechanisms import G, ball_on_ground, elastic_arm, pendulum, quadruped, random_mechanism
from scipy.linalg import expm

import supple as sp
from supple.linear.driven import Driven


def test_pendulum_by_name():
    linear = sp.linearise(
        pendulum(0.0, damping=0.05), inputs=["torque on arm"],
        outputs=["arm.angle", sp.PointMotion("arm", at=(0, 0, -1)), "acceleration of arm.angle"],
    )  # fmt: skip
    assert linear.states == ("arm.angle", "arm.rate") and linear.state_units == ("rad", "rad/s")
    assert (linear.inputs, linear.input_units) == (("torque on arm.angle",), ("Nm",))
    assert linear.A == pytest.approx(np.array([[0.0, 1.0], [-2.0 * G * 0.5 / 0.6, -0.05 / 0.6]]), rel=1e-13)
    assert linear.B == pytest.approx(np.array([[0.0], [1.0 / 0.6]]), rel=1e-10)
    assert linear.C[1] == pytest.approx([-1.0, 0.0], abs=1e-15)
    assert linear.C[4] == pytest.approx(linear.A[1]) and linear.D[4] == pytest.approx(linear.B[1])
    assert linear.output_units == ("rad", "m", "m", "m", "rad/s^2")
    assert linear.stable


def test_other_forms():
    linear = sp.linearise(pendulum(0.3), inputs=["torque on arm"], outputs=["arm.rate"])
    assert np.allclose(linear.to_scipy().A, linear.A)
    data = linear.to_xarray()
    assert float(data.A.sel(state="arm.rate", cause="arm.angle")) == linear.A[1, 0]
    assert str(data.input_unit.values[0]) == "Nm"
    text = str(linear)
    assert "2 states, 1 input, 1 output" in text and "arm.rate [rad/s]" in text
    assert linear.block(states=["arm.rate"]).A.shape == (1, 1)
    assert [matrix.shape for matrix in linear.matrices] == [(2, 2), (2, 1), (1, 2), (1, 1)]


@pytest.mark.jit
@pytest.mark.parametrize("seed", range(8))
def test_random_mechanisms_move_as_their_linear_models(seed):
    """Two runs from neighbouring states: after a short time their difference is expm(A t) of that at the start."""
    model = sp.build(random_mechanism(seed))
    point = Driven(model, {}, (), 0.0).point(None)
    point.look()
    point.rate()
    components, T, L = basis = point.basis()
    generator, h, eps = np.random.default_rng(seed), 1e-4, 1e-4
    middle = sp.linearise(model, sp.simulate(model, 0.5 * h, rtol=1e-12)).A  # A changes along the motion
    dx = generator.normal(size=len(components)) * eps
    ends = []
    for sign in (1.0, -1.0):
        velocities = [k for k, one in enumerate(components) if one.kind == "v"]
        moved = point.moved(sign * dx, basis)
        moved.y += T[:, velocities] @ (sign * dx[velocities])
        ends.append(sp.simulate(model, h, initial=moved.y[: model.layout.size], rtol=1e-12).final)
    size = model.layout.size
    found = L[:, :size] @ (ends[0] - ends[1])[:size] / 2.0
    expected = expm(middle * h) @ dx
    assert np.abs(found - expected).max() < 1e-4 * np.abs(expected - dx).max()  # of what A does in this time


@pytest.mark.jit
def test_rest_on_contacts_moves_as_its_linear_model():
    """A robot that stands on sticking feet, nudged: A with bristles and contacts against the run over 5 ms."""
    scene = quadruped()
    rest = sp.equilibrium(scene)
    linear = sp.linearise(scene, rest)
    layout, instant = rest.model.layout, rest.instant
    push = np.zeros(len(linear.states))
    push[linear.states.index("trunk.vz")] = 1e-6
    push[linear.states.index("trunk.vx")] = 2e-6
    y = instant.y.copy()
    for name, value in zip(linear.states, push, strict=True):
        if value:
            y[layout.names.index(name)] += value
    nudged = sp.Instant(rest.model, 0.0, y, instant.discrete)
    run = sp.simulate(scene, 5e-3, initial=nudged, rtol=1e-10, atol=1e-15)
    expected = expm(linear.A * 5e-3) @ push
    for name in ("trunk.x", "trunk.z", "trunk.vx", "trunk.vz", "lf thigh.angle"):
        moved = run.final[layout.names.index(name)] - rest[name]
        assert moved == pytest.approx(expected[linear.states.index(name)], rel=2e-3, abs=1e-13)


def test_attitude_has_three_angles():
    linear = sp.linearise(ball_on_ground(height=0.5))
    assert linear.states[:6] == ("ball.x", "ball.y", "ball.z", "ball.rx", "ball.ry", "ball.rz")
    assert np.linalg.matrix_rank(linear.A[:6, 6:]) == 6


def test_contact_force_as_output():
    scene = ball_on_ground(k=1e7)
    rest = sp.equilibrium(scene)
    push = sp.PointForce("ball", direction=(0, 0, 1), name="lift")
    linear = sp.linearise(
        scene, rest, inputs=[push], outputs=["ball/ground.force", "ball/ground.indentation", "ball.z"]
    )
    depth = (0.066 * G / 1e7) ** (2.0 / 3.0)
    z = linear.states.index("ball.z")
    assert linear.C[0, z] == pytest.approx(-1.5e7 * np.sqrt(depth), rel=1e-9)
    assert linear.C[1, z] == pytest.approx(-1.0, rel=1e-9)
    assert linear.B[linear.states.index("ball.vz"), 0] == pytest.approx(1.0 / 0.066, rel=1e-9)
    assert linear.output_values[0] == pytest.approx(0.066 * G, rel=1e-9)
    # a slow push is carried by the ground: dz = 1/stiffness
    gain = -linear.C @ np.linalg.pinv(linear.A) @ linear.B
    assert gain[0, 0] == pytest.approx(-1.0, rel=1e-6)


def test_motor_and_controller_as_inputs():
    scene = pendulum(0.0)
    scene.add(sp.Motor(name="motor", body="arm", resistance=2.0, torque_constant=0.05, inertia=1e-5, ratio=50.0))
    linear = sp.linearise(scene, inputs=["motor"])
    inertia = 0.6 + 50.0**2 * 1e-5
    assert linear.input_units == ("V",)
    assert linear.B[1, 0] == pytest.approx(50.0 * 0.05 / 2.0 / inertia, rel=1e-9)
    assert linear.A[1, 1] == pytest.approx(-((50.0 * 0.05) ** 2) / 2.0 / inertia, rel=1e-12)
    rest = sp.equilibrium(scene, inputs={"motor": 3.0})
    assert 50.0 * 0.05 * 1.5 == pytest.approx(abs(2.0 * G * 0.5 * np.sin(rest["arm.angle"])), rel=1e-9)

    controlled = pendulum(0.0)
    controlled.add(sp.PythonController(name="brain", function=lambda t, measured: 0.0, period=1e-3, compile="never"))
    controlled.add(sp.Torque(name="drive", body="arm", command="brain"))
    assert sp.linearise(controlled, inputs=["brain"]).B[1, 0] == pytest.approx(1.0 / 0.6, rel=1e-9)
    rest = sp.equilibrium(controlled, inputs={"brain": 2.0})
    assert abs(rest["arm.angle"]) == pytest.approx(np.arcsin(2.0 / (G * 2.0 * 0.5)), rel=1e-9)
    again = sp.linearise(controlled, rest, inputs=["brain"])
    assert again.input_values == pytest.approx([2.0]) and np.abs(again.rate).max() < 1e-9


def test_a_run_at_a_time_and_its_end():
    scene = pendulum(0.4)
    run = sp.simulate(scene, 1.0, rtol=1e-9)
    at = sp.linearise(scene, run.instant(0.5))
    assert at.time == 0.5
    assert at.A[1, 0] == pytest.approx(-2.0 * G * 0.5 / 0.6 * np.cos(run.channel("arm.angle", 0.5)[0]), rel=1e-12)
    end = sp.linearise(scene, run)
    assert end.A[1, 0] == pytest.approx(-2.0 * G * 0.5 / 0.6 * np.cos(run.final[0]), rel=1e-12)


def test_prescribed_motions_are_no_states():
    scene = elastic_arm()
    scene.add(sp.Motion(body="rotor0", amplitude=0.1, omega=3.0))
    linear = sp.linearise(scene, held=["rotor1"])
    assert linear.states == ("link0.angle", "link1.angle", "link0.rate", "link1.rate")
    assert linear.held == ("rotor0.rate", "rotor1.rate")


def test_a_gap_of_zero_is_warned_of():
    scene = sp.Scene(gravity=(0, 0, 0), name="touch")
    scene.ground(material="floor")
    joint = sp.Prismatic(axis=(0, 0, 1))
    scene.body("ball", mass=1.0, joint=joint, surfaces=[sp.Sphere(0.5, at=(0, 0, 0.5), material="steel")])
    scene.contact("steel", "floor", normal=sp.KelvinVoigt(k=1e4))
    with pytest.warns(sp.LinearWarning, match="contact 'ball/ground'"):
        found = sp.linearise(scene)
    assert len(found.notes) == 1


@pytest.mark.parametrize(
    "arguments, sentence",
    [
        ({"y": [np.nan, 0.0]}, "y must be at least 2 finite numbers"),
        ({"inputs": ["torque on amr"]}, "did you mean 'torque on arm'"),
        ({"inputs": "torque on arm"}, "inputs must be a list of names"),
        ({"inputs": [3]}, "an input must be a name or a PointForce, got 3"),
        ({"inputs": [sp.PointForce("leg", direction=(1, 0, 0))]}, "body of a PointForce must be"),
        ({"outputs": ["arm.angel"]}, "did you mean 'arm.angle'"),
        ({"outputs": "arm.angle"}, "outputs must be a list of names"),
        ({"outputs": [3]}, "an output must be a name or a PointMotion, got 3"),
        ({"outputs": [sp.PointMotion("leg")]}, "body of a PointMotion must be"),
        ({"held": ["leg"]}, "held must be one of"),
    ],
)
def test_wrong_arguments_are_sentences(arguments, sentence):
    with pytest.raises((ValueError, TypeError), match=sentence):
        sp.linearise(pendulum(), **arguments)


def test_a_state_of_another_scene_is_refused():
    with pytest.raises(ValueError, match="state must be one of the same scene"):
        sp.linearise(pendulum(), sp.equilibrium(ball_on_ground()))
