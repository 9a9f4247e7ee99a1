"""Bounds are bounds: no sampled motion is faster, none bends more, on random steps of random trees."""

from types import SimpleNamespace

import numpy as np
import pytest
from amounts import amount
from dynamics.flexible_trees import build_flexible, deflect, random_scene
from dynamics.random_trees import FREE, INNER, PRISMATIC, REVOLUTE, SPHERICAL, build_tree

from supple.dynamics.kinematics import kinematics, velocities_from_rates
from supple.integrate.dense import evaluate_with_rate, hull
from supple.integrate.methods import choose_method
from supple.integrate.solver import new_solver
from supple.integrate.tableaus import METHODS, ExplicitTableau
from supple.joints.dispatch import n_plain, n_position
from supple.joints.sweep import B_A, B_N1, B_N2, B_V
from supple.system.bounds import bounds_from_interpolant, bounds_from_stages
from supple.tables import (
    N_SIZE,
    N_V,
    N_WORK,
    QI,
    S_NODES,
    S_NQ,
    W_P,
    W_R,
)

EXPLICIT = [m for m in METHODS.values() if isinstance(m, ExplicitTableau)]
PLACES = np.linspace(0.0, 1.0, 201)
TREES = {
    "chain": ((REVOLUTE, PRISMATIC, SPHERICAL, REVOLUTE), (-1, 0, 1, 2)),
    "floating": ((FREE, REVOLUTE, PRISMATIC, REVOLUTE), (-1, 0, 1, 0)),
    "slides": ((PRISMATIC, PRISMATIC, REVOLUTE, SPHERICAL), (-1, 0, 1, 2)),
    "all": ((FREE, *INNER, *INNER), range(-1, 2 * len(INNER))),
}


FLEXIBLE = "flexible"


def problem_of(tree, n_q):
    """A problem with nothing but a tree."""
    size = np.zeros(N_SIZE, dtype=np.int64)
    n = tree.i.shape[0]
    size[[S_NQ, S_NODES]] = n_q, n
    return SimpleNamespace(tree=tree, size=size, work=np.zeros((n + 1, N_WORK)))


def random_step(name, seed):
    """A tree, its problem and a solver whose interpolant is a random step of it."""
    rng = np.random.default_rng(seed)
    tree, n_q, n_v = build_flexible(random_scene(rng, 5)) if name == FLEXIBLE else build_tree(*TREES[name], rng)
    P = problem_of(tree, n_q)
    S = new_solver(n_q + n_v, 1, 2, 4, 1, 1, 1, False)
    S.y[:n_q] = rng.normal(size=n_q)
    S.Q[:, :n_q] = rng.normal(size=(4, n_q)) * 0.3 / (1.0 + np.arange(4))[:, None]
    bend(tree, n_q, S, rng)
    for i in range(tree.i.shape[0]):  # unit quaternions that turn by less than half a radian and stay nearly unit
        kind, q = tree.i[i, 0], tree.i[i, 2]
        if n_position(kind) > n_plain(kind):
            q += n_plain(kind)
            start = rng.normal(size=4)
            start /= np.linalg.norm(start)
            axis = rng.normal(size=4)
            axis -= (axis @ start) * start
            axis /= np.linalg.norm(axis)
            w = rng.uniform(0.05, 0.4)
            S.y[q : q + 4] = start
            S.Q[:, q : q + 4] = np.outer((0, -(w**2) / 2, 0, w**4 / 24), start) + np.outer((w, 0, -(w**3) / 6, 0), axis)
    return P, S, n_q


def bend(tree, n_q, S, rng):
    """Deflections of some 5 cm that change by as much, or hardly, within the step: vibrations, fast and slow."""
    deflect(tree, n_q, S.y)
    for row in tree.i[tree.flexible]:
        modes = slice(row[QI], row[QI] + row[N_V])
        S.y[modes] *= 8.0
        S.Q[:, modes] *= rng.choice([0.01, 0.1, 0.3, 1.0])


def poses(P, S, n_q):
    """Positions and rotations of all nodes along the step."""
    out = []
    for s in PLACES:
        evaluate_with_rate(S, n_q, s, S.ym, S.fm)
        velocities_from_rates(P.tree, S.ym, S.fm, n_q)
        kinematics(P.tree, S.ym, n_q, P.work)
        out.append(P.work[:-1].copy())
    return np.array(out)


