"""The equations (sigma - df/dy) u = b of an implicit step, for a robot: no matrix of the whole is ever made.

    linearise     once per Jacobian: motions of the coordinates, inertia of the nodes, blocks of the elements; if others are
                  coupled than before, the order of what is coupled (ordering.py)
    eliminate     once per sigma: internal states are taken out of the blocks; joints one after the other of trees on which
                  nothing but the world acts (dynamics/implicit.py); of coupled trees the velocities (coupled.py, fronts.py)
    substitute    once per b

Cost and memory grow with nodes and active elements, and for coupled trees as ordering.py says: linearly in a row, with the
cube where all act on all.
"""

from .._jit import kernel
from ..dynamics.composite import C_S, D_ORIGIN, get_pair
from ..dynamics.derivatives import write_columns, write_own
from ..dynamics.implicit import (
    C_FORCE,
    C_HELD,
    C_LOCAL,
    C_U,
    N_A,
    N_BETA,
    N_JOINT,
    N_PHI,
    N_X,
    X,
    add_product,
    begin_node,
    come_down,
    hand_on,
    hand_up,
    keep_node,
    stage_of,
    start_node,
    take_out,
    take_parent,
    write_hats,
    write_node,
)
from ..elements.dispatch import touches
from ..integrate.problem import eliminate, linearise, price, substitute
from ..integrate.solver import N_CORE
from ..spatial.twists import cross_force, power
from ..spatial.vectors import get3, put3
from ..tables import (
    ARMATURE,
    IN_A_MATRIX,
    L_WORK,
    LED,
    M_NORMAL,
    N_NEAR,
    OF_THE_WHOLE,
    OPEN,
    PARENT,
    PRESCRIBED,
    S_LEDGER,
    S_NQ,
    S_SLOPES,
    VI,
    W_P,
    W_WANT,
)
from .blocks import condense, follow, keep_block, push_free, write_block
from .coupled import eliminate_coupled, solve_coupled, write_pushes
from .couplings import N_BLOCKS, N_FRONTS, T_COUPLED, WORK
from .ordering import find_fronts
from .robot import Robot

TREE, CONTACT = 16.0, 22.0  # [right-hand sides] of a Jacobian and its factors: of the tree, of one contact per node
PER_NODE = 4000.0  # multiplications of an elimination of coupled trees in the time of a right-hand side, per node
MATRIX, FACTORS = 20.0, 1e-3  # of a matrix (matrix.py), whose factors cost n^3 and a right-hand side n


@price.register(Robot)
def robot_price(P, S):
    """By differences two right-hand sides per component; of the derivatives of parts what was measured."""
    if P.size[S_SLOPES] == OF_THE_WHOLE:
        return 2.0 * S.k[N_CORE]
    if P.size[S_SLOPES] == IN_A_MATRIX:
        return MATRIX + FACTORS * S.k[N_CORE] ** 2
    touching = 0
    for k in range(P.count[N_NEAR]):
        if P.mode[P.near[k], M_NORMAL] != OPEN and touches(P, P.near[k]):
            touching += 1
    return TREE + (CONTACT * touching + P.small.count[WORK] / PER_NODE) / max(P.tree.i.shape[0], 1)


@linearise.register(Robot)
def robot_linearise(t, y, P, S):
    """Keep what the linear equations at (t, y) are made of; called after the right-hand side there."""
    tree, work, table = P.tree, P.work, P.small.node
    n_node = tree.i.shape[0]
    for i in range(n_node):
        p = tree.i[i, PARENT]
        put3(work, i, D_ORIGIN, get3(work, i, W_P) if p < 0 else get3(work, p, D_ORIGIN))
        write_columns(i, tree, work, P.column)
        write_own(i, tree, work)
        keep_node(i, work, table)
    for i in range(n_node - 1, -1, -1):
        if tree.i[i, PRESCRIBED] == LED:
            g = tree.i[i, VI]
            P.column[g, C_HELD] = (
                power(get_pair(P.column, g, C_S), get_pair(table, i, N_JOINT)) - P.tau[g]
                + tree.f[i, ARMATURE] * work[i, W_WANT]
            )  # fmt: skip
        if tree.i[i, PARENT] >= 0:
            hand_on(i, tree.i[i, PARENT], N_JOINT, 6, table)
    count = 0
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if write_block(P, e, t, y, S.f1):
            keep_block(P, count, e)
            count += 1
    P.small.count[N_BLOCKS] = count
    find_fronts(P, count)


