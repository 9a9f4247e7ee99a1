"""Derivatives of what elements do, each by its own few inputs: the block of an element.

    slopes(P, e, t, y, dy)      writes the block of element e into P.local and says what it is about (`tell_nodes`,
                                `tell_coordinates`); dy is scratch

It need not know the tree, nor who asks: `spread.py` makes rows and columns of a Jacobian of it, `system/implicit.py` the
equations of an implicit step. A kind without `slopes` that has a `load` makes its models fall back on differences of the
whole right-hand side (`model/build.py`). There are two sorts of blocks,

    between nodes       (dW ; d rows) = E (x_B ; z_B ; x_A ; z_A ; states)     wrench on B, A feels the opposite; x:
                        displacement that carries velocities along, z: change of twist, all with respect to one point X
    over coordinates    (d tau ; d rows) = E (d_0 .. d_5 ; v_0 .. v_5 ; states)     of up to six joint coordinates

where the rows behind the first six are rates of internal states and powers; the column ROW says which (`STATE`, `BOOK`).

What no block can say (forces on many coordinates, or by what all others do) an element adds to the Jacobian itself,
`slopes_across(P, e, y, J, core)`; its `is_across(p)` says of which rows of parameters that is so, and implicit steps then
take a matrix.

Two that any kind may use: `between_nodes`, differences of its `load` by poses and twists of its two nodes, and
`over_coordinates`, differences by joint coordinates and internal state: of one element, in differences of fourth order.
"""

import math

from .._jit import apart, inlined, kernel
from ..spatial.rotations import quaternion_matrix
from ..spatial.vectors import ZERO, add, add_scaled, cross, get3, get9, mat_mul, mat_vec, put3, put9, sub
from ..tables import EL_A, EL_B, EL_SLOT, EL_STATES, QI, S_LEDGER, S_NQ, VI, W_FEXT, W_P, W_R, W_V, W_W
from .places import is_world

# columns of a block
POSE_B, TWIST_B, POSE_A, TWIST_A, STATES, ROW, N_LOCAL = 0, 6, 12, 18, 24, 29, 30
SPEED_OF = 6  # of the first coordinate; displacements come first
WRENCH = 6  # rows of the wrench, moment first, or of the forces on coordinates; those of rates and powers follow
STATE, BOOK = 0, 100  # in ROW: rate of the first internal state; power of the first book that is kept
N_BLOCK_ROWS = 23  # at most: six, five internal states, twelve books
B_POINT, B_WRENCH = 23, 24  # rows of P.local: X, and the wrench on B with respect to it
LAWS = 25  # first row of what else an element keeps in P.local
N_LOCAL_ROWS = 69
# P.told: what the block in P.local is about
T_SORT, T_A, T_B, T_ROWS, T_STATES = 0, 1, 2, 3, 4  # sort; nodes, or T_A coordinates; rows and internal states
T_COORDINATE = 5  # 6 coordinates, T_COLUMN: 6 places of their displacements among the coordinates of position
T_COLUMN, N_TOLD = 11, 17
NODES, COORDINATES, NOTHING = 0, 1, 2
STEP = 1e-3  # of differences, in units of what their function bends over
STEP_OF_USERS = 1e-6  # of laws of users: one may end next to where a contact is
SIDES, PARTS = (
    (1.0, -1.0, 2.0, -2.0),
    (8.0 / 12.0, -8.0 / 12.0, -1.0 / 12.0, 1.0 / 12.0),
)  # of differences of fourth order
NONE = -1


@inlined
def book_row(P, book):
    """The row of a block in which a book of the ledger is, for the column ROW; NONE: it is not kept."""
    for i in range(P.books.size):
        if P.books[i] == book:
            return BOOK + i
    return NONE


@inlined
def tell_nodes(P, a, b, X, W, rows, n_state):
    """The block in P.local is one between nodes a and b, with respect to X; W: its wrench on B."""
    P.told[T_SORT], P.told[T_A], P.told[T_B], P.told[T_ROWS], P.told[T_STATES] = NODES, a, b, rows, n_state
    put3(P.local, B_POINT, 0, X)
    put3(P.local, B_WRENCH, 0, W[0])
    put3(P.local, B_WRENCH, 3, W[1])


@inlined
def tell_coordinates(P, count, rows, n_state):
    """The block in P.local is one over `count` coordinates, each of which was named (`name_coordinate`)."""
    P.told[T_SORT], P.told[T_A], P.told[T_ROWS], P.told[T_STATES] = COORDINATES, count, rows, n_state


@inlined
def name_coordinate(P, j, node, k):
    """The j-th coordinate of a block is the k-th of a node."""
    P.told[T_COORDINATE + j] = P.tree.i[node, VI] + k
    P.told[T_COLUMN + j] = P.tree.i[node, QI] + k


