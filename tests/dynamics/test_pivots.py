"""A joint without inertia of its own is found, in trees of any kind, without a matrix."""

import numpy as np
import pytest
from amounts import amount
from dynamics.random_trees import INNER, PRISMATIC, REVOLUTE, SPHERICAL, build_tree, complete, random_case

from supple.dynamics.crba import crba
from supple.dynamics.kinematics import kinematics
from supple.dynamics.pivots import first_dependent
from supple.tables import COM, INERTIA, MASS, POS, E


def found(case):
    locked = np.zeros(case.n_v)
    return first_dependent(case.tree, np.zeros(case.n_v), case.work, locked, np.zeros((6, 6)))


def singular(case):
    """The dense oracle: the scaled mass matrix has a vanishing eigenvalue."""
    M = np.zeros((case.n_v, case.n_v))
    crba(case.tree, case.work, M)
    d = np.sqrt(np.maximum(np.diag(M), 0.0))
    return bool(d.min() == 0.0 or np.linalg.eigvalsh(M / np.outer(d, d))[0] < 1e-12)


@pytest.mark.parametrize("seed", range(40))
def test_massless_nodes_are_refused_where_the_mass_matrix_is_singular_and_only_there(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 9))
    kinds = [int(kind) for kind in rng.choice(INNER, size=n)]
    parents = [int(rng.integers(max(-1, i - 2), i)) for i in range(n)]
    massless = [i for i in range(n) if rng.random() < 0.5]
    case = complete(*build_tree(kinds, parents, rng, massless), rng)
    assert (found(case) >= 0) == singular(case)


@pytest.mark.parametrize("seed", range(6))
def test_bodies_with_inertia_are_sound(seed):
    assert found(random_case(seed)) == -1


def point_mass_arm(kinds, rng):
    """A point mass at the end of joints that carry nothing else: three of them move it, a fourth cannot add anything."""
    tree, n_q, n_v = build_tree(kinds, range(-1, len(kinds) - 1), rng, massless=range(len(kinds)))
    tree.f[-1, MASS], tree.f[-1, COM : COM + 3] = 2.0, (0.3, 0.4, -0.2)
    c = tree.f[-1, COM : COM + 3]
    inertia = 2.0 * (c @ c * np.eye(3) - np.outer(c, c))
    tree.f[-1, INERTIA : INERTIA + 6] = inertia[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]
    return complete(tree, n_q, n_v, rng)


@pytest.mark.parametrize("kinds", [(REVOLUTE, REVOLUTE, REVOLUTE), (PRISMATIC, REVOLUTE, REVOLUTE)])
def test_a_point_mass_can_be_moved_by_three_joints(kinds):
    assert found(point_mass_arm(kinds, np.random.default_rng(3))) == -1


@pytest.mark.parametrize("kinds", [(REVOLUTE,) * 4, (PRISMATIC, *(REVOLUTE,) * 5), (SPHERICAL,), (REVOLUTE, SPHERICAL)])
def test_a_point_mass_cannot_be_moved_by_more(kinds):
    assert found(point_mass_arm(kinds, np.random.default_rng(3))) >= 0


# long enough that the inertia of a joint's own body is rounding beside that of all behind it, which grows with n^3
@pytest.mark.parametrize("length", [300, pytest.param(amount(10_000, 50_000), marks=pytest.mark.jit)])
def test_a_long_straight_chain_is_sound_whatever_its_length(length):
    rng = np.random.default_rng(0)
    tree, n_q, n_v = build_tree((REVOLUTE,) * length, range(-1, length - 1), rng)
    tree.f[:, E : E + 9] = np.eye(3).ravel()
    tree.f[:, POS : POS + 3] = (1.0, 0.0, 0.0)
    case = complete(tree, n_q, n_v, rng)
    case.y[:] = 0.0
    kinematics(tree, case.y, n_q, case.work)
    assert found(case) == -1
