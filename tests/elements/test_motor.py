"""Motors alone: figures of closed forms and matrix exponentials, limits, friction, losses, results."""

import math

import numpy as np
import pytest
from elements.motors import DATA, TAU, L, alone, end, events
from scipy.linalg import expm

import supple as sp
from supple.motions import Sine, Table

METHODS = ("dormand_prince", "bogacki_shampine", "dop853", "rodas5p", "ode23s", "trapezoid", "auto")
NEAR = {"rel": 1e-8}


def voltage_step(method="auto", rtol=1e-10, **more):
    return sp.simulate(alone(inductance=L, command=12.0, **more), 0.005, rtol=rtol, method=method)


# --- figures ------------------------------------------------------------------------------------------------------------
def test_step_of_voltage():
    run = voltage_step()
    R, k, J, d = DATA.values()
    A = np.array([[-R / L, -k / L, 12.0 / L], [k / J, -d / J, 0.0], [0.0, 0.0, 0.0]])
    for t in (1e-4, 1e-3, 5e-3):
        current, speed, _ = expm(t * A) @ [0.0, 0.0, 1.0]
        assert run.channel("m.current", t)[0] == pytest.approx(current, **NEAR)
        assert run.channel("r.rate", t)[0] == pytest.approx(speed, **NEAR)
    assert run.channel("m.current", 1e-3)[0] == pytest.approx(15.818396265, rel=1e-9)
    assert run.channel("r.rate", 1e-3)[0] == pytest.approx(111.83891214, rel=1e-9)
    assert run.ledger.relative_residual < 1e-10


def test_without_inductance_the_current_follows_at_once():
    run = sp.simulate(alone(command=12.0), 1e-3, rtol=1e-10)
    assert end(run, "r.rate")[0] == pytest.approx(129.45246263, **NEAR)
    assert "m.current" not in run.names and run.ledger.relative_residual < 1e-10


def test_it_breaks_away():
    run = voltage_step(friction=TAU)
    ((time, word),) = events(run)
    assert word == "slip" and time == pytest.approx(1.6340882438e-6, **NEAR)
    assert end(run, "r.rate")[0] == pytest.approx(373.79900178, **NEAR)


def test_current_limit_and_coming_to_rest():
    limited = alone(inductance=L, command=12.0, friction=TAU, current_limit=10.0)
    run = sp.simulate(limited, 0.01, rtol=1e-10)
    assert [word for _, word in events(run)] == ["slip", "limited", "unlimited"]
    times = [time for time, _ in events(run)]
    assert times[1:] == pytest.approx([1.3966278202e-4, 3.0542025756e-3], **NEAR)
    assert end(run, "m.current", "r.rate") == pytest.approx([1.1000444701, 438.85533007], **NEAR)
    # another scene goes on from there: no voltage, no limit
    wait = 1.3687422672e-2
    rest = sp.simulate(alone(inductance=L, friction=TAU), 0.01 + 2 * wait, start=0.01, initial=run, rtol=1e-10)
    ((time, word),) = events(rest)
    assert word == "stick" and time - 0.01 == pytest.approx(wait, **NEAR)
    assert rest["r.rate"][-1] == 0.0 and rest["r.angle"][-1] == pytest.approx(4.21494048363, **NEAR)
    # the ledger of both together
    assert rest.ledger.work[-1] == pytest.approx(0.618600268562, **NEAR)
    assert rest.ledger.lost["motor heat"][-1] == pytest.approx(0.599340062859, **NEAR)
    assert rest.ledger.lost["drive friction"][-1] == pytest.approx(0.00134670864689 + 0.0179134970554, **NEAR)
    assert max(run.ledger.relative_residual, rest.ledger.relative_residual) < 1e-10


def test_current_source_comes_to_its_voltage_limit():
    run = sp.simulate(alone(source="current", command=10.0, voltage_limit=12.0), 0.01, rtol=1e-10)
    ((time, word),) = events(run)
    assert word == "limited" and time == pytest.approx(2.9427360395e-3, **NEAR)
    seen = run.element("m")
    assert (seen.current[-1], seen.speed[-1]) == pytest.approx((1.0037992955, 439.64010156), **NEAR)
    assert seen.voltage[-1] == 12.0 and seen.limited[-1] and not seen.limited[0]
    assert run.ledger.relative_residual < 1e-10


