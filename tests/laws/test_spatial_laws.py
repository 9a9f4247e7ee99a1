"""Tensors, series, centre, normalising map, passive damping and the return to the limit surface of the spatial laws."""

import math

import numpy as np
import pytest

from supple.laws import DirectionalKelvinVoigt, SpatialSlip
from supple.laws.friction.contract import Load
from supple.laws.friction.spatial_slip import damping, tensors, torsion, yielded
from supple.laws.normal.directional_kelvin_voigt import onset
from supple.laws.normal.onset import Onset
from supple.spatial.plane_tensors import in_series, part_in_plane, product, root, trace
from supple.spatial.tangent import basis, expanded
from supple.spatial.vectors import sym_vec

UP = (0.0, 0.0, 1.0)
RNG = np.random.default_rng(20)


def turned():
    """A random rotation."""
    Q, R = np.linalg.qr(RNG.standard_normal((3, 3)))
    Q *= np.sign(np.diag(R))
    return Q if np.linalg.det(Q) > 0 else -Q


def unit():
    n = RNG.standard_normal(3)
    return tuple(n / np.linalg.norm(n))


def matrix(S):
    xx, yy, zz, xy, xz, yz = S
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def flat(T):
    return np.array([[T[0], T[1]], [T[1], T[2]]])


def rows(R):
    return tuple(R.ravel())


def spd(n):
    A = RNG.standard_normal((n, n))
    return A @ A.T + 0.1 * np.eye(n)


def upper(M):
    return M[0, 0], M[0, 1], M[1, 1]


# --- tensors of the plane ---------------------------------------------------------------------------------------------
def test_parts_in_the_plane_and_their_series():
    """(K_a^-1 + K_b^-1)^-1, and a rigid side drops out."""
    for _ in range(50):
        n, R, k = unit(), turned(), tuple(RNG.uniform(1, 10, 3))
        e1, e2 = basis(n)
        plane = np.array([e1, e2])
        np.testing.assert_allclose(np.vstack([plane, n]) @ np.vstack([plane, n]).T, np.eye(3), atol=1e-14)
        K = part_in_plane(rows(R), k, e1, e2)
        np.testing.assert_allclose(flat(K), plane @ R @ np.diag(k) @ R.T @ plane.T, rtol=0, atol=1e-13)
        other = spd(2)
        expected = np.linalg.inv(np.linalg.inv(flat(K)) + np.linalg.inv(other))
        np.testing.assert_allclose(flat(in_series(K, upper(other))), expected, rtol=1e-12, atol=1e-13)
        assert in_series(K, (0.0, 0.0, 0.0)) == K and in_series((0.0, 0.0, 0.0), K) == K


def test_the_normalising_map_is_the_root_of_the_stiffness():
    """N^T N = K, N n = 0, N does not depend on the axes of the plane; in the given basis Bm: N = Bm^-1, Bm^T K Bm = 1."""
    for _ in range(50):
        n, R_a, R_b = unit(), turned(), turned()
        law = SpatialSlip(mu=0.3, kt=tuple(RNG.uniform(1, 10, 3)), bt=tuple(RNG.uniform(1, 2, 3)),
                          kt_b=tuple(RNG.uniform(1, 10, 3)), bt_b=tuple(RNG.uniform(1, 2, 3)))  # fmt: skip
        N, B = (matrix(S) for S in tensors(n, rows(R_a), rows(R_b), law.row()))
        plane = np.array(basis(n))
        K = np.linalg.inv(sum(
            np.linalg.inv(plane @ R @ np.diag(k) @ R.T @ plane.T) for R, k in ((R_a, law.kt), (R_b, law.kt_b))
        ))  # fmt: skip
        np.testing.assert_allclose(N.T @ N, plane.T @ K @ plane, atol=1e-12)
        np.testing.assert_allclose(N @ n, 0, atol=1e-13)
        np.testing.assert_allclose(B @ n, 0, atol=1e-13)
        turn = turned()
        moved, _ = tensors(tuple(turn @ n), rows(turn @ R_a), rows(turn @ R_b), law.row())
        np.testing.assert_allclose(matrix(moved), turn @ N @ turn.T, atol=1e-12)
        Bm = np.linalg.inv(plane @ N @ plane.T)
        np.testing.assert_allclose(Bm.T @ K @ Bm, np.eye(2), atol=1e-12)


def test_values_of_a_lifted_tensor():
    n = unit()
    e1, e2 = basis(n)
    S = expanded((3.0, 1.0, 2.0), e1, e2)
    assert trace(S) == pytest.approx(5.0) and product(S) == pytest.approx(5.0)
    np.testing.assert_allclose(flat(root((3.0, 1.0, 2.0))) @ flat(root((3.0, 1.0, 2.0))), [[3, 1], [1, 2]], atol=1e-14)


# --- the centre -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("k_b", "alpha"), [(4e3, 0.5), (8e3, 2 / 3), (1e-3, 1e-3 / 4000.001), (None, 1.0)])
def test_the_force_acts_where_the_two_springs_meet(k_b, alpha):
    """alpha = K(c)/K_1 in (0, 1]: |c - p1| = alpha delta is the compression of side a under the force of both."""
    law = DirectionalKelvinVoigt(k=4e3, b=1.0, k_b=k_b, b_b=None if k_b is None else 1.0)
    out = np.zeros(6)
    onset(Onset(1.0, 1.0, UP, UP), law.row(), out)
    assert out[5] == pytest.approx(alpha, rel=1e-14) and 0.0 < out[5] <= 1.0
    assert out[0] / 4e3 == out[5]


