"""What the dynamics must know of a flexible body: constant integrals, and constants per station. This is the interface.

A body with m coordinates eta has its points, in its own axes, at second order, at

    r = r0 + phi_i eta_i + 1/2 Psi_ij eta_i eta_j                                                                      (1)

and all that its motion needs are the integrals below (Likins 1970, Shabana 2020, Wallrapp 1994: "standard input data").
They hold for any elastic body in assumed modes; `Beam` computes them for beams. Nothing else of a beam goes into the
equations of motion, so whoever has these numbers from elsewhere, a finite element model for instance, has a flexible body:
-S2 along k is the geometric stiffness of unit gravity along k, -Psi of a station that of a unit force there.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


class Invariants(NamedTuple):
    """Integrals over the mass of a body with m modes; in the axes and about the origin of its frame."""

    mass: float  # [kg]
    S0: Array  # (3,) int r0 [kg m]
    J0: Array  # (3, 3) inertia of the undeformed body [kg m^2]
    S1: Array  # (m, 3) int phi_i
    S2: Array  # (m, m, 3) int Psi_ij
    J1: Array  # (m, 3, 3) tr(Q) 1 - Q, Q = P + P^T, P = int r0 phi_i^T
    J2: Array  # (m, m, 3, 3) tr(D) 1 - D, D = sym_ij int phi_i phi_j^T + (r0 Psi_ij^T + Psi_ij r0^T)/2
    h0: Array  # (m, 3) int r0 x phi_i, and the spin of the sections
    B: Array  # (m, m, 3) int phi_j x phi_i + r0 x Psi_ij
    M: Array  # (m, m) int phi_i . phi_j, and the spin of the sections
    K: Array  # (m, m) stiffness
    C: Array  # (m, m) damping


class Station(NamedTuple):
    """A place of a flexible body: all that its motion, and a force there, need; in the frame of the beam."""

    r0: Array  # (3,) undeformed [m]
    Phi: Array  # (m, 3) displacement per coordinate
    Psi: Array  # (m, m) second-order displacement along x: -Gamma_ij [1/m]
    Theta: Array  # (m, 3) rotation of the section per coordinate


class MassPoints(NamedTuple):
    """The mass of a body as points, and the spin of its sections: an inertia that is positive at any deflection."""

    mass: Array  # (g,) [kg]
    r0: Array  # (g, 3) undeformed [m]
    Phi: Array  # (g, m, 3)
    Psi: Array  # (g, m, m)
    J: Array  # (3, 3) of the spin [kg m^2]
    h: Array  # (m, 3)
    M: Array  # (m, m)


def _inertia(P):
    """tr(Q) 1 - Q of Q = P + P^T, for any number of matrices."""
    Q = P + np.swapaxes(P, -1, -2)
    return np.trace(Q, axis1=-2, axis2=-1)[..., None, None] * np.eye(3) - Q


def placed(inv: Invariants, at: Array, R: Array) -> Invariants:
    """The same body in the axes and about the origin of another frame, in which its own frame is at `at`, turned by R."""
    at, R = np.asarray(at, float), np.asarray(R, float)
    S0, S1, S2 = inv.S0 @ R.T, inv.S1 @ R.T, inv.S2 @ R.T
    return inv._replace(
        S0=inv.mass * at + S0,
        J0=R @ inv.J0 @ R.T + _inertia(0.5 * inv.mass * np.outer(at, at) + np.outer(at, S0)),
        S1=S1,
        S2=S2,
        J1=R @ inv.J1 @ R.T + _inertia(at[:, None] * S1[..., None, :]),
        J2=R @ inv.J2 @ R.T + 0.5 * _inertia(at[:, None] * S2[..., None, :]),
        h0=inv.h0 @ R.T + np.cross(at, S1),
        B=inv.B @ R.T + np.cross(at, S2),
    )
