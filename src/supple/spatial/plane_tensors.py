"""Symmetric tensors of a plane through its unit normal n: two by two numbers (xx, xy, yy) in the axes e1, e2 of the plane.

    lifted   T = xx e1 e1^T + xy (e1 e2^T + e2 e1^T) + yy e2 e2^T, T n = 0, as symmetric 3x3 (spatial/vectors.py)

A tensor of space that is fixed in a body, R diag(k) R^T, has a part in every plane: e_i . R diag(k) R^T e_j. The axes e1,
e2 depend on n by a fixed rule; what is lifted does not depend on them.
"""

import math

from .._jit import inlined, kernel
from .vectors import mat_t_vec

NONE = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@inlined
def axes(n):
    """Two unit vectors that span the plane; smooth in n but for the lower half turning at n_z = 0.

    Source: Duff et al., Building an orthonormal basis, revisited, J. Computer Graphics Techniques 6 (2017) 1.
    """
    sign = math.copysign(1.0, n[2])
    a = -1.0 / (sign + n[2])
    b = n[0] * n[1] * a
    return (1.0 + sign * n[0] * n[0] * a, sign * b, -sign * n[0]), (b, sign + n[1] * n[1] * a, -n[1])


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


@kernel
def lifted(T, e1, e2):
    """As a tensor of space."""
    x, y, z = T
    return (
        x * e1[0] * e1[0] + 2.0 * y * e1[0] * e2[0] + z * e2[0] * e2[0],
        x * e1[1] * e1[1] + 2.0 * y * e1[1] * e2[1] + z * e2[1] * e2[1],
        x * e1[2] * e1[2] + 2.0 * y * e1[2] * e2[2] + z * e2[2] * e2[2],
        x * e1[0] * e1[1] + y * (e1[0] * e2[1] + e1[1] * e2[0]) + z * e2[0] * e2[1],
        x * e1[0] * e1[2] + y * (e1[0] * e2[2] + e1[2] * e2[0]) + z * e2[0] * e2[2],
        x * e1[1] * e1[2] + y * (e1[1] * e2[2] + e1[2] * e2[1]) + z * e2[1] * e2[2],
    )


@inlined
def trace(S):
    """Sum of the two values of a lifted tensor."""
    return S[0] + S[1] + S[2]


@inlined
def product(S):
    """Product of the two values of a lifted tensor: the sum of the principal minors."""
    xx, yy, zz, xy, xz, yz = S
    return xx * yy - xy * xy + xx * zz - xz * xz + yy * zz - yz * yz
