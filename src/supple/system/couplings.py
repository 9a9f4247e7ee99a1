"""Which trees act on each other in an implicit step: found anew for every Jacobian.

    clique   a row per coupling, an element that acts between nodes or over coordinates of one tree or of several, all of
             which may move; behind them a row per front (ordering.py), which leaves the trees that remain coupled
    ends     nodes of the couplings
    trees    trees of the cliques, one clique after the other; a tree is known by its root
    node_i   whether a node is before the end of a coupling; of a root: those of its tree, and their coordinates, in the two
             lists `nodes` and `members`, and what the ordering needs

All other nodes, above all trees on which nothing but the world acts, are taken out one after the other without a matrix.
"""

from .._jit import inlined, kernel
from ..elements.slopes import NODES
from ..tables import N_V, PARENT, VI
from .blocks import K_A, K_COORDINATE, K_SORT, couples

# integers of a node
T_ROOT, T_COUPLED = 0, 1
# those of a root: its nodes and velocities in the lists; its cliques in `acting`
T_NODES, T_N_NODES, T_MEMBERS, T_SIZE, T_CLIQUES, T_N_CLIQUES = 2, 3, 4, 5, 6, 7
T_DEGREE, T_NEXT, T_BEFORE = 8, 9, 10  # velocities it is coupled with, other roots with as many
T_MARK, T_SEEN = 11, 12  # scratch
N_NODE_I = 13
# integers of a clique: its trees, of which the first Q_N_OUT are taken out by it; the front that takes it, and others that
# the same one takes; the block of a coupling
Q_FIRST, Q_N, Q_N_OUT, Q_INTO, Q_NEXT, Q_HEAD, Q_BLOCK = 0, 1, 2, 3, 4, 5, 6
Q_ENDS = 7  # of a coupling: where its ends begin
Q_AT, Q_SIZE, Q_OUT, Q_BASE = 8, 9, 10, 11  # of a front: its place in `matrix`, velocities, those taken out, all before
N_CLIQUE_I = 12
# small.count
N_BLOCKS, N_COUPLINGS, N_ENDS, N_FRONTS, STAMP, WORK = 0, 1, 2, 3, 4, 5  # WORK: multiplications of one elimination
N_SMALL_COUNT = 6
NOBODY = -1


@kernel
def write_couplings(P, n_block):
    """Write the ends of all couplings; True: they are the same, in the same order, as they have been before."""
    known, clique, same, n, at = P.small.block_i, P.small.clique, True, 0, 0
    for k in range(n_block):
        if couples(P, k):
            first, between = at, known[k, K_SORT] == NODES
            for j in range(2 if between else known[k, K_A]):
                node = known[k, K_A + j] if between else P.small.of[known[k, K_COORDINATE + j]]
                same = same and P.small.ends[at] == node
                P.small.ends[at] = node
                at += 1
            same = same and clique[n, Q_ENDS] == first
            clique[n, Q_ENDS], clique[n, Q_BLOCK] = first, k
            n += 1
    same = same and P.small.count[N_COUPLINGS] == n and P.small.count[N_ENDS] == at
    P.small.count[N_COUPLINGS], P.small.count[N_ENDS] = n, at
    return same


@inlined
def end_of(clique, c):
    """Where the trees of a clique end."""
    return clique[c, Q_FIRST] + clique[c, Q_N]


@inlined
def _is_listed(trees, first, end, tree):
    """Whether a tree is among those of a list."""
    for o in range(first, end):
        if trees[o] == tree:
            return True
    return False


@kernel
def _write_cliques(P):
    """Trees of all couplings, and marks on all nodes before their ends."""
    table, clique, trees, count, at = P.small.node_i, P.small.clique, P.small.trees, P.small.count, 0
    for c in range(count[N_COUPLINGS]):
        first = at
        for o in range(clique[c, Q_ENDS], clique[c + 1, Q_ENDS] if c + 1 < count[N_COUPLINGS] else count[N_ENDS]):
            i = P.small.ends[o]
            tree = table[i, T_ROOT]
            while i >= 0 and table[i, T_COUPLED] == 0:
                table[i, T_COUPLED] = 1
                i = P.tree.i[i, PARENT]
            if not _is_listed(trees, first, at, tree):
                trees[at] = tree
                at += 1
                table[tree, T_N_CLIQUES] += 1
        clique[c, Q_FIRST], clique[c, Q_N], clique[c, Q_N_OUT] = first, at - first, 0


@kernel
def list_trees(P):
    """Nodes and coordinates that are coupled, tree by tree, and the cliques that each tree is in."""
    table, tree, clique = P.small.node_i, P.tree, P.small.clique
    n_node = tree.i.shape[0]
    for i in range(n_node):
        parent = tree.i[i, PARENT]
        table[i, T_ROOT] = i if parent < 0 else table[parent, T_ROOT]
        for c in range(T_COUPLED, N_NODE_I):
            table[i, c] = 0
    _write_cliques(P)
    for i in range(n_node):
        if table[i, T_COUPLED] == 1:
            table[table[i, T_ROOT], T_N_NODES] += 1
            table[table[i, T_ROOT], T_SIZE] += tree.i[i, N_V]
    nodes, members, cliques = 0, 0, 0
    for i in range(n_node):
        if table[i, T_N_CLIQUES] > 0:
            table[i, T_NODES], table[i, T_MEMBERS], table[i, T_CLIQUES] = nodes, members, cliques
            nodes += table[i, T_N_NODES]
            members += table[i, T_SIZE]
            cliques += table[i, T_N_CLIQUES]
            table[i, T_N_NODES], table[i, T_SIZE], table[i, T_N_CLIQUES] = 0, 0, 0
    for i in range(n_node):
        if table[i, T_COUPLED] == 1:
            root = table[i, T_ROOT]
            P.small.nodes[table[root, T_NODES] + table[root, T_N_NODES]] = i
            table[root, T_N_NODES] += 1
            for m in range(tree.i[i, VI], tree.i[i, VI] + tree.i[i, N_V]):
                P.small.members[table[root, T_MEMBERS] + table[root, T_SIZE]] = m
                table[root, T_SIZE] += 1
    for c in range(P.small.count[N_COUPLINGS]):
        for o in range(clique[c, Q_FIRST], end_of(clique, c)):
            t = P.small.trees[o]
            P.small.acting[table[t, T_CLIQUES] + table[t, T_N_CLIQUES]] = c
            table[t, T_N_CLIQUES] += 1
