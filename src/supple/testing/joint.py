"""What every joint must do: `check_joint(joint)` on a body that hangs on a moving parent.

coordinates   as many names as positions and velocities
velocity      the Jacobian times v is the rate of positions when the coordinates move with qdot
inertia       forward and inverse dynamics are inverse; the mass matrix is symmetric and positive
errors        an error of the coordinates moves points of the body as `displace` says
bounds        no motion over a step is faster, or bends more, than `sweep` says
motion        free motion from random states keeps its energy and the length of its quaternions
"""

from types import SimpleNamespace
from typing import Any

import numpy as np

from ..dynamics.entries import position_rates
from ..dynamics.kinematics import kinematics
from ..joints.free import Free
from ..joints.revolute import Revolute
from ..joints.sweep import B_A, B_N1, B_N2, B_V
from ..model import build
from ..model.algorithms import forward_dynamics, inverse_dynamics, jacobian, mass_matrix
from ..scene.scene import Scene
from ..simulation import simulate
from ..system.accuracy import displacements
from ..system.bounds import bounds_from_interpolant
from ..system.entries import observe_nodes
from ..tables import W_U

POINTS = ((0.0, 0.0, 0.0), (0.3, -0.1, 0.2))
STEP = 1e-6  # [s] of the finite difference
PLACES = np.linspace(0.0, 1.0, 41)  # of a step


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
    P = model.system()
    dy = np.zeros_like(y)
    position_rates(P.tree, y, model.layout.n_q, P.work, dy)
    return dy


def _pose(model, y):
    """Rotation and position of the node of the body in the world."""
    P = model.system()
    out = np.zeros((1, P.tree.i.shape[0] + 1, 18))
    observe_nodes(P, y[None, :], out)
    node = out[0, model.frames["body"].node]
    return node[:9].reshape(3, 3), node[9:12]


def _place(model, y, point):
    """World position of a point of the body."""
    R, p = _pose(model, y)
    frame = model.frames["body"]
    return p + R @ (frame.p + frame.R @ np.array(point))


def _check_errors(model, y, rng):
    """A small error of the coordinates: what it moves, to first order."""
    n_q = model.layout.n_q
    error = np.zeros_like(y)
    error[:n_q] = STEP * rng.standard_normal(n_q)
    P = model.system()
    kinematics(P.tree, y, n_q, P.work)
    displacements(P, y, error)
    row = P.work[model.frames["body"].node]
    for point in POINTS:
        here = _place(model, y, point)
        said = row[W_U + 3 : W_U + 6] + np.cross(row[W_U : W_U + 3], here - _pose(model, y)[1])
        missed = np.abs(_place(model, y + error, point) - here - said).max()
        assert missed < 100.0 * STEP**2, f"displace must say what an error of q moves, missed by {missed / STEP:.1e}"


def _check_bounds(model, y, rng):
    """A path with random slope and bend over one step: no difference of two or three places exceeds its bound."""
    P, n_q, start = model.system(), model.layout.n_q, y.copy()
    Q = np.zeros((4, len(y)))
    for power, size in ((0, 0.3), (1, 0.1)):
        start[n_q:] = rng.standard_normal(len(y) - n_q)
        Q[power, :n_q] = size * _rates(model, start)[:n_q]
    bounds_from_interpolant(P, SimpleNamespace(Q=Q, y=y))
    V, A, N1, N2 = P.work[model.frames["body"].node, [B_V, B_A, B_N1, B_N2]]
    poses = [_pose(model, y + s * (Q[0] + s * Q[1])) for s in PLACES]
    step = PLACES[1] * (1.0 + 1e-9)
    for values, first, second in zip(map(np.array, zip(*poses, strict=True)), (N1, V), (N2, A), strict=True):
        for difference, bound in (
            (np.diff(values, axis=0), first * step),
            (np.diff(values, 2, axis=0), second * step**2),
        ):
            largest = max(np.linalg.norm(one, 2) for one in difference)
            assert largest <= bound + 1e-12, f"sweep must bound the motion over a step, got {largest:.3e} > {bound:.3e}"


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
        _check_errors(model, _normalised(model, y), rng)
        _check_bounds(model, _normalised(model, y), rng)
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
