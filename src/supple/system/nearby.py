"""Broad phase: which contacts could touch during the coming step.

Every surface is a sphere: around the origin of its node with all its reach (so that it may turn), or around itself where
it belongs to the world. Pairs of spheres are found by sweep and prune along the axis on which they are spread most;
half-spaces and terrains are compared with all that may meet them. Rules are looked up by binary search. Where shapes have
corners, edges and rims, many pairs of features of two near surfaces are far apart: their own distances decide. A pair that
comes near for the first time gets a row of the element table, by which it is known from then on (`pairs.py`). Possible
pairs are not listed.

The list made at one time stays valid while no node, or corner on it, has moved by more than half the margin it was made
with (a Verlet list). Before a step the motion to come is guessed from speed and acceleration (`watch`); after it, `covered`
compares the margin with bounds of the motion that was (system/bounds.py), and `lengthen` makes the list anew where the
guess was too short. So no contact is missing from the list, whatever the step did. Half-spaces and terrains on a body that
moves may turn: with them every pair is in every list.

Cost     a few comparisons per node and step; a sort that is nearly done and a sweep when the list is made anew. A model
         with few possible contacts (S_PAIRS = 0) watches all of them always.
"""

import math

from .._jit import inlined, kernel
from ..dynamics.kinematics import kinematics
from ..elements.cornered import are_edges, edges_apart, is_beside, is_cornered, is_field, may_be_beside, nearness
from ..elements.places import is_world, place, turn
from ..integrate.problem import watch
from ..joints.sweep import B_N1, B_V
from ..shapes.contract import BALL, PLANE
from ..shapes.roles import may_meet
from ..spatial.vectors import dot, get3, get9, put3, put9, sub
from ..tables import (
    EL_GUARDS,
    EL_KEY,
    F_A,
    F_B,
    F_KIND,
    F_NODE,
    F_RADIUS,
    F_REACH,
    G_END,
    G_FIRST,
    G_NODE,
    GROUP_CENTRE,
    GROUP_RADIUS,
    LISTED,
    N_ELEMENTS,
    N_NEAR,
    ROWS,
    S_NODES,
    S_NQ,
    S_PAIRS,
    S_STATIC,
    SHORT,
    W_ACC,
    W_P,
    W_R,
    W_V,
    W_W,
)
from .pairs import NO_RULE, enrol, find, rule_between
from .robot import Robot

SAFETY = 1.5
WAYS = 4.0  # that a new list is good for: two bodies move, and the next step need not make it anew
GENEROUS = 6.0  # a margin so many times larger than needed is given up
SMALLEST = 0.05  # margin of a new list as a fraction of the largest reach
MARGIN, SMALL, BACK = 0, 1, 2  # columns of the last row of P.skin


@kernel
def _add(P, a, b, rule, margin):
    """Put the contact of two features into the list. A: the smaller kind, or the earlier one."""
    if P.feat_i[a, F_KIND] > P.feat_i[b, F_KIND] or (P.feat_i[a, F_KIND] == P.feat_i[b, F_KIND] and a > b):
        a, b = b, a
    if is_cornered(P.feat_i[b, F_KIND]) and P.feat_i[a, F_KIND] != PLANE and not _turns(P, b):
        if nearness(P, a, b) > margin:
            return
    e = find(P, a, b)
    if e < 0:
        e = P.count[N_ELEMENTS]
        if e >= P.el_i.shape[0]:
            P.count[SHORT] |= ROWS
            return
        P.count[N_ELEMENTS] = e + 1
        enrol(P, e, a, b, rule)
    P.near[P.count[N_NEAR]] = e
    P.count[N_NEAR] += 1


@inlined
def _turns(P, b):
    """Whether a feature is a terrain on a body that moves: its places may go anywhere."""
    return is_field(P, b) and not is_world(P, P.feat_i[b, F_NODE])


@inlined
def _two_points(P, a, b):
    return (
        P.feat_i[a, F_KIND] == BALL
        and P.feat_i[b, F_KIND] == BALL
        and P.feat_f[a, F_RADIUS] + P.feat_f[b, F_RADIUS] == 0.0
    )


# --- where groups and features are ----------------------------------------------------------------------------------------
@inlined
def centre(P, g):
    """Centre of the sphere of a group: the origin of its node, or its place in the world."""
    node = P.group_i[g, G_NODE]
    return get3(P.group_f, g, GROUP_CENTRE) if is_world(P, node) else get3(P.work, node, W_P)