@pytest.mark.parametrize(("current", "moves"), [(1.7084, 0), (1.7086, 1), (0.6082, 0), (0.6080, -1), (1.0, 0)])
@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_gear_with_losses_creeps_at_two_currents(current, moves, side):
    """Load 3 Nm, ratio 100, efficiency 0.75: up from 1.70849420849 A, down below 0.608108108108 A; whatever the signs."""
    scene = alone(ratio=100.0 * side, efficiency=0.75, friction=TAU, source="current", command=current * side)
    scene.joint_force("r", -3.0)
    run = sp.simulate(scene, 1e-3, rtol=1e-9)
    assert np.sign(end(run, "r.rate")[0]) == moves and run.ledger.relative_residual < 1e-8
    seen = run.element("m")
    assert seen.load[-1] == pytest.approx(3.0) and seen.mode[-1] == ("slip" if moves else "stick")
    if not moves:  # at the gear output the motor, with its friction, holds the load
        assert seen.torque[-1] == pytest.approx(3.0, rel=1e-12)


def test_a_gear_feels_what_acts_on_its_rotor_in_any_way():
    """A force on the coordinate, and a moment on the body."""
    runs = []
    for act in (lambda scene: scene.joint_force("r", -3.0), lambda scene: scene.force("r", moment=(0, 0, -3.0))):
        scene = alone(ratio=100.0, efficiency=0.75, friction=TAU, source="current", command=1.9)
        act(scene)
        runs.append(sp.simulate(scene, 1e-3, rtol=1e-9))
    assert runs[0]["r.rate"][-1] > 0.0 and runs[0].element("m").load[-1] == pytest.approx(3.0)
    np.testing.assert_allclose(runs[0].final, runs[1].final, rtol=1e-12)


def test_efficiencies_of_a_gear():
    """Power at the output over power at the shaft, without other friction; and back-driven."""
    for rate, other in ((0.3, 1.0), (-0.3, 2.0 / 3.0)):
        scene = alone(ratio=100.0, efficiency=0.75, damping=0.0, rate=rate, source="current", command=1.0)
        scene.joint_force("r", -3.0)
        run = sp.simulate(scene, 1e-6, rtol=1e-9)
        lost = run.ledger.lost["drive friction"][-1] / (100.0 * abs(rate) * 1e-6)
        assert lost == pytest.approx(0.01, rel=1e-3)  # c tl/N = 3/100/3
        shaft, output = 0.03 + np.sign(rate) * 0.01, 0.03
        assert (output / shaft if rate > 0 else shaft / output) == pytest.approx(0.75 if rate > 0 else other)
    assert sp.Motor(**DATA, rotor="r", efficiency=0.75, back_efficiency=0.0).losses == pytest.approx((1 / 3, 1.0))


def test_bristles():
    scene = alone(damping=0.0, friction=TAU, bristle=0.5, rate=100.0, source="current")
    run = sp.simulate(scene, 0.1, rtol=1e-11)
    time, word = events(run)[0]
    assert word == "reverse" and time == pytest.approx(0.078908575366, **NEAR)
    assert run.channel("r.angle", time)[0] == pytest.approx(3.9496764706, **NEAR)
    lost = run.channel("ledger.drive friction", time)[0]
    assert lost == pytest.approx(0.0167319375, **NEAR) and run.ledger.relative_residual < 1e-10


@pytest.mark.jit
def test_temperatures():
    scene = alone(source="current", command=3.0, thermal=(1.7, 6.0, 16.3, 714.0), damping=1e-3)
    run = sp.simulate(scene, 100.0, rtol=1e-10)
    found = end(run, "m.winding_temperature", "m.housing_temperature")
    assert found == pytest.approx([12.129502396, 3.4295321204], **NEAR)
    assert run.units[run.names.index("m.winding_temperature")] == "K"