@eliminate.register(Robot)
def robot_eliminate(P, S, sigma):
    """Factors for one sigma; False: there are none."""
    tree, table, column, n_q = P.tree, P.small.node, P.column, P.size[S_NQ]
    n_node = tree.i.shape[0]
    P.small.sigma[0] = sigma
    for i in range(n_node):
        start_node(i, table)
        for s in range(2):
            write_hats(i, s, tree, S.y, n_q, sigma, column)
    for m in range(column.shape[0]):
        column[m, C_LOCAL], column[m, C_LOCAL + 1], column[m, C_LOCAL + 2] = 0.0, 0.0, 0.0
    for k in range(P.small.count[N_BLOCKS]):
        if not condense(P, k, sigma):
            return False
    for i in range(n_node - 1, -1, -1):
        if P.small.node_i[i, T_COUPLED] == 1:
            write_pushes(P, i)
            continue
        for s in range(1, -1, -1):
            if stage_of(i, s, tree)[1] > 0 and not take_out(i, s, tree, P.work, sigma, table, column):
                return False
        if tree.i[i, PARENT] >= 0:
            hand_on(i, tree.i[i, PARENT], N_A, 6 * X, table)
    return P.small.count[N_FRONTS] == 0 or eliminate_coupled(P, sigma)


@kernel
def _sweep(P, sigma):
    """Velocities and motions of all nodes."""
    tree, table, column = P.tree, P.small.node, P.column
    n_node = tree.i.shape[0]
    for i in range(n_node - 1, -1, -1):
        if P.small.node_i[i, T_COUPLED] == 0:
            for s in range(1, -1, -1):
                if stage_of(i, s, tree)[1] > 0:
                    hand_up(i, s, tree, P.work, sigma, table, column)
            if tree.i[i, PARENT] >= 0:
                hand_on(i, tree.i[i, PARENT], N_BETA, 6, table)
    if P.small.count[N_FRONTS] > 0:
        solve_coupled(P, sigma)
    for i in range(n_node):
        if P.small.node_i[i, T_COUPLED] == 0:
            take_parent(i, tree, table)
            if tree.i[i, PRESCRIBED] == LED:
                P.small.rows[tree.i[i, VI]] = _held(P, i)
            for s in range(2):
                if stage_of(i, s, tree)[1] > 0:
                    come_down(i, s, tree, table, column)


@kernel
def _held(P, i):
    """Change of the force that holds the coordinate of node i, from X before its joint."""
    table, column, m = P.small.node, P.column, P.tree.i[i, VI]
    total = -column[m, C_LOCAL] * column[m, C_U] - column[m, C_FORCE]
    for r in range(6):
        table[i, N_PHI + r] = table[i, N_BETA + r]
    add_product(table, i, table, i, N_X, table, i, N_PHI)
    total += power(get_pair(column, m, C_S), get_pair(table, i, N_PHI))
    turned = cross_force(get_pair(column, m, C_S), get_pair(table, i, N_JOINT))
    return total + power(get_pair(table, i, N_X), turned)


@substitute.register(Robot)
def robot_substitute(P, S, b):
    """b becomes u, in all active components."""
    tree, table, column, n_q, sigma = P.tree, P.small.node, P.column, P.size[S_NQ], P.small.sigma[0]
    for i in range(tree.i.shape[0]):
        begin_node(i, tree, S.y, n_q, sigma, column, b)
        for r in range(6):
            table[i, N_BETA + r] = 0.0
    for m in range(column.shape[0]):
        column[m, C_FORCE] = 0.0
    for k in range(P.small.count[N_BLOCKS]):
        push_free(P, k, b)
    _sweep(P, sigma)
    work = P.size[S_LEDGER] + L_WORK
    for i in range(tree.i.shape[0]):
        write_node(i, tree, S.y, n_q, sigma, column, b)
        if tree.i[i, PRESCRIBED] == LED:
            m = tree.i[i, VI]
            b[work] += S.y[n_q + m] * P.small.rows[m] + column[m, C_HELD] * column[m, C_U]
    for k in range(P.small.count[N_BLOCKS]):
        follow(P, k, b)
    for i in range(P.books.size):
        b[P.size[S_LEDGER] + P.books[i]] /= sigma
