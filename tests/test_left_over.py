"""What a run leaves behind serves the next one, and nothing of it is seen there."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import supple as sp


def bouncing():
    """A ball that spins, slides, sticks and comes to rest on the ground: events, slots, stiff steps."""
    scene = sp.Scene(name="ball")
    scene.ground(material="floor")
    scene.body(
        "ball", mass=0.1, joint=sp.Free(position=(0, 0, 0.05), velocity=(0.3, 0, 0), angular_velocity=(0, 5, 1)),
        surfaces=[sp.Sphere(0.02, material="rubber")],
    )  # fmt: skip
    friction = sp.StickSlip(mu=0.5, kt=1e4, bt=10.0)
    scene.contact("rubber", "floor", normal=sp.HuntCrossley(k=1e5, lam=2e4), friction=friction)
    return sp.build(scene)


def bits(run):
    """All that a run has recorded."""
    return [part.tobytes() for part in (run.records.r, run.records.k, run.records.y, run.records.log)]


RUNS = (
    {"end": 0.4, "rtol": 1e-4},
    {"end": 0.2, "rtol": 1e-6},
    {"end": 0.3, "rtol": 1e-4, "method": "rodas5p"},
    {"end": 0.2, "rtol": 1e-4, "method": "ode45", "sample": 0.01},
    {"end": 0.2, "rtol": 1e-4, "atol": 1e-8},
)


@pytest.mark.jit
@pytest.mark.parametrize("method", ["auto", "rodas5p", "ode23t", "dop853"])
def test_a_model_gives_the_same_bits_however_often_it_has_run(method):
    model = bouncing()
    for asked in RUNS:
        wanted = bits(sp.simulate(bouncing(), **{**asked, "method": method}))
        for _ in range(3):
            assert bits(sp.simulate(model, **{**asked, "method": method})) == wanted


@pytest.mark.jit
def test_runs_that_differ_in_everything_do_not_see_each_other():
    wanted, model = [bits(sp.simulate(bouncing(), **asked)) for asked in RUNS], bouncing()
    for i in np.random.default_rng(7).integers(0, len(RUNS), 20):
        assert bits(sp.simulate(model, **RUNS[i])) == wanted[i]


def test_arrays_are_used_again_and_results_keep_their_own():
    model = bouncing()
    first = sp.simulate(model, 0.06, rtol=1e-3)
    kept = bits(first)
    ((P, S),) = model.left_over._left[1]
    second = sp.simulate(model, 0.06, rtol=1e-3, initial=first)
    ((P2, S2),) = model.left_over._left[1]
    assert P2.work is P.work and S2.y is S.y
    assert bits(first) == kept and second.t[-1] == 0.06


@pytest.mark.jit
def test_threads_share_a_model_and_nothing_else():
    model, wanted = bouncing(), bits(sp.simulate(bouncing(), 0.2, rtol=1e-5))
    with ThreadPoolExecutor(4) as pool:
        runs = list(pool.map(lambda _: sp.simulate(model, 0.2, rtol=1e-5), range(24)))
    assert all(bits(run) == wanted for run in runs)
    assert len(model.left_over._left[1]) <= 2


@pytest.mark.jit
def test_a_user_s_law_leaves_nothing():
    scene = sp.Scene(name="own")
    scene.ground(material="floor")
    scene.body("ball", mass=0.1, joint=sp.Prismatic(displacement=0.03), surfaces=[sp.Sphere(0.02, material="rubber")])
    scene.contact("rubber", "floor", normal=sp.UserNormal(force=lambda delta, rate, p: 1e4 * delta))
    model = sp.build(scene)
    sp.simulate(model, 0.1, rtol=1e-3)
    assert not model.left_over._left[1]
