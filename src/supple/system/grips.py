"""The forces of all contacts that stick exactly, found together.

With f the forces that hold, two per contact, the rates of the slips are affine in f, and the articulated-body algorithm
says how: once without them, once with UNIT in each row, once with all of them, so that accelerations are right.

    s = s_0 + A f,    A = J M^-1 J^T,    s = 0   (s has the slip over its settling time: elements/grip.py)

A is singular where contacts hold a body more than once (the feet of a table) or hold what cannot move (across a planar
joint), and nearly so where two feet could resist a tilt on a lever as short as an indentation. So all is measured in units
of each contact, and

    A' = W A W,   (A'^2 + SOFT^2) g_(i+1) = SOFT^2 g_i - A' W s_0,   f = W g,   g_0 = 0

has the solution with the least |g| of all that come as near, without the directions that move next to nothing: three
rounds leave (SOFT/a)^6 of a direction with the mobility a. W^2 is the share of a contact in the normal forces of those that
it is coupled to, over its mobility: forces are shared in proportion to the loads, and a contact that is about to open holds
nothing.
"""

import math

from .._jit import Reals, apart, inlined, kernel
from ..dynamics.aba import aba
from ..elements.dispatch import CONTACT
from ..elements.features import nodes
from ..elements.grip import apply_grip, grips, pull_along, slip_rates, take_hold
from ..spatial.vectors import get3, get6, put6, scale
from ..tables import (
    EL_KIND,
    G_ELEMENT,
    G_FORCE,
    G_FREE,
    G_NORMAL,
    G_RIGHT,
    G_SCALE,
    G_TANGENT,
    G_UNIT,
    N_NEAR,
    W_FEXT,
)
from .robot import Robot

UNIT = 2.0**40  # [N] so large that nothing of the change of an acceleration is lost
SOFT = 1e-5  # [-] mobility below which a direction is left alone
LEAST = 1e-8  # [-] share of the loads of a contact that has none
ROUNDS = 3


@inlined
def is_contact(P, e):
    """Whether an element of the list of what is near is a contact; those come first."""
    return P.el_i[e, EL_KIND] == CONTACT


@inlined
def _gather(P, y):
    """The contacts that hold into P.grip; return their number."""
    n = 0
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if not is_contact(P, e):
            break
        if grips(P, e):
            take_hold(P, e, y, n)
            n += 1
    return n


@kernel
def gripping(P):
    """Whether any contact sticks exactly."""
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if not is_contact(P, e):
            break
        if grips(P, e):
            return True
    return False


@apart
def release_all(P: Robot) -> None:
    """Nothing holds: forces that act do so without those."""
    for k in range(P.count[N_NEAR]):
        e = P.near[k]
        if not is_contact(P, e):
            break
        if grips(P, e):
            for j in range(3):
                P.held[e, j] = 0.0


@inlined
def _start(row):
    """Where a row of the triangle begins."""
    return row * (row + 1) // 2


@kernel
def _accelerate(P, y, n_q, dy):
    """One copy of the articulated-body algorithm for all passes of this file; the right-hand side has its own."""
    aba(P.tree, y, n_q, P.tau, P.work, dy)


@kernel
def _mobility(P, y, n_q, n, dy):
    """Slips by forces: a pass of the articulated-body algorithm for each row; the lower triangle into P.mobility."""
    A = P.mobility
    for r in range(2 * n):
        k = r // 2
        a, b = nodes(P, int(P.grip[k, G_ELEMENT]))
        at_A, at_B = get6(P.work, a, W_FEXT), get6(P.work, b, W_FEXT)
        pull_along(P, k, scale(UNIT, get3(P.grip, k, G_TANGENT + 3 * (r % 2))))
        _accelerate(P, y, n_q, dy)
        put6(P.work, a, W_FEXT, at_A)
        put6(P.work, b, W_FEXT, at_B)
        for j in range(k, n):
            first, second, _ = slip_rates(P, j)
            if 2 * j >= r:
                A[_start(2 * j) + r, 0] = (first - P.grip[j, G_FREE]) / UNIT
            A[_start(2 * j + 1) + r, 0] = (second - P.grip[j, G_FREE + 1]) / UNIT


@inlined
def _coupling(A, k, j):
    """Sum of squares of the block of contacts k and j <= k."""
    total = 0.0
    for r in range(2 * k, 2 * k + 2):
        for c in range(2 * j, 2 * j + 2):
            value = A[_start(max(r, c)) + min(r, c), 0]
            total += value * value
    return total


