"""A section of a flexible body as a node of the tree: what sits on the deformed body is fixed to it.

    r   = r0 + phi_i eta_i + 1/2 Psi_ij eta_i eta_j e_x          L_i = phi_i + Psi_ij eta_j e_x
    c   = Theta_i eta_i / 2        k = 1/(1 + c.c)               W_i = k (Theta_i + c x Theta_i)
    rho = R r                      R_s = R (1 + 2 k (c~ + c~ c~))
    w_s = w + R W_i eta_i'         v_s = v + w x rho + R L_i eta_i'         S columns (R W_i ; R L_i)
    bias = ( w x u_w - 2 k (c.c') u_w ; w x (w x rho) + 2 w x u_v + R Psi_ij eta_i' eta_j' e_x ),   u = R (W ; L) eta'

c are Rodrigues' parameters of the rotation of the section (Cayley's form: no trigonometry, no 0/0). A station has no
coordinates of its own: its columns are the modes of its body, and it hands to it

    F += X^T IA S     M_f += S^T IA S     p_f += S^T (p + IA bias)     IA += X^T IA X     p += X^T (p + IA bias)

Sweep     with e = |eta| + s1, |phi|, |Psi|, |Theta| norms of the matrices, s1, s2 bounds of |eta'|, |eta''| over a step:
          r1 = (|phi| + |Psi| e) s1,  r2 = (|phi| + |Psi| e) s2 + |Psi| s1^2,  n1 = |Theta| s1,
          n2 = |Theta| s2 + 3/2 |Theta|^2 s1^2, by |2k(c' + c x c')| <= 2|c'| and what its derivative is bounded by
Symbols   flex, from FLEX on: r0 (3), |phi|, |Psi|, |Theta|; per mode phi, Theta (3); Psi (m x m) [1/m]
          bent, from BENT on: per mode R W_i, R L_i (3); then 24 per mode for derivatives (dynamics/bent_derivatives.py)
Source    stations of Likins-type flexible bodies; see spatial/modal_body.py.
"""

import math

from .._jit import inlined, kernel
from ..spatial.inertia import add_force, add_inertia, get_blocks
from ..spatial.modal_body import at_articulated, at_force, at_inertia, load3, store3
from ..spatial.vectors import (
    ZERO,
    add,
    add_scaled,
    cross,
    dot,
    get3,
    get9,
    mat_mul,
    mat_t_vec,
    mat_vec,
    put3,
    put9,
    scale,
    sym_vec,
)
from ..tables import (
    BENT,
    FLEX,
    N_COLUMNS,
    PARENT,
    QI,
    VI,
    W_ACC,
    W_AXIS,
    W_BIAS,
    W_MODAL,
    W_P,
    W_PA,
    W_R,
    W_RHO,
    W_V,
    W_W,
)
from .frame import carried_acceleration
from .sweep import B_A, B_N1, B_N2, B_V

C_R0, C_NORMS, C_MODE = 0, 3, 6  # constants; per mode phi (3) and Theta (3), then Psi
EXAMPLES = ()  # it follows from what sits on the body, and is no joint that users write


def station_constants(m):
    """How many constants a station of a body with m modes has."""
    return C_MODE + 6 * m + m * m


def station_scratch(m):
    """How much scratch space it needs."""
    return 30 * m


@inlined
def psi_of(r, m, i, j):
    """Where Psi_ij is."""
    return r + C_MODE + 6 * m + m * i + j


@kernel
def place(i, tree, y, n_q, work):
    """Position, velocity, bias and columns of station i from the modes of its body."""
    flex, r, m, bent, b = tree.flex, tree.i[i, FLEX], tree.i[i, N_COLUMNS], tree.bent, tree.i[i, BENT]
    q, v, body = tree.i[i, QI], n_q + tree.i[i, VI], tree.i[i, PARENT]
    R, w = get9(work, body, W_R), get3(work, body, W_W)
    c, c_rate = ZERO, ZERO
    for k in range(m):
        Theta = load3(flex, r + C_MODE + 6 * k + 3)
        c, c_rate = add_scaled(c, 0.5 * y[q + k], Theta), add_scaled(c_rate, 0.5 * y[v + k], Theta)
    d = 1.0 / (1.0 + dot(c, c))
    place_r, slide, turn = load3(flex, r + C_R0), ZERO, ZERO
    bow = 0.0  # Psi_ij eta_i' eta_j'
    for k in range(m):
        phi, Theta = load3(flex, r + C_MODE + 6 * k), load3(flex, r + C_MODE + 6 * k + 3)
        short, short_rate = 0.0, 0.0
        for j in range(m):
            psi = flex[psi_of(r, m, k, j)]
            short += psi * y[q + j]
            short_rate += psi * y[v + j]
        place_r = add_scaled(place_r, y[q + k], (phi[0] + 0.5 * short, phi[1], phi[2]))
        bow += y[v + k] * short_rate
        W = mat_vec(R, scale(d, add(Theta, cross(c, Theta))))
        L = mat_vec(R, (phi[0] + short, phi[1], phi[2]))
        turn, slide = add_scaled(turn, y[v + k], W), add_scaled(slide, y[v + k], L)
        store3(bent, b + 6 * k, W)
        store3(bent, b + 6 * k + 3, L)
    x, y_, z = c
    # 1 + 2 d (c~ + c~ c~) with c~ c~ = c c^T - c.c 1
    e = 2.0 * d
    n = dot(c, c)
    C = (
        1.0 + e * (x * x - n), e * (x * y_ - z), e * (x * z + y_),
        e * (x * y_ + z), 1.0 + e * (y_ * y_ - n), e * (y_ * z - x),
        e * (x * z - y_), e * (y_ * z + x), 1.0 + e * (z * z - n),
    )  # fmt: skip
    rho = mat_vec(R, place_r)
    carry = cross(w, rho)
    put9(work, i, W_R, mat_mul(R, C))
    put3(work, i, W_P, add(get3(work, body, W_P), rho))
    put3(work, i, W_W, add(w, turn))
    put3(work, i, W_V, add(add(get3(work, body, W_V), carry), slide))
    put3(work, i, W_AXIS, ZERO)
    put3(work, i, W_RHO, rho)
    put3(work, i, W_BIAS, add_scaled(cross(w, turn), -2.0 * d * dot(c, c_rate), turn))
    put3(work, i, W_BIAS + 3, add(cross(w, add_scaled(carry, 2.0, slide)), scale(bow, (R[0], R[3], R[6]))))


