"""A flexible body from its invariants, in dense numpy and as the equations are printed: compiled code is compared with it.

r = r0 + phi_i eta_i + 1/2 Psi_ij eta_i eta_j;  v, w of the frame and all else in its axes; accelerations are classical.
"""

from typing import NamedTuple

import numpy as np


class BodyTerms(NamedTuple):
    S: np.ndarray  # (3,)
    J: np.ndarray  # (3, 3)
    S_i: np.ndarray  # (m, 3)
    h_i: np.ndarray  # (m, 3)
    angular: np.ndarray  # (3,) velocity terms: they stand on the left, beside mass matrix times acceleration
    linear: np.ndarray  # (3,)
    modal: np.ndarray  # (m,) without K and C
    T: object  # T(v, w): kinetic energy


class StationTerms(NamedTuple):
    p: np.ndarray  # from the origin of the frame, in the axes that R leads to
    R: np.ndarray  # (3, 3)
    v: np.ndarray  # without that of the origin
    w: np.ndarray
    linear: np.ndarray  # acceleration without those of the frame and of eta
    angular: np.ndarray
    columns: np.ndarray  # (m, 6) angular and linear velocity per rate of eta


def tilde(a):
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def body_terms(inv, eta, etad, w):
    """All terms of one body at rest in its origin."""
    S = inv.S0 + eta @ inv.S1 + 0.5 * np.einsum("i,j,ijk", eta, eta, inv.S2)
    S_i = inv.S1 + np.einsum("ijk,j->ik", inv.S2, eta)
    J = inv.J0 + np.einsum("i,ikl", eta, inv.J1) + np.einsum("i,j,ijkl", eta, eta, inv.J2)
    J_i = inv.J1 + 2.0 * np.einsum("ijkl,j->ikl", inv.J2, eta)
    h_i = inv.h0 + np.einsum("ijk,j->ik", inv.B, eta)
    J_rate = np.einsum("i,ikl", etad, J_i)
    angular = J_rate @ w + np.cross(w, J @ w + etad @ h_i) + np.einsum("i,j,ijk", etad, etad, inv.B)
    linear = np.cross(w, np.cross(w, S)) + 2.0 * np.cross(w, etad @ S_i) + np.einsum("i,j,ijk", etad, etad, inv.S2)
    modal = np.einsum("ijk,j,k->i", inv.B - np.swapaxes(inv.B, 0, 1), etad, w) - 0.5 * np.einsum("ikl,k,l", J_i, w, w)

    def T(v, w):
        mixed = v @ (np.cross(w, S) + etad @ S_i) + w @ (etad @ h_i)
        return 0.5 * inv.mass * v @ v + mixed + 0.5 * w @ J @ w + 0.5 * etad @ inv.M @ etad

    return BodyTerms(S, J, S_i, h_i, angular, linear, modal, T)


def mass_matrix(inv, eta):
    """Rows and columns: angular (3), linear (3), modal (m)."""
    zero = np.zeros(len(eta))
    S, J, S_i, h_i, *_ = body_terms(inv, eta, zero, np.zeros(3))
    coupling = np.hstack([h_i, S_i])
    rigid = np.block([[J, tilde(S)], [-tilde(S), inv.mass * np.eye(3)]])
    return np.block([[rigid, coupling.T], [coupling, inv.M]])


def accelerations(inv, eta, etad, w, moment=(0.0, 0.0, 0.0), force=(0.0, 0.0, 0.0), Q=0.0):
    """(alpha, a, eta'') of a free body."""
    terms = body_terms(inv, eta, etad, w)
    modal = terms.modal + inv.K @ eta + inv.C @ etad
    right = np.concatenate([moment - terms.angular, force - terms.linear, Q - modal])
    return np.linalg.solve(mass_matrix(inv, eta), right)


def station_terms(sta, eta, etad, w, R):
    """Motion of a station; w and the results in the axes that R leads to."""
    c, c_rate = 0.5 * eta @ sta.Theta, 0.5 * etad @ sta.Theta
    k = 1.0 / (1.0 + c @ c)
    e_x = np.array([1.0, 0.0, 0.0])
    W_i = k * (sta.Theta + np.cross(c, sta.Theta))
    L_i = sta.Phi + np.outer(sta.Psi @ eta, e_x)
    r = sta.r0 + eta @ sta.Phi + 0.5 * (eta @ sta.Psi @ eta) * e_x
    turned = R @ (np.eye(3) + 2.0 * k * (tilde(c) + tilde(c) @ tilde(c)))
    p, spin, speed = R @ r, R @ (etad @ W_i), R @ (etad @ L_i)
    second = (etad @ sta.Psi @ etad) * e_x
    linear = np.cross(w, np.cross(w, p)) + 2.0 * np.cross(w, speed) + R @ second
    angular = np.cross(w, spin) - 2.0 * k * (c @ c_rate) * spin
    columns = np.hstack([W_i @ R.T, L_i @ R.T])
    return StationTerms(p, turned, np.cross(w, p) + speed, w + spin, linear, angular, columns)
