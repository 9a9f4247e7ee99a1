"""Trees that act on each other in implicit steps: the order in which they are taken out, dense fronts, what is lost."""

import numpy as np
import pytest
from system import test_jacobian as cases
from system.test_implicit import difference, fronts, linearised, row_of_balls

import supple as sp
from supple.integrate.equations import prepare
from supple.integrate.jacobian import update_jacobian
from supple.integrate.methods import choose_method
from supple.integrate.solver import JACOBIAN
from supple.system.blocks import K_ELEMENT
from supple.system.couplings import N_COUPLINGS, Q_BLOCK, Q_SIZE, STAMP, T_COUPLED, T_SIZE
from supple.system.fronts import PANEL, STRIP, factorise
from supple.tables import OPEN

pytestmark = pytest.mark.filterwarnings("ignore::supple.model.notes.SceneWarning")


def tied(joints, pairs, **spring):
    """Bodies in the world with springs between some of them."""
    scene = sp.Scene()
    for i, joint in enumerate(joints):
        scene.body(f"b{i}", mass=1.0, inertia=cases.INERTIA, com=(0.02, 0.01, 0.0), joint=joint)
    for a, b in pairs:
        scene.add(sp.Spring(a=f"b{a}", b=f"b{b}", at_a=(0.1, 0.0, 0.0), **{"stiffness": 1e4, "damping": 5.0, **spring}))
    return sp.build(scene)