@kernel
def clear_block(P, count, rows, n_state):
    """Zeros in a block over `count` coordinates."""
    for r in range(rows):
        for j in range(count):
            P.local[r, j] = 0.0
            P.local[r, SPEED_OF + j] = 0.0
        for s in range(n_state):
            P.local[r, STATES + s] = 0.0


@kernel
def tell_power(P, v, force, book):
    """The block is that of a force on the velocity coordinate v that stays as it is: its power alone changes."""
    clear_block(P, 1, WRENCH + 1, 0)
    P.local[WRENCH, SPEED_OF], P.local[WRENCH, ROW] = force, book
    P.told[T_COORDINATE], P.told[T_COLUMN] = v, 0
    tell_coordinates(P, 1, WRENCH + 1, 0)


@inlined
def tell_nothing(P):
    """Nothing of the element depends on the state."""
    P.told[T_SORT] = NOTHING


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

    def slopes(P, e, t, y, dy):
        """Differences by the poses and twists of its two nodes."""
        a, b = P.el_i[e, EL_A], P.el_i[e, EL_B]
        rows = WRENCH + P.books.size
        X = get3(P.work, a if is_world(P, b) else b, W_P)
        for i in range(P.books.size):
            P.local[WRENCH + i, ROW] = BOOK + i
        if not is_world(P, b):
            _by_node(P, e, t, y, dy, a, b, X, b, POSE_B, rows)
        if not is_world(P, a):
            _by_node(P, e, t, y, dy, a, b, X, a, POSE_A, rows)
        _acted(P, e, t, y, dy, a, b, X, P.local[LAWS])
        E = P.local
        W = (E[LAWS, 0], E[LAWS, 1], E[LAWS, 2]), (E[LAWS, 3], E[LAWS, 4], E[LAWS, 5])
        tell_nodes(P, a, b, X, W, rows, 0)

    return _at_home(slopes, load)


ANGLE, RATE, STATE_SIZE = (
    0.1,
    10.0,
    1.0,
)  # [rad, m], [rad/s, m/s], [any] what elements over coordinates bend over, at least


@inlined
def _nothing(P, e, j):
    return 0.0


def over_coordinates(load, coordinate, felt=_nothing):
    """`slopes` of a kind that knows joint coordinates and its own internal state only.

    coordinate(P, e, j)   node of its j-th coordinate, -1: there are no more
    felt(P, e, j)         force that others have put on its j-th coordinate, of a kind that reads it
    """

    @kernel
    def _by_component(P, e, t, y, dy, count, i, column, h):
        """One column: component i of y."""
        here, ledger, slot, states = y[i], P.size[S_LEDGER], P.el_i[e, EL_SLOT], P.el_i[e, EL_STATES]
        E = P.local
        for m in range(4):
            side, part = SIDES[m], PARTS[m] / h
            for k in range(P.books.size):
                dy[ledger + P.books[k]] = 0.0
            for j in range(count):
                E[LAWS, j] = P.tau[P.told[T_COORDINATE + j]]
                P.tau[P.told[T_COORDINATE + j]] = felt(P, e, j)
            y[i] = here + side * h
            load(P, e, t, y, dy)
            y[i] = here
            for j in range(count):
                E[j, column] += part * P.tau[P.told[T_COORDINATE + j]]
                P.tau[P.told[T_COORDINATE + j]] = E[LAWS, j]
            for k in range(states):
                E[WRENCH + k, column] += part * dy[slot + k]
            for k in range(P.books.size):
                E[WRENCH + states + k, column] += part * dy[ledger + P.books[k]]

    def slopes(P, e, t, y, dy):
        """Differences by its coordinates, their velocities and its internal state."""
        n_q, count, node, states = P.size[S_NQ], 0, coordinate(P, e, 0), P.el_i[e, EL_STATES]
        while node >= 0:
            name_coordinate(P, count, node, 0)
            count += 1
            node = coordinate(P, e, count)
        rows = WRENCH + states + P.books.size
        clear_block(P, count, rows, states)
        for k in range(states):
            P.local[WRENCH + k, ROW] = STATE + k
        for k in range(P.books.size):
            P.local[WRENCH + states + k, ROW] = BOOK + k
        for j in range(count):
            q, v = P.told[T_COLUMN + j], n_q + P.told[T_COORDINATE + j]
            _by_component(P, e, t, y, dy, count, q, j, STEP * ANGLE)
            _by_component(P, e, t, y, dy, count, v, SPEED_OF + j, STEP * max(abs(y[v]), RATE))
        for k in range(states):
            i = P.el_i[e, EL_SLOT] + k
            _by_component(P, e, t, y, dy, count, i, STATES + k, STEP * max(abs(y[i]), STATE_SIZE))
        tell_coordinates(P, count, rows, states)

    return _at_home(slopes, load)
