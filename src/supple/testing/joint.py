"""What every joint must do: `check_joint(joint)` on a body that hangs on a moving parent.

coordinates   as many names as positions and velocities
velocity      the Jacobian times v is the rate of positions when the coordinates move with qdot
inertia       forward and inverse dynamics are inverse; the mass matrix is symmetric and positive
motion        free motion from random states keeps its energy and the length of its quaternions
"""

from typing import Any

import numpy as np

from ..dynamics.entries import position_rates
from ..joints.free import Free
from ..joints.revolute import Revolute
from ..model import build
from ..model.algorithms import forward_dynamics, inverse_dynamics, jacobian, mass_matrix
from ..scene.scene import Scene
from ..simulation import simulate
from ..system.entries import observe_nodes

POINTS = ((0.0, 0.0, 0.0), (0.3, -0.1, 0.2))
STEP = 1e-6  # [s] of the finite difference


def _model(joint):
    scene = Scene(gravity=(0.3, -0.2, -9.0))
    parent = "world"
    if not isinstance(joint, Free):  # a parent that moves, so that every velocity product counts
        parent = scene.body("parent", mass=2.0, inertia=(0.2, 0.3, 0.25), joint=Revolute(axis=(1, 2, 3), rate=1.3))
    scene.body("body", mass=1.5, inertia=(0.1, 0.15, 0.12), com=(0.05, 0.02, -0.1), joint=joint, parent=parent)
    return build(scene)


def _random_state(model, rng):
    """Random velocities, and positions reached from the start by moving with random velocities."""
    y = model.y0.copy()
    n_q, n_v = model.layout.n_q, model.layout.n_v
    for _ in range(3):
        y[n_q : n_q + n_v] = rng.standard_normal(n_v)
        y[:n_q] += 0.3 * _rates(model, y)[:n_q]
    return y


def _rates(model, y):
    P = model.problem()
    dy = np.zeros_like(y)
    position_rates(P.tree, y, model.layout.n_q, P.work, dy)
    return dy


def _place(model, y, point):
    """World position of a point of the body."""
    P = model.problem()
    frame = model.frames["body"]
    out = np.zeros((1, P.tree.i.shape[0] + 1, 18))
    observe_nodes(P, y[None, :], out)
    node = out[0, frame.node]
    return node[9:12] + node[:9].reshape(3, 3) @ (frame.p + frame.R @ np.array(point))


def check_joint(joint: Any, *, seed: int = 0) -> None:
    """Assert that a joint moves as its coordinates say, carries inertia and keeps energy."""
    model = _model(joint)
    layout = model.layout
    rng = np.random.default_rng(seed)
    assert len(layout.names) == len(layout.units), "every component must have a name and a unit"
    for _ in range(3):
        y = _random_state(model, rng)
        v = y[layout.n_q : layout.n_q + layout.n_v]
        qdot = _rates(model, y)[: layout.n_q]
        ahead, behind = y.copy(), y.copy()
        ahead[: layout.n_q] += STEP * qdot
        behind[: layout.n_q] -= STEP * qdot
        for point in POINTS:
            moved = (_place(model, ahead, point) - _place(model, behind, point)) / (2.0 * STEP)
            error = np.abs(jacobian(model, "body", y, point=point)[3:] @ v - moved).max()
            assert error < 1e-7, f"the Jacobian must give the velocity of a point, missed by {error:.1e} m/s"
        M = mass_matrix(model, y)
        assert np.allclose(M, M.T) and np.linalg.eigvalsh(M)[0] > 0.0, "the mass matrix must be symmetric and positive"
        tau = rng.standard_normal(layout.n_v)
        back = inverse_dynamics(model, forward_dynamics(model, tau, y), y)
        assert np.allclose(back, tau, atol=1e-9), "forward and inverse dynamics must be inverse"
    run = simulate(model, 0.3, rtol=1e-9, initial=_normalised(model, y))
    assert run.success, run.message
    for i, name in enumerate(layout.names):
        if name.endswith(".qw"):
            lengths = np.linalg.norm(run.y[:, i : i + 4], axis=1)
            assert np.allclose(lengths, 1.0, atol=1e-12), "quaternions must keep their length"


def _normalised(model, y):
    y = y.copy()
    for i, name in enumerate(model.layout.names):
        if name.endswith(".qw"):
            y[i : i + 4] /= np.linalg.norm(y[i : i + 4])
    return y
