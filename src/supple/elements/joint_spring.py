"""Spring and damper of a joint.

    tau_j = -k (q - q0) - d qdot          spring: joints of one coordinate; damper: every velocity coordinate
    U = k (q - q0)^2 / 2,     lost d |qdot|^2

Symbols   k [N/m, Nm/rad] >= 0, q0 [m, rad], d [Ns/m, Nms/rad] >= 0.
"""

from .._jit import inlined
from ..tables import EL_A, EL_B, EL_ROW, L_JOINT, QI, S_LEDGER, S_NQ, VI
from .observed import SPRINGS
from .slopes import ROW, SPEED_OF, WRENCH, book_row, clear_block, name_coordinate, tell_coordinates

N_MODE, N_HOLD, N_GUARD = 1, 0, 0
STIFFNESS, REST, DAMPING = 0, 1, 2  # columns of the parameters; EL_B: number of velocity coordinates


@inlined
def load(P, e, t, y, dy):
    """Generalised forces and the power of the damper."""
    node, row = P.el_i[e, EL_A], P.el_i[e, EL_ROW]
    k, rest, d = P.par[row, STIFFNESS], P.par[row, REST], P.par[row, DAMPING]
    first = P.tree.i[node, VI]
    if k != 0.0:
        P.tau[first] -= k * (y[P.tree.i[node, QI]] - rest)
    if d != 0.0:
        lost, n_q, ledger = 0.0, P.size[S_NQ], P.size[S_LEDGER]
        for j in range(first, first + P.el_i[e, EL_B]):
            v = y[n_q + j]
            P.tau[j] -= d * v
            lost += d * v * v
        dy[ledger + L_JOINT] += lost


@inlined
def store(P, e, y, out):
    """Energy of the spring."""
    node, row = P.el_i[e, EL_A], P.el_i[e, EL_ROW]
    k, rest = P.par[row, STIFFNESS], P.par[row, REST]
    if k != 0.0:
        x = y[P.tree.i[node, QI]] - rest
        out[SPRINGS] += 0.5 * k * x * x


# --- derivatives --------------------------------------------------------------------------------------------------------
@inlined
def slopes(P, e, t, y, dy):
    """Exact."""
    node, row, n = P.el_i[e, EL_A], P.el_i[e, EL_ROW], P.el_i[e, EL_B]
    d, first = P.par[row, DAMPING], P.size[S_NQ] + P.tree.i[node, VI]
    clear_block(P, n, WRENCH + 1, 0)
    P.local[0, 0] = -P.par[row, STIFFNESS]
    P.local[WRENCH, ROW] = book_row(P, L_JOINT)
    for j in range(n):
        name_coordinate(P, j, node, j)
        P.local[j, SPEED_OF + j] = -d
        P.local[WRENCH, SPEED_OF + j] = 2.0 * d * y[first + j]
    tell_coordinates(P, n, WRENCH + 1, 0)
