"""An applied force over time: at a point of a body, in world or body axes, or on a coordinate of a joint.

    force(t) = linear interpolation of its table, zero before its first and after its last row

Ledger    its power is work.
Modes     0 outside of the table, else 1 + the row that begins the present piece.
"""

from .._jit import inlined
from ..integrate.problem import NOTED, RESTART
from ..spatial.twists import cross_force, cross_motion, power
from ..spatial.vectors import ZERO, accumulate3, add, cross, dot, get3, get9, mat_vec
from ..tables import EL_A, EL_B, EL_ROW, L_WORK, S_LEDGER, S_NODES, S_NQ, W_FEXT, W_P, W_R, W_V, W_W
from .slopes import POSE_B, ROW, TWIST_B, WRENCH, book_row, put_wrench, tell_nodes, tell_power, unit_twist
from .tables_over_time import next_corner, piece, value

N_MODE, N_HOLD, N_GUARD = 1, 0, 0
TIME_DEPENDENT = True
WORLD, BODY, JOINT = 0, 1, 2  # EL_B: axes of the force, or a joint force; EL_A: node or velocity coordinate
START, COUNT, AT = 0, 1, 2  # columns of the parameters: rows of P.table; point of application in the node frame (3) [m]


@inlined
def _wrench(P, e, t):
    """Moment about the origin of its node without that of the force, force, and where that acts from there."""
    row, R = P.mode[e, 0] - 1, get9(P.work, P.el_i[e, EL_A], W_R)
    f = (value(P.table, row, t, 1), value(P.table, row, t, 2), value(P.table, row, t, 3))
    m = (value(P.table, row, t, 4), value(P.table, row, t, 5), value(P.table, row, t, 6))
    if P.el_i[e, EL_B] == BODY:
        f = mat_vec(R, f)
        m = mat_vec(R, m)
    return m, f, mat_vec(R, get3(P.par, P.el_i[e, EL_ROW], AT))


@inlined
def load(P, e, t, y, dy):
    """Wrench or generalised force, and its power."""
    target, work = P.el_i[e, EL_A], P.size[S_LEDGER] + L_WORK
    if P.el_i[e, EL_B] == JOINT:
        force = value(P.table, P.mode[e, 0] - 1, t, 1)
        P.tau[target] += force
        dy[work] += force * y[P.size[S_NQ] + target]
        return
    m, f, arm = _wrench(P, e, t)
    m = add(m, cross(arm, f))
    accumulate3(P.work, target, W_FEXT, m)
    accumulate3(P.work, target, W_FEXT + 3, f)
    dy[work] += dot(m, get3(P.work, target, W_W)) + dot(f, get3(P.work, target, W_V))


@inlined
def slopes(P, e, t, y, dy):
    """In body axes it is carried along; in world axes it stays as it is while its point moves."""
    target, book = P.el_i[e, EL_A], book_row(P, L_WORK)
    if P.el_i[e, EL_B] == JOINT:
        tell_power(P, target, value(P.table, P.mode[e, 0] - 1, t, 1), book)
        return
    m, f, arm = _wrench(P, e, t)
    W = (add(m, cross(arm, f)), f)
    v = (get3(P.work, target, W_W), get3(P.work, target, W_V))
    P.local[WRENCH, ROW] = book
    for j in range(6):
        x = unit_twist(j)
        change = cross_force(x, W)
        if P.el_i[e, EL_B] != BODY:
            change = (cross(add(x[1], cross(x[0], arm)), f), ZERO)
        put_wrench(P, POSE_B + j, change[0], change[1])
        P.local[WRENCH, POSE_B + j] = power(v, change) + power(cross_motion(x, v), W)
        put_wrench(P, TWIST_B + j, ZERO, ZERO)
        P.local[WRENCH, TWIST_B + j] = power(x, W)
    tell_nodes(P, P.size[S_NODES], target, get3(P.work, target, W_P), W, WRENCH + 1, 0)


@inlined
def _table(P, e):
    """First row of its table and their number."""
    p = P.par[P.el_i[e, EL_ROW]]
    return int(p[START]), int(p[COUNT])


@inlined
def begin(P, e, t, y):
    """The piece that holds at the start."""
    first, count = _table(P, e)
    P.mode[e, 0] = piece(P.table, first, count, t)


@inlined
def next_stop(P, e, t):
    """The next corner."""
    first, count = _table(P, e)
    return next_corner(P.table, first, count, P.mode[e, 0] - 1, t)


@inlined
def at_stop(P, e, t, y):
    """A corner begins a new piece."""
    before = P.mode[e, 0]
    begin(P, e, t, y)
    return RESTART | NOTED if P.mode[e, 0] != before else 0
