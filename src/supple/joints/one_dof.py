"""Elimination of a joint with one degree of freedom, shared by the revolute and the prismatic joint.

With U = IA S, D = S . U + a and u = tau - S . p (S, U: moment and force part; a: armature), the joint disappears from the
equations:

    Ia = IA - U U^T / D      pa = p + Ia bias + U u / D      then      qdd = (u - U . a') / D

Of a joint whose qdd is given nothing is taken out, Ia = IA and pa = p + Ia bias + U qdd: the parent feels its whole weight.

Source    Featherstone, Rigid Body Dynamics Algorithms (2008), eqs. 7.43 to 7.48 and table 7.1.
Limits    D > 0: something that the joint moves must have inertia, or the joint an armature.
"""

from .._jit import inlined
from ..spatial.inertia import add_force, add_inertia
from ..spatial.vectors import add, add_scaled, dot, get3, mat_t_vec, mat_vec, put3, sym_outer, sym_sub, sym_vec
from ..tables import ARMATURE, AT_TIMES, LED, PARENT, PRESCRIBED, W_BIAS, W_HELD, W_PA, W_U, W_WANT


@inlined
def is_given(i, tree, work):
    """Whether the acceleration of node i is given now."""
    return tree.i[i, PRESCRIBED] == LED or (tree.i[i, PRESCRIBED] == AT_TIMES and work[i, W_HELD] == 1.0)


@inlined
def eliminate_column(i, tree, work, blocks, column):
    """Store U, 1/D and u of node i; hand what remains to its parent. `column` = (U_moment, U_force, S . U, u)."""
    A, B, C = blocks
    U_m, U_f, D, u = column
    D += tree.f[i, ARMATURE]
    d = 1.0 / D
    push = d * u
    if is_given(i, tree, work):  # the joint does not give way
        d, push = 0.0, work[i, W_WANT]
    put3(work, i, W_U, U_m)
    put3(work, i, W_U + 3, U_f)
    work[i, W_U + 6] = d
    work[i, W_U + 7] = u
    work[i, W_U + 8] = D
    parent = tree.i[i, PARENT]
    if parent < 0:
        return
    A = sym_sub(A, sym_outer(U_m, d))
    C = sym_sub(C, sym_outer(U_f, d))
    x, y, z = d * U_m[0], d * U_m[1], d * U_m[2]
    B = (
        B[0] - x * U_f[0], B[1] - x * U_f[1], B[2] - x * U_f[2],
        B[3] - y * U_f[0], B[4] - y * U_f[1], B[5] - y * U_f[2],
        B[6] - z * U_f[0], B[7] - z * U_f[1], B[8] - z * U_f[2],
    )  # fmt: skip
    alpha, a = get3(work, i, W_BIAS), get3(work, i, W_BIAS + 3)
    moment = add(add_scaled(get3(work, i, W_PA), push, U_m), add(sym_vec(A, alpha), mat_vec(B, a)))
    force = add(add_scaled(get3(work, i, W_PA + 3), push, U_f), add(mat_t_vec(B, alpha), sym_vec(C, a)))
    add_inertia(work, i, parent, (A, B, C))
    add_force(work, i, parent, moment, force)


@inlined
def solve_column(i, tree, work, alpha, a):
    """qdd of node i from the carried acceleration (alpha, a)."""
    if is_given(i, tree, work):
        return work[i, W_WANT]
    U_a = dot(get3(work, i, W_U), alpha) + dot(get3(work, i, W_U + 3), a)
    return work[i, W_U + 6] * (work[i, W_U + 7] - U_a)
