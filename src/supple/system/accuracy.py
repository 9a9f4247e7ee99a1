"""The error of a step in the units of its tolerance, and who is responsible for it.

Of every coordinate, as in Matlab's suite: |e_i| / max(atol_i, rtol max(|y0_i|, |y1_i|)), largest value.

Of every touching contact besides: the error of its indentation, relative to that indentation,

    |n . e_x + k . e_w| / (rtol L),     e_x, e_w = relative shift at the contact point and rotation by the error of q,
    L = max(|delta|, floor) + |rate| sqrt(|delta|/|acceleration|)     how deep the contact is or will go: its amplitude

A coordinate says little about a contact: a ball of 1 cm radius that rests 0.2 micrometres deep would be allowed an error of
a twentieth of its indentation at rtol = 1e-6, more the farther it lies from the origin. The second part makes the forces as
accurate as the tolerance says, wherever the contact is, and names the contact that limits the step.
"""

import math

from .._jit import inlined, kernel
from ..elements.dispatch import CONTACT, dictate
from ..elements.features import geometry, nodes
from ..elements.normal import dent
from ..elements.places import is_world, never_turns
from ..elements.slots import n_state
from ..integrate.norm import component_norm
from ..integrate.problem import active, norm, project, size_of
from ..integrate.solver import ATOL, BY_ELEMENT, RTOL
from ..joints import dispatch
from ..spatial.vectors import ZERO, add, cross, dot, get3, put3, sub
from ..tables import (
    EL_HOME,
    EL_KIND,
    EL_RULE,
    EL_SLOT,
    KIND,
    M_NORMAL,
    N_NEAR,
    OPEN,
    OWN,
    PARENT,
    R_SIZE,
    R_SIZE_F,
    R_STATE,
    S_CONTACT_ERROR,
    S_LEDGER,
    S_NODES,
    S_NQ,
    S_NV,
    S_REACTS,
    S_STATIC,
    W_ACC,
    W_P,
    W_RHO,
    W_U,
    W_V,
    W_W,
)
from .robot import Robot

FLOOR = 1e-9  # [m] indentation below which only an absolute error counts


@kernel
def displacements(P, y, e):
    """Rotation and displacement of every node by the error e of the coordinates, into the columns W_U of P.work."""
    work = P.work
    for i in range(P.size[S_NODES]):
        parent = P.tree.i[i, PARENT]
        turn = ZERO
        shift = ZERO
        if parent >= 0:
            turn = get3(work, parent, W_U)
            shift = add(get3(work, parent, W_U + 3), cross(turn, get3(work, i, W_RHO)))
        turn, shift = dispatch.displace(P.tree.i[i, KIND], i, P.tree, y, e, work, turn, shift)
        put3(work, i, W_U, turn)
        put3(work, i, W_U + 3, shift)
    world = P.size[S_NODES]
    put3(work, world, W_U, ZERO)
    put3(work, world, W_U + 3, ZERO)


@inlined
def _along(P, node, linear, angular, c):
    """Value at the point c of a vector field that is linear + angular x r on a node, and zero in the world."""
    if is_world(P, node):
        return ZERO
    if never_turns(P, node):
        return get3(P.work, node, linear)
    return add(get3(P.work, node, linear), cross(get3(P.work, node, angular), sub(c, get3(P.work, node, W_P))))


@inlined
def _widening(P, e, m, linear, angular):
    """How contact e widens by a field that is linear + angular x r on each of its nodes: n . (B - A) + k . (B - A)."""
    a, b = nodes(P, e)
    shift = sub(_along(P, b, linear, angular, m.point), _along(P, a, linear, angular, m.point))
    return dot(m.normal, shift) + dot(m.arm, sub(get3(P.work, b, angular), get3(P.work, a, angular)))


@inlined
def _amplitude(P, e, m, dent):
    """How deep contact e is or will go [m], as if it were a spring with its present force at its present indentation.

    A spring that begins in a permanent dent is as deep as it goes from there.
    """
    rate = abs(_widening(P, e, m, W_V, W_W))
    brake = _widening(P, e, m, W_ACC + 3, W_ACC)
    depth = max(abs(m.gap + dent), P.seen[e], FLOOR)
    if brake <= 0.0:
        return depth
    return depth + rate * math.sqrt(depth / brake)


@norm.register(Robot)
def robot_norm(P, S, y1, err):
    """Return (weighted error, component or BY_ELEMENT + contact that limits)."""
    worst, who = component_norm(S, y1, err)
    rtol = S.r[RTOL]
    if P.size[S_CONTACT_ERROR] == 0:
        return worst, who
    ready = False
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if P.el_i[e, EL_KIND] != CONTACT:
            break  # contacts come first
        if P.mode[e, M_NORMAL] == OPEN:
            continue
        if not ready:
            displacements(P, y1, err)
            ready = True
        m = geometry(P, e)
        value = abs(_widening(P, e, m, W_U + 3, W_U)) / (rtol * _amplitude(P, e, m, dent(P, e, y1)))
        if value > worst or value != value:
            worst = value
            who = BY_ELEMENT + e
    return worst, who


@project.register(Robot)
def robot_project(t, P, y):
    """Put the coordinates of every joint back where they belong: quaternions have length 1, motions are as prescribed."""
    if P.size[S_REACTS] > 0:
        for e in range(P.size[S_STATIC]):
            dictate(P.el_i[e, EL_KIND], P, e, t, y)
    for i in range(P.size[S_NODES]):
        dispatch.project(P.tree.i[i, KIND], i, P.tree, y)


@active.register(Robot)
def robot_active(P, act):
    """Coordinates, velocities and the internal state of what acts; then the ledger."""
    n = P.size[S_NQ] + P.size[S_NV]
    for i in range(n):
        act[i] = i
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if P.el_i[e, EL_SLOT] >= 0:
            for j in range(n_state(P, e)):
                act[n] = P.el_i[e, EL_SLOT] + j
                n += 1
    core = n
    for i in range(P.books.size):
        act[n] = P.size[S_LEDGER] + P.books[i]
        n += 1
    return core, n


@size_of.register(Robot)
def robot_size_of(P, S):
    """What magnitude matters in a slot depends on the law that has it."""
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if P.el_i[e, EL_SLOT] < 0 or P.el_i[e, EL_HOME] == OWN:
            continue
        rule = P.el_i[e, EL_RULE]
        for j in range(n_state(P, e)):
            i = P.el_i[e, EL_SLOT] + j
            size = P.rule_f[rule, R_SIZE if j < P.rule_i[rule, R_STATE] else R_SIZE_F]
            S.atol[i] = S.r[ATOL] if S.r[ATOL] > 0.0 else S.r[RTOL] * size
            S.fd[i] = size
