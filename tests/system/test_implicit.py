"""The equations of an implicit step, solved by structure, against the matrix of the Jacobian."""

import dataclasses

import numpy as np
import pytest
from system import test_jacobian as cases

import supple as sp
from supple.integrate.equations import prepare, solve
from supple.integrate.jacobian import update_jacobian
from supple.integrate.loop import refresh
from supple.integrate.methods import choose_method
from supple.integrate.solver import N_ACT, N_CORE, OWN
from supple.model import room
from supple.model.derivatives import Differentiator
from supple.model.room import guard_size, is_ready, made_ready
from supple.model.solver import ready_for_implicit, solver_of
from supple.model.start import started
from supple.options import Options
from supple.system.couplings import N_COUPLINGS, N_FRONTS, Q_FIRST, Q_N, Q_N_OUT, T_COUPLED

pytestmark = pytest.mark.filterwarnings("ignore::supple.model.notes.SceneWarning")
SIGMAS = 1e2, 1e3, 1e6  # [1/s] steps of some 50 milliseconds to microseconds


def linearised(model, rng, *, t=0.0, pose=0.0, speed=0.5, states=0.0):
    """(P, S) with what the equations at a random state are made of, and the Jacobian there."""
    layout = model.layout
    n_q, n = layout.n_q, layout.n_q + layout.n_v
    y = model.y0.copy()
    y[:n_q] += pose * rng.normal(size=n_q)
    y[n_q:n] += speed * rng.normal(size=n - n_q)
    P, start = started(model, model.system(), t, y)
    y = start.copy()
    y[layout.size :] += states * rng.normal(size=y.size - layout.size)
    at = Differentiator(model, P, t).at(t, y)
    S = solver_of(model, P, choose_method("rodas5p", 1e-6), Options(end=t + 1.0, start=t), n_guard=guard_size(P),
                  capacity=1, log_capacity=1)  # fmt: skip
    P = made_ready(P)
    S.k[OWN] = 1  # of small ones, too
    S.y[:] = y
    refresh(P, S)
    update_jacobian(P, S, t)
    return P, S, at


def difference(model, *, t=0.0, seed=1, sigmas=SIGMAS, **state):
    """Largest difference between the two solutions, relative to the residual's scale, over sigma and random b."""
    rng = np.random.default_rng(seed)
    P, S, at = linearised(model, rng, t=t, **state)
    core, act = S.k[N_CORE], S.act[: S.k[N_ACT]]
    assert core == at.core and np.array_equal(act, at.components)
    worst = 0.0
    for sigma in sigmas:
        assert prepare(P, S, t, sigma)
        b = np.zeros_like(S.y)
        b[act] = rng.normal(size=act.size)
        u = b.copy()
        solve(P, S, t, sigma, u)
        A = sigma * np.eye(act.size)
        A[:, :core] -= at.J
        residual = np.abs(A @ u[act] - b[act])
        scale = np.abs(A) @ np.abs(u[act]) + np.abs(b[act])
        worst = max(worst, float((residual / scale).max()))
    return worst, P


@pytest.mark.parametrize("name", cases.ELEMENTS)
def test_trees_and_elements(name):
    scene = cases.mechanism()
    for element in cases.ELEMENTS[name]:
        scene.add(element)
    error, P = difference(sp.build(scene), pose=0.1, t=0.3)
    assert error < 1e-11


def test_forces_a_stop_and_a_tree_far_away():
    scene = cases.mechanism()
    scene.force("d", (1.0, 2.0, 3.0), moment=(0.3, 0.1, 0.2), at=(0.1, 0.2, 0.3))
    scene.force("f", (1.0, 2.0, 3.0), at=(0.1, 0.2, 0.3), axes="body")
    scene.joint_force("d", 3.0)
    stop = dataclasses.replace(scene.bodies["g"].joint, limits=(-2.0, -0.01), limit_law=sp.HuntCrossley(k=1e5, lam=3e4))
    scene.bodies["g"] = dataclasses.replace(scene.bodies["g"], joint=stop)
    scene.bodies["a"] = dataclasses.replace(scene.bodies["a"], joint=sp.Free(position=(900.0, -500.0, 300.0)))
    assert difference(sp.build(scene))[0] < 1e-11


@pytest.mark.parametrize("name", cases.PAIRS)
def test_contacts_of_all_pairs(name):
    error, P = difference(cases.PAIRS[name](), states=1e-6)
    assert np.any(P.mode[:, 0] == 1)
    assert error < 1e-11


@pytest.mark.parametrize("name", cases.FRICTION)
def test_friction_laws(name):
    assert difference(cases.on_the_floor(cases.FOOT, friction=cases.FRICTION[name]), states=1e-6)[0] < 1e-11


@pytest.mark.parametrize("name", cases.NORMAL)
def test_normal_laws(name):
    assert difference(cases.on_the_floor(cases.FOOT, normal=cases.NORMAL[name]), states=1e-7)[0] < 1e-11


def fronts(P):
    """[(trees taken out, trees that remain)]."""
    first = P.small.count[N_COUPLINGS]
    rows = P.small.clique[first : first + P.small.count[N_FRONTS]]
    lists = [(P.small.trees[row[Q_FIRST] : row[Q_FIRST] + row[Q_N]].tolist(), row[Q_N_OUT]) for row in rows]
    return [(trees[:out], trees[out:]) for trees, out in lists]


