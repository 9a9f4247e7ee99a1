"""A surface that touches with a force proportional to k delta + b rate and, once free, recovers at the rate k/b.

The linear S-D 1 ground and Azad-Featherstone's with recovery differ in the power of delta in front of that sum only, so
they part from and meet a body in the same way. Row: k (or its like) first, b second.

    touching   while delta + (b/k) rate > 0
    free       s(t) = s_c exp(-(k/b) t); touched again when delta reaches s. Body and surface part along a common tangent:
               s - delta has a double zero there, the sum above a simple one, so the guard is the larger of the two.
"""

from ..._jit import kernel


@kernel
def holds(delta, rate, z, p):
    """Positive while the contact holds [m]."""
    return delta + p[1] / p[0] * rate


@kernel
def parts(delta, rate, s, p):
    """Positive while free: the body is off the surface, or a contact there would pull [m]."""
    return max(s - delta, -(delta + p[1] / p[0] * rate))


@kernel
def surface(delta, z, p):
    """The surface is where the body leaves it."""
    return delta


@kernel
def relax_rate(p):
    """Rate of recovery [1/s]."""
    return p[0] / p[1]


@kernel
def remember(delta, s, p):
    """While touching the surface is at delta: no further memory."""
    return 0.0
