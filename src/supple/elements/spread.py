"""From the block of an element (slopes.py) to rows and columns of a Jacobian.

    rows n_q + j            generalised forces (what they accelerate follows: dynamics/derivatives.py)
    rows n, n + 1, ...      rates of its internal state, whose components n, n + 1, ... are
    rows core + ...         powers, those that are booked
    by columns              displacements along S_k, velocities, internal states

By the displacement S_k of coordinate k the wrench between two nodes changes by dW = E (S_k ; Psi_k); on a node that S_k
moves D f = dW - S_k x* W counts, and J += S_m . D f for all coordinates m before the node. A mode of a flexible body may
move both nodes, each in another way.
"""

from .._jit import apart, inlined, kernel
from ..dynamics.composite import C_PSI, C_S, D_ORIGIN, N_SLOPE, get_pair, pass_node, put_pair
from ..spatial.twists import cross_force, moved, power
from ..spatial.vectors import ZERO, add_scaled, get3, scale, sub
from ..tables import N_V, PARENT, QI, S_NQ, VI
from .places import is_world
from .slopes import (
    B_POINT,
    B_WRENCH,
    BOOK,
    COORDINATES,
    NONE,
    POSE_A,
    POSE_B,
    ROW,
    SPEED_OF,
    STATES,
    T_A,
    T_B,
    T_COLUMN,
    T_COORDINATE,
    T_ROWS,
    T_SORT,
    T_STATES,
    TWIST_A,
    TWIST_B,
    WRENCH,
)

# columns of a coordinate, behind those of composite.py: S and Psi with respect to X, as B and as A move
ON_B, ON_A, PSI_AT_X = N_SLOPE, N_SLOPE + 12, 6


@kernel
def _common(P, a, b):
    """The last node that is before both, -1 if there is none."""
    if is_world(P, a) or is_world(P, b):
        return NONE
    while a != b:
        if a > b:
            a = P.tree.i[a, PARENT]
        else:
            b = P.tree.i[b, PARENT]
    return a


@inlined
def _row(P, r, first, x):
    E = P.local
    (a, b, c), (d, e, f) = x
    return (
        E[r, first] * a + E[r, first + 1] * b + E[r, first + 2] * c
        + E[r, first + 3] * d + E[r, first + 4] * e + E[r, first + 5] * f
    )  # fmt: skip


@inlined
def _wrench(P, first, x):
    """Rows of the wrench times x."""
    moment = (_row(P, 0, first, x), _row(P, 1, first, x), _row(P, 2, first, x))
    return moment, (_row(P, 3, first, x), _row(P, 4, first, x), _row(P, 5, first, x))


@inlined
def _scaled(s, x):
    return scale(s, x[0]), scale(s, x[1])


@inlined
def _sum(x, s, y):
    return add_scaled(x[0], s, y[0]), add_scaled(x[1], s, y[1])


@kernel
def _move(P, node, X, at):
    """S and Psi of all coordinates before a node, with respect to X, into the columns from `at` on."""
    if is_world(P, node):
        return
    r = sub(X, get3(P.work, node, D_ORIGIN))
    while node >= 0:
        for m in range(P.tree.i[node, VI], P.tree.i[node, VI] + P.tree.i[node, N_V]):
            put_pair(P.column, m, at, moved(get_pair(P.column, m, C_S), r))
            put_pair(P.column, m, at + PSI_AT_X, moved(get_pair(P.column, m, C_PSI), r))
        pass_node(node, P.tree, P.column)
        node = P.tree.i[node, PARENT]


@kernel
def _push(P, J, node, at, force, column):
    """J += S_m . force for all coordinates m before a node."""
    if is_world(P, node):
        return
    first = P.size[S_NQ]
    while node >= 0:
        for m in range(P.tree.i[node, VI], P.tree.i[node, VI] + P.tree.i[node, N_V]):
            J[first + m, column] += power(get_pair(P.column, m, at), force)
        node = P.tree.i[node, PARENT]


@kernel
def _push_both(P, J, node, at, by_q, by_v, q, v):
    """The same of two columns."""
    if is_world(P, node):
        return
    first = P.size[S_NQ]
    while node >= 0:
        for m in range(P.tree.i[node, VI], P.tree.i[node, VI] + P.tree.i[node, N_V]):
            s = get_pair(P.column, m, at)
            J[first + m, q] += power(s, by_q)
            J[first + m, v] += power(s, by_v)
        node = P.tree.i[node, PARENT]


@inlined
def _row_of(P, i, n, core):
    """The row of J that row i of the block is; NONE: there is none."""
    what = int(P.local[i, ROW])
    if what >= BOOK:
        return core + what - BOOK
    return n + what if what >= 0 else NONE