def random_graph(seed, n):
    """(model, pairs) of up to n bodies with one to six velocities each, and springs between random pairs, some twice."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, n))
    joints = []
    for _ in range(n):
        at = rng.normal(size=3)
        joints.append(sp.Free(position=at) if rng.random() < 0.5 else sp.Revolute(axis=rng.normal(size=3), at=at))
    pairs = [tuple(rng.choice(n, size=2, replace=False).tolist()) for _ in range(int(rng.integers(2, 3 * n)))]
    return tied(joints, pairs), pairs


@pytest.mark.jit
@pytest.mark.parametrize("seed", range(20))
def test_random_couplings(seed):
    """Against the matrix of the Jacobian."""
    error, _ = difference(random_graph(seed, 12)[0], pose=0.1, seed=seed)
    assert error < 1e-11


@pytest.mark.jit
@pytest.mark.parametrize("seed", range(30))
def test_an_order_of_minimum_degree(seed):
    """Each front has what an elimination on the graph leaves, and its first tree had the fewest velocities beside it."""
    model, pairs = random_graph(seed, 20)
    P, _, _ = linearised(model, np.random.default_rng(seed))
    size = P.small.node_i[:, T_SIZE]
    beside = {t: set() for pair in pairs for t in pair}
    for a, b in pairs:
        beside[a].add(b)
        beside[b].add(a)
    for out, remain in fronts(P):
        degree = {t: sum(size[list(others)]) for t, others in beside.items()}
        assert degree[out[0]] == min(degree.values())
        for t in out:
            others = beside.pop(t)
            for u in others:
                beside[u] |= others
                beside[u] -= {t, u}
        assert others == set(remain)  # of the last that is taken out
    assert not beside


def numbers(P):
    """Numbers in all fronts."""
    first = P.small.count[N_COUPLINGS]
    return int((P.small.clique[first : first + len(fronts(P)), Q_SIZE] ** 2).sum())


def test_a_row_has_fronts_of_two():
    """So cost and memory of a row are linear in its balls."""
    for n in (3, 20):
        P, _, _ = linearised(row_of_balls(n), np.random.default_rng(1), speed=0.0)
        assert len(fronts(P)) == n - 1 and numbers(P) == 12**2 * (n - 1)


def test_what_all_are_tied_to_comes_last():
    """A star has no fill, if its middle is not taken first."""
    joints = [sp.Free(position=(np.cos(i), np.sin(i), 0.1 * i)) for i in range(9)]
    P, _, _ = linearised(tied(joints, [(0, i) for i in range(1, 9)]), np.random.default_rng(1))
    assert all(0 not in out for out, _ in fronts(P)[:-1]) and numbers(P) == 12**2 * 8


def test_all_tied_to_all_are_one_front():
    joints = [sp.Free(position=(np.cos(i), np.sin(i), 0.1 * i)) for i in range(6)]
    error, P = difference(tied(joints, [(i, j) for i in range(6) for j in range(i)]), pose=0.1)
    assert error < 1e-11 and numbers(P) == 36**2


def test_the_order_is_kept_until_the_couplings_change():
    P, S, _ = linearised(row_of_balls(5), np.random.default_rng(1), speed=0.0)
    between = [P.small.block_i[k, K_ELEMENT] for k in P.small.clique[: P.small.count[N_COUPLINGS], Q_BLOCK]]
    for opened, kept in ((None, True), (between[1], False)):
        P.small.count[STAMP] = -1
        if opened is not None:
            P.mode[opened, 0] = OPEN
        S.k[JACOBIAN] = 0
        update_jacobian(P, S, 0.0)
        assert (P.small.count[STAMP] == -1) == kept
    assert sorted(out + remain for out, remain in fronts(P)) == [[0, 1], [2, 3], [3, 4]]


def test_limbs_that_nothing_touches_need_no_matrix():
    """Of a body with two legs of two links the lower link of one is tied to another body."""
    scene = sp.Scene(gravity=(0, 0, -9.81))
    scene.body("trunk", mass=2.0, inertia=cases.INERTIA, joint=sp.Free())
    for side in "lr":
        joint = sp.Revolute(axis=(0, 1, 0), at=(0.1 if side == "l" else -0.1, 0, 0), spring=20.0, damping=0.1)
        scene.body("thigh" + side, mass=0.5, inertia=cases.INERTIA, com=(0, 0, -0.1), parent="trunk", joint=joint)
        knee = sp.Revolute(axis=(0, 1, 0), at=(0, 0, -0.2), damping=0.1)
        scene.body("shank" + side, mass=0.3, inertia=cases.INERTIA, com=(0, 0, -0.1), parent="thigh" + side, joint=knee)
    scene.body("box", mass=1.0, inertia=cases.INERTIA, joint=sp.Free(position=(0, 0, -1)))
    scene.add(sp.Spring(a="box", b="shankl", at_b=(0, 0, -0.2), stiffness=1e5, damping=10.0))
    scene.add(sp.Motion(body="thighr", amplitude=0.3, omega=3.0))
    error, P = difference(sp.build(scene), t=0.2, pose=0.1)
    assert error < 1e-11
    names = ["trunk", "thighl", "shankl", "thighr", "shankr", "box"]
    assert dict(zip(names, P.small.node_i[:, T_COUPLED], strict=True)) == dict(
        zip(names, (1, 1, 1, 0, 0, 1), strict=True)
    )


# --- dense ----------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "n, out", [(1, 1), (6, 6), (12, 6), (7, 3), (PANEL + 5, PANEL + 5), (3 * PANEL + 2, 2 * PANEL + 1)]
)
def test_part_of_a_matrix_is_taken_out(n, out):
    """The factors give F_oo, and what remains is the Schur complement."""
    rng = np.random.default_rng(n)
    F = rng.normal(size=(n, n))
    _check(F, out)


def test_more_columns_than_a_strip():
    F = np.random.default_rng(1).normal(size=(STRIP + 40, STRIP + 40))
    _check(F, 5)


def _check(F, out):
    n, at = len(F), 3
    W = np.concatenate((np.full(at, np.nan), F.ravel()))
    pivot = np.zeros(out, dtype=np.int64)
    assert factorise(W, at, n, out, pivot, 0)
    G = W[at:].reshape(n, n)
    order = np.arange(out)
    for j, p in enumerate(pivot):
        order[[j, p]] = order[[p, j]]
    L, U = np.tril(G[:out, :out], -1) + np.eye(out), np.triu(G[:out, :out])
    assert np.abs(L).max() <= 1.0
    np.testing.assert_allclose(L @ U, F[:out, :out][order], atol=1e-12 * n)
    complement = F[out:, out:] - F[out:, :out] @ np.linalg.solve(F[:out, :out], F[:out, out:])
    np.testing.assert_allclose(G[out:, out:], complement, atol=1e-9 * max(1.0, np.abs(complement).max(initial=0.0)))


def test_a_singular_matrix_has_no_factors():
    assert not factorise(np.ones(9), 0, 3, 2, np.zeros(2, dtype=np.int64), 0)


# --- what is lost without exchanges between fronts ------------------------------------------------------------------------
def pushed_over(n, k):
    """n sliders in a row with springs of 1e4 N/m between them. One of k N/m, a metre shorter than it would like, pushes
    the first away from where it is: stiffness -k."""
    scene = sp.Scene()
    for i in range(n):
        joint = sp.Prismatic(axis=(1, 0, 0), at=(1.0 * i, 0, 0))
        scene.body(f"b{i}", mass=1.0, inertia=cases.INERTIA, joint=joint)
        if i > 0:
            scene.add(sp.Spring(a=f"b{i - 1}", b=f"b{i}", stiffness=1e4, length=1.0))
    scene.add(sp.Spring(a="world", b="b0", at_a=(0, 0, -1), stiffness=k, length=2.0))
    return sp.build(scene)


def test_a_pivot_of_nothing():
    """At sigma = 100/s the first slider alone has no stiffness and inertia, sigma^2 + 1e4 = k; two are one front."""
    assert difference(pushed_over(2, 2e4), speed=0.0, sigmas=(100.0,))[0] < 1e-11
    for k, solved in ((2e4, False), (2e4 * (1.0 + 1e-7), False), (1.9e4, True), (2.1e4, True)):
        P, S, _ = linearised(pushed_over(4, k), np.random.default_rng(1), speed=0.0)
        assert prepare(P, S, 0.0, 100.0) == solved
    assert difference(pushed_over(4, 1.9e4), speed=0.0, sigmas=(100.0, 101.0))[0] < 1e-11


@pytest.mark.jit
def test_a_run_goes_past_it():
    """At rest, in steps of just that sigma: one that cannot be taken is taken shorter."""
    gamma = choose_method("rodas5p", 1e-6).rosenbrock.gamma
    h = 1.0 / (100.0 * gamma)
    run = sp.simulate(pushed_over(4, 2e4), 10.0 * h, method="rodas5p", rtol=1e-6, first_step=h, max_step=h)
    assert run.success and run.statistics["factorisations"] > run.statistics["steps"]
    run = sp.simulate(pushed_over(4, 1.9e4), 10.0 * h, method="rodas5p", rtol=1e-6, first_step=h, max_step=h)
    assert run.success and run.statistics["factorisations"] == run.statistics["steps"] == 10


# --- runs -----------------------------------------------------------------------------------------------------------------
@pytest.mark.jit
def test_contacts_that_come_and_go():
    """A ball is thrown into a row of three, two of which touch: implicit and explicit runs agree."""
    scene = sp.Scene()
    for i, x in enumerate((0.0, 0.1 + 1e-4, 0.2 + 1e-4, 0.3 + 2e-4)):
        joint = sp.Free(position=(x, 0.002 * i, 0.0), velocity=(0.5 if i == 0 else 0.0, 0, 0))
        scene.body(f"b{i}", mass=1.0, inertia=cases.INERTIA, joint=joint, surfaces=[sp.Sphere(0.05, material="m")])
    law = sp.HuntCrossley.from_dissipation(k=1e9, d=0.2)
    scene.contact("m", "m", normal=law, friction=sp.StickSlip(mu=0.3, kt=1e4, bt=10.0))
    model = sp.build(scene)
    runs = [sp.simulate(model, 0.003, method=m, rtol=1e-7) for m in ("rodas5p", "dormand_prince")]
    assert all(run.success for run in runs)
    assert runs[0].statistics["events"] >= 4
    n = model.layout.n_q
    np.testing.assert_allclose(runs[0].y[-1][:n], runs[1].y[-1][:n], atol=1e-6)
    speeds = [run.y[-1][n + 6 * 3] for run in runs]
    assert speeds[0] > 0.1  # the last one has been hit
