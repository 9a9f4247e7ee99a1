"""No first touch is missed, none invented: a selection of the campaign of validation/encounters.py, and its judge.

A judge that never finds anything proves nothing: it is shown runs that are wrong on purpose.
"""

from types import SimpleNamespace

import numpy as np
import pytest
from amounts import amount
from shapes.closest_oracle import Support
from shapes.closest_oracle import largest_gap as optimised

import supple as sp

from . import judge as judging
from .convex import ellipsoid, largest_gap, superellipsoid
from .distances import segment_segment
from .draw import FAMILIES, FIRST, NUMBER, draw
from .judge import METHODS, cases, judge
from .motions import Flight, Hinge, Polynomial, turn, unit
from .oracle import NEVER, first_below

SEED = 20_000
PLAIN = ("two_balls", "thrown_on_ball", "arm", "moving_plane", "joint_limit", "plane_on_ellipsoid")


@pytest.mark.validation
@pytest.mark.jit
@pytest.mark.parametrize("family", FAMILIES)
def test_no_first_touch_is_missed_and_none_is_invented(family):
    encounters, runs = (amount(4, 7), 3) if NUMBER[family] < FIRST else (2, 2)  # distances of convex bodies take longer
    judged = 0
    for name, seed, combinations in cases(FAMILIES, range(SEED, SEED + encounters), runs=runs):
        if name != family:  # each has other methods and tolerances
            continue
        encounter = draw(family, seed)
        for method, rtol in combinations:
            verdict = judge(encounter, method, rtol)
            assert not verdict.wrong, f"seed {seed}, {method}, rtol {rtol:g}: {verdict}"
            judged += verdict.answer in ("touched", "clear") or verdict.own == "clear"
    assert judged >= encounters


@pytest.mark.validation
@pytest.mark.parametrize("family", PLAIN)
def test_no_first_touch_is_missed_in_plain_python(family):
    verdict = judge(draw(family, SEED), "auto", 1e-4)
    assert not verdict.wrong, verdict


# --- the judge can fail -------------------------------------------------------------------------------------------------
def forged(monkeypatch, change):
    """Let the judge see a run whose events were changed."""
    real = sp.simulate

    def simulate(*args, **options):
        run = real(*args, **options)
        return SimpleNamespace(
            events=change(run.events), t=run.t, at=run.at, replay=run.replay, model=run.model, message=run.message
        )

    monkeypatch.setattr(judging.sp, "simulate", simulate)


def touching_encounter():
    return next(e for e in (draw("thrown_on_ball", seed) for seed in range(50)) if e.touch[0] < NEVER)


def test_the_judge_sees_a_missed_touch(monkeypatch):
    forged(monkeypatch, lambda events: [])
    assert judge(touching_encounter(), "dormand_prince", 1e-6).answer == "missed"


def test_the_judge_sees_a_late_touch(monkeypatch):
    forged(monkeypatch, lambda events: [SimpleNamespace(what="made", time=e.time + 1e-4) for e in events])
    assert judge(touching_encounter(), "dormand_prince", 1e-6).answer == "missed"


def test_the_judge_sees_an_invented_touch(monkeypatch):
    forged(monkeypatch, lambda events: [SimpleNamespace(what="made", time=e.time - 1e-4) for e in events])
    assert judge(touching_encounter(), "dormand_prince", 1e-6).answer == "invented"


# --- the oracle ---------------------------------------------------------------------------------------------------------
def test_the_oracle_finds_a_dip_that_a_grid_does_not():
    def gap(t):
        return np.abs(t - 0.123456789) - 1e-7

    assert abs(first_below(gap, lambda a, b: np.ones(len(a)), 0.0, 1.0, 1e-12) - 0.123456689) < 1e-15
    assert first_below(lambda t: gap(t) + 2e-7, lambda a, b: np.ones(len(a)), 0.0, 1.0, 1e-12) == NEVER


def test_the_distance_of_segments_is_a_minimum():
    rng = np.random.default_rng(1)
    s, r = np.meshgrid(np.linspace(0, 1, 101), np.linspace(0, 1, 101))
    for scale in (1.0, 1.0, 1e-3, 0.0):
        p, q, u, v = rng.normal(size=(4, 3))
        v = u + (q - p) + scale * (v - u)  # down to parallel
        points = p + s[..., None] * (q - p) - u - r[..., None] * (v - u)
        seen = np.linalg.norm(points, axis=-1).min()
        assert seen - 0.05 < segment_segment(p, q, u, v) <= seen + 1e-12


@pytest.mark.parametrize(
    ("a", "numbers"),
    [
        (ellipsoid((1.0, 0.3, 0.05)), (1.0, 0.3, 0.05)),
        (superellipsoid((0.5, 0.3, 0.2), 6.0, 0.05), ((0.5, 0.3, 0.2), 6.0, 0.05)),
    ],
)
def test_the_distance_of_convex_bodies_is_that_of_an_optimiser(a, numbers):
    """Apart; and overlapping a little, where the largest gap is the only one."""
    axes, times = (0.2, 0.4, 0.3), np.arange(4)
    R_a, R_b = turn(unit((1, 2, 3)), times), turn(unit((3, 1, -2)), 0.7 * times)
    d = 0.6 * R_a[:, 0] + 0.1 * R_b[:, 2]
    found = largest_gap(d, a, R_a, ellipsoid(axes), R_b)
    for t in times:
        one = Support(SimpleNamespace(R=R_a[t], centre=np.zeros(3), radius=0.0), numbers)
        other = Support(SimpleNamespace(R=R_b[t], centre=d[t], radius=0.0), axes)
        np.testing.assert_allclose(found[t], optimised(one, other), rtol=0, atol=1e-13)


@pytest.mark.parametrize("moments", [(1.0, 1.0, 1.0), (0.3, 1.0, 1.0), (1.0, 1.0, 0.6), (1.0, 0.8, 0.6)])
def test_the_rotation_of_a_free_body_keeps_its_angular_momentum(moments):
    spin = (3.0, -2.0, 5.0)
    motion = Flight((0, 0, 0), body_spin=spin, attitude=(0.5, 0.5, -0.5, 0.5), moments=moments, end=4.0)
    t, dt = np.linspace(0.1, 3.9, 20), 1e-5
    R = motion.pose(t)[1]
    rate = (motion.pose(t + dt)[1] - motion.pose(t - dt)[1]) / (2.0 * dt) @ np.swapaxes(R, 1, 2)
    w = np.stack([rate[:, 2, 1], rate[:, 0, 2], rate[:, 1, 0]], axis=1)
    body = np.einsum("tji,tj->ti", R, w)
    L = np.einsum("tij,tj->ti", R, moments * body)
    np.testing.assert_allclose(L, np.broadcast_to(motion.pose(np.zeros(1))[1][0] @ (moments * np.array(spin)), L.shape),
                               atol=1e-7)  # fmt: skip
    assert np.linalg.norm(body, axis=1).max() <= motion.spin * (1.0 + 1e-8)


def test_all_methods_take_part():
    assert set(METHODS) == {"auto", *sp.integrate.methods.METHODS}


def test_a_hinge_turns_about_its_axis():
    motion = Hinge((0, 0, 1), Polynomial((0.0, 2.0)))
    np.testing.assert_allclose(motion.pose(np.array([np.pi / 4]))[1][0] @ (1, 0, 0), (0, 1, 0), atol=1e-15)
