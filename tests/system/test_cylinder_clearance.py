"""Rims, sides and solids of cylinders: from every place of a random step, nothing touches as far as one sees."""

import numpy as np
import pytest
from system.test_clearance import PLACES, random_step

import supple as sp
from supple.dynamics.kinematics import kinematics, velocities_from_rates
from supple.elements.features import geometry
from supple.integrate.dense import evaluate_with_rate
from supple.integrate.solver import RTOL
from supple.shapes.contract import RIM, SOLID
from supple.system.bounds import bounds_from_interpolant
from supple.system.pair_bounds import bend, fall
from supple.system.sight import BEND, see
from supple.tables import EL_A, EL_B, F_KIND, N_ELEMENTS, S_NQ, S_STATIC

FREE, HINGE = sp.Free(), sp.Revolute(axis=(1, 0, 0))
PLANE = sp.HalfSpace((0, 0, 1), (0, 0, 0.1), "m")


def can(r=0.02):
    return sp.Cylinder(0.2, 0.5, (0.1, 0, 0.2), "m", rounding=r, orientation=(1, 0.3, 0.4, -0.2))


COIN, ROD = sp.Cylinder(0.5, 0.04, material="m", rounding=0.02), sp.Capsule((-0.3, 0, 0), (0.4, 0.1, 0), 0.05, "m")
PAIRS = {
    "on a fixed plane": ((sp.Fixed(at=(0, 0, -2)), PLANE), (FREE, can())),
    "a plane that turns": ((HINGE, PLANE), (FREE, COIN)),
    "a plane that flies": ((FREE, PLANE), (FREE, can())),
    "a coin and a box": ((FREE, COIN), (FREE, sp.Box((0.4, 0.3, 0.2), (0.1, 0, 0), "m", rounding=0.02))),
    "a capsule": ((FREE, ROD), (FREE, can())),
    "two cylinders": ((FREE, can()), (FREE, sp.Cylinder(0.1, 0.9, material="m", rounding=0.03))),
}  # fmt: skip


def system(pair):
    scene = sp.Scene(name="pair")
    for name, (joint, surface) in zip("ab", pair, strict=True):
        mass = 0.0 if isinstance(joint, sp.Fixed) else 1.0
        scene.body(name, joint=joint, surfaces=[surface], mass=mass, inertia=(1, 1, 1))
    scene.contact("m", "m", normal=sp.Hertz(k=1e6))
    return sp.build(scene).system(contact_error=True, laws=True)


def put(P, S, s):
    evaluate_with_rate(S, P.size[S_NQ], s, S.ym, S.fm)
    velocities_from_rates(P.tree, S.ym, S.fm, P.size[S_NQ])
    kinematics(P.tree, S.ym, P.size[S_NQ], P.work)


@pytest.mark.parametrize("name", PAIRS)
def test_nothing_touches_as_far_as_one_sees(name):
    P, rng, seen = system(PAIRS[name]), np.random.default_rng(7), 0
    elements = range(P.size[S_STATIC], P.count[N_ELEMENTS])
    assert len(elements) > 3
    for _ in range(6):
        S = random_step(P, rng)
        S.r[RTOL] = 1e-9
        gaps = []
        for s in PLACES:
            put(P, S, s)
            gaps.append([geometry(P, e).gap for e in elements])
        gaps = np.array(gaps).T
        bounds_from_interpolant(P, S)
        F = np.array([fall(P, e) for e in elements])
        way = np.abs(PLACES[None, :] - PLACES[:, None])
        assert np.all(np.abs(gaps[:, None, :] - gaps[:, :, None]) <= F[:, None, None] * way + 1e-12)
        for e in elements:
            P.sweep[e, BEND] = bend(P, e)
        for s in PLACES[::4]:
            put(P, S, s)
            for k, e in enumerate(elements):
                for direction in (1.0, -1.0):
                    sight, f = see(P, S, e, 0.0, 1.0, direction)
                    assert f <= gaps[k, PLACES == s] + 1e-12
                    if f > 0.0:
                        ahead = direction * (PLACES - s)
                        covered = (ahead >= 0.0) & (ahead < sight)
                        assert np.all(gaps[k, covered] > -1e-9)
                        seen += np.count_nonzero(covered) - 1
    assert seen > 100


def test_the_far_side_of_a_rim_comes_first():
    """A small box crosses a coin just above it: it leaves one side of the rim and comes to the other."""
    box = sp.Box((0.1, 0.1, 0.1), material="m", rounding=0.02)
    P = system(((FREE, COIN), (FREE, box)))
    S = random_step(P, np.random.default_rng(1))
    S.r[RTOL], S.Q[:, : P.size[S_NQ]], S.y[: P.size[S_NQ]] = 1e-9, 0.0, 0.0
    S.y[3] = S.y[10] = 1.0  # upright
    S.y[7:10], S.Q[0, 7] = (0.2, 0.0, 0.065), -0.68
    rim = next(
        e
        for e in range(P.size[S_STATIC], P.count[N_ELEMENTS])
        if (P.feat_i[P.el_i[e, EL_A], F_KIND], P.feat_i[P.el_i[e, EL_B], F_KIND]) == (SOLID, RIM)
    )
    gaps = []
    for s in PLACES:
        put(P, S, s)
        gaps.append(geometry(P, rim).gap)
    assert gaps[0] > 0.0 > gaps[-1]
    bounds_from_interpolant(P, S)
    P.sweep[rim, BEND] = bend(P, rim)
    put(P, S, 0.0)
    sight, _ = see(P, S, rim, 0.0, 1.0, 1.0)
    assert 0.0 < sight < 1.0
    assert min(gap for s, gap in zip(PLACES, gaps, strict=True) if s < sight) > 0.0
