"""Sampled controllers against exact recursions, their clocks, queues and limits."""

import numpy as np
import pytest
from control.control_scenes import arm, pid_arm, two_masses

import supple as sp


@pytest.mark.jit
@pytest.mark.validation
def test_pid_with_delay_and_saturation_is_exact():
    """Between samples the motion is a parabola; reference by a recursion in 40 digits."""
    run = sp.simulate(pid_arm(delay=0.0004), 1.0, rtol=1e-10)
    found = run.final[:2]
    np.testing.assert_allclose(found, (0.48573855976351, 0.041083017762777), rtol=1e-11)
    out = run.outputs("pid")
    assert out.saturated == 78 and out.values[:4, 0].tolist() == [4.0] * 4
    assert run.ledger.relative_residual < 1e-10


@pytest.mark.jit
@pytest.mark.validation
def test_pid_behind_an_encoder_is_exact():
    run = sp.simulate(pid_arm(encoder=True), 1.0, rtol=1e-10)
    np.testing.assert_allclose(run.final[:2], (0.48560765188718, 0.032823350799725), rtol=1e-11)
    assert run.outputs("pid").saturated == 79


@pytest.mark.validation
def test_impedance_of_an_elastic_joint():
    scene = two_masses()
    scene.joint_force("link", -0.6)
    scene.add(sp.DeflectionSensor(a="rotor", b="link", stiffness=40.0, name="torque"))
    scene.add(
        sp.Impedance(body="link", shaft="rotor", torque_sensor="torque", reference=0.4, stiffness=12.0, damping=1.5,
                     torque_gain=3.0, shaft_damping=0.4, period=1e-3, name="impedance")
    )  # fmt: skip
    scene.add(sp.Torque(body="rotor", command="impedance"))
    run = sp.simulate(scene, 0.5, rtol=1e-10)
    exact = (0.413339813823, 0.403341071457, -0.670878990084, -0.0251592703118)  # by the matrix exponential
    np.testing.assert_allclose(run.final[:4], exact, rtol=1e-9)
    assert run.outputs("impedance").values[-1, 0] == pytest.approx(-1.04229848902, rel=1e-9)


@pytest.mark.validation
@pytest.mark.slow
def test_impedance_at_rest_is_a_spring():
    """Behind a torque loop the joint gives way as K_c says: q_d + load/K_c."""
    scene = two_masses()
    scene.joint_force("link", -0.6)
    scene.add(sp.DeflectionSensor(a="rotor", b="link", stiffness=40.0, name="torque"))
    scene.add(
        sp.Impedance(body="link", shaft="rotor", torque_sensor="torque", reference=0.4, stiffness=12.0, damping=1.5,
                     torque_gain=3.0, shaft_damping=0.4, period=1e-3, name="impedance")
    )  # fmt: skip
    scene.add(sp.Torque(body="rotor", command="impedance"))
    assert sp.simulate(scene, 8.0).final[1] == pytest.approx(0.35, abs=1e-6)


@pytest.mark.validation
def test_gravity_compensation_holds_an_arm():
    scene, q = biorob(), (0.0, 1.2, 0.4, 0.3)
    names = [f"link {i}" for i in range(4)]
    scene.add(sp.GravityCompensation(bodies=names, period=1e-3, name="hold"))
    for i, name in enumerate(names):
        scene.add(sp.Torque(body=name, command=("hold", i)))
    run = sp.simulate(scene, 0.02)
    np.testing.assert_allclose(run.final[:4], q, atol=1e-9)
    exact = (0.0, -4.36818689465, -1.83798714456, -0.202061999993)
    np.testing.assert_allclose(run.outputs("hold").values[0], exact, rtol=1e-9, atol=1e-12)


