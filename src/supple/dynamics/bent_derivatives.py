"""Derivatives of inverse dynamics with flexible bodies: what derivatives.py says of joints, said of modes.

Modes move the stations of a body against its frame. With the station (joints/station.py) in the axes of the world,

    w_s     = w + U,   U = W_i eta_i'                          v_s = v + w x rho + L_i eta_i'
    alpha_s = alpha + W_i eta_i'' + w x U + g U                g   = -2 k (c.c')
    a_s     = a + alpha x rho + L_i eta_i'' + w x (w x rho + 2 L_i eta_i') + Psi_ij eta_i' eta_j' X

a displacement by eta_k carries the station along by S_k = (W_k ; L_k), and changes, with the frame at rest,

    dW_i = -k (c.Theta_k) W_i + k/2 R (Theta_k x Theta_i)      dL_i = Psi_ik X
    dg   = 2 k^2 (c.Theta_k) (c.c') - k Theta_k.c'

So a mode has at each station the four motions that a coordinate has in derivatives.py; beyond being carried along,

    Psi_k  = (dw_s - W_k x w_s ; dv_s - W_k x v_s)
    Psi'_k = (dalpha_s - W_k x alpha_s + w_s x e ; da_s - W_k x a_s - 2 e x v_s)
    T_k    = (dalpha_s + w_s x W_k ; da_s - 2 W_k x v_s)       by eta_k'

(e: angular part of Psi_k; a less gravity), and all behind the station feels them as those of any other coordinate. What a
mode feels is the sum over the stations, and what the body itself needs: moment, force and modal forces, whose derivatives
by eta, eta' and w are in spatial/second_order.py and mass_points.py. S_i of the same body is not carried along with S_k:

    dtau_i/deta_k += (dS_i - S_k x S_i) . F          F: force in the station

Of the body 2 B has, besides that of a rigid one, (Jdot e + e x s + 2 r x (e x l) ; 2 e x l) with its momenta by the modes,
s = h_i eta_i' and l = S_i eta_i'.

Symbols   as there, and in derivatives.py;  X  R e_x
Source    the product rule.
"""

from .._jit import Reals, Reals2, apart, inlined, kernel
from ..joints.station import C_MODE, psi_of
from ..spatial.inertia import velocity_force
from ..spatial.mass_points import slopes_by_points
from ..spatial.modal_body import (
    B_I,
    B_MC,
    B_PRODUCTS,
    B_SLIDE,
    B_SPIN,
    C_POINTS,
    D_ETA,
    D_JDOT,
    D_RATE,
    D_SPIN,
    at_columns,
    at_modal_slope,
    at_own_inertia,
    at_rest,
    at_slope,
    at_slopes,
    load3,
    load6,
    modal_pair,
    pulled,
    store3,
)
from ..spatial.second_order import slopes_to_second_order
from ..spatial.twists import cross_force, plus, power
from ..spatial.vectors import (
    ZERO,
    accumulate3,
    accumulate9,
    add,
    add_scaled,
    cross,
    dot,
    get3,
    get9,
    mat_vec,
    scale,
    sub,
    sym_vec,
)
from ..tables import BENT, FLEX, MASS, N_COLUMNS, N_V, PARENT, QI, VI, W_ACC, W_P, W_R, W_V, W_W, Tree
from .composite import (
    C_PSI,
    C_PSI2,
    C_S,
    C_T,
    D_FORCE,
    D_K,
    D_MOMENTUM,
    D_ORIGIN,
    add_before,
    at_station_column,
    get_pair,
    turn,
    turn_back,
    weigh,
    write_inertia,
)


@inlined
def _place(i, work):
    """From O to the origin of node i."""
    return sub(get3(work, i, W_P), get3(work, i, D_ORIGIN))


@inlined
def _felt(i, tree, work):
    """Acceleration of the origin of node i less gravity."""
    return sub(get3(work, i, W_ACC + 3), (tree.gravity[0], tree.gravity[1], tree.gravity[2]))


@inlined
def _about(r, wrench):
    """A wrench, or a motion with its parts exchanged, with respect to O instead of O + r."""
    return add(wrench[0], cross(r, wrench[1])), wrench[1]


@inlined
def _at_O(r, motion):
    """A motion with respect to O instead of O + r."""
    return motion[0], add(motion[1], cross(r, motion[0]))


