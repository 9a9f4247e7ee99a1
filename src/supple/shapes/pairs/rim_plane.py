"""Half-space A against rim B: a circle with a radius.

      a /                              s   = sqrt(1 - (n.a)^2),   e = (n - (n.a) a)/s
       o                               x   = o - rho e                            its lowest point
     /  `.    ^ n                      gap = n . (x - p) - r = n . (o - p) - rho s - r
    __p___x___|____                    c   = x - (r + gap/2) n
    //////////////  A

Symbols   p, n       a point of the plane and its outward unit normal [m], [-]
          o, a, rho  centre, unit axis and radius of the circle       [m], [-], [m]
          r          radius of the surface around it                  [m]
Rate      x is where the circle is lowest, so that it may wander as it likes: gap' = n . (v_x - v_A) at x, exactly.
          dx/dt = v_o - rho e',   e' = (u' - (e.u') e)/s,   u = n - (n.a) a
Curved    principal radii r along the rim's section and r + rho/s along the rim.
Limits    s < FLAT: all of the circle is lowest. x is its centre then, and e' = 0: the gap stays continuous, and what lies
          flat is not tilted. Feet stand out (`shapes/cylinder.py`), so that nothing rests like this.
"""

import math

from ..._jit import inlined, kernel
from ...spatial.vectors import ZERO, add, add_scaled, cross, dot, scale, sub
from ..contract import Meeting

FLAT = 1e-10  # [-] sine of the angle between axis and normal


@inlined
def _lean(n, a):
    """u, s."""
    u = cross(a, cross(n, a))  # n - (n.a) a without its rounding
    return u, math.sqrt(dot(u, u))


@kernel
def meet(p, n, o, a, rho, r):
    """How a half-space meets a rim."""
    u, s = _lean(n, a)
    gap = dot(n, sub(o, p)) - rho * s - r
    x = add_scaled(o, -rho / s, u) if s >= FLAT else o
    return Meeting(gap, n, add_scaled(x, -(r + 0.5 * gap), n), ZERO)


@kernel
def point_rate(n, a, rho, r, v_o, w_B, gap, gap_rate, turn):
    """dc/dt [m/s]; v_o, w_B: how the rim moves, `turn` dn/dt."""
    u, s = _lean(n, a)
    v_x = v_o
    if s >= FLAT:
        e, a_dot = scale(1.0 / s, u), cross(w_B, a)
        u_dot = add_scaled(turn, -(dot(turn, a) + dot(n, a_dot)), a)
        u_dot = add_scaled(u_dot, -dot(n, a), a_dot)
        v_x = add_scaled(v_o, -rho / s, add_scaled(u_dot, -dot(e, u_dot), e))
    return add(add_scaled(v_x, -(r + 0.5 * gap), turn), scale(-0.5 * gap_rate, n))
