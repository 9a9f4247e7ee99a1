"""Inertia of a flexible body from mass points along it: no limit on the order in its modal coordinates.

    r = r0 + phi_i eta_i + 1/2 Psi_ij eta_i eta_j e_x     L_i = phi_i + Psi_ij eta_j e_x     u = L_i eta_i'
    a = w x (w x r) + 2 w x u + Psi_ij eta_i' eta_j' e_x

    S = sum m r     J = sum m (r.r 1 - r r^T)     S_i = sum m L_i     h_i = sum m r x L_i     M_ij = sum m L_i . L_j
    moment = sum m r x a                          force = sum m a     modal_i = sum m L_i . a

and the spin of the sections about the axis: constants J_s, h_s, M_s with moment w x (J_s w + h_s eta'). The points are
those of Gauss' rule, so sums are integrals; whatever they are, the inertia is a sum of squares and positive definite at any
deflection. It differs from second_order.py by terms of third order, and takes a few times as long.

A point needs the force f = m (a_0 + alpha x r + a + L_i eta_i''), a_0: acceleration of the frame less gravity; with it

    by eta_k     dr = L_k    du = p_k e_x    dL_i = Psi_ik e_x    df = m (alpha x L_k + w x (w x L_k) + 2 p_k w x e_x
                                                                         + Psi_ik eta_i'' e_x)         p_k = Psi_ki eta_i'
    by eta_k'    du = L_k                                         df = 2 m (w x L_k + p_k e_x)

are the derivatives of sum r x f, sum f and sum L_i . f; along w those of L_i . f are m ((w x r) x L_i + r x (L_i x w) +
2 u x L_i). The spin of the sections adds w x h_s to the moment by eta_k'.

Symbols   flex, from `points` on: J_s (6); per mode h_s (3); M_s (m x m); per point m, r0 (3), phi (3 m), Psi (m x m)
Source    the kinetic energy of particles; as modal_body.py.
"""

from .._jit import inlined, kernel
from .modal_body import (
    D_ETA,
    D_JDOT,
    D_RATE,
    D_SPIN,
    add6,
    at_columns,
    at_eliminated,
    at_modal_slope,
    at_own_inertia,
    at_products,
    at_rest,
    at_slope,
    at_slopes,
    load3,
    load6,
    store3,
    store6,
    write_body,
    write_rates,
    write_slopes,
)
from .vectors import ZERO, add, add_scaled, cross, dot, mat_t_vec, mat_vec, scale, sym_congruence, sym_vec


@inlined
def _away(r):
    """r.r 1 - r r^T."""
    x, y, z = r
    return y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z


@kernel
def bend_by_points(flex, points, count, m, bent, b, R, w_W, y, q, v):
    """Write what the inertia of a body is now: modal coordinates from y[q] on, their rates from y[v] on."""
    w = mat_t_vec(R, w_W)
    columns, own, products = at_columns(b), at_own_inertia(b, m), at_products(b, m)
    J, S, moment, force = load6(flex, points), ZERO, ZERO, ZERO
    slide, spin, energy = ZERO, ZERO, 0.0
    # the spin of the sections
    for i in range(m):
        h = load3(flex, points + 6 + 3 * i)
        spin = add_scaled(spin, y[v + i], h)
        store3(bent, columns + 6 * i, h)
        store3(bent, columns + 6 * i + 3, ZERO)
        bent[products + i] = 0.0
        for j in range(m):
            part = flex[points + 6 + 3 * m + m * i + j]
            bent[own + m * i + j] = part
            energy += 0.5 * part * y[v + i] * y[v + j]
    moment = cross(w, add(sym_vec(J, w), spin))
    L_at = at_eliminated(b, m)  # L_i are kept where nothing is needed while the body is bent
    first = points + 6 + 3 * m + m * m
    size = 4 + 3 * m + m * m
    for g in range(count):
        k = first + size * g
        mass, r = flex[k], load3(flex, k + 1)
        u, bow = ZERO, 0.0
        for i in range(m):
            phi = load3(flex, k + 4 + 3 * i)
            short, short_rate = 0.0, 0.0
            for j in range(m):
                psi = flex[k + 4 + 3 * m + m * i + j]
                short += psi * y[q + j]
                short_rate += psi * y[v + j]
            r = add_scaled(r, y[q + i], (phi[0] + 0.5 * short, phi[1], phi[2]))
            L = (phi[0] + short, phi[1], phi[2])
            store3(bent, L_at + 3 * i, L)
            u = add_scaled(u, y[v + i], L)
            bow += y[v + i] * short_rate
        across = cross(w, add_scaled(cross(w, r), 2.0, u))
        a = scale(mass, (across[0] + bow, across[1], across[2]))
        S, J = add_scaled(S, mass, r), add6(J, mass, _away(r))
        moment, force = add(moment, cross(r, a)), add(force, a)
        energy += 0.5 * mass * dot(u, u)
        slide, spin = add_scaled(slide, mass, u), add_scaled(spin, mass, cross(r, u))
        for i in range(m):
            L = load3(bent, L_at + 3 * i)
            mL = scale(mass, L)
            c = columns + 6 * i
            store3(bent, c, add(load3(bent, c), cross(r, mL)))
            store3(bent, c + 3, add(load3(bent, c + 3), mL))
            bent[products + i] += dot(L, a)
            for j in range(i + 1):
                bent[own + m * i + j] += dot(mL, load3(bent, L_at + 3 * j))
    for i in range(m):
        c = columns + 6 * i
        store3(bent, c, mat_vec(R, load3(bent, c)))
        store3(bent, c + 3, mat_vec(R, load3(bent, c + 3)))
        for j in range(i):
            bent[own + m * j + i] = bent[own + m * i + j]
    write_body(bent, b, R, S, J, (moment, force))
    write_rates(bent, b, R, slide, spin, energy)


