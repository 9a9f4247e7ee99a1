"""Blocks of elements in the equations of an implicit step: kept by the Jacobian, condensed once per sigma.

A block (elements/slopes.py) gives forces f, rates of the internal states z and powers p of an element by the motion x of
what it acts on,

    f = E_fx x + E_fz z,     sigma z - b_z = E_zx x + E_zz z,     p = E_px x + E_pz z

Its states are nobody else's, so they are taken out at once:

    z = Z x + z_0,   f = C x + E_fz z_0
    Z = (sigma - E_zz)^-1 E_zx,   z_0 = (sigma - E_zz)^-1 b_z,   C = E_fx + E_fz Z

x is (xi_B, eta_B, xi_A, eta_A) with respect to O of the trees of B and A, f the wrench on B there; or displacements and
velocities of coordinates, and the forces on them.
"""

from .._jit import inlined, kernel
from ..dynamics.implicit import C_FORCE, C_LOCAL, C_MOVED, C_START, C_U, N_A, N_BETA, N_O, N_X, invert
from ..elements.dispatch import slopes
from ..elements.places import is_world
from ..elements.slopes import (
    B_POINT,
    BOOK,
    COORDINATES,
    N_BLOCK_ROWS,
    N_LOCAL,
    NODES,
    NOTHING,
    POSE_A,
    POSE_B,
    ROW,
    SPEED_OF,
    STATES,
    T_A,
    T_B,
    T_COORDINATE,
    T_ROWS,
    T_SORT,
    T_STATES,
    WRENCH,
    tell_nothing,
)
from ..spatial.vectors import add, cross, get3, put3, sub
from ..tables import EL_KIND, EL_SLOT, N_PLAIN, N_V, OPEN, S_LEDGER, VI

# rows of a block that is kept, behind those that an element has written
K_FORCE = N_BLOCK_ROWS  # 6 C
K_STATE = K_FORCE + 6  # 5 Z
K_MATRIX = K_STATE + 5  # 5 sigma - E_zz, and its inverse from column K_INVERSE on
K_VECTORS = K_MATRIX + 5  # x (24), z_0 from STATES on
K_INVERSE = 8
N_KEPT = K_VECTORS + 1
N_KEPT_COLUMNS = N_LOCAL
# integers of a block
K_ELEMENT, K_SORT, K_A, K_B, K_ROWS, K_STATES, K_FIRST = 0, 1, 2, 3, 4, 5, 6  # K_FIRST: row of the first state
K_COORDINATE = 7  # 6
N_KEPT_I = 13


# --- the Jacobian ---------------------------------------------------------------------------------------------------------
@inlined
def write_block(P, e, t, y, dy):
    """The block of an element into P.local; False: it does not act, or has none (a controller holds its output)."""
    if P.mode[e, 0] == OPEN:
        return False
    tell_nothing(P)
    slopes(P.el_i[e, EL_KIND], P, e, t, y, dy)
    return P.told[T_SORT] != NOTHING


@kernel
def _refer(E, rows, first, r):
    """Motion in the columns from `first` on with respect to O instead of X = O + r: angular parts get r x linear ones."""
    for i in range(rows):
        put3(E, i, first, add(get3(E, i, first), cross(r, get3(E, i, first + 3))))


@kernel
def keep_block(P, k, e):
    """Keep the block in P.local as the k-th."""
    E, known = P.small.block[k], P.small.block_i[k]
    rows, states = P.told[T_ROWS], P.told[T_STATES]
    known[K_ELEMENT], known[K_SORT], known[K_A], known[K_B] = e, P.told[T_SORT], P.told[T_A], P.told[T_B]
    known[K_ROWS], known[K_STATES] = rows, states
    for j in range(6):
        known[K_COORDINATE + j] = P.told[T_COORDINATE + j]
    for i in range(rows):
        for c in range(N_LOCAL):
            E[i, c] = P.local[i, c]
        if i >= WRENCH and E[i, ROW] == 0.0:
            known[K_FIRST] = i
    if known[K_SORT] != NODES:
        for i in range(rows):
            for c in range(known[K_A], 6):
                E[i, c], E[i, SPEED_OF + c] = 0.0, 0.0
        return
    a, b, point = known[K_A], known[K_B], get3(P.local, B_POINT, 0)
    home = b if not is_world(P, b) else a
    if not is_world(P, b):
        r = sub(point, get3(P.small.node, b, N_O))
        _refer(E, rows, POSE_B, r)
        _refer(E, rows, POSE_B + 6, r)
    if not is_world(P, a):
        r = sub(point, get3(P.small.node, a, N_O))
        _refer(E, rows, POSE_A, r)
        _refer(E, rows, POSE_A + 6, r)
    r = sub(point, get3(P.small.node, home, N_O))
    first, end = columns_of(P, k)
    for c in range(first, end):
        _shift(E, c, r)
    for c in range(STATES, STATES + states):
        _shift(E, c, r)


