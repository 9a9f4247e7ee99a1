"""A limit cycle that play in a gear excites under sampled control: P and D on the shaft, I on the load, at 1 kHz.

Reference: the same equations integrated by DOP853 at 1e-12 between located events, apart from supple; with J_m = 0.0335,
J_l = 0.2 kg m^2, dampers 0.05, 0.3 Nms/rad, gap +-0.01 rad, stop 400 Nm/rad.
"""

import math

import numpy as np
import pytest

import supple as sp

PERIOD, P, I, D, FILTER, GAP, START = 1e-3, 20.0, 60.0, 3.0, 0.004, 0.02, 0.02
AT_10_S = {
    "rotor.angle": 0.00746893799501,
    "rotor.rate": -0.0186084033658,
    "load.angle": 0.00895172634615,
    "load.rate": 0.0140862110619,
}
FIRST = (0.0909142648201, 0.269176479945, 0.733351705891, 1.01057698181, 1.64773657814, 1.91107796257)
WORDS = [
    ("back", "taut"),
    ("back", "slack"),
    ("forward", "taut"),
    ("forward", "slack"),
    ("back", "taut"),
    ("back", "slack"),
]


def with_a_load(scene):
    scene.body("load", mass=1.0, inertia=(0.2,) * 3, joint=sp.Revolute(axis=(0, 0, 1), angle=START, damping=0.3))
    scene.add(sp.Backlash(rotor="rotor", joint="load", width=GAP, stiffness=400.0, name="gear"))
    return scene


def by_elements():
    """Two controllers; the rotor is that of a motor, whose current is what the integral says, beside an ideal actuator."""
    scene = sp.Scene(gravity=(0, 0, 0))
    motor = {"resistance": 1.0, "torque_constant": 1.0, "inertia": 0.0335, "damping": 0.05, "ratio": 1.0}
    scene.add(sp.Motor(**motor, rotor="rotor", angle=START, source="current", command="integral", name="motor"))
    with_a_load(scene)
    scene.add(sp.PID(body="rotor", proportional=P, derivative=D, filter=FILTER, period=PERIOD, name="pd"))
    scene.add(sp.PID(body="load", integral=I, period=PERIOD, name="integral"))
    scene.add(sp.Torque(body="rotor", command="pd"))
    return scene


class Law:
    """The same in Python, with an internal state."""

    def __init__(self):
        self.integral = self.derivative = 0.0
        self.before = None

    def __call__(self, t, measured):
        error, decay = -measured[0], math.exp(-PERIOD / FILTER)
        before = error if self.before is None else self.before
        self.derivative = decay * self.derivative + D * (1.0 - decay) / PERIOD * (error - before)
        output = P * error + self.integral + self.derivative
        self.before, self.integral = error, self.integral - PERIOD * I * measured[1]
        return output


def by_python():
    scene = sp.Scene(gravity=(0, 0, 0))
    joint = sp.Revolute(axis=(0, 0, 1), angle=START, damping=0.05)
    scene.body("rotor", mass=1.0, inertia=(0.0335,) * 3, joint=joint)
    with_a_load(scene)
    scene.add(sp.PositionSensor(body="rotor", name="shaft"))
    scene.add(sp.PositionSensor(body="load", name="angle"))
    scene.add(sp.PythonController(function=Law(), sensors=("shaft", "angle"), period=PERIOD, name="law"))
    scene.add(sp.Torque(body="rotor", command="law"))
    return scene


@pytest.mark.jit
@pytest.mark.validation
@pytest.mark.parametrize("make", [by_elements, by_python])
def test_play_under_sampled_control_for_ten_seconds(make):
    run = sp.simulate(make(), 10.0, rtol=1e-10)
    for name, exact in AT_10_S.items():
        assert run[name][-1] == pytest.approx(exact, rel=1e-8), name
    assert len(run.events) == 20
    np.testing.assert_allclose([event.time for event in run.events[:6]], FIRST, rtol=1e-9)
    assert [(event.contact.removeprefix("gear."), event.what) for event in run.events[:6]] == WORDS
    assert run.ledger.relative_residual < 1e-10


@pytest.mark.jit
@pytest.mark.slow
@pytest.mark.validation
def test_the_limit_cycle():
    """It excites itself: from there on period and amplitude stay."""
    run = sp.simulate(by_elements(), 60.0, rtol=1e-10)
    begins = [event.time for event in run.events if (event.contact, event.what) == ("gear.back", "taut")]
    np.testing.assert_allclose(np.diff(begins)[-5:], 2.21204952043, rtol=1e-8)
    late = np.linspace(50.0, 60.0, 200_001)
    assert np.abs(run.channel("load.angle", late)).max() == pytest.approx(0.011822848442, rel=1e-7)