@kernel
def _by_mode(flex, points, m, bent, b, w, y, v):
    """Begin the derivatives by and of the modes with those of the spin of the sections, in body axes."""
    for k in range(m):
        at = at_slope(b, m, k)
        for j in range(at, at + D_SPIN + 3):
            bent[j] = 0.0
        store3(bent, at + D_RATE, cross(w, load3(flex, points + 6 + 3 * k)))
        for i in range(m):
            bent[at_modal_slope(b, m, i, k)] = 0.0
            bent[at_modal_slope(b, m, i, k) + m * m] = 0.0


@inlined
def _accumulate(bent, at, f):
    """Add three numbers."""
    store3(bent, at, add(load3(bent, at), f))


@kernel
def slopes_by_points(flex, points, count, m, bent, b, R, motion, y, q, v):
    """Write the derivatives of what the body needs; motion: w, alpha, a less gravity. After the accelerations."""
    w, alpha, a_0 = mat_t_vec(R, motion[0]), mat_t_vec(R, motion[1]), mat_t_vec(R, motion[2])
    _by_mode(flex, points, m, bent, b, w, y, v)
    Jdot = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    push_at = at_rest(b, m)  # eta''
    L_at = at_eliminated(b, m)  # whose content the accelerations have used up: L_i, Psi_ij eta_j', Psi_ij eta_j''
    first = points + 6 + 3 * m + m * m
    size = 4 + 3 * m + m * m
    for g in range(count):
        point = first + size * g
        mass, r = flex[point], load3(flex, point + 1)
        u, push, bow = ZERO, ZERO, 0.0  # L_i eta_i', L_i eta_i''
        for i in range(m):
            phi = load3(flex, point + 4 + 3 * i)
            short, short_rate, short_push = 0.0, 0.0, 0.0
            for j in range(m):
                psi = flex[point + 4 + 3 * m + m * i + j]
                short += psi * y[q + j]
                short_rate += psi * y[v + j]
                short_push += psi * bent[push_at + j]
            r = add_scaled(r, y[q + i], (phi[0] + 0.5 * short, phi[1], phi[2]))
            L = (phi[0] + short, phi[1], phi[2])
            u, push = add_scaled(u, y[v + i], L), add_scaled(push, bent[push_at + i], L)
            bow += y[v + i] * short_rate
            store3(bent, L_at + 5 * i, L)
            bent[L_at + 5 * i + 3], bent[L_at + 5 * i + 4] = short_rate, short_push
        wr = cross(w, r)
        f = add(add(a_0, cross(alpha, r)), add(cross(w, add_scaled(wr, 2.0, u)), push))
        f = scale(mass, (f[0] + bow, f[1], f[2]))
        along = 2.0 * mass * dot(r, u)
        ru = (2.0 * r[0] * u[0], 2.0 * r[1] * u[1], 2.0 * r[2] * u[2],
              r[0] * u[1] + r[1] * u[0], r[0] * u[2] + r[2] * u[0], r[1] * u[2] + r[2] * u[1])  # fmt: skip
        Jdot = add6(add6(Jdot, along, (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)), -mass, ru)
        for k in range(m):
            L, p, more = load3(bent, L_at + 5 * k), bent[L_at + 5 * k + 3], bent[L_at + 5 * k + 4]
            wL = cross(w, L)
            d = add(cross(alpha, L), cross(w, (wL[0] + 2.0 * p, wL[1], wL[2])))
            d = scale(mass, (d[0] + more, d[1], d[2]))
            d_rate = scale(2.0 * mass, (wL[0] + p, wL[1], wL[2]))
            spin = add(cross(wr, L), add(cross(r, cross(L, w)), scale(2.0, cross(u, L))))
            at = at_slope(b, m, k)
            _accumulate(bent, at + D_ETA, add(cross(L, f), cross(r, d)))
            _accumulate(bent, at + D_ETA + 3, d)
            _accumulate(bent, at + D_RATE, cross(r, d_rate))
            _accumulate(bent, at + D_RATE + 3, d_rate)
            _accumulate(bent, at + D_SPIN, scale(mass, spin))
            for i in range(m):
                L_i, place = load3(bent, L_at + 5 * i), at_modal_slope(b, m, i, k)
                bent[place] += dot(L_i, d) + flex[point + 4 + 3 * m + m * i + k] * f[0]
                bent[place + m * m] += dot(L_i, d_rate)
    for k in range(m):
        at = at_slope(b, m, k)
        by_eta = load3(bent, at + D_ETA), load3(bent, at + D_ETA + 3)
        by_rate = load3(bent, at + D_RATE), load3(bent, at + D_RATE + 3)
        write_slopes(bent, at, R, by_eta, by_rate, load3(bent, at + D_SPIN))
    store6(bent, at_slopes(b, m) + D_JDOT, sym_congruence(R, Jdot))
