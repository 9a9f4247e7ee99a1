"""Rotation matrices (n, 3, 3) as quaternions and as rotation vectors."""

import numpy as np


def quaternions(R):
    """Unit quaternions w, x, y, z of rotation matrices, shape (n, 4), without jumps of sign from one to the next.

    The column of 4 q q^T with the largest diagonal entry is parallel to q and far from zero.
    """
    q = _any_sign(R)
    turns = np.where(np.sum(q[1:] * q[:-1], axis=1) < 0.0, -1.0, 1.0)
    q[1:] *= np.cumprod(turns)[:, None]
    return q


def rotation_vectors(R):
    """Axis times angle [rad] of rotation matrices, shape (n, 3); at most half a turn."""
    q = _any_sign(R)
    q *= np.where(q[:, :1] < 0.0, -1.0, 1.0)
    sine = np.linalg.norm(q[:, 1:], axis=1, keepdims=True)
    angle = 2.0 * np.arctan2(sine, q[:, :1])
    return q[:, 1:] * np.where(sine > 0.0, angle / np.where(sine > 0.0, sine, 1.0), 2.0)


def _any_sign(R):
    xx, yy, zz = R[:, 0, 0], R[:, 1, 1], R[:, 2, 2]
    wx, wy, wz = R[:, 2, 1] - R[:, 1, 2], R[:, 0, 2] - R[:, 2, 0], R[:, 1, 0] - R[:, 0, 1]
    xy, xz, yz = R[:, 0, 1] + R[:, 1, 0], R[:, 0, 2] + R[:, 2, 0], R[:, 1, 2] + R[:, 2, 1]
    columns = np.array(
        [
            [1 + xx + yy + zz, wx, wy, wz],
            [wx, 1 + xx - yy - zz, xy, xz],
            [wy, xy, 1 - xx + yy - zz, yz],
            [wz, xz, yz, 1 - xx - yy + zz],
        ]
    )
    best = np.argmax(np.einsum("iin->in", columns), axis=0)
    q = columns[:, best, np.arange(len(R))].T
    return q / np.linalg.norm(q, axis=1, keepdims=True)
