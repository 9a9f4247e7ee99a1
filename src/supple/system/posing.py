"""Where the bodies are at a place s of the step that is being cleared: all of them, or those of one contact.

Everything is on the interpolant. Its own velocities are the derivatives by s of its positions; the integrated velocity
differs from them by the error of the interpolation. A proof about the interpolant needs the former (`pose`), a guard the
latter (`guard_at`). What concerns one contact costs what its two chains of joints cost, not what the model does.
"""

from .._jit import inlined, kernel
from ..dynamics.kinematics import kinematics, velocities_from_rates
from ..elements import limit
from ..elements.contact import clear_guard
from ..elements.dispatch import is_limit
from ..elements.features import motion, nodes
from ..elements.normal import open_guard
from ..elements.places import is_world
from ..integrate.dense import component_at, component_with_rate, evaluate_with_rate
from ..joints import dispatch
from ..tables import EL_A, KIND, N_Q, N_V, PARENT, QI, S_NQ, VI


@kernel
def pose(P, S, s):
    """Kinematics of all nodes at s, with the velocities by s of the interpolant, in P.work; the state in S.ym."""
    n_q = P.size[S_NQ]
    evaluate_with_rate(S, n_q, s, S.ym, S.fm)
    velocities_from_rates(P.tree, S.ym, S.fm, n_q)
    kinematics(P.tree, S.ym, n_q, P.work)


@inlined
def _place(P, S, i, s, integrated):
    """Kinematics of node i, whose parent has been placed, with integrated velocities or with those of the interpolant."""
    kind, n_q = P.tree.i[i, KIND], P.size[S_NQ]
    first = P.tree.i[i, QI]
    for j in range(first, first + P.tree.i[i, N_Q]):
        S.ym[j], S.fm[j] = component_with_rate(S, j, s)
    if integrated:
        first = n_q + P.tree.i[i, VI]
        for j in range(first, first + P.tree.i[i, N_V]):
            S.ym[j] = component_at(S, j, s)
    else:
        dispatch.velocity_from_rate(kind, i, P.tree, S.ym, S.fm, n_q)
    dispatch.place(kind, i, P.tree, S.ym, n_q, P.work)


@kernel
def _place_chain(P, S, node, s, integrated):
    """Kinematics of a node and of those between it and the world, which come first."""
    depth, i = 0, node
    while i >= 0:
        depth, i = depth + 1, P.tree.i[i, PARENT]
    for level in range(depth - 1, -1, -1):
        i = node
        for _up in range(level):
            i = P.tree.i[i, PARENT]
        _place(P, S, i, s, integrated)


@inlined
def _place_contact(P, S, e, s, integrated):
    """Kinematics of the nodes of a contact or stop."""
    if is_limit(P, e):
        _place_chain(P, S, P.el_i[e, EL_A], s, integrated)
        return
    a, b = nodes(P, e)
    if not is_world(P, a):
        _place_chain(P, S, a, s, integrated)
    if not is_world(P, b):
        _place_chain(P, S, b, s, integrated)


@kernel
def guard_at(P, S, e, s, t):
    """The guard of an open contact and its rate at s, with the integrated velocities; P.work is as `pose` left it."""
    _place_contact(P, S, e, s, True)
    if is_limit(P, e):
        delta, rate = limit.motion(P, e, S.ym)
        g, gd = open_guard(P, e, t, delta, rate)
    else:
        m = motion(P, e)
        g, gd = clear_guard(P, e, t, m.delta, m.rate)
    _place_contact(P, S, e, s, False)
    return g, gd