def test_bodies_that_touch_share_a_front_and_others_have_none():
    """Of five balls in a row on the floor two touch each other."""
    scene = sp.Scene(gravity=(0, 0, -9.81))
    scene.ground(material="n")
    for i, x in enumerate((0.0, 0.3, 0.4 - 1e-4, 0.7, 1.0)):
        joint = sp.Free(position=(x, 0, 0.05 - 1e-5))
        scene.body(f"b{i}", mass=1.0, inertia=cases.INERTIA, joint=joint, surfaces=[sp.Sphere(0.05, material="m")])
    for other in "mn":
        scene.contact("m", other, normal=cases.HUNT, friction=cases.STICK_SLIP)
    error, P = difference(sp.build(scene), speed=1e-3, states=1e-6)
    assert error < 1e-11
    assert P.small.node_i[:, T_COUPLED].tolist() == [0, 1, 1, 0, 0]
    assert fronts(P) == [([1, 2], [])]


JOINTS = (
    lambda rng: sp.Revolute(axis=rng.normal(size=3), at=0.3 * rng.normal(size=3), spring=3.0, damping=0.2),
    lambda rng: sp.Prismatic(axis=rng.normal(size=3), at=0.3 * rng.normal(size=3), armature=0.1),
    lambda rng: sp.Spherical(at=0.3 * rng.normal(size=3), damping=0.1),
    lambda rng: sp.Planar(at=0.3 * rng.normal(size=3)),
    lambda rng: sp.Fixed(at=0.3 * rng.normal(size=3)),
)


def random_mechanism(seed):
    """Up to three trees of a few bodies with springs between some of them and prescribed motions in others."""
    rng = np.random.default_rng(seed)
    scene, names = sp.Scene(gravity=rng.normal(scale=5.0, size=3)), []
    for i in range(rng.integers(2, 10)):
        parent = rng.choice(names) if names and rng.random() < 0.75 else None
        place = dict(position=rng.normal(size=3), attitude=rng.normal(size=4))
        joint = sp.Free(**place) if parent is None else JOINTS[rng.integers(len(JOINTS))](rng)
        where = {} if parent is None else {"parent": str(parent)}
        com = 0.1 * rng.normal(size=3)
        scene.body(f"b{i}", mass=1.0, inertia=cases.INERTIA, com=tuple(com), joint=joint, **where)
        names.append(f"b{i}")
    for _ in range(rng.integers(0, 3)):
        a, b = rng.choice([*names, "world"], size=2, replace=False)
        ends = {"at_a": tuple(0.2 * rng.normal(size=3)), "at_b": tuple(0.2 * rng.normal(size=3))}
        scene.add(sp.Spring(a=str(a), b=str(b), stiffness=1e4, damping=10.0, length=0.1, **ends))
    led = [name for name in names if isinstance(scene.bodies[name].joint, sp.Revolute | sp.Prismatic)]
    if led and rng.random() < 0.5:
        scene.add(sp.Motion(body=led[0], amplitude=0.3, omega=3.0))
    return sp.build(scene)


@pytest.mark.jit
@pytest.mark.parametrize("seed", range(40))
def test_random_mechanisms(seed):
    assert difference(random_mechanism(seed), pose=0.2, speed=1.0, seed=seed)[0] < 1e-9


@pytest.mark.parametrize("seed", range(40))
def test_steps_of_a_second(seed):
    """Joints are taken out without a choice of pivots: where springs swing many times in a step, some digits are lost."""
    assert difference(random_mechanism(seed), pose=0.2, speed=1.0, seed=seed, sigmas=(3.0,))[0] < 1e-7


def row_of_balls(n):
    """Balls on a floor that press against each other."""
    scene = sp.Scene(gravity=(0, 0, -9.81))
    scene.ground(material="n")
    for i in range(n):
        joint = sp.Free(position=((0.1 - 1e-6) * i, 0, 0.05 - 1e-6))
        scene.body(f"b{i}", mass=1.0, inertia=cases.INERTIA, joint=joint, surfaces=[sp.Sphere(0.05, material="m")])
    for other in "mn":
        scene.contact("m", other, normal=cases.HUNT, friction=cases.STICK_SLIP)
    return sp.build(scene)


def test_groups_too_large_for_a_matrix(monkeypatch):
    """auto goes on explicitly; an implicit method ends, and says why."""
    model = row_of_balls(3)
    whole = sp.simulate(model, 0.05, rtol=1e-6)
    monkeypatch.setattr(room, "FRONTS", 100)
    run = sp.simulate(model, 0.05, rtol=1e-6)
    assert run.success
    np.testing.assert_allclose(run.y[-1][:21], whole.y[-1][:21], atol=1e-8)
    ended = sp.simulate(model, 0.05, rtol=1e-6, method="rodas5p")
    assert ended.status == sp.Status.STEP_UNDERFLOW and "could not be solved" in ended.message


def test_no_matrix_of_the_whole():
    """Memory of implicit steps grows with the bodies; a thousand of them have 13,000 components."""
    model = row_of_balls(4)
    P = model.system()
    S = solver_of(model, P, choose_method("rodas5p", 1e-6), Options(end=1.0), n_guard=guard_size(P), capacity=1,
                  log_capacity=1)  # fmt: skip
    assert S.J.size == S.LU.size == 1 and not is_ready(P)
    assert is_ready(ready_for_implicit(P, S)) and S.k[OWN] == 1
