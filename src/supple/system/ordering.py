"""The order in which trees that act on each other are taken out of the equations of an implicit step: minimum degree.

Trees in a *clique* act on each other: those of a coupling, to begin with. A tree that is taken out leaves all with which it
was in a clique coupled: one clique instead of those that it was in. So cliques are all that has to be known (a quotient
graph), and their number does not grow. The next is the tree that is coupled with the fewest velocities, together with all
that are in no clique but the one it leaves: that is a *front* (fronts.py). Cliques that lie within the new one are part of
it.

    front f      trees taken out, then those that remain;  Q_INTO of a clique: the front into which its numbers go

A row of n trees leaves n - 1 fronts of two trees: linear in n. A square of n trees takes some n log n numbers and n^(3/2)
work, a heap n^(4/3) and n^2. Trees that are all coupled are one front.

Source    George & Liu, The evolution of the minimum degree ordering algorithm, SIAM Review 31 (1989); degrees are exact;
          absorption: Amestoy, Davis & Duff, SIAM J. Matrix Anal. Appl. 17 (1996).
"""

from .._jit import inlined, kernel
from .couplings import (
    N_COUPLINGS,
    N_FRONTS,
    NOBODY,
    Q_AT,
    Q_BASE,
    Q_FIRST,
    Q_HEAD,
    Q_INTO,
    Q_N,
    Q_N_OUT,
    Q_NEXT,
    Q_OUT,
    Q_SIZE,
    STAMP,
    T_BEFORE,
    T_CLIQUES,
    T_DEGREE,
    T_MARK,
    T_N_CLIQUES,
    T_NEXT,
    T_SEEN,
    T_SIZE,
    WORK,
    end_of,
    list_trees,
    write_couplings,
)

TOO_LARGE = -1  # N_FRONTS


@kernel
def find_fronts(P, n_block):
    """Fronts for what acts now; they stay while the same trees are coupled."""
    if write_couplings(P, n_block):
        return
    list_trees(P)
    count, table, clique = P.small.count, P.small.node_i, P.small.clique
    count[N_FRONTS], count[STAMP], count[WORK] = 0, 0, 0
    for c in range(count[N_COUPLINGS]):
        clique[c, Q_INTO], clique[c, Q_HEAD] = NOBODY, NOBODY
    for d in range(P.small.bucket.size):
        P.small.bucket[d] = NOBODY
    left, lowest = 0, 0
    for t in range(P.tree.i.shape[0] - 1, -1, -1):  # of equals the first is taken
        if table[t, T_N_CLIQUES] > 0:
            _put(P, t, _outside(P, t))
            left += 1
    while left > 0:
        while P.small.bucket[lowest] == NOBODY:
            lowest += 1
        f = _take(P, P.small.bucket[lowest])
        if f == TOO_LARGE:
            count[N_FRONTS] = TOO_LARGE
            return
        left -= clique[f, Q_N_OUT]
        lowest = min(lowest, _look_again(P, f))


# --- trees by their degrees -----------------------------------------------------------------------------------------------
@inlined
def _put(P, t, degree):
    """A tree among those of its degree."""
    table, bucket = P.small.node_i, P.small.bucket
    table[t, T_DEGREE], table[t, T_NEXT], table[t, T_BEFORE] = degree, bucket[degree], NOBODY
    if bucket[degree] != NOBODY:
        table[bucket[degree], T_BEFORE] = t
    bucket[degree] = t


@inlined
def _remove(P, t):
    """A tree away from there."""
    table = P.small.node_i
    after, before = table[t, T_NEXT], table[t, T_BEFORE]
    if after != NOBODY:
        table[after, T_BEFORE] = before
    if before != NOBODY:
        table[before, T_NEXT] = after
    else:
        P.small.bucket[table[t, T_DEGREE]] = after


@kernel
def _outside(P, t):
    """Velocities of trees without a mark with which a tree is in a clique."""
    table, trees, clique, count = P.small.node_i, P.small.trees, P.small.clique, P.small.count
    count[STAMP] += 1
    stamp, total = count[STAMP], 0
    table[t, T_SEEN] = stamp
    for a in range(table[t, T_CLIQUES], table[t, T_CLIQUES] + table[t, T_N_CLIQUES]):
        c = P.small.acting[a]
        for o in range(clique[c, Q_FIRST] + clique[c, Q_N_OUT], end_of(clique, c)):
            u = trees[o]
            if table[u, T_SEEN] != stamp and table[u, T_MARK] == 0:
                table[u, T_SEEN] = stamp
                total += table[u, T_SIZE]
    return total


