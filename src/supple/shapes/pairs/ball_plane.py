"""Half-space A against ball B.

        ( x )   B, radius r            gap = n . (x - p) - r
          :   ^ n                      n   = normal of the plane, out of the half-space
    __p___c___|____                    c   = x - (r + gap/2) n
    //////////////  A

The ball touches at the foot of the perpendicular from its centre. A plane has no far side: a ball that is deep inside is
still pushed out along n.

Symbols   p    a point of the plane             [m]
          n    outward unit normal of the plane [-]
          x    centre of the ball               [m]
          r    radius of the ball               [m] >= 0
Rate      dn/dt = w_A x n: the normal is fixed in body A.
          dc/dt = v_x - (r + gap/2) dn/dt - (dgap/dt)/2 n,   dgap/dt = n . (v_x - v_p) + dn/dt . (x - p)
"""

from ..._jit import inlined
from ...spatial.vectors import ZERO, add_scaled, cross, dot, sub
from ..contract import Meeting


@inlined
def gap(p, n, x, r):
    """Gap [m], unit normal from plane to ball, contact point [m]."""
    g = dot(n, sub(x, p)) - r
    return g, n, add_scaled(x, -(r + 0.5 * g), n)


@inlined
def normal_rate(n, w_A):
    """dn/dt [1/s] from the angular velocity [rad/s] of the body of the plane."""
    return cross(w_A, n)


@inlined
def meet(A, B):
    """How a plane and a ball meet."""
    g, n, c = gap(A.start, A.end, B.start, B.radius)
    return Meeting(g, n, c, ZERO)


@inlined
def normal_rate_of(A, a, B, b, n):
    """dn/dt [1/s]."""
    return normal_rate(n, a.spin)


@inlined
def point_rate_of(A, a, B, b, n, turn):
    """dc/dt [m/s]."""
    d = sub(B.start, A.start)
    g = dot(n, d) - B.radius
    g_rate = dot(n, sub(b.start, a.start)) + dot(turn, d)
    return add_scaled(add_scaled(b.start, -(B.radius + 0.5 * g), turn), -0.5 * g_rate, n)
