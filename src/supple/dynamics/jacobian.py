"""Jacobian of a point of a node: its velocity is linear in the generalised velocities.

    (w ; v_X) = J v          column of coordinate k of an ancestor j:   (S_a ; S_l + S_a x (p_X - p_j))

Generalised forces of a moment m and a force f at the point are J^T (m ; f).

Symbols   point  in node coordinates [m], three numbers
          J      result, rows angular then linear in world axes, shape (6, n_v)
          work   rows filled by `kinematics`
Source    Featherstone, Rigid Body Dynamics Algorithms (2008), sec. 4.3, rewritten for world axes.
"""

from .._jit import kernel
from ..joints import dispatch
from ..spatial.vectors import add, cross, get3, get9, mat_vec, sub
from ..tables import KIND, N_COLUMNS, PARENT, VI, W_P, W_R


@kernel
def jacobian(tree, node, point, work, J):
    """Write the 6 x n_v Jacobian of `point` (coordinates of node `node`) to J; call `kinematics` before."""
    for r in range(6):
        for c in range(J.shape[1]):
            J[r, c] = 0.0
    p_WX = add(get3(work, node, W_P), mat_vec(get9(work, node, W_R), (point[0], point[1], point[2])))
    j = node
    while j >= 0:
        arm = sub(p_WX, get3(work, j, W_P))
        for k in range(tree.i[j, N_COLUMNS]):
            angular, linear = dispatch.subspace(tree.i[j, KIND], j, k, tree, work)
            linear = add(linear, cross(angular, arm))
            c = tree.i[j, VI] + k
            for r in range(3):
                J[r, c] = angular[r]
                J[3 + r, c] = linear[r]
        j = tree.i[j, PARENT]
