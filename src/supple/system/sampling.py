"""Before controllers compute at a stop: all sensors are read, and who waits for Python says so."""

from .._jit import kernel
from ..elements.dispatch import due, observe, read, wants
from ..elements.observed import N_OBSERVED, O_FORCE
from ..elements.sensor import is_force
from ..tables import EL_B, EL_KIND, OPEN, S_NODES, S_STATIC, W_U


@kernel
def _force(P, e, y):
    """What an element does now, by what a result shows of it; the row of the world has room that nobody uses."""
    other = P.el_i[e, EL_B]
    out = P.work[P.size[S_NODES], W_U : W_U + N_OBSERVED]
    out[O_FORCE] = 0.0
    if P.mode[other, 0] != OPEN:
        observe(P.el_i[other, EL_KIND], P, other, y, out)
    P.hold[e, 0] = out[O_FORCE]


@kernel
def read_sensors(P, t, y):
    """Read all sensors if a controller is due at t; False if one of those waits for Python. Kinematics are in P.work."""
    n = P.size[S_STATIC]
    any_due = False
    for e in range(n):
        if due(P.el_i[e, EL_KIND], P, e, t):
            any_due = True
    if not any_due:
        return True
    for e in range(n):
        if is_force(P, e):
            _force(P, e, y)
        else:
            read(P.el_i[e, EL_KIND], P, e, t, y)
    ready = True
    for e in range(n):
        if wants(P.el_i[e, EL_KIND], P, e, t):
            ready = False
    return ready
