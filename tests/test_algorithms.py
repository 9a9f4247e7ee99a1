"""The algorithms that a user calls on a model."""

import numpy as np
import pytest

import supple as sp


@pytest.fixture(scope="module")
def arm():
    scene = sp.Scene(gravity=(0, 0, -9.81))
    scene.body(
        "upper", mass=2.0, inertia=(0.1, 0.1, 0.02), com=(0, 0, -0.25), joint=sp.Revolute(axis=(0, 1, 0), angle=0.4)
    )
    scene.body("lower", mass=1.0, inertia=(0.05, 0.05, 0.01), com=(0, 0, -0.2), parent="upper",
               joint=sp.Revolute(axis=(0, 1, 0), at=(0, 0, -0.5), angle=-0.7, rate=1.5))  # fmt: skip
    scene.body("rock", mass=3.0, inertia=(0.2, 0.3, 0.4), joint=sp.Free(position=(1, 2, 3), velocity=(1, 0, 0)))
    return sp.build(scene)


def test_forward_and_inverse_dynamics_are_inverse(arm):
    tau = np.arange(8.0)
    np.testing.assert_allclose(sp.inverse_dynamics(arm, sp.forward_dynamics(arm, tau)), tau, rtol=1e-12, atol=1e-12)


def test_mass_matrix_solves_the_same_equation(arm):
    bias = sp.inverse_dynamics(arm, np.zeros(8))
    tau = np.linspace(-1, 1, 8)
    np.testing.assert_allclose(sp.mass_matrix(arm) @ sp.forward_dynamics(arm, tau) + bias, tau, atol=1e-11)


def test_jacobian_is_the_velocity_of_the_point(arm):
    n_q = arm.layout.n_q
    v = arm.y0[n_q : n_q + 8]
    h = 1e-7
    tip = (0, 0, -0.4)
    moved = arm.y0.copy()
    moved[1] += h * v[1]

    def place(y):
        a, b = y[0], y[0] + y[1]
        return np.array([-0.5 * np.sin(a) - 0.4 * np.sin(b), 0.0, -0.5 * np.cos(a) - 0.4 * np.cos(b)])

    rate = (place(moved) - place(arm.y0)) / h
    np.testing.assert_allclose(sp.jacobian(arm, "lower", point=tip)[3:] @ v, rate, atol=1e-6)


def test_momentum_and_centre_of_mass(arm):
    linear, angular = sp.momentum(arm)
    assert linear[0] == pytest.approx(3.0 + (sp.jacobian(arm, "lower", point=(0, 0, -0.2))[3:] @ arm.y0[9:17])[0])
    assert np.all(np.isfinite(angular))
    assert np.all(np.isfinite(sp.centre_of_mass(arm)))


def test_bad_arguments_are_sentences(arm):
    with pytest.raises(ValueError, match="tau must be 8 numbers"):
        sp.forward_dynamics(arm, [1.0])
    with pytest.raises(ValueError, match="did you mean 'lower'"):
        sp.jacobian(arm, "lowr")