@pytest.mark.validation
def test_gravity_compensation_from_the_motor_side():
    """The joints are found from the shafts: the error of the iteration, started there, is known after 1 and 5 of them."""
    theta, stiffness = (0.0, 1.09079532763, 0.326480514217, 0.2865292), (45.0, 40.0, 25.0, 15.0)
    exact = np.array((0.0, -4.36818689465, -1.83798714456, -0.202061999993))
    errors = {}
    for iterations in (1, 5, 20):
        scene = biorob()
        for i, angle in enumerate(theta):
            scene.body(f"shaft {i}", mass=1.0, inertia=(1, 1, 1), joint=sp.Revolute(axis=(0, 0, 1), angle=angle))
        names, shafts = [f"link {i}" for i in range(4)], [f"shaft {i}" for i in range(4)]
        scene.add(sp.GravityCompensation(bodies=names, shafts=shafts, stiffness=stiffness, iterations=iterations,
                                         period=1e-2, name="hold"))  # fmt: skip
        run = sp.simulate(scene, 1e-3)
        g = run.outputs("hold").values[0]
        errors[iterations] = np.abs(g - exact).max()
        assert run.y[0, :4].tolist() == list((0.0, 1.2, 0.4, 0.3))  # what was borrowed is back
    assert errors[20] < 1e-9 and errors[5] < 1e-7 < errors[1]


def biorob():
    """Four links that turn about z, y, y, y, at a given place."""
    scene, at = sp.Scene(gravity=(0, 0, -9.81)), 0.0
    masses, lengths = (1.5, 1.35, 0.53, 0.35), (0.28, 0.307, 0.31, 0.09)
    coms = ((-0.00338, -0.00202, 0.14617), (-0.00847716129032, 0.00338690322581, 0.00816025806452),
            (-2e-05, 0.016837, 0.11006), (3.17647058824e-05, -0.000317647058824, 0.0622005882353))  # fmt: skip
    parent = "world"
    for i, angle in enumerate((0.0, 1.2, 0.4, 0.3)):
        joint = sp.Revolute(axis=(0, 0, 1) if i == 0 else (0, 1, 0), at=(0, 0, at), angle=angle)
        parent = scene.body(f"link {i}", parent=parent, mass=masses[i], com=coms[i], inertia=(0.01,) * 3, joint=joint)
        at = lengths[i]
    return scene


# --- clocks ------------------------------------------------------------------------------------------------------------
def test_samples_are_products_and_end_steps():
    run = sp.simulate(pid_arm(period=0.003, first=0.01), 0.099)
    t = run.outputs("pid").t
    assert t.tolist() == [0.01 + k * 0.003 for k in range(30)] and set(t) <= set(run.t)


def test_a_run_that_starts_later_keeps_the_clock():
    run = sp.simulate(pid_arm(), 0.0105, start=0.0072)
    assert run.outputs("pid").t.tolist() == [k * 1e-3 for k in range(8, 11)]


@pytest.mark.parametrize("delay", [0.0, 0.0004, 0.001, 0.0025, 0.007])
def test_outputs_wait_as_long_as_the_delay(delay):
    """The queue may be longer than a period; before the first application the output is `start`."""
    ramp = sp.motions.Table(times=(0.0, 1.0), values=(0.0, 1.0), between="linear")
    scene = arm()
    scene.add(sp.Tracking(body="arm", reference=ramp, velocity=0.0, proportional=1.0, period=1e-3, delay=delay, start=0.3,
                          name="pd"))  # fmt: skip
    run = sp.simulate(scene, 0.02)
    out = run.outputs("pd")
    expected = [t for k in range(20) if (t := k * 1e-3 + delay) < 0.02 - 1e-12]
    np.testing.assert_allclose(out.t, expected, atol=1e-12)  # what waits for a sample takes effect there
    np.testing.assert_allclose(out.values[:, 0], 1e-3 * np.arange(len(out.t)), atol=1e-15)
    if delay:
        assert run.element("pd", [0.5 * delay]).force[0] == 0.3


