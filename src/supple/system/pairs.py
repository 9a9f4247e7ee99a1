"""Who may touch whom, and who a contact is: rules looked up by binary search, contacts found by their pair of features.

A contact gets a row of the element table when its features come near for the first time. The row stays its own to the end
of the run: its modes, its held values, its name.
"""

from .._jit import inlined, kernel
from ..elements.contact import N_GUARD
from ..elements.dispatch import CONTACT
from ..tables import (
    EL_A,
    EL_B,
    EL_GUARDS,
    EL_HOME,
    EL_KEY,
    EL_KIND,
    EL_ROW,
    EL_ROW_F,
    EL_RULE,
    EL_SLOT,
    EL_STATES,
    EL_TURNED,
    F_BODY,
    F_MATERIAL,
    F_NODE,
    F_PARENT,
    R_BY_BODY,
    R_ROW,
    R_ROW_F,
    R_SIDE,
    R_STATE,
    R_STATE_F,
    R_YIELDS,
    S_BODIES,
    S_MATERIALS,
)

NO_RULE = -1


# --- rules --------------------------------------------------------------------------------------------------------------
@kernel
def _find(table, key):
    """The value beside a key in a sorted table, or NO_RULE - 1 if it is not there."""
    low, high = 0, table.shape[0]
    while low < high:
        middle = (low + high) // 2
        if table[middle, 0] < key:
            low = middle + 1
        else:
            high = middle
    if low < table.shape[0] and table[low, 0] == key:
        return table[low, 1]
    return NO_RULE - 1


@inlined
def _pair_key(a, b, n):
    return min(a, b) * n + max(a, b)


@kernel
def rule_between(P, a, b):
    """The rule between two features, or NO_RULE.

    One between two bodies goes before one between their materials, also that they never touch; features of one node, and
    of one (flexible) body, never touch each other; a body and its parent touch only by a rule that names both bodies.
    """
    f = P.feat_i
    if f[a, F_NODE] == f[b, F_NODE] or f[a, F_BODY] == f[b, F_BODY]:
        return NO_RULE
    rule = _find(P.body_key, _pair_key(f[a, F_BODY], f[b, F_BODY], P.size[S_BODIES]))
    if rule >= NO_RULE:
        return rule
    if f[a, F_PARENT] == f[b, F_BODY] or f[b, F_PARENT] == f[a, F_BODY]:
        return NO_RULE
    if f[a, F_MATERIAL] < 0 or f[b, F_MATERIAL] < 0:
        return NO_RULE
    rule = _find(P.material_key, _pair_key(f[a, F_MATERIAL], f[b, F_MATERIAL], P.size[S_MATERIALS]))
    return max(rule, NO_RULE)


# --- who a contact is -----------------------------------------------------------------------------------------------------
@inlined
def _start(P, a, b):
    """Where the search for a pair begins in the hash table."""
    mixed = (a * 2654435761 + b * 40503) & 0x7FFFFFFFFFFF
    return (mixed ^ (mixed >> 15)) & (P.hash.size - 1)


@kernel
def register(P, e):
    """Enter contact e into the hash table."""
    i = _start(P, P.el_i[e, EL_A], P.el_i[e, EL_B])
    while P.hash[i] != 0:
        i = (i + 1) & (P.hash.size - 1)
    P.hash[i] = 1 + e


@kernel
def find(P, a, b):
    """The contact of features a and b, -1 if it has never been near."""
    i = _start(P, a, b)
    while P.hash[i] != 0:
        e = P.hash[i] - 1
        if P.el_i[e, EL_A] == a and P.el_i[e, EL_B] == b:
            return e
        i = (i + 1) & (P.hash.size - 1)
    return -1


@kernel
def enrol(P, e, a, b, rule):
    """Row e becomes the contact of features a and b, open and without history."""
    row = P.el_i[e]
    row[EL_KIND], row[EL_A], row[EL_B], row[EL_RULE] = CONTACT, a, b, rule
    row[EL_GUARDS] = N_GUARD + P.rule_i[rule, R_YIELDS]
    row[EL_SLOT], row[EL_HOME] = -1, -1
    row[EL_STATES] = P.rule_i[rule, R_STATE] + P.rule_i[rule, R_STATE_F]
    row[EL_KEY] = a * P.feat_i.shape[0] + b
    row[EL_ROW], row[EL_ROW_F] = P.rule_i[rule, R_ROW], P.rule_i[rule, R_ROW_F]
    row[EL_TURNED] = P.feat_i[a, F_BODY if P.rule_i[rule, R_BY_BODY] == 1 else F_MATERIAL] != P.rule_i[rule, R_SIDE]
    for j in range(P.mode.shape[1]):
        P.mode[e, j] = 0
    for j in range(P.hold.shape[1]):
        P.hold[e, j] = 0.0
    register(P, e)
