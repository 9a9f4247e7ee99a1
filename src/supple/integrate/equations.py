"""The linear equations (sigma - J) u = b of an implicit step: by the problem itself, or by the matrix of its Jacobian.

On the square-root clock J_x = 2 x J, so a problem that knows J by time is asked for sigma / (2 x) and b / (2 x).
"""

from .._jit import inlined, kernel
from .linear import lu_factor, lu_solve
from .problem import eliminate, substitute
from .solver import FACTORISATIONS, N_ACT, N_CORE, OWN, WARP


@inlined
def _clock(S, x):
    """dt/dx; 0 at the start of the square-root clock, where J_x is nothing."""
    return 2.0 * x if S.k[WARP] > 0 else 1.0


@kernel
def _write_matrix(S, sigma):
    """sigma - J into S.LU."""
    n = S.k[N_CORE]
    for i in range(n):
        for j in range(n):
            S.LU[i, j] = -S.J[i, j]
        S.LU[i, i] += sigma


@kernel
def prepare(P, S, x, sigma):
    """Factors for one sigma, after `update_jacobian`; False if there are none."""
    S.k[FACTORISATIONS] += 1
    if S.k[OWN] == 1:
        clock = _clock(S, x)
        return clock == 0.0 or eliminate(P, S, sigma / clock)
    _write_matrix(S, sigma)
    return lu_factor(S.LU, S.k[N_CORE], S.pivot)


@kernel
def solve(P, S, x, sigma, b):
    """b becomes u in all active components; nothing depends on quadratures, which follow."""
    n_core, n_act, act = S.k[N_CORE], S.k[N_ACT], S.act
    if S.k[OWN] == 1:
        clock = _clock(S, x)
        for m in range(n_act):
            b[act[m]] /= sigma if clock == 0.0 else clock
        if clock != 0.0:
            substitute(P, S, b)
        return
    lu_solve(S.LU, n_core, S.pivot, b, act)
    for m in range(n_core, n_act):
        total = b[act[m]]
        for j in range(n_core):
            total += S.J[m, j] * b[act[j]]
        b[act[m]] = total / sigma
