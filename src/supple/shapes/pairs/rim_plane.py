"""Half-space A against rim B: a circle with a radius.

      a /                              u   = n - (n.a) a,   s = |u| = sqrt(1 - (n.a)^2)
       o                               x   = o - rho u/s                          its lowest point
     /  `.    ^ n                      gap = n . (x - p) - r = n . (o - p) - rho s - r
    __p___x___|____                    c   = x - (r + gap/2) n
    //////////////  A

Flat      for s < EPS, rho s gives way to rho sigma(s), and x to o - rho sigma'(s) u/s: flatness.py.
Symbols   p, n       a point of the plane and its outward unit normal [m], [-]
          o, a, rho  centre, unit axis and radius of the circle       [m], [-], [m]
          r          radius of the surface around it                  [m]
Rate      x is where the circle is lowest, so that it may wander as it likes: gap' = n . (v_x - v_A) at x, exactly.
          With q = sigma'/s:   dx/dt = v_o - rho (q u' + (dq/ds)(u . u')/s u),   u' = n' - (n'.a + n.a') a - (n.a) a'
Curved    principal radii r along the rim's section and r + rho/s along the rim.
"""

import math

from ..._jit import inlined, kernel
from ...spatial.vectors import ZERO, add, add_scaled, cross, dot, scale, sub
from ..contract import Meeting
from .flatness import arm, reach

EPS = 1e-4  # [-] sine of a lean below which a rim is nearly flat


@inlined
def _lean(n, a):
    """u, s."""
    u = cross(a, cross(n, a))  # n - (n.a) a without its rounding
    return u, math.sqrt(dot(u, u))


@kernel
def meet(p, n, o, a, rho, r):
    """How a half-space meets a rim."""
    u, s = _lean(n, a)
    gap = dot(n, sub(o, p)) - rho * reach(s, EPS) - r
    x = add_scaled(o, -rho * arm(s, EPS)[0], u)
    return Meeting(gap, n, add_scaled(x, -(r + 0.5 * gap), n), ZERO)


@kernel
def point_rate(n, a, rho, r, v_o, w_B, gap, gap_rate, turn):
    """dc/dt [m/s]; v_o, w_B: how the rim moves, `turn` dn/dt."""
    u, s = _lean(n, a)
    a_dot = cross(w_B, a)
    u_dot = add_scaled(turn, -(dot(turn, a) + dot(n, a_dot)), a)
    u_dot = add_scaled(u_dot, -dot(n, a), a_dot)
    q, dq = arm(s, EPS)
    v_x = add_scaled(v_o, -rho, add_scaled(scale(q, u_dot), dq * dot(u, u_dot), u))
    return add(add_scaled(v_x, -(r + 0.5 * gap), turn), scale(-0.5 * gap_rate, n))