def test_pendulum_with_armature():
    scene = sp.Scene(gravity=(0, 0, -9.81))
    m, c = 1.2, 0.2
    joint = sp.Revolute(axis=(0, 1, 0), angle=1.5, armature=0.0335)
    scene.body("p", mass=m, com=(0, 0, -c), inertia=(0.1, 0.05 - m * c * c, 0.1), joint=joint)
    run = sp.simulate(scene, 1.3749199948, rtol=1e-11)
    assert run["p.angle"][-1] == pytest.approx(1.5, abs=1e-9) and abs(run["p.rate"][-1]) < 1e-8
    assert run.ledger.relative_residual < 1e-10


# --- every method, files, going on ----------------------------------------------------------------------------------------
@pytest.mark.jit
@pytest.mark.parametrize("method", METHODS)
def test_every_method_finds_the_same(method):
    accurate = method not in ("bogacki_shampine", "ode23s", "trapezoid")
    run = voltage_step(method, 1e-8 if accurate else 1e-5, friction=TAU, current_limit=10.0)
    assert run.success and [word for _, word in events(run)] == ["slip", "limited", "unlimited"]
    assert events(run)[-1][0] == pytest.approx(3.0542025756e-3, rel=1e-6 if accurate else 1e-3)


@pytest.mark.jit
def test_a_file_keeps_everything(tmp_path):
    scene = alone(inductance=L, command=Sine(amplitude=12.0, omega=2000.0), friction=TAU, voltage_limit=9.0)
    kept = sp.simulate(scene, 0.004, rtol=1e-8, out=tmp_path / "run.nc")
    run = sp.simulate(scene, 0.004, rtol=1e-8)
    read = sp.load(tmp_path / "run.nc")
    assert {word for _, word in events(run)} >= {"slip", "reverse", "saturated", "unsaturated"}
    assert events(kept) == events(run) == events(read)
    times = np.linspace(0, 0.004, 57)
    for name in ("current", "voltage", "speed", "torque", "friction"):
        values = [getattr(one.element("m", times), name) for one in (run, kept, read)]
        assert np.array_equal(values[0], values[1]) and np.array_equal(values[0], values[2]), name
    assert np.abs(run.element("m").voltage).max() == 9.0


def test_a_run_goes_on_in_its_modes():
    scene = alone(inductance=L, command=Sine(amplitude=12.0, omega=2000.0), friction=TAU, current_limit=4.0)
    whole = sp.simulate(scene, 0.004, rtol=1e-10)
    for cut in (0.0005, 0.0011, 0.0023):
        half = sp.simulate(scene, cut, rtol=1e-10)
        rest = sp.simulate(scene, 0.004, start=cut, initial=half, rtol=1e-10)
        words = [word for _, word in events(half) + events(rest)]
        assert words == [word for _, word in events(whole)]
        np.testing.assert_allclose(rest.final[:3], whole.final[:3], rtol=1e-7)


def test_a_model_serves_runs_that_stick_and_slip():
    """What sticks is no property of the model: a second run of it begins as the first did."""
    model = sp.build(alone(inductance=L, command=12.0, friction=TAU))
    first, second = (sp.simulate(model, 0.003, rtol=1e-8) for _ in range(2))
    assert np.array_equal(first.y, second.y) and events(first) == events(second)


def test_a_scene_file():
    scene = alone(inductance=L, command=Table(times=(0.0, 0.1, 0.2), values=(0.0, 12.0, 0.0)), friction=TAU)
    scene.add(sp.Motor(**DATA, rotor="other", command=("m", 1)))
    scene.joint_force("r", 0.001)
    text = sp.scene_to_toml(scene)
    assert sp.scene_from_toml(text).scene == scene and sp.scene_to_toml(sp.scene_from_toml(text).scene) == text
    sheet = """
    [[elements]]
    type = "Motor"
    from = "datasheet"
    voltage = 12
    no_load_speed = 458
    no_load_current = 0.164
    stall_current = 19.64
    inertia = 3.35e-6
    rotor = "hip.rotor"
    command = 6
    name = "hip"
    """
    run = sp.simulate(sp.scene_from_toml(sheet).scene, 0.5, rtol=1e-8)
    assert run["hip.rotor.rate"][-1] == pytest.approx((6.0 - 0.611 * 0.164) / 0.0259, rel=1e-2)


