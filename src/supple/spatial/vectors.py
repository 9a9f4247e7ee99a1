"""Vectors and 3x3 matrices as tuples: they live in registers, while numba puts every small array on the heap.

    vector      (x, y, z)
    matrix      9 numbers row by row, M[3*i + j] = row i, column j
    symmetric   (xx, yy, zz, xy, xz, yz)

    [r] is the cross-product matrix, [r] v = r x v:   [r] = (0, -z, y,  z, 0, -x,  -y, x, 0)

Source    notation of Featherstone, Rigid Body Dynamics Algorithms (2008), ch. 2.
Limits    `sym_inverse` uses cofactors: its relative error grows like eps * cond(S); S must not be singular.
"""

from .._jit import inlined

Vector = tuple[float, float, float]
ZERO = (0.0, 0.0, 0.0)
UNTURNED = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)  # the rotation that is none


# --- tables <-> tuples ----------------------------------------------------------------------------------------------
@inlined
def get3(table, i, c):
    """Columns c..c+2 of row i."""
    return table[i, c], table[i, c + 1], table[i, c + 2]


@inlined
def get6(table, i, c):
    """Columns c..c+5 of row i."""
    return table[i, c], table[i, c + 1], table[i, c + 2], table[i, c + 3], table[i, c + 4], table[i, c + 5]


@inlined
def get9(table, i, c):
    """Columns c..c+8 of row i."""
    x0, x1, x2 = get3(table, i, c)
    x3, x4, x5, x6, x7, x8 = get6(table, i, c + 3)
    return x0, x1, x2, x3, x4, x5, x6, x7, x8


@inlined
def put3(table, i, c, v):
    """Write a vector to columns c..c+2 of row i."""
    table[i, c] = v[0]
    table[i, c + 1] = v[1]
    table[i, c + 2] = v[2]


@inlined
def put6(table, i, c, s):
    """Write six numbers to columns c..c+5 of row i."""
    table[i, c] = s[0]
    table[i, c + 1] = s[1]
    table[i, c + 2] = s[2]
    table[i, c + 3] = s[3]
    table[i, c + 4] = s[4]
    table[i, c + 5] = s[5]


@inlined
def put9(table, i, c, M):
    """Write a matrix to columns c..c+8 of row i."""
    put3(table, i, c, (M[0], M[1], M[2]))
    put6(table, i, c + 3, (M[3], M[4], M[5], M[6], M[7], M[8]))


@inlined
def accumulate3(table, i, c, v):
    """Add a vector to columns c..c+2 of row i."""
    table[i, c] += v[0]
    table[i, c + 1] += v[1]
    table[i, c + 2] += v[2]


@inlined
def accumulate6(table, i, c, s):
    """Add six numbers to columns c..c+5 of row i."""
    accumulate3(table, i, c, (s[0], s[1], s[2]))
    accumulate3(table, i, c + 3, (s[3], s[4], s[5]))


@inlined
def accumulate9(table, i, c, M):
    """Add a matrix to columns c..c+8 of row i."""
    accumulate3(table, i, c, (M[0], M[1], M[2]))
    accumulate6(table, i, c + 3, (M[3], M[4], M[5], M[6], M[7], M[8]))


# --- vectors --------------------------------------------------------------------------------------------------------
@inlined
def add(a, b):
    """a + b."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@inlined
def sub(a, b):
    """a - b."""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@inlined
def scale(s, a):
    """s a."""
    return s * a[0], s * a[1], s * a[2]


@inlined
def over(a, s):
    """a / s."""
    return a[0] / s, a[1] / s, a[2] / s


@inlined
def add_scaled(a, s, b):
    """a + s b."""
    return a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]


@inlined
def dot(a, b):
    """a . b."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@inlined
def cross(a, b):
    """a x b."""
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


# --- matrices -------------------------------------------------------------------------------------------------------
@inlined
def column(M, k):
    """Column k of M."""
    return M[k], M[3 + k], M[6 + k]


@inlined
def mat_vec(M, v):
    """M v."""
    return (
        M[0] * v[0] + M[1] * v[1] + M[2] * v[2],
        M[3] * v[0] + M[4] * v[1] + M[5] * v[2],
        M[6] * v[0] + M[7] * v[1] + M[8] * v[2],
    )


@inlined
def mat_t_vec(M, v):
    """M^T v."""
    return (
        M[0] * v[0] + M[3] * v[1] + M[6] * v[2],
        M[1] * v[0] + M[4] * v[1] + M[7] * v[2],
        M[2] * v[0] + M[5] * v[1] + M[8] * v[2],
    )


@inlined
def mat_mul(M, N):
    """M N."""
    x = mat_vec(M, (N[0], N[3], N[6]))
    y = mat_vec(M, (N[1], N[4], N[7]))
    z = mat_vec(M, (N[2], N[5], N[8]))
    return x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]


# --- symmetric matrices ---------------------------------------------------------------------------------------------
@inlined
def sym_vec(S, v):
    """S v."""
    return (
        S[0] * v[0] + S[3] * v[1] + S[4] * v[2],
        S[3] * v[0] + S[1] * v[1] + S[5] * v[2],
        S[4] * v[0] + S[5] * v[1] + S[2] * v[2],
    )


@inlined
def sym_add(S, T):
    """S + T."""
    return S[0] + T[0], S[1] + T[1], S[2] + T[2], S[3] + T[3], S[4] + T[4], S[5] + T[5]


@inlined
def sym_sub(S, T):
    """S - T."""
    return S[0] - T[0], S[1] - T[1], S[2] - T[2], S[3] - T[3], S[4] - T[4], S[5] - T[5]


@inlined
def sym_outer(a, s):
    """s a a^T."""
    x, y = s * a[0], s * a[1]
    return x * a[0], y * a[1], s * a[2] * a[2], x * a[1], x * a[2], y * a[2]


@inlined
def sym_inverse(S):
    """S^-1 by cofactors."""
    xx, yy, zz, xy, xz, yz = S
    c_xx = yy * zz - yz * yz
    c_xy = xz * yz - xy * zz
    c_xz = xy * yz - xz * yy
    r = 1.0 / (xx * c_xx + xy * c_xy + xz * c_xz)
    return r * c_xx, r * (xx * zz - xz * xz), r * (xx * yy - xy * xy), r * c_xy, r * c_xz, r * (xy * xz - xx * yz)


@inlined
def sym_congruence(M, S):
    """M S M^T, symmetric; with a rotation M = R the same tensor in other axes."""
    x = sym_vec(S, (M[0], M[1], M[2]))
    y = sym_vec(S, (M[3], M[4], M[5]))
    z = sym_vec(S, (M[6], M[7], M[8]))
    return (
        M[0] * x[0] + M[1] * x[1] + M[2] * x[2],
        M[3] * y[0] + M[4] * y[1] + M[5] * y[2],
        M[6] * z[0] + M[7] * z[1] + M[8] * z[2],
        M[0] * y[0] + M[1] * y[1] + M[2] * y[2],
        M[0] * z[0] + M[1] * z[1] + M[2] * z[2],
        M[3] * z[0] + M[4] * z[1] + M[5] * z[2],
    )
