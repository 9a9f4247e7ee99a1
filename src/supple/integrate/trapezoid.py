"""One step of the trapezoidal rule (ode23t) with a simplified Newton iteration.

    y1 = y + h/2 (f(x, y) + f(x + h, y1))
    err = h/3 (f0 - 2 f_m + f1)     the leading term h^3/12 y''' with y''' from three values of f; f_m at the middle of the
                                    Hermite cubic, so that no history is needed after an event

The error is filtered by (I - h/2 J)^-1 so that stiff components do not dominate it.
Source: Shampine, Reichelt & Kierzenka, SIAM Review 41 (1999) 538; Hosea & Shampine, Appl. Numer. Math. 20 (1996) 21.
"""

from .._jit import kernel
from .equations import prepare, solve
from .field import slope
from .jacobian import update_jacobian
from .problem import norm
from .solver import N_ACT, N_CORE, NEWTON

MAX_NEWTON = 10
CONVERGED = 1e-3  # Newton correction in units of the error tolerance: the ledger must not see it


@kernel
def trapezoid_step(P, S, x, h):
    """From S.y, S.f write S.y1, S.f1, S.err and S.K = (f0, f1); return False if Newton's iteration fails."""
    update_jacobian(P, S, x)
    n_core = S.k[N_CORE]
    n_act = S.k[N_ACT]
    act = S.act
    sigma = 2.0 / h
    if not prepare(P, S, x, sigma):
        return False
    # the iteration is in the increment z = y1 - y: y1 - y of a rounded y1 is no better than the last digit of y, and 2/h
    # times that does not become small, whatever the step
    z = S.ys
    for m in range(n_act):
        i = act[m]
        z[i] = h * S.f[i]
        S.y1[i] = S.y[i] + z[i]
        S.err[i] = 0.0
    previous = 1e300
    converged = False
    for _ in range(MAX_NEWTON):
        S.k[NEWTON] += 1
        slope(x + h, S.y1, P, S, S.f1)
        for m in range(n_core):
            i = act[m]
            S.err[i] = S.f[i] + S.f1[i] - 2.0 * z[i] / h
        solve(P, S, x, sigma, S.err)
        for m in range(n_core):
            i = act[m]
            z[i] += S.err[i]
            S.y1[i] = S.y[i] + z[i]
        size, _ = norm(P, S, S.y1, S.err)
        if not size < 1e300 or size > 2.0 * previous:
            return False
        if size <= CONVERGED:
            converged = True
            break
        previous = size
    if not converged:
        return False
    slope(x + h, S.y1, P, S, S.f1)
    for m in range(n_core, n_act):
        i = act[m]
        S.y1[i] = S.y[i] + 0.5 * h * (S.f[i] + S.f1[i])
    for m in range(n_act):
        i = act[m]
        S.yt[i] = 0.5 * (S.y[i] + S.y1[i]) + 0.125 * h * (S.f[i] - S.f1[i])
        S.K[0, i] = S.f[i]
        S.K[1, i] = S.f1[i]
    slope(x + 0.5 * h, S.yt, P, S, S.ys)
    for m in range(n_act):
        i = act[m]
        S.err[i] = (S.f[i] - 2.0 * S.ys[i] + S.f1[i]) * (2.0 / 3.0)
    solve(P, S, x, sigma, S.err)
    return True
