"""Sparse LU of the velocities of trees that act on each other, by fronts: dense matrices of a few trees each.

A front has the velocities that are taken out in it (Q_OUT) and those that they act on. Into it go the numbers of its trees
and couplings, and what earlier fronts have left of those that they have in common; it leaves

    P F_oo = L U,    F_ro -> F_ro U^-1,    F_or -> L^-1 P F_or,    F_rr -> F_rr - F_ro F_or        o: out, r: remain

in its own place, where the front that takes it finds F_rr, and every solution the factors.

Pivots    Rows are exchanged within F_oo only, so what acts on others must be regular by itself. It is where inertia,
          damping and springs that hold dominate: what is taken out then makes the diagonal of what remains smaller, never
          negative. Where it makes it more than MOST times what it was, whatever the units of rows and columns, digits are
          lost: there are no factors, and the step is taken shorter, which gives inertia more weight. Trees that are all
          coupled are one front, with all exchanges.
LAPACK    cannot be called: machine code of supple links to the C library only, and runs without numba's run time. Large
          fronts go in panels of PANEL columns, so that most of the work is done along rows, on what is in the cache.
Source    Duff & Reid, The multifrontal solution of unsymmetric sets of linear equations, SIAM J. Sci. Stat. Comput. 5
          (1984).
"""

from .._jit import inlined, kernel, long_loops
from .couplings import Q_AT, Q_BASE, Q_FIRST, Q_OUT, Q_SIZE, T_MEMBERS, T_SIZE, end_of

PANEL, STRIP = 16, 192  # columns that are factorised, and that are changed, at a time: 24 kB
MOST = 1e5


@kernel
def lay_out(P, f):
    """slot: the velocities of a front."""
    clique, table, j = P.small.clique, P.small.node_i, 0
    for o in range(clique[f, Q_FIRST], end_of(clique, f)):
        first = table[P.small.trees[o], T_MEMBERS]
        for k in range(first, first + table[P.small.trees[o], T_SIZE]):
            P.small.slot[j] = P.small.members[k]
            j += 1


@kernel
def take_in(P, c, f):
    """Add what front c has left to front f, in which P.small.place is where a velocity stands."""
    W, slot, clique = P.small.matrix, P.small.slot, P.small.clique
    size, n, at, to = clique[c, Q_SIZE], clique[f, Q_SIZE], clique[c, Q_AT], clique[f, Q_AT]
    lay_out(P, c)
    for j in range(clique[c, Q_OUT], size):
        slot[j] = P.small.place[slot[j]]
    for i in range(clique[c, Q_OUT], size):
        row, into = at + i * size, to + slot[i] * n
        for j in range(clique[c, Q_OUT], size):
            W[into + slot[j]] += W[row + j]


# --- dense ----------------------------------------------------------------------------------------------------------------
@kernel
def _factor_panel(W, at, n, out, j0, j1, pivot, base):
    """LU of the columns j0 to j1, whole rows exchanged among those that are taken out; False: singular."""
    for j in range(j0, j1):
        best, row = j, at + j * n
        for i in range(j + 1, out):
            if abs(W[at + i * n + j]) > abs(W[at + best * n + j]):
                best = i
        pivot[base + j] = best
        other = at + best * n
        if not abs(W[other + j]) > 0.0:
            return False
        if best != j:
            for m in range(n):
                W[row + m], W[other + m] = W[other + m], W[row + m]
        inverse = 1.0 / W[row + j]
        for i in range(j + 1, n):
            o = at + i * n
            factor = W[o + j] * inverse
            W[o + j] = factor
            if factor != 0.0:
                for m in range(j + 1, j1):
                    W[o + m] -= factor * W[row + m]
    return True


@long_loops
def _subtract(W, row, at, n, j0, j1, m0, m1):
    """Row -= its numbers in the columns j0 to j1 times the rows of these, in the columns m0 to m1."""
    j = j0
    while j + 4 <= j1:
        a, b, c, d = W[row + j], W[row + j + 1], W[row + j + 2], W[row + j + 3]
        p = at + j * n
        q = p + n
        r = q + n
        s = r + n
        for m in range(m0, m1):
            W[row + m] -= (a * W[p + m] + b * W[q + m]) + (c * W[r + m] + d * W[s + m])
        j += 4
    while j < j1:
        a, p = W[row + j], at + j * n
        for m in range(m0, m1):
            W[row + m] -= a * W[p + m]
        j += 1


@kernel
def factorise(W, at, n, out, pivot, base):
    """Take the first `out` unknowns of the n x n numbers from `at` on out of them, in place; False: singular."""
    for j0 in range(0, out, PANEL):
        j1 = min(j0 + PANEL, out)
        if not _factor_panel(W, at, n, out, j0, j1, pivot, base):
            return False
        for m0 in range(j1, n, STRIP):
            m1 = min(m0 + STRIP, n)
            for i in range(j0 + 1, n):
                _subtract(W, at + i * n, at, n, j0, min(i, j1), m0, m1)
    return True


# --- solutions ------------------------------------------------------------------------------------------------------------
@inlined
def _along(W, at, x, first, end):
    """Sum of products, in four that do not wait for each other."""
    a = b = c = d = 0.0
    j = first
    while j + 4 <= end:
        a += W[at + j] * x[j]
        b += W[at + j + 1] * x[j + 1]
        c += W[at + j + 2] * x[j + 2]
        d += W[at + j + 3] * x[j + 3]
        j += 4
    while j < end:
        a += W[at + j] * x[j]
        j += 1
    return (a + b) + (c + d)


@kernel
def go_in(P, f):
    """The right-hand side of a front by L; what remains gets its share. From the first front to the last."""
    W, x, rows, slot, clique = P.small.matrix, P.small.x, P.small.rows, P.small.slot, P.small.clique
    at, n, out, base = clique[f, Q_AT], clique[f, Q_SIZE], clique[f, Q_OUT], clique[f, Q_BASE]
    lay_out(P, f)
    for j in range(out):
        x[j] = rows[slot[j]]
    for j in range(out):
        o = P.small.pivot[base + j]
        x[j], x[o] = x[o], x[j]
    for j in range(out):
        x[j] -= _along(W, at + j * n, x, 0, j)
        rows[slot[j]] = x[j]
    for j in range(out, n):
        rows[slot[j]] -= _along(W, at + j * n, x, 0, out)


@kernel
def go_back(P, f):
    """The velocities that are taken out in a front, when all others are known. From the last front to the first."""
    W, x, rows, slot, clique = P.small.matrix, P.small.x, P.small.rows, P.small.slot, P.small.clique
    at, n, out = clique[f, Q_AT], clique[f, Q_SIZE], clique[f, Q_OUT]
    lay_out(P, f)
    for j in range(out, n):
        x[j] = rows[slot[j]]
    for j in range(out - 1, -1, -1):
        row = at + j * n
        x[j] = (rows[slot[j]] - _along(W, row, x, j + 1, n)) / W[row + j]
        rows[slot[j]] = x[j]