@inlined
def _shift(E, c, r):
    """The wrench in column c with respect to O instead of O + r."""
    x, y, z = E[3, c], E[4, c], E[5, c]
    E[0, c] += r[1] * z - r[2] * y
    E[1, c] += r[2] * x - r[0] * z
    E[2, c] += r[0] * y - r[1] * x


@inlined
def columns_of(P, k):
    """(first, end) of the columns of x of a block."""
    known = P.small.block_i[k]
    if known[K_SORT] == COORDINATES:
        return 0, POSE_A
    return POSE_A if is_world(P, known[K_B]) else POSE_B, POSE_A if is_world(P, known[K_A]) else STATES


@inlined
def couples(P, k):
    """Whether a block acts between parts that may both move."""
    known = P.small.block_i[k]
    if known[K_SORT] == NODES:
        return not is_world(P, known[K_A]) and not is_world(P, known[K_B])
    node = P.small.of[known[K_COORDINATE]]
    for j in range(1, known[K_A]):
        if P.small.of[known[K_COORDINATE + j]] != node:
            return True
    return False


# --- once per sigma -------------------------------------------------------------------------------------------------------
@kernel
def _take_states_out(P, k, sigma):
    """Z, C; False if the matrix of the states is singular."""
    E, known = P.small.block[k], P.small.block_i[k]
    states, s = known[K_STATES], known[K_FIRST]
    first, end = columns_of(P, k)
    for r in range(6):
        for c in range(first, end):
            E[K_FORCE + r, c] = E[r, c]
    if states == 0:
        return True
    for i in range(states):
        for j in range(states):
            E[K_MATRIX + i, j] = (sigma if i == j else 0.0) - E[s + i, STATES + j]
    if not invert(E, K_MATRIX, states, 0, K_INVERSE):
        return False
    for i in range(states):
        for c in range(first, end):
            total = 0.0
            for j in range(states):
                total += E[K_MATRIX + i, K_INVERSE + j] * E[s + j, c]
            E[K_STATE + i, c] = total
    for r in range(6):
        for i in range(states):
            factor = E[r, STATES + i]
            for c in range(first, end):
                E[K_FORCE + r, c] += factor * E[K_STATE + i, c]
    return True


@kernel
def _add_wrench(P, node, E, first, sign, r):
    """A of a node -= sign * C by its own motion; r: from its O to that of the wrench."""
    table = P.small.node
    for c in range(12):
        x, y, z = E[K_FORCE + 3, first + c], E[K_FORCE + 4, first + c], E[K_FORCE + 5, first + c]
        at = N_A + 6 * c
        table[node, at] -= sign * (E[K_FORCE, first + c] + r[1] * z - r[2] * y)
        table[node, at + 1] -= sign * (E[K_FORCE + 1, first + c] + r[2] * x - r[0] * z)
        table[node, at + 2] -= sign * (E[K_FORCE + 2, first + c] + r[0] * y - r[1] * x)
        table[node, at + 3] -= sign * x
        table[node, at + 4] -= sign * y
        table[node, at + 5] -= sign * z


@inlined
def apart_by(P, k):
    """From O of the tree of A to that of the wrench."""
    known = P.small.block_i[k]
    if is_world(P, known[K_B]):
        return 0.0, 0.0, 0.0
    return sub(get3(P.small.node, known[K_B], N_O), get3(P.small.node, known[K_A], N_O))


@kernel
def condense(P, k, sigma):
    """C of a block, and what of it stays in one node or joint; False: no such sigma."""
    if not _take_states_out(P, k, sigma):
        return False
    E, known = P.small.block[k], P.small.block_i[k]
    if known[K_SORT] == NODES:
        if not is_world(P, known[K_B]):
            _add_wrench(P, known[K_B], E, POSE_B, 1.0, (0.0, 0.0, 0.0))
        if not is_world(P, known[K_A]):
            _add_wrench(P, known[K_A], E, POSE_A, -1.0, apart_by(P, k))
    elif not couples(P, k):
        node = P.small.of[known[K_COORDINATE]]
        start = P.tree.i[node, VI]
        plain = (
            P.tree.i[node, N_PLAIN] if P.tree.i[node, N_V] > 3 else 0
        )  # stages of a free joint: dynamics/implicit.py
        for i in range(known[K_A]):
            m = known[K_COORDINATE + i]
            for j in range(known[K_A]):
                o = known[K_COORDINATE + j] - start
                if (o >= plain) == (m - start >= plain):
                    at = C_LOCAL + (o - plain if o >= plain else o)
                    P.column[m, at] += E[K_FORCE + i, SPEED_OF + j] + E[K_FORCE + i, j] / sigma
    return True


