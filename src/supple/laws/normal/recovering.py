"""A surface that touches with a force proportional to k delta + b rate and, once free, recovers at the rate k/b.

The linear S-D 1 ground and Azad-Featherstone's with recovery differ in the power of delta in front of that sum only, so
they part from and meet a body in the same way. Row: k (or its like) first, b second.

    touching   while delta + (b/k) rate > 0
    free       s(t) = s_c exp(-(k/b) t); touched again when delta reaches s. Body and surface part along a common tangent:
               s - delta has a double zero there, the sum above a simple one, so the guard is the larger of the two.
"""

from ..._jit import inlined
from ...guards import UNKNOWN


@inlined
def sum_of(delta, rate, p):
    """The force divided by k and the common power [m]."""
    k, b = p[0], p[1]
    return delta + b / k * rate


@inlined
def holds(delta, rate, z, p):
    """Positive while the contact holds [m]."""
    return sum_of(delta, rate, p), UNKNOWN


@inlined
def release(root, rate, z, p):
    """Falls through zero where `holds` does, with root = sqrt(delta)."""
    return sum_of(root * abs(root), rate, p)


@inlined
def parts(delta, rate, s, s_rate, p):
    """Positive while free: the body is off the surface, or a contact there would pull [m]."""
    gap, pull = s - delta, -sum_of(delta, rate, p)
    return (gap, s_rate - rate) if gap >= pull else (pull, UNKNOWN)


@inlined
def surface(delta, z, p):
    """The surface is where the body leaves it."""
    return delta


@inlined
def relax_rate(p):
    """Rate of recovery [1/s]."""
    k, b = p[0], p[1]
    return k / b
