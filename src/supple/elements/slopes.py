"""Derivatives of what elements do: their place in the Jacobian of a system.

    slopes(P, e, t, y, dy, J, n, core)      adds to J what element e does to
        rows n_q + j                        generalised forces (what they accelerate follows: dynamics/derivatives.py)
        rows n, n + 1, ...                  rates of its internal state, whose components n, n + 1, ... are
        rows core + ...                     powers, those that are booked (`book_row`)
    by columns: displacements along S_k, velocities, internal states. dy is scratch.

A kind without `slopes` that has a `load` makes its models fall back on differences of the whole right-hand side
(`model/build.py`). An element between two nodes need not know the tree: it gives its wrench on B, A feels the opposite, as

    (dW ; d rows) = E (x_B ; z_B ; x_A ; z_A ; states)     x: displacement that carries velocities along, z: change of twist

all with respect to one point X, and `spread` does the rest: by the displacement S_k of coordinate k dW is E (S_k ; Psi_k),
on a node that S_k moves D f = dW - S_k x* W counts, and J += S_m . D f for all coordinates m before the node.

Two that any kind may use: `between_nodes`, differences of its `load` by poses and twists of its two nodes, and
`over_coordinates`, differences by joint coordinates and internal state: of one element, in differences of fourth order.
"""

import math

from .._jit import apart, inlined, kernel
from ..dynamics.derivatives import C_PSI, C_PSI2, C_S, C_T, D_ORIGIN, get_pair, put_pair
from ..spatial.rotations import quaternion_matrix
from ..spatial.twists import cross_force, moved, power
from ..spatial.vectors import ZERO, add, add_scaled, cross, get3, get9, mat_mul, mat_vec, put3, put9, scale, sub
from ..tables import (
    EL_A,
    EL_B,
    EL_SLOT,
    EL_STATES,
    N_V,
    PARENT,
    QI,
    S_LEDGER,
    S_NQ,
    VI,
    W_FEXT,
    W_P,
    W_R,
    W_V,
    W_W,
)
from .places import is_world

# columns of P.local: E, and the row of J that each row from the seventh on belongs to
POSE_B, TWIST_B, POSE_A, TWIST_A, STATES, ROW, N_LOCAL = 0, 6, 12, 18, 24, 29, 30
WRENCH = 6  # rows of the wrench, moment first; those of rates and powers follow
LAWS = 20  # first row of what else an element keeps there
N_LOCAL_ROWS = 64
STEP = 1e-3  # of differences, in units of what their function bends over
SIDES, PARTS = (
    (1.0, -1.0, 2.0, -2.0),
    (8.0 / 12.0, -8.0 / 12.0, -1.0 / 12.0, 1.0 / 12.0),
)  # of differences of fourth order
NONE = -1
S_AT_X, PSI_AT_X = C_PSI2, C_T  # columns of a coordinate, whose own content the inertia has used up


@inlined
def book_row(P, core, book):
    """The row of J that a book of the ledger has; NONE: it is not kept."""
    for i in range(P.books.size):
        if P.books[i] == book:
            return core + i
    return NONE


# --- from two nodes to the coordinates before them ----------------------------------------------------------------------
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
def _move(P, node, X):
    """S and Psi of all coordinates before a node, with respect to X, into columns that are not needed any more."""
    if is_world(P, node):
        return
    r = sub(X, get3(P.work, node, D_ORIGIN))
    while node >= 0:
        for m in range(P.tree.i[node, VI], P.tree.i[node, VI] + P.tree.i[node, N_V]):
            put_pair(P.column, m, S_AT_X, moved(get_pair(P.column, m, C_S), r))
            put_pair(P.column, m, PSI_AT_X, moved(get_pair(P.column, m, C_PSI), r))
        node = P.tree.i[node, PARENT]


