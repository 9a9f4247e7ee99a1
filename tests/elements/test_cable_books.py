"""Books of cables where steps are long: a limp cable, the points of a curve; and beside contacts."""

import json
import tomllib

import numpy as np
import pytest

import supple as sp

METHODS = ["dop853", "dormand_prince", "rodas5p"]
STIFFENING = sp.PolynomialCurve(coefficients=(964.0, 9113.0, 677765.0))
POINTS = sp.TableCurve(elongations=(0.0, 0.015, 0.034, 0.044, 0.05), tensions=(0.0, 19.0, 46.8, 77.6, 101.5))


def thrown(angle, rate, **cable):
    """A flywheel on a cable."""
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.body("wheel", mass=1.0, inertia=(0.05,) * 3, joint=sp.Revolute(axis=(0, 0, 1), angle=angle, rate=rate))
    scene.add(sp.Cable(levers=[sp.Lever(body="wheel", arm=1.0)], name="cable", **cable))
    return scene


@pytest.mark.parametrize("method", METHODS)
def test_what_a_limp_cable_had_is_lost_exactly(method):
    """It is thrown towards slack, and goes limp for as long as it takes: no force, long steps."""
    run = sp.simulate(thrown(0.2, -40.0, curve=STIFFENING, hysteresis=0.0344), 0.02, rtol=1e-8, method=method)
    assert run.success and [event.what for event in run.events] == ["slack"], run.message
    had = sp.energy_of(STIFFENING, 0.2)
    assert set(run.element("cable").mode) == {"limp", "slack"} and run["wheel.rate"][-1] == pytest.approx(
        -40.0, rel=1e-12
    )
    assert run.ledger.stored["cables"][0] == pytest.approx(had, rel=1e-14)
    assert run.ledger.lost["cable damping"][-1] == pytest.approx(had, rel=1e-14)
    assert run.ledger.relative_residual < 1e-13
    half = sp.simulate(thrown(0.2, -40.0, curve=STIFFENING, hysteresis=0.0344), 0.002, method=method)
    rest = sp.simulate(thrown(0.2, -40.0, curve=STIFFENING, hysteresis=0.0344), 0.02, start=0.002, initial=half)
    assert rest.element("cable").mode[0] == "limp" and rest.ledger.relative_residual < 1e-13
    assert rest.ledger.lost["cable damping"][-1] == pytest.approx(had, rel=1e-14)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("damping", [0.0, 10.0])
def test_steps_end_at_the_points_of_a_curve(method, damping):
    """The second derivative of the tension jumps there."""
    run = sp.simulate(thrown(0.0, 12.0, curve=POINTS, damping=damping), 0.05, rtol=1e-9, method=method)
    assert run.success and run.ledger.relative_residual < 1e-9, run.message
    seen = run.element("cable").elongation
    top = seen.max()
    for point in POINTS.elongations[1:]:
        crossings = 2 if top > point else 0
        assert np.sum(np.abs(seen - point) < 1e-9) == crossings
    assert {event.what for event in run.events} <= {"slack", "taut", "limp"}


@pytest.mark.jit
def test_contacts_beside_cables_are_told_as_ever():
    """A ball bounces while a flywheel goes to and fro on its cables."""

    def bouncing(scene):
        scene.ground(material="floor")
        scene.body(
            "ball", mass=0.1, joint=sp.Free(position=(0, 0, 0.15)), surfaces=[sp.Sphere(0.05, material="rubber")]
        )
        scene.contact("rubber", "floor", normal=sp.HuntCrossley(k=1e5, lam=1e5))
        return scene

    alone = sp.simulate(bouncing(sp.Scene()), 1.0, rtol=1e-9)
    scene = thrown(0.0, 12.0, curve=POINTS, hysteresis=0.2)
    scene.gravity = sp.Scene().gravity
    scene.add(sp.Cable(levers=[sp.Lever(body="wheel", arm=-1.0)], stiffness=900.0, damping=1.0, name="other"))
    both = sp.simulate(bouncing(scene), 1.0, rtol=1e-9)
    assert len(both.impacts) == len(alone.impacts) > 2 and set(both.contacts) == set(alone.contacts)
    for one, other in zip(alone.impacts, both.impacts, strict=True):
        for name in ("start", "speed", "peak_force", "max_indentation"):
            assert getattr(other, name) == pytest.approx(getattr(one, name), rel=1e-5)
    told = {event.contact for event in both.events}
    assert told == {"ball/ground", "cable", "other"}
    assert [event.time for event in both.events] == sorted(event.time for event in both.events)
    assert both.summary.contacts_made == alone.summary.contacts_made
    assert len(both.to_xarray().event_what) == len(both.events)


@pytest.mark.jit
def test_the_schema_knows_cables():
    jsonschema = pytest.importorskip("jsonschema")
    from supple.scene.schema import schema

    scene = thrown(0.0, 1.0, curve=STIFFENING)
    scene.body("rotor", mass=1.0, inertia=(1, 1, 1), joint=sp.Revolute(axis=(0, 0, 1)))
    pair = dict(rotor="rotor", joint="wheel")
    scene.add(sp.SeriesElastic(**pair, arm=0.05, arm_rotor=0.04, curve=POINTS, parallel_damping=0.1))
    scene.add(sp.Backlash(**pair, width=0.01, stiffness=100.0))
    table = sp.LeverTable(body="wheel", positions=(0, 1, 2), arms=(0.1, 0.2, 0.1))
    scene.add(sp.Cable(levers=[table, sp.Lever(body="rotor", arm=0.1)], stiffness=3.0))
    document = tomllib.loads(sp.scene_to_toml(scene))
    jsonschema.validate(document, json.loads(json.dumps(schema())))
    document["elements"][0]["curve"]["type"] = "Unknown"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, schema())
