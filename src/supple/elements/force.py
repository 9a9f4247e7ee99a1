"""An applied force over time: at a point of a body, in world or body axes, or on a coordinate of a joint.

    force(t) = linear interpolation of its table, zero before its first and after its last row

Ledger    its power is work.
Modes     0 outside of the table, else 1 + the row that begins the present piece.
"""

from .._jit import inlined
from ..integrate.problem import NOTED, RESTART
from ..spatial.vectors import accumulate3, add, cross, dot, get3, get9, mat_vec
from ..tables import EL_A, EL_B, EL_ROW, L_WORK, S_LEDGER, S_NQ, W_FEXT, W_R, W_V, W_W
from .tables_over_time import next_corner, piece, value

N_MODE, N_HOLD, N_GUARD = 1, 0, 0
TIME_DEPENDENT = True
WORLD, BODY, JOINT = 0, 1, 2  # EL_B: axes of the force, or a joint force; EL_A: node or velocity coordinate
START, COUNT, AT = 0, 1, 2  # columns of the parameters: rows of P.table; point of application in the node frame (3) [m]


@inlined
def load(P, e, t, y, dy):
    """Wrench or generalised force, and its power."""
    row, target, p = P.mode[e, 0] - 1, P.el_i[e, EL_A], P.el_i[e, EL_ROW]
    work = P.size[S_LEDGER] + L_WORK
    if P.el_i[e, EL_B] == JOINT:
        force = value(P.table, row, t, 1)
        P.tau[target] += force
        dy[work] += force * y[P.size[S_NQ] + target]
        return
    f = (value(P.table, row, t, 1), value(P.table, row, t, 2), value(P.table, row, t, 3))
    m = (value(P.table, row, t, 4), value(P.table, row, t, 5), value(P.table, row, t, 6))
    R = get9(P.work, target, W_R)
    if P.el_i[e, EL_B] == BODY:
        f = mat_vec(R, f)
        m = mat_vec(R, m)
    m = add(m, cross(mat_vec(R, get3(P.par, p, AT)), f))
    accumulate3(P.work, target, W_FEXT, m)
    accumulate3(P.work, target, W_FEXT + 3, f)
    dy[work] += dot(m, get3(P.work, target, W_W)) + dot(f, get3(P.work, target, W_V))


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
