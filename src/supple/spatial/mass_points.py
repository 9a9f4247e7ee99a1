"""Inertia of a flexible body from mass points along it: no limit on the order in its modal coordinates.

    r = r0 + phi_i eta_i + 1/2 Psi_ij eta_i eta_j e_x     L_i = phi_i + Psi_ij eta_j e_x     u = L_i eta_i'
    a = w x (w x r) + 2 w x u + Psi_ij eta_i' eta_j' e_x

    S = sum m r     J = sum m (r.r 1 - r r^T)     S_i = sum m L_i     h_i = sum m r x L_i     M_ij = sum m L_i . L_j
    moment = sum m r x a                          force = sum m a     modal_i = sum m L_i . a

and the spin of the sections about the axis: constants J_s, h_s, M_s with moment w x (J_s w + h_s eta'). The points are
those of Gauss' rule, so sums are integrals; whatever they are, the inertia is a sum of squares and positive definite at any
deflection. It differs from second_order.py by terms of third order, and takes a few times as long.

Symbols   flex, from `points` on: J_s (6); per mode h_s (3); M_s (m x m); per point m, r0 (3), phi (3 m), Psi (m x m)
Source    the kinetic energy of particles; as modal_body.py.
"""

from .._jit import inlined, kernel
from .modal_body import (
    add6,
    at_columns,
    at_eliminated,
    at_own_inertia,
    at_products,
    load3,
    load6,
    store3,
    write_body,
    write_rates,
)
from .vectors import ZERO, add, add_scaled, cross, dot, mat_t_vec, mat_vec, scale, sym_vec


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
