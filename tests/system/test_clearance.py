"""What clears a step is a bound: from every place of a random step, no gap falls faster or bends more than it says."""

import numpy as np
import pytest

import supple as sp
from supple.dynamics.kinematics import kinematics, velocities_from_rates
from supple.elements.features import geometry, nodes
from supple.elements.places import velocity
from supple.integrate.dense import evaluate_with_rate
from supple.integrate.solver import new_solver
from supple.joints.dispatch import n_plain, n_position
from supple.system.bounds import bounds_from_interpolant
from supple.system.pair_bounds import bend, fall
from supple.tables import KIND, QI, S_NODES, S_NQ

PLACES = np.linspace(0.0, 1.0, 17)
FREE, HINGE, FIXED = sp.Free(), sp.Revolute(axis=(1, 0, 0)), sp.Fixed(at=(0.2, 0.1, 1.5), orientation=(1, 0.5, 0, 0.2))
ABOVE = sp.Fixed(at=(0, 0, 0.3))  # of the hinge
DISC, NEEDLE, ROUND = (1.0, 1.0, 0.05), (0.05, 1.0, 0.05), (0.3, 0.2, 0.4)
PLANE, BALL = sp.HalfSpace((0, 0, 1), (0, 0, 0.1), "m"), sp.Sphere(0.3, (0.4, 0, 0), "m")


def ellipsoid(axes, at=(0.3, -0.2, 0.4)):
    return sp.Ellipsoid(axes, at, (1.0, 0.3, 0.4, -0.2), "m")


def box():
    return sp.Superellipsoid((0.5, 0.3, 0.2), 6.0, 0.02, (0.2, 0, 0), (1.0, 0.5, 0.0, 0.3), "m")


PAIRS = {
    "two ellipsoids": ((FREE, ellipsoid(DISC)), (FREE, ellipsoid(NEEDLE))),
    "a fixed disc": ((FIXED, ellipsoid(DISC)), (FREE, ellipsoid(ROUND))),
    "a ball": ((FREE, BALL), (FREE, ellipsoid(DISC))),
    "superellipsoids": ((FREE, box()), (FREE, box())),
    "on a fixed plane": ((sp.Fixed(at=(0, 0, -2)), PLANE), (FREE, ellipsoid(DISC))),
    "a plane that turns over a fixed disc": ((HINGE, PLANE), (ABOVE, sp.Ellipsoid(DISC, material="m"))),
    "a plane that turns over a disc": ((HINGE, PLANE), (FREE, ellipsoid(DISC))),
    "a plane that flies": ((FREE, PLANE), (FREE, ellipsoid(NEEDLE))),
}


def system(pair):
    """The system of two bodies with a surface each; its first contact is theirs."""
    scene = sp.Scene(name="pair")
    for name, (joint, surface) in zip("ab", pair, strict=True):
        mass = 0.0 if isinstance(joint, sp.Fixed) else 1.0
        scene.body(name, joint=joint, surfaces=[surface], mass=mass, inertia=(1, 1, 1))
    scene.contact("m", "m", normal=sp.Hertz(k=1e6))
    return sp.build(scene).system(contact_error=True, laws=True)


def random_step(P, rng):
    """A solver whose interpolant is a random step: at most a metre, and half a radian either way."""
    n_q = P.size[S_NQ]
    S = new_solver(2 * n_q, 1, 2, 4, 1, 1, 1, False)
    S.y[:n_q] = rng.normal(size=n_q)
    S.Q[:, :n_q] = rng.choice([0.03, 0.3]) * rng.normal(size=(4, n_q)) / (1.0 + np.arange(4))[:, None]
    S.Q[1:] *= rng.choice([0.0, 1.0])
    for i in range(P.size[S_NODES]):
        kind, q = P.tree.i[i, KIND], P.tree.i[i, QI]
        if n_position(kind) > n_plain(kind):
            q += n_plain(kind)
            start, axis = np.linalg.qr(rng.normal(size=(4, 2)))[0].T
            w = rng.uniform(0.05, 0.25)
            S.y[q : q + 4] = start
            S.Q[:, q : q + 4] = np.outer((0, -(w**2) / 2, 0, w**4 / 24), start) + np.outer((w, 0, -(w**3) / 6, 0), axis)
    return S


def along(P, S):
    """Gap and its rate by s at every place of the step, as the clearance has them."""
    out = []
    for s in PLACES:
        evaluate_with_rate(S, P.size[S_NQ], s, S.ym, S.fm)
        velocities_from_rates(P.tree, S.ym, S.fm, P.size[S_NQ])
        kinematics(P.tree, S.ym, P.size[S_NQ], P.work)
        m, (a, b) = geometry(P, 0), nodes(P, 0)
        apart = np.subtract(velocity(P, b, m.point), velocity(P, a, m.point))
        out.append((m.gap, np.dot(m.normal, apart)))
    return np.array(out).T


@pytest.mark.parametrize("name", PAIRS)
def test_no_gap_falls_faster_or_bends_more_than_its_bounds(name):
    P, rng, sharpest = system(PAIRS[name]), np.random.default_rng(7), 0.0
    way = PLACES[None, :] - PLACES[:, None]
    for _ in range(12):
        S = random_step(P, rng)
        gap, rate = along(P, S)
        bounds_from_interpolant(P, S)
        F, A = fall(P, 0), bend(P, 0)
        assert np.all(np.abs(gap[None, :] - gap[:, None]) <= F * np.abs(way) + 1e-12)
        short = gap[:, None] + rate[:, None] * way - gap[None, :]  # what the bend must explain
        assert np.all(short <= 0.5 * A * way**2 + 1e-12)
        sharpest = max(sharpest, float(np.max(short[way != 0.0] / (0.5 * A * way[way != 0.0] ** 2))))
    assert sharpest > 0.02  # and the bound is of use
