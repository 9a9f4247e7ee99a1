"""Groups of trees that are coupled, in an implicit step: a matrix of their velocities, column by column.

    rows(v) = S_m . Phi + xi . (S_m x* F) + armature a_m - d tau_m        (dynamics/implicit.py)

is linear in the velocities v of a group. Its matrix W is asked for with unit vectors, of which each moves the nodes behind
one joint and acts on those that these are coupled with; the right-hand side is what remains for v = 0.
"""

from .._jit import inlined, kernel
from ..dynamics.composite import C_S, get_pair
from ..dynamics.implicit import (
    C_FORCE,
    C_GIVEN,
    C_LOCAL,
    C_MOVED,
    C_START,
    C_U,
    N_BETA,
    N_JOINT,
    N_PHI,
    N_X,
    add_driven,
    add_free,
    add_product,
    hand_on,
    stage_of,
    take_parent,
)
from ..elements.slopes import COORDINATES, POSE_A, POSE_B, ROW, SPEED_OF
from ..integrate.linear import lu_factor, lu_solve
from ..joints.one_dof import is_given
from ..spatial.twists import cross_force, power
from ..tables import ARMATURE, PARENT
from .blocks import K_A, K_B, K_COORDINATE, K_FORCE, K_NEXT, K_SORT, K_VECTORS, look_at, push_wrench
from .groups import G_FELT, G_HEAD, G_MEMBERS, G_N_NODES, G_NODES, G_SIZE

STILL, MOVES, FEELS = 0, 1, 2  # G_FELT of a node


@kernel
def _react_over(P, k):
    """Forces over the coordinates of a block."""
    E, known = P.small.block[k], P.small.block_i[k]
    look_at(P, k)
    for i in range(known[K_A]):
        f = 0.0
        for j in range(known[K_A]):
            f += E[K_FORCE + i, j] * E[K_VECTORS, j] + E[K_FORCE + i, SPEED_OF + j] * E[K_VECTORS, SPEED_OF + j]
        P.small.rows[known[K_COORDINATE + i]] -= f


@kernel
def _react_between(P, k):
    """Forces of a block by the motion of the other node: those by its own are in A of a node."""
    E, known, table = P.small.block[k], P.small.block_i[k], P.small.node
    a, b = known[K_A], known[K_B]
    for side in range(2):
        mover, first = (a, POSE_A) if side == 0 else (b, POSE_B)
        if P.small.node_i[mover, G_FELT] & MOVES == 0:
            continue
        for r in range(6):
            f = 0.0
            for c in range(12):
                f += E[K_FORCE + r, first + c] * table[mover, N_X + c]
            E[K_FORCE + r, ROW] = f
        push_wrench(P, k, ROW, N_PHI, side == 0, side == 1)
        P.small.node_i[b if side == 0 else a, G_FELT] |= FEELS


@kernel
def _move(P, i, sigma, everything):
    """X of a node, and Phi by it."""
    table, column = P.small.node, P.column
    take_parent(i, P.tree, table)
    for s in range(2):
        first, n = stage_of(i, s, P.tree)
        add_driven(i, first, n, table, column)
        if everything:
            add_free(i, first, n, table, column)
        for m in range(first, first + n):
            column[m, C_MOVED] = column[m, C_U] / sigma + (column[m, C_START] if everything else 0.0)
    for r in range(6):
        table[i, N_PHI + r] = table[i, N_BETA + r] if everything else 0.0
    add_product(table, i, table, i, N_X, table, i, N_PHI)


