"""Jacobian of the field, and its derivative by the independent variable.

A problem that knows its derivatives gives them (`derivatives`); on the square-root clock, dy/dx = 2 x f(t0 + x^2, y),

    J_x = 2 x J,     d/dx = 2 f + 4 x^2 df/dt

Of others they are central differences. The increment of component i is (eps max(|y_i|, l_i, s_i) s_i^2)^(1/3) with s_i the
smallest change that matters (`S.fd`), and l_i the size of what it is added to (`S.extent`): rounding and curvature over s_i
then spoil the quotient equally. The usual eps^(1/3)*|y_i| would be larger than the indentation of a stiff contact that
happens far from the origin. One-sided differences are not enough: a Rosenbrock method multiplies the error of J by the
distance moved in the step, and a body that is carried along quickly while it rests on something stiff then needs steps a
hundred times shorter.
"""

import math

from .._jit import kernel
from .field import rate, slope, time_of
from .problem import derivatives
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
    if derivatives(time_of(S, x), S.y, P, S):
        _by_clock(P, S, x)
    else:
        _differences(P, S, x)
    S.k[JACOBIAN] = 1
    S.k[JACOBIANS] += 1


@kernel
def _by_clock(P, S, x):
    """From time to the independent variable; write S.ft."""
    n_core, n_act, act = S.k[N_CORE], S.k[N_ACT], S.act
    if S.k[WARP] == 0:
        _by_variable(P, S, x)
        return
    t, double = time_of(S, x), 2.0 * x
    rate(t, S.y, P, S.f1)
    for m in range(n_act):
        S.ft[act[m]] = 2.0 * S.f1[act[m]]
        for j in range(n_core):
            S.J[m, j] *= double
    if S.k[TIME_DEPENDENT] == 1:
        for m in range(n_act):
            S.err[act[m]] = S.f1[act[m]]
        dt = math.sqrt(EPS) * max(abs(t), x * S.r[H], 1e-6)
        rate(t + dt, S.y, P, S.f1)
        for m in range(n_act):
            S.ft[act[m]] += double * double * (S.f1[act[m]] - S.err[act[m]]) / dt


@kernel
def _differences(P, S, x):
    """S.J and S.ft by differences."""
    n_core, n_act, act = S.k[N_CORE], S.k[N_ACT], S.act
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
    _by_variable(P, S, x)


@kernel
def _by_variable(P, S, x):
    """S.ft by a difference."""
    n_act, act = S.k[N_ACT], S.act
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


@kernel
def iteration_matrix(S, diagonal):
    """Write diagonal * I - J into S.LU."""
    n = S.k[N_CORE]
    for i in range(n):
        for j in range(n):
            S.LU[i, j] = -S.J[i, j]
        S.LU[i, i] += diagonal
