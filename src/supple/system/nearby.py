"""Broad phase: which contacts could touch during the coming step.

Every feature is a sphere: around the origin of its node with all its reach (so that it may turn), or around itself where
it belongs to the world. Pairs of spheres are found by sweep and prune along the axis on which they are spread most;
half-spaces are compared with all that may meet them. Rules are looked up by binary search. A pair that comes near for the
first time gets a row of the element table, by which it is known from then on (`pairs.py`). Possible pairs are not listed.

The list made at one time stays valid while no node has moved by more than half the margin it was made with (a Verlet
list). Before a step the motion to come is guessed from speed and acceleration (`watch`); after it, `covered` compares the
margin with bounds of the motion that was (system/bounds.py), and `lengthen` makes the list anew where the guess was too
short. So no contact is missing from the list, whatever the step did. Half-spaces on a body that moves may turn: with them
every pair is in every list.

Cost     a few comparisons per node and step; a sort that is nearly done and a sweep when the list is made anew. A model
         with few possible contacts (S_PAIRS = 0) watches all of them always.
"""

import math

from .._jit import inlined, kernel
from ..dynamics.kinematics import kinematics
from ..elements.features import is_world, place, turn
from ..integrate.problem import watch
from ..joints.sweep import B_V
from ..shapes.contract import CONVEX
from ..spatial.vectors import add, dot, get3, put3, scale, sub
from ..tables import (
    EL_GUARDS,
    EL_KEY,
    F_A,
    F_B,
    F_ENDS,
    F_MEETS,
    F_NODE,
    F_RADIUS,
    F_REACH,
    LISTED,
    MEETS_PLANES,
    N_ELEMENTS,
    N_NEAR,
    NO_PLANES,
    ROWS,
    S_NODES,
    S_NQ,
    S_PAIRS,
    S_STATIC,
    SHORT,
    W_ACC,
    W_P,
    W_V,
)
from .pairs import NO_RULE, enrol, find, rule_between
from .robot import Robot

SAFETY = 1.5
GENEROUS = 6.0  # a margin so many times larger than needed is given up
SMALLEST = 0.05  # margin of a new list as a fraction of the largest reach
MARGIN, SMALL, BACK = 0, 1, 2  # columns of the last row of P.skin


@kernel
def _add(P, a, b):
    """Put the contact of two features into the list, if there is a rule for it. A: fewer points, or the earlier one."""
    if P.feat_i[a, F_ENDS] > P.feat_i[b, F_ENDS] or (P.feat_i[a, F_ENDS] == P.feat_i[b, F_ENDS] and a > b):
        a, b = b, a
    rule = rule_between(P, a, b)
    if rule == NO_RULE:
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


# --- where features are ---------------------------------------------------------------------------------------------------
@inlined
def _centre(P, f):
    """Centre of the sphere of a feature."""
    node = P.feat_i[f, F_NODE]
    if not is_world(P, node):
        return get3(P.work, node, W_P)
    if P.feat_i[f, F_ENDS] == 2:
        return scale(0.5, add(get3(P.feat_f, f, F_A), get3(P.feat_f, f, F_B)))
    return get3(P.feat_f, f, F_A)


@inlined
def _radius(P, f):
    """Radius of the sphere of a feature."""
    if not is_world(P, P.feat_i[f, F_NODE]):
        return P.feat_f[f, F_REACH]
    if P.feat_i[f, F_ENDS] == 2:
        d = sub(get3(P.feat_f, f, F_B), get3(P.feat_f, f, F_A))
        return P.feat_f[f, F_RADIUS] + 0.5 * math.sqrt(dot(d, d))
    if P.feat_i[f, F_ENDS] == CONVEX:
        a = get3(P.feat_f, f, F_A)
        return P.feat_f[f, F_REACH] - math.sqrt(dot(a, a))
    return P.feat_f[f, F_RADIUS]


@inlined
def _widest_axis(P):
    """The axis on which the features are spread most."""
    n = P.order.size
    best, axis = -1.0, 0
    for k in range(3):
        mean, square = 0.0, 0.0
        for i in range(n):
            x = _centre(P, P.order[i])[k]
            mean += x
            square += x * x
        spread = square - mean * mean / n
        if spread > best:
            best, axis = spread, k
    return axis


@kernel
def _sort(P, axis, margin):
    """Bring P.order into the order of the lower ends of the spheres on an axis; nearly done from last time."""
    for i in range(P.order.size):
        f = P.order[i]
        P.key[f] = _centre(P, f)[axis] - _radius(P, f) - 0.5 * margin
    for i in range(1, P.order.size):
        f = P.order[i]
        j = i - 1
        while j >= 0 and P.key[P.order[j]] > P.key[f]:
            P.order[j + 1] = P.order[j]
            j -= 1
        P.order[j + 1] = f


@kernel
def _sweep(P, margin):
    """Pairs of features whose spheres are closer than the margin."""
    if P.order.size < 2:
        return
    _sort(P, _widest_axis(P), margin)
    for i in range(P.order.size):
        a = P.order[i]
        x_a, r_a = _centre(P, a), _radius(P, a)
        end = P.key[a] + 2.0 * r_a + margin
        for j in range(i + 1, P.order.size):
            b = P.order[j]
            if P.key[b] > end:
                break
            d = sub(_centre(P, b), x_a)
            reach = r_a + _radius(P, b) + margin
            if dot(d, d) <= reach * reach and P.feat_i[a, F_MEETS] & P.feat_i[b, F_MEETS] & NO_PLANES:
                _add(P, a, b)


@kernel
def _planes(P, margin):
    """Half-spaces and what is closer to them than the margin."""
    for a in range(P.feat_i.shape[0]):
        if P.feat_i[a, F_ENDS] != 0:
            continue
        fixed = is_world(P, P.feat_i[a, F_NODE])
        n, foot = turn(P, a, F_B), place(P, a, F_A)
        for b in range(P.feat_i.shape[0]):
            if P.feat_i[b, F_MEETS] & MEETS_PLANES:
                if not fixed or dot(n, sub(_centre(P, b), foot)) - _radius(P, b) <= margin:
                    _add(P, a, b)


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


@kernel
def _make_list(P, way):
    """The list for nodes that move by no more than `way` [m] in the coming step; their positions are in P.work."""
    last = P.size[S_NODES]
    margin = 4.0 * way + P.skin[last, SMALL]
    P.count[N_NEAR] = 0
    _planes(P, margin)
    _sweep(P, margin)
    _in_order(P, P.count[N_NEAR])
    close_list(P)
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
