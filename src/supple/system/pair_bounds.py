"""How fast the gap of two features can change during a step, and how much its rate: F and A of system/clearance.py.

V, A, N1, N2 of every node (system/bounds.py) and the positions of the nodes at one end of the step are in P.work. Symbols
and proofs are those of clearance.py.
"""

import math

from .._jit import inlined, kernel
from ..elements.cornered import steepest_lift
from ..elements.features import nodes
from ..joints.sweep import B_A, B_N1, B_N2, B_V
from ..shapes.contract import CONVEX, EDGE, FIELD, PLANE, SEGMENT, SIDE
from ..spatial.vectors import dot, get3, sub
from ..tables import EL_A, EL_B, F_ARM, F_BULGE, F_KIND, F_RADIUS, W_P

COUPLE = 0.01  # [arms] bound of the arm k of two nearly parallel segments: shapes/pairs/segment_segment.py


@inlined
def _lever(P, na, nb, V):
    """Largest distance of node b from node a during the step, `V` bounding their relative way."""
    d = sub(get3(P.work, nb, W_P), get3(P.work, na, W_P))
    return math.sqrt(dot(d, d)) + 2.0 * V


@inlined
def _fall_over(P, na, nb, arm):
    """F of a ball at the distance `arm` on node a over a terrain on node b: how fast it moves in the axes of that."""
    w = P.work
    F = w[na, B_V] + w[nb, B_V] + w[na, B_N1] * arm
    if w[nb, B_N1] > 0.0:
        F += w[nb, B_N1] * (_lever(P, na, nb, F) + arm)
    return F


@inlined
def _bend_over(P, na, nb, arm):
    """A of that: its acceleration in those axes."""
    w = P.work
    A = w[na, B_A] + w[nb, B_A] + w[na, B_N2] * arm
    if w[nb, B_N1] > 0.0:
        V = w[na, B_V] + w[nb, B_V] + w[na, B_N1] * arm
        A += 2.0 * w[nb, B_N1] * V + w[nb, B_N2] * (_lever(P, na, nb, V) + arm)
    return A


@kernel
def fall(P, e):
    """F: bound of |d gap/ds| of a contact that is no joint limit; positions of the nodes in P.work."""
    return _fall_of_distance(P, e) + _fall_of_lift(P, e)


@inlined
def fall_over_step(P, e):
    """A contact whose gaps at the two ends of the step add up to more than this stays open in it.

    F, or less where the lift of nearly parallel edges is steep: it is R at most, and without it the gap is a distance.
    """
    most = 2.0 * (P.feat_f[P.el_i[e, EL_A], F_RADIUS] + P.feat_f[P.el_i[e, EL_B], F_RADIUS])
    return _fall_of_distance(P, e) + min(_fall_of_lift(P, e), most)


@inlined
def _fall_of_lift(P, e):
    """What fades with the angle."""
    b = P.el_i[e, EL_B]
    if P.feat_i[b, F_KIND] != EDGE and P.feat_i[b, F_KIND] != SIDE:
        return 0.0
    na, nb = nodes(P, e)
    return steepest_lift(P, P.el_i[e, EL_A], b) * (P.work[na, B_N1] + P.work[nb, B_N1])


@inlined
def _fall_of_distance(P, e):
    w = P.work
    a, b = P.el_i[e, EL_A], P.el_i[e, EL_B]
    na, nb = nodes(P, e)
    if P.feat_i[b, F_KIND] == FIELD:
        return _fall_over(P, na, nb, P.feat_f[a, F_ARM])
    arm = P.feat_f[b, F_ARM]
    F = w[na, B_V] + w[nb, B_V] + w[nb, B_N1] * arm
    if P.feat_i[b, F_KIND] == SEGMENT and P.feat_i[a, F_KIND] == SEGMENT:  # two segments: the couple of their crown
        F += COUPLE * (w[na, B_N1] + w[nb, B_N1]) * (P.feat_f[a, F_ARM] + arm)
    if P.feat_i[a, F_KIND] > 0:
        return F + w[na, B_N1] * P.feat_f[a, F_ARM]
    if w[na, B_N1] > 0.0:  # a plane turns about its own node: the lever grows with the way
        F += w[na, B_N1] * (_lever(P, na, nb, F) + arm)
    return F


@kernel
def bend(P, e):
    """A: bound of the second derivative by s of the distance along a fixed normal."""
    w = P.work
    a, b = P.el_i[e, EL_A], P.el_i[e, EL_B]
    na, nb = nodes(P, e)
    if P.feat_i[b, F_KIND] == FIELD:
        return _bend_over(P, na, nb, P.feat_f[a, F_ARM])
    arm = P.feat_f[b, F_ARM]
    A = w[na, B_A] + w[nb, B_A] + w[nb, B_N2] * arm
    if P.feat_i[b, F_KIND] == CONVEX:
        # the surface point moves over the surface as the body turns, or the plane under it
        under = w[na, B_N1] if P.feat_i[a, F_KIND] == PLANE else 0.0
        A += w[na, B_N1] ** 2 * P.feat_f[a, F_BULGE] + (under + w[nb, B_N1]) ** 2 * P.feat_f[b, F_BULGE]
    if P.feat_i[a, F_KIND] > 0:
        return A + w[na, B_N2] * P.feat_f[a, F_ARM]
    if w[na, B_N1] > 0.0:
        V = w[na, B_V] + w[nb, B_V] + w[nb, B_N1] * arm
        A += 2.0 * w[na, B_N1] * V + w[na, B_N2] * (_lever(P, na, nb, V) + arm + P.feat_f[a, F_ARM])
    return A