@inlined
def _widest_axis(P):
    """The axis on which the groups are spread most."""
    n = P.order.size
    best, axis = -1.0, 0
    for k in range(3):
        mean, square = 0.0, 0.0
        for i in range(n):
            x = centre(P, P.order[i])[k]
            mean += x
            square += x * x
        spread = square - mean * mean / n
        if spread > best:
            best, axis = spread, k
    return axis


@kernel
def _sort(P, axis, margin):
    """Bring P.order into the order of the lower ends of the spheres on an axis; nearly done from last time."""
    for g in range(P.order.size):
        P.key[g] = centre(P, g)[axis] - P.group_f[g, GROUP_RADIUS] - 0.5 * margin
    for i in range(1, P.order.size):
        g = P.order[i]
        j = i - 1
        while j >= 0 and P.key[P.order[j]] > P.key[g]:
            P.order[j + 1] = P.order[j]
            j -= 1
        P.order[j + 1] = g


@kernel
def _sweep(P, margin):
    """Pairs of groups whose spheres are closer than the margin, and of their features those that meet."""
    if P.order.size < 2:
        return
    _sort(P, _widest_axis(P), margin)
    for i in range(P.order.size):
        g = P.order[i]
        x, r = centre(P, g), P.group_f[g, GROUP_RADIUS]
        end = P.key[g] + 2.0 * r + margin
        for j in range(i + 1, P.order.size):
            h = P.order[j]
            if P.key[h] > end:
                break
            d = sub(centre(P, h), x)
            reach = r + P.group_f[h, GROUP_RADIUS] + margin
            if dot(d, d) <= reach * reach:
                _expand(P, g, h, margin)


@kernel
def _expand(P, g, h, margin):
    """The contacts of two groups."""
    rule = rule_between(P, P.group_i[g, G_FIRST], P.group_i[h, G_FIRST])
    if rule == NO_RULE:
        return
    whole = P.group_i[h, G_END] - 1  # of a shape with corners
    for a in range(P.group_i[g, G_FIRST], P.group_i[g, G_END]):
        if may_be_beside(P, a, whole) and is_beside(P, a, whole, margin):
            continue  # few of the edges of a large hull are near another one
        for b in range(P.group_i[h, G_FIRST], P.group_i[h, G_END]):
            if not may_meet(P.feat_i, a, b) or _two_points(P, a, b):
                continue
            if not (are_edges(P, a, b) and edges_apart(P, a, b, margin)):
                _add(P, a, b, rule, margin)


@kernel
def _planes(P, margin):
    """Half-spaces and what is closer to them than the margin."""
    for a in range(P.feat_i.shape[0]):
        if P.feat_i[a, F_KIND] != PLANE:
            continue
        fixed = is_world(P, P.feat_i[a, F_NODE])
        n, foot = turn(P, a, F_B), place(P, a, F_A)
        for b in range(P.feat_i.shape[0]):
            if may_meet(P.feat_i, a, b) and (not fixed or _height(P, b, n, foot) <= margin):
                rule = rule_between(P, a, b)
                if rule != NO_RULE:
                    _add(P, a, b, rule, margin)


@inlined
def _height(P, b, n, foot):
    """How far a feature is above a plane, however its node turns."""
    node = P.feat_i[b, F_NODE]
    if is_world(P, node):
        return -1.0  # nothing of the world meets a plane of the world: there is no rule
    return dot(n, sub(get3(P.work, node, W_P), foot)) - P.feat_f[b, F_REACH]


@kernel
def _fields(P, margin):
    """Terrains and what is closer to them than the margin: the cost per ball does not grow with the terrain."""
    for b in range(P.feat_i.shape[0]):
        if is_field(P, b):
            for a in range(P.feat_i.shape[0]):
                if may_meet(P.feat_i, a, b):
                    rule = rule_between(P, a, b)
                    if rule != NO_RULE:
                        _add(P, a, b, rule, margin)


# --- the list -------------------------------------------------------------------------------------------------------------
@kernel
def insert(P, e):
    """Put an element into the list of contacts, by its key; those always there come behind."""
    k = P.count[N_NEAR]
    while k > 0 and P.el_i[P.near[k - 1], EL_KEY] > P.el_i[e, EL_KEY]:
        P.near[k] = P.near[k - 1]
        k -= 1
    P.near[k] = e
    P.count[N_NEAR] += 1