# --- symmetry, clipping ---------------------------------------------------------------------------------------------------
def test_a_gear_that_turns_round_drives_the_other_way():
    runs = [voltage_step(friction=TAU, ratio=ratio, current_limit=10.0) for ratio in (50.0, -50.0)]
    np.testing.assert_allclose(
        end(runs[0], "r.rate", "m.current"), np.multiply(end(runs[1], "r.rate", "m.current"), (-1, 1))
    )


def test_commands_beyond_the_voltage_are_cut_off():
    plain = voltage_step()
    held = sp.simulate(alone(inductance=L, command=50.0, voltage_limit=12.0), 0.005, rtol=1e-10)
    assert np.array_equal(plain.y, held.y) and not held.events
    ramp = Table(times=(0.0, 1e-3, 2e-3), values=(0.0, 24.0, 0.0))
    run = sp.simulate(alone(inductance=L, command=ramp, voltage_limit=12.0), 0.003, rtol=1e-10)
    assert [word for _, word in events(run)] == ["saturated", "unsaturated"]
    assert [time for time, _ in events(run)] == pytest.approx([0.5e-3, 1.5e-3], rel=1e-9)
    assert run.ledger.relative_residual < 1e-10


def test_it_feeds_back():
    """A shaft that is fast gives energy to the source."""
    run = sp.simulate(alone(rate=600.0, command=12.0), 0.001, rtol=1e-10)
    assert run.ledger.work[-1] < 0.0 and run.ledger.relative_residual < 1e-10


# --- what is refused ------------------------------------------------------------------------------------------------------
WRONG = [
    ({"resistance": 0.0}, "resistance must be > 0 ohm"),
    ({"torque_constant": -1.0}, "torque_constant must be > 0 Nm/A"),
    ({"inertia": 0.0}, "inertia must be > 0"),
    ({"inductance": -1e-9}, "inductance must be >= 0 H"),
    ({"damping": -1.0}, "damping must be >= 0"),
    ({"friction": -1.0}, "friction must be >= 0 Nm"),
    ({"friction": 0.2, "stick_friction": 0.1}, "stick_friction must be >= friction = 0.2 Nm"),
    ({"ratio": 0.0}, "ratio must not be 0"),
    ({"ratio": 1e-200}, "inertia at the gear output must be a number > 0"),
    ({"efficiency": 1.2}, "efficiency must be between 0.0 and 1.0"),
    ({"efficiency": 0.0}, "efficiency must be > 0, got 0.0"),
    ({"back_efficiency": -0.1}, "back_efficiency must be between 0.0 and 1.0"),
    ({"body": "x"}, "either a body whose joint it drives or a rotor"),
    ({"rotor": ""}, "either a body whose joint it drives or a rotor"),
    ({"rotor": "", "body": "x", "efficiency": 0.9}, "must be 1 for a gear without an elastic transmission"),
    ({"bristle": 1.0}, "bristle must stand with friction > 0"),
    ({"bristle": 1.0, "friction": 1.0, "efficiency": 0.5}, "without stick_friction and gear losses"),
    ({"command": math.inf}, "command must be finite"),
    ({"command": ("x", 0.5)}, "command must be a number"),
    ({"command": None}, "command must be a number"),
    ({"source": "torque"}, "source must be one of voltage, current"),
    ({"voltage_limit": 0.0}, "voltage_limit must be > 0 V"),
    ({"thermal": (1.0, 2.0)}, "thermal must be 4 numbers"),
]


@pytest.mark.parametrize(("more", "sentence"), WRONG, ids=lambda one: str(one)[:40])
def test_numbers_that_are_refused(more, sentence):
    with pytest.raises((ValueError, TypeError), match=sentence):
        sp.Motor(**(DATA | {"rotor": "r"} | more))


