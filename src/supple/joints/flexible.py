"""A flexible body as a node of the tree: its frame sits in its parent and does not move there; its modes are coordinates.

    R = R_P E        rho = R_P pos        w = w_P        v = v_P + w_P x rho        bias = (0 ; w_P x (w_P x rho))

What is fixed to the deformed body sits on stations (station.py), nodes whose parent this one is: they move by the modes.
The modes are taken out of the equations before the frame is handed to its parent. With the columns F = (h_i ; S_i), the
modal inertia M_f and the modal forces p_f, all with what the stations carry,

    M_f = L L^T     Y = L^-1 F^T     y = L^-1 (tau - p_f)        Ia = IA - Y^T Y       pa = p + Y^T y
    eta'' = L^-T (y - Y (alpha ; a - g))

Symbols   eta  modal coordinates [m, rad], from y[QI] on, their rates from y[n_q + VI] on; see spatial/modal_body.py
          tau  modal forces: those of elasticity and damping (elements/flexure.py)
Source    as spatial/modal_body.py; the elimination is that of Featherstone (2008), table 7.1, with 6 + m coordinates.
Limits    where the deflection is so large that M_f is not positive definite nothing is a number; the run ends before
          (elements/flexure.py).
"""

import math

from .._jit import apart, inlined, kernel
from ..spatial.inertia import add_force, add_inertia, get_blocks
from ..spatial.mass_points import bend_by_points
from ..spatial.modal_body import (
    B_I,
    B_MC,
    B_PRODUCTS,
    C_POINTS,
    at_articulated,
    at_columns,
    at_eliminated,
    at_force,
    at_inertia,
    at_own_inertia,
    at_products,
    at_rest,
    load3,
    load6,
    modal_pair,
    moment_force,
    pulled,
)
from ..spatial.second_order import bend_to_second_order
from ..spatial.vectors import (
    ZERO,
    accumulate3,
    accumulate6,
    accumulate9,
    add,
    cross,
    get3,
    mat_vec,
    put3,
    put9,
    scale,
    sym_outer,
    sym_sub,
    sym_vec,
)
from ..tables import (
    BENT,
    FLEX,
    N_V,
    PARENT,
    QI,
    VI,
    W_ACC,
    W_AXIS,
    W_BIAS,
    W_IA,
    W_MODAL,
    W_P,
    W_PA,
    W_R,
    W_RHO,
    W_V,
    W_W,
)
from .frame import carried_acceleration, joint_frame, parent_motion
from .sweep import sweep_turning

EXAMPLES = ()  # it follows from the body, and is no joint that users write


@kernel
def place(i, tree, y, n_q, work):
    """Position, velocity and bias of the frame of node i, and what its inertia is now."""
    R, rho = joint_frame(i, tree, work)
    p_P, w, v_P = parent_motion(i, tree, work)
    carry = cross(w, rho)
    put9(work, i, W_R, R)
    put3(work, i, W_P, add(p_P, rho))
    put3(work, i, W_W, w)
    put3(work, i, W_V, add(v_P, carry))
    put3(work, i, W_AXIS, ZERO)
    put3(work, i, W_RHO, rho)
    put3(work, i, W_BIAS, ZERO)
    put3(work, i, W_BIAS + 3, cross(w, carry))
    row, m = tree.i[i], tree.i[i, N_V]
    r, q, v = row[FLEX], row[QI], n_q + row[VI]
    count = int(tree.flex[r + C_POINTS])
    if count > 0:
        bend_by_points(tree.flex, modal_pair(r, m, m, 0), count, m, tree.bent, row[BENT], R, w, y, q, v)
    else:
        bend_to_second_order(tree.flex, r, m, tree.bent, row[BENT], R, w, y, q, v)


@kernel
def position_rate(i, tree, y, n_q, dy):
    """The rates of the modal coordinates are their velocities."""
    for k in range(tree.i[i, N_V]):
        dy[tree.i[i, QI] + k] = y[n_q + tree.i[i, VI] + k]


@kernel
def velocity_from_rate(i, tree, y, dq, n_q):
    """And back."""
    for k in range(tree.i[i, N_V]):
        y[n_q + tree.i[i, VI] + k] = dq[tree.i[i, QI] + k]


# --- inertia ------------------------------------------------------------------------------------------------------------
@apart
def add_own_inertia(i, tree, work):
    """Add to IA of node i what its body has besides its mass at the origin."""
    b = tree.i[i, BENT]
    x, y, z = load3(tree.bent, b + B_MC)
    accumulate6(work, i, W_IA, load6(tree.bent, b + B_I))
    accumulate9(work, i, W_IA + 6, (0.0, -z, y, z, 0.0, -x, -y, x, 0.0))


@apart
def start(i, tree, work):
    """Add its own inertia and velocity products to IA and p of node i; modal inertia and forces begin with its own."""
    add_own_inertia(i, tree, work)
    bent, b, m = tree.bent, tree.i[i, BENT], tree.i[i, N_V]
    accumulate3(work, i, W_PA, load3(bent, b + B_PRODUCTS))
    accumulate3(work, i, W_PA + 3, load3(bent, b + B_PRODUCTS + 3))
    columns, articulated, inertia = at_columns(b), at_articulated(b, m), at_inertia(b, m)
    for k in range(6 * m):
        bent[articulated + k] = bent[columns + k]
    for k in range(m):
        bent[at_force(b, m) + k] = bent[at_products(b, m) + k]
        for l in range(m):
            bent[inertia + m * k + l] = bent[at_own_inertia(b, m) + m * k + l]


