"""The right-hand side as the steppers see it: in time, or in the square root of the time since a jump.

A contact that begins at t0 feels a force like (t - t0)^(3/2) (Hertz) or (t - t0)^(1/2) (Azad-Featherstone damping): no
method keeps its order there. With t = t0 + x^2 both become polynomials in x,

    dy/dx = 2 x f(t0 + x^2, y),

and the first steps of a contact are as regular as any other.

`field` is copied into its caller, for the stages of explicit methods; everybody else calls `slope`.
"""

from .._jit import inlined, kernel
from .problem import rhs
from .solver import K_RHS, N_ACT, ORIGIN, WARP


@inlined
def time_of(S, x):
    """Time that belongs to the independent variable."""
    if S.k[WARP] > 0:
        return S.r[ORIGIN] + x * x
    return x


@inlined
def field(x, y, P, S, dy):
    """Write dy/dx of every active component."""
    S.k[K_RHS] += 1
    if S.k[WARP] > 0:
        rhs(S.r[ORIGIN] + x * x, y, P, dy)
        for j in range(S.k[N_ACT]):
            dy[S.act[j]] *= 2.0 * x
    else:
        rhs(x, y, P, dy)


@kernel
def slope(x, y, P, S, dy):
    """Write dy/dx of every active component: `field` as a function."""
    field(x, y, P, S, dy)


@kernel
def rate(t, y, P, dy):
    """Write dy/dt of every active component, whatever the clock."""
    rhs(t, y, P, dy)
