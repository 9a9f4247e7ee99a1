"""Inertia of one flexible body with assumed modes, in world axes about the origin of its frame.

A material point is at r = r0 + phi_i eta_i + 1/2 Psi_ij eta_i eta_j in the axes of the body. With the first moment S, the
inertia J, and their derivatives by the modal coordinates,

    S = S0 + (S1_i + S2_ij eta_j/2) eta_i     S_i = S1_i + S2_ij eta_j     h_i = h0_i + B_ij eta_j
    J = J0 + J1_i eta_i + J2_ij eta_i eta_j   J_i = J1_i + 2 J2_ij eta_j

moment and force at the origin, and the modal forces, are (w, alpha, a: motion of the frame; a less gravity)

    [ J      S~    h_i ] [alpha]   [ Jdot w + w x (J w + h_i eta_i') + B_ij eta_i' eta_j'   ]   [ moment ]
    [ -S~    m 1   S_i ] [a    ] + [ w x (w x S) + 2 w x (S_i eta_i') + S2_ij eta_i' eta_j' ] = [ force  ]
    [ h_i^T  S_i^T M   ] [eta'']   [ w . (B_ij - B_ji) eta_j' - w . J_i w / 2               ]   [ Q_i    ]

Psi holds the foreshortening: S2 and the second part of J2 give centrifugal and axial-load stiffness. The equations are
those of a Lagrangian, so energy is balanced exactly at any deflection; elastic forces are those of an element (flexure).

Symbols   S~ u = S x u; sums over repeated indices; Jdot = J_i eta_i'
          flex, r   constants from place r on: S0 (3), J0 (6); per mode S1, h0 (3), J1 (6); per pair S2 (3), J2 (6), B (3),
                    M, K, C, G (mean square slope, elements/flexure.py), symmetric matrices as xx, yy, zz, xy, xz, yz
          bent, b   what `bend` writes from place b on: N_HEAD numbers, then blocks of m modes (`modal_layout`)
Source    Shabana, Dynamics of Multibody Systems (2013), ch. 5; foreshortening: Kane, Ryan & Banerjee, J. Guid. Control Dyn.
          10(2) (1987) 139.
Limits    small slopes (about 0.2); M minus what foreshortening takes must stay positive definite.
"""

from .._jit import inlined, kernel
from .vectors import ZERO, add, add_scaled, cross, dot, mat_t_vec, mat_vec, scale, sym_congruence, sym_vec

# --- constants ------------------------------------------------------------------------------------------------------------
C_S0, C_J0, N_BODY = 0, 3, 9
C_S1, C_H0, C_J1, N_MODAL = 0, 3, 6, 12  # of a mode
C_S2, C_J2, C_B, C_M, C_K, C_C, C_G, N_PAIR = 0, 3, 9, 12, 13, 14, 15, 16  # of a pair of modes

# --- scratch --------------------------------------------------------------------------------------------------------------
B_MC = 0  # 3 first moment S [kg m]
B_I = 3  # 6 inertia J [kg m^2]
B_PRODUCTS = 9  # 6 moment and force of the velocity products
B_SLIDE = 15  # 3 S_i eta_i' [kg m/s]
B_SPIN = 18  # 3 h_i eta_i' [kg m^2/s]
B_MODAL = 21  # 1 eta' M eta' / 2 [J]
N_HEAD = 22


@inlined
def modal_mode(r, i):
    """Where the constants of mode i are."""
    return r + N_BODY + N_MODAL * i


@inlined
def modal_pair(r, m, i, j):
    """Where the constants of a pair of modes are."""
    return r + N_BODY + N_MODAL * m + N_PAIR * (m * i + j)


def modal_constants(m):
    """How many constants a body with m modes has."""
    return N_BODY + N_MODAL * m + N_PAIR * m * m


def modal_scratch(m):
    """How much scratch space it needs."""
    return N_HEAD + 21 * m + m * m


@inlined
def at_columns(b):
    """(h_i ; S_i) of the body alone, 6 per mode."""
    return b + N_HEAD


@inlined
def at_products(b, m):
    """Modal forces of the velocity products, 1 per mode."""
    return b + N_HEAD + 6 * m


@inlined
def at_force(b, m):
    """Modal forces with those of the stations, 1 per mode."""
    return b + N_HEAD + 7 * m


@inlined
def at_articulated(b, m):
    """(h_i ; S_i) with what the stations carry, 6 per mode."""
    return b + N_HEAD + 8 * m


@inlined
def at_eliminated(b, m):
    """Y = L^-1 F^T, 6 per mode."""
    return b + N_HEAD + 14 * m


@inlined
def at_rest(b, m):
    """y = L^-1 (tau - p), 1 per mode."""
    return b + N_HEAD + 20 * m


@inlined
def at_inertia(b, m):
    """Modal inertia with what the stations carry, then its Cholesky factor L; m x m."""
    return b + N_HEAD + 21 * m


# --- vectors in flat arrays -----------------------------------------------------------------------------------------------
@inlined
def load3(x, k):
    """Three numbers from place k on."""
    return x[k], x[k + 1], x[k + 2]


