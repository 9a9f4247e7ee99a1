"""Mass matrix by the composite-rigid-body algorithm.

    leaves to roots    I^c_i = I_i + the shifted I^c of its children
    columns            F = I^c_i S_i,k ;   M = S_j,l . F for j = i and, with F shifted, for every ancestor j of i

Armatures are added on the diagonal. Kinetic energy is 1/2 v^T M v. Entries of nodes on different branches are zero. The
columns of the stations of a flexible body are its modes, so what several nodes give adds up; the body itself adds its modal
inertia, and (h_i ; S_i) as the force of mode i on all its ancestors (spatial/modal_body.py).

Symbols   M      result [kg, kg m, kg m^2], shape (n_v, n_v), symmetric
          work   rows filled by `kinematics`; W_IA is overwritten
Source    Featherstone, Rigid Body Dynamics Algorithms (2008), sec. 6.2 and table 6.2.
"""

from .._jit import kernel
from ..joints import dispatch, flexible
from ..spatial.inertia import add_inertia, get_blocks, start_inertia
from ..spatial.modal_body import at_columns, at_own_inertia, load3
from ..spatial.vectors import add, cross, dot, get3, mat_t_vec, mat_vec, sym_vec
from ..tables import ARMATURE, BENT, KIND, N_COLUMNS, N_V, PARENT, VI, W_RHO


@kernel
def _climb(i, r, moment, force, tree, work, M):
    """Entries of coordinate r with all ancestors of node i, where its force is (moment, force)."""
    j = i
    while tree.i[j, PARENT] >= 0:
        moment = add(moment, cross(get3(work, j, W_RHO), force))
        j = tree.i[j, PARENT]
        for m in range(tree.i[j, N_COLUMNS]):
            s_a, s_l = dispatch.subspace(tree.i[j, KIND], j, m, tree, work)
            c = tree.i[j, VI] + m
            entry = dot(s_a, moment) + dot(s_l, force)
            M[r, c] += entry
            M[c, r] += entry


@kernel
def _column(i, k, tree, work, M):
    """What velocity coordinate k of node i adds to M, up to the root."""
    A, B, C = get_blocks(work, i)
    angular, linear = dispatch.subspace(tree.i[i, KIND], i, k, tree, work)
    moment = add(sym_vec(A, angular), mat_vec(B, linear))
    force = add(mat_t_vec(B, angular), sym_vec(C, linear))
    first = tree.i[i, VI]
    for m in range(k + 1):
        s_a, s_l = dispatch.subspace(tree.i[i, KIND], i, m, tree, work)
        entry = dot(s_a, moment) + dot(s_l, force)
        M[first + k, first + m] += entry
        if m < k:
            M[first + m, first + k] += entry
    _climb(i, first + k, moment, force, tree, work, M)


@kernel
def _modes(i, tree, work, M):
    """What the modes of the flexible body of node i add to M."""
    m, first, b = tree.i[i, N_V], tree.i[i, VI], tree.i[i, BENT]
    for k in range(m):
        for l in range(m):
            M[first + k, first + l] += tree.bent[at_own_inertia(b, m) + m * k + l]
        column = at_columns(b) + 6 * k
        _climb(i, first + k, load3(tree.bent, column), load3(tree.bent, column + 3), tree, work, M)


@kernel
def crba(tree, work, M):
    """Write the mass matrix to M; call `kinematics` before."""
    n_node = tree.i.shape[0]
    for r in range(M.shape[0]):
        for c in range(M.shape[1]):
            M[r, c] = 0.0
    for i in range(n_node):
        start_inertia(tree, i, work)
    for k in range(tree.flexible.size):
        flexible.add_own_inertia(tree.flexible[k], tree, work)
        _modes(tree.flexible[k], tree, work, M)
    for i in range(n_node - 1, -1, -1):
        if tree.i[i, PARENT] >= 0:
            add_inertia(work, i, tree.i[i, PARENT], get_blocks(work, i))
        for k in range(tree.i[i, N_COLUMNS]):
            _column(i, k, tree, work, M)
        if tree.f[i, ARMATURE] > 0.0:
            M[tree.i[i, VI], tree.i[i, VI]] += tree.f[i, ARMATURE]
