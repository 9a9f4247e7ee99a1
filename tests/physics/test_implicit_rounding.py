"""Implicit methods at tight tolerances: rounding in Newton's iteration, and what rtol means for second order."""

import numpy as np
import pytest

import supple as sp


def spinning_box():
    """A box of 1 m that hits a plane with a corner, 3 m from the origin, and goes 0.5 mm deep."""
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.ground(material="m")
    joint = sp.Free(
        position=(3, -2, 1), velocity=(0, 0, -20), attitude=(1, 0.3, 0.2, 0.1), angular_velocity=(10, 20, -5)
    )
    scene.body("box", mass=1e3, joint=joint, surfaces=[sp.Box((1, 0.8, 0.6), rounding=0.01, material="m")])
    scene.contact("m", "m", normal=sp.Hertz(k=4e5 / 5e-4**2.5))
    return scene


@pytest.mark.jit
def test_newton_converges_in_the_first_step_of_a_contact():
    """With y1 - y from a rounded y1 no step was short enough: STEP_UNDERFLOW at touch-down."""
    run = sp.simulate(spinning_box(), 0.05, method="trapezoid", rtol=1e-8)
    assert run.success, run.message
    exact = sp.simulate(spinning_box(), 0.05, method="dop853", rtol=1e-12)
    for motion in ("position", "velocity", "angular_velocity"):
        one, other = (getattr(each, motion)("box", [0.05])[0] for each in (run, exact))
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-12)


@pytest.mark.jit
@pytest.mark.parametrize("method", ["trapezoid", "ode23s"])
def test_rtol_means_the_same_at_every_tolerance(method):
    """What an impact does to the energy, over rtol: 10^(1/3) times more per decade if each step may err by rtol."""
    missed = []
    for rtol in (1e-5, 1e-6, 1e-7, 1e-8):
        run = sp.simulate(spinning_box(), 0.05, method=method, rtol=rtol)
        assert run.success, run.message
        missed.append(abs(run.ledger.residual).max() / run.ledger.totals.turnover / rtol)
    assert max(missed) < 1.3 * min(missed), missed


@pytest.mark.jit
def test_the_classical_control_is_left_alone():
    """With an atol of the user a step may err by rtol, as in Matlab's suite: n steps of order 2 are 10^(1/3) times more."""
    steps = [len(sp.simulate(spinning_box(), 0.05, method="ode23s", rtol=rtol, atol=1e-12).t) for rtol in (1e-6, 1e-8)]
    assert steps[1] / steps[0] == pytest.approx(10 ** (2 / 3), rel=0.15)
