"""The forces of all contacts that stick exactly, found together.

With f the forces that hold, two per contact, the rates of the slips are affine in f, and the articulated-body algorithm says
how: once without them, once with UNIT in each row, once with all of them, so that accelerations are right.

    s = s_0 + A f,    A = J M^-1 J^T,    s = 0   (s has the slip over its settling time: elements/grip.py)

A is singular where contacts hold a body more than once (the feet of a table), or hold what cannot move (across a planar
joint). So f is the limit of (A + D) f_(i+1) = D f_i - s_0: of all solutions the one with the least f . D f. D is SOFT times
the mobility of each contact by itself, over its normal force: forces are shared in proportion to the loads, and a
contact that is about to open holds nothing. Three rounds leave (D/A)^3 = 1e-27 of what can be reached.
"""

import math

from .._jit import inlined, kernel
from ..dynamics.aba import aba
from ..elements.dispatch import CONTACT
from ..elements.features import nodes
from ..elements.grip import apply_grip, grips, pull_along, slip_rates, take_hold
from ..spatial.vectors import get3, get6, put6, scale
from ..tables import (
    EL_KIND,
    G_DAMP,
    G_ELEMENT,
    G_FORCE,
    G_FREE,
    G_NORMAL,
    G_SCALE,
    G_TANGENT,
    N_NEAR,
    W_FEXT,
)

UNIT = 2.0**40  # [N] so large that nothing of the change of an acceleration is lost
SOFT = 1e-9  # [-] D in mobilities
WEAKEST = 1e-6  # [-] share of the largest normal force below which a contact is no weaker
ROUNDS = 3


@inlined
def _gather(P, y):
    """The contacts that hold into P.grip; return their number."""
    n = 0
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if P.el_i[e, EL_KIND] != CONTACT:
            break  # contacts come first
        if grips(P, e):
            take_hold(P, e, y, n)
            n += 1
    return n


@kernel
def gripping(P):
    """Whether any contact sticks exactly."""
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if P.el_i[e, EL_KIND] != CONTACT:
            break
        if grips(P, e):
            return True
    return False


@kernel
def release_all(P):
    """Nothing holds: forces that act do so without those."""
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if P.el_i[e, EL_KIND] != CONTACT:
            break
        if grips(P, e):
            for j in range(3):
                P.held[e, j] = 0.0


@inlined
def _start(row):
    """Where a row of the triangle begins."""
    return row * (row + 1) // 2


@kernel
def _mobility(P, y, n_q, n, dy):
    """Slips by forces: a pass of the articulated-body algorithm for each row; the lower triangle into P.mobility."""
    A = P.mobility
    for r in range(2 * n):
        k = r // 2
        a, b = nodes(P, int(P.grip[k, G_ELEMENT]))
        at_A, at_B = get6(P.work, a, W_FEXT), get6(P.work, b, W_FEXT)
        pull_along(P, k, scale(UNIT, get3(P.grip, k, G_TANGENT + 3 * (r % 2))))
        aba(P.tree, y, n_q, P.tau, P.work, dy)
        put6(P.work, a, W_FEXT, at_A)
        put6(P.work, b, W_FEXT, at_B)
        for j in range(k, n):
            first, second, _ = slip_rates(P, j)
            if 2 * j >= r:
                A[_start(2 * j) + r] = (first - P.grip[j, G_FREE]) / UNIT
            A[_start(2 * j + 1) + r] = (second - P.grip[j, G_FREE + 1]) / UNIT


@kernel
def _soften(P, n):
    """Add D to the diagonal; rows of what nothing can move are left out."""
    A = P.mobility
    most = 0.0
    for k in range(n):
        most = max(most, P.grip[k, G_NORMAL])
    for k in range(n):
        first, second = _start(2 * k) + 2 * k, _start(2 * k + 1) + 2 * k + 1
        own = A[first] + A[second]
        if not own > 0.0:
            P.grip[k, G_FREE], P.grip[k, G_FREE + 1], own = 0.0, 0.0, 1.0 / SOFT
        load = P.grip[k, G_NORMAL]
        D = SOFT * own * (min(most / load, 1.0 / WEAKEST) if load > WEAKEST * most else 1.0 / WEAKEST)
        P.grip[k, G_DAMP] = D
        P.grip[k, G_SCALE] /= own
        A[first] += D
        A[second] += D


@kernel
def _factor(A, n):
    """L D L^T of the triangle, in place: D on the diagonal."""
    for i in range(n):
        row = _start(i)
        for j in range(i):
            column = _start(j)
            total = A[row + j]
            for m in range(j):
                total -= A[row + m] * A[column + m]
            A[row + j] = total  # L_ij D_j
        for j in range(i):
            part = A[row + j] / A[_start(j) + j]
            A[row + i] -= part * A[row + j]
            A[row + j] = part
        if not A[row + i] > 0.0:  # rounding: this row cannot move by itself
            A[row + i] = math.inf


@kernel
def _solve(P, n):
    """The forces that hold, in rounds."""
    A = P.mobility
    for k in range(n):
        P.grip[k, G_FORCE] = P.grip[k, G_FORCE + 1] = 0.0
    for _round in range(ROUNDS):
        for i in range(2 * n):
            k, c = i // 2, i % 2
            total = P.grip[k, G_DAMP] * P.grip[k, G_FORCE + c] - P.grip[k, G_FREE + c]
            for j in range(i):
                total -= A[_start(i) + j] * P.grip[j // 2, G_FORCE + j % 2]
            P.grip[k, G_FORCE + c] = total
        for i in range(2 * n):
            P.grip[i // 2, G_FORCE + i % 2] /= A[_start(i) + i]
        for i in range(2 * n - 1, -1, -1):
            total = P.grip[i // 2, G_FORCE + i % 2]
            for j in range(i + 1, 2 * n):
                total -= A[_start(j) + i] * P.grip[j // 2, G_FORCE + j % 2]
            P.grip[i // 2, G_FORCE + i % 2] = total


@kernel
def hold(P, y, n_q, dy):
    """Add the forces of what sticks exactly to accelerations that were found without them, and to the powers."""
    n = _gather(P, y)
    if n == 0:
        return
    for k in range(n):
        P.grip[k, G_FREE], P.grip[k, G_FREE + 1], P.grip[k, G_SCALE] = slip_rates(P, k)
    _mobility(P, y, n_q, n, dy)
    _soften(P, n)
    _factor(P.mobility, 2 * n)
    _solve(P, n)
    for k in range(n):
        apply_grip(P, k, dy)
    aba(P.tree, y, n_q, P.tau, P.work, dy)