@kernel
def _measure(P, n):
    """Units of the contacts, and A' in place of A; what nothing can move has no unit."""
    A = P.mobility
    for k in range(n):
        own = A[_start(2 * k) + 2 * k, 0] + A[_start(2 * k + 1) + 2 * k + 1, 0]
        alone = _coupling(A, k, k)
        if not (own > 0.0 and alone > 0.0):
            P.grip[k, G_UNIT] = 0.0
            P.grip[k, G_SCALE] = math.inf
            continue
        loads = 0.0
        for j in range(n):
            other = _coupling(A, j, j)
            if other > 0.0:
                loads += max(P.grip[j, G_NORMAL], 0.0) * _coupling(A, max(k, j), min(k, j)) / math.sqrt(alone * other)
        share = max(P.grip[k, G_NORMAL] / loads, LEAST) if loads > 0.0 else 1.0
        P.grip[k, G_UNIT] = math.sqrt(share / own)
        P.grip[k, G_SCALE] /= own
    for i in range(2 * n):
        for j in range(i + 1):
            A[_start(i) + j, 0] *= P.grip[i // 2, G_UNIT] * P.grip[j // 2, G_UNIT]


@inlined
def _entry(A, i, j):
    """Of a symmetric matrix."""
    return A[_start(i) + j, 0] if i >= j else A[_start(j) + i, 0]


@kernel
def _square(A, n):
    """A'^2 + SOFT^2 into the second column."""
    for i in range(n):
        for j in range(i + 1):
            total = SOFT * SOFT if i == j else 0.0
            for m in range(n):
                total += _entry(A, i, m) * _entry(A, m, j)
            A[_start(i) + j, 1] = total


@kernel
def _factor(A, n):
    """L D L^T of the second triangle, in place: D on the diagonal."""
    for i in range(n):
        row = _start(i)
        for j in range(i):
            column = _start(j)
            total = A[row + j, 1]
            for m in range(j):
                total -= A[row + m, 1] * A[column + m, 1]
            A[row + j, 1] = total  # L_ij D_j
        for j in range(i):
            part = A[row + j, 1] / A[_start(j) + j, 1]
            A[row + i, 1] -= part * A[row + j, 1]
            A[row + j, 1] = part
        if not A[row + i, 1] > 0.0:  # rounding: this row cannot move by itself
            A[row + i, 1] = math.inf


@inlined
def _substitute(P, n):
    """Solve in place for the columns G_FORCE."""
    A = P.mobility
    for i in range(n):
        total = P.grip[i // 2, G_FORCE + i % 2]
        for j in range(i):
            total -= A[_start(i) + j, 1] * P.grip[j // 2, G_FORCE + j % 2]
        P.grip[i // 2, G_FORCE + i % 2] = total
    for i in range(n):
        P.grip[i // 2, G_FORCE + i % 2] /= A[_start(i) + i, 1]
    for i in range(n - 1, -1, -1):
        total = P.grip[i // 2, G_FORCE + i % 2]
        for j in range(i + 1, n):
            total -= A[_start(j) + i, 1] * P.grip[j // 2, G_FORCE + j % 2]
        P.grip[i // 2, G_FORCE + i % 2] = total


@kernel
def solve_grips(P, n):
    """The forces that hold, in rounds: G_FORCE from G_FREE."""
    A = P.mobility
    for i in range(2 * n):
        total = 0.0
        for j in range(2 * n):
            total -= _entry(A, i, j) * P.grip[j // 2, G_UNIT] * P.grip[j // 2, G_FREE + j % 2]
        P.grip[i // 2, G_RIGHT + i % 2] = total
        P.grip[i // 2, G_FORCE + i % 2] = 0.0
    for _round in range(ROUNDS):
        for i in range(2 * n):
            k, c = i // 2, i % 2
            P.grip[k, G_FORCE + c] = P.grip[k, G_RIGHT + c] + SOFT * SOFT * P.grip[k, G_FORCE + c]
        _substitute(P, 2 * n)
    for i in range(2 * n):
        P.grip[i // 2, G_FORCE + i % 2] *= P.grip[i // 2, G_UNIT]


@apart
def hold(P: Robot, y: Reals, n_q: int, dy: Reals) -> None:
    """Add the forces of what sticks exactly to accelerations that were found without them, and to the powers."""
    n = _gather(P, y)
    if n == 0:
        return
    for k in range(n):
        P.grip[k, G_FREE], P.grip[k, G_FREE + 1], P.grip[k, G_SCALE] = slip_rates(P, k)
    _mobility(P, y, n_q, n, dy)
    _measure(P, n)
    _square(P.mobility, 2 * n)
    _factor(P.mobility, 2 * n)
    solve_grips(P, n)
    for k in range(n):
        apply_grip(P, k, dy)
    _accelerate(P, y, n_q, dy)