# --- the body itself ----------------------------------------------------------------------------------------------------
@apart
def write_bent(i: int, tree: Tree, y: Reals, n_q: int, work: Reals2) -> None:
    """Inertia, 2 B, momentum and force of the flexible body i alone, and the derivatives by its modes."""
    bent, b, m, r = tree.bent, tree.i[i, BENT], tree.i[i, N_V], tree.i[i, FLEX]
    q, v = tree.i[i, QI], n_q + tree.i[i, VI]
    R, w, alpha, a = get9(work, i, W_R), get3(work, i, W_W), get3(work, i, W_ACC), _felt(i, tree, work)
    count = int(tree.flex[r + C_POINTS])
    if count > 0:
        slopes_by_points(tree.flex, modal_pair(r, m, m, 0), count, m, bent, b, R, (w, alpha, a), y, q, v)
    else:
        slopes_to_second_order(tree.flex, r, m, bent, b, R, (w, alpha, a), y, q, v)
    S, J = load3(bent, b + B_MC), load6(bent, b + B_I)
    write_inertia(i, tree, work, tree.f[i, MASS], S, J)
    # what a rigid body does not need
    moment, force = velocity_force(w, S, J)
    moment, force = sub(load3(bent, b + B_PRODUCTS), moment), sub(load3(bent, b + B_PRODUCTS + 3), force)
    for k in range(m):
        u, f = pulled(bent, at_columns(b) + 6 * k, bent[at_rest(b, m) + k])
        moment, force = add(moment, u), add(force, f)
    p, Jdot = _place(i, work), load6(bent, at_slopes(b, m) + D_JDOT)
    spin, slide = load3(bent, b + B_SPIN), load3(bent, b + B_SLIDE)
    moment, force = _about(p, (moment, force))
    accumulate3(work, i, D_FORCE, moment)
    accumulate3(work, i, D_FORCE + 3, force)
    accumulate3(work, i, D_MOMENTUM, slide)
    x, z, u = (
        _turned((1.0, 0.0, 0.0), Jdot, spin, p, slide),
        _turned((0.0, 1.0, 0.0), Jdot, spin, p, slide),
        _turned((0.0, 0.0, 1.0), Jdot, spin, p, slide),
    )
    accumulate9(work, i, D_K, (x[0], z[0], u[0], x[1], z[1], u[1], x[2], z[2], u[2]))


@inlined
def _turned(e, Jdot, spin, r, slide):
    """A column of the moment of 2 B by the modes: Jdot e + e x s + 2 r x (e x l)."""
    return add(add(sym_vec(Jdot, e), cross(e, spin)), scale(2.0, cross(r, cross(e, slide))))


# --- stations -------------------------------------------------------------------------------------------------------------
@inlined
def _tilt(i, tree, y):
    """c of station i and k = 1/(1 + c.c)."""
    c = ZERO
    for j in range(tree.i[i, N_COLUMNS]):
        c = add_scaled(c, 0.5 * y[tree.i[i, QI] + j], _theta(i, j, tree))
    return c, 1.0 / (1.0 + dot(c, c))


@inlined
def _theta(i, j, tree):
    return load3(tree.flex, tree.i[i, FLEX] + C_MODE + 6 * j + 3)


@inlined
def _columns(i, j, tree):
    """W_j and L_j of station i."""
    b = tree.i[i, BENT] + 6 * j
    return load3(tree.bent, b), load3(tree.bent, b + 3)


@inlined
def _keep(tree, at, r, motion):
    """A motion of a station, with respect to O."""
    angular, linear = _at_O(r, motion)
    store3(tree.bent, at, angular)
    store3(tree.bent, at + 3, linear)


@apart
def write_station(i: int, tree: Tree, y: Reals, n_q: int, work: Reals2) -> None:
    """S, Psi, Psi' and T of station i by the modes of its body."""
    m, v, body = tree.i[i, N_COLUMNS], n_q + tree.i[i, VI], tree.i[i, PARENT]
    R, w, alpha = get9(work, body, W_R), get3(work, body, W_W), get3(work, body, W_ACC)
    X, r, last = (R[0], R[3], R[6]), _place(i, work), at_rest(tree.i[body, BENT], m)  # last: eta''
    w_s, v_s, alpha_s, a_s = get3(work, i, W_W), get3(work, i, W_V), get3(work, i, W_ACC), _felt(i, tree, work)
    c, d = _tilt(i, tree, y)
    c_rate, c_push, U, push = ZERO, ZERO, ZERO, ZERO  # c', c'' of eta'', U, W_i eta_i''
    for j in range(m):
        Theta, W = _theta(i, j, tree), _columns(i, j, tree)[0]
        c_rate, c_push = add_scaled(c_rate, 0.5 * y[v + j], Theta), add_scaled(c_push, 0.5 * tree.bent[last + j], Theta)
        U, push = add_scaled(U, y[v + j], W), add_scaled(push, tree.bent[last + j], W)
    turning = dot(c, c_rate)
    g = -2.0 * d * turning
    for k in range(m):
        Theta, (W, L) = _theta(i, k, tree), _columns(i, k, tree)
        p, more = 0.0, 0.0  # Psi_kj eta_j', eta_j''
        for j in range(m):
            psi = tree.flex[psi_of(tree.i[i, FLEX], m, k, j)]
            p += psi * y[v + j]
            more += psi * tree.bent[last + j]
        part = d * dot(c, Theta)
        # by eta_k
        dU = add_scaled(mat_vec(R, scale(d, cross(Theta, c_rate))), -part, U)
        d_push = add_scaled(mat_vec(R, scale(d, cross(Theta, c_push))), -part, push)
        dg = 2.0 * d * part * turning - d * dot(Theta, c_rate)
        d_alpha = add(add_scaled(d_push, dg, U), add_scaled(cross(w, dU), g, dU))
        slide = add_scaled(cross(w, L), p, X)  # change of v_s
        d_a = add(cross(alpha, L), add_scaled(cross(w, add_scaled(slide, p, X)), more, X))
        e = sub(dU, cross(W, w_s))
        psi_k = e, sub(slide, cross(W, v_s))
        push_k = (
            add(sub(d_alpha, cross(W, alpha_s)), cross(w_s, e)),
            sub(sub(d_a, cross(W, a_s)), scale(2.0, cross(e, v_s))),
        )
        # by eta_k'
        d_alpha = add(cross(w, W), add_scaled(scale(g, W), -part, U))
        T_k = add(d_alpha, cross(w_s, W)), scale(2.0, sub(slide, cross(W, v_s)))  # d a_s = 2 d v_s
        at = at_station_column(tree.i[i, BENT], m, k)
        _keep(tree, at + C_S, r, (W, L))
        _keep(tree, at + C_PSI, r, psi_k)
        _keep(tree, at + C_PSI2, r, push_k)
        _keep(tree, at + C_T, r, T_k)


