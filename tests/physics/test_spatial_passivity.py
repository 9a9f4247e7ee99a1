"""A small version of validation/passivity.py: no contact gives back more energy than it was given."""

import warnings

import pytest
from physics.passivity import END, OTHERS, judge

import supple as sp

pytestmark = [pytest.mark.validation, pytest.mark.jit]
COUNT = 60


def test_random_motions_create_no_energy():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # random scenes deserve their notes
        verdicts = [judge(seed) for seed in range(COUNT)]
    assert not [(seed, verdict) for seed, verdict in enumerate(verdicts) if verdict.wrong]
    seen = frozenset().union(*(verdict.modes for verdict in verdicts))
    assert {"made", "lost", "slide", "stick"} <= seen
    assert sum("made" in verdict.modes or "lost" in verdict.modes for verdict in verdicts) > COUNT // 2
    assert sum(verdict.friction == "SpatialSlip" for verdict in verdicts) > COUNT // 3


def test_a_law_that_creates_energy_is_found():
    """Dahl's coefficient multiplies the load: a bristle that is bent lightly and let go under load gives back more."""
    assert "Dahl" in OTHERS
    scene = sp.Scene(gravity=(0, 0, 0), name="bent lightly, let go under load")
    scene.ground(material="floor")
    scene.body("x", joint=sp.Prismatic(axis=(1, 0, 0)))
    scene.body("z", mass=1.0, parent="x", joint=sp.Prismatic(), surfaces=[sp.Point(material="tip")])
    times = (0.0, 0.2, 0.4, 0.6, 0.8, END)
    scene.add(sp.Motion(body="x", times=times, values=(0.0, 5e-4, 5e-4, 0.0, 0.0, 0.0)))
    scene.add(sp.Motion(body="z", times=times, values=(-1e-3, -1e-3, -1e-2, -1e-2, -1e-3, -1e-3)))
    normal = sp.KelvinVoigt(k=1e4)
    ends = {}
    for law in (sp.Dahl(mu=0.5, sigma0=100.0), sp.SpatialSlip(mu=0.5, kt=1e3, bt=1e-3)):
        scene.rules.clear()
        scene.contact("floor", "tip", normal=normal, friction=law)
        run = sp.simulate(scene, END, rtol=1e-9)
        assert run.success, run.message
        kinetic = run.ledger.stored["kinetic"]
        ends[type(law).__name__] = run.ledger.work[-1] - (kinetic[-1] - kinetic[0])
    assert ends["Dahl"] < -1e-4
    assert ends["SpatialSlip"] > -1e-8
