"""What lies side by side does not touch along a line: a gap that rises where two directions become parallel.

    eta = R (1 - q/w^2)^4   for q < w^2, else 0;      q = |m|^2,   m = e_A x e_B
    w   = min(WIDEST, OFFSET sqrt(R rho)/l)
    d eta/dt = k . (w_B - w_A),   k = (d eta/dq) 2 (e_A . e_B) m,   |k| <= STEEPEST R/w

Symbols   e    unit vectors along the two [-]
          R    by how much they could overlap [m]: the sum of their radii
          rho  sum of the radii with which they are round [m]: R of edges, more of the side of a cylinder
          l    length of the shorter one [m]
          w    sine of the angle from which on nothing is faded [-]
Why       closest points of parallel lines jump from end to end. What is at the ends carries them.
Late      two that cross touch by what is faded, or by the nearest of their four ends. That is at most l/2 away from where
          they cross, so l s/2 beside the other for an angle of the sine s, and (l s)^2/8 rho higher: at the end of the
          fading OFFSET^2/8 R. So what touches there touches late by at most
              max_z min((1 - z)^4, OFFSET^2/8 z) R = LATE R,   z = (s/w)^2.
          An angle alone would not do: long edges cross with their ends far off, and overlapped by all of R.
Smooth    C3 at the end of the fading, which is no event: forces have two continuous derivatives there. (The square is C1,
          and below a tolerance of 1e-10 every step over its end was seen in the energy.)
"""

import math

from ..._jit import inlined
from ...spatial.vectors import ZERO, cross, dot, scale

WIDEST = 0.068  # [-] w of short edges: half of R is left where (1 - q/0.05^2)^2 is a half
OFFSET = 0.5
LATE = 0.0196  # [-] of R
STEEPEST = 1.905  # 8/sqrt(7) (6/7)^3


@inlined
def width(R, rho, l):
    """w [-]."""
    return min(WIDEST, OFFSET * math.sqrt(R * rho) / l) if l > 0.0 else WIDEST


@inlined
def faded(R, w, e_A, e_B):
    """eta [m], k [m]."""
    m = cross(e_A, e_B)
    left = 1.0 - dot(m, m) / (w * w)
    if left <= 0.0:
        return 0.0, ZERO
    cube = left * left * left
    return R * cube * left, scale(-8.0 * R / (w * w) * cube * dot(e_A, e_B), m)