@kernel
def _push(P, J, node, force, column):
    """J += S_m . force for all coordinates m before a node."""
    if is_world(P, node):
        return
    first = P.size[S_NQ]
    while node >= 0:
        for m in range(P.tree.i[node, VI], P.tree.i[node, VI] + P.tree.i[node, N_V]):
            J[first + m, column] += power(get_pair(P.column, m, S_AT_X), force)
        node = P.tree.i[node, PARENT]


@kernel
def _push_both(P, J, node, by_q, by_v, q, v):
    """The same of two columns."""
    if is_world(P, node):
        return
    first = P.size[S_NQ]
    while node >= 0:
        for m in range(P.tree.i[node, VI], P.tree.i[node, VI] + P.tree.i[node, N_V]):
            s = get_pair(P.column, m, S_AT_X)
            J[first + m, q] += power(s, by_q)
            J[first + m, v] += power(s, by_v)
        node = P.tree.i[node, PARENT]


@apart
def _column(P, J, k, q, a, b, W, rows, on_b, on_a):
    """Coordinate k, whose displacement has the column q, moves B, A or both."""
    v = P.size[S_NQ] + k
    S, psi = get_pair(P.column, k, S_AT_X), get_pair(P.column, k, PSI_AT_X)
    by_q, by_v = (ZERO, ZERO), (ZERO, ZERO)
    if on_b:
        by_q = _sum(_wrench(P, POSE_B, S), 1.0, _wrench(P, TWIST_B, psi))
        by_v = _wrench(P, TWIST_B, S)
    if on_a:
        by_q = _sum(_sum(by_q, 1.0, _wrench(P, POSE_A, S)), 1.0, _wrench(P, TWIST_A, psi))
        by_v = _sum(by_v, 1.0, _wrench(P, TWIST_A, S))
    for i in range(WRENCH, rows):
        row = int(P.local[i, ROW])
        if on_b:
            J[row, q] += _row(P, i, POSE_B, S) + _row(P, i, TWIST_B, psi)
            J[row, v] += _row(P, i, TWIST_B, S)
        if on_a:
            J[row, q] += _row(P, i, POSE_A, S) + _row(P, i, TWIST_A, psi)
            J[row, v] += _row(P, i, TWIST_A, S)
    carried = cross_force(S, W)
    _push_both(P, J, b, _sum(by_q, -1.0, carried) if on_b else by_q, by_v, q, v)
    if not is_world(P, a):
        back = _sum(_scaled(-1.0, by_q), 1.0, carried) if on_a else _scaled(-1.0, by_q)
        _push_both(P, J, a, back, _scaled(-1.0, by_v), q, v)


@apart
def spread(P, J, a, b, X, W, rows, n, n_state):
    """Add what E in P.local says of an element between nodes a and b to J; W: its wrench on B with respect to X."""
    common = _common(P, a, b)
    _move(P, b, X)
    _move(P, a, X)
    i = NONE if is_world(P, b) else b
    while i != common:
        for k in range(P.tree.i[i, N_V]):
            _column(P, J, P.tree.i[i, VI] + k, P.tree.i[i, QI] + k, a, b, W, rows, True, False)
        i = P.tree.i[i, PARENT]
    i = NONE if is_world(P, a) else a
    while i != common:
        for k in range(P.tree.i[i, N_V]):
            _column(P, J, P.tree.i[i, VI] + k, P.tree.i[i, QI] + k, a, b, W, rows, False, True)
        i = P.tree.i[i, PARENT]
    while i >= 0:
        for k in range(P.tree.i[i, N_V]):
            _column(P, J, P.tree.i[i, VI] + k, P.tree.i[i, QI] + k, a, b, W, rows, True, True)
        i = P.tree.i[i, PARENT]
    E = P.local
    for s in range(n_state):
        c = STATES + s
        force = (E[0, c], E[1, c], E[2, c]), (E[3, c], E[4, c], E[5, c])
        _push(P, J, b, force, n + s)
        _push(P, J, a, _scaled(-1.0, force), n + s)
        for r in range(WRENCH, rows):
            J[int(E[r, ROW]), n + s] += E[r, c]


