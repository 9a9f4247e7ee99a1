"""Stopping and going on, starting in contact, and steps that end at sample times and corners of inputs."""

import numpy as np
import pytest

import supple as sp


def block(*, speed=0.0, friction=None):
    """A block on the ground, in contact from the start."""
    scene = sp.Scene(gravity=(0, 0, -9.81))
    scene.ground(material="floor")
    scene.body("sledge", joint=sp.Prismatic(axis=(1, 0, 0), speed=speed))
    scene.body(
        "block",
        mass=1.0,
        parent="sledge",
        joint=sp.Prismatic(displacement=-9.81 / 1e5),
        surfaces=[sp.Point(material="m")],
    )
    friction = sp.StickSlip(mu=0.5, kt=1e5, bt=200.0) if friction is None else friction
    scene.contact("m", "floor", normal=sp.KelvinVoigt(k=1e5, b=300.0), friction=friction)
    return scene


def test_state_of_a_contact_that_touches_at_the_start_is_integrated():
    """A push below the cone stretches the bristle to force/kt and no further."""
    scene = block()
    scene.force("block", (2.0, 0, 0))
    run = sp.simulate(scene, 1.0, rtol=1e-8)
    assert run["sledge.displacement"][-1] == pytest.approx(2.0 / 1e5, rel=1e-6)
    assert run.contact("block/ground").friction[-1, 0] == pytest.approx(-2.0, rel=1e-6)


@pytest.mark.jit
def test_going_on_from_the_end_of_a_run_is_the_same_run():
    scene = block(speed=1.0)
    whole = sp.simulate(scene, 0.4, rtol=1e-9)
    first = sp.simulate(scene, 0.1, rtol=1e-9)
    rest = sp.simulate(scene, 0.4, start=0.1, rtol=1e-9, initial=first)
    np.testing.assert_allclose(rest.final[:4], whole.final[:4], atol=1e-9)


def test_steps_end_at_sample_times():
    run = sp.simulate(block(speed=1.0), 0.3, sample=0.01)
    for k in range(1, 30):
        assert k * 0.01 in run.t


def test_an_input_with_corners_does_the_work_that_its_table_says():
    """A free mass under a triangular push: the impulse is the area of the triangle, the work is in the ledger."""
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.body("mass", mass=2.0, joint=sp.Prismatic(axis=(1, 0, 0)))
    scene.force_table("mass", [0.1, 0.2, 0.5], [(0, 0, 0), (6.0, 0, 0), (0, 0, 0)])
    run = sp.simulate(scene, 1.0, rtol=1e-10)
    speed = 0.5 * 0.4 * 6.0 / 2.0
    assert run["mass.speed"][-1] == pytest.approx(speed, rel=1e-12)
    assert run.ledger.work[-1] == pytest.approx(0.5 * 2.0 * speed**2, rel=1e-12)
    assert {0.1, 0.2, 0.5} <= set(run.t)


def test_a_force_switched_off_is_not_seen_after_its_end():
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.body("mass", mass=1.0, joint=sp.Prismatic(axis=(1, 0, 0)))
    scene.joint_force("mass", 3.0, start=0.25, stop=0.75)
    run = sp.simulate(scene, 1.0, method="ode45")
    assert run["mass.speed"][-1] == pytest.approx(1.5, rel=1e-12)
    assert run["mass.displacement"][-1] == pytest.approx(0.5 * 3.0 * 0.25 + 1.5 * 0.25, rel=1e-12)


@pytest.mark.jit
def test_the_names_of_what_limits_the_steps_are_those_of_the_scene():
    run = sp.simulate(block(speed=1.0), 0.3, max_step=1e-4)
    assert "max_step" in run.limits
    assert sum(run.limits.values()) == run.statistics["steps"]


def test_inputs_go_on_after_a_restart():
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.body("mass", mass=1.0, joint=sp.Prismatic(axis=(1, 0, 0)))
    scene.force("mass", (1.0, 0, 0))
    first = sp.simulate(scene, 1.0)
    assert sp.simulate(scene, 2.0, start=1.0, initial=first)["mass.speed"][-1] == pytest.approx(2.0, rel=1e-12)


def test_a_run_of_another_scene_is_refused():
    other = sp.Scene(name="other")
    other.body("mass", mass=1.0, joint=sp.Prismatic())
    with pytest.raises(ValueError, match="run of the same scene, got one of 'other'"):
        sp.simulate(block(), 1.0, initial=sp.simulate(other, 0.1))


@pytest.mark.parametrize("method", ["ode45", "ode23s", "rodas5p", "ode23t"])
def test_the_interpolant_repeats_steps_under_an_input_that_depends_on_time(method):
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.body("mass", mass=1.0, joint=sp.Prismatic(axis=(1, 0, 0), spring=50.0))
    scene.force_table("mass", [0.0, 0.5, 1.0], [(0, 0, 0), (6.0, 0, 0), (0, 0, 0)])
    run = sp.simulate(scene, 1.0, method=method, rtol=1e-4)
    ends = run.at(np.nextafter(run.t[1:], 0.0))
    np.testing.assert_allclose(ends[:, :2], run.y[1:, :2], atol=1e-9)
