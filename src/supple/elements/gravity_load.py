"""Generalised forces of gravity on the tree, by inverse dynamics at rest: g(q) = RNEA(q, 0, 0).

The state is borrowed: velocities are set to zero and put back, as are the kinematics in P.work.
"""

from .._jit import kernel
from ..dynamics.kinematics import kinematics
from ..dynamics.rnea import rnea
from ..tables import S_NODES, S_NQ, S_NV, W_FEXT


@kernel
def still(P, y):
    """Velocities of y to P.tau; then there are none."""
    n_q = P.size[S_NQ]
    for i in range(P.size[S_NV]):
        P.tau[i] = y[n_q + i]
        y[n_q + i] = 0.0
    for i in range(P.size[S_NODES] + 1):
        for j in range(6):
            P.work[i, W_FEXT + j] = 0.0


@kernel
def gravity_load(P, y, out):
    """Write g(q) to out, after `still`."""
    n_q = P.size[S_NQ]
    kinematics(P.tree, y, n_q, P.work)
    rnea(P.tree, y, n_q, y[n_q : n_q + P.size[S_NV]], P.work, out)


@kernel
def moving(P, y):
    """Velocities and kinematics as they were before `still`."""
    n_q = P.size[S_NQ]
    for i in range(P.size[S_NV]):
        y[n_q + i] = P.tau[i]
    kinematics(P.tree, y, n_q, P.work)
