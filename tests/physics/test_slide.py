"""The sliding mass of two degrees of freedom: where it stops, and how many events it takes."""

import pytest
from physics.scenes import METHODS, slide

import supple as sp

STOP = 0.1794049267  # [m] at 2 s
EVENTS = 20
RTOLS = [10.0**-i for i in range(2, 13)]
# the implicit ones take long in plain Python, which others run with shorter scenes
EACH = [pytest.param(one, marks=pytest.mark.jit) if one in ("ode23s", "rodas5p", "ode23t") else one for one in METHODS]


@pytest.mark.jit
def test_it_stops_where_it_should():
    run = sp.simulate(slide(), 2.0, rtol=1e-9)
    assert run.success, run.message
    assert run["cart.displacement"][-1] == pytest.approx(STOP, abs=1e-8)


@pytest.mark.jit
@pytest.mark.parametrize("method", EACH)
def test_every_method_stops_there_at_a_loose_tolerance(method):
    run = sp.simulate(slide(), 2.0, rtol=1e-3, method=method)
    assert run.success, run.message
    assert run["cart.displacement"][-1] == pytest.approx(STOP, abs=1e-3)


@pytest.mark.jit
@pytest.mark.parametrize("rtol", RTOLS)
def test_the_events_do_not_depend_on_the_tolerance(rtol):
    assert len(sp.simulate(slide(), 2.0, rtol=rtol).events) == EVENTS


@pytest.mark.jit
@pytest.mark.parametrize("rtol", [1e-2, 1e-3])
@pytest.mark.parametrize("method", EACH)
def test_the_events_do_not_depend_on_the_method(method, rtol):
    assert len(sp.simulate(slide(), 2.0, rtol=rtol, method=method).events) == EVENTS


def test_friction_of_zero_is_no_friction():
    run = sp.simulate(slide(sp.StickSlip(mu=0.0, kt=1e5, bt=100.0)), 0.6)
    assert run.success, run.message
    assert run["cart.speed"][-1] == 1.0
