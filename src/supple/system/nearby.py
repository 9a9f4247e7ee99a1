"""Broad phase: which contacts could touch during the coming step.

Every body is a sphere around the origin of its node, every possible contact knows the sum of its two radii (`C_REACH`).
The list made at one time stays valid while no node has moved by more than half the margin it was made with (a Verlet
list). Always in the list: contacts that touch, joint limits, and half-spaces on a body that moves (they may turn).

Before a step the motion to come is guessed from speed and acceleration (`watch`); after it, `covered` compares the margin
with bounds of the motion that was (system/bounds.py), and `lengthen` makes the list anew where the guess was too short. So
no contact is missing from the list, whatever the step did.

Cost: a few comparisons per node and step; a pass over the possible contacts only when the list is made anew.
"""

import math

from .._jit import inlined, kernel
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
from .bounds import B_V
from .robot import Robot

FEW = 24  # so many possible contacts are cheaper to watch than to sort out
SAFETY = 1.5
GENEROUS = 6.0  # a margin so many times larger than needed is given up
SMALLEST = 0.05  # margin of a new list as a fraction of the largest reach
MARGIN, SMALL, BACK = 0, 1, 2  # columns of the last row of P.skin


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


@inlined
def _back(P):
    """The largest way of a node since the list was made [m]."""
    longest = 0.0
    for i in range(P.size[S_NODES]):
        way = sub(get3(P.work, i, W_P), get3(P.skin, i, 0))
        longest = max(longest, dot(way, way))
    return math.sqrt(longest)


@inlined
def _ahead(P, reach):
    """A guess of the largest way of a node in the coming `reach` seconds [m]."""
    longest = 0.0
    for i in range(P.size[S_NODES]):
        v = get3(P.work, i, W_V)
        a = get3(P.work, i, W_ACC + 3)
        longest = max(longest, math.sqrt(dot(v, v)) + 0.5 * reach * math.sqrt(dot(a, a)))
    return SAFETY * reach * longest


@inlined
def _swept(P):
    """Bound of the largest way of a node in the step just taken [m]."""
    longest = 0.0
    for i in range(P.size[S_NODES]):
        longest = max(longest, P.work[i, B_V])
    return longest


@inlined
def _always(P, c):
    """Whether contact c belongs to every list."""
    if P.mode[c, M_NORMAL] == TOUCHING or P.con_i[c, C_SHAPE] >= LIMIT_LOW:
        return True
    return P.con_i[c, C_SHAPE] == BALL_PLANE and P.feat_i[P.con_i[c, C_A], F_NODE] < P.size[S_NODES]


@kernel
def _make_list(P, way):
    """The list for nodes that move by no more than `way` [m] in the coming step; their positions are in P.work."""
    last = P.size[S_NODES]
    margin = 4.0 * way + P.skin[last, SMALL]
    count = 0
    for c in range(P.size[S_CONTACTS]):
        if _always(P, c) or _distance(P, c) <= margin:
            P.near[count] = c
            count += 1
    P.near_n[0] = count
    P.near_n[1] = 1
    for i in range(last):
        put3(P.skin, i, 0, get3(P.work, i, W_P))
    P.skin[last, MARGIN] = margin
    P.skin[last, BACK] = 0.0


@inlined
def covered(P):
    """Whether the list holds for the step whose bounds are in P.work."""
    last = P.size[S_NODES]
    return 2.0 * (P.skin[last, BACK] + _swept(P)) <= P.skin[last, MARGIN]


@kernel
def lengthen(P, y):
    """Make the list anew for the step that starts at y and whose bounds are in P.work."""
    way = _swept(P)
    kinematics(P.tree, y, P.size[S_NQ], P.work)
    _make_list(P, way)


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
    last = P.size[S_NODES]
    ahead = _ahead(P, reach)
    if P.near_n[1] == 1:
        back = _back(P)
        P.skin[last, BACK] = back
        need = 2.0 * (back + ahead)
        # too small a margin will not do; one far too large (made for a long step) watches pairs for nothing
        if need <= P.skin[last, MARGIN] <= GENEROUS * (need + P.skin[last, SMALL]):
            return False
    else:
        largest = 0.0
        for c in range(n):
            largest = max(largest, P.con_f[c, C_REACH])
        P.skin[last, SMALL] = SMALLEST * largest
    _make_list(P, ahead)
    return True