@inlined
def put_wrench(P, column, moment, force):
    """A column of the wrench into E."""
    for j in range(3):
        P.local[j, column] = moment[j]
        P.local[3 + j, column] = force[j]


@inlined
def unit_twist(j):
    """The j-th of six: rotations, then displacements."""
    e = (1.0 * (j % 3 == 0), 1.0 * (j % 3 == 1), 1.0 * (j % 3 == 2))
    return (e, ZERO) if j < 3 else (ZERO, e)


# --- a node somewhere else ------------------------------------------------------------------------------------------------
@apart
def displace(P, node, X, j, h):
    """Displace a node by h [rad, m] along the j-th twist at X, with its velocities; what it was is for `put_back`."""
    R, p = get9(P.work, node, W_R), get3(P.work, node, W_P)
    w, v = get3(P.work, node, W_W), get3(P.work, node, W_V)
    (a, b) = unit_twist(j)
    if j < 3:
        s = math.sin(0.5 * h)
        Q = quaternion_matrix((math.cos(0.5 * h), s * a[0], s * a[1], s * a[2]))
        put9(P.work, node, W_R, mat_mul(Q, R))
        put3(P.work, node, W_P, add(X, mat_vec(Q, sub(p, X))))
        put3(P.work, node, W_W, mat_vec(Q, w))
        put3(P.work, node, W_V, mat_vec(Q, v))
    else:
        put3(P.work, node, W_P, add_scaled(p, h, b))
    return R, p, w, v


@inlined
def put_back(P, node, was):
    """A node where it was."""
    R, p, w, v = was
    put9(P.work, node, W_R, R)
    put3(P.work, node, W_P, p)
    put_twist(P, node, w, v)


@inlined
def put_twist(P, node, w, v):
    """Another velocity of a node."""
    put3(P.work, node, W_W, w)
    put3(P.work, node, W_V, v)


@inlined
def twist_at(P, node, X):
    """Velocity of a node, of its point at X."""
    w = get3(P.work, node, W_W)
    return w, add(get3(P.work, node, W_V), cross(w, sub(X, get3(P.work, node, W_P))))


# --- differences of one element -------------------------------------------------------------------------------------------
LENGTH, SPEED = 0.02, 1.0  # [m, rad], [m/s, rad/s] what elements between nodes bend over


def _at_home(slopes, load):
    """A kernel of the file that has the load: the units of rare kinds are told apart by files."""
    slopes.__module__ = load.__module__
    return kernel(slopes)


