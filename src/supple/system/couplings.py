"""Which trees act on each other in an implicit step: found anew for every Jacobian.

    clique   a row per coupling, an element that acts between nodes or over coordinates of one tree or of several, all of
             which may move; behind them a row per front (ordering.py), which leaves the trees that remain coupled
    trees    trees of the cliques, one clique after the other; a tree is known by its root
    node_i   of a root: its nodes and coordinates in the two lists `nodes` and `members`, and what the ordering needs

A tree on which nothing but the world acts is in no clique.
"""

from .._jit import inlined, kernel
from ..elements.slopes import NODES
from ..tables import N_V, PARENT, VI
from .blocks import K_A, K_COORDINATE, K_SORT, couples

# integers of a node
T_ROOT, T_COUPLED = 0, 1
# those of a root: its nodes and velocities in the lists; its cliques in `acting`
T_NODES, T_N_NODES, T_MEMBERS, T_SIZE, T_CLIQUES, T_N_CLIQUES = 2, 3, 4, 5, 6, 7
T_DEGREE, T_NEXT, T_BEFORE, T_MARK, T_SEEN = 8, 9, 10, 11, 12  # velocities it is coupled with, others with as many; scratch
N_NODE_I = 13
# integers of a clique: its trees, of which the first Q_N_OUT are taken out by it; the front that takes it, and others that
# the same one takes; the block of a coupling
Q_FIRST, Q_N, Q_N_OUT, Q_INTO, Q_NEXT, Q_HEAD, Q_BLOCK = 0, 1, 2, 3, 4, 5, 6
Q_AT, Q_SIZE, Q_OUT, Q_BASE = 7, 8, 9, 10  # of a front: its place in `matrix`, velocities, those taken out, all before
N_CLIQUE_I = 11
# small.count
N_BLOCKS, N_COUPLINGS, N_FRONTS, STAMP, WORK = 0, 1, 2, 3, 4  # WORK: multiplications of one elimination
N_SMALL_COUNT = 5
NOBODY = -1


@inlined
def _is_listed(trees, first, end, tree):
    """Whether a tree is among those of a list."""
    for o in range(first, end):
        if trees[o] == tree:
            return True
    return False


@kernel
def write_couplings(P, n_block):
    """Write the cliques of all couplings; True: they are the same, in the same order, as they have been before."""
    known, clique, trees, same, n, at = P.small.block_i, P.small.clique, P.small.trees, True, 0, 0
    for i in range(P.tree.i.shape[0]):
        parent = P.tree.i[i, PARENT]
        P.small.node_i[i, T_ROOT] = i if parent < 0 else P.small.node_i[parent, T_ROOT]
    for k in range(n_block):
        if not couples(P, k):
            continue
        first, between = at, known[k, K_SORT] == NODES
        for j in range(2 if between else known[k, K_A]):
            node = known[k, K_A + j] if between else P.small.of[known[k, K_COORDINATE + j]]
            tree = P.small.node_i[node, T_ROOT]
            if not _is_listed(trees, first, at, tree):
                same = same and trees[at] == tree
                trees[at] = tree
                at += 1
        same = same and clique[n, Q_N] == at - first
        clique[n, Q_FIRST], clique[n, Q_N], clique[n, Q_N_OUT], clique[n, Q_BLOCK] = first, at - first, 0, k
        n += 1
    same = same and P.small.count[N_COUPLINGS] == n
    P.small.count[N_COUPLINGS] = n
    return same


@inlined
def end_of(clique, c):
    """Where the trees of a clique end."""
    return clique[c, Q_FIRST] + clique[c, Q_N]


@kernel
def list_trees(P):
    """Nodes and coordinates of the trees that are coupled, tree by tree, and the cliques that each of them is in."""
    table, tree, clique = P.small.node_i, P.tree, P.small.clique
    n_node, n_coupling = tree.i.shape[0], P.small.count[N_COUPLINGS]
    for i in range(n_node):
        for c in range(T_COUPLED, N_NODE_I):
            table[i, c] = 0
    for c in range(n_coupling):
        for o in range(clique[c, Q_FIRST], end_of(clique, c)):
            table[P.small.trees[o], T_N_CLIQUES] += 1
    nodes, members, cliques = 0, 0, 0
    for i in range(n_node):  # numbers first, roots before all others of a tree
        root = table[i, T_ROOT]
        table[i, T_COUPLED] = 1 if table[root, T_N_CLIQUES] > 0 else 0
        table[root, T_N_NODES] += 1
        table[root, T_SIZE] += tree.i[i, N_V]
    for i in range(n_node):
        if table[i, T_ROOT] == i and table[i, T_COUPLED] == 1:
            table[i, T_NODES], table[i, T_MEMBERS], table[i, T_CLIQUES] = nodes, members, cliques
            nodes, members, cliques = nodes + table[i, T_N_NODES], members + table[i, T_SIZE], cliques + table[i, T_N_CLIQUES]
            table[i, T_N_NODES], table[i, T_SIZE], table[i, T_N_CLIQUES] = 0, 0, 0
    for i in range(n_node):
        if table[i, T_COUPLED] == 1:
            root = table[i, T_ROOT]
            P.small.nodes[table[root, T_NODES] + table[root, T_N_NODES]] = i
            table[root, T_N_NODES] += 1
            for m in range(tree.i[i, VI], tree.i[i, VI] + tree.i[i, N_V]):
                P.small.members[table[root, T_MEMBERS] + table[root, T_SIZE]] = m
                table[root, T_SIZE] += 1
    for c in range(n_coupling):
        for o in range(clique[c, Q_FIRST], end_of(clique, c)):
            t = P.small.trees[o]
            P.small.acting[table[t, T_CLIQUES] + table[t, T_N_CLIQUES]] = c
            table[t, T_N_CLIQUES] += 1
