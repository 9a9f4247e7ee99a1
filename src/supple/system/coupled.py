"""Trees that act on each other, in an implicit step: what their joints feel, and the matrix W of their velocities.

    rows(v) = S_m . Phi + xi . (S_m x* F) + armature a_m - d tau_m        (dynamics/implicit.py)

is linear in the velocities v of the trees that are coupled. With A summed over all nodes behind a joint, a velocity that is
before coordinate m, or its own, is felt as C_ROW_m . G_n, one that is behind it as S_m . A G_n. A coupling adds what the
motion of either side does to the other; what it does to its own is in A. So W is written tree by tree and coupling by
coupling into the fronts of the sparse LU (fronts.py). The right-hand side is what remains for v = 0.
"""

from .._jit import inlined, kernel
from ..dynamics.composite import C_S, get_pair
from ..dynamics.implicit import (
    C_FORCE,
    C_GIVEN,
    C_HAT,
    C_LOCAL,
    C_MOVED,
    C_PUSH,
    C_ROW,
    C_START,
    C_U,
    N_A,
    N_BETA,
    N_JOINT,
    N_PHI,
    N_X,
    X,
    add_driven,
    add_free,
    add_product,
    hand_on,
    stage_of,
    sum_of_6,
    sum_of_18,
    take_parent,
    write_felt,
)
from ..elements.slopes import COORDINATES, POSE_A, POSE_B, ROW, SPEED_OF
from ..joints.one_dof import is_given
from ..spatial.twists import cross_force, power
from ..tables import ARMATURE, LED, N_V, PARENT, PRESCRIBED, VI
from .blocks import K_A, K_B, K_COORDINATE, K_FORCE, K_SORT, K_VECTORS, apart_by, look_at, push_wrench
from .couplings import (
    N_COUPLINGS,
    N_FRONTS,
    NOBODY,
    Q_AT,
    Q_BASE,
    Q_BLOCK,
    Q_FIRST,
    Q_HEAD,
    Q_N_OUT,
    Q_NEXT,
    Q_OUT,
    Q_SIZE,
    T_COUPLED,
    T_N_NODES,
    T_NODES,
)
from .fronts import MOST, factorise, go_back, go_in, lay_out, take_in
from .ordering import TOO_LARGE


# --- the matrix -----------------------------------------------------------------------------------------------------------
@kernel
def write_pushes(P, i):
    """What the coordinates of a node feel and push, with all that is behind it in A; A goes on to its parent."""
    table, column, tree = P.small.node, P.column, P.tree
    for m in range(tree.i[i, VI], tree.i[i, VI] + tree.i[i, N_V]):
        write_felt(i, m, table, column)
        for r in range(6):
            column[m, C_PUSH + r] = 0.0
        add_product(table, i, column, m, C_HAT, column, m, C_PUSH)
    if tree.i[i, PARENT] >= 0:
        hand_on(i, tree.i[i, PARENT], N_A, 6 * X, table)


@inlined
def _add(P, f, m, n, value):
    """Add to the row of velocity m, column of velocity n, of a front; a coordinate whose acceleration is given has none."""
    if not is_given(P.small.of[m], P.tree, P.work):
        row = P.small.clique[f, Q_AT] + P.small.place[m] * P.small.clique[f, Q_SIZE]
        P.small.matrix[row + P.small.place[n]] += value


@kernel
def _write_stage(P, f, i, s, sigma):
    """What a stage of a joint does to itself and to all that is before it, and that to it."""
    column, tree = P.column, P.tree
    first, n = stage_of(i, s, tree)
    for m in range(first, first + n):
        for o in range(first, first + n):
            own = sigma * tree.f[i, ARMATURE] if o == m else 0.0
            _add(P, f, m, o, sum_of_18(column, m, C_ROW, column, o, C_HAT) - column[m, C_LOCAL + o - first] + own)
        if is_given(i, tree, P.work):
            at = P.small.place[m]
            P.small.matrix[P.small.clique[f, Q_AT] + at * P.small.clique[f, Q_SIZE] + at] = 1.0
        a, end = (i, first) if s == 1 else (tree.i[i, PARENT], 0)
        while a >= 0:
            for o in range(tree.i[a, VI], end if a == i else tree.i[a, VI] + tree.i[a, N_V]):
                _add(P, f, m, o, sum_of_18(column, m, C_ROW, column, o, C_HAT))
                _add(P, f, o, m, sum_of_6(column, o, C_S, column, m, C_PUSH))
            a = tree.i[a, PARENT]