@pytest.mark.parametrize("name", [*TREES, FLEXIBLE])
def test_no_node_moves_faster_or_bends_more_than_its_bounds(name):
    h = PLACES[1]
    sharpest = 0.0
    # plain Python: a flexible tree takes half a second
    for seed in range(amount(3, 8) if name == FLEXIBLE else amount(15, 40)):
        P, S, n_q = random_step(name, seed)
        bounds_from_interpolant(P, S)
        bounds = P.work[:-1, [B_V, B_A, B_N1, B_N2]].copy()
        work = poses(P, S, n_q)
        for column, width, first, second in ((W_P, 3, 0, 1), (W_R, 9, 2, 3)):
            x = work[:, :, column : column + width]
            speed = np.diff(x, axis=0) / h
            bend = np.diff(speed, axis=0) / h
            if width == 9:  # the norm of a matrix
                speed, bend = (a.reshape(*a.shape[:2], 3, 3) for a in (speed, bend))
                speed, bend = np.linalg.norm(speed, 2, axis=(2, 3)), np.linalg.norm(bend, 2, axis=(2, 3))
            else:
                speed, bend = np.linalg.norm(speed, axis=2), np.linalg.norm(bend, axis=2)
            assert np.all(speed <= bounds[:, first] * (1 + 1e-9) + 1e-9), (seed, "speed", width)
            assert np.all(bend <= bounds[:, second] * (1 + 1e-6) + 1e-6), (seed, "bend", width)
            sharpest = max(sharpest, float(np.max(speed / (bounds[:, first] + 1e-12))))
    assert sharpest > 0.8  # and the bounds are of use


def test_the_hull_holds_the_derivatives_of_random_polynomials():
    rng = np.random.default_rng(5)
    for degree in (3, 4, 7):
        Q = rng.normal(size=(degree, 6))
        powers = np.arange(1, degree + 1)
        first = (Q * powers[:, None]).T @ PLACES ** np.arange(degree)[:, None]
        second = (Q * (powers * (powers - 1))[:, None]).T[:, 1:] @ PLACES ** np.arange(degree - 1)[:, None]
        for i, count in ((0, 1), (1, 3), (2, 4)):
            for order, exact in ((1, first), (2, second)):
                largest = np.linalg.norm(exact[i : i + count], axis=0).max()
                assert largest <= hull(Q, i, count, order) * (1 + 1e-12)


@pytest.mark.parametrize("tableau", EXPLICIT, ids=lambda m: m.name)
def test_stages_bound_the_interpolant_of_random_steps(tableau):
    """Slopes k_i of random smooth motions; where the interpolant has stages of its own they are slopes of it too."""
    rng = np.random.default_rng(7)
    method = choose_method(tableau.name, 1e-6).pairs.first
    degree = tableau.dense.shape[1]
    slopes = (tableau.dense * np.arange(1, degree + 1)) @ PLACES ** np.arange(degree)[:, None]
    bends = (tableau.dense[:, 1:] * (np.arange(2, degree + 1) * np.arange(1, degree))) @ PLACES ** np.arange(
        degree - 1
    )[:, None]
    for _ in range(200):
        c = rng.normal(size=(4, 3)) * np.array([1.0, 1.0, 0.5, 0.2])[:, None]
        K = (
            tableau.c[:, None] ** np.arange(4) @ c
            if tableau.n_dense > tableau.n_stage
            else rng.normal(size=(tableau.n_stage, 3))
        )
        P, S = one_slide(tableau, K)
        bounds_from_stages(P, S, method, 1.0)
        speed, bend = np.linalg.norm(K.T @ slopes, axis=0).max(), np.linalg.norm(K.T @ bends, axis=0).max()
        assert speed <= P.work[0, B_V] * (1 + 1e-12)
        assert bend <= P.work[0, B_A] * (1 + 1e-12)


def one_slide(tableau, K):
    """A free node whose position has the slopes K."""
    tree, n_q, n_v = build_tree((FREE,), (-1,), np.random.default_rng(0))
    P = problem_of(tree, n_q)
    S = new_solver(n_q + n_v, 1, tableau.n_dense, 4, 1, 1, 1, False)
    S.K[:, :3] = K
    return P, S


@pytest.mark.parametrize("tableau", EXPLICIT, ids=lambda m: m.name)
def test_interpolants_have_the_slopes_of_the_ends(tableau):
    """The clearance by the two ends of a step needs it."""
    powers = np.arange(1, tableau.dense.shape[1] + 1)
    last = np.eye(tableau.n_dense)[tableau.n_stage - 1]
    np.testing.assert_allclose(tableau.dense[:, 0], np.eye(tableau.n_dense)[0], atol=1e-12)
    np.testing.assert_allclose(tableau.dense @ powers, last, atol=1e-11)