@inlined
def load6(x, k):
    """Six numbers from place k on."""
    return x[k], x[k + 1], x[k + 2], x[k + 3], x[k + 4], x[k + 5]


@inlined
def store3(x, k, v):
    """Write three numbers from place k on."""
    x[k], x[k + 1], x[k + 2] = v


@inlined
def store6(x, k, s):
    """Write six numbers from place k on."""
    x[k], x[k + 1], x[k + 2], x[k + 3], x[k + 4], x[k + 5] = s


@inlined
def _add6(a, f, b):
    return a[0] + f * b[0], a[1] + f * b[1], a[2] + f * b[2], a[3] + f * b[3], a[4] + f * b[4], a[5] + f * b[5]


# --- the body where it is now ---------------------------------------------------------------------------------------------
@kernel
def bend(flex, r, m, bent, b, R, w_W, y, q, v):
    """Write what the inertia of a body is now: modal coordinates from y[q] on, their rates from y[v] on."""
    w = mat_t_vec(R, w_W)
    S, J = load3(flex, r + C_S0), load6(flex, r + C_J0)
    slide, spin, squares, turned = ZERO, ZERO, ZERO, ZERO
    Jdot = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    modal = 0.0
    for i in range(m):
        k = modal_mode(r, i)
        S1, h0, J1 = load3(flex, k + C_S1), load3(flex, k + C_H0), load6(flex, k + C_J1)
        S_i, h_i, J_i = S1, h0, J1
        swirl, S2, mass = 0.0, ZERO, 0.0  # w . (B_ij - B_ji) eta_j',  S2_ij eta_j',  M_ij eta_j'
        B_i = ZERO
        for j in range(m):
            eta, rate = y[q + j], y[v + j]
            k = modal_pair(r, m, i, j)
            B = load3(flex, k + C_B)
            S_i = add_scaled(S_i, eta, load3(flex, k + C_S2))
            J_i = _add6(J_i, 2.0 * eta, load6(flex, k + C_J2))
            h_i = add_scaled(h_i, eta, B)
            S2 = add_scaled(S2, rate, load3(flex, k + C_S2))
            B_i = add_scaled(B_i, rate, B)
            mass += flex[k + C_M] * rate
            swirl -= dot(w, load3(flex, modal_pair(r, m, j, i) + C_B)) * rate
        swirl += dot(w, B_i)
        eta, rate = y[q + i], y[v + i]
        S = add_scaled(S, 0.5 * eta, add(S1, S_i))
        J = _add6(_add6(J, 0.5 * eta, J1), 0.5 * eta, J_i)
        Jdot = _add6(Jdot, rate, J_i)
        slide, spin = add_scaled(slide, rate, S_i), add_scaled(spin, rate, h_i)
        squares, turned = add_scaled(squares, rate, S2), add_scaled(turned, rate, B_i)
        modal += 0.5 * rate * mass
        k = at_columns(b) + 6 * i
        store3(bent, k, mat_vec(R, h_i))
        store3(bent, k + 3, mat_vec(R, S_i))
        bent[at_products(b, m) + i] = swirl - 0.5 * dot(w, sym_vec(J_i, w))
    moment = add(add(sym_vec(Jdot, w), turned), cross(w, add(sym_vec(J, w), spin)))
    force = add(squares, cross(w, add_scaled(cross(w, S), 2.0, slide)))
    store3(bent, b + B_MC, mat_vec(R, S))
    store6(bent, b + B_I, sym_congruence(R, J))
    store3(bent, b + B_PRODUCTS, mat_vec(R, moment))
    store3(bent, b + B_PRODUCTS + 3, mat_vec(R, force))
    store3(bent, b + B_SLIDE, mat_vec(R, slide))
    store3(bent, b + B_SPIN, mat_vec(R, spin))
    bent[b + B_MODAL] = modal


# --- energy and momentum of the body beside those of its mass at the origin ----------------------------------------------
@inlined
def bent_energy(bent, b, w, v):
    """Kinetic energy [J] without m v.v/2."""
    S, J = load3(bent, b + B_MC), load6(bent, b + B_I)
    slide, spin = load3(bent, b + B_SLIDE), load3(bent, b + B_SPIN)
    return dot(v, add(cross(w, S), slide)) + 0.5 * dot(w, sym_vec(J, w)) + dot(w, spin) + bent[b + B_MODAL]


@inlined
def bent_momentum(bent, b, w):
    """Linear momentum [kg m/s] without m v."""
    return add(cross(w, load3(bent, b + B_MC)), load3(bent, b + B_SLIDE))


@inlined
def bent_spin(bent, b, w, v):
    """Angular momentum about the origin of the frame [kg m^2/s]."""
    own = add(sym_vec(load6(bent, b + B_I), w), load3(bent, b + B_SPIN))
    return add(own, cross(load3(bent, b + B_MC), v))


@inlined
def moment_force(x, k, alpha, a):
    """(h ; S) . (alpha ; a) of a column."""
    return dot(load3(x, k), alpha) + dot(load3(x, k + 3), a)


@inlined
def pulled(x, k, f):
    """A column times f: moment and force."""
    return scale(f, load3(x, k)), scale(f, load3(x, k + 3))
