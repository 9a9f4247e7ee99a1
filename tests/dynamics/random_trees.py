"""Random trees with any mix of joints, branches and roots, as tables; the same seed gives the same tree."""

from typing import NamedTuple

import numpy as np
from registries import examples

from supple.dynamics.kinematics import kinematics
from supple.joints.dispatch import n_plain, n_position, n_velocity
from supple.joints.registry import JOINTS
from supple.spatial.rotations import quaternion_to_matrix
from supple.tables import (
    ARMATURE,
    COM,
    INERTIA,
    KIND,
    MASS,
    N_COLUMNS,
    N_PLAIN,
    N_Q,
    N_TREE_F,
    N_TREE_I,
    N_V,
    N_WORK,
    PARENT,
    POS,
    QI,
    VI,
    W_FEXT,
    E,
    Tree,
)

KINDS = {
    one.__name__: JOINTS.number(one) for joint in examples(JOINTS) for one, _ in joint.chain() if one is type(joint)
}
REVOLUTE, PRISMATIC, SPHERICAL, FREE = (KINDS[name] for name in ("Revolute", "Prismatic", "Spherical", "Free"))
ARMED = REVOLUTE, PRISMATIC  # kinds that may have an armature
INNER = tuple(kind for kind in KINDS.values() if kind != FREE)  # those that any node may have


class Case(NamedTuple):
    tree: Tree
    n_q: int
    n_v: int
    y: np.ndarray  # (n_q + n_v,) state
    tau: np.ndarray  # (n_v,)
    work: np.ndarray  # (n_node, N_WORK), kinematics done, external wrenches set


def put_body(row, rng):
    """Mass, centre of mass and inertia of a cloud of five mass points: valid by construction."""
    points = rng.normal(size=(5, 3)) * 0.2 + rng.normal(size=3) * 0.2
    masses = rng.uniform(0.1, 1.0, size=5)
    about = np.einsum("k,ki,kj->ij", masses, points, points)
    inertia = np.trace(about) * np.eye(3) - about
    row[MASS] = masses.sum()
    row[COM : COM + 3] = masses @ points / masses.sum()
    row[INERTIA : INERTIA + 6] = inertia[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]


def build_tree(kinds, parents, rng, massless=()):
    """Tables of a tree with given kinds and parents, random placements and bodies; return (tree, n_q, n_v)."""
    table_i = np.zeros((len(kinds), N_TREE_I), dtype=np.int64)
    table_f = np.zeros((len(kinds), N_TREE_F))
    n_q = n_v = 0
    for i, (kind, parent) in enumerate(zip(kinds, parents, strict=True)):
        assert parent < i and (kind != FREE or parent == -1)
        table_i[i, [KIND, PARENT, QI, VI]] = kind, parent, n_q, n_v
        table_i[i, [N_Q, N_V, N_PLAIN]] = n_position(kind), n_velocity(kind), n_plain(kind)
        table_i[i, N_COLUMNS] = n_velocity(kind)
        n_q, n_v = n_q + n_position(kind), n_v + n_velocity(kind)
        table_f[i, E : E + 9] = quaternion_to_matrix(rng.normal(size=4)).ravel()
        table_f[i, POS : POS + 3] = rng.normal(size=3) * 0.5
        if i not in massless:
            put_body(table_f[i], rng)
    none = np.zeros(0)
    return Tree(table_i, table_f, rng.normal(size=3) * 5.0, np.zeros(0, dtype=np.int64), none, none), n_q, n_v


def random_state(tree, n_q, n_v, rng, quaternion_length=None):
    """Random state; quaternions of random length unless one is given."""
    y = rng.normal(size=n_q + n_v)
    for kind, qi in tree.i[:, [KIND, QI]]:
        if n_position(kind) > n_plain(kind):
            start = qi + n_plain(kind)
            length = rng.uniform(0.5, 2.0) if quaternion_length is None else quaternion_length
            y[start : start + 4] *= length / np.linalg.norm(y[start : start + 4])
    return y


def complete(tree, n_q, n_v, rng, quaternion_length=None):
    """Add a random state, random generalised forces and random external wrenches."""
    work = np.full((len(tree.i), N_WORK), np.nan)  # an algorithm that reads what nobody wrote must show
    work[:, W_FEXT : W_FEXT + 6] = rng.normal(size=(len(tree.i), 6)) * 3.0
    y = random_state(tree, n_q, n_v, rng, quaternion_length)
    kinematics(tree, y, n_q, work)
    return Case(tree, n_q, n_v, y, rng.normal(size=n_v) * 3.0, work)


def armed_case(seed, **options):
    """A random tree in which every other joint of one coordinate has an armature."""
    case = random_case(seed, **options)
    rng = np.random.default_rng([seed, 1])
    single = np.flatnonzero(np.isin(case.tree.i[:, KIND], ARMED))[::2]
    case.tree.f[single, ARMATURE] = rng.uniform(0.1, 2.0, size=len(single))
    return case


def random_case(seed, n_node=8, roots_free=False, quaternion_length=None, inner=INNER):
    """A random tree with two roots or more (one of them free) and every joint kind, or those of `inner`."""
    rng = np.random.default_rng(seed)
    kinds = [FREE, *inner, *rng.choice(inner, size=n_node - 1 - len(inner))]
    order = rng.permutation(n_node)
    kinds = [int(kinds[k]) for k in order]
    parents = [-1 if kind == FREE else int(rng.integers(-1, i)) for i, kind in enumerate(kinds)]
    if roots_free:
        kinds = [FREE if parent == -1 else kind for kind, parent in zip(kinds, parents, strict=True)]
    tree, n_q, n_v = build_tree(kinds, parents, rng)
    return complete(tree, n_q, n_v, rng, quaternion_length)
