"""The whole chain: voltage, winding, dry friction, gear with losses, two strands that go slack, link; and held commands."""

import pytest
from elements.two_strands import strands
from registries import Addition, check_addition

CHAIN = """
import numpy as np
import supple as sp
from supple.motions import Sine

def chain(stiffness, stretch, damping, parallel, voltage):
    scene = sp.Scene(gravity=(0, 0, -9.81))
    c = 0.2
    m = 2.5 / (9.81 * c)
    joint = sp.Revolute(axis=(0, -1, 0), angle=0.3, damping=0.02)
    scene.body("link", mass=m, com=(0, 0, -c), inertia=(0.08 - m * c * c,) * 3, joint=joint)
    scene.add(sp.Motor(rotor="rotor", name="motor", resistance=0.611, inductance=1.19e-4, torque_constant=0.0259,
                       inertia=3.35e-6, damping=1e-6, friction=0.00425, ratio=100.0, efficiency=0.75,
                       command=Sine(amplitude=voltage, omega=6.0)))
    scene.add(sp.Strands(rotor="rotor", joint="link", arm=0.05, stiffness=stiffness, stretch=stretch, damping=damping,
                         parallel=parallel))
    return scene

def events(run):
    return [(event.time, event.what) for event in run.events]
"""

FIRST = """
run = sp.simulate(chain(20000.0, -0.0005, 0.5, 0.0, 6.0), 0.12, rtol=1e-9)
words = [what for _, what in events(run)]
assert words == ["load reverses", "stick", "slip"], words
np.testing.assert_allclose([t for t, _ in events(run)], [0.059289853205, 0.0946654257091, 0.116061735085], rtol=1e-8)
assert run.ledger.relative_residual < 1e-10, run.ledger.relative_residual
"""

WHOLE = """
figures = {
    (5000.0, 0.006, 0.05, 0.02, 10.0): (0.600669058231, -2.21340891663, -0.093734546141, -0.174790990155, -2.0128640046),
    (20000.0, -0.0005, 0.5, 0.0, 6.0): (0.170203889437, -1.28319360236, -0.10586388841, -0.130523525293, -1.25387337751),
}
names = "motor.current", "rotor.rate", "rotor.angle", "link.angle", "link.rate"
for arguments, expected in figures.items():
    run = sp.simulate(chain(*arguments), 2.0, rtol=1e-8)
    assert run.success, run.message
    np.testing.assert_allclose([run[name][-1] for name in names], expected, rtol=1e-8)
    assert run.ledger.relative_residual < 1e-10, run.ledger.relative_residual
    words = [what for _, what in events(run)]
    assert words.count("stick") == words.count("slip") == (3 if arguments[0] == 5000.0 else 4), words
    if arguments[0] == 5000.0:
        lost = run.ledger.lost
        np.testing.assert_allclose([run.ledger.work[-1], lost["motor heat"][-1], lost["drive friction"][-1]],
                                   [7.68127412565, 1.78341817199, 0.142341996874 + 5.66257941356], rtol=1e-8)
        assert words.count("load reverses") == 11, words
"""


def test_a_chain_begins_as_it_should(tmp_path):
    check_addition(tmp_path, strands(CHAIN + FIRST))


@pytest.mark.slow
def test_a_chain_for_two_seconds(tmp_path):
    check_addition(tmp_path, strands(CHAIN + WHOLE))


# --- held commands --------------------------------------------------------------------------------------------------------
TELLER = '''"""Two outputs that change at the multiples of a period, by a fixed rule: see the tests."""

import math
from dataclasses import dataclass

from .._jit import inlined
from ..integrate.problem import NOTED, RESTART
from ..tables import EL_ROW

N_MODE, N_HOLD, N_GUARD = 1, 3, 0


@dataclass(frozen=True, kw_only=True)
class Teller:
    """Says what drives do.

    period: of its samples [s].
    size: of its outputs.
    name: for results.
    """

    period: float
    size: float
    name: str = ""

    def place(self, table, name):
        table.add("teller", name, row=table.parameters.add((self.period, self.size)))


@inlined
def _tell(P, e, t):
    p = P.par[P.el_i[e, EL_ROW]]
    k = math.floor(t / p[0] + 1e-6)
    P.hold[e, 0] = p[1] * math.sin(3.7 * k * k + 1.0)
    P.hold[e, 1] = p[1] * math.cos(2.3 * k * k)
    P.hold[e, 2] = (k + 1) * p[0]


@inlined
def begin(P, e, t, y):
    P.mode[e, 0] = 1
    _tell(P, e, t)


@inlined
def next_stop(P, e, t):
    return P.hold[e, 2]


@inlined
def at_stop(P, e, t, y):
    if t < P.hold[e, 2]:
        return 0
    _tell(P, e, t)
    return RESTART | NOTED
'''

