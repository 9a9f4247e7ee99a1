"""Leaves of the algebra against numpy and scipy, and the rotations that builders use."""

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from supple.spatial import rotations, vectors

RNG = np.random.default_rng(7)
M, N = RNG.normal(size=(2, 3, 3))
S = M @ M.T + np.eye(3)
S6 = tuple(float(x) for x in S[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]])


def full(s):
    return np.array([[s[0], s[3], s[4]], [s[3], s[1], s[5]], [s[4], s[5], s[2]]])


def flat(matrix):
    return tuple(float(x) for x in matrix.ravel())


def test_matrix_products():
    v = tuple(float(x) for x in RNG.normal(size=3))
    np.testing.assert_allclose(vectors.mat_vec(flat(M), v), M @ v, rtol=1e-14)
    np.testing.assert_allclose(vectors.mat_t_vec(flat(M), v), M.T @ v, rtol=1e-13)
    np.testing.assert_allclose(vectors.mat_mul(flat(M), flat(N)), (M @ N).ravel(), rtol=1e-13)
    np.testing.assert_allclose(vectors.sym_vec(S6, v), S @ v, rtol=1e-13)
    np.testing.assert_allclose(vectors.cross(v, (1.0, 2.0, 3.0)), np.cross(v, (1.0, 2.0, 3.0)), rtol=1e-13)


def test_symmetric_matrices():
    np.testing.assert_allclose(full(vectors.sym_inverse(S6)) @ S, np.eye(3), atol=1e-13)
    np.testing.assert_allclose(full(vectors.sym_congruence(flat(N), S6)), N @ S @ N.T, rtol=1e-12)
    a = (0.3, -0.4, 0.5)
    np.testing.assert_allclose(full(vectors.sym_outer(a, 2.0)), 2.0 * np.outer(a, a), rtol=1e-14)


def test_quaternion_matrix_ignores_length():
    q = RNG.normal(size=4)
    expected = Rotation.from_quat(q[[1, 2, 3, 0]]).as_matrix()
    for length in (0.01, 1.0, 30.0):
        np.testing.assert_allclose(rotations.quaternion_to_matrix(length * q), expected, atol=1e-14)


def test_quaternion_rate_is_the_rotation_rate():
    q, omega, h = tuple(float(x) for x in RNG.normal(size=4)), (0.3, -1.2, 0.8), 1e-5
    qdot = np.array(rotations.quaternion_rate(q, omega))
    R = rotations.quaternion_to_matrix(q)
    step = (rotations.quaternion_to_matrix(q + h * qdot) - rotations.quaternion_to_matrix(q - h * qdot)) / (2.0 * h)
    x, y, z = omega
    np.testing.assert_allclose(R.T @ step, [[0, -z, y], [z, 0, -x], [-y, x, 0]], atol=1e-9)
    assert abs(np.dot(q, qdot)) < 1e-15


def test_axis_angle_and_rpy():
    np.testing.assert_allclose(
        rotations.axis_angle((1.0, -2.0, 2.0), 0.7),
        Rotation.from_rotvec(0.7 * np.array([1.0, -2.0, 2.0]) / 3.0).as_matrix(),
        atol=1e-15,
    )
    np.testing.assert_allclose(
        rotations.rpy(0.3, -0.8, 1.9), Rotation.from_euler("xyz", [0.3, -0.8, 1.9]).as_matrix(), atol=1e-15
    )


@pytest.mark.parametrize("axis", [(1, 2, 3), (1, 2, -3), (0, 0, 1), (0, 0, -2), (1e-9, -2e-9, -1), (1e-170, 0, -1)])
def test_z_to_is_a_rotation_and_hits_the_axis(axis):
    R = rotations.z_to(axis)
    np.testing.assert_allclose(R[:, 2], np.array(axis) / np.linalg.norm(axis), atol=1e-15)
    np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-15)
    assert np.linalg.det(R) > 0.0


@pytest.mark.parametrize("q", [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, -1, 0), (0, 0.6, 0, 0.8), (0.1, -0.5, 0.7, 0.2)])
def test_quaternion_round_trip(q):
    R = rotations.quaternion_to_matrix(q)
    back = rotations.matrix_to_quaternion(R)
    assert back[0] >= 0.0
    np.testing.assert_allclose(np.linalg.norm(back), 1.0, rtol=1e-15)
    np.testing.assert_allclose(rotations.quaternion_to_matrix(back), R, atol=1e-15)


def test_builders_refuse_nothing_as_direction():
    with pytest.raises(ValueError, match="axis must not be the zero vector"):
        rotations.axis_angle((0, 0, 0), 1.0)
    with pytest.raises(ValueError, match="quaternion must not be zero"):
        rotations.quaternion_to_matrix((0, 0, 0, 0))
