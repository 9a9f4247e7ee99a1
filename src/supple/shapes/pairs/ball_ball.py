"""Ball A against ball B.

    (  A  )->n [gap] (  B  )           d   = x_B - x_A,   L = |d|
       x_A              x_B            gap = L - r_A - r_B
                                       n   = d/L
                                       c   = (x_A + x_B)/2 + (r_A - r_B)/2 n

Symbols   x    centre                [m]
          r    radius                [m] >= 0
          v    velocity of a centre  [m/s]
Rate      dn/dt = (v - (n . v) n)/L,   v = v_B - v_A: exact, the spins do not matter.
          dc/dt = (v_A + v_B)/2 + (r_A - r_B)/2 dn/dt
Limits    coincident centres (L < TINY) have no normal; the z axis and dn/dt = 0 are then returned, so that all values
          are finite. Balls that overlap so deeply are outside every contact law.
"""

import math

from ..._jit import inlined
from ...spatial.vectors import ZERO, add, add_scaled, dot, scale, sub
from ..contract import Meeting

TINY = 1e-12  # [m] distance of two axes or centres below which their direction is rounding noise
UP = (0.0, 0.0, 1.0)  # the normal where there is none


@inlined
def contact(x_A, r_A, x_B, r_B, n):
    """The middle between the two surface points [m] on the line from x_A to x_B."""
    return add_scaled(scale(0.5, add(x_A, x_B)), 0.5 * (r_A - r_B), n)


@inlined
def gap(x_A, r_A, x_B, r_B):
    """Gap [m], unit normal from A to B, contact point [m]."""
    d = sub(x_B, x_A)
    L = math.sqrt(dot(d, d))
    n = UP if L < TINY else scale(1.0 / L, d)
    return L - (r_A + r_B), n, contact(x_A, r_A, x_B, r_B, n)


@inlined
def normal_rate(x_A, v_A, x_B, v_B):
    """dn/dt [1/s] from the centres and their velocities."""
    d = sub(x_B, x_A)
    L = math.sqrt(dot(d, d))
    if L < TINY:
        return ZERO
    n = scale(1.0 / L, d)
    v = sub(v_B, v_A)
    return scale(1.0 / L, add_scaled(v, -dot(n, v), n))


@inlined
def meet(A, B):
    """How two balls meet."""
    g, n, c = gap(A.start, A.radius, B.start, B.radius)
    return Meeting(g, n, c, ZERO)


@inlined
def normal_rate_of(A, a, B, b, n):
    """dn/dt [1/s]."""
    return normal_rate(A.start, a.start, B.start, b.start)


@inlined
def point_rate_of(A, a, B, b, n, turn):
    """dc/dt [m/s]."""
    return contact(a.start, A.radius, b.start, B.radius, turn)
