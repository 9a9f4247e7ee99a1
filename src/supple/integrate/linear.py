"""LU factorisation with partial pivoting, in place on preallocated arrays.

LAPACK is not called here: the systems have 2 to 50 unknowns, where the call itself costs more than the work, and numba's
wrappers allocate.
"""

from .._jit import kernel, long_loops


@kernel
def lu_factor(A, n, pivot):
    """Factorise the leading n x n block of A in place; return False if it is singular."""
    for j in range(n):
        best = j
        for i in range(j + 1, n):
            if abs(A[i, j]) > abs(A[best, j]):
                best = i
        pivot[j] = best
        if not abs(A[best, j]) > 0.0:
            return False
        if best != j:
            for m in range(n):
                A[j, m], A[best, m] = A[best, m], A[j, m]
        inverse = 1.0 / A[j, j]
        for i in range(j + 1, n):
            factor = A[i, j] * inverse
            A[i, j] = factor
            if factor != 0.0:
                _subtract(A, i, factor, j, n)
    return True


@long_loops
def _subtract(A, i, factor, j, n):
    """Row i -= factor times row j, behind column j."""
    for m in range(j + 1, n):
        A[i, m] -= factor * A[j, m]


@kernel
def lu_solve(A, n, pivot, b, act):
    """Solve in place for the components b[act[0]], ..., b[act[n - 1]]."""
    # the factors belong to the rows in their final order: all exchanges come first
    for j in range(n):
        p = act[pivot[j]]
        i = act[j]
        if p != i:
            b[i], b[p] = b[p], b[i]
    for j in range(n):
        for m in range(j + 1, n):
            b[act[m]] -= A[m, j] * b[act[j]]
    for j in range(n - 1, -1, -1):
        total = b[act[j]]
        for m in range(j + 1, n):
            total -= A[j, m] * b[act[m]]
        b[act[j]] = total / A[j, j]
