"""The whole chain: voltage, winding, dry friction, gear with losses, two cables that go slack, link; and held commands."""

import numpy as np
import pytest
from elements.motors import DATA

import supple as sp
from supple.motions import Sine

PERIOD = 7e-4  # [s] of the held commands


def chain(stiffness, elongation, hysteresis, damping, voltage):
    scene = sp.Scene(gravity=(0, 0, -9.81))
    c = 0.2
    m = 2.5 / (9.81 * c)
    joint = sp.Revolute(axis=(0, -1, 0), angle=0.3, damping=0.02)
    scene.body("link", mass=m, com=(0, 0, -c), inertia=(0.08 - m * c * c,) * 3, joint=joint)
    command = Sine(amplitude=voltage, omega=6.0)
    scene.add(
        sp.Motor(
            **DATA, rotor="rotor", name="motor", inductance=1.19e-4, friction=0.00425, ratio=100.0, efficiency=0.75,
            command=command,
        )
    )  # fmt: skip
    scene.add(
        sp.SeriesElastic(
            rotor="rotor", joint="link", arm=0.05, stiffness=stiffness, elongation=elongation, hysteresis=hysteresis,
            parallel_damping=damping,
        )
    )  # fmt: skip
    return scene


def motor_events(run):
    return [(event.time, event.what) for event in run.events if event.contact == "motor"]


PLAY = (20000.0, -0.0005, 0.5, 0.0, 6.0)
TENSION = (5000.0, 0.006, 0.05, 0.02, 10.0)
END = {
    TENSION: (0.600669058231, -2.21340891663, -0.093734546141, -0.174790990155, -2.0128640046),
    PLAY: (0.170203889437, -1.28319360236, -0.10586388841, -0.130523525293, -1.25387337751),
}
TURNS = {TENSION: 3, PLAY: 4}  # how often the shaft stops within 2 s


@pytest.mark.parametrize("method", ["auto", pytest.param("rodas5p", marks=pytest.mark.jit)])
def test_a_chain_begins_as_it_should(method):
    """The load is nothing while both cables are slack, which is no reversal; it reverses where the other one gets taut."""
    run = sp.simulate(chain(*PLAY), 0.12, rtol=1e-9, method=method)
    assert [event.what for event in run.events] == ["slack", "taut", "load reverses", "stick", "slip"]
    slack, taut, reverses, stick, slip = (event.time for event in run.events)
    assert 0.0 <= reverses - taut < 1e-12  # rounding may leave a trace of the former sign
    np.testing.assert_allclose([slack, stick, slip], [0.059289853205, 0.0946654257091, 0.116061735085], rtol=1e-8)
    assert run.ledger.relative_residual < 1e-10


@pytest.mark.jit
@pytest.mark.parametrize("figures", END)
def test_a_chain_for_two_seconds(figures):
    run = sp.simulate(chain(*figures), 2.0, rtol=1e-8)
    assert run.success, run.message
    names = "motor.current", "rotor.rate", "rotor.angle", "link.angle", "link.rate"
    np.testing.assert_allclose([run[name][-1] for name in names], END[figures], rtol=1e-8)
    assert run.ledger.relative_residual < 1e-10
    words = [what for _, what in motor_events(run)]
    assert words.count("stick") == words.count("slip") == TURNS[figures]


@pytest.mark.jit
def test_the_books_of_a_chain():
    run = sp.simulate(chain(*TENSION), 2.0, rtol=1e-8)
    lost = run.ledger.lost
    np.testing.assert_allclose(
        [run.ledger.work[-1], lost["motor heat"][-1], lost["drive friction"][-1]],
        [7.68127412565, 1.78341817199, 0.142341996874 + 5.66257941356],
        rtol=1e-8,
    )
    assert [what for _, what in motor_events(run)].count("load reverses") == 11


# --- held commands ------------------------------------------------------------------------------------------------------
def commands(size, t):
    k = np.floor(np.asarray(t) / PERIOD + 1e-6)
    return size * np.cos(2.3 * k * k)


def told(size, **more):
    """A motor that a function tells what to do; it is written before its controller."""

    def teller(t, measured):
        k = np.floor(t / PERIOD + 1e-6)
        return 0.0, size * np.cos(2.3 * k * k)

    scene = sp.Scene(gravity=(0, 0, 0))
    scene.add(sp.Motor(**DATA, rotor="r", command=("teller", 1), friction=0.01, name="m", **more))
    scene.add(sp.PythonController(function=teller, outputs=2, period=PERIOD, name="teller"))
    return scene


@pytest.mark.jit
@pytest.mark.parametrize(
    ("size", "more"),
    [
        (25.0, {"inductance": 1.19e-4, "current_limit": 9.0}),
        (25.0, {"current_limit": 9.0, "voltage_limit": 20.0}),
        (30.0, {"source": "current", "voltage_limit": 12.0, "current_limit": 25.0}),
        (0.6, {"source": "current"}),
    ],
)
def test_commands_that_a_controller_holds(size, more):
    scene = told(size, **more)
    run = sp.simulate(scene, 40.5 * PERIOD, rtol=1e-9)
    assert run.success and run.ledger.relative_residual < 1e-9, (run.message, run.ledger.relative_residual)
    words = {event.what for event in run.events}
    assert ({"limited", "unlimited"} if size > 1.0 else {"slip", "stick"}) <= words
    assert all(np.min(np.abs(run.t - k * PERIOD)) < 1e-12 for k in range(41))
    # wherever a step begins no mode is wrong
    seen, asked = run.element("m"), commands(size, run.t)
    i, u, w, stuck = seen.current, seen.voltage, seen.speed, np.array(seen.mode) == "stick"
    assert np.all(np.abs(seen.friction) <= 0.01 * (1 + 1e-7))
    assert np.all(w[stuck] == 0.0) and np.all(seen.friction[~stuck] * w[~stuck] >= -1e-9)
    most, volts = more.get("current_limit", np.inf), more.get("voltage_limit", np.inf)
    assert np.all(np.abs(i) <= most * (1 + 1e-7))
    if more.get("source") == "current":
        assert np.all(np.abs(u) <= volts * (1 + 1e-7))
        ask = np.clip(asked, -most, most)
        np.testing.assert_allclose(i[~seen.limited], ask[~seen.limited], atol=1e-12)
        assert np.all(np.sign(u) * (ask - i) * seen.limited >= -1e-6)
    else:
        ask = np.clip(asked, -volts, volts)
        np.testing.assert_allclose(u[~seen.limited], ask[~seen.limited], atol=1e-9)
        assert np.all(np.sign(i) * (ask - u) * seen.limited >= -1e-6)


@pytest.mark.jit
def test_a_motor_that_is_told_goes_on():
    scene = told(30.0, source="current", voltage_limit=12.0, current_limit=25.0)
    run = sp.simulate(scene, 40.5 * PERIOD, rtol=1e-9)
    half = sp.simulate(scene, 13.5 * PERIOD, rtol=1e-9)
    rest = sp.simulate(scene, 40.5 * PERIOD, start=13.5 * PERIOD, initial=half, rtol=1e-9)
    np.testing.assert_allclose(rest["r.angle"][-1], run["r.angle"][-1], rtol=1e-6, atol=1e-9)
    between = run.element("m", (np.arange(40) + 0.3) * PERIOD)
    free = ~between.limited
    asked = np.clip(commands(30.0, between.t), -25.0, 25.0)
    np.testing.assert_allclose(between.current[free], asked[free], atol=1e-12)
