"""How fast every node can move during a step: bounds by s, the fraction of the step, from its stages or its interpolant.

    V, A     bounds of |p'|, |p''| of the origin of a node      N1, N2   bounds of the norms of R', R'' of its rotation

spread from the roots to the leaves; joints/sweep.py and the files of the joints say how. What they are told are bounds of
the lengths of the derivatives by s of their coordinates, as vectors:

    s1, s2   of |q'| and |q''| of the plain numbers among them      r1, r2   of the quaternion behind those

A steady spin w over a step of h gives N1 = w h and N2 = (w h)^2 exactly. A material point at r then moves by
|p'| <= V + N1 |r| and |p''| <= A + N2 |r|. Since everything is by s, the square-root clock needs nothing special.
"""

from .._jit import inlined
from ..integrate.dense import hull
from ..integrate.explicit import stage_hull
from ..joints.dispatch import sweep
from ..tables import KIND, N_PLAIN, N_Q, PARENT, QI, S_NODES, W_SWEEP


@inlined
def _rest(P):
    """The world does not move."""
    for j in range(4):
        P.work[P.size[S_NODES], W_SWEEP + j] = 0.0


@inlined
def _parent(P, i):
    """Row of the parent of node i: the world is behind the last node."""
    parent = P.tree.i[i, PARENT]
    return parent if parent >= 0 else P.size[S_NODES]


@inlined
def bounds_from_stages(P, S, M, h):
    """V, A, N1 and N2 of every node from the stages of an explicit step."""
    _rest(P)
    for i in range(P.size[S_NODES]):
        k, kind = P.tree.i[i, QI], P.tree.i[i, KIND]
        plain = P.tree.i[i, N_PLAIN]
        other = P.tree.i[i, N_Q] - plain
        s1, s2, r1, r2 = 0.0, 0.0, 0.0, 0.0
        if plain > 0:
            s1, s2 = stage_hull(S.K, M, k, plain, h)
        if other > 0:
            r1, r2 = stage_hull(S.K, M, k + plain, other, h)
        sweep(kind, i, P.tree, S.y, P.work, _parent(P, i), s1, s2, r1, r2)


@inlined
def bounds_from_interpolant(P, S):
    """V, A, N1 and N2 of every node from the interpolant in S.Q."""
    _rest(P)
    for i in range(P.size[S_NODES]):
        k, kind = P.tree.i[i, QI], P.tree.i[i, KIND]
        plain = P.tree.i[i, N_PLAIN]
        other = P.tree.i[i, N_Q] - plain
        s1, s2, r1, r2 = 0.0, 0.0, 0.0, 0.0
        if plain > 0:
            s1, s2 = hull(S.Q, k, plain, 1), hull(S.Q, k, plain, 2)
        if other > 0:
            r1, r2 = hull(S.Q, k + plain, other, 1), hull(S.Q, k + plain, other, 2)
        sweep(kind, i, P.tree, S.y, P.work, _parent(P, i), s1, s2, r1, r2)
