"""Held inputs that change at random instants: wherever a step begins, no guard of a drive is negative.

Asked are the results, not the guards: what a mode claims must be so. Motors that stick or are at a limit, strands that are
slack, taut or limp, all of one robot on the ground, told by two controllers with rates and delays of their own.
"""

import numpy as np
import pytest
from amounts import amount
from control.driven_leg import FRICTION, VALUES, random_commands, shaken_leg

import supple as sp

TINY = 1e-7  # of the largest value: what locating an event leaves
SEEDS = range(amount(4, 8))


@pytest.fixture(scope="module")
def shaken():
    """Runs by seed, computed when they are asked for."""
    kept = {}

    def run(seed):
        if seed not in kept:
            kept[seed] = sp.simulate(shaken_leg(seed), 0.6, rtol=1e-9)
        return kept[seed]

    return run


def asked(run, name, output, limit):
    """What a motor is told at the times of the steps: the last application, or 0 before the first."""
    out = run.outputs(name)
    held = np.concatenate([[0.0], out.values[:, output]])
    return np.clip(held[np.searchsorted(out.t, run.t, side="right")], -limit, limit)


def sticks_or_slips(seen):
    """A shaft that sticks has no speed and carries what it can; one that slips is opposed."""
    stuck = np.array(seen.mode) == "stick"
    assert np.all(seen.speed[stuck] == 0.0)
    grip = FRICTION[seen.name] + 0.25 * np.abs(seen.load) / (50.0 if seen.name == "hip" else np.inf)  # 1/0.8 - 1
    assert np.all(np.abs(seen.friction[stuck]) <= grip[stuck] * (1 + TINY))
    slips = ~stuck & (np.abs(seen.speed) > TINY * np.abs(seen.speed).max())
    assert np.all(seen.friction[slips] * seen.speed[slips] > 0.0)


@pytest.mark.jit
@pytest.mark.parametrize("seed", SEEDS)
def test_motors_are_in_the_modes_that_their_commands_ask_for(shaken, seed):
    run = shaken(seed)
    assert run.success and run.ledger.relative_residual < 1e-9
    hip, knee = run.element("hip"), run.element("knee")
    for seen in (hip, knee):
        sticks_or_slips(seen)
    volts, amperes = asked(run, "first", 0, 24.0), asked(run, "second", 1, np.inf)
    assert np.abs(hip.current).max() <= 6.0 * (1 + TINY) and np.abs(knee.voltage).max() <= 9.0 * (1 + TINY)
    np.testing.assert_allclose(hip.voltage[~hip.limited], volts[~hip.limited], atol=1e-9)
    np.testing.assert_allclose(np.abs(hip.current[hip.limited]), 6.0, rtol=TINY)
    assert np.all((np.sign(hip.current) * (volts - hip.voltage))[hip.limited] >= -24.0 * TINY)
    np.testing.assert_allclose(knee.current[~knee.limited], amperes[~knee.limited], atol=1e-9)
    np.testing.assert_allclose(np.abs(knee.voltage[knee.limited]), 9.0, rtol=TINY)
    assert np.all((np.sign(knee.voltage) * (amperes - knee.current))[knee.limited] >= -12.0 * TINY)


@pytest.mark.jit
@pytest.mark.parametrize("seed", SEEDS)
def test_cables_are_slack_taut_or_limp(shaken, seed):
    run = shaken(seed)
    strands = {name: run.element(name) for name in ("tendon", "belt.forward", "belt.back")}
    for name, seen in strands.items():
        mode, e, size = np.array(seen.mode), seen.elongation, np.abs(seen.elongation).max()
        pull = 4000.0 * e + 30.0 * seen.rate  # of the tendon while taut
        assert np.all(e[mode == "slack"] <= TINY * size) and np.all(e[mode != "slack"] >= -TINY * size)
        assert np.all(seen.tension[mode != "taut"] == 0.0)
        assert np.all(seen.tension >= -TINY * seen.tension.max(initial=0.0))
        if name == "tendon":
            assert np.all(pull[mode == "limp"] <= TINY * np.abs(pull).max())
            np.testing.assert_allclose(
                seen.tension[mode == "taut"], pull[mode == "taut"], atol=1e-9 * np.abs(pull).max()
            )


@pytest.mark.jit
def test_what_is_asked_happens_in_these_runs(shaken):
    """The two tests above would pass if nothing stuck, was limited, or went slack."""
    words = {(event.contact, event.what) for seed in SEEDS for event in shaken(seed).events}
    for one in ("hip", "knee"):
        assert {(one, "stick"), (one, "slip"), (one, "limited"), (one, "unlimited")} <= words
    assert {("tendon", what) for what in ("slack", "taut", "limp")} <= words
    assert {("belt.forward", "slack"), ("belt.back", "slack"), ("shank/ground", "made")} <= words


@pytest.mark.jit
@pytest.mark.parametrize("seed", [0, 1])
def test_compiled_and_called_shake_alike(shaken, seed):
    called = sp.simulate(shaken_leg(seed, compile="never"), 0.6, rtol=1e-9)
    assert called.y.tobytes() == shaken(seed).y.tobytes()


def test_commands_are_functions_of_time():
    told = random_commands(3)
    assert np.array_equal(told(0.25, None), told(0.25, None)) and VALUES > 100


# --- accelerations --------------------------------------------------------------------------------------------------------
@pytest.mark.jit
@pytest.mark.parametrize("seed", [0, 3])
def test_accelerations_are_those_of_all_drives_together(shaken, seed):
    """Inverse dynamics, with the armatures of the motors, finds the forces that the drives say they give.

    `tests/dynamics/test_tree_dynamics.py` has the algorithms against each other on random trees with armatures.
    """
    run = shaken(seed)
    rows = np.flatnonzero(np.array(run.contact("shank/ground").mode) == "open")[::7]
    names = ("thigh", "shank", "rotor")
    vdot = np.column_stack([run.joint_accelerations(name)[:, 0] for name in names])
    hip, knee, tendon = run.element("hip"), run.element("knee"), run.element("tendon")
    belt = run.element("belt")
    strands = belt["forward"].tension - belt["back"].tension
    damper = 0.05 * (run["rotor.rate"] - run["thigh.rate"])
    given = np.column_stack([
        0.03 * strands + damper - 0.03 * tendon.tension - 0.02 * run["thigh.rate"],
        knee.torque + 0.025 * tendon.tension - 0.02 * run["shank.rate"],
        hip.torque - 0.03 * strands - damper,
    ])  # fmt: skip
    for i in rows:
        needed = sp.inverse_dynamics(run.model, vdot[i], run.y[i])
        np.testing.assert_allclose(needed, given[i], atol=1e-9 * np.abs(given).max())
