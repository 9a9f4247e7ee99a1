"""How fast every node can move during a step: bounds by s, the fraction of the step, from its stages or its interpolant.

With s1, s2 bounds of |q'| and |q''| of the coordinates of a joint (lengths of vectors, by s), from the roots to the leaves,

    V, A     bounds of |p'|, |p''| of the origin of a node      N1, N2   bounds of the norms of R', R'' of its rotation

    revolute            n1 = s1,      n2 = s2 + s1^2
    spherical, free     n1 = 2 r1/m,  n2 = 2 (r2/m + (r1/m)^2)        r1, r2 of the quaternion, m its smallest length
    N1 = N1_P + n1,     N2 = N2_P + 2 N1_P n1 + n2,     V = V_P + N1_P L,     A = A_P + N2_P L,     L = |pos|
    prismatic           L = |pos| + |q0| + s1,   V += s1,   A += 2 N1_P s1 + s2,   N1 = N1_P,   N2 = N2_P
    free                V = s1,   A = s2 of its own position; the world does not move

A steady spin w over a step of h gives N1 = w h and N2 = (w h)^2 exactly. A material point at r then moves by
|p'| <= V + N1 |r| and |p''| <= A + N2 |r|. Since everything is by s, the square-root clock needs nothing special.

The quaternion q(s) lies within r1/2 of one of the two unit quaternions at the ends: m = 1 - r1/2, SHORTEST at least. The
one assumption is that its length changes slowly, which the error control sees to.
"""

import math

from .._jit import inlined
from ..integrate.dense import hull
from ..integrate.explicit import stage_hull
from ..spatial.vectors import dot, get3
from ..tables import FREE, KIND, PARENT, POS, PRISMATIC, QI, S_NODES, SPHERICAL, W_SWEEP

B_V, B_A, B_N1, B_N2 = W_SWEEP, W_SWEEP + 1, W_SWEEP + 2, W_SWEEP + 3
SHORTEST = 0.75  # length of a quaternion inside a step


@inlined
def _turn(r1, r2):
    """n1, n2 of a rotation by a quaternion."""
    m = max(1.0 - 0.5 * r1, SHORTEST)
    return 2.0 * r1 / m, 2.0 * (r2 / m + r1 * r1 / (m * m))


@inlined
def _follow(P, i, q0, s1, s2, r1, r2):
    """Write the bounds of node i from those of its parent; s: of the position, r: of the quaternion of its joint."""
    w = P.work
    kind = P.tree.i[i, KIND]
    if kind == FREE:
        w[i, B_V], w[i, B_A] = s1, s2
        w[i, B_N1], w[i, B_N2] = _turn(r1, r2)
        return
    parent = P.tree.i[i, PARENT]
    if parent < 0:
        parent = P.size[S_NODES]
    V, A, N1, N2 = w[parent, B_V], w[parent, B_A], w[parent, B_N1], w[parent, B_N2]
    pos = get3(P.tree.f, i, POS)
    L = math.sqrt(dot(pos, pos))
    if kind == PRISMATIC:
        L += abs(q0) + s1
        w[i, B_V], w[i, B_A] = V + N1 * L + s1, A + N2 * L + 2.0 * N1 * s1 + s2
        w[i, B_N1], w[i, B_N2] = N1, N2
        return
    n1, n2 = s1, s2 + s1 * s1
    if kind == SPHERICAL:
        n1, n2 = _turn(r1, r2)
    w[i, B_V], w[i, B_A] = V + N1 * L, A + N2 * L
    w[i, B_N1], w[i, B_N2] = N1 + n1, N2 + 2.0 * N1 * n1 + n2


@inlined
def _rest(P):
    """The world does not move."""
    for j in range(4):
        P.work[P.size[S_NODES], W_SWEEP + j] = 0.0


@inlined
def bounds_from_stages(P, S, M, h):
    """V, A, N1 and N2 of every node from the stages of an explicit step."""
    _rest(P)
    for i in range(P.size[S_NODES]):
        k = P.tree.i[i, QI]
        kind = P.tree.i[i, KIND]
        s1, s2, r1, r2 = 0.0, 0.0, 0.0, 0.0
        if kind == FREE:
            s1, s2 = stage_hull(S.K, M, k, 3, h)
            r1, r2 = stage_hull(S.K, M, k + 3, 4, h)
        elif kind == SPHERICAL:
            r1, r2 = stage_hull(S.K, M, k, 4, h)
        else:
            s1, s2 = stage_hull(S.K, M, k, 1, h)
        _follow(P, i, S.y[k], s1, s2, r1, r2)


@inlined
def bounds_from_interpolant(P, S):
    """V, A, N1 and N2 of every node from the interpolant in S.Q."""
    _rest(P)
    for i in range(P.size[S_NODES]):
        k = P.tree.i[i, QI]
        kind = P.tree.i[i, KIND]
        s1, s2, r1, r2 = 0.0, 0.0, 0.0, 0.0
        if kind == FREE:
            s1, s2 = hull(S.Q, k, 3, 1), hull(S.Q, k, 3, 2)
            r1, r2 = hull(S.Q, k + 3, 4, 1), hull(S.Q, k + 3, 4, 2)
        elif kind == SPHERICAL:
            r1, r2 = hull(S.Q, k, 4, 1), hull(S.Q, k, 4, 2)
        else:
            s1, s2 = hull(S.Q, k, 1, 1), hull(S.Q, k, 1, 2)
        _follow(P, i, S.y[k], s1, s2, r1, r2)
