"""What a run in memory computes after its last step: nothing until it is asked for, and that once."""

import pytest

import supple as sp
from supple.results import memory


def drop(normal, speed=0.5):
    """A model of a ball just above the ground, on its way down."""
    scene = sp.Scene(gravity=(0, 0, 0), name="drop")
    scene.ground(material="floor")
    joint = sp.Free(position=(0, 0, 0.021), velocity=(0, 0, -speed))
    scene.body("ball", mass=0.1, joint=joint, surfaces=[sp.Sphere(0.02, material="ball")])
    scene.contact("ball", "floor", normal=normal)
    return sp.build(scene)


def raises_deep(delta, rate, p):
    if delta > 1e-4:
        raise ValueError("too deep")
    return 1e5 * delta


@pytest.fixture
def readings(monkeypatch):
    """The records that were counted so far."""
    found = []

    class Counted(memory.Tally):
        def take(self, record):
            found.append(record)
            return super().take(record)

    monkeypatch.setattr(memory, "Tally", Counted)
    return found


def test_the_ledger_and_the_summary_wait_until_they_are_asked_for(readings):
    run = sp.simulate(drop(sp.Hertz(k=1e8)), 0.01)
    assert len(run.t) > 1 and len(run.events) == 2 and run.impacts and run.statistics["steps"] > 0
    assert not readings
    assert run.success and run.ledger.relative_residual < 1e-5 and "energy" in str(run) and run.limits
    assert len(readings) == 1 and readings[0] is run.records


def test_a_run_that_goes_on_asks_for_neither(readings):
    model = drop(sp.Hertz(k=1e8))
    first = sp.simulate(model, 0.002)
    sp.simulate(model, 0.004, start=0.002, initial=first)
    assert not readings


def test_what_a_users_law_failed_at_is_known_after_the_next_run_too():
    """The function keeps its last failure only: a run that was never looked at must not lose it, nor get another's."""
    model = drop(sp.UserNormal(force=raises_deep))
    failed = sp.simulate(model, 0.02)
    short = sp.simulate(model, 0.001)
    assert failed.status == sp.Status.LAW_FAILED and "too deep" in failed.message
    assert short.success
