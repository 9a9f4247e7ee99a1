"""A small version of validation/rebounds.py: impacts of rigid and flexible bodies create no energy."""

import warnings

import pytest
from amounts import amount
from physics.rebounds import KINDS, LAWS, draw, judge, verdict_of

import supple as sp

pytestmark = [pytest.mark.validation, pytest.mark.jit]
COUNT = amount(30, 60)


@pytest.fixture(autouse=True)
def quiet():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # random scenes deserve their notes
        yield


@pytest.mark.slow
def test_random_impacts_create_no_energy():
    verdicts = [judge(seed) for seed in range(COUNT)]
    assert not [(seed, verdict) for seed, verdict in enumerate(verdicts) if verdict.wrong]
    assert {verdict.kind for verdict in verdicts} == set(KINDS)
    assert {verdict.law for verdict in verdicts} == set(LAWS)
    assert {verdict.modes for verdict in verdicts} == set(range(6))
    assert sum(verdict.collisions > verdict.events for verdict in verdicts) > COUNT // 6
    assert sum(bool(verdict.unfinished) for verdict in verdicts) < COUNT // 6


def test_where_yielding_ends_rounding_does_not_begin_it_again():
    """The dent of a tip that hardly moves is at the yield surface: yielding and unloading took turns at one instant."""
    case = draw(52)
    run = sp.simulate(case.scene, case.end, rtol=1e-6, method="dop853", max_steps=2000)
    assert run.success, run.message
    ends = [event.time for event in run.events if event.what == "unloads"]
    assert ends and len(set(ends)) == len(ends)
    assert [event.rate for event in run.events if event.what == "yields" and event.rate < 0.0] == []


def test_energy_that_is_created_is_found():
    """A joint with a motor is not passive: its energy grows, and the judge says so."""
    case = draw(next(seed for seed in range(100) if (draw(seed).kind, draw(seed).modes) == ("hinge", 0)))
    case = case._replace(method="auto")
    assert not verdict_of(case, 1e-6).wrong
    case.scene.joint_force("link", 1e3)
    assert "creates" in verdict_of(case, 1e-6).wrong
