"""A flexible body with assumed modes: where its constants are, and what its inertia is now, in world axes.

A material point is at r(eta) in the axes of the body, and moves by L_i = dr/deta_i per unit of mode i. With

    S = int r     J = int (r.r 1 - r r^T)     S_i = int L_i     h_i = int r x L_i     M_ij = int L_i . L_j     (over mass)

moment and force at the origin of the frame, and the modal forces, are (alpha, a: its acceleration; a less gravity)

    [ J      S~    h_i ] [alpha]   [ moment ]   [ moment ]
    [ -S~    m 1   S_i ] [a    ] + [ force  ] = [ force  ]        S~ u = S x u; second column: velocity products
    [ h_i^T  S_i^T M   ] [eta'']   [ modal  ]   [ Q_i    ]

What they are at a state is said twice: to second order in eta from constant integrals (second_order.py), and without such a
limit from mass points along the body (mass_points.py). Elastic forces are those of an element (elements/flexure.py).

Layout    flex, from r on: S0 (3), J0 (6), number of mass points; per mode S1, h0 (3), J1 (6); per pair S2 (3), J2 (6),
          B (3), M, K, C, G (mean square slope: elements/flexure.py); the mass points. Symmetric: xx, yy, zz, xy, xz, yz
          bent, from b on: N_HEAD numbers, then blocks of m modes, below; derivatives last, when somebody asks for them
Source    Shabana, Dynamics of Multibody Systems (2013), ch. 5.
"""

from .._jit import inlined, kernel
from .vectors import add, cross, dot, mat_vec, scale, sym_congruence, sym_vec

# --- constants ------------------------------------------------------------------------------------------------------------
C_S0, C_J0, C_POINTS, N_BODY = 0, 3, 9, 10
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
# derivatives, from `at_slopes` on: dJ/dt, then numbers of each mode, then two matrices of modal forces
D_JDOT, N_SLOPES = 0, 6  # 6 [kg m^2/s]
D_ETA, D_RATE, D_SPIN, N_OF_MODE = 0, 6, 12, 15  # moment and force by eta_k, by eta_k'; modal force by w


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
    return N_HEAD + N_SLOPES + 36 * m + 4 * m * m


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
    """y = L^-1 (tau - p), 1 per mode; eta'' when the accelerations are known."""
    return b + N_HEAD + 20 * m


@inlined
def at_inertia(b, m):
    """Modal inertia with what the stations carry, then its Cholesky factor L; m x m."""
    return b + N_HEAD + 21 * m


@inlined
def at_own_inertia(b, m):
    """Modal inertia of the body alone, m x m."""
    return b + N_HEAD + 21 * m + m * m


@inlined
def at_slopes(b, m):
    """Derivatives of what the body needs: `D_JDOT`, then N_OF_MODE numbers per mode."""
    return b + N_HEAD + 21 * m + 2 * m * m


@inlined
def at_slope(b, m, k):
    """Derivatives by and of mode k: D_ETA, D_RATE, D_SPIN."""
    return at_slopes(b, m) + N_SLOPES + N_OF_MODE * k


@inlined
def at_modal_slope(b, m, i, k):
    """Derivative of the modal force i by eta_k; that by eta_k' is m * m places behind it."""
    return at_slopes(b, m) + N_SLOPES + N_OF_MODE * m + m * i + k


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
def add6(a, f, b):
    """a + f b of six numbers."""
    return a[0] + f * b[0], a[1] + f * b[1], a[2] + f * b[2], a[3] + f * b[3], a[4] + f * b[4], a[5] + f * b[5]


@kernel
def write_body(bent, b, R, S, J, products):
    """Write the part of a body that is not by modes, from body axes."""
    moment, force = products
    store3(bent, b + B_MC, mat_vec(R, S))
    store6(bent, b + B_I, sym_congruence(R, J))
    store3(bent, b + B_PRODUCTS, mat_vec(R, moment))
    store3(bent, b + B_PRODUCTS + 3, mat_vec(R, force))


@kernel
def write_slopes(bent, at, R, by_eta, by_rate, by_spin):
    """Write the derivatives by and of a mode from place `at` on, from body axes."""
    store3(bent, at + D_ETA, mat_vec(R, by_eta[0]))
    store3(bent, at + D_ETA + 3, mat_vec(R, by_eta[1]))
    store3(bent, at + D_RATE, mat_vec(R, by_rate[0]))
    store3(bent, at + D_RATE + 3, mat_vec(R, by_rate[1]))
    store3(bent, at + D_SPIN, mat_vec(R, by_spin))


@kernel
def write_rates(bent, b, R, slide, spin, modal):
    """Write the momenta and the energy by the rates of the modes, from body axes."""
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
