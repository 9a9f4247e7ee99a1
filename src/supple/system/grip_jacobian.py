"""Derivatives of contacts that stick exactly: how the forces that hold them follow the state (grips.py).

The forces f keep the slips at s(y, f) = 0, and s is affine in them, so

    ds = ds|_f + A df = 0,        df = -A^-1 ds|_f,        d vdot = d vdot|_f + M^-1 J^T df

ds|_f: by the accelerations as they change while the components of f stay as they are, and by what the slips are made of
(elements/grip_slopes.py). A^-1 is that of grips.py, which leaves the directions alone in which forces move nothing: of
those neither accelerations nor powers depend on anything.

Exact     where the contacts can hold: s = 0. Where they ask for what bodies cannot do (two prescribed bodies), and where a
          mobility is next to SOFT, the change of A itself is left out.
Scratch   rows of S.LU behind the mass matrix: ds|_f, then df; P.rate: M^-1 J^T.
"""

from .._jit import Ints, Reals2, apart, inlined, kernel
from ..dynamics.composite import C_PSI, C_PSI2, C_S, C_T, D_ORIGIN, get_pair, pass_node
from ..dynamics.derivatives import STILL, solve_one
from ..elements.features import nodes
from ..elements.grip import grips
from ..elements.grip_slopes import BY_A, BY_B, BY_POSE, BY_PUSH, BY_TWIST, slopes_of_grip, slopes_of_slip
from ..elements.places import is_world, velocity
from ..elements.slopes import BOOK, NONE, book_row
from ..spatial.twists import moved
from ..spatial.vectors import dot, get3, sub
from ..tables import (
    G_ELEMENT,
    G_FORCE,
    G_FREE,
    G_POINT,
    G_TANGENT,
    L_FRICTION,
    N_NEAR,
    N_V,
    PARENT,
    QI,
    S_NQ,
    S_NV,
    VI,
)
from .grips import is_contact, solve_grips
from .robot import Robot

ROUNDS = 2


@apart
def turn_grip(P: Robot, e: int) -> None:
    """Write the block of the force that holds contact e."""
    slopes_of_grip(P, e)


@inlined
def _form(P, row, first, x):
    """Six numbers of a row of P.local times a motion."""
    E, (a, b) = P.local, x
    return (
        E[row, first] * a[0] + E[row, first + 1] * a[1] + E[row, first + 2] * a[2]
        + E[row, first + 3] * b[0] + E[row, first + 4] * b[1] + E[row, first + 5] * b[2]
    )  # fmt: skip


@kernel
def _add_slip(P, J, H, ahead, node, k, row, core):
    """Add what a node does to the two rows of ds|_f of contact k; row: of P.local."""
    if is_world(P, node):
        return
    n_q, first = P.size[S_NQ], P.size[S_NV] + 2 * k
    r = sub(get3(P.grip, k, G_POINT), get3(P.work, node, D_ORIGIN))
    while node >= 0:
        for j in range(P.tree.i[node, N_V]):
            m, q = P.tree.i[node, VI] + j, P.tree.i[node, QI] + j
            S, psi = moved(get_pair(P.column, m, C_S), r), moved(get_pair(P.column, m, C_PSI), r)
            push, T = moved(get_pair(P.column, m, C_PSI2), r), moved(get_pair(P.column, m, C_T), r)
            for i in range(2):
                H[first + i, q] += (
                    _form(P, row + i, BY_POSE, S) + _form(P, row + i, BY_TWIST, psi) + _form(P, row + i, BY_PUSH, push)
                )
                H[first + i, n_q + m] += _form(P, row + i, BY_TWIST, S) + _form(P, row + i, BY_PUSH, T)
                if ahead[m] != STILL:
                    part = _form(P, row + i, BY_PUSH, S)
                    for c in range(core):
                        H[first + i, c] += part * J[n_q + m, c]
        pass_node(node, P.tree, P.column)
        node = P.tree.i[node, PARENT]


@kernel
def _add_pull(P, node, k, t, sign):
    """Add the generalised forces of a unit force along t on a node at contact k to P.rate."""
    if is_world(P, node):
        return
    r = sub(get3(P.grip, k, G_POINT), get3(P.work, node, D_ORIGIN))
    while node >= 0:
        for m in range(P.tree.i[node, VI], P.tree.i[node, VI] + P.tree.i[node, N_V]):
            P.rate[m] += sign * dot(t, moved(get_pair(P.column, m, C_S), r)[1])
        pass_node(node, P.tree, P.column)
        node = P.tree.i[node, PARENT]


@kernel
def _give_way(P, J, H, ahead, k, i, core):
    """Add what the change of one component of a force does to accelerations, and to the power of friction."""
    n_q, n_v, book = P.size[S_NQ], P.size[S_NV], book_row(P, L_FRICTION)
    a, b = nodes(P, int(P.grip[k, G_ELEMENT]))
    t, point = get3(P.grip, k, G_TANGENT + 3 * i), get3(P.grip, k, G_POINT)
    for m in range(n_v):
        P.rate[m] = 0.0
    _add_pull(P, b, k, t, 1.0)
    _add_pull(P, a, k, t, -1.0)
    solve_one(n_v, H, ahead, P.rate)
    slip, row = dot(t, sub(velocity(P, b, point), velocity(P, a, point))), n_v + 2 * k + i
    for m in range(n_v):
        if P.rate[m] != 0.0:
            for c in range(core):
                J[n_q + m, c] += P.rate[m] * H[row, c]
    if book != NONE:
        for c in range(core):
            J[core + book - BOOK, c] -= slip * H[row, c]


@kernel
def _hold(P, J, H, ahead, core):
    """The slips as J has them, the forces that keep them from changing, and what these do."""
    n, n_v = 0, P.size[S_NV]
    for j in range(P.count[N_NEAR]):
        e = P.near[j]
        if not is_contact(P, e):
            break
        if grips(P, e):  # in the order in which the right-hand side has taken hold of them
            for c in range(core):
                H[n_v + 2 * n, c] = 0.0
                H[n_v + 2 * n + 1, c] = 0.0
            a, b = nodes(P, e)
            slopes_of_slip(P, e, n)
            _add_slip(P, J, H, ahead, b, n, BY_B, core)
            _add_slip(P, J, H, ahead, a, n, BY_A, core)
            n += 1
    for c in range(core):
        for i in range(2 * n):
            P.grip[i // 2, G_FREE + i % 2] = H[n_v + i, c]
        solve_grips(P, n)
        for i in range(2 * n):
            H[n_v + i, c] = P.grip[i // 2, G_FORCE + i % 2]
    for i in range(2 * n):
        _give_way(P, J, H, ahead, i // 2, i % 2, core)


@apart
def add_grips(P: Robot, J: Reals2, H: Reals2, ahead: Ints, core: int) -> None:
    """Add to J, whose rows of accelerations are those at constant forces, what the change of these forces does.

    What is held by all its contacts has accelerations that are small differences of what forces give: twice, so that
    what rounding has left of the slips is taken out as well.
    """
    for _round in range(ROUNDS):
        _hold(P, J, H, ahead, core)
