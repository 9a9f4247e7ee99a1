"""Capsules that meet side by side: energy and momentum are kept, logs come to rest, no extra work for the integrator."""

import numpy as np
import pytest
from physics.scenes import GRIP
from scipy.spatial.transform import Rotation

import supple as sp

pytestmark = pytest.mark.jit

TILTS = (0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1)


def log(length, radius, mass):
    """Surface and inertia of a capsule along x."""
    across = mass * ((length + radius) ** 2 / 12 + radius**2 / 4)
    return sp.Capsule((-length / 2, 0, 0), (length / 2, 0, 0), radius), (mass * radius**2 / 2, across, across)


def encounter(seed, **chosen):
    """Two free elastic capsules in space, the second comes down on the first: all but parallel, off centre, turning."""
    rng = np.random.default_rng(seed)
    length, mass, speed = 10 ** rng.uniform(-1.0, 0.3, 2), rng.uniform(0.3, 3.0, 2), rng.uniform(0.3, 3.0)
    radius = 10 ** rng.uniform(-2.0, -0.5, 2) * min(length)
    tilt, twist = rng.choice(TILTS, 2) * rng.choice([-1, 1], 2)
    spin = rng.uniform(-0.2, 0.2, (2, 3)) * rng.choice([0, 1])
    offset, side = rng.uniform(-0.35, 0.35) * sum(length), rng.uniform(-0.5, 0.5) * sum(radius) * rng.choice([0, 1])
    depth = 10 ** rng.uniform(-2.5, -0.6) * min(radius)
    attitude = Rotation.from_rotvec((0, 0, rng.choice([0, np.pi]))) * Rotation.from_rotvec(
        (0, chosen.get("tilt", tilt), chosen.get("twist", twist))
    )
    clear = 1e-4 + 0.5 * length[1] * (abs(np.sin(tilt)) + abs(np.sin(twist)))
    height = np.sqrt(sum(radius) ** 2 - side**2) + clear
    scene = sp.Scene(gravity=(0, 0, 0), name="encounter")
    joints = (
        sp.Free(angular_velocity=tuple(spin[0])),
        sp.Free(
            position=(offset, side, height),
            velocity=(0, 0, -speed),
            attitude=tuple(attitude.as_quat(scalar_first=True)),
            angular_velocity=tuple(spin[1]),
        ),
    )
    for i, name in enumerate("ab"):
        surface, inertia = log(length[i], radius[i], mass[i])
        scene.body(name, mass=mass[i], joint=joints[i], inertia=inertia, surfaces=[surface])
    together = mass[0] * mass[1] / sum(mass)
    law = chosen.get("normal") or sp.Hertz(k=1.25 * together * speed**2 / depth**2.5)
    scene.pair("a", "b", normal=law, friction=chosen.get("friction"))
    return scene, clear / speed + 0.05


def momenta(run):
    return np.array([np.concatenate(sp.momentum(run.model, y)) for y in run.y])


@pytest.mark.parametrize("rtol", [1e-6, 1e-9])
def test_elastic_encounters_keep_energy_and_momentum(rtol):
    """What is left is that of two spheres: at 1e-9 the last step of a Hertz contact may miss the tolerance tenfold."""
    residuals, touched = [], 0
    for seed in range(60):
        scene, end = encounter(seed)
        run = sp.simulate(scene, end, rtol=rtol)
        assert run.t[-1] == end, run.message
        touched += bool(run.impacts)
        residuals.append(run.ledger.relative_residual)
        energy, momentum = run.ledger.total, momenta(run)
        assert abs(energy[-1] / energy[0] - 1) < 50 * rtol, seed
        assert np.abs(momentum - momentum[0]).max() < 10 * rtol * max(np.abs(momentum).max(), 1.0), seed
    assert touched > 50
    assert max(residuals) < 50 * rtol
    assert np.quantile(residuals, 0.9) < rtol


def test_friction_between_parallel_capsules_keeps_the_books():
    """With the state of a bristle, carried by a normal that turns as fast as the contact point moves."""
    for seed in range(20):
        scene, end = encounter(seed, friction=GRIP)
        run = sp.simulate(scene, end, rtol=1e-8)
        assert run.success, (seed, run.message)
        assert run.ledger.relative_residual < 1e-7
        assert np.abs(momenta(run) - momenta(run)[0]).max() < 1e-6


@pytest.mark.parametrize("rtol", [1e-6, 1e-8])
def test_a_parallel_impact_takes_hardly_more_steps_than_a_crossed_one(rtol):
    """Through parallel the contact point runs along the whole overlap, but smoothly."""
    steps = []
    for twist in (0.0, 1.0):
        runs = [sp.simulate(*encounter(seed, tilt=1e-3, twist=twist), rtol=rtol) for seed in range(10)]
        steps.append(sum(run.statistics["steps"] for run in runs) / sum(len(run.impacts) for run in runs))
    assert steps[0] < 1.4 * steps[1]


def groove(offset, length, tilt):
    """A log dropped into the groove between two fixed, parallel ones."""
    scene = sp.Scene(gravity=(0, 0, -9.81), name="groove")
    for name, y in (("left", 0.08), ("right", -0.08)):
        surface, _ = log(1.0, 0.05, 1.0)
        scene.body(name, joint=sp.Fixed(at=(0, y, 0)), surfaces=[surface])
    surface, inertia = log(length, 0.06, 2.0)
    attitude = tuple(Rotation.from_rotvec((0, tilt, 0)).as_quat(scalar_first=True))
    height = np.sqrt(0.11**2 - 0.08**2) + 0.5 * length * abs(np.sin(tilt)) + 0.01
    joint = sp.Free(position=(offset, 0, height), attitude=attitude, damping=10.0)
    scene.body("log", mass=2.0, joint=joint, inertia=inertia, surfaces=[surface])
    for name in ("left", "right"):
        scene.pair(name, "log", normal=sp.HuntCrossley(k=1e6, lam=1e6), friction=sp.StickSlip(mu=0.3, kt=1e5, bt=300.0))
    return scene


@pytest.mark.parametrize(
    ("offset", "length", "tilt"), [(0.0, 1.0, 0.0), (0.2, 0.5, 0.0), (0.2, 1.0, 0.0), (-0.3, 0.3, 0.02)]
)
def test_a_log_in_a_groove_comes_to_rest_and_stays(offset, length, tilt):
    """Parallel contacts on both sides, above and beside the middle; 20 s more in a few steps, without an event.

    The log is damped (10 Ns/m): rocking on the crown loses little by itself, as it does on any round surface.
    """
    model = sp.build(groove(offset, length, tilt))
    settled = sp.simulate(model, 10.0)
    assert settled.success, settled.message
    run = sp.simulate(model, 30.0, start=10.0, initial=settled)
    assert run.success, run.message
    place, axis = run.position("log"), run.rotation("log")[:, :, 0]
    assert np.abs(place - place[0]).max() < 1e-9
    assert np.abs(axis - axis[0]).max() < 1e-9
    assert np.abs(axis[-1, 2]) < 1.5e-3  # [-] lies along the groove
    assert abs(place[-1, 0] - offset) < 0.02
    assert not run.events
    assert run.statistics["steps"] < 200
    assert sum(run.contact(c).force[-1] > 1.0 for c in run.contacts) == 2
