"""The internal state of friction: a vector u in world axes that the contact carries along, and an angle about the normal.

Omega = n x dn/dt + 1/2 (n . (w_A + w_B)) n          (contact.py)
"""

from .._jit import inlined
from ..laws.friction.contract import AT_REST, Bristle
from ..spatial.vectors import add_scaled, cross, dot
from ..tables import EL_RULE, EL_SLOT, R_STATE, R_STATE_F


@inlined
def first_of(P, e):
    """Where the state of the friction law begins in y."""
    return P.el_i[e, EL_SLOT] + P.rule_i[P.el_i[e, EL_RULE], R_STATE]


@inlined
def in_plane(u, n):
    """What of u lies in the contact plane."""
    return add_scaled(u, -dot(n, u), n)


@inlined
def bristle(P, e, y, n):
    """The tangential state, without the component along n that rounding may have left."""
    size = P.rule_i[P.el_i[e, EL_RULE], R_STATE_F]
    if size == 0:
        return AT_REST
    i = first_of(P, e)
    return Bristle(in_plane((y[i], y[i + 1], y[i + 2]), n), y[i + 3] if size > 3 else 0.0)


@inlined
def put_bristle(P, e, y, s):
    """Write the state, or its rate, into y."""
    size = P.rule_i[P.el_i[e, EL_RULE], R_STATE_F]
    if size == 0:
        return
    i = first_of(P, e)
    for j in range(3):
        y[i + j] = s.u[j]
    if size > 3:
        y[i + 3] = s.theta


@inlined
def carrying(n, turn, both):
    """Omega of a contact with the normal n, its rate `turn`, and w_A + w_B = both."""
    return add_scaled(cross(n, turn), 0.5 * dot(n, both), n)
