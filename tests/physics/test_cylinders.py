"""Cylinders that roll, stand, lean, fall and meet others; figures by an independent program (scipy, DOP853)."""

import numpy as np
import pytest
from physics.cylinders import G, add_cylinder, add_table, energy_error, rotvec, scene_of

import supple as sp

# thousands of steps; what the kernels compute is tested in plain Python too (tests/shapes)
pytestmark = pytest.mark.jit

LYING = rotvec(np.pi / 2, 0, 0)
STICKS = sp.StickSlip(mu=0.4, kt=1e6, bt=100.0)


def depths(run):
    """Indentations at the end, by name."""
    return {name: run.contact(name).delta[-1] for name in run.contacts if run.contact(name).delta[-1] > 0.0}


def test_on_its_side_it_rolls_down_a_slope():
    """a = g sin/(1 + I/(m rc^2)), rc = rho + r - delta/2, after the springs have come to rest."""
    slope, inertia = np.radians(20.0), 0.5 * 0.05**2
    gravity = (float(G * np.sin(slope)), 0.0, float(-G * np.cos(slope)))
    scene = scene_of(d=5.0, gravity=gravity, friction=sp.StickSlip(mu=10.0, kt=1e6, bt=300.0))
    scene.ground(material="m")
    free = {"position": (0, 0, 0.05 - 1.285532968e-5), "attitude": LYING}
    add_cylinder(scene, 0.049, 0.099, 0.001, inertia=(0.01, 0.01, inertia), free=free)
    run = sp.simulate(scene, 1.5, rtol=1e-9)
    assert list(depths(run).values()) == pytest.approx([1.285532968e-5] * 2, abs=1e-14)
    rolled = np.diff(run.velocity("C", [0.5, 1.5])[:, 0])[0]
    assert rolled == pytest.approx(2.2366200171, abs=1e-9)


def test_it_falls_across_the_edge_of_a_table():
    """A rim and the side touch; T14."""
    scene = scene_of()
    add_table(scene)
    free = {"position": (0.48, 0.02, 0.11), "attitude": rotvec(0, np.pi / 2 - 0.05, 0.3), "velocity": (0, 0, -0.3)}
    add_cylinder(scene, 0.045, 0.095, 0.005, free=free)
    run = sp.simulate(scene, 0.15, rtol=1e-11)
    touched = {name for name in run.contacts if run.contact(name).delta.max() > 0.0}
    assert touched == {"C.side/table.+y+", "C.rim-/table"}
    np.testing.assert_allclose(run.position("C", [0.15])[0], (0.4914268, 0.02, 0.1095712), atol=5e-8)
    w = run.rotation("C", [0.15])[0].T @ run.angular_velocity("C", [0.15])[0]
    np.testing.assert_allclose(w, (-0.187323, -2.667450, 0.0), atol=6e-7)
    assert energy_error(run) < 1.5e-9


def test_it_rolls_off_a_table():
    scene = scene_of(d=1.0, friction=STICKS)
    add_table(scene)
    free = {"position": (0.4, 0.1, 0.1), "attitude": LYING, "velocity": (0.5, 0, 0), "angular_velocity": (0, 0, -10.0)}
    add_cylinder(scene, 0.045, 0.095, 0.005, free=free)
    run = sp.simulate(scene, 0.6, rtol=1e-6)
    assert run.success and run.position("C", [0.6])[0][2] < -0.5
    assert energy_error(run) < 1e-7


@pytest.mark.slow
@pytest.mark.parametrize("offset", [0.0, 0.001])
def test_coins_stand_on_each_other(offset):
    scene, n = scene_of(d=50.0, friction=STICKS), 3
    scene.ground(material="m")
    for i in range(n):
        at = (offset * i, 0.0, 0.005 + 2e-5 + (0.01 + 2e-5) * i)
        add_cylinder(scene, 0.04, 0.004, 0.001, name=f"C{i}", mass=0.1, foot=2e-5, free={"position": at})
    run = sp.simulate(scene, 1.0, rtol=1e-6)
    assert run.success
    for i in range(n):
        assert np.linalg.norm(run.velocity(f"C{i}", [1.0])) < 1e-6
        assert np.linalg.norm(run.position(f"C{i}", [1.0])[0][:2] - (offset * i, 0.0)) < 1e-5
    assert all("foot" in name for name in depths(run)) and len(depths(run)) == 3 + 2 * 6


@pytest.mark.slow
@pytest.mark.parametrize(
    "turn", [(0, 0, 0), (np.pi / 2, 0, 0), (1e-4, 0, 0), (1e-8, 0, 0)], ids=["upright", "side", "1e-4", "1e-8"]
)
@pytest.mark.parametrize("ground", ["half-space", "table"])
def test_it_lands_flat(turn, ground):
    """Deeper than its feet stand out, so that a rim touches all around."""
    scene = scene_of(d=1.0, friction=STICKS)
    if ground == "table":
        add_table(scene)
    else:
        scene.ground(at=(0, 0, 0.05), material="m")
    add_cylinder(scene, 0.045, 0.095, 0.005, free={"position": (0, 0, 0.2), "attitude": rotvec(*turn)})
    run = sp.simulate(scene, 0.3, rtol=1e-6, max_steps=30000)
    assert run.success
    assert energy_error(run) < 1e-5


ELASTIC = {
    "box": (sp.Box((0.12, 0.12, 0.12), rounding=0.005, material="m"), 0.11),
    "capsule": (sp.Capsule((0, 0, -0.1), (0, 0, 0.1), 0.02, material="m"), 0.12),
    "cylinder": (sp.Cylinder(0.05, 0.12, rounding=0.005, material="m"), 0.09),
    "ball": (sp.Sphere(0.05, material="m"), 0.05),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ELASTIC)
def test_elastic_encounters_keep_energy_and_momentum(name):
    """Shot at each other at random; most hit, none passes through."""
    rng, hits = np.random.default_rng(4), 0
    surface, reach = ELASTIC[name]
    for _ in range(8):
        scene = scene_of(gravity=(0, 0, 0))
        q, p = (tuple(x / np.linalg.norm(x)) for x in rng.normal(size=(2, 4)))
        w, u = rng.uniform(-5, 5, (2, 3)).tolist()
        add_cylinder(scene, 0.06, 0.05, 0.005, free={"attitude": q, "angular_velocity": w})
        aside = rng.uniform(-0.03, 0.03, 2)
        free = sp.Free(position=(*aside, reach + 0.15), attitude=p, velocity=(0, 0, -1.0), angular_velocity=u)
        scene.body("other", mass=0.7, inertia=(1e-3, 1.5e-3, 2e-3), joint=free, surfaces=[surface])
        run = sp.simulate(scene, 0.5, rtol=1e-9)
        assert run.success, run.message
        v, v2 = run.velocity("C", [0.5])[0], run.velocity("other", [0.5])[0]
        np.testing.assert_allclose(v + 0.7 * v2, (0, 0, -0.7), atol=1e-12)
        if np.linalg.norm(v) > 1e-6:
            hits += 1
            assert energy_error(run) < 1e-6
            assert v2[2] - v[2] > -1.0
    assert hits >= 5
