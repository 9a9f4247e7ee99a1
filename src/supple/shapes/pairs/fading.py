"""What lies side by side does not touch along a line: a gap that rises where two directions become parallel.

    eta = R (1 - q/FADE^2)^2   for q < FADE^2, else 0;      q = |m|^2,   m = e_A x e_B
    d eta/dt = k . (w_B - w_A),   k = (d eta/dq) 2 (e_A . e_B) m

Symbols   e    unit vectors along the two [-]
          R    by how much they could overlap [m]: the sum of their radii
Why       see edge_edge.py: closest points of parallel lines jump from end to end. What is at the ends carries them.
"""

from ..._jit import inlined
from ...spatial.vectors import ZERO, cross, dot, scale
from .edge_edge import FADE


@inlined
def faded(R, e_A, e_B):
    """eta [m], k [m]."""
    m = cross(e_A, e_B)
    left = 1.0 - dot(m, m) / FADE**2
    if left <= 0.0:
        return 0.0, ZERO
    return R * left * left, scale(-4.0 * R / FADE**2 * left * dot(e_A, e_B), m)
