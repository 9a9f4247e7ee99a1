"""THE right-hand side: kinematics, loads of the elements that act, articulated bodies.

    qdot = N(q) v,   M(q) vdot + h(q, v) = tau + sum_i J_i^T w_i,   zdot from the laws,   ledger' = powers

It never resets, clips or decides a mode: those change in `jump` and `at_stop` only.
"""

from .._jit import apart
from ..dynamics.aba import aba
from ..dynamics.kinematics import kinematics, position_rate
from ..elements.dispatch import load, react
from ..integrate.problem import rhs
from ..tables import (
    EL_KIND,
    N_LEDGER,
    N_NEAR,
    OPEN,
    S_EXACT,
    S_LEDGER,
    S_NODES,
    S_NQ,
    S_NV,
    S_REACTS,
    S_STATIC,
    W_FEXT,
)
from .grips import hold, release_all
from .robot import Robot


@apart
def _act(P, e, t, y, dy):
    """Loads of one element."""
    load(P.el_i[e, EL_KIND], P, e, t, y, dy)


@rhs.register(Robot)
def robot_rhs(t, y, P, dy):
    """Write dy/dt of every active component."""
    n_q = P.size[S_NQ]
    # where everything is and how it moves
    kinematics(P.tree, y, n_q, P.work)
    # forces start from nothing
    for i in range(P.size[S_NODES] + 1):
        for j in range(6):
            P.work[i, W_FEXT + j] = 0.0
    plain = n_q == P.size[S_NV]  # no quaternions: the rates of positions are the velocities
    for i in range(P.size[S_NV]):
        P.tau[i] = 0.0
        if plain:
            dy[i] = y[n_q + i]
    for i in range(N_LEDGER):
        dy[P.size[S_LEDGER] + i] = 0.0
    if P.size[S_EXACT] > 0:
        release_all(P)
    # everything that acts
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if P.mode[e, 0] != OPEN:
            _act(P, e, t, y, dy)
    # accelerations of everything
    aba(P.tree, y, n_q, P.tau, P.work, dy)
    # and with what holds contacts that stick exactly
    if P.size[S_EXACT] > 0:
        hold(P, y, n_q, dy)
    if not plain:
        position_rate(P.tree, y, n_q, P.work, dy)
    # what it takes to hold prescribed motions
    if P.size[S_REACTS] > 0:
        for e in range(P.size[S_STATIC]):
            react(P.el_i[e, EL_KIND], P, e, t, y, dy)