@kernel
def _feel(P, i, sigma, everything):
    """rows of the coordinates of a node, whose Phi is complete."""
    table, column, tree = P.small.node, P.column, P.tree
    two = stage_of(i, 1, tree)[1] > 0
    for s in range(2):
        first, n = stage_of(i, s, tree)
        # a translation before a rotation is carried along by the parent only
        carrier = tree.i[i, PARENT] if two and s == 0 else i
        moves = carrier >= 0 and P.small.node_i[max(carrier, 0), G_FELT] & MOVES != 0
        for m in range(first, first + n):
            S = get_pair(column, m, C_S)
            felt = power(S, get_pair(table, i, N_PHI)) + sigma * tree.f[i, ARMATURE] * column[m, C_U]
            if moves:
                felt += power(get_pair(table, carrier, N_X), cross_force(S, get_pair(table, i, N_JOINT)))
            for k in range(n):
                felt -= column[m, C_LOCAL + k] * column[first + k, C_U]
            if everything:
                felt -= tree.f[i, ARMATURE] * column[m, C_GIVEN] + column[m, C_FORCE]
            P.small.rows[m] += felt


@kernel
def respond(P, g, mover, sigma, everything):
    """rows of a group for the velocities C_U: of one node, or with everything else that there is."""
    table, known, tree = P.small.node, P.small.node_i, P.tree
    start, end = known[g, G_NODES], known[g, G_NODES] + known[g, G_N_NODES]
    for o in range(known[g, G_MEMBERS], known[g, G_MEMBERS] + known[g, G_SIZE]):
        P.small.rows[P.small.members[o]] = 0.0
    for o in range(start, end):
        i = P.small.nodes[o]
        parent = tree.i[i, PARENT]
        moves = everything or i == mover or (parent >= 0 and known[max(parent, 0), G_FELT] & MOVES != 0)
        known[i, G_FELT] = MOVES | FEELS if moves else STILL
        if moves:
            _move(P, i, sigma, everything)
        else:
            for r in range(N_X, N_PHI + 6):
                table[i, r] = 0.0
    k = known[g, G_HEAD]
    while k >= 0:
        if P.small.block_i[k, K_SORT] == COORDINATES:
            _react_over(P, k)
        else:
            _react_between(P, k)
        k = P.small.block_i[k, K_NEXT]
    for o in range(end - 1, start - 1, -1):
        i = P.small.nodes[o]
        parent = tree.i[i, PARENT]
        if known[i, G_FELT] != STILL:
            _feel(P, i, sigma, everything)
            if parent >= 0:
                hand_on(i, parent, N_PHI, 6, table)
                known[parent, G_FELT] |= FEELS


@inlined
def _members(P, g):
    """(first, number) of the coordinates of a group among `members`, which is also where its rows of the matrix are."""
    return P.small.node_i[g, G_MEMBERS], P.small.node_i[g, G_SIZE]


@kernel
def eliminate_group(P, g, sigma):
    """W of a group and its factors; False: it is singular, or too large."""
    start, n = _members(P, g)
    if n > P.small.matrix.shape[1]:
        return False
    W, members, column = P.small.matrix[start:], P.small.members, P.column
    for o in range(n):
        column[members[start + o], C_U] = 0.0
    for o in range(n):
        m = members[start + o]
        column[m, C_U] = 1.0
        respond(P, g, P.small.of[m], sigma, False)
        column[m, C_U], column[m, C_MOVED] = 0.0, 0.0
        for r in range(n):
            W[r, o] = P.small.rows[members[start + r]]
    for r in range(n):
        if is_given(P.small.of[members[start + r]], P.tree, P.work):
            for o in range(n):
                W[r, o] = 1.0 if r == o else 0.0
    return lu_factor(W, n, P.small.pivot[start:])


@kernel
def solve_group(P, g, sigma):
    """Velocities C_U and motions X of a group."""
    start, n = _members(P, g)
    members, column, rows = P.small.members, P.column, P.small.rows
    for o in range(n):
        column[members[start + o], C_U] = 0.0
    respond(P, g, g, sigma, True)
    for o in range(n):
        m = members[start + o]
        rows[m] = column[m, C_GIVEN] / sigma if is_given(P.small.of[m], P.tree, P.work) else -rows[m]
    lu_solve(P.small.matrix[start:], n, P.small.pivot[start:], rows, members[start:])
    for o in range(n):
        column[members[start + o], C_U] = rows[members[start + o]]
    respond(P, g, g, sigma, True)  # and what remains in the rows of coordinates that are held: the change of that force