@inlined
def position_rate(i, tree, y, n_q, dy):
    """It has no coordinates of its own."""


@inlined
def velocity_from_rate(i, tree, y, dq, n_q):
    """It has none."""


@inlined
def subspace(i, k, tree, work):
    """Motion of the station (angular, linear) per unit of the rate of mode k."""
    b = tree.i[i, BENT] + 6 * k
    return load3(tree.bent, b), load3(tree.bent, b + 3)


@kernel
def eliminate(i, tree, tau, work):
    """Hand all that is carried to the body: to its frame and to its modes."""
    body = tree.i[i, PARENT]
    bent, s, b, m = tree.bent, tree.i[i, BENT], tree.i[body, BENT], tree.i[i, N_COLUMNS]
    A, B, C = get_blocks(work, i)
    rho, alpha, a = get3(work, i, W_RHO), get3(work, i, W_BIAS), get3(work, i, W_BIAS + 3)
    moment = add(get3(work, i, W_PA), add(sym_vec(A, alpha), mat_vec(B, a)))
    force = add(get3(work, i, W_PA + 3), add(mat_t_vec(B, alpha), sym_vec(C, a)))
    for k in range(m):
        W, L = load3(bent, s + 6 * k), load3(bent, s + 6 * k + 3)
        U_m, U_f = add(sym_vec(A, W), mat_vec(B, L)), add(mat_t_vec(B, W), sym_vec(C, L))
        for l in range(k, m):
            inertia = dot(load3(bent, s + 6 * l), U_m) + dot(load3(bent, s + 6 * l + 3), U_f)
            bent[at_inertia(b, m) + m * l + k] += inertia  # the lower triangle is all that is read
        bent[at_force(b, m) + k] += dot(W, moment) + dot(L, force)
        F = at_articulated(b, m) + 6 * k
        store3(bent, F, add(load3(bent, F), add(U_m, cross(rho, U_f))))
        store3(bent, F + 3, add(load3(bent, F + 3), U_f))
    add_inertia(work, i, body, (A, B, C))
    add_force(work, i, body, moment, force)


@kernel
def accelerate(i, tree, tau, n_q, work, dy):
    """The acceleration of the station follows from those of the frame and of the modes."""
    alpha, a = carried_acceleration(i, tree, work, ZERO)
    for k in range(tree.i[i, N_COLUMNS]):
        angular, linear = subspace(i, k, tree, work)
        rate = dy[n_q + tree.i[i, VI] + k]
        alpha, a = add_scaled(alpha, rate, angular), add_scaled(a, rate, linear)
    put3(work, i, W_ACC, alpha)
    put3(work, i, W_ACC + 3, a)


@kernel
def displace(i, tree, y, e, work, turn, shift):
    """Rotation and displacement of the station by the error e of the modal coordinates, its body's carried along."""
    for k in range(tree.i[i, N_COLUMNS]):
        angular, linear = subspace(i, k, tree, work)
        error = e[tree.i[i, QI] + k]
        turn, shift = add_scaled(turn, error, angular), add_scaled(shift, error, linear)
    return turn, shift


@kernel
def sweep(i, tree, y, work, parent, s1, s2, r1, r2):
    """Bounds of the motion over a step."""
    r, m = tree.flex, tree.i[i, N_COLUMNS]
    first, q = tree.i[i, FLEX], tree.i[i, QI]
    s1, s2 = work[parent, W_MODAL], work[parent, W_MODAL + 1]
    phi, psi, theta = load3(r, first + C_NORMS)
    V, A, N1, N2 = work[parent, B_V], work[parent, B_A], work[parent, B_N1], work[parent, B_N2]
    e = 0.0
    for k in range(m):
        e += y[q + k] * y[q + k]
    e = math.sqrt(e) + s1
    reach = load3(r, first + C_R0)
    reach = math.sqrt(dot(reach, reach)) + phi * e + 0.5 * psi * e * e
    lever, bow = phi + psi * e, psi * s1 * s1
    r1, r2 = lever * s1, lever * s2 + bow
    n1, n2 = theta * s1, theta * s2 + 1.5 * theta * theta * s1 * s1
    work[i, B_V], work[i, B_A] = V + N1 * reach + r1, A + N2 * reach + 2.0 * N1 * r1 + r2
    work[i, B_N1], work[i, B_N2] = N1 + n1, N2 + 2.0 * N1 * n1 + n2
