"""The plane normal to a unit vector n, and what symmetric matrices are in it.

    e_1, e_2     an orthonormal basis, right-handed with n
    (a, b, c)    the symmetric 2x2 matrix [[a, b], [b, c]] in that basis

The basis turns abruptly where n_z changes its sign: nothing that is returned to users may depend on it.

Source    Duff et al., Building an orthonormal basis, revisited, J. Computer Graphics Techniques 6 (2017) 1.
"""

import math

from .._jit import inlined
from .vectors import add_scaled, dot, scale, sym_vec


@inlined
def basis(n):
    """e_1, e_2."""
    sign = math.copysign(1.0, n[2])
    a = -1.0 / (sign + n[2])
    b = n[0] * n[1] * a
    return (1.0 + sign * n[0] * n[0] * a, sign * b, -sign * n[0]), (b, sign + n[1] * n[1] * a, -n[1])


@inlined
def compressed(S, e_1, e_2):
    """The part of a symmetric matrix (6) in the plane."""
    x, y = sym_vec(S, e_1), sym_vec(S, e_2)
    return dot(e_1, x), dot(e_1, y), dot(e_2, y)


@inlined
def expanded(M, e_1, e_2):
    """The symmetric matrix (6) that is M in the plane and zero along n."""
    a, b, c = M
    x, y = add_scaled(scale(a, e_1), b, e_2), add_scaled(scale(b, e_1), c, e_2)  # columns M e_1, M e_2
    return (
        e_1[0] * x[0] + e_2[0] * y[0],
        e_1[1] * x[1] + e_2[1] * y[1],
        e_1[2] * x[2] + e_2[2] * y[2],
        e_1[0] * x[1] + e_2[0] * y[1],
        e_1[0] * x[2] + e_2[0] * y[2],
        e_1[1] * x[2] + e_2[1] * y[2],
    )


@inlined
def eigenvalues(M):
    """The smaller and the larger one."""
    a, b, c = M
    middle, half = 0.5 * (a + c), 0.5 * (a - c)
    radius = math.sqrt(half * half + b * b)
    return middle - radius, middle + radius


@inlined
def eigenvector(M):
    """Unit vector (2) of the smaller eigenvalue; the first axis where the two are equal."""
    a, b, c = M
    half = 0.5 * (a - c)
    radius = math.hypot(half, b)
    if radius == 0.0:
        return 1.0, 0.0
    # [[half, b], [b, -half]] v = -radius v: of the two equal answers the one without cancellation
    x, y = (b, -half - radius) if half > 0.0 else (half - radius, b)
    length = math.hypot(x, y)
    return x / length, y / length


@inlined
def solved(M, x, y):
    """M^-1 (x, y)."""
    a, b, c = M
    f = 1.0 / (a * c - b * b)
    return f * (c * x - b * y), f * (a * y - b * x)