def test_what_a_scene_refuses():
    scene = alone()
    with pytest.raises(ValueError, match="name of a body must be new, got 'r' again"):
        scene.add(sp.Motor(**DATA, rotor="r"))
    with pytest.raises(ValueError, match="name of a body must be new, got 'r' again"):
        scene.body("r", mass=1.0)
    scene.add(sp.Motor(**DATA, body="r"))
    with pytest.raises(ValueError, match="a coordinate must have one motor, got 'm' and 'motor 2'"):
        sp.build(scene)
    led = alone(friction=TAU)
    led.add(sp.Motion(body="r", amplitude=0.1, omega=3.0))
    with pytest.raises(ValueError, match="with a prescribed motion must have no dry friction, got 'm'"):
        sp.build(led)
    for command, sentence in (("nobody", "command must be one of"), (("m", 7), "command must be one of")):
        told = alone()
        told.add(sp.Motor(**DATA, rotor="other", command=command, name="z"))
        with pytest.raises(ValueError, match=sentence):
            sp.build(told)


@pytest.mark.jit
def test_a_motor_that_is_led_says_what_it_takes():
    """On a coordinate with a prescribed motion the motor is a load: a test bench."""
    scene = alone(inductance=L, command=0.0)
    scene.add(sp.Motion(body="r", motion=Sine(amplitude=1.0, omega=50.0), name="bench"))
    run = sp.simulate(scene, 0.5, rtol=1e-9)
    assert run.success and run.ledger.relative_residual < 1e-8
    assert run.ledger.lost["motor heat"][-1] > 0.1


# --- data sheets ----------------------------------------------------------------------------------------------------------
SHEET = {"voltage": 12.0, "no_load_speed": 458.0, "no_load_current": 0.164, "inertia": 3.35e-6, "rotor": "r"}


def test_a_data_sheet():
    motor = sp.Motor.from_datasheet(**SHEET, stall_current=12.0 / 0.611, viscous_share=0.25)
    k = (12.0 - 0.611 * 0.164) / 458.0
    assert motor.resistance == pytest.approx(0.611) and motor.torque_constant == pytest.approx(k)
    assert motor.friction == pytest.approx(0.75 * k * 0.164) and motor.damping == pytest.approx(
        0.25 * k * 0.164 / 458.0
    )
    same = sp.Motor.from_datasheet(**SHEET, resistance=0.611, viscous_share=0.25)
    assert same.torque_constant == pytest.approx(motor.torque_constant, rel=1e-15)
    # at no load it turns as the sheet says
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.add(sp.Motor.from_datasheet(**SHEET, resistance=0.611, viscous_share=0.25, command=12.0, name="m"))
    seen = sp.simulate(scene, 0.5, rtol=1e-9).element("m")
    assert (seen.speed[-1], seen.current[-1]) == pytest.approx((458.0, 0.164), rel=1e-6)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"torque_constant": 0.0275}, "torque_constant of the data sheet is 0.0275 Nm/A, but .* = 0.0259"),
        ({"time_constant": 4e-3}, "time_constant of the data sheet is 0.004 s, but .* = 0.0030"),
    ],
)
def test_figures_that_do_not_fit_are_named(more, words):
    with pytest.raises(UserWarning, match=words):
        sp.Motor.from_datasheet(**SHEET, resistance=0.611, **more)
    sp.Motor.from_datasheet(**SHEET, resistance=0.611, torque_constant=0.0259, time_constant=3.1e-3)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({}, "either stall_current or resistance must be given"),
        ({"stall_current": 10.0, "resistance": 1.0}, "either stall_current or resistance must be given"),
        ({"stall_current": 0.1}, "no_load_current must be < the stall current, 0.1 A, got 0.164"),
        ({"stall_current": -3.0}, "stall_current must be > 0 A"),
        ({"resistance": 0.6, "no_load_speed": 0.0}, "no_load_speed must be > 0 rad/s"),
        ({"resistance": 0.6, "viscous_share": 1.5}, "viscous_share must be"),
        ({"resistance": math.nan}, "resistance must be"),
    ],
)
def test_data_sheets_that_are_refused(more, sentence):
    with pytest.raises(ValueError, match=sentence):
        sp.Motor.from_datasheet(**(SHEET | more))
