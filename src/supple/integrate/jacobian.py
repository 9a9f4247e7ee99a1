"""Jacobian of the field by central differences, and its derivative by the independent variable.

The increment of component i is (eps max(|y_i|, l_i, s_i) s_i^2)^(1/3) with s_i the smallest change that matters (`S.fd`),
and l_i the size of what it is added to (`S.extent`): rounding and curvature over s_i then spoil the quotient equally. The
usual eps^(1/3)*|y_i| would be larger than the indentation of a stiff contact that happens far from the origin. One-sided
differences are not enough: a Rosenbrock method multiplies the error of J by the distance moved in the step, and a body that
is carried along quickly while it rests on something stiff then needs steps a hundred times shorter.
"""

import math

from .._jit import kernel
from .field import slope
from .solver import EPS, JACOBIAN, JACOBIANS, N_ACT, N_CORE, T_END, TIME_DEPENDENT, WARP, H


@kernel
def update_jacobian(P, S, x):
    """Write S.J (rows and columns in the order of act), S.ft and, once more, S.f at (x, S.y).

    S.f may come from the end of the last step, before its state was put back on the manifold: the difference is of the
    order of the error, far larger than the increments below.
    """
    if S.k[JACOBIAN] == 1:
        return
    slope(x, S.y, P, S, S.f)
    n_core = S.k[N_CORE]
    n_act = S.k[N_ACT]
    act = S.act
    for i in range(n_act):
        S.yt[act[i]] = S.y[act[i]]
    for j in range(n_core):
        i = act[j]
        step = (EPS * max(abs(S.y[i]), S.extent[i], S.fd[i]) * S.fd[i] * S.fd[i]) ** (1.0 / 3.0)
        ahead = S.y[i] + step
        behind = S.y[i] - step
        S.yt[i] = ahead
        slope(x, S.yt, P, S, S.f1)
        S.yt[i] = behind
        slope(x, S.yt, P, S, S.ft)
        S.yt[i] = S.y[i]
        for m in range(n_act):
            S.J[m, j] = (S.f1[act[m]] - S.ft[act[m]]) / (ahead - behind)  # the difference as it was really taken
    if S.k[TIME_DEPENDENT] == 1 or S.k[WARP] > 0:
        # a step in x that stays inside the run: inputs may not be defined beyond it
        dx = math.sqrt(EPS) * max(abs(x), S.r[H], 1e-6)
        if S.k[WARP] == 0 and x + dx > S.r[T_END]:
            dx = -dx
        slope(x + dx, S.y, P, S, S.f1)
        for m in range(n_act):
            S.ft[act[m]] = (S.f1[act[m]] - S.f[act[m]]) / dx
    else:
        for m in range(n_act):
            S.ft[act[m]] = 0.0
    S.k[JACOBIAN] = 1
    S.k[JACOBIANS] += 1


@kernel
def iteration_matrix(S, diagonal):
    """Write diagonal * I - J into S.LU."""
    n = S.k[N_CORE]
    for i in range(n):
        for j in range(n):
            S.LU[i, j] = -S.J[i, j]
        S.LU[i, i] += diagonal
