r"""Half-space A against convex body B, given by its support function (supports/).

        (  o  )  B                     s   = the surface point of B whose outward normal is -n, from the centre o
         \_|_/    ^ n                  gap = n . (o - p) - h(n) - r
    __p____|______|____                c   = o - s(n) - (r + gap/2) n
    ///////////////////  A

Closed form, for any depth: a plane has no far side.

Symbols   p    a point of the plane             [m]
          n    outward unit normal of the plane [-]
          r    margin of B                      [m] >= 0
Rate      dn/dt = w_A x n: the normal is fixed in body A. convex_motion.py has the velocities of the surface points.
"""

from ..._jit import inlined
from ...spatial.vectors import ZERO, add_scaled, cross, dot, mat_t_vec, mat_vec, sub
from ..contract import Meeting
from ..supports.dispatch import support


@inlined
def gap(p, n, B):
    """Gap [m], unit normal from plane to body, contact point [m]; B is `Convex`."""
    h, s, _ = support(B.kind, mat_t_vec(B.R, n), B.p)
    g = dot(n, sub(B.centre, p)) - h - B.radius
    return g, n, add_scaled(sub(B.centre, mat_vec(B.R, s)), -(B.radius + 0.5 * g), n)


@inlined
def meet(A, B):
    """How a plane (`start` a point of it, `end` its normal) and a `Convex` body meet."""
    g, n, c = gap(A.start, A.end, B)
    return Meeting(g, n, c, ZERO)


@inlined
def normal_rate_of(A, a, B, b, n):
    """dn/dt [1/s]."""
    return cross(a.spin, n)