@kernel
def _write_between(P, f, k, side):
    """What the motion of one node of a coupling does to the other."""
    E, known, column, tree = P.small.block[k], P.small.block_i[k], P.column, P.tree
    mover, other, first = (known[K_A], known[K_B], POSE_A) if side == 0 else (known[K_B], known[K_A], POSE_B)
    r = apart_by(P, k)
    while mover >= 0:
        for n in range(tree.i[mover, VI], tree.i[mover, VI] + tree.i[mover, N_V]):
            for o in range(6):
                total = 0.0
                for c in range(12):
                    total += E[K_FORCE + o, first + c] * column[n, C_HAT + c]
                E[K_VECTORS, o] = -total if side == 0 else total
            if side == 1:  # with respect to O of the tree of A
                x, y, z = E[K_VECTORS, 3], E[K_VECTORS, 4], E[K_VECTORS, 5]
                E[K_VECTORS, 0] += r[1] * z - r[2] * y
                E[K_VECTORS, 1] += r[2] * x - r[0] * z
                E[K_VECTORS, 2] += r[0] * y - r[1] * x
            i = other
            while i >= 0:
                for m in range(tree.i[i, VI], tree.i[i, VI] + tree.i[i, N_V]):
                    _add(P, f, m, n, sum_of_6(column, m, C_S, E, K_VECTORS, 0))
                i = tree.i[i, PARENT]
        mover = tree.i[mover, PARENT]


@kernel
def _write_coupling(P, f, k, sigma):
    """A coupling into a front."""
    E, known = P.small.block[k], P.small.block_i[k]
    if known[K_SORT] != COORDINATES:
        _write_between(P, f, k, 0)
        _write_between(P, f, k, 1)
        return
    for i in range(known[K_A]):
        for j in range(known[K_A]):
            value = E[K_FORCE + i, SPEED_OF + j] + E[K_FORCE + i, j] / sigma
            _add(P, f, known[K_COORDINATE + i], known[K_COORDINATE + j], -value)


@kernel
def _write_front(P, f, sigma):
    """All that goes into a front; False: what was taken out before is far larger than what there was."""
    W, clique, x = P.small.matrix, P.small.clique, P.small.x
    n, at, out = clique[f, Q_SIZE], clique[f, Q_AT], clique[f, Q_OUT]
    lay_out(P, f)
    for j in range(n):
        P.small.place[P.small.slot[j]] = j
    for j in range(at, at + n * n):
        W[j] = 0.0
    c = clique[f, Q_HEAD]
    while c != NOBODY:
        if c >= P.small.count[N_COUPLINGS]:
            take_in(P, c, f)
        c = clique[c, Q_NEXT]
    for j in range(out):
        x[j] = W[at + j * n + j]
    c = clique[f, Q_HEAD]
    while c != NOBODY:
        if c < P.small.count[N_COUPLINGS]:
            _write_coupling(P, f, clique[c, Q_BLOCK], sigma)
        c = clique[c, Q_NEXT]
    for o in range(clique[f, Q_FIRST], clique[f, Q_FIRST] + clique[f, Q_N_OUT]):
        first = P.small.node_i[P.small.trees[o], T_NODES]
        for k in range(first, first + P.small.node_i[P.small.trees[o], T_N_NODES]):
            for s in range(2):
                _write_stage(P, f, P.small.nodes[k], s, sigma)
    for j in range(out):
        if not abs(x[j]) <= MOST * abs(W[at + j * n + j] - x[j]):
            return False
    return True


@kernel
def eliminate_coupled(P, sigma):
    """Factors of all fronts, after `write_pushes` of all nodes; False: there are none, or no room for them."""
    clique, first = P.small.clique, P.small.count[N_COUPLINGS]
    if P.small.count[N_FRONTS] == TOO_LARGE:
        return False
    for f in range(first, first + P.small.count[N_FRONTS]):
        if not _write_front(P, f, sigma):
            return False
        n, at, out = clique[f, Q_SIZE], clique[f, Q_AT], clique[f, Q_OUT]
        if not factorise(P.small.matrix, at, n, out, P.small.pivot, clique[f, Q_BASE]):
            return False
    return True


# --- what joints feel -----------------------------------------------------------------------------------------------------
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
    for side in range(2):
        mover, first = (known[K_A], POSE_A) if side == 0 else (known[K_B], POSE_B)
        for r in range(6):
            f = 0.0
            for c in range(12):
                f += E[K_FORCE + r, first + c] * table[mover, N_X + c]
            E[K_FORCE + r, ROW] = f
        push_wrench(P, k, ROW, N_PHI, side == 0, side == 1)


