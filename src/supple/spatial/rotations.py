"""Rotations: quaternions in the kernels, axes and angles for the builders.

A quaternion is (w, x, y, z), w the scalar part. R_AB turns components in B into components in A, v_A = R_AB v_B.

    R(q) = matrix of q / |q|           (no need for unit quaternions inside the integrator)
    qdot = 1/2 q (0, omega_B)          omega_B [rad/s] angular velocity of B relative to A, in axes of B

qdot is linear in q and orthogonal to it, so the exact flow keeps |q|; a Runge-Kutta step drifts by its own error, which
R(q) does not feel.

Kernels      `quaternion_matrix`, `quaternion_rate`: tuples in, tuples out.
For builders plain Python with numpy arrays, 3x3 matrices: `axis_angle`, `z_to`, `rpy`, `matrix_to_quaternion`,
             `quaternion_to_matrix`.

Source    Shuster, J. Astronaut. Sci. 41 (1993) 439; matrix to quaternion: Shepperd, J. Guid. Control 1 (1978) 223.
Limits    q = 0 has no rotation and is not caught in the kernels.
"""

import math

import numpy as np

from .._jit import inlined


@inlined
def quaternion_matrix(q):
    """Rotation matrix (9 numbers) of q / |q|."""
    w, x, y, z = q
    s = 2.0 / (w * w + x * x + y * y + z * z)
    sx, sy, sz = s * x, s * y, s * z
    xx, yy, zz = sx * x, sy * y, sz * z
    xy, xz, yz = sx * y, sx * z, sy * z
    wx, wy, wz = sx * w, sy * w, sz * w
    return 1.0 - yy - zz, xy - wz, xz + wy, xy + wz, 1.0 - xx - zz, yz - wx, xz - wy, yz + wx, 1.0 - xx - yy


@inlined
def quaternion_rate(q, omega):
    """qdot = 1/2 q (0, omega), omega in the axes of the rotating frame [rad/s]."""
    w, x, y, z = q
    a, b, c = 0.5 * omega[0], 0.5 * omega[1], 0.5 * omega[2]
    return -x * a - y * b - z * c, w * a + y * c - z * b, w * b + z * a - x * c, w * c + x * b - y * a


@inlined
def quaternion_velocity(q, rate):
    """omega = 2 Im(q* qdot)/|q|^2 [rad/s] in the axes of the rotating frame: the inverse of `quaternion_rate`."""
    w, x, y, z = q
    a, b, c, d = rate
    f = 2.0 / (w * w + x * x + y * y + z * z)
    return f * (w * b - x * a - y * d + z * c), f * (w * c - y * a - z * b + x * d), f * (w * d - z * a - x * c + y * b)


# --- for builders ---------------------------------------------------------------------------------------------------
def axis_angle(axis, angle):
    """Rotation by `angle` [rad] about `axis` (any length > 0), shape (3, 3)."""
    half = 0.5 * angle
    return quaternion_to_matrix((math.cos(half), *(math.sin(half) * _unit(axis))))


def z_to(axis):
    """The shortest rotation that takes z to the direction of `axis`, shape (3, 3); about x if the axis is -z."""
    a = _unit(axis)
    # q = (1 + z.a, z x a) is zero for a = -z and inexact next to it, where 1 + a_z = (a_x^2 + a_y^2) / (1 - a_z) is not
    square = a[0] * a[0] + a[1] * a[1]
    if a[2] < 0.0 and square == 0.0:
        return np.diag([1.0, -1.0, -1.0])
    w = 1.0 + a[2] if a[2] >= 0.0 else square / (1.0 - a[2])
    return quaternion_to_matrix((w, -a[1], a[0], 0.0))


def rpy(roll, pitch, yaw):
    """Rz(yaw) Ry(pitch) Rx(roll) [rad]: the convention of URDF, shape (3, 3)."""
    return axis_angle((0, 0, 1), yaw) @ axis_angle((0, 1, 0), pitch) @ axis_angle((1, 0, 0), roll)


def quaternion_to_matrix(q):
    """Rotation matrix of q / |q|, shape (3, 3)."""
    w, x, y, z = (float(c) for c in q)
    if w == x == y == z == 0.0:
        raise ValueError(f"quaternion must not be zero, got {q!r}")
    return np.array(quaternion_matrix((w, x, y, z))).reshape(3, 3)


def matrix_to_quaternion(R):
    """Unit quaternion (w, x, y, z), w >= 0, of a rotation matrix, shape (4,)."""
    R = np.asarray(R, dtype=float)
    trace = R[0, 0] + R[1, 1] + R[2, 2]
    # row k is 4 q_k q: the row of the largest component is free of cancellation
    rows = np.array(
        [
            [1.0 + trace, R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]],
            [R[2, 1] - R[1, 2], 1.0 + 2.0 * R[0, 0] - trace, R[0, 1] + R[1, 0], R[0, 2] + R[2, 0]],
            [R[0, 2] - R[2, 0], R[0, 1] + R[1, 0], 1.0 + 2.0 * R[1, 1] - trace, R[1, 2] + R[2, 1]],
            [R[1, 0] - R[0, 1], R[0, 2] + R[2, 0], R[1, 2] + R[2, 1], 1.0 + 2.0 * R[2, 2] - trace],
        ]
    )
    q = rows[np.argmax(np.diag(rows))]
    q = q / np.linalg.norm(q)
    return -q if q[0] < 0.0 else q


def _unit(axis):
    a = np.asarray(axis, dtype=float)
    length = np.linalg.norm(a)
    if not length > 0.0:
        raise ValueError(f"axis must not be the zero vector, got {axis!r}")
    return a / length
