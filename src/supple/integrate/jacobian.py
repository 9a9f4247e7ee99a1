"""Jacobian of the field, and its derivative by the independent variable.

A problem that knows its derivatives keeps them, and solves its own equations (`linearise`), or writes them into J
(`differentiate`). Of others J is made of central differences. The increment of component i is
(eps max(|y_i|, l_i, s_i) s_i^2)^(1/3) with s_i the smallest change that matters (`S.fd`), and l_i the size of what it is
added to (`S.extent`): rounding and curvature over s_i then spoil the quotient equally. The usual eps^(1/3)*|y_i| would be
larger than the indentation of a stiff contact that happens far from the origin. One-sided differences are not enough: a
Rosenbrock method multiplies the error of J by the distance moved in the step, and a body that is carried along quickly
while it rests on something stiff then needs steps a hundred times shorter.
"""

import math

from .._jit import kernel
from .field import rate, slope, time_of
from .problem import differentiate, linearise
from .solver import EPS, JACOBIAN, JACOBIANS, K_RHS, N_ACT, N_CORE, OWN, T_END, TIME_DEPENDENT, WARP, H


@kernel
def update_jacobian(P, S, x):
    """Write S.J (rows and columns in the order of act), S.ft and, once more, S.f at (x, S.y).

    S.f may come from the end of the last step, before its state was put back on the manifold: the difference is of the
    order of the error, far larger than the increments below. A problem that solves its own equations keeps what these are
    made of instead of S.J.
    """
    if S.k[JACOBIAN] == 1:
        return
    slope(x, S.y, P, S, S.f)
    if S.k[OWN] == 1:
        linearise(time_of(S, x), S.y, P, S)
    elif differentiate(time_of(S, x), S.y, P, S):
        _change_clock(S, x)
    else:
        _differences(P, S, x)
    by_variable(P, S, x)
    S.k[JACOBIAN] = 1
    S.k[JACOBIANS] += 1


@kernel
def _change_clock(S, x):
    """J_x = 2 x J on the square-root clock."""
    if S.k[WARP] > 0:
        for i in range(S.k[N_ACT]):
            for j in range(S.k[N_CORE]):
                S.J[i, j] *= 2.0 * x


@kernel
def _differences(P, S, x):
    """S.J by differences."""
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


@kernel
def by_variable(P, S, x):
    """S.ft, the derivative by the independent variable; on the square-root clock d/dx = 2 f + 4 x^2 df/dt."""
    n_act, act, t = S.k[N_ACT], S.act, time_of(S, x)
    for m in range(n_act):
        S.ft[act[m]] = 0.0
    if S.k[WARP] > 0:
        S.k[K_RHS] += 1
        rate(t, S.y, P, S.f1)
        for m in range(n_act):
            S.ft[act[m]] = 2.0 * S.f1[act[m]]
            S.err[act[m]] = S.f1[act[m]]
    if S.k[TIME_DEPENDENT] == 0:
        return
    # a step that stays inside the run: inputs may not be defined beyond it
    dt = math.sqrt(EPS) * max(abs(t), x * S.r[H] if S.k[WARP] > 0 else S.r[H], 1e-6)
    if t + dt > S.r[T_END]:
        dt = -dt
    part = 4.0 * x * x if S.k[WARP] > 0 else 1.0
    before = S.err if S.k[WARP] > 0 else S.f
    S.k[K_RHS] += 1
    rate(t + dt, S.y, P, S.f1)
    for m in range(n_act):
        S.ft[act[m]] += part * (S.f1[act[m]] - before[act[m]]) / dt
