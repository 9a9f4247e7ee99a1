"""The interpolant of a step as a polynomial in s = (x - x0)/h.

y(s) = y0 + sum_j Q_j s^(j+1),   Q_j = h sum_i k_i P_ij   (explicit, trapezoid)   or   sum_i u_i P_ij   (Rosenbrock)
"""

from .._jit import kernel
from .explicit import explicit_extra_stages
from .solver import EXPLICIT, KIND, N_ACT, ROSENBROCK


@kernel
def _combine(S, dense, scale):
    degree = dense.shape[1]
    for m in range(S.k[N_ACT]):
        i = S.act[m]
        for j in range(degree):
            total = 0.0
            for s in range(dense.shape[0]):
                total += S.K[s, i] * dense[s, j]
            S.Q[j, i] = scale * total
        for j in range(degree, S.Q.shape[0]):
            S.Q[j, i] = 0.0


@kernel
def build_interpolant(P, S, M, R, D, x, h):
    """Write S.Q for the step just computed; M, R, D are the explicit, Rosenbrock and trapezoidal methods."""
    if S.k[KIND] == EXPLICIT:
        explicit_extra_stages(P, S, M, x, h)
        _combine(S, M.dense, h)
    elif S.k[KIND] == ROSENBROCK:
        _combine(S, R.dense, 1.0)
    else:
        _combine(S, D, h)


@kernel
def evaluate_interpolant(S, s, y):
    """Write the state at s in [0, 1] of the step just computed into the active components of y."""
    degree = S.Q.shape[0]
    for m in range(S.k[N_ACT]):
        i = S.act[m]
        total = 0.0
        for j in range(degree - 1, -1, -1):
            total = (total + S.Q[j, i]) * s
        y[i] = S.y[i] + total
