"""How fast a node can move during a step, from its parent and its joint: bounds by s, the fraction of the step.

    V, A     bounds of |p'|, |p''| of the origin of a node      N1, N2   bounds of the norms of R', R'' of its rotation

A joint that only turns, by a rotation with the bounds n1, n2 of its own, keeps its origin at L = |pos| in the parent:

    N1 = N1_P + n1,     N2 = N2_P + 2 N1_P n1 + n2,     V = V_P + N1_P L,     A = A_P + N2_P L

These are Leibniz' rule for R = R_P R_J and p = p_P + R_P pos. Every joint has a kernel `sweep` with its own part of it.
"""

import math

from .._jit import inlined
from ..spatial.vectors import dot, get3
from ..tables import POS, W_SWEEP

B_V, B_A, B_N1, B_N2 = W_SWEEP, W_SWEEP + 1, W_SWEEP + 2, W_SWEEP + 3


@inlined
def lever(i, tree):
    """Distance of the joint from the origin of the parent [m]."""
    pos = get3(tree.f, i, POS)
    return math.sqrt(dot(pos, pos))


@inlined
def sweep_turning(i, tree, work, parent, n1, n2):
    """Write the bounds of a node whose joint only turns."""
    V, A, N1, N2 = work[parent, B_V], work[parent, B_A], work[parent, B_N1], work[parent, B_N2]
    L = lever(i, tree)
    work[i, B_V], work[i, B_A] = V + N1 * L, A + N2 * L
    work[i, B_N1], work[i, B_N2] = N1 + n1, N2 + 2.0 * N1 * n1 + n2
