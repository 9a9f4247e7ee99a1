"""Rigid-body algorithms on a model: mass matrix, forward and inverse dynamics, Jacobians, momentum.

Every function takes a model and a state y (or its first n_q + n_v components; default: the initial state) and returns new
arrays. Contacts, springs and inputs take no part: these are the algorithms of the tree alone, with gravity.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from .._check import one_of, vector
from ..dynamics import entries
from ..spatial.modal_body import B_MC
from ..tables import BENT, COM, MASS
from .build import Model
from .flexible import is_flexible, modes_of, section


def _state(model, y):
    n = model.layout.n_q + model.layout.n_v
    state = np.ascontiguousarray(model.y0 if y is None else y, dtype=float)
    if state.ndim != 1 or state.size < n or not np.all(np.isfinite(state)):
        raise ValueError(f"y must be at least {n} finite numbers, got an array of shape {state.shape}")
    return state


def _coordinates(name, values, size, unit):
    return np.array(vector(name, values, size, unit))


def mass_matrix(model: Model, y: ArrayLike | None = None) -> np.ndarray:
    """Mass matrix [kg, kg m, kg m^2], shape (n_v, n_v)."""
    M = np.zeros((model.layout.n_v, model.layout.n_v))
    P = model.system()
    entries.mass_matrix(P.tree, _state(model, y), model.layout.n_q, P.work, M)
    return M


def inverse_dynamics(model: Model, vdot: ArrayLike, y: ArrayLike | None = None) -> np.ndarray:
    """Generalised forces [N, Nm] that give the accelerations vdot [m/s^2, rad/s^2]."""
    P, n = model.system(), model.layout.n_v
    tau = np.zeros(n)
    entries.inverse_dynamics(
        P.tree, _state(model, y), model.layout.n_q, _coordinates("vdot", vdot, n, "-"), P.work, tau
    )
    return tau


def forward_dynamics(model: Model, tau: ArrayLike, y: ArrayLike | None = None) -> np.ndarray:
    """Accelerations [m/s^2, rad/s^2] by the generalised forces tau [N, Nm]."""
    P, layout = model.system(), model.layout
    dy = np.zeros(layout.n_q + layout.n_v)
    entries.forward_dynamics(
        P.tree, _state(model, y), layout.n_q, _coordinates("tau", tau, layout.n_v, "-"), P.work, dy
    )
    return dy[layout.n_q :]


def jacobian(
    model: Model, body: str, y: ArrayLike | None = None, *, point: Sequence[float] = (0.0, 0.0, 0.0)
) -> np.ndarray:
    """Jacobian (6, n_v) of a point of a body: angular velocity, then velocity of the point, world axes."""
    frame = model.frames[one_of("body", body, tuple(model.frames))]
    J = np.zeros((6, model.layout.n_v))
    P = model.system()
    if frame.node == P.tree.i.shape[0]:
        return J
    state, n_q = _state(model, y), model.layout.n_q
    local, bent = frame.p + frame.R @ np.array(vector("point", point, 3, "m")), None
    if is_flexible(model, body):
        modes = modes_of(model, body)
        bent = section(model.scene.bodies[body].flexible, local, state[modes.q])
        local = bent.point
    entries.point_jacobian(P.tree, state, n_q, frame.node, local, P.work, J)
    if bent is not None:
        R = P.work[frame.node, :9].reshape(3, 3)
        J[:3, modes.v], J[3:, modes.v] = R @ bent.turning, R @ bent.moving
    return J


def momentum(model: Model, y: ArrayLike | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Linear momentum [kg m/s] and angular momentum about the world origin [kg m^2/s]."""
    P = model.system()
    out = np.zeros(8)
    entries.energy_momentum(P.tree, _state(model, y), model.layout.n_q, P.work, out)
    return out[2:5], out[5:]


def centre_of_mass(model: Model, y: ArrayLike | None = None) -> np.ndarray:
    """Centre of mass of everything that moves [m]."""
    P = model.system()
    f = P.tree.f
    entries.energy_momentum(P.tree, _state(model, y), model.layout.n_q, P.work, np.zeros(8))
    points = P.work[:-1, 9:12] + np.einsum("nij,nj->ni", P.work[:-1, :9].reshape(-1, 3, 3), f[:, COM : COM + 3])
    moment = f[:, MASS] @ points
    for node in P.tree.flexible:
        first = P.tree.i[node, BENT] + B_MC
        moment += P.tree.bent[first : first + 3]
    return moment / f[:, MASS].sum()
