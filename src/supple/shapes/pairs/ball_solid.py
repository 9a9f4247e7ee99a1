"""Ball A against solid B: a point with a radius and the core of a shape with corners, with a radius.

      ( x )  A                         X    = Q^T (x - o),   d, N: signed distance of X from the core, its gradient
        | n                            gap  = d - (r_A + r_B)
    .---+-----.                        n    = -Q N
    |    o    |  B                     c    = x + (r_A + gap/2) n
    '---------'

Symbols   x, r_A     centre and radius of the ball                     [m]
          o, Q, r_B  centre, axes and radius of the solid              [m], [-], [m]
Rate      X' = Q^T (v_x - v_o - w x (x - o)),   dn/dt = w x n - Q dN/dt
          dc/dt = v_x + (r_A + gap/2) dn/dt + gap'/2 n
Limits    solids/ says where N jumps: inside of the core, deeper than any contact.
"""

from typing import Any, NamedTuple

from ..._jit import inlined, kernel
from ...spatial.vectors import ZERO, add, add_scaled, cross, mat_t_vec, mat_vec, scale, sub
from ..contract import Meeting
from ..solids.dispatch import signed_distance, solid_turn


class Solid(NamedTuple):
    """A solid where it is now."""

    centre: Any  # [m] (3)
    R: Any  # [-] (9) from its axes to those of the world
    kind: Any  # number of its file in solids/
    data: Any  # numbers of all solids
    first: Any  # place of its own
    radius: Any  # [m] of its surface around the core


@kernel
def meet(x, r_A, B):
    """How a ball at x with the radius r_A meets a Solid."""
    d, N = signed_distance(B.kind, B.data, B.first, mat_t_vec(B.R, sub(x, B.centre)))
    n = scale(-1.0, mat_vec(B.R, N))
    gap = d - (r_A + B.radius)
    return Meeting(gap, n, add_scaled(x, r_A + 0.5 * gap, n), ZERO)


@kernel
def normal_rate(x, v_x, B, b, n):
    """dn/dt [1/s]; b: how the solid moves, `start` the velocity of its centre."""
    arm = sub(x, B.centre)
    V = mat_t_vec(B.R, sub(sub(v_x, b.start), cross(b.spin, arm)))
    dN = solid_turn(B.kind, B.data, B.first, mat_t_vec(B.R, arm), V)
    return sub(cross(b.spin, n), mat_vec(B.R, dN))


@inlined
def point_rate(v_x, r_A, gap, gap_rate, n, turn):
    """dc/dt [m/s]."""
    return add(add_scaled(v_x, r_A + 0.5 * gap, turn), scale(0.5 * gap_rate, n))
