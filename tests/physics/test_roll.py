"""A sphere set down with speed u0 and no spin slides, then rolls."""

import pytest
from physics.scenes import ball_on_ground

import supple as sp

U0, MU = 1.0, 0.3


@pytest.mark.validation
@pytest.mark.jit
def test_a_sliding_sphere_rolls_at_five_sevenths_of_its_speed():
    """From t = 2 u0/(7 mu g) on at 5/7 u0; the stiffer the contact, the closer."""
    exact = 2 * U0 / (7 * MU * 9.81)
    errors = []
    for k in (1e6, 1e7, 1e8):
        friction = sp.StickSlip(mu=MU, kt=10 * k, bt=k / 1e4)
        run = sp.simulate(ball_on_ground(k, friction, velocity=(U0, 0, 0)), 0.5, rtol=1e-8)
        assert run.success, run.message
        stick = [event.time for event in run.events if event.what == "stick"][-1]
        errors.append((abs(stick / exact - 1), abs(run["ball.vx"][-1] * 7 / 5 / U0 - 1)))
    (time, *later_times), (speed, *later_speeds) = zip(*errors, strict=True)
    assert time > later_times[0] > later_times[1]
    assert speed > later_speeds[0] > later_speeds[1]
    assert max(errors[-1]) < 2e-4