@inlined
def _motion(tree, at):
    """A motion that a station keeps."""
    return load3(tree.bent, at), load3(tree.bent, at + 3)


@kernel
def _beyond(s, j, k, tree, y, work, c, d):
    """dS_j - S_k x S_j of station s."""
    R = get9(work, tree.i[s, PARENT], W_R)
    Theta, W, (W_j, L_j) = _theta(s, k, tree), _columns(s, k, tree)[0], _columns(s, j, tree)
    turned = mat_vec(R, scale(0.5 * d, cross(Theta, _theta(s, j, tree))))
    turned = add_scaled(sub(turned, cross(W, W_j)), -d * dot(c, Theta), W_j)
    psi = tree.flex[psi_of(tree.i[s, FLEX], tree.i[s, N_COLUMNS], j, k)]
    return _at_O(_place(s, work), (turned, sub(scale(psi, (R[0], R[3], R[6])), cross(W, L_j))))


# --- modes ----------------------------------------------------------------------------------------------------------------
@kernel
def _through(s, k, tree, y, n_q, work, G, H):
    """Mode k at station s with the modes of its body; return what it feels, and what it gives to those before."""
    m, first, q = tree.i[s, N_COLUMNS], tree.i[s, VI], tree.i[s, QI]
    b, c = tree.i[s, BENT], first + k
    at = at_station_column(b, m, k)
    S, psi, T = _motion(tree, at + C_S), _motion(tree, at + C_PSI), _motion(tree, at + C_T)
    weighed, F = weigh(s, work, S), get_pair(work, s, D_FORCE)
    by_q = plus(weigh(s, work, _motion(tree, at + C_PSI2)), turn(s, work, psi))
    by_v = plus(weigh(s, work, T), turn(s, work, S))
    tilt, d = _tilt(s, tree, y)
    for j in range(m):
        S_j, row = _motion(tree, at_station_column(b, m, j) + C_S), n_q + first + j
        G[row, q + k] -= power(S_j, by_q) + power(_beyond(s, j, k, tree, y, work, tilt, d), F)
        G[row, n_q + c] -= power(S_j, by_v)
        if j <= k:
            H[c, first + j] += power(S_j, weighed)
    return weighed, turn_back(s, work, S), plus(by_q, cross_force(S, F)), by_v


@apart
def add_modes(i: int, tree: Tree, y: Reals, n_q: int, work: Reals2, column: Reals2, G: Reals2, H: Reals2) -> None:
    """The modes of the flexible body i with each other and with all coordinates before them."""
    bent, b, m, first, q = tree.bent, tree.i[i, BENT], tree.i[i, N_V], tree.i[i, VI], tree.i[i, QI]
    w, v, r = get3(work, i, W_W), get3(work, i, W_V), _place(i, work)
    for k in range(m):
        c, at, own = first + k, at_slope(b, m, k), at_columns(b) + 6 * k
        h, S = load3(bent, own), load3(bent, own + 3)
        for j in range(m):
            place = at_modal_slope(b, m, j, k)
            G[n_q + first + j, q + k] -= bent[place]
            G[n_q + first + j, n_q + c] -= bent[place + m * m]
            if j <= k:
                H[c, first + j] = bent[at_own_inertia(b, m) + m * k + j]
        weighed = _about(r, (h, S))
        turned = add(add_scaled(load3(bent, at + D_SPIN), 2.0, cross(v, S)), cross(w, h))
        carried = _about(r, (load3(bent, at + D_ETA), load3(bent, at + D_ETA + 3)))
        by_v = _about(r, (load3(bent, at + D_RATE), load3(bent, at + D_RATE + 3)))
        for s in range(i + 1, tree.i.shape[0]):
            if tree.i[s, PARENT] == i:
                more, back, give, give_v = _through(s, k, tree, y, n_q, work, G, H)
                weighed, turned = plus(weighed, more), add(turned, back)
                carried, by_v = plus(carried, give), plus(by_v, give_v)
        add_before(i, c, q + k, tree, n_q, column, G, H, (weighed, turned), (carried, by_v))
