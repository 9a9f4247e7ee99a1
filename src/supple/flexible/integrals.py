"""The integrals of a uniform beam: its shapes as fields along x, and by Gauss quadrature all that `Invariants` names.

    r0 = (x, 0, 0)      phi_i = (s_i, v_i, w_i)(x)      Psi_ij = -e_x Gamma_ij(x)      Theta_i = (t_i, -w_i', v_i')
    Gamma_ij = int_0^x v_i' v_j' + w_i' w_j'

Integrals with Gamma are double ones; the inner one is exchanged with the outer one, and its kernel is a closed form:

    int_a^b rho f Gamma = int_0^b F+ phi' phi' - int_a^0 F- phi' phi'
    F+(x) = int_x^b rho f      F-(x) = int_a^x rho f           f = 1: H0 of gravity along the beam;  f = x: H1 of spin
"""

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from .invariants import Array, Invariants, MassPoints, Station

RULE = 20  # Gauss points per piece, exact to degree 39
BASE, PER_MODE = 40, 16  # Gauss points for the whole beam: 16 per wave of a product of two modes
POINTS, POINTS_PER_MODE = 12, 2  # mass points of a beam: products of modes are exact to 1e-10
DEPENDENT = 1e-13  # least eigenvalue of the mass matrix of shapes of unit mass
SOFTEST = 1e-3  # least square of a frequency, over stiffness/(mass length^4): a cantilever has 12


class Fields(NamedTuple):
    """The shapes of a beam at n places; m coordinates."""

    phi: Array  # (m, 3, n) displacement
    slope: Array  # (m, 2, n) v', w'
    theta: Array  # (m, 3, n) rotation of the section
    strain: Array  # (m, 4, n) s', v'', w'', t'


def fields(beam, x):
    """All shapes at the places x [m]."""
    x = np.atleast_1d(np.asarray(x, float))
    m = sum(group.number for group in beam.groups)
    phi, slope = np.zeros((m, 3, x.size)), np.zeros((m, 2, x.size))
    theta, strain = np.zeros((m, 3, x.size)), np.zeros((m, 4, x.size))
    first = 0
    for group in beam.groups:
        rows = slice(first, first + group.number)
        first += group.number
        f, d, dd = group.shapes.shapes(group.number, x, beam.length)
        if group.word == "y":
            phi[rows, 1], slope[rows, 0], theta[rows, 2], strain[rows, 1] = f, d, d, dd
        elif group.word == "z":
            phi[rows, 2], slope[rows, 1], theta[rows, 1], strain[rows, 2] = f, d, -d, dd
        elif group.word == "twist":
            theta[rows, 0], strain[rows, 3] = f, d
        else:
            phi[rows, 0], strain[rows, 0] = f, d
    return Fields(phi, slope, theta, strain)


def stiffnesses(beam):
    """E A, E Iz, E Iy, G J: of the four strains."""
    E, G, _ = beam.constants
    section = beam.section
    return np.array([E * section.area, E * section.Iz, E * section.Iy, G * section.torsion])


def quadrature(beam, low, high):
    """Places and weights between two places on one side of the origin."""
    most = max(group.number for group in beam.groups)
    wanted = (BASE + PER_MODE * most) / beam.length
    inner = {x for group in beam.groups for x in group.shapes.breaks(beam.length) if low < x < high}
    ends = [np.array([low])]
    for a, b in pairwise([low, *sorted(inner), high]):
        ends.append(np.linspace(a, b, 1 + int(np.ceil(wanted * (b - a) / RULE)))[1:])
    cuts = np.concatenate(ends)
    z, w = np.polynomial.legendre.leggauss(RULE)
    middle, half = 0.5 * (cuts[1:] + cuts[:-1])[:, None], 0.5 * np.diff(cuts)[:, None]
    return (middle + half * z).ravel(), (half * w).ravel()


def _sides(beam):
    """Places and weights of the whole beam."""
    a, b = beam.span
    parts = [quadrature(beam, low, high) for low, high in ((a, 0.0), (0.0, b)) if high > low]
    return np.concatenate([x for x, _ in parts]), np.concatenate([w for _, w in parts])


def _pairs(left, right, weights):
    """int left_ia right_jb for all pairs: (m, m, a, b)."""
    m, a, n = left.shape
    b = right.shape[1]
    table = (left * weights).reshape(m * a, n) @ right.reshape(m * b, n).T
    return table.reshape(m, a, m, b).transpose(0, 2, 1, 3)


def _symmetric(table):
    return 0.5 * (table + np.swapaxes(table, 0, 1))


def gamma(beam, x):
    """Gamma_ij from the origin to x [1/m]."""
    m = sum(group.number for group in beam.groups)
    if x == 0.0:
        return np.zeros((m, m))
    places, weights = quadrature(beam, min(x, 0.0), max(x, 0.0))
    slope = fields(beam, places).slope
    table = np.einsum("ijaa->ij", _pairs(slope, slope, weights))
    return np.copysign(1.0, x) * 0.5 * (table + table.T)


@lru_cache(maxsize=1024)
def station(beam, x):
    """The station at x, computed once per beam and place; the arrays are not to be written to."""
    at = fields(beam, x)
    return _sealed(Station(np.array([x, 0.0, 0.0]), at.phi[..., 0], -gamma(beam, x), at.theta[..., 0]))


def _sealed(found):
    """The same with arrays that cannot be written to."""
    for array in found:
        if isinstance(array, np.ndarray):
            array.setflags(write=False)
    return found


