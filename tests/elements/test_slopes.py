"""Derivatives of elements: exact ones are differences, and both are what the right-hand side does."""

import numpy as np
import pytest

import supple as sp
from supple.dynamics.kinematics import kinematics
from supple.elements.registry import ELEMENTS
from supple.elements.slopes import answer, inputs, slopes_of
from supple.model.start import started
from supple.system.rhs import robot_rhs
from supple.tables import EL_KIND


def resting(friction):
    """A ball on a rail above a floor, a millimetre deep, sliding; with spring and damper in its joint."""
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.ground(material="floor")
    joint = sp.Prismatic(axis=(0, 0, 1), displacement=0.099, speed=-0.02, spring=50.0, rest=0.1, damping=3.0)
    scene.body("ball", mass=2.0, joint=joint, surfaces=[sp.Sphere(0.1, material="rubber")])
    scene.contact("rubber", "floor", normal=sp.HuntCrossley(k=1e5, lam=1e5), friction=friction)
    model = sp.build(scene)
    P, y = started(model, model.system(), 0.0, model.y0)
    kinematics(P.tree, y, model.layout.n_q, P.work)
    return model, P, y


def derivatives(P, e, y):
    kind = P.el_i[e, EL_KIND]
    module = ELEMENTS.modules[kind]
    x, D = np.zeros(module.N_INPUT), np.zeros((module.N_ANSWER, module.N_INPUT))
    inputs(kind, P, e, 0.0, y, x)
    slopes_of(kind)(P, e, 0.0, x, D, np.zeros((2, module.N_ANSWER)))
    return x, D


@pytest.mark.parametrize("friction", [None, sp.StickSlip(mu=0.4, kt=1e4, bt=10.0), sp.LuGre(
    mu_s=0.6, mu_k=0.4, v_stribeck=0.01, sigma0=1e3, sigma1=5.0)])  # fmt: skip
def test_the_slopes_of_the_elements_are_those_of_the_right_hand_side(friction):
    """m d(acceleration)/dq and /dv of the ball: minus those of contact and joint, both along the rail."""
    model, P, y = resting(friction)
    contact, spring = (
        model.known["ball/ground"],
        next(e for e, one in enumerate(model.elements) if "spring" in one.name),
    )
    (_, D), (_, T) = derivatives(P, contact, y), derivatives(P, spring, y)
    by_q, by_v = -D[0, 0] + T[0, 0], -D[0, 1] + T[0, 1]  # the contact pushes up as delta = 0.1 - q grows
    n = model.layout.n_q

    def acceleration(change, h):
        moved, dy = y.copy(), np.zeros_like(y)
        moved[change] += h
        robot_rhs(0.0, moved, P, dy)
        return dy[n]

    for change, slope, h in ((0, by_q, 1e-8), (n, by_v, 1e-6)):
        found = (acceleration(change, h) - acceleration(change, -h)) / (2.0 * h)
        assert 2.0 * found == pytest.approx(slope, rel=1e-5)


def test_exact_slopes_are_differences():
    model, P, y = resting(None)
    spring = next(e for e, one in enumerate(model.elements) if "spring" in one.name)
    kind = P.el_i[spring, EL_KIND]
    x, D = derivatives(P, spring, y)
    for j, h in enumerate(ELEMENTS.modules[kind].STEPS):
        ends = []
        for side in (h, -h):
            moved, out = x.copy(), np.zeros(1)
            moved[j] += side
            answer(kind, P, spring, 0.0, moved, out)
            ends.append(out[0])
        assert (ends[0] - ends[1]) / (2.0 * h) == pytest.approx(D[0, j], rel=1e-8)
