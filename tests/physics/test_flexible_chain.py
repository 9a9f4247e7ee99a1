"""Flexible bodies against chains of supple's own rigid links with springs in their joints, extrapolated."""

import numpy as np
import pytest
from physics.flexible_beams import beam, frequencies, model_of
from physics.lumped_beam import add_chain, extrapolated

from supple import Fixed, Revolute, Scene, inverse_dynamics, mass_matrix, simulate

pytestmark = pytest.mark.validation


def chain_model(n, joint, gravity=(0.0, 0.0, 0.0), **words):
    scene = Scene(gravity=gravity)
    names = add_chain(scene, "link", n, joint=joint, **words)
    return model_of(scene), names


def chain_frequencies(n, joint, springs):
    """The springs are elements: their stiffness stands on the diagonal."""
    model, _ = chain_model(n, joint)
    half = np.linalg.inv(np.linalg.cholesky(mass_matrix(model)))
    return np.sqrt(np.abs(np.linalg.eigvalsh(half @ np.diag(springs(n)) @ half.T)))


def clamped_springs(n):
    return np.array([2.0 * n, *((n - 1) * [float(n)])])


def hinged_springs(n):
    return np.array([0.0, *((n - 1) * [float(n)])])


@pytest.mark.parametrize(
    ("joint", "ends", "springs", "rigid"),
    [
        (Fixed(), "clamped-free", clamped_springs, 0),
        (Revolute(axis=(0, 0, 1)), "pinned-free", hinged_springs, 1),
    ],
    ids=["clamped", "hinged"],
)
def test_frequencies(joint, ends, springs, rigid):
    found = [chain_frequencies(n, joint, springs)[rigid : rigid + 3] for n in (50, 100)]
    scene = Scene(gravity=(0.0, 0.0, 0.0))
    scene.body("b", joint=joint, flexible=beam(EIz=1.0, modes=4, ends=ends))
    model = model_of(scene)
    every = np.arange(model.layout.n_v)
    flexible = frequencies(model, every, every)[-4:-1]
    assert np.all(np.abs(found[1] / flexible - 1.0) < 5e-3)
    np.testing.assert_allclose(extrapolated(*found), flexible, rtol=3e-6)


def sag(model, stiffness):
    """Coordinates at rest under gravity: stiffness q = -(what gravity asks of the coordinates at q)."""
    n = model.layout.n_v
    y = np.zeros(2 * n)
    for _ in range(40):
        y[:n] = np.linalg.solve(stiffness, -inverse_dynamics(model, np.zeros(n), y))
    return y[:n]


def test_static_deflection_under_its_own_weight():
    """The tip of a cantilever sinks by rho A g L^4/(8 EI), and draws back by what its slopes take."""
    g, tips = 0.2, []
    for n in (50, 100):
        model, _ = chain_model(n, Fixed(), gravity=(0.0, -g, 0.0))
        angle = np.cumsum(sag(model, np.diag(clamped_springs(n))))
        tips.append(np.array([np.cos(angle).sum(), np.sin(angle).sum()]) / n)
    chain = extrapolated(*tips)
    scene = Scene(gravity=(0.0, -g, 0.0))
    bent = beam(EIz=1.0, modes=12)
    scene.body("b", joint=Fixed(), flexible=bent)
    tip = bent.shape(1.0, sag(model_of(scene), bent.invariants().K)).place[0]
    assert tip[1] == pytest.approx(-g / 8.0, rel=1e-3)
    assert tip[1] == pytest.approx(chain[1], rel=5e-4)  # of the square of the slope, 1e-3
    assert 1.0 - tip[0] == pytest.approx(1.0 - chain[0], rel=2e-3)


def swinging(n, EI):
    """A pendulum released along x: a chain of n links, or the flexible body for n = 0."""
    scene = Scene(gravity=(0.0, -9.81, 0.0))
    hinge = Revolute(axis=(0, 0, 1))
    if n == 0:
        scene.body("b", joint=hinge, flexible=beam(EIz=EI, modes=5, ends="pinned-free"))
        return scene, ("b", (1.0, 0.0, 0.0))
    names = add_chain(scene, "link", n, EI=EI, joint=hinge)
    return scene, (names[-1], (1.0 / n, 0.0, 0.0))


def tip_of(n, EI, t):
    scene, (body, point) = swinging(n, EI)
    run = simulate(scene, t[-1], rtol=1e-8, atol=1e-10)
    return run.position(body, t, point=point)[:, :2]


@pytest.mark.slow
def test_a_swinging_pendulum():
    """What remains, 1 % of what bending does, is of third order in the slopes: chains of 40 links have it too."""
    t, EI = np.array([0.2, 0.4, 0.6]), 5.0
    flexible = tip_of(0, EI, t)
    limit = extrapolated(tip_of(20, EI, t), tip_of(40, EI, t))
    assert np.abs(flexible - tip_of(0, 1e4, t)).max() > 3e-3
    assert np.abs(flexible - limit).max() < 4e-5