@kernel
def _move(P, sigma):
    """X of all nodes of coupled trees for the velocities C_U."""
    table, column, tree = P.small.node, P.column, P.tree
    for i in range(tree.i.shape[0]):
        if P.small.node_i[i, T_COUPLED] == 1:
            take_parent(i, tree, table)
            first, n = tree.i[i, VI], tree.i[i, N_V]
            add_driven(i, first, n, table, column)
            add_free(i, first, n, table, column)
            for m in range(first, first + n):
                column[m, C_MOVED] = column[m, C_U] / sigma + column[m, C_START]


@kernel
def _feel(P, i, sigma):
    """rows of the coordinates of a node, whose Phi is complete."""
    table, column, tree = P.small.node, P.column, P.tree
    two = stage_of(i, 1, tree)[1] > 0
    for s in range(2):
        first, n = stage_of(i, s, tree)
        # a translation before a rotation is carried along by the parent only
        carrier = tree.i[i, PARENT] if two and s == 0 else i
        for m in range(first, first + n):
            S = get_pair(column, m, C_S)
            felt = power(S, get_pair(table, i, N_PHI)) + tree.f[i, ARMATURE] * (
                sigma * column[m, C_U] - column[m, C_GIVEN]
            )
            if carrier >= 0:
                felt += power(get_pair(table, carrier, N_X), cross_force(S, get_pair(table, i, N_JOINT)))
            for k in range(n):
                felt -= column[m, C_LOCAL + k] * column[first + k, C_U]
            P.small.rows[m] += felt - column[m, C_FORCE]


@kernel
def _respond(P, sigma):
    """rows of all coupled trees, after `_move`, whose X is used up."""
    table, known, tree = P.small.node, P.small.node_i, P.tree
    n_node = tree.i.shape[0]
    for i in range(n_node):
        if known[i, T_COUPLED] == 1:
            for r in range(6):
                table[i, N_PHI + r] = table[i, N_BETA + r]
            for m in range(tree.i[i, VI], tree.i[i, VI] + tree.i[i, N_V]):
                P.small.rows[m] = 0.0
    for c in range(P.small.count[N_COUPLINGS]):
        k = P.small.clique[c, Q_BLOCK]
        if P.small.block_i[k, K_SORT] == COORDINATES:
            _react_over(P, k)
        else:
            _react_between(P, k)
    for i in range(n_node - 1, -1, -1):
        if known[i, T_COUPLED] == 1:
            parent = tree.i[i, PARENT]
            if parent >= 0:
                hand_on(i, parent, N_PHI, 6, table)
            add_product(table, i, table, i, N_X, table, i, N_PHI)
            _feel(P, i, sigma)
            if parent >= 0:  # A of the parent has that of this node in it: only what the joint adds is new
                for k in range(N_X, N_X + X):
                    table[i, k] -= table[parent, k]
                add_product(table, i, table, i, N_X, table, parent, N_PHI)


@kernel
def solve_coupled(P, sigma):
    """Velocities C_U and motions X of all coupled trees, and the change of the force that leads a coordinate."""
    column, rows, tree, known, led = P.column, P.small.rows, P.tree, P.small.node_i, False
    n_node, first = tree.i.shape[0], P.small.count[N_COUPLINGS]
    end = first + P.small.count[N_FRONTS]
    for i in range(n_node):
        if known[i, T_COUPLED] == 1:
            for m in range(tree.i[i, VI], tree.i[i, VI] + tree.i[i, N_V]):
                column[m, C_U] = 0.0
    _move(P, sigma)
    _respond(P, sigma)
    for i in range(n_node):
        if known[i, T_COUPLED] == 1:
            given = is_given(i, tree, P.work)
            led = led or tree.i[i, PRESCRIBED] == LED
            for m in range(tree.i[i, VI], tree.i[i, VI] + tree.i[i, N_V]):
                rows[m] = column[m, C_GIVEN] / sigma if given else -rows[m]
    for f in range(first, end):
        go_in(P, f)
    for f in range(end - 1, first - 1, -1):
        go_back(P, f)
    for i in range(n_node):
        if known[i, T_COUPLED] == 1:
            for m in range(tree.i[i, VI], tree.i[i, VI] + tree.i[i, N_V]):
                column[m, C_U] = rows[m]
    _move(P, sigma)
    if led:
        _respond(P, sigma)
        _move(P, sigma)