@lru_cache(maxsize=64)
def mass_points(beam):
    """Points of Gauss' rule over the whole beam, enough for products of its highest modes."""
    a, b = beam.span
    z, w = np.polynomial.legendre.leggauss(POINTS + POINTS_PER_MODE * max(group.number for group in beam.groups))
    x, weights = 0.5 * (a + b) + 0.5 * (b - a) * z, 0.5 * (b - a) * w
    density = beam.constants.density
    at, jx = fields(beam, x), density * beam.section.polar
    twist = at.theta[:, 0]
    h = np.zeros((len(twist), 3))
    h[:, 0] = jx * twist @ weights
    return MassPoints(
        mass=density * beam.section.area * weights,
        r0=np.stack([x, np.zeros_like(x), np.zeros_like(x)], axis=1),
        Phi=np.moveaxis(at.phi, -1, 0),
        Psi=np.array([-gamma(beam, place) for place in x]),
        J=np.diag([jx * (b - a), 0.0, 0.0]),
        h=h,
        M=jx * (twist * weights) @ twist.T,
    )


# --- invariants ---------------------------------------------------------------------------------------------------------
def _inertia(D):
    return np.trace(D, axis1=-2, axis2=-1)[..., None, None] * np.eye(3) - D


@lru_cache(maxsize=64)
def invariants(beam):
    """All integrals, computed once per beam; the arrays are not to be written to."""
    a, b = beam.span
    density = beam.constants.density
    rho, jx = density * beam.section.area, density * beam.section.polar
    x, weights = _sides(beam)
    phi, slope, theta, strain = fields(beam, x)
    m = len(phi)

    S1 = rho * phi @ weights
    along = rho * phi @ (weights * x)  # int rho x phi_i
    P = np.zeros((m, 3, 3))
    P[:, 0, :] = along
    h0 = np.stack([jx * theta[:, 0] @ weights, -along[:, 2], along[:, 1]], axis=1)

    products = rho * _pairs(phi, phi, weights)  # int rho phi_i phi_j^T
    products = 0.5 * (products + products.transpose(1, 0, 3, 2))  # round-off is symmetric, too
    ahead = x > 0.0
    H0, H1 = (
        np.einsum("ijaa->ij", _pairs(slope, slope, weights * rho * tail))
        for tail in (np.where(ahead, b - x, a - x), np.where(ahead, b * b - x * x, a * a - x * x) / 2.0)
    )
    S2 = np.zeros((m, m, 3))
    S2[..., 0] = -0.5 * (H0 + H0.T)
    D = _symmetric(products)
    D[..., 0, 0] -= 0.5 * (H1 + H1.T)
    B = np.stack([products[..., p, q] - products[..., q, p] for p, q in ((2, 1), (0, 2), (1, 0))], axis=-1)

    spin = theta[:, :1]  # twist only: rotary inertia of bending is left out
    M = np.einsum("ijaa->ij", products) + jx * _pairs(spin, spin, weights)[..., 0, 0]
    K = np.einsum("ijaa,a->ij", _pairs(strain, strain, weights), stiffnesses(beam))
    M, K = _symmetric(M), _symmetric(K)
    second = rho * (b**3 - a**3) / 3.0
    found = Invariants(
        mass=rho * (b - a),
        S0=np.array([rho * (b * b - a * a) / 2.0, 0.0, 0.0]),
        J0=np.diag([jx * (b - a), second, second]),
        S1=S1,
        S2=S2,
        J1=_inertia(P + np.swapaxes(P, 1, 2)),
        J2=_inertia(D),
        h0=h0,
        B=B,
        M=M,
        K=K,
        C=_damping(beam, M, K),
    )
    return _sealed(found)


def _damping(beam, M, K):
    """Modal damping of each kind of deformation, and what is proportional to mass and stiffness."""
    C = beam.alpha * M + beam.beta * K
    for rows, omega, vectors in vibrations(beam, M, K):
        heavy = M[rows, rows] @ vectors
        C[rows, rows] += 2.0 * beam.damping * (heavy * omega) @ heavy.T
    return _symmetric(C)


def vibrations(beam, M, K):
    """Of each kind of deformation by itself: its rows, angular frequencies [rad/s], vectors with unit modal mass."""
    section, density, found, first = beam.section, beam.constants.density, [], 0
    EA, EIz, EIy, GJ = stiffnesses(beam)
    stiff = {"y": EIz / beam.length**2, "z": EIy / beam.length**2, "twist": GJ, "stretch": EA}
    for group in beam.groups:
        rows = slice(first, first + group.number)
        first += group.number
        scale = np.sqrt(np.diag(M)[rows])  # shapes of unit mass: their product has ones on its diagonal
        masses = M[rows, rows] / np.outer(scale, scale)
        least = np.linalg.eigvalsh(masses)[0]
        if least < DEPENDENT:
            raise ValueError(
                f"the shapes of {group.word} must not be combinations of each other, or nearly so (as many powers of x "
                f"are); got {group.number} shapes, with {least:.1e} for the least part of one that is its own"
            )
        half = np.linalg.inv(np.linalg.cholesky(masses)) / scale
        squares, vectors = np.linalg.eigh(half @ K[rows, rows] @ half.T)
        weight = density * (section.polar if group.word == "twist" else section.area)
        if squares[0] < SOFTEST * stiff[group.word] / (weight * beam.length**2):
            raise ValueError(
                f"the shapes of {group.word} must not hold a rigid motion, which is the joint's; "
                f"got one with the frequency {np.sqrt(max(squares[0], 0.0)) / (2.0 * np.pi):.3g} Hz"
            )
        found.append((rows, np.sqrt(squares), half.T @ vectors))
    return found