@kernel
def _factorise(L, first, m):
    """Cholesky factor of the m x m matrix from place `first` on, in its lower triangle."""
    for k in range(m):
        row = first + m * k
        for c in range(k):
            left = L[row + c]
            for j in range(c):
                left -= L[row + j] * L[first + m * c + j]
            L[row + c] = left / L[first + m * c + c]
        pivot = L[row + k]
        for j in range(k):
            pivot -= L[row + j] * L[row + j]
        L[row + k] = math.sqrt(pivot) if pivot > 0.0 else math.nan


@kernel
def eliminate(i, tree, tau, work):
    """Take the modes out of the equations and hand the rest to the parent."""
    bent, b, m = tree.bent, tree.i[i, BENT], tree.i[i, N_V]
    L, F, Y, rest = at_inertia(b, m), at_articulated(b, m), at_eliminated(b, m), at_rest(b, m)
    _factorise(bent, L, m)
    A, B, C = get_blocks(work, i)
    moment, force = get3(work, i, W_PA), get3(work, i, W_PA + 3)
    for k in range(m):
        d = bent[L + m * k + k]
        left = tau[tree.i[i, VI] + k] - bent[at_force(b, m) + k]
        for j in range(k):
            left -= bent[L + m * k + j] * bent[rest + j]
        bent[rest + k] = left / d
        for c in range(6):
            left = bent[F + 6 * k + c]
            for j in range(k):
                left -= bent[L + m * k + j] * bent[Y + 6 * j + c]
            bent[Y + 6 * k + c] = left / d
        u, f = load3(bent, Y + 6 * k), load3(bent, Y + 6 * k + 3)
        A, C = sym_sub(A, sym_outer(u, 1.0)), sym_sub(C, sym_outer(f, 1.0))
        B = (
            B[0] - u[0] * f[0], B[1] - u[0] * f[1], B[2] - u[0] * f[2],
            B[3] - u[1] * f[0], B[4] - u[1] * f[1], B[5] - u[1] * f[2],
            B[6] - u[2] * f[0], B[7] - u[2] * f[1], B[8] - u[2] * f[2],
        )  # fmt: skip
        u, f = pulled(bent, Y + 6 * k, bent[rest + k])
        moment, force = add(moment, u), add(force, f)
    if tree.i[i, PARENT] < 0:
        return
    a = get3(work, i, W_BIAS + 3)
    moment, force = add(moment, mat_vec(B, a)), add(force, sym_vec(C, a))
    add_inertia(work, i, tree.i[i, PARENT], (A, B, C))
    add_force(work, i, tree.i[i, PARENT], moment, force)


@kernel
def accelerate(i, tree, tau, n_q, work, dy):
    """Accelerations of the modes and of the frame."""
    g = (tree.gravity[0], tree.gravity[1], tree.gravity[2])
    alpha, a = carried_acceleration(i, tree, work, scale(-1.0, g))
    bent, b, m = tree.bent, tree.i[i, BENT], tree.i[i, N_V]
    L, Y, first = at_inertia(b, m), at_eliminated(b, m), n_q + tree.i[i, VI]
    for k in range(m - 1, -1, -1):
        left = bent[at_rest(b, m) + k] - moment_force(bent, Y + 6 * k, alpha, a)
        for j in range(k + 1, m):
            left -= bent[L + m * j + k] * dy[first + j]
        dy[first + k] = left / bent[L + m * k + k]
        bent[at_rest(b, m) + k] = dy[first + k]  # for derivatives
    put3(work, i, W_ACC, alpha)
    put3(work, i, W_ACC + 3, add(a, g))


@inlined
def sweep(i, tree, y, work, parent, s1, s2, r1, r2):
    """Bounds of the motion of the frame over a step; the stations use those of the modal coordinates."""
    sweep_turning(i, tree, work, parent, 0.0, 0.0)
    work[i, W_MODAL], work[i, W_MODAL + 1] = s1, s2


# --- inverse dynamics ---------------------------------------------------------------------------------------------------
@apart
def add_own_force(i, tree, vdot, work, tau):
    """Add what the body needs besides its mass at the origin to W_PA of node i; modal forces into tau."""
    bent, b, m = tree.bent, tree.i[i, BENT], tree.i[i, N_V]
    alpha = get3(work, i, W_ACC)
    a = add(get3(work, i, W_ACC + 3), scale(-1.0, (tree.gravity[0], tree.gravity[1], tree.gravity[2])))
    S, J = load3(bent, b + B_MC), load6(bent, b + B_I)
    moment = add(load3(bent, b + B_PRODUCTS), add(sym_vec(J, alpha), cross(S, a)))
    force = add(load3(bent, b + B_PRODUCTS + 3), cross(alpha, S))
    for k in range(m):
        column, first = at_columns(b) + 6 * k, tree.i[i, VI]
        u, f = pulled(bent, column, vdot[first + k])
        moment, force = add(moment, u), add(force, f)
        own = bent[at_products(b, m) + k] + moment_force(bent, column, alpha, a)
        for j in range(m):
            own += bent[at_own_inertia(b, m) + m * k + j] * vdot[first + j]
        tau[first + k] += own
    accumulate3(work, i, W_PA, moment)
    accumulate3(work, i, W_PA + 3, force)