# --- once per b -----------------------------------------------------------------------------------------------------------
@kernel
def push_free(P, k, b):
    """Forces of a block without any velocity: by its own internal state, and by displacements within one joint."""
    E, known = P.small.block[k], P.small.block_i[k]
    states, slot = known[K_STATES], P.el_i[known[K_ELEMENT], EL_SLOT]
    if known[K_SORT] == COORDINATES and not couples(P, k):
        for i in range(known[K_A]):
            for j in range(known[K_A]):
                start = P.column[known[K_COORDINATE + j], C_START]
                P.column[known[K_COORDINATE + i], C_FORCE] += E[K_FORCE + i, j] * start
    if states == 0:
        return
    for i in range(states):
        total = 0.0
        for j in range(states):
            total += E[K_MATRIX + i, K_INVERSE + j] * b[slot + j]
        E[K_VECTORS, STATES + i] = total
    for r in range(6):
        f = 0.0
        for i in range(states):
            f += E[r, STATES + i] * E[K_VECTORS, STATES + i]
        E[K_FORCE + r, ROW] = f
    if known[K_SORT] == NODES:
        push_wrench(P, k, ROW, N_BETA, True, True)
        return
    for i in range(known[K_A]):
        P.column[known[K_COORDINATE + i], C_FORCE] += E[K_FORCE + i, ROW]


@kernel
def push_wrench(P, k, c, at, on_b, on_a):
    """Take the wrench in column c of a block out of the six numbers of B from `at` on, and add it to those of A."""
    E, known, table = P.small.block[k], P.small.block_i[k], P.small.node
    x, y, z = E[K_FORCE + 3, c], E[K_FORCE + 4, c], E[K_FORCE + 5, c]
    a, b = known[K_A], known[K_B]
    if on_b and not is_world(P, b):
        for r in range(6):
            table[b, at + r] -= E[K_FORCE + r, c]
    if on_a and not is_world(P, a):
        r = apart_by(P, k)
        table[a, at] += E[K_FORCE, c] + r[1] * z - r[2] * y
        table[a, at + 1] += E[K_FORCE + 1, c] + r[2] * x - r[0] * z
        table[a, at + 2] += E[K_FORCE + 2, c] + r[0] * y - r[1] * x
        table[a, at + 3] += x
        table[a, at + 4] += y
        table[a, at + 5] += z


@kernel
def look_at(P, k):
    """x of a block, into K_VECTORS."""
    E, known = P.small.block[k], P.small.block_i[k]
    if known[K_SORT] == COORDINATES:
        for j in range(6):
            m = known[K_COORDINATE + j] if j < known[K_A] else known[K_COORDINATE]
            E[K_VECTORS, j] = P.column[m, C_MOVED] if j < known[K_A] else 0.0
            E[K_VECTORS, SPEED_OF + j] = P.column[m, C_U] if j < known[K_A] else 0.0
        return
    for c in range(12):
        if not is_world(P, known[K_B]):
            E[K_VECTORS, POSE_B + c] = P.small.node[known[K_B], N_X + c]
        if not is_world(P, known[K_A]):
            E[K_VECTORS, POSE_A + c] = P.small.node[known[K_A], N_X + c]


@kernel
def follow(P, k, b):
    """Internal states of a block, and its powers added to those of b, when all velocities are known."""
    E, known = P.small.block[k], P.small.block_i[k]
    states, slot = known[K_STATES], P.el_i[known[K_ELEMENT], EL_SLOT]
    first, end = columns_of(P, k)
    look_at(P, k)
    for i in range(states):
        total = E[K_VECTORS, STATES + i]
        for c in range(first, end):
            total += E[K_STATE + i, c] * E[K_VECTORS, c]
        b[slot + i] = total
    for r in range(WRENCH, known[K_ROWS]):
        what = int(E[r, ROW])
        if what < BOOK:
            continue
        total = 0.0
        for c in range(first, end):
            total += E[r, c] * E[K_VECTORS, c]
        for i in range(states):
            total += E[r, STATES + i] * b[slot + i]
        b[P.size[S_LEDGER] + P.books[what - BOOK]] += total
