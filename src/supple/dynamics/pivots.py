"""Whether every way to move carries inertia: the pivots of the mass matrix, in a number of operations linear in the nodes.

The articulated-body algorithm takes the joints out of the equations one by one, leaves first; what it divides by,
D_i = S_i^T IA_i S_i + a_i, are the pivots of an elimination of the mass matrix in that order. M is singular where one
vanishes: nothing moves with the joint, or all that moves with it could move by the joints below it just as well.

A pivot is judged against the inertia N_i that the joint would move if those below it were locked; what is left of it by
rounding alone is 1e-16 of that. N counts far descendants less, by FADE a generation: the locked inertia of a chain of n
links grows like n^3, so that beyond some ten thousand links a sound joint would look like rounding. The articulated
algorithm never forms that sum.

Symbols   S_i, IA_i   motion subspace and articulated inertia of node i, a_i armature of its joint; the coordinates of one
                      joint are eliminated in their order
          block       scratch, shape (6, 6);  locked  diag of S_i^T N_i S_i [kg, kg m^2], shape (n_v,)
Source    Featherstone, Rigid Body Dynamics Algorithms (2008), sec. 7.1 and 8.5 (LTDL factorization, leaves first).
"""

from .._jit import kernel
from ..joints import dispatch, flexible, slider
from ..spatial.inertia import add_inertia, get_blocks, start_articulated, start_inertia
from ..spatial.vectors import add, dot, mat_t_vec, mat_vec, sym_vec
from ..tables import ARMATURE, KIND, N_COLUMNS, N_V, PARENT, VI

FADE = 0.99  # weight of a generation: a hundred generations count
SINGULAR = 1e-13  # of the locked inertia: a pivot below it is rounding


@kernel
def _n_own(tree, i):
    """Coordinates of its own that move node i: none of a station; those of a flexible body carry inertia anyway."""
    return min(tree.i[i, N_V], tree.i[i, N_COLUMNS])


@kernel
def _projected(i, k, m, tree, work):
    """S_m . IA S_k of two coordinates of node i, with the armature of a joint that has but one."""
    A, B, C = get_blocks(work, i)
    angular, linear = dispatch.subspace(tree.i[i, KIND], i, k, tree, work)
    moment = add(sym_vec(A, angular), mat_vec(B, linear))
    force = add(mat_t_vec(B, angular), sym_vec(C, linear))
    s_a, s_l = dispatch.subspace(tree.i[i, KIND], i, m, tree, work)
    return dot(s_a, moment) + dot(s_l, force) + tree.f[i, ARMATURE]


@kernel
def _faded(blocks):
    A, B, C = blocks
    f = FADE
    return (
        (f * A[0], f * A[1], f * A[2], f * A[3], f * A[4], f * A[5]),
        (f * B[0], f * B[1], f * B[2], f * B[3], f * B[4], f * B[5], f * B[6], f * B[7], f * B[8]),
        (f * C[0], f * C[1], f * C[2], f * C[3], f * C[4], f * C[5]),
    )


@kernel
def _locked_inertia(tree, work, locked):
    """Write the inertia of each coordinate with all joints below it locked."""
    for i in range(tree.i.shape[0]):
        start_inertia(tree, i, work)
    for k in range(tree.flexible.size):
        flexible.add_own_inertia(tree.flexible[k], tree, work)
    for i in range(tree.i.shape[0] - 1, -1, -1):
        for k in range(_n_own(tree, i)):
            locked[tree.i[i, VI] + k] = _projected(i, k, k, tree, work)
        if tree.i[i, PARENT] >= 0:
            add_inertia(work, i, tree.i[i, PARENT], _faded(get_blocks(work, i)))


@kernel
def _first_small(n, first, block, locked):
    """Eliminate the n coordinates of one joint in `block`; the number of the first without a pivot, or n."""
    for k in range(n):
        if not block[k, k] > SINGULAR * locked[first + k]:
            return k
        for r in range(k + 1, n):
            factor = block[r, k] / block[k, k]
            for c in range(k + 1, n):
                block[r, c] -= factor * block[k, c]
    return n


@kernel
def first_dependent(tree, tau, work, locked, block):
    """Index of the first velocity coordinate, leaves first, without inertia of its own, or -1; after `kinematics`."""
    _locked_inertia(tree, work, locked)
    for i in range(tree.i.shape[0]):
        start_articulated(tree, i, work)
    for k in range(tree.flexible.size):
        flexible.start(tree.flexible[k], tree, work)
    for i in range(tree.i.shape[0] - 1, -1, -1):
        n, first = _n_own(tree, i), tree.i[i, VI]
        for k in range(n):
            for m in range(n):
                block[k, m] = _projected(i, k, m, tree, work)
        small = _first_small(n, first, block, locked)
        if small < n:
            return first + small
        if slider.knows_inertia(i, tree):  # the dynamics do without
            slider.hand_inertia(i, tree, work)
        dispatch.eliminate(tree.i[i, KIND], i, tree, tau, work)
    return -1
