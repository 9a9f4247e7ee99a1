"""Energy and momentum are accounted for in every kind of scene, and physics does not know the axes."""

import numpy as np
import pytest
from physics.scenes import GRIP, PAIRS, SOFT, ZOO, drop, turned

import supple as sp
from supple.spatial.rotations import quaternion_to_matrix

pytestmark = pytest.mark.jit


@pytest.mark.parametrize("name", ZOO)
def test_the_ledger_closes(name):
    make, end = ZOO[name]
    tight, loose = (sp.simulate(make(), end, rtol=rtol) for rtol in (1e-9, 1e-5))
    assert tight.success and loose.success, (tight.message, loose.message)
    assert tight.events or name == "springs_and_dampers"
    assert tight.ledger.relative_residual < 1e-8
    assert tight.ledger.relative_residual < loose.ledger.relative_residual


@pytest.mark.parametrize("make", PAIRS)
def test_a_collision_conserves_momentum(make):
    """Linear, and angular about the world origin: contact and friction forces are opposite and on one line."""
    run = sp.simulate(make(), 0.3, rtol=1e-9)
    assert any(event.what == "lost" for event in run.events)
    momenta = np.array([np.concatenate(sp.momentum(run.model, y)) for y in run.y])
    np.testing.assert_allclose(momenta - momenta[0], 0, atol=1e-8)
    assert np.abs(run.y[-1] - run.y[0]).max() > 0.1


@pytest.mark.slow
def test_many_elastic_balls_conserve_energy():
    rng = np.random.default_rng(1)
    scene = sp.Scene(gravity=(0, 0, -9.81))
    scene.ground(material="floor")
    for i in range(49):
        place = np.array([0.11 * (i % 7), 0.11 * (i // 7), 0.2 + 0.05 * rng.random()]) + 0.004 * rng.standard_normal(3)
        joint = sp.Free(position=tuple(place), velocity=tuple(rng.standard_normal(3)))
        scene.body(f"ball{i}", mass=1.0, joint=joint, surfaces=[sp.Sphere(0.05, material="steel")])
    for other in ("steel", "floor"):
        scene.contact("steel", other, normal=sp.Hertz(k=1e6))
    run = sp.simulate(scene, 1.0, rtol=1e-6)
    assert run.success, run.message
    assert sum(event.what == "made" for event in run.events) > 100
    energy = run.ledger.total
    assert np.abs(energy - energy[0]).max() < 10 * 1e-6 * run.ledger.turnover
    assert run.ledger.lost["contact damping"][-1] == 0.0
    assert run.ledger.lost["released"][-1] < 1e-9  # [J] what a located loss of contact leaves in the springs


def tumbling(q, shift):
    """A box and a capsule above the ground, the whole world turned by the quaternion q and moved."""
    R = np.array(quaternion_to_matrix(q))

    def product(a, b):
        w, x, y, z = a
        return np.array([[w, -x, -y, -z], [x, w, -z, y], [y, z, w, -x], [z, -y, x, w]]) @ b

    scene = sp.Scene(gravity=tuple(R @ (0, 0, -9.81)))
    scene.ground(material="floor", normal=tuple(R @ (0, 0, 1)), at=tuple(shift))
    for name, surface, z, attitude in (
        ("box", sp.Box((0.2, 0.3, 0.1), material="wood"), 0.25, turned((1, 2, 0), 0.5)),
        ("capsule", sp.Capsule((0, -0.1, 0), (0, 0.1, 0), 0.05, material="wood"), 1.0, turned((0, 1, 1), 0.3)),
    ):
        place, velocity = R @ (0.1, 0.0, z) + shift, R @ (1, 0.2, 0)
        joint = sp.Free(
            position=tuple(place),
            velocity=tuple(velocity),
            attitude=tuple(product(q, attitude)),
            angular_velocity=(1, 0.5, 2),
        )
        scene.body(name, mass=1.0, joint=joint, surfaces=[surface])
    scene.contact("wood", "floor", normal=SOFT, friction=GRIP)
    scene.no_contact("wood", "wood")
    return scene


def test_forces_do_not_depend_on_the_axes():
    """The same world turned and moved has the same contact forces."""
    times = np.linspace(0, 0.45, 200)
    q, shift = turned((1, -2, 0.5), 1.1), np.array([0.3, -0.7, 0.2])
    R = np.array(quaternion_to_matrix(q))
    here, there = (
        sp.simulate(tumbling(*where), 0.45, rtol=1e-10) for where in (((1, 0, 0, 0), np.zeros(3)), (q, shift))
    )
    assert here.success and there.success
    largest = 0.0
    for contact in here.contacts:
        a, b = here.contact(contact, times), there.contact(contact, times)
        scale = max(a.force.max(), 1.0)
        largest = max(largest, a.force.max())
        np.testing.assert_allclose(b.force, a.force, atol=1e-6 * scale)
        np.testing.assert_allclose(b.friction, a.friction @ R.T, atol=1e-6 * scale)
    assert largest > 10.0


def test_a_run_that_turns_over_less_than_rounding_closes():
    """A fall of 10 ns from 3.7 m: its kinetic energy is of the size of the last digit of the potential."""
    run = sp.simulate(drop(3.7), 1e-8)
    assert run.success, run.message