@kernel
def _in_order(P, n):
    """Bring the first n of the list into the order of their keys: heap sort."""
    for start in range(n // 2 - 1, -1, -1):
        _sift(P, start, n)
    for end in range(n - 1, 0, -1):
        P.near[0], P.near[end] = P.near[end], P.near[0]
        _sift(P, 0, end)


@kernel
def _sift(P, root, n):
    while 2 * root + 1 < n:
        child = 2 * root + 1
        if child + 1 < n and P.el_i[P.near[child], EL_KEY] < P.el_i[P.near[child + 1], EL_KEY]:
            child += 1
        if P.el_i[P.near[root], EL_KEY] >= P.el_i[P.near[child], EL_KEY]:
            return
        P.near[root], P.near[child] = P.near[child], P.near[root]
        root = child


@kernel
def close_list(P):
    """Add the elements that are always there, and number the guards."""
    n = P.count[N_NEAR]
    for e in range(P.size[S_STATIC]):
        P.near[n + e] = e
    n += P.size[S_STATIC]
    first = 0
    for k in range(n):
        P.first[k] = first
        first += P.el_i[P.near[k], EL_GUARDS]
    P.count[N_NEAR] = n
    P.count[LISTED] = 1


@kernel
def list_all(P):
    """Watch every contact that has a row."""
    P.count[N_NEAR] = 0
    for e in range(P.size[S_STATIC], P.count[N_ELEMENTS]):
        insert(P, e)
    close_list(P)


@inlined
def _back(P):
    """The largest way since the list was made [m]: of a node, with what its turn moved its corners."""
    longest = 0.0
    for i in range(P.size[S_NODES]):
        way = sub(get3(P.work, i, W_P), get3(P.skin, i, 0))
        far = math.sqrt(dot(way, way))
        if P.swing[i] > 0.0:
            far += P.swing[i] * _turned(get9(P.work, i, W_R), get9(P.skin, i, 3))
        longest = max(longest, far)
    return longest


@inlined
def _turned(R, Q):
    """A bound of |R x - Q x| over |x|: the root of the sum of the squares."""
    total = 0.0
    for k in range(9):
        total += (R[k] - Q[k]) ** 2
    return math.sqrt(0.5 * total)


@inlined
def pace(P, i):
    """(speed, acceleration) of a node, the speed with what its turn adds at its corners."""
    v, a = get3(P.work, i, W_V), get3(P.work, i, W_ACC + 3)
    speed = math.sqrt(dot(v, v))
    if P.swing[i] > 0.0:
        w = get3(P.work, i, W_W)
        speed += P.swing[i] * math.sqrt(dot(w, w))
    return speed, math.sqrt(dot(a, a))


@inlined
def _ahead(P, reach):
    """A guess of the largest way of a node in the coming `reach` seconds [m]."""
    longest = 0.0
    for i in range(P.size[S_NODES]):
        speed, a = pace(P, i)
        longest = max(longest, speed + 0.5 * reach * a)
    return SAFETY * reach * longest


@inlined
def _swept(P):
    """Bound of the largest way of a node in the step just taken [m]."""
    longest = 0.0
    for i in range(P.size[S_NODES]):
        longest = max(longest, P.work[i, B_V] + P.swing[i] * P.work[i, B_N1])
    return longest


@kernel
def _make_list(P, way):
    """The list for nodes that move by no more than `way` [m] in the coming step; their positions are in P.work."""
    last = P.size[S_NODES]
    margin = WAYS * way + P.skin[last, SMALL]
    P.count[N_NEAR] = 0
    _planes(P, margin)
    _fields(P, margin)
    _sweep(P, margin)
    _in_order(P, P.count[N_NEAR])
    close_list(P)
    for i in range(last):
        put3(P.skin, i, 0, get3(P.work, i, W_P))
        put9(P.skin, i, 3, get9(P.work, i, W_R))
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
    """Make the list of watched elements anew if the step could leave it; return True if it was."""
    if P.size[S_PAIRS] == 0:
        if P.count[LISTED] == 1:
            return False
        list_all(P)
        return True
    kinematics(P.tree, y, P.size[S_NQ], P.work)
    last = P.size[S_NODES]
    ahead = _ahead(P, reach)
    if P.count[LISTED] == 1:
        back = _back(P)
        P.skin[last, BACK] = back
        need = 2.0 * (back + ahead)
        # too small a margin will not do; one far too large (made for a long step) watches pairs for nothing
        if need <= P.skin[last, MARGIN] <= GENEROUS * (need + P.skin[last, SMALL]):
            return False
    else:
        largest = 0.0
        for f in range(P.feat_i.shape[0]):
            if not is_world(P, P.feat_i[f, F_NODE]):
                largest = max(largest, P.feat_f[f, F_REACH])
        P.skin[last, SMALL] = SMALLEST * largest
    _make_list(P, ahead)
    return True
