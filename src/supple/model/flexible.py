"""Flexible bodies -> constants of the kernels, and the places where something sits on them.

What sits on a flexible body is fixed to the section at its x: a child's joint, a surface, a force, the end of a spring.
Every such section is a station, a node of the tree; `attachments` lists them before the tree is complete.
"""

from typing import NamedTuple

import numpy as np

from ..flexible.beam import SECOND_ORDER
from ..joints.station import C_MODE, C_NORMS, C_R0, station_constants
from ..spatial.modal_body import (
    C_B,
    C_C,
    C_G,
    C_H0,
    C_J0,
    C_J1,
    C_J2,
    C_K,
    C_M,
    C_POINTS,
    C_S0,
    C_S1,
    C_S2,
    modal_constants,
    modal_mode,
    modal_pair,
)
from ..tables import N_V, QI, VI

SYMMETRIC = [0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]  # xx, yy, zz, xy, xz, yz


def body_constants(beam):
    """The numbers of a flexible body in the order of spatial/modal_body.py."""
    inv = beam.invariants()
    m = len(inv.M)
    low, high = beam.span
    G = (beam.station(low).Psi - beam.station(high).Psi) / (high - low)
    out = np.zeros(modal_constants(m))
    out[C_S0 : C_S0 + 3], out[C_J0 : C_J0 + 6] = inv.S0, inv.J0[SYMMETRIC]
    for i in range(m):
        k = modal_mode(0, i)
        out[k + C_S1 : k + C_S1 + 3], out[k + C_H0 : k + C_H0 + 3] = inv.S1[i], inv.h0[i]
        out[k + C_J1 : k + C_J1 + 6] = inv.J1[i][SYMMETRIC]
        for j in range(m):
            k = modal_pair(0, m, i, j)
            out[k + C_S2 : k + C_S2 + 3], out[k + C_B : k + C_B + 3] = inv.S2[i, j], inv.B[i, j]
            out[k + C_J2 : k + C_J2 + 6] = inv.J2[i, j][SYMMETRIC]
            out[[k + C_M, k + C_K, k + C_C, k + C_G]] = inv.M[i, j], inv.K[i, j], inv.C[i, j], G[i, j]
    if beam.inertia == SECOND_ORDER:
        return out
    points = beam.mass_points()
    out[C_POINTS] = len(points.mass)
    spin = [points.J[SYMMETRIC], points.h.ravel(), points.M.ravel()]
    parts = zip(points.mass, points.r0, points.Phi, points.Psi, strict=True)
    return np.concatenate([out, *spin, *(np.concatenate([[g], r, p.ravel(), q.ravel()]) for g, r, p, q in parts)])


def station_row(beam, x):
    """The numbers of a station in the order of joints/station.py."""
    at = beam.station(x)
    m = len(at.Psi)
    out = np.zeros(station_constants(m))
    out[C_R0 : C_R0 + 3] = at.r0
    out[C_NORMS : C_NORMS + 3] = [np.linalg.norm(part, 2) if m else 0.0 for part in (at.Phi, at.Psi, at.Theta)]
    for i in range(m):
        k = C_MODE + 6 * i
        out[k : k + 3], out[k + 3 : k + 6] = at.Phi[i], at.Theta[i]
    out[C_MODE + 6 * m :] = at.Psi.ravel()
    return out


# --- points of a deformed body, for results ------------------------------------------------------------------------------
class Bent(NamedTuple):
    """A material point of a flexible body where it is deformed, in the axes of the beam."""

    point: np.ndarray  # (..., 3) [m]
    rotation: np.ndarray  # (..., 3, 3) of its section
    moving: np.ndarray  # (..., 3, m) of the point per unit of the modal coordinates
    turning: np.ndarray  # (..., 3, m) of the section


class Modes(NamedTuple):
    """Where the modal coordinates and velocities of a body are."""

    q: slice  # in q
    v: slice  # in v


def is_flexible(model, body):
    """Whether a body is flexible."""
    bodies = getattr(model.scene, "bodies", {})  # a stored scene has none
    return body != "world" and getattr(bodies.get(body), "flexible", None) is not None


def modes_of(model, body):
    """Where the modal coordinates of a flexible body are in q and v."""
    row = model.tables.tree.i[model.frames[body].node]
    return Modes(slice(row[QI], row[QI] + row[N_V]), slice(row[VI], row[VI] + row[N_V]))


def section(beam, point, eta):
    """A point (axes of the beam, undeformed) of a beam with the modal coordinates eta (..., m); as joints/station.py."""
    eta = np.asarray(eta, dtype=float)
    low, high = beam.span
    at = beam.station(float(min(max(point[0], low), high)))
    L = np.broadcast_to(at.Phi.T, (*eta.shape[:-1], 3, eta.shape[-1])).copy()
    L[..., 0, :] += eta @ at.Psi
    axis = at.r0 + 0.5 * ((L + at.Phi.T) @ eta[..., None])[..., 0]
    c = 0.5 * eta @ at.Theta
    k = 1.0 / (1.0 + (c * c).sum(axis=-1))[..., None, None]
    tilde = np.cross(np.eye(3), c[..., None, :])  # rows e_i x c: the matrix of c x
    R = np.eye(3) + 2.0 * k * (tilde + tilde @ tilde)
    W = k * (at.Theta.T + tilde @ at.Theta.T)
    offset = R @ (np.asarray(point, dtype=float) - at.r0)
    swing = np.cross(W, offset[..., None, :], axisa=-2, axisb=-1, axisc=-2) if W.size else W
    return Bent(axis + offset, R, L + swing, W)


def section_products(beam, point, eta, rate):
    """Acceleration (..., 3) of a point of a beam in its axes while the rates (..., m) of the modes do not change."""
    eta, rate = np.asarray(eta, dtype=float), np.asarray(rate, dtype=float)
    low, high = beam.span
    at = beam.station(float(min(max(point[0], low), high)))
    bent = section(beam, point, eta)
    bow = np.zeros((*eta.shape[:-1], 3))
    bow[..., 0] = np.einsum("...i,ij,...j", rate, at.Psi, rate)
    c, c_rate = 0.5 * eta @ at.Theta, 0.5 * rate @ at.Theta
    turn = (bent.turning @ rate[..., None])[..., 0]
    slowing = -2.0 * (c * c_rate).sum(axis=-1) / (1.0 + (c * c).sum(axis=-1))
    offset = (bent.rotation @ (np.asarray(point, dtype=float) - at.r0)[..., None])[..., 0]
    return bow + np.cross(slowing[..., None] * turn, offset) + np.cross(turn, np.cross(turn, offset))


# --- what sits on a body --------------------------------------------------------------------------------------------------
def attachments(scene):
    """(body, point of it) of all that sits on bodies, besides children."""
    for body in scene.bodies.values():
        for surface in body.surfaces:
            yield from ((body.name, part.at) for part in surface.features())
    for force in scene.forces:
        if force.kind != "joint":
            yield force.body, force.at
    for element in scene.elements.values():
        for part in ("a", "b"):
            if hasattr(element, f"at_{part}"):
                yield getattr(element, part), getattr(element, f"at_{part}")
