"""Broad phase: which contacts could touch during the coming step.

Every body is a sphere around the origin of its node, every possible contact knows the sum of its two radii (`C_REACH`).
The list made at one time stays valid while no node has moved by more than half the margin it was made with (a Verlet
list); the motion to come in the next step is bounded by speed and acceleration. A touching contact is always in the list.

Cost: a few comparisons a node and step; a pass over the possible contacts only when the list is made anew.
"""

import math

from .._jit import kernel
from ..dynamics.kinematics import kinematics
from ..integrate.problem import watch
from ..spatial.vectors import dot, get3, get9, mat_vec, put3, sub
from ..tables import (
    BALL_PLANE,
    C_A,
    C_B,
    C_REACH,
    C_SHAPE,
    F_A,
    F_B,
    F_NODE,
    LIMIT_LOW,
    M_NORMAL,
    S_CONTACTS,
    S_NODES,
    S_NQ,
    TOUCHING,
    W_ACC,
    W_P,
    W_R,
    W_V,
)
from .robot import Robot

FEW = 24  # so many possible contacts are cheaper to watch than to sort out
SAFETY = 1.5
GENEROUS = 6.0  # a margin so many times larger than needed is given up
SMALLEST = 0.05  # margin of a new list as a fraction of the largest reach


@kernel
def _distance(P, c):
    """Lower bound of the gap of contact c from the positions of its nodes alone."""
    b = P.feat_i[P.con_i[c, C_B], F_NODE]
    a = P.con_i[c, C_A]
    na = P.feat_i[a, F_NODE]
    pb = get3(P.work, b, W_P)
    pa = get3(P.work, na, W_P)
    if P.con_i[c, C_SHAPE] == BALL_PLANE:
        R = get9(P.work, na, W_R)
        n = mat_vec(R, get3(P.feat_f, a, F_B))
        foot = mat_vec(R, get3(P.feat_f, a, F_A))
        return dot(n, sub(pb, pa)) - dot(n, foot) - P.con_f[c, C_REACH]
    d = sub(pb, pa)
    return math.sqrt(dot(d, d)) - P.con_f[c, C_REACH]


@kernel
def _travel(P, reach):
    """Twice the largest way of a node: back since the list was made, and ahead during the step."""
    longest = 0.0
    for i in range(P.size[S_NODES]):
        back = sub(get3(P.work, i, W_P), get3(P.skin, i, 0))
        v = get3(P.work, i, W_V)
        a = get3(P.work, i, W_ACC + 3)
        ahead = reach * (math.sqrt(dot(v, v)) + 0.5 * reach * math.sqrt(dot(a, a)))
        longest = max(longest, math.sqrt(dot(back, back)) + SAFETY * ahead)
    return 2.0 * longest


@kernel
def _make_list(P, margin):
    count = 0
    for c in range(P.size[S_CONTACTS]):
        if P.mode[c, M_NORMAL] == TOUCHING or P.con_i[c, C_SHAPE] >= LIMIT_LOW or _distance(P, c) <= margin:
            P.near[count] = c
            count += 1
    P.near_n[0] = count
    P.near_n[1] = 1
    for i in range(P.size[S_NODES]):
        put3(P.skin, i, 0, get3(P.work, i, W_P))
    P.skin[P.size[S_NODES], 0] = margin


@watch.register(Robot)
def robot_watch(t, y, P, reach):
    """Make the list of watched contacts anew if the step could leave it; return True if it was."""
    n = P.size[S_CONTACTS]
    if n <= FEW:
        if P.near_n[1] == 1:
            return False
        for c in range(n):
            P.near[c] = c
        P.near_n[0] = n
        P.near_n[1] = 1
        return True
    kinematics(P.tree, y, P.size[S_NQ], P.work)
    need = _travel(P, reach)
    margin = P.skin[P.size[S_NODES], 0]
    small = P.skin[P.size[S_NODES], 1]
    # too small a margin could miss a contact; one far too large (made for a long step) watches pairs for nothing
    if P.near_n[1] == 1 and need <= margin <= GENEROUS * (need + small):
        return False
    for i in range(P.size[S_NODES]):
        put3(P.skin, i, 0, get3(P.work, i, W_P))
    largest = 0.0
    for c in range(n):
        largest = max(largest, P.con_f[c, C_REACH])
    P.skin[P.size[S_NODES], 1] = SMALLEST * largest
    _make_list(P, 2.0 * _travel(P, reach) + SMALLEST * largest)
    return True