def test_controllers_with_different_rates_meet():
    """0.003 and 3 x 0.001 are not the same number: within 1e-12 s they are one stop."""
    scene = arm()
    for name, period in (("fast", 0.001), ("slow", 0.003)):
        scene.add(sp.Tracking(body="arm", reference=0.1, proportional=1.0, period=period, name=name))
    run = sp.simulate(scene, 0.1)
    assert len(run.outputs("fast").t) == 100 and len(run.outputs("slow").t) == 34
    assert np.diff(run.t).min() > 1e-5


def test_speed_of_an_encoder_is_a_difference():
    scene = arm(rate=1.0)
    scene.add(sp.Encoder(body="arm", resolution=0.01, name="encoder"))
    scene.add(sp.Tracking(sensor="encoder", velocity=0.0, derivative=2.0, period=0.1, name="pd"))
    out = sp.simulate(scene, 0.45).outputs("pd").values[:, 0]
    np.testing.assert_allclose(out, [0.0, -2.0, -2.0, -2.0, -2.0], atol=1e-12)


@pytest.mark.jit
@pytest.mark.parametrize("number", [1, 10, pytest.param(100, marks=pytest.mark.jit)])
def test_many_controllers_do_not_disturb_each_other(number):
    same = {"method": "dormand_prince", "max_step": 1e-3}  # what `auto` takes depends on all
    alone = sp.simulate(pid_arm(), 0.05, **same).final[:2]
    scene = pid_arm()
    for i in range(1, number):
        scene.body(f"arm {i}", mass=1.0, inertia=(0.2,) * 3, joint=sp.Revolute(axis=(0, 0, 1)))
        scene.add(sp.PID(body=f"arm {i}", reference=0.5, proportional=30.0, period=1e-3 * (1 + i % 5), name=f"pid {i}"))
        scene.add(sp.Torque(body=f"arm {i}", command=f"pid {i}"))
    run = sp.simulate(scene, 0.05, **same)
    assert [run["arm.angle"][-1], run["arm.rate"][-1]] == alone.tolist()


@pytest.mark.jit
def test_a_change_of_input_is_no_cold_restart():
    """One step per sample where the motion is smooth, and one evaluation more than the steps take."""
    run = sp.simulate(pid_arm(), 0.5, method="dormand_prince")
    steps, evaluations = run.statistics["steps"], run.statistics["right-hand sides"]
    assert steps <= 502 and evaluations <= 7 * steps + 20


def test_what_sticks_slides_at_the_sample_that_overloads_it():
    scene = sp.Scene(gravity=(0, 0, -10.0))
    scene.ground(material="floor")
    scene.body("sledge", joint=sp.Prismatic(axis=(1, 0, 0)))
    scene.body(
        "block", parent="sledge", mass=1.0, joint=sp.Prismatic(displacement=-1e-4), surfaces=[sp.Point(material="m")]
    )
    scene.contact("m", "floor", normal=sp.KelvinVoigt(k=1e5, b=300.0), friction=sp.Coulomb(mu=0.5))
    table = sp.motions.Table(times=(0.0, 0.2, 0.2001, 1.0), values=(3.0, 3.0, 8.0, 8.0), between="linear")
    scene.add(sp.Tracking(body="sledge", feed_forward=table, period=0.05, name="push"))
    scene.add(sp.Torque(body="sledge", command="push"))
    run = sp.simulate(scene, 0.5, rtol=1e-8)
    assert run.channel("sledge.displacement", 0.25)[0] == pytest.approx(0.0, abs=1e-9)
    assert run["sledge.speed"][-1] == pytest.approx((8.0 - 5.0) * 0.25, rel=1e-6)


# --- going on, replay, files -------------------------------------------------------------------------------------------
@pytest.mark.jit
def test_going_on_gives_the_same_bits():
    """Also with samples that wait; the steps are the same because they end at the same times."""
    scene, options = pid_arm(delay=0.0024), {"method": "dormand_prince", "max_step": 2e-4}
    whole = sp.simulate(scene, 0.1, **options)
    half = sp.simulate(scene, 0.05, **options)
    rest = sp.simulate(scene, 0.1, start=0.05, initial=half, **options)
    assert rest.final[:2].tobytes() == whole.final[:2].tobytes()
    both = np.concatenate([half.outputs("pid").values, rest.outputs("pid").values])
    assert both.tobytes() == whole.outputs("pid").values.tobytes()


