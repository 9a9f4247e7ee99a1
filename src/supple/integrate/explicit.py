"""One step of an explicit Runge-Kutta pair given by its tableau.

    k_1 = f(x, y),   k_i = f(x + c_i h, y + h sum_j a_ij k_j),   y1 = y + h sum_i b_i k_i,   err = h sum_i e_i k_i

The last main stage of every pair used here is f(x + h, y1) (first same as last).
Source: Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I (1993), section II.4.
"""

import math

from .._jit import inlined, kernel
from .field import field
from .problem import norm
from .solver import EXPLICIT, KIND, N_ACT, N_CORE, RTOL, SECOND

UNKNOWN = 0.0  # `stability` of a pair from whose stages `stiffness` cannot be told
SMOOTH = 0.1  # least error of fifth order over the power 3/2 of that of third order: tableaus/dop853.py


@inlined
def pair_of(S, E):
    """The explicit pair that takes the present step."""
    if S.k[KIND] >= EXPLICIT:
        return E.first
    return E.second if S.k[KIND] == SECOND else E.third


@inlined
def weighted(K, w, n, i):
    """sum_j w_j K_ji over the first n stages, in their order; up to seven, those of the pair of order 5, without a loop."""
    if n > 7:
        total = 0.0
        for j in range(n):
            total += w[j] * K[j, i]
        return total
    total = w[0] * K[0, i]
    if n > 1:
        total += w[1] * K[1, i]
    if n > 2:
        total += w[2] * K[2, i]
    if n > 3:
        total += w[3] * K[3, i]
    if n > 4:
        total += w[4] * K[4, i]
    if n > 5:
        total += w[5] * K[5, i]
    if n > 6:
        total += w[6] * K[6, i]
    return total


@kernel
def _stages(P, S, M, x, h, first, end):
    """Stages first, ..., end - 1; the arguments of the last two main ones are kept in S.ys and S.y1."""
    last = M.n_stage - 1
    n_act = S.k[N_ACT]
    for s in range(first, end):
        out = S.y1 if s == last else (S.ys if s == last - 1 else S.yt)
        for m in range(n_act):
            i = S.act[m]
            out[i] = S.y[i] + h * weighted(S.K, M.a[s], s, i)
        field(x + M.c[s] * h, out, P, S, S.K[s])


@kernel
def explicit_step(P, S, M, x, h):
    """From S.y, S.f write S.y1, S.f1, S.err and the stages S.K."""
    n_act = S.k[N_ACT]
    act = S.act
    last = M.n_stage - 1
    for m in range(n_act):
        i = act[m]
        S.K[0, i] = S.f[i]
    _stages(P, S, M, x, h, 1, M.n_stage)
    for m in range(n_act):
        i = act[m]
        S.err[i] = h * weighted(S.K, M.e, M.n_stage, i)
        S.f1[i] = S.K[last, i]


@kernel
def explicit_error(P, S, M, h):
    """Return (error, what limits); DOP853 damps its fifth-order estimate by its third-order one: tableaus/dop853.py."""
    value, who = norm(P, S, S.y1, S.err)
    if M.e2.size > 0:
        for m in range(S.k[N_ACT]):
            i = S.act[m]
            S.err2[i] = h * weighted(S.K, M.e2, M.n_stage, i)
        other, _ = norm(P, S, S.y1, S.err2)
        if other * S.r[RTOL] <= 1.0 and other > 0.0:
            value = max(value, SMOOTH * other * math.sqrt(other * S.r[RTOL]))
            value *= value / math.sqrt(value * value + 0.01 * other * other)
    return value, who


@kernel
def explicit_extra_stages(P, S, M, x, h):
    """Evaluate the stages that only the interpolant needs."""
    _stages(P, S, M, x, h, M.n_stage, M.a.shape[0])


@kernel
def explicit_stages(P, S, M, x, h):
    """All stages S.K but the first, which must be there: for an interpolant of a step that was accepted before."""
    _stages(P, S, M, x, h, 1, M.a.shape[0])


@kernel
def stiffness(S, M, h):
    """|h lambda| of the dominant eigenvalue, from the last two stages, both taken at x + h.

    Source: Hairer & Wanner, Solving Ordinary Differential Equations II (1996), section IV.2.
    """
    last = M.n_stage - 1
    df = 0.0
    dy = 0.0
    for m in range(S.k[N_CORE]):
        i = S.act[m]
        weight = 1.0 / max(S.atol[i], S.r[RTOL] * abs(S.y1[i]))
        a = (S.K[last, i] - S.K[last - 1, i]) * weight
        b = (S.y1[i] - S.ys[i]) * weight
        df += a * a
        dy += b * b
    if dy <= 0.0:
        return 0.0
    return abs(h) * math.sqrt(df / dy)


@inlined
def stage_hull(K, M, i, count, h):
    """Bounds of |y'(s)| and |y''(s)| of the components i, ..., i + count - 1 from the stages alone: see the tableau."""
    last = M.n_stage - 1
    first, final, change = 0.0, 0.0, 0.0
    for m in range(i, i + count):
        first += K[0, m] * K[0, m]
        final += K[last, m] * K[last, m]
        change += (K[last, m] - K[0, m]) ** 2
    largest = 0.0
    for k in range(1, last):
        square = 0.0
        for m in range(i, i + count):
            r = K[k, m] - K[0, m] - M.c[k] * (K[last, m] - K[0, m])
            square += r * r
        largest = max(largest, square)
    off = math.sqrt(largest)
    return h * (math.sqrt(max(first, final)) + M.spread * off), h * (math.sqrt(change) + M.bend * off)
