"""A heap of ellipsoids in a box comes to rest, and its ledger closes."""

import numpy as np
import pytest

import supple as sp

SIZE, SIDE = 0.03, 2  # longest semi-axis [m], ellipsoids along a wall
LAWS = {
    "Kelvin-Voigt": (
        sp.KelvinVoigt(k=2000.0, b=2.0),
        sp.SpatialSlip(mu=0.5, kt=1400.0, bt=1.0, spin_radius=0.003),
        None,
    ),
    "Hertz": (
        sp.HertzPatch(modulus=1e6, d=2.0),
        sp.StickSlip(mu=0.5, kt=2000.0, bt=1.0),
        sp.RollingResistance(arm=1e-3, rate=0.5),
    ),
}


def heap(n, normal, friction, rolling):
    """n ellipsoids of any axes from 1:1 to 1:3 and any attitude above the floor of a box."""
    rng = np.random.default_rng(5)
    scene = sp.Scene(gravity=(0, 0, -9.81), name="heap")
    half = 1.05 * SIDE * SIZE
    walls = [sp.HalfSpace(normal=(0, 0, 1), material="wall")]
    for n_x, n_y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        walls.append(sp.HalfSpace(normal=(n_x, n_y, 0), at=(-half * n_x, -half * n_y, 0), material="wall"))
    scene.body("box", joint=sp.Fixed(), surfaces=walls)
    for i in range(n):
        place = np.array([i % SIDE, i // SIDE % SIDE, i // SIDE**2]) * 2.1 * SIZE
        q = rng.normal(size=4)
        joint = sp.Free(
            position=tuple(place - [half / 2, half / 2, -1.1 * SIZE]), attitude=tuple(q / np.linalg.norm(q))
        )
        axes = tuple(SIZE * np.append(1.0, rng.uniform(1 / 3, 1.0, size=2)))
        scene.body(f"body{i}", mass=0.05, joint=joint, surfaces=[sp.Ellipsoid(axes, material="body")])
    for other in ("wall", "body"):
        scene.contact(other, "body", normal=normal, friction=friction, rolling=rolling)
    return scene


@pytest.mark.jit
@pytest.mark.parametrize("name", LAWS)
def test_a_heap_of_ellipsoids_comes_to_rest_and_its_ledger_closes(name):
    """Kinetic energy in the end below 1e-6 of the energy turned over, two contacts per body or more."""
    n = 10
    run = sp.simulate(heap(n, *LAWS[name]), 3.0, rtol=1e-4)
    assert run.success, run.message
    ledger = run.ledger
    late = ledger.t > 2.8
    assert ledger.stored["kinetic"][late].max() < 1e-6 * ledger.turnover
    assert ledger.relative_residual < 1e-4
    touching = [set(event.contact.split("/")) for event in run.events if event.what == "made"]
    assert len(set(map(frozenset, touching))) > 2 * n
    assert run.records.n_touching[-1] >= 2 * n
    places = np.array([run.position(f"body{i}")[-1] for i in range(n)])
    assert np.all(places[:, 2] > 0.0) and np.all(np.abs(places[:, :2]) < 1.05 * SIDE * SIZE)
