"""The Jacobian of a robot: inertia in closed form, elements by their own derivatives, M^-1 by factors of the mass matrix.

    d vdot = M^-1 (d tau + J^T D f_ext - d ID)            rows of accelerations; all other rows need no M

It is for those who want a matrix: users, small motions. Implicit steps do without (implicit.py), so it is a unit of its
own. S.J is filled in place. Scratch: the mass matrix and its factors in S.LU, the order of its coordinates in S.pivot.
"""

from .._jit import entry, kernel
from ..dynamics.derivatives import STILL, add_inertial, by_coordinates, factorise, order, solve
from ..elements.dispatch import slopes_across, slopes_held
from ..elements.grip import grips
from ..elements.slots import n_state
from ..elements.spread import spread
from ..integrate.solver import N_ACT, N_CORE, Solver
from ..tables import EL_KIND, EL_SLOT, N_NEAR, OPEN, S_EXACT, S_NQ, S_NV, S_REACTS, S_STATIC
from .blocks import write_block
from .grip_jacobian import add_grips, turn_grip
from .grips import is_contact
from .robot import Robot


@entry
def write_jacobian(P: Robot, S: Solver, t: float) -> None:
    """Write S.J at (t, S.y); P must have the right-hand side there behind it (entries.py, `approach`)."""
    fill_jacobian(P, S, t)


@kernel
def fill_jacobian(P, S, t):
    """The same, for who is compiled already (matrix.py)."""
    y = S.y
    J, H, ahead, core, n_act = S.J, S.LU, S.pivot, S.k[N_CORE], S.k[N_ACT]
    n_q, n_v = P.size[S_NQ], P.size[S_NV]
    for i in range(n_act):
        for j in range(core):
            J[i, j] = 0.0
    for i in range(n_v):
        for j in range(n_v):
            H[i, j] = 0.0
    add_inertial(P.tree, y, n_q, P.work, P.column, J, H)
    n, exact = n_q + n_v, P.size[S_EXACT] > 0
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        told = write_block(P, e, t, y, S.f1)
        if P.mode[e, 0] != OPEN:
            slopes_across(P.el_i[e, EL_KIND], P, e, y, J, core)
        if told:
            spread(P, J, n, core)
        if exact and is_contact(P, e) and grips(P, e):
            turn_grip(P, e)
            spread(P, J, n, core)
        if P.el_i[e, EL_SLOT] >= 0:
            n += n_state(P, e)
    order(P.tree, P.work, ahead)
    factorise(n_v, H, ahead)
    solve(n_v, n_q, H, ahead, J, core)
    if exact:
        add_grips(P, J, H, ahead, core)
    if P.size[S_REACTS] > 0:
        for e in range(P.size[S_STATIC]):
            slopes_held(P.el_i[e, EL_KIND], P, e, y, J, H, ahead, core)
    for k in range(n_v):
        if ahead[k] == STILL:
            for c in range(core):
                J[n_q + k, c] = 0.0
    by_coordinates(P.tree, y, n_q, J, n_act)