TOLD = """
import numpy as np
import supple as sp

DATA = dict(resistance=0.611, torque_constant=0.0259, inertia=3.35e-6, damping=1e-6)
T = 7e-4

def told(size, **more):
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.add(sp.Motor(**DATA, rotor="r", command=("teller", 1), friction=0.01, name="m", **more))  # before its teller
    scene.add(sp.Teller(period=T, size=size, name="teller"))
    return scene

def commands(size, t):
    k = np.floor(t / T + 1e-6)
    return size * np.cos(2.3 * k * k)

cases = [(25.0, dict(inductance=1.19e-4, current_limit=9.0)), (25.0, dict(current_limit=9.0, voltage_limit=20.0)),
         (30.0, dict(source="current", voltage_limit=12.0, current_limit=25.0)), (0.6, dict(source="current"))]
for size, more in cases:
    scene = told(size, **more)
    assert sp.scene_from_toml(sp.scene_to_toml(scene)).scene == scene
    run = sp.simulate(scene, 40.5 * T, rtol=1e-9)
    assert run.success and run.ledger.relative_residual < 1e-9, (run.message, run.ledger.relative_residual)
    words = {event.what for event in run.events}
    if size > 1.0:
        assert {"limited", "unlimited"} <= words, words
    else:
        assert {"slip", "stick"} <= words, words
    assert all(np.min(np.abs(run.t - k * T)) < 1e-12 for k in range(41))
    # wherever a step begins no mode is wrong
    seen, told_ = run.element("m"), commands(size, run.t)
    rubs, i, u, w = 0.01, seen.current, seen.voltage, seen.speed
    stuck = np.array(seen.mode) == "stick"
    assert np.all(np.abs(seen.friction) <= rubs * (1 + 1e-7)), np.abs(seen.friction).max()
    assert np.all(w[stuck] == 0.0) and np.all(seen.friction[~stuck] * w[~stuck] >= -1e-9)
    most, volts = more.get("current_limit", np.inf), more.get("voltage_limit", np.inf)
    assert np.all(np.abs(i) <= most * (1 + 1e-7)) and np.all(np.abs(u) <= volts * (1 + 1e-7) if size == 30.0 else True)
    if more.get("source") == "current":
        ask = np.clip(told_, -most, most)
        np.testing.assert_allclose(i[~seen.limited], ask[~seen.limited], atol=1e-12)
        assert np.all(np.sign(u) * (ask - i) * seen.limited >= -1e-6), np.min(np.sign(u) * (ask - i))
    else:
        ask = np.clip(told_, -volts, volts)
        np.testing.assert_allclose(u[~seen.limited], ask[~seen.limited], atol=1e-9)
        assert np.all(np.sign(i) * (ask - u) * seen.limited >= -1e-6)
    # a run that goes on, and what it shows between its steps
    half = sp.simulate(scene, 13.5 * T, rtol=1e-9)
    rest = sp.simulate(scene, 40.5 * T, start=13.5 * T, initial=half, rtol=1e-9)
    np.testing.assert_allclose(rest["r.angle"][-1], run["r.angle"][-1], rtol=1e-6, atol=1e-9)
    between = run.element("m", (np.arange(40) + 0.3) * T)
    if more.get("source") == "current":
        free = ~between.limited
        np.testing.assert_allclose(between.current[free], np.clip(commands(size, between.t), -most, most)[free], atol=1e-12)
"""


def test_commands_that_another_element_holds(tmp_path):
    added = Addition("element", "elements", "teller.py", TELLER, "teller.Teller", "motion.Motion", TOLD)
    check_addition(tmp_path, added)