# --- one front ------------------------------------------------------------------------------------------------------------
@inlined
def _absorb(clique, c, f):
    """The numbers of a clique go into a front."""
    clique[c, Q_INTO], clique[c, Q_NEXT], clique[f, Q_HEAD] = f, clique[f, Q_HEAD], c


@kernel
def _is_inside(P, c):
    """Whether all trees of a clique have a mark."""
    clique = P.small.clique
    for o in range(clique[c, Q_FIRST] + clique[c, Q_N_OUT], end_of(clique, c)):
        if P.small.node_i[P.small.trees[o], T_MARK] == 0:
            return False
    return True


@kernel
def _gather(P, p, f, first):
    """The trees of a front, with marks: p, and whoever is in a clique with it; where they end, TOO_LARGE: no room."""
    table, trees, clique, end = P.small.node_i, P.small.trees, P.small.clique, first + 1
    trees[first], table[p, T_MARK] = p, 1
    for a in range(table[p, T_CLIQUES], table[p, T_CLIQUES] + table[p, T_N_CLIQUES]):
        c = P.small.acting[a]
        _absorb(clique, c, f)
        for o in range(clique[c, Q_FIRST] + clique[c, Q_N_OUT], end_of(clique, c)):
            u = trees[o]
            if table[u, T_MARK] == 0:
                if end >= trees.size:
                    return TOO_LARGE
                trees[end], table[u, T_MARK] = u, 1
                end += 1
    return end


@kernel
def _join(P, u, f):
    """A tree is in a front now, and no longer in what that has absorbed; True: it is in nothing else."""
    table, acting, clique = P.small.node_i, P.small.acting, P.small.clique
    start = table[u, T_CLIQUES]
    end = start
    for a in range(start, start + table[u, T_N_CLIQUES]):
        c = acting[a]
        if clique[c, Q_INTO] == NOBODY:
            if _is_inside(P, c):
                _absorb(clique, c, f)
            else:
                acting[end] = c
                end += 1
    acting[end] = f  # there is room: it was in one of those that have been absorbed
    table[u, T_N_CLIQUES] = end + 1 - start
    return end == start


@kernel
def _take(P, p):
    """Take tree p out, with all that go along; the front, TOO_LARGE: there is no room for it."""
    table, trees, clique, count = P.small.node_i, P.small.trees, P.small.clique, P.small.count
    f = count[N_COUPLINGS] + count[N_FRONTS]
    first, at, base = end_of(clique, f - 1), 0, 0
    if count[N_FRONTS] > 0:
        before = clique[f - 1, Q_SIZE]
        at, base = clique[f - 1, Q_AT] + before * before, clique[f - 1, Q_BASE] + clique[f - 1, Q_OUT]
    clique[f, Q_INTO], clique[f, Q_HEAD], clique[f, Q_FIRST], clique[f, Q_N_OUT] = NOBODY, NOBODY, first, 1
    end = _gather(P, p, f, first)
    if end == TOO_LARGE:
        return TOO_LARGE
    clique[f, Q_N] = end - first
    _remove(P, p)
    size, out = 0, table[p, T_SIZE]
    for o in range(first, end):
        u = trees[o]
        size += table[u, T_SIZE]
        if o > first and _join(P, u, f):
            _remove(P, u)
            out += table[u, T_SIZE]
            other = first + clique[f, Q_N_OUT]
            trees[o], trees[other] = trees[other], u
            clique[f, Q_N_OUT] += 1
    clique[f, Q_AT], clique[f, Q_BASE], clique[f, Q_SIZE], clique[f, Q_OUT] = at, base, size, out
    count[N_FRONTS] += 1
    count[WORK] += out * size * size
    return f if at + size * size <= P.small.matrix.size else TOO_LARGE


@kernel
def _look_again(P, f):
    """New degrees of the trees that a front leaves; the lowest of them. Marks go."""
    table, trees, clique = P.small.node_i, P.small.trees, P.small.clique
    lowest = P.small.bucket.size
    for o in range(clique[f, Q_FIRST] + clique[f, Q_N_OUT], end_of(clique, f)):
        u = trees[o]
        degree = clique[f, Q_SIZE] - clique[f, Q_OUT] - table[u, T_SIZE] + _outside(P, u)
        _remove(P, u)
        _put(P, u, degree)
        lowest = min(lowest, degree)
    for o in range(clique[f, Q_FIRST], end_of(clique, f)):
        table[trees[o], T_MARK] = 0
    return lowest