@apart
def _column(P, J, k, q, a, b, W, n, core, on_b, on_a):
    """Coordinate k, whose displacement has the column q, moves B, A or both."""
    v = P.size[S_NQ] + k
    S_B, psi_B = get_pair(P.column, k, ON_B), get_pair(P.column, k, ON_B + PSI_AT_X)
    S_A, psi_A = get_pair(P.column, k, ON_A), get_pair(P.column, k, ON_A + PSI_AT_X)
    by_q, by_v = (ZERO, ZERO), (ZERO, ZERO)
    if on_b:
        by_q = _sum(_wrench(P, POSE_B, S_B), 1.0, _wrench(P, TWIST_B, psi_B))
        by_v = _wrench(P, TWIST_B, S_B)
    if on_a:
        by_q = _sum(_sum(by_q, 1.0, _wrench(P, POSE_A, S_A)), 1.0, _wrench(P, TWIST_A, psi_A))
        by_v = _sum(by_v, 1.0, _wrench(P, TWIST_A, S_A))
    for i in range(WRENCH, P.told[T_ROWS]):
        row = _row_of(P, i, n, core)
        if row == NONE:
            continue
        if on_b:
            J[row, q] += _row(P, i, POSE_B, S_B) + _row(P, i, TWIST_B, psi_B)
            J[row, v] += _row(P, i, TWIST_B, S_B)
        if on_a:
            J[row, q] += _row(P, i, POSE_A, S_A) + _row(P, i, TWIST_A, psi_A)
            J[row, v] += _row(P, i, TWIST_A, S_A)
    _push_both(P, J, b, ON_B, _sum(by_q, -1.0, cross_force(S_B, W)) if on_b else by_q, by_v, q, v)
    if not is_world(P, a):
        back = _sum(_scaled(-1.0, by_q), 1.0, cross_force(S_A, W)) if on_a else _scaled(-1.0, by_q)
        _push_both(P, J, a, ON_A, back, _scaled(-1.0, by_v), q, v)


@kernel
def _between_nodes(P, J, n, core):
    """Displacements and velocities of all coordinates before two nodes, and internal states."""
    a, b = P.told[T_A], P.told[T_B]
    X, W = get3(P.local, B_POINT, 0), get_pair(P.local, B_WRENCH, 0)
    common = _common(P, a, b)
    _move(P, b, X, ON_B)
    _move(P, a, X, ON_A)
    i = NONE if is_world(P, b) else b
    while i != common:
        for k in range(P.tree.i[i, N_V]):
            _column(P, J, P.tree.i[i, VI] + k, P.tree.i[i, QI] + k, a, b, W, n, core, True, False)
        i = P.tree.i[i, PARENT]
    i = NONE if is_world(P, a) else a
    while i != common:
        for k in range(P.tree.i[i, N_V]):
            _column(P, J, P.tree.i[i, VI] + k, P.tree.i[i, QI] + k, a, b, W, n, core, False, True)
        i = P.tree.i[i, PARENT]
    while i >= 0:
        for k in range(P.tree.i[i, N_V]):
            _column(P, J, P.tree.i[i, VI] + k, P.tree.i[i, QI] + k, a, b, W, n, core, True, True)
        i = P.tree.i[i, PARENT]
    E = P.local
    for s in range(P.told[T_STATES]):
        c = STATES + s
        force = (E[0, c], E[1, c], E[2, c]), (E[3, c], E[4, c], E[5, c])
        _push(P, J, b, ON_B, force, n + s)
        _push(P, J, a, ON_A, _scaled(-1.0, force), n + s)


@kernel
def _over_coordinates(P, J):
    """Forces on coordinates by displacements and velocities of coordinates, and by internal states."""
    E, n_q, count = P.local, P.size[S_NQ], P.told[T_A]
    for i in range(count):
        row = n_q + P.told[T_COORDINATE + i]
        for j in range(count):
            J[row, P.told[T_COLUMN + j]] += E[i, j]
            J[row, n_q + P.told[T_COORDINATE + j]] += E[i, SPEED_OF + j]


@kernel
def spread(P, J, n, core):
    """Add the block in P.local to J; n: component of its first internal state, core: row of the first book."""
    E, n_q, over = P.local, P.size[S_NQ], P.told[T_SORT] == COORDINATES
    if over:
        _over_coordinates(P, J)
    else:
        _between_nodes(P, J, n, core)
    count = P.told[T_A] if over else 0
    for s in range(P.told[T_STATES]):
        for i in range(count):
            J[n_q + P.told[T_COORDINATE + i], n + s] += E[i, STATES + s]
    for i in range(WRENCH, P.told[T_ROWS]):
        row = _row_of(P, i, n, core)
        if row == NONE:
            continue
        for j in range(count):
            J[row, P.told[T_COLUMN + j]] += E[i, j]
            J[row, n_q + P.told[T_COORDINATE + j]] += E[i, SPEED_OF + j]
        for s in range(P.told[T_STATES]):
            J[row, n + s] += E[i, STATES + s]
