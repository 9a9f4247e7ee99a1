"""Derivatives of mass matrix, bias forces and Jacobians: closed forms, Pinocchio, and what they must add up to."""

import numpy as np
import pytest
from linear.mechanisms import double_pendulum, random_mechanism

import supple as sp


@pytest.mark.validation
def test_double_pendulum():
    """M_11 = 3 l^2 + 2 c^2 + 4 l c cos b with the relative angle b."""
    model = sp.build(double_pendulum())
    b = model.y0[1]
    slope = -2.0 * 2.0 * 0.5 * 0.3 * np.sin(b)
    found = sp.mass_matrix_derivatives(model)
    assert np.abs(found[:, :, 0]).max() < 1e-12
    assert found[:, :, 1] == pytest.approx(np.array([[slope, slope / 2.0], [slope / 2.0, 0.0]]), abs=1e-12)


@pytest.mark.parametrize("seed", range(6))
def test_coriolis_forces_are_those_of_the_mass_matrix(seed):
    """M' = sum dM/dq_k v_k, and v^T (M' - 2 dh/dv/2) v = 0: what h does to the energy is what M' takes from it."""
    model = sp.build(random_mechanism(seed))
    layout = model.layout
    v = model.y0[layout.n_q : layout.n_q + layout.n_v]
    rate = sp.mass_matrix_derivatives(model) @ v
    coriolis = sp.bias_forces(model) - sp.gravity_forces(model)
    assert v @ coriolis == pytest.approx(0.5 * v @ rate @ v, rel=1e-9, abs=1e-10)
    by_velocity = sp.bias_derivatives(model).by_velocity
    assert by_velocity @ v == pytest.approx(2.0 * coriolis, rel=1e-10, abs=1e-10)  # h is quadratic in v


@pytest.mark.parametrize("seed", range(3))
def test_jacobian_derivatives_are_the_acceleration_of_the_point(seed):
    """J' v, by the derivatives and by a small motion."""
    model = sp.build(random_mechanism(seed))
    layout = model.layout
    v = model.y0[layout.n_q : layout.n_q + layout.n_v]
    point = (0.1, -0.2, 0.3)
    rate = sp.jacobian_derivatives(model, "b3", point=point) @ v
    run = sp.simulate(model, 1e-5, rtol=1e-12)
    ahead = sp.jacobian(model, "b3", run.final, point=point)
    assert (ahead - sp.jacobian(model, "b3", point=point)) / 1e-5 == pytest.approx(rate, abs=2e-3)


def test_forward_dynamics_is_differentiated_by_them():
    """d vdot/dq = -M^-1 (dM/dq vdot + dh/dq), against the linear model of a scene without other forces."""
    scene = double_pendulum()
    model = sp.build(scene)
    vdot = sp.forward_dynamics(model, np.zeros(2))
    rows = sp.mass_matrix_derivatives(model)
    right = np.einsum("ijk,j->ik", rows, vdot) + sp.bias_derivatives(model).by_position
    expected = -np.linalg.solve(sp.mass_matrix(model), right)
    assert sp.linearise(model).A[2:, :2] == pytest.approx(expected, rel=1e-9)


def test_unknown_bodies_and_states_are_sentences():
    model = sp.build(double_pendulum())
    with pytest.raises(ValueError, match="body must be one of"):
        sp.jacobian_derivatives(model, "c")
    with pytest.raises(ValueError, match="finite numbers"):
        sp.mass_matrix_derivatives(model, [np.nan, 0.0, 0.0, 0.0])
