"""The dropped steel ball: every bounce down to the last, for every method, and honesty at every tolerance."""

from functools import cache

import numpy as np
import pytest
from physics.scenes import METHODS, drop

import supple as sp
from supple.integrate.status import Status

SLOW = {"ode23", "ode23s", "ode23t"}  # second and third order: many steps
G, MASS, K = 10.0, 0.066, 1e10


def heights(run):
    """Height [m] that the ball will reach after each loss of contact."""
    return [(event.time, event.rate**2 / (2 * G)) for event in run.events if event.what == "lost"]


@cache
def reference():
    return sp.simulate(drop(), 2.0, rtol=1e-12, method="dop853")


@pytest.mark.jit
def test_the_reference_agrees_with_another_method():
    """Two methods of different families, both tight, agree to the tolerance used against the rest."""
    other = sp.simulate(drop(), 1.8, rtol=1e-11, method="rodas5p")
    assert reference().success and other.success
    for (t, h), (t_other, h_other) in zip(heights(reference())[:3], heights(other)[:3], strict=True):
        assert t_other == pytest.approx(t, abs=1e-9)
        assert h_other == pytest.approx(h, rel=1e-8)


@pytest.mark.jit
@pytest.mark.parametrize("method", [pytest.param(m, marks=pytest.mark.slow if m in SLOW else ()) for m in METHODS])
def test_small_bounces_end_in_rest(method):
    """The touch-down whose rebound first stays below 1 mm is at 2.392 s; 26 losses of contact follow it, then rest."""
    run = sp.simulate(drop(), 5.0, method=method)
    # second-order methods end at t = 5 with a ledger that misses more than ten times the tolerance, and say so
    assert run.success or (method in ("ode23s", "ode23t") and run.status == sp.Status.ENERGY), run.message
    first = next(time for time, height in heights(run) if height < 1e-3)
    touch_down = max(event.time for event in run.events if event.what == "made" and event.time < first)
    assert touch_down == pytest.approx(2.392, abs=1e-3)
    assert sum(event.what == "lost" and event.time > touch_down for event in run.events) == 26
    at_rest = (MASS * G / K) ** (2 / 3)
    assert -run["ball.displacement"][-1] == pytest.approx(at_rest, rel=1e-3)


@pytest.mark.jit
@pytest.mark.parametrize("rtol", [1e-2, 1e-3, 1e-5])
@pytest.mark.parametrize("method", ["auto", "ode45", "dop853"])
def test_every_touch_is_at_the_surface(method, rtol):
    """Also after a flight lower than the overlap that a proof may pass over: half of the depth at rest."""
    run = sp.simulate(drop(), 5.0, method=method, rtol=rtol)
    places = [run["ball.displacement"][np.searchsorted(run.t, e.time)] for e in run.events if e.what == "made"]
    assert min(places) > -1e-6 * (MASS * G / K) ** (2 / 3)


@pytest.mark.validation
@pytest.mark.jit
def test_the_ball_at_rest_rings_at_its_small_signal_resonance():
    """k' = 3/2 k sqrt(delta) at the depth of rest: sqrt(k'/m)/2pi = 1.53 kHz, less what damping takes off."""
    depth = (MASS * G / K) ** (2 / 3)
    stiffness, damping = 1.5 * K * depth**0.5, 1e5 * depth**0.5
    scene = drop(height=-depth * 1.001)
    run = sp.simulate(scene, 0.01, rtol=1e-9)
    t = np.linspace(0, 0.01, 4001)
    x = run.channel("ball.displacement", t) + depth
    down = t[1:][(x[1:] >= 0) != (x[:-1] >= 0)]
    measured = 0.5 / np.diff(down).mean()
    natural = np.sqrt(stiffness / MASS)
    expected = np.sqrt(natural**2 - (damping / (2 * MASS)) ** 2) / (2 * np.pi)
    assert natural / (2 * np.pi) == pytest.approx(1530, rel=0.01)
    assert measured == pytest.approx(expected, rel=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("rtol", [1e-2, 1e-3, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12])
@pytest.mark.parametrize("method", METHODS)
def test_a_run_is_accurate_or_says_why_not(method, rtol):
    """Never a quiet wrong answer: bounce heights within 50 rtol, or a status other than DONE with a sentence."""
    run = sp.simulate(drop(), 1.9, method=method, rtol=rtol, max_steps=200_000)
    assert run.message
    if run.status != Status.DONE:
        return
    exact, found = heights(reference())[:3], heights(run)[:3]
    assert len(found) == 3
    for (_, h), (_, h_found) in zip(exact, found, strict=True):
        assert h_found == pytest.approx(h, rel=max(50 * rtol, 1e-9))
