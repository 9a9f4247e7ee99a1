"""Inertia of a flexible body to second order in its modal coordinates, from constant integrals.

A material point is at r = r0 + phi_i eta_i + 1/2 Psi_ij eta_i eta_j in the axes of the body. With the integrals of
flexible/invariants.py the terms of modal_body.py are

    S = S0 + (S1_i + S2_ij eta_j/2) eta_i     S_i = S1_i + S2_ij eta_j     h_i = h0_i + B_ij eta_j
    J = J0 + J1_i eta_i + J2_ij eta_i eta_j   J_i = J1_i + 2 J2_ij eta_j   M constant

    moment = Jdot w + w x (J w + h_i eta_i') + B_ij eta_i' eta_j'                      Jdot = J_i eta_i'
    force  = w x (w x S) + 2 w x (S_i eta_i') + S2_ij eta_i' eta_j'
    modal  = w . (B_ij - B_ji) eta_j' - w . J_i w / 2

With the forces of accelerations, J alpha + S x a + h_i eta_i'', alpha x S + S_i eta_i'' and h_i . alpha + S_i . a, what the
body needs has the derivatives (by eta_k ; by eta_k' ; by w, along e)

    moment   2 J2_ik eta_i' w + w x (J_k w + B_ik eta_i') + J_k alpha + S_k x a + B_ik eta_i'' ;
             J_k w + w x h_k + (B_kj + B_jk) eta_j' ;        Jdot e + e x (J w + h_i eta_i') + w x J e
    force    w x (w x S_k) + 2 w x S2_ik eta_i' + alpha x S_k + S2_ik eta_i'' ;        2 w x S_k + 2 S2_kj eta_j' ;  ...
    modal    -w . J2_ik w + B_ik . alpha + S2_ik . a ;       w . (B_ik - B_ki) ;       e . ((B_ij - B_ji) eta_j' - J_i w)

Psi holds the foreshortening: S2 and the second part of J2 give centrifugal and axial-load stiffness. The kinetic energy has
no term beyond the second order, and the equations follow from it without another approximation: energy is balanced exactly
at any deflection.

Source    Kane, Ryan & Banerjee, J. Guid. Control Dyn. 10(2) (1987) 139; Shabana (2013), ch. 5.
Limits    what is left out may make the inertia indefinite where shapes nearly hold a motion of the joint: clamped shapes on
          a light hinge at deflections of a few per cent. mass_points.py does not have that limit.
"""

from .._jit import kernel
from .modal_body import (
    C_B,
    C_H0,
    C_J0,
    C_J1,
    C_J2,
    C_M,
    C_S0,
    C_S1,
    C_S2,
    D_JDOT,
    add6,
    at_columns,
    at_modal_slope,
    at_own_inertia,
    at_products,
    at_rest,
    at_slope,
    at_slopes,
    load3,
    load6,
    modal_mode,
    modal_pair,
    store3,
    store6,
    write_body,
    write_rates,
    write_slopes,
)
from .vectors import ZERO, add, add_scaled, cross, dot, mat_t_vec, mat_vec, scale, sub, sym_congruence, sym_vec


@kernel
def bend_to_second_order(flex, r, m, bent, b, R, w_W, y, q, v):
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
            J_i = add6(J_i, 2.0 * eta, load6(flex, k + C_J2))
            h_i = add_scaled(h_i, eta, B)
            S2 = add_scaled(S2, rate, load3(flex, k + C_S2))
            B_i = add_scaled(B_i, rate, B)
            mass += flex[k + C_M] * rate
            bent[at_own_inertia(b, m) + m * i + j] = flex[k + C_M]
            swirl -= dot(w, load3(flex, modal_pair(r, m, j, i) + C_B)) * rate
        swirl += dot(w, B_i)
        eta, rate = y[q + i], y[v + i]
        S = add_scaled(S, 0.5 * eta, add(S1, S_i))
        J = add6(add6(J, 0.5 * eta, J1), 0.5 * eta, J_i)
        Jdot = add6(Jdot, rate, J_i)
        slide, spin = add_scaled(slide, rate, S_i), add_scaled(spin, rate, h_i)
        squares, turned = add_scaled(squares, rate, S2), add_scaled(turned, rate, B_i)
        modal += 0.5 * rate * mass
        k = at_columns(b) + 6 * i
        store3(bent, k, mat_vec(R, h_i))
        store3(bent, k + 3, mat_vec(R, S_i))
        bent[at_products(b, m) + i] = swirl - 0.5 * dot(w, sym_vec(J_i, w))
    moment = add(add(sym_vec(Jdot, w), turned), cross(w, add(sym_vec(J, w), spin)))
    force = add(squares, cross(w, add_scaled(cross(w, S), 2.0, slide)))
    write_body(bent, b, R, S, J, (moment, force))
    write_rates(bent, b, R, slide, spin, modal)


@kernel
def slopes_to_second_order(flex, r, m, bent, b, R, motion, y, q, v):
    """Write the derivatives of what the body needs; motion: w, alpha, a less gravity. After the accelerations."""
    w, alpha, a = mat_t_vec(R, motion[0]), mat_t_vec(R, motion[1]), mat_t_vec(R, motion[2])
    Jdot = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for k in range(m):
        at = modal_mode(r, k)
        S_k, h_k, J_k = load3(flex, at + C_S1), load3(flex, at + C_H0), load6(flex, at + C_J1)
        J2 = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)  # J2_ik eta_i'
        S2, S2_push = ZERO, ZERO  # S2_ik eta_i', S2_ik eta_i''
        out, into, push = ZERO, ZERO, ZERO  # B_kj eta_j', B_ik eta_i', B_ik eta_i''
        for j in range(m):
            eta, rate, more = y[q + j], y[v + j], bent[at_rest(b, m) + j]
            pair, back = modal_pair(r, m, k, j), modal_pair(r, m, j, k)
            S_kj, J_kj = load3(flex, pair + C_S2), load6(flex, pair + C_J2)
            B, B_back = load3(flex, pair + C_B), load3(flex, back + C_B)
            S_k, h_k, J_k = add_scaled(S_k, eta, S_kj), add_scaled(h_k, eta, B), add6(J_k, 2.0 * eta, J_kj)
            S2, S2_push, J2 = add_scaled(S2, rate, S_kj), add_scaled(S2_push, more, S_kj), add6(J2, rate, J_kj)
            out, into, push = add_scaled(out, rate, B), add_scaled(into, rate, B_back), add_scaled(push, more, B_back)
            by_eta = dot(B, alpha) + dot(S_kj, a) - dot(w, sym_vec(J_kj, w))
            bent[at_modal_slope(b, m, k, j)] = by_eta
            bent[at_modal_slope(b, m, k, j) + m * m] = dot(w, sub(B, B_back))
        turned = sym_vec(J_k, w)
        moment = add(scale(2.0, sym_vec(J2, w)), cross(w, add(turned, into)))
        moment = add(add(moment, push), add(sym_vec(J_k, alpha), cross(S_k, a)))
        force = add(add(cross(w, add_scaled(cross(w, S_k), 2.0, S2)), cross(alpha, S_k)), S2_push)
        moment_rate = add(add(turned, cross(w, h_k)), add(out, into))
        force_rate = scale(2.0, add(cross(w, S_k), S2))
        write_slopes(
            bent, at_slope(b, m, k), R, (moment, force), (moment_rate, force_rate), sub(sub(out, into), turned)
        )
        Jdot = add6(Jdot, y[v + k], J_k)
    store6(bent, at_slopes(b, m) + D_JDOT, sym_congruence(R, Jdot))