@pytest.mark.jit
def test_small_buffers_give_the_same_bits():
    seen = []
    small = sp.simulate(pid_arm(delay=0.0004), 0.4, progress=seen.append)
    assert small.y.tobytes() == sp.simulate(pid_arm(delay=0.0004), 0.4).y.tobytes() and len(seen) > 3


def test_replay_sees_what_the_run_saw(tmp_path):
    scene = pid_arm(delay=0.0004)
    run = sp.simulate(scene, 0.1)
    times = np.linspace(0.0, 0.1, 37)
    read = sp.load(run.save(tmp_path / "run.nc"))
    streamed = sp.simulate(scene, 0.1, out=tmp_path / "streamed.nc")
    for other in (read, streamed):
        assert other.y.tobytes() == run.y.tobytes() and other.at(times).tobytes() == run.at(times).tobytes()
        assert other.element("drive", times).force.tobytes() == run.element("drive", times).force.tobytes()
        assert other.outputs("pid").values.tobytes() == run.outputs("pid").values.tobytes()
    held = run.element("drive", times).force
    out = run.outputs("pid")
    expected = [
        out.values[np.searchsorted(out.t, t, side="right") - 1, 0] if t >= out.t[0] else 0.0 for t in times[:-1]
    ]
    np.testing.assert_array_equal(held[:-1], expected)
    again = sp.simulate(scene, 0.2, start=0.1, initial=read, max_step=1e-4)
    assert again.y.tobytes() == sp.simulate(scene, 0.2, start=0.1, initial=run, max_step=1e-4).y.tobytes()


# --- sentences ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: sp.PID(body="arm", period=0.0), "period must be > 0 s"),
        (lambda: sp.PID(body="arm", period=1.0, filter=-1.0), "filter must be >= 0 s"),
        (lambda: sp.PID(body="arm", period=1.0, delay=-1.0), "delay must be >= 0 s"),
        (lambda: sp.PID(body="arm", period=1.0, limits=(2, 2)), "low < high"),
        (lambda: sp.PID(period=1.0), "either body or sensor"),
        (lambda: sp.PID(body="arm", sensor="q", period=1.0), "either body or sensor"),
        (lambda: sp.PID(body="arm", reference="up", period=1.0), "a number .* or a generator"),
        (lambda: sp.Impedance(body="arm", torque_gain=1.0, period=1.0), "torque_sensor must be given"),
        (lambda: sp.GravityCompensation(bodies=(), period=1.0), "one or more different names"),
        (lambda: sp.GravityCompensation(bodies=("arm",), shafts=("s",), period=1.0), "one for each of the 1 bodies"),
        (lambda: sp.Encoder(body="arm", resolution=0.0), "resolution must be > 0"),
    ],
)
def test_what_cannot_be_is_said(make, said):
    with pytest.raises((ValueError, TypeError), match=said):
        make()


@pytest.mark.parametrize(
    ("element", "said"),
    [
        (sp.PID(sensor="angle", period=1e-3), "sensor must be one of encoder, got 'angle'"),
        (sp.Torque(body="other", command="nobody"), "command must be one of pid, got 'nobody'"),
        (sp.Torque(body="other", command=("pid", 1)), "output must be one of the 1 of 'pid'"),
        (sp.Torque(body="arm", command="pid", name="b"), "one ideal actuator, got 'drive' and 'b'"),
        (sp.ForceSensor(element="nothing"), "element must be .* got 'nothing'"),
        (sp.PID(body="nobody", period=1.0), "body must be"),
    ],
)
def test_what_does_not_fit_together_is_said(element, said):
    scene = pid_arm(encoder=True)
    scene.body("other", mass=1.0, inertia=(1, 1, 1), joint=sp.Revolute())
    with pytest.raises(ValueError, match=said):
        scene.add(element)
        sp.build(scene)