def test_the_values_of_a_direction():
    law = DirectionalKelvinVoigt(k=(1e3, 2e3, 4e3), b=(1.0, 2.0, 4.0), k_b=(3e3, 3e3, 1e3), b_b=5.0)
    out, n = np.zeros(6), (0.6, 0.0, 0.8)
    onset(Onset(1.0, 1.0, n, UP), law.row(), out)
    k_a, b_a = 0.36 * 1e3 + 0.64 * 4e3, 0.36 * 1.0 + 0.64 * 4.0
    assert out[0] == pytest.approx(1 / (1 / k_a + 1 / 1e3)) and out[1] == pytest.approx(1 / (1 / b_a + 1 / 5.0))


# --- passive Hunt-Crossley damping ------------------------------------------------------------------------------------
def passive(N, B, weights):
    """N^T S B_n S N, S = diag(|xi|^(n/2)), B_n = N^-T B N^-1: the symmetric form of eq. (30)."""
    inverse, S = np.linalg.inv(N), np.diag(np.sqrt(weights))
    return N.T @ S @ (inverse.T @ B @ inverse) @ S @ N


def test_the_printed_damping_is_not_passive_and_the_symmetric_form_is():
    worst_printed, worst = 0.0, 0.0
    for _ in range(300):
        K, B, weights = spd(4), spd(4), RNG.uniform(0, 1, 4) ** 3
        N = np.linalg.cholesky(K).T
        printed = B @ np.linalg.inv(N) @ np.diag(weights) @ N
        worst_printed = min(worst_printed, np.linalg.eigvalsh(0.5 * (printed + printed.T))[0])
        form = passive(N, B, weights)
        np.testing.assert_allclose(form, form.T, atol=1e-10)
        worst = min(worst, np.linalg.eigvalsh(form)[0] / np.abs(form).max())
        # where B_n is diagonal the two are one
        alike = N.T @ np.diag(RNG.uniform(1, 2, 4)) @ N
        direct = alike @ np.linalg.inv(N) @ np.diag(weights) @ N
        np.testing.assert_allclose(passive(N, alike, weights), direct, atol=1e-10 * np.abs(direct).max())
    assert worst_printed < -0.04
    assert worst > -1e-14


@pytest.mark.parametrize("exponent", [0.0, 1.0, 1.5])
def test_the_damping_of_the_law_is_that_form_with_the_indentation(exponent):
    """S = delta^(m/2) for all coordinates."""
    law = SpatialSlip(mu=0.3, kt=(3.0, 1.0, 2.0), bt=(1.0, 4.0, 2.0), kt_b=2.0, bt_b=(3.0, 1.0, 5.0), exponent=exponent)
    n, delta = unit(), 0.02
    N, B = tensors(n, rows(turned()), rows(turned()), law.row())
    plane = np.array(basis(n))
    flat_N, flat_B = (plane @ matrix(S) @ plane.T for S in (N, B))
    found = matrix(damping(Load(1.0, delta, 1.0, 0.0, n, N, B), law.row()))
    np.testing.assert_allclose(
        plane @ found @ plane.T, passive(flat_N, flat_B, np.full(2, delta**exponent)), atol=1e-13
    )


# --- the return to the limit surface ----------------------------------------------------------------------------------
@pytest.mark.parametrize("r", [0.0, 0.02])
def test_the_discrete_return_map(r):
    """x_tr = x + h v; f = K x back to |f|_M = mu F by (1 + lam K) f = f_tr: the closest point in the norm of K^-1.

    What is booked as slip, V(x_tr) - V(x_new), is never negative, and with the work of the steps the audit is exact.
    """
    law = SpatialSlip(mu=0.4, kt=(4e4, 1e4, 2e4), bt=1.0, spin_radius=r)
    N, B = tensors(UP, rows(turned()), rows(np.eye(3)), law.row())
    K3 = matrix(N) @ matrix(N)
    K = (*np.diag(K3), K3[0, 1], K3[0, 2], K3[1, 2])
    k_w = torsion(Load(1.0, 0.0, 1.0, 0.0, UP, N, B), B, law.row())[0] ** 2
    inverse = np.linalg.inv(K3[:2, :2])

    def energy(f, tau):
        return 0.5 * (f[:2] @ inverse @ f[:2] + (tau * tau / k_w if k_w else 0.0))

    def size(f, tau):
        return math.sqrt(f @ f + ((tau / r) ** 2 if r else 0.0))

    f, tau, worked, slipped = np.zeros(3), 0.0, 0.0, 0.0
    yields = 0
    for step in range(5000):
        load = 50.0 * (1.0 + math.sin(0.01 * step))
        dx, dth = (
            np.append(2e-5 * RNG.standard_normal(2), 0.0) + (3e-5, 0, 0),
            (2e-3 * RNG.standard_normal() if r else 0.0),
        )
        f_tr, tau_tr = f + np.array(sym_vec(K, tuple(dx))), tau + k_w * dth
        worked += 0.5 * ((f + f_tr) @ dx + (tau + tau_tr) * dth)
        f, tau = f_tr, tau_tr
        limit = law.mu * load
        if size(f_tr, tau_tr) > limit:
            yields += 1
            new, tau = yielded(tuple(f_tr), tau_tr, K, r, size(f_tr, tau_tr), limit)
            f = np.array(new)
            lost = energy(f_tr, tau_tr) - energy(f, tau)
            assert lost >= 0.0
            assert abs(size(f, tau) - limit) < 1e-9 * max(limit, 1.0)
            slip = inverse @ (f_tr - f)[:2]  # lam f: along the normal of the limit surface
            assert abs(slip[0] * f[1] - slip[1] * f[0]) <= 1e-9 * np.abs(slip).max() * (1.0 + limit)
            slipped += lost
    assert yields > 500
    assert worked == pytest.approx(energy(f, tau) + slipped, abs=1e-12 * max(worked, 1.0))