def between_nodes(load):
    """`slopes` of a kind that acts between the nodes EL_A and EL_B and has no internal state: differences of its load."""

    @kernel
    def _acted(P, e, t, y, dy, a, b, X, out):
        """Wrench on B with respect to X, then the powers of all books."""
        for node in (a, b):
            put3(P.work, node, W_FEXT, ZERO)
            put3(P.work, node, W_FEXT + 3, ZERO)
        for i in range(P.books.size):
            dy[P.size[S_LEDGER] + P.books[i]] = 0.0
        load(P, e, t, y, dy)
        node, sign = (a, -1.0) if is_world(P, b) else (b, 1.0)
        f = get3(P.work, node, W_FEXT + 3)
        m = add(get3(P.work, node, W_FEXT), cross(sub(get3(P.work, node, W_P), X), f))
        for j in range(3):
            out[j], out[3 + j] = sign * m[j], sign * f[j]
        for i in range(P.books.size):
            out[WRENCH + i] = dy[P.size[S_LEDGER] + P.books[i]]

    @kernel
    def _by_node(P, e, t, y, dy, a, b, X, node, first, rows):
        """Twelve columns of E."""
        out = P.local
        for j in range(12):
            h = STEP * (LENGTH if j < 6 else SPEED)
            for r in range(rows):
                out[r, first + j] = 0.0
            for i in range(4):
                side = SIDES[i] * h
                was = displace(P, node, X, j, side if j < 6 else 0.0)
                if j >= 6:
                    w, v = unit_twist(j - 6)
                    v = add(v, cross(w, sub(was[1], X)))
                    put_twist(P, node, add_scaled(was[2], side, w), add_scaled(was[3], side, v))
                _acted(P, e, t, y, dy, a, b, X, out[LAWS])
                put_back(P, node, was)
                for r in range(rows):
                    out[r, first + j] += PARTS[i] / h * out[LAWS, r]

    def slopes(P, e, t, y, dy, J, n, core):
        """Differences by the poses and twists of its two nodes."""
        a, b = P.el_i[e, EL_A], P.el_i[e, EL_B]
        rows = WRENCH + P.books.size
        X = get3(P.work, a if is_world(P, b) else b, W_P)
        for i in range(P.books.size):
            P.local[WRENCH + i, ROW] = core + i
        if not is_world(P, b):
            _by_node(P, e, t, y, dy, a, b, X, b, POSE_B, rows)
        if not is_world(P, a):
            _by_node(P, e, t, y, dy, a, b, X, a, POSE_A, rows)
        _acted(P, e, t, y, dy, a, b, X, P.local[LAWS])
        E = P.local
        W = (E[LAWS, 0], E[LAWS, 1], E[LAWS, 2]), (E[LAWS, 3], E[LAWS, 4], E[LAWS, 5])
        spread(P, J, a, b, X, W, rows, n, 0)

    return _at_home(slopes, load)


ANGLE, RATE, STATE = 0.1, 10.0, 1.0  # [rad, m], [rad/s, m/s], [any] what elements over coordinates bend over, at least


def over_coordinates(load, coordinate):
    """`slopes` of a kind that knows joint coordinates and its own internal state only.

    coordinate(P, e, j)   node of its j-th coordinate, -1: there are no more
    """

    @kernel
    def _by_component(P, e, t, y, dy, J, n, core, i, column, h):
        """One column: component i of y."""
        here, n_q, ledger, slot = y[i], P.size[S_NQ], P.size[S_LEDGER], P.el_i[e, EL_SLOT]
        for m in range(4):
            side, part = SIDES[m], PARTS[m] / h
            for k in range(P.books.size):
                dy[ledger + P.books[k]] = 0.0
            j, node = 0, coordinate(P, e, 0)
            while node >= 0:
                P.local[LAWS, j] = P.tau[P.tree.i[node, VI]]
                P.tau[P.tree.i[node, VI]] = 0.0
                j += 1
                node = coordinate(P, e, j)
            y[i] = here + side * h
            load(P, e, t, y, dy)
            y[i] = here
            j, node = 0, coordinate(P, e, 0)
            while node >= 0:
                v = P.tree.i[node, VI]
                J[n_q + v, column] += part * P.tau[v]
                P.tau[v] = P.local[LAWS, j]
                j += 1
                node = coordinate(P, e, j)
            for k in range(P.el_i[e, EL_STATES]):
                J[n + k, column] += part * dy[slot + k]
            for k in range(P.books.size):
                J[core + k, column] += part * dy[ledger + P.books[k]]

    def slopes(P, e, t, y, dy, J, n, core):
        """Differences by its coordinates, their velocities and its internal state."""
        n_q, j, node = P.size[S_NQ], 0, coordinate(P, e, 0)
        while node >= 0:
            q, v = P.tree.i[node, QI], n_q + P.tree.i[node, VI]
            _by_component(P, e, t, y, dy, J, n, core, q, q, STEP * ANGLE)
            _by_component(P, e, t, y, dy, J, n, core, v, v, STEP * max(abs(y[v]), RATE))
            j += 1
            node = coordinate(P, e, j)
        for k in range(P.el_i[e, EL_STATES]):
            i = P.el_i[e, EL_SLOT] + k
            _by_component(P, e, t, y, dy, J, n, core, i, n + k, STEP * max(abs(y[i]), STATE))

    return _at_home(slopes, load)
