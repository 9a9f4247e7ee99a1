"""Symmetric tensors of the plane normal to n: (xx, xy, yy) in the basis e1, e2 of tangent.py, and expanded to space.

A tensor of space that is fixed in a body, R diag(k) R^T, has a part in every plane: e_i . R diag(k) R^T e_j. What is
expanded again does not depend on the basis.
"""

import math

from .._jit import inlined
from .vectors import mat_t_vec

NONE = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@inlined
def part_in_plane(R, k, e1, e2):
    """The part in the plane of the tensor with the values k along the axes of a body turned by R."""
    x, y = mat_t_vec(R, e1), mat_t_vec(R, e2)
    return (
        k[0] * x[0] * x[0] + k[1] * x[1] * x[1] + k[2] * x[2] * x[2],
        k[0] * x[0] * y[0] + k[1] * x[1] * y[1] + k[2] * x[2] * y[2],
        k[0] * y[0] * y[0] + k[1] * y[1] * y[1] + k[2] * y[2] * y[2],
    )


@inlined
def in_series(S, T):
    """(S^-1 + T^-1)^-1 of two positive tensors, S (S + T)^-1 T; a tensor of zeros is a rigid side and drops out."""
    if T[0] + T[2] == 0.0:
        return S
    if S[0] + S[2] == 0.0:
        return T
    a, b, c = S[0] + T[0], S[1] + T[1], S[2] + T[2]
    det, det_S, det_T = a * c - b * b, S[0] * S[2] - S[1] * S[1], T[0] * T[2] - T[1] * T[1]
    # in two dimensions: (det_S T + det_T S)/det(S + T)
    return (
        (det_S * T[0] + det_T * S[0]) / det,
        (det_S * T[1] + det_T * S[1]) / det,
        (det_S * T[2] + det_T * S[2]) / det,
    )


@inlined
def root(T):
    """The positive square root."""
    d = math.sqrt(max(T[0] * T[2] - T[1] * T[1], 0.0))
    total = T[0] + T[2] + 2.0 * d
    if total <= 0.0:
        return (0.0, 0.0, 0.0)
    s = 1.0 / math.sqrt(total)
    return (T[0] + d) * s, T[1] * s, (T[2] + d) * s


@inlined
def trace(S):
    """Sum of the two values of an expanded tensor."""
    return S[0] + S[1] + S[2]


@inlined
def product(S):
    """Product of the two values of an expanded tensor: the sum of the principal minors."""
    xx, yy, zz, xy, xz, yz = S
    return xx * yy - xy * xy + xx * zz - xz * xz + yy * zz - yz * yz
