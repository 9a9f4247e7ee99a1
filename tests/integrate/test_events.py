"""Events where they are awkward: at the ends of a run, late in time, in the square-root clock, against SciPy's."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from supple.integrate.solver import EVENTS, K_RHS, STEPS
from supple.integrate.status import Status
from supple.integrate.tableaus import METHODS
from supple.testing.integrator import G, bounces
from supple.testing.problems import (
    BALLS,
    CALLS,
    E_BEFORE,
    E_GUARD,
    E_TIME,
    IDLE,
    LATEST,
    NAN,
    SAMPLED,
    SAMPLES,
    SLIDING,
    SWITCHED,
    solve,
    toy,
)

NAMES = (*METHODS, "auto")
TIMES, SPEEDS = bounces(1.0, 0.8, 4)


def ball(e=0.8, **options):
    return toy(BALLS, 2, p=(G, e), **options)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("flag", [0, 1, 2])
def test_landings_whatever_the_restart(name, flag):
    run = solve(ball(flag=flag), [1.0, 0.0], 0.0, TIMES[3] + 0.05, name, 1e-7, 1e-10)
    assert run.log[:, E_TIME] == pytest.approx(TIMES, abs=1e-7)
    assert run.log[:, E_BEFORE + 1] == pytest.approx(-SPEEDS, abs=1e-6)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("start", [-1.0, 1e3, 1e6])
def test_landings_at_any_time_of_day(name, start):
    run = solve(ball(), [1.0, 0.0], start, start + TIMES[3] + 0.05, name, 1e-7, 1e-10)
    assert run.status is Status.DONE
    assert run.log[:, E_TIME] - start == pytest.approx(TIMES, abs=1e-14 * max(abs(start), 1e2))


@pytest.mark.jit
@pytest.mark.parametrize("name", NAMES)
def test_a_ball_that_starts_on_the_ground(name):
    falling = solve(ball(), [0.0, -1.0], 0.0, 0.1, name)
    assert list(falling.log[:, E_TIME]) == [0.0]
    assert falling.y[-1] == pytest.approx([0.08 - 0.5 * G * 0.01, 0.8 - G * 0.1])
    rising = solve(ball(), [0.0, 1.0], 0.0, 0.1, name)
    assert rising.counters[EVENTS] == 0
    assert rising.y[-1] == pytest.approx([0.1 - 0.5 * G * 0.01, 1.0 - G * 0.1])
    resting = solve(ball(), [0.0, 0.0], 0.0, 0.1, name)  # a rigid ball at rest lands without end
    assert resting.status is Status.CHATTERING


@pytest.mark.parametrize("name", NAMES)
def test_a_landing_at_the_end_of_the_run(name):
    for ulps in (-2, -1, 0, 1, 2):
        P = ball()
        end = TIMES[0] + ulps * np.spacing(TIMES[0])
        run = solve(P, [1.0, 0.0], 0.0, end, name)
        assert run.status is Status.DONE
        assert abs(run.t[-1] - end) <= np.spacing(end)
        assert P.k[IDLE] == 0
        assert len(run.log) <= 1
        # whoever ends below the ground has landed
        assert run.y[-1, 0] > 0.0 or len(run.log) == 1


@pytest.mark.jit
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("ulps", [-1, 0, 1])
def test_a_sample_is_taken_also_when_an_event_falls_on_it(name, ulps):
    for sample in range(1, 8):
        at = 0.25 * sample
        P = toy(SAMPLED, 2, p=(0.25, 0.8, at + ulps * np.spacing(at)))
        run = solve(P, [1.0, 0.0], 0.0, 2.0, name)
        assert (P.k[SAMPLES], len(run.log), P.k[IDLE]) == (7, 1, 0)
        assert run.y[-1, 0] == pytest.approx(0.8**7, abs=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_a_held_input_that_the_mode_does_not_bear_is_an_event_at_once(name):
    """The guard does not fall: it jumps. It was positive before the stop, so it fires there, before another step."""
    P = toy(SWITCHED, 1, p=(0.25,))
    run = solve(P, [0.0], 0.0, 0.4, name)
    assert run.status is Status.DONE and P.k[IDLE] == 0
    assert run.log[:, E_TIME].tolist() == [0.25] and run.y[-1, 0] == pytest.approx(0.25, abs=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_the_end_of_the_run_is_not_looked_past_after_a_landing(name):
    for rest in (1e-2, 1e-4, 1e-8):
        P = ball()
        solve(P, [1.0, 0.0], 0.0, TIMES[0] + rest, name)
        assert P.seen[LATEST] <= (TIMES[0] + rest) * (1.0 + 1e-15)


@pytest.mark.parametrize("name", NAMES)
def test_a_rate_that_is_never_a_number_is_named(name):
    run = solve(toy(NAN, 1, p=(-1.0,)), [1.0], 0.0, 1.0, name)
    assert run.status is Status.NOT_FINITE
    assert run.counters[STEPS] == 0


@pytest.mark.jit
@pytest.mark.parametrize("name", NAMES)
def test_many_events_cost_a_few_evaluations_each(name):
    P = ball(0.99)
    run = solve(P, [1.0, 0.0], 0.0, 40.0, name)
    expected, _ = bounces(1.0, 0.99, 200)
    expected = expected[expected < 40.0]
    assert run.log[:, E_TIME] == pytest.approx(expected, abs=1e-9)
    assert run.counters[K_RHS] == P.k[CALLS] < 300 * expected.size


def test_first_landing_agrees_with_scipy():
    def land(t, y):
        return y[0]

    land.terminal, land.direction = True, -1.0
    theirs = solve_ivp(lambda t, y: (y[1], -G), (0.0, 1.0), [1.0, 0.3], "DOP853", events=land, rtol=1e-12, atol=1e-12)
    ours = solve(ball(), [1.0, 0.3], 0.0, 1.0, "dop853", 1e-12, 1e-12)
    assert ours.log[0, E_TIME] == pytest.approx(theirs.t_events[0][0], abs=1e-11)


def test_three_balls_in_one_long_step_land_in_order():
    P = toy(BALLS, 6, p=(0.0, 1.0))
    run = solve(P, [0.9, 0.3, 0.6, -1.0, -1.0, -1.0], 0.0, 1.2, "dormand_prince", first_step=1.2)
    assert list(run.log[:, E_GUARD]) == [1, 2, 0]
    assert run.log[:, E_TIME] == pytest.approx([0.3, 0.6, 0.9], abs=1e-12)


def test_chattering_keeps_what_was_computed():
    run = solve(toy(SLIDING, 1), [0.5], 0.0, 1.0)
    assert run.status is Status.CHATTERING
    assert run.y[-1, 0] == pytest.approx(0.0, abs=1e-12)
    assert np.all(np.diff(run.t) >= 0.0)
