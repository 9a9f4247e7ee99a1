"""A normal law at work in an element (a contact, or the stop of a joint): force, guards, free surface, internal state.

While free, a surface that has been left relaxes in closed form, s(t) = s_c exp(-c (t - t_c)): no integration. At touch-down
the law takes over from there; at loss it says where the surface is.

A law that yields (R_YIELDS) has two modes while it touches: TOUCHING, in which its permanent indentation is constant, and
YIELDING, in which that is a function of delta, and its kernels are asked with GROWING.
"""

import math

from .._jit import inlined, kernel
from ..integrate.problem import RESTART, SINGULAR
from ..laws.normal.dispatch import (
    GROWING,
    normal_energy,
    normal_holds,
    normal_parts,
    normal_phase,
    normal_relax_rate,
    normal_remember,
    normal_response,
    normal_settled,
    normal_surface,
)
from ..tables import (
    EL_ROW,
    EL_RULE,
    EL_SLOT,
    H_SURFACE,
    H_TIME,
    L_NORMAL,
    L_PLASTIC,
    M_NORMAL,
    OPEN,
    R_NORMAL,
    R_ONSET,
    R_SINGULAR,
    R_STATE,
    R_YIELDS,
    TOUCHING,
    YIELDING,
)

ROUNDING = 32.0  # [eps times the numbers that an indentation is a difference of] what rounding leaves of it


@inlined
def _law(P, e):
    return P.rule_i[P.el_i[e, EL_RULE], R_NORMAL]


@inlined
def has_row(P, e):
    """Whether the parameters of the normal law are as they were where the contact was made, in P.hold, not in P.par."""
    return P.rule_i[P.el_i[e, EL_RULE], R_ONSET] > 0 and P.mode[e, M_NORMAL] != OPEN


@inlined
def normal_state(P, e, y):
    """Internal state of the normal law of a touching element."""
    if P.rule_i[P.el_i[e, EL_RULE], R_STATE] == 0:
        return 0.0
    return GROWING if P.mode[e, M_NORMAL] == YIELDING else y[P.el_i[e, EL_SLOT]]


@inlined
def yields(P, e):
    """Whether the normal law has a permanent indentation that may grow."""
    return P.rule_i[P.el_i[e, EL_RULE], R_YIELDS] == 1


@inlined
def dent(P, e, y):
    """Permanent indentation from which the spring of a touching element begins [m]; 0 while it grows."""
    return max(normal_state(P, e, y), 0.0) if yields(P, e) else 0.0


@inlined
def book_of(P, e):
    """Where in the ledger the dissipated power of the normal law goes."""
    return L_PLASTIC if yields(P, e) else L_NORMAL


@inlined
def normal_at(P, e, y, delta, rate):
    """Force, rate of the internal state and dissipated power of the normal law of a touching element."""
    return normal_given(P, e, delta, rate, normal_state(P, e, y))


@kernel
def normal_given(P, e, delta, rate, z):
    """The same of a given internal state."""
    return normal_with(P, e, delta, rate, z)


@inlined
def normal_here(P, e, y, delta, rate):
    """The same, copied into its caller: for the right-hand side."""
    return normal_with(P, e, delta, rate, normal_state(P, e, y))


@inlined
def normal_with(P, e, delta, rate, z):
    """`normal_given`, copied into its caller."""
    row = P.hold[e] if has_row(P, e) else P.par[P.el_i[e, EL_ROW]]
    return normal_response(_law(P, e), delta, rate, z, row)


@kernel
def stored_normal(P, e, delta, z):
    """Energy in the normal spring."""
    row = P.hold[e] if has_row(P, e) else P.par[P.el_i[e, EL_ROW]]
    return normal_energy(_law(P, e), delta, z, row)


@kernel
def free_surface(P, e, t):
    """Where the relaxing surface of an open element is, measured like delta, and its rate."""
    s = P.hold[e, H_SURFACE]
    if s == 0.0:
        return 0.0, 0.0
    relax = normal_relax_rate(_law(P, e), P.par[P.el_i[e, EL_ROW]])
    s *= math.exp(-relax * max(t - P.hold[e, H_TIME], 0.0))
    return s, -relax * s


@kernel
def touching_guard(P, e, y, delta, rate):
    """Positive while a touching element holds, and its rate."""
    return normal_holds(
        _law(P, e), delta, rate, normal_state(P, e, y), P.hold[e] if has_row(P, e) else P.par[P.el_i[e, EL_ROW]]
    )


@kernel
def phase_guard(P, e, y, delta, rate, rounding):
    """Positive while a touching element of a law that yields is in the right phase, and its rate.

    Where yielding ends, the element is at the yield surface: beyond it by the rounding of delta alone it does not yield.
    """
    left, fall = normal_phase(_law(P, e), delta, rate, normal_state(P, e, y), P.par[P.el_i[e, EL_ROW]])
    return left + rounding if P.mode[e, M_NORMAL] == TOUCHING else left, fall


@kernel
def turn(P, e, y, delta):
    """The element yields from now on, or does no longer: then its permanent indentation goes into y."""
    if P.mode[e, M_NORMAL] == TOUCHING:
        P.mode[e, M_NORMAL] = YIELDING
    else:
        P.mode[e, M_NORMAL] = TOUCHING
        y[P.el_i[e, EL_SLOT]] = normal_settled(_law(P, e), delta, P.par[P.el_i[e, EL_ROW]])


@kernel
def open_guard(P, e, t, delta, rate):
    """Positive while an open element stays open, and its rate."""
    s, s_rate = free_surface(P, e, t)
    return normal_parts(_law(P, e), delta, rate, s, s_rate, P.par[P.el_i[e, EL_ROW]])


@inlined
def touch(P, e, t, y, delta):
    """The internal state at touch-down goes into y; return it. Its slot must have been lent."""
    s, _ = free_surface(P, e, t)
    if P.rule_i[P.el_i[e, EL_RULE], R_STATE] == 0:
        return 0.0
    z = normal_remember(_law(P, e), delta, s, P.par[P.el_i[e, EL_ROW]])
    y[P.el_i[e, EL_SLOT]] = z
    return z


@inlined
def flags_of_touch(P, e):
    """What a touch means for the integrator: a new start, in the square root of time if the force begins like a root."""
    return RESTART | (SINGULAR if P.rule_i[P.el_i[e, EL_RULE], R_SINGULAR] == 1 else 0)


@inlined
def leave(P, e, t, delta, z):
    """Where the surface is left, and when."""
    P.hold[e, H_TIME] = t
    P.hold[e, H_SURFACE] = normal_surface(_law(P, e), delta, z, P.par[P.el_i[e, EL_ROW]])
