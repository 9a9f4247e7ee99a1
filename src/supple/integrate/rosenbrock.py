"""One step of a Rosenbrock pair given by its tableau, in Hairer's transformed form.

    (I/(h gamma) - J) u_i = f(x + alpha_i h, y + sum_j a_ij u_j) + sum_j c_ij u_j / h + d_i h f_x
    y1 = y + sum_i b_i u_i,   err = sum_i e_i u_i

Source: Hairer & Wanner, Solving Ordinary Differential Equations II (1996), section IV.7.
"""

from .._jit import kernel
from .equations import prepare, solve
from .field import slope
from .jacobian import update_jacobian
from .solver import N_ACT


@kernel
def rosenbrock_step(P, S, M, x, h):
    """From S.y, S.f write S.y1, S.f1, S.err and the stages S.K; return False if the matrix is singular."""
    update_jacobian(P, S, x)
    n_act = S.k[N_ACT]
    act = S.act
    sigma = 1.0 / (h * M.gamma)
    if not prepare(P, S, x, sigma):
        return False
    n_stage = M.b.size
    for s in range(n_stage):
        u = S.K[s]
        if s == 0:
            for m in range(n_act):
                u[act[m]] = S.f[act[m]]
        else:
            for m in range(n_act):
                i = act[m]
                total = 0.0
                for j in range(s):
                    total += M.a[s, j] * S.K[j, i]
                S.yt[i] = S.y[i] + total
            slope(x + M.alpha[s] * h, S.yt, P, S, u)
        for m in range(n_act):
            i = act[m]
            total = M.d[s] * h * S.ft[i]
            for j in range(s):
                total += M.c[s, j] * S.K[j, i] / h
            u[i] += total
        solve(P, S, x, sigma, u)
    for m in range(n_act):
        i = act[m]
        step = 0.0
        error = 0.0
        for s in range(n_stage):
            step += M.b[s] * S.K[s, i]
            error += M.e[s] * S.K[s, i]
        S.y1[i] = S.y[i] + step
        S.err[i] = error
    slope(x + h, S.y1, P, S, S.f1)
    return True
