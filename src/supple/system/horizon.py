"""How far ahead one can look: a step so long that nearly all features of two large hulls could meet is not affordable.

The list of near pairs (`nearby.py`) takes all that comes closer than its margin, WAYS times the way to come. In free flight
a step may be as long as the flight, and the margin as wide as the bodies: of two hulls with n corners that are some 9 n^2
pairs of edges, each with a row and a guard. So the margin is held within the gap between the two, and no pair is listed at
all; close to each other, within CLOSE margins of a list for bodies at rest. The steps to a collision then become shorter
like a geometric series. With A the way that this leaves, a node of speed v and acceleration a needs

    r:    v r + a r^2/2 = A      r = 2 A / (v + sqrt(v^2 + 2 a A))

Limits   only surfaces of which the pairs of features are more than MANY: a box and a box have 441 and are left alone.
         Nothing is missed with or without it; it is a matter of cost.
"""

import math

from .._jit import inlined, kernel
from ..dynamics.kinematics import kinematics
from ..integrate.problem import horizon
from ..spatial.vectors import dot, sub
from ..tables import G_END, G_FIRST, GROUP_RADIUS, S_NODES, S_NQ, S_PAIRS
from .nearby import SAFETY, SMALL, WAYS, centre, pace
from .pairs import NO_RULE, rule_between
from .robot import Robot

MANY = 5000  # pairs of features of two surfaces
CLOSE = 2.0


@inlined
def _features(P, g):
    return P.group_i[g, G_END] - P.group_i[g, G_FIRST]


@kernel
def _narrowest(P):
    """The smallest gap between two surfaces with many pairs of features [m]; nan if there are none."""
    narrowest = math.nan
    for g in range(P.order.size):
        if _features(P, g) ** 2 <= MANY:
            continue
        for h in range(P.order.size):
            if h == g or _features(P, g) * _features(P, h) <= MANY:
                continue
            if rule_between(P, P.group_i[g, G_FIRST], P.group_i[h, G_FIRST]) == NO_RULE:
                continue
            d = sub(centre(P, h), centre(P, g))
            gap = math.sqrt(dot(d, d)) - P.group_f[g, GROUP_RADIUS] - P.group_f[h, GROUP_RADIUS]
            if not gap >= narrowest:
                narrowest = gap
    return narrowest


@horizon.register(Robot)
def robot_horizon(t, y, P):
    """The longest step for which the list stays short; without limit where no list is long, or all is always in it."""
    if P.size[S_PAIRS] == 0 or not _has_crowd(P):
        return 1e300
    kinematics(P.tree, y, P.size[S_NQ], P.work)
    gap = _narrowest(P)
    if gap != gap:
        return 1e300
    small = P.skin[P.size[S_NODES], SMALL]
    A = (max(gap, CLOSE * small) - small) / (WAYS * SAFETY)
    shortest = 1e300
    for i in range(P.size[S_NODES]):
        speed, a = pace(P, i)
        if speed > 0.0 or a > 0.0:
            shortest = min(shortest, 2.0 * A / (speed + math.sqrt(speed * speed + 2.0 * a * A)))
    return shortest


@inlined
def _has_crowd(P):
    for g in range(P.order.size):
        if _features(P, g) ** 2 > MANY:
            return True
    return False
