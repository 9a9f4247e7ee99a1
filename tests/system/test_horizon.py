"""Two hulls with many corners that fly at each other in long steps: what is listed stays affordable, the run the same."""

import numpy as np
import pytest

import supple as sp


def hull(seed, corners):
    v = np.random.default_rng(seed).normal(size=(corners, 3))
    points = 0.1 * v / np.linalg.norm(v, axis=1)[:, None]
    return sp.Hull([tuple(p) for p in points.tolist()], material="m")


def encounter(corners, **options):
    scene = sp.Scene(gravity=(0.0, 0.0, 0.0))
    scene.contact("m", "m", normal=sp.Hertz(k=1e7))
    joint = sp.Free(position=(-1.0, 0.02, 0.0), velocity=(1.0, 0.0, 0.0), angular_velocity=(1.0, 2.0, 3.0))
    inertia = (0.004, 0.004, 0.004)
    scene.body("a", mass=1.0, inertia=inertia, joint=joint, surfaces=[hull(0, corners)])
    scene.body("b", mass=1.0, inertia=inertia, joint=sp.Free(), surfaces=[hull(1, corners)])
    return sp.simulate(scene, 2.0, **options)


@pytest.mark.jit
def test_large_hulls_look_no_farther_than_the_gap_between_them():
    run = encounter(100)
    short = encounter(100, max_step=2e-3)
    assert run.summary.limits["near pairs of features"] > 0
    assert [event.contact for event in run.events] == [event.contact for event in short.events]
    assert run.events[0].time == pytest.approx(short.events[0].time, rel=1e-9)
    assert run.summary.relative_residual < 1e-5


@pytest.mark.jit
def test_small_hulls_fly_in_long_steps():
    run = encounter(12)
    assert "near pairs of features" not in run.summary.limits
