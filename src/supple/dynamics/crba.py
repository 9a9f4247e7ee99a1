"""Mass matrix by the composite-rigid-body algorithm.

    leaves to roots    I^c_i = I_i + the shifted I^c of its children
    columns            F = I^c_i S_i,k ;   M = S_j,l . F for j = i and, with F shifted, for every ancestor j of i

Kinetic energy is 1/2 v^T M v. Entries of nodes on different branches are zero.

Symbols   M      result [kg, kg m, kg m^2], shape (n_v, n_v), symmetric
          work   rows filled by `kinematics`; W_IA is overwritten
Source    Featherstone, Rigid Body Dynamics Algorithms (2008), sec. 6.2 and table 6.2.
"""

from .._jit import kernel
from ..joints import dispatch
from ..spatial.inertia import add_inertia, get_blocks, start_inertia
from ..spatial.vectors import add, cross, dot, get3, mat_t_vec, mat_vec, sym_vec
from ..tables import KIND, PARENT, VI, W_RHO


@kernel
def _column(i, k, tree, work, M):
    """Row and column of M of velocity coordinate k of node i, up to the root."""
    A, B, C = get_blocks(work, i)
    angular, linear = dispatch.subspace(tree.i[i, KIND], i, k, work)
    moment = add(sym_vec(A, angular), mat_vec(B, linear))
    force = add(mat_t_vec(B, angular), sym_vec(C, linear))
    r = tree.i[i, VI] + k
    j = i
    while j >= 0:
        for m in range(dispatch.n_velocity(tree.i[j, KIND])):
            s_a, s_l = dispatch.subspace(tree.i[j, KIND], j, m, work)
            c = tree.i[j, VI] + m
            M[r, c] = dot(s_a, moment) + dot(s_l, force)
            M[c, r] = M[r, c]
        moment = add(moment, cross(get3(work, j, W_RHO), force))
        j = tree.i[j, PARENT]


@kernel
def crba(tree, work, M):
    """Write the mass matrix to M; call `kinematics` before."""
    n_node = tree.i.shape[0]
    for r in range(M.shape[0]):
        for c in range(M.shape[1]):
            M[r, c] = 0.0
    for i in range(n_node):
        start_inertia(tree, i, work)
    for i in range(n_node - 1, -1, -1):
        if tree.i[i, PARENT] >= 0:
            add_inertia(work, i, tree.i[i, PARENT], get_blocks(work, i))
        for k in range(dispatch.n_velocity(tree.i[i, KIND])):
            _column(i, k, tree, work, M)
