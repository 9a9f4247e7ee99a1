"""Trees that act on each other in an implicit step, as groups: found anew for every Jacobian.

    node_i     of a node that stands for its group: whether anything couples it, its nodes and coordinates in the two lists,
               its first block
    nodes      nodes of all groups that are coupled, one group after the other, parents before children
    members    their coordinates

A tree on which nothing but the world acts is a group of its own, and needs no list.
"""

from .._jit import inlined, kernel
from ..elements.slopes import NODES
from ..tables import N_V, PARENT, VI
from .blocks import K_A, K_B, K_COORDINATE, K_NEXT, K_SORT, NOBODY, couples

G_OF, G_COUPLED, G_NODES, G_N_NODES, G_MEMBERS, G_SIZE, G_HEAD = 0, 1, 2, 3, 4, 5, 6
G_FELT, N_NODE_I = 7, 8  # scratch: whether a node moves, or feels what does


@inlined
def group_of(P, i):
    """The node that stands for the group of node i."""
    while P.small.node_i[i, G_OF] != i:
        i = P.small.node_i[i, G_OF]
    return i


@kernel
def _join(P, a, b):
    """The groups of two nodes become one, which is coupled."""
    a, b = group_of(P, a), group_of(P, b)
    first, last = min(a, b), max(a, b)
    P.small.node_i[last, G_OF] = first
    P.small.node_i[first, G_COUPLED] = 1


@kernel
def _couple(P, n_block):
    """Groups by what acts between nodes and over coordinates."""
    known, of = P.small.block_i, P.small.of
    for k in range(n_block):
        if couples(P, k):
            if known[k, K_SORT] == NODES:
                _join(P, known[k, K_A], known[k, K_B])
            else:
                for j in range(1, known[k, K_A]):
                    _join(P, of[known[k, K_COORDINATE]], of[known[k, K_COORDINATE + j]])


@kernel
def find_groups(P, n_block):
    """Write node_i, and the lists of what is coupled."""
    table, tree = P.small.node_i, P.tree
    n_node = tree.i.shape[0]
    for i in range(n_node):
        table[i, G_OF] = tree.i[i, PARENT] if tree.i[i, PARENT] >= 0 else i
        for c in range(G_COUPLED, N_NODE_I):
            table[i, c] = 0
        table[i, G_HEAD] = NOBODY
    _couple(P, n_block)
    for i in range(n_node):  # whoever stands for a group comes first in it
        g = group_of(P, i)
        table[i, G_OF] = g
        table[i, G_COUPLED] = table[g, G_COUPLED]
        table[g, G_N_NODES] += 1
        table[g, G_SIZE] += tree.i[i, N_V]
    _list(P)
    for k in range(n_block - 1, -1, -1):
        if couples(P, k):
            first = K_A if P.small.block_i[k, K_SORT] == NODES else K_COORDINATE
            one = P.small.block_i[k, first]
            g = table[one if first == K_A else P.small.of[one], G_OF]
            P.small.block_i[k, K_NEXT] = table[g, G_HEAD]
            table[g, G_HEAD] = k


@kernel
def _list(P):
    """The lists, by counting."""
    table, tree = P.small.node_i, P.tree
    nodes, members = 0, 0
    for i in range(tree.i.shape[0]):
        if table[i, G_COUPLED] == 1 and table[i, G_OF] == i:
            table[i, G_NODES], table[i, G_MEMBERS] = nodes, members
            nodes += table[i, G_N_NODES]
            members += table[i, G_SIZE]
            table[i, G_N_NODES], table[i, G_SIZE] = 0, 0
    for i in range(tree.i.shape[0]):
        if table[i, G_COUPLED] == 1:
            g = table[i, G_OF]
            P.small.nodes[table[g, G_NODES] + table[g, G_N_NODES]] = i
            table[g, G_N_NODES] += 1
            for k in range(tree.i[i, N_V]):
                P.small.members[table[g, G_MEMBERS] + table[g, G_SIZE]] = tree.i[i, VI] + k
                table[g, G_SIZE] += 1
