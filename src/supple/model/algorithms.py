"""Rigid-body algorithms on a model: kinematics, Jacobians, mass matrix, forward and inverse dynamics, momentum.

Every function takes a model and a state y (or its first n_q + n_v components; default: the initial state) and returns new
arrays. Contacts, springs and inputs take no part: these are the algorithms of the tree alone, with gravity. A point of a
flexible body is that of the deformed body, fixed to its section, and so is the rotation there.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .._check import one_of, vector
from ..dynamics import entries
from ..spatial.modal_body import B_MC
from ..tables import BENT, COM, MASS, W_P, W_R
from .build import Model
from .flexible import is_flexible, modes_of, section


def state_of(model, y):
    """A state that may be computed with, or a sentence; None: the initial state."""
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
    entries.mass_matrix(P.tree, state_of(model, y), model.layout.n_q, P.work, M)
    return M


def inverse_dynamics(model: Model, vdot: ArrayLike, y: ArrayLike | None = None) -> np.ndarray:
    """Generalised forces [N, Nm] that give the accelerations vdot [m/s^2, rad/s^2]."""
    P, n = model.system(), model.layout.n_v
    tau = np.zeros(n)
    entries.inverse_dynamics(
        P.tree, state_of(model, y), model.layout.n_q, _coordinates("vdot", vdot, n, "-"), P.work, tau
    )
    return tau


def forward_dynamics(model: Model, tau: ArrayLike, y: ArrayLike | None = None) -> np.ndarray:
    """Accelerations [m/s^2, rad/s^2] by the generalised forces tau [N, Nm]."""
    P, layout = model.system(), model.layout
    dy = np.zeros(layout.n_q + layout.n_v)
    entries.forward_dynamics(
        P.tree, state_of(model, y), layout.n_q, _coordinates("tau", tau, layout.n_v, "-"), P.work, dy
    )
    return dy[layout.n_q :]


def gravity_forces(model: Model, y: ArrayLike | None = None) -> np.ndarray:
    """Generalised forces [N, Nm] that hold the tree at rest against gravity: g(q) of M vdot + c + g = tau."""
    at_rest = state_of(model, y).copy()
    at_rest[model.layout.n_q : model.layout.n_q + model.layout.n_v] = 0.0
    return inverse_dynamics(model, np.zeros(model.layout.n_v), at_rest)


def bias_forces(model: Model, y: ArrayLike | None = None) -> np.ndarray:
    """Coriolis, centrifugal and gravity forces [N, Nm]: h(q, v) of M vdot + h = tau."""
    return inverse_dynamics(model, np.zeros(model.layout.n_v), y)


# --- kinematics ---------------------------------------------------------------------------------------------------------
class Pose(NamedTuple):
    """Where a point of a body is, and how the body is turned."""

    position: np.ndarray  # (3,) world [m]
    rotation: np.ndarray  # (3, 3) from body axes to world axes


class Point:
    """A point of a body, at any state of a model: one system serves many states."""

    def __init__(self, model, body, point):
        self.model = model
        self.frame = model.frames[one_of("body", body, tuple(model.frames))]
        self.local = self.frame.p + self.frame.R @ np.array(vector("point", point, 3, "m"))
        self._beam, self._modes = None, None
        if is_flexible(model, body):
            self._beam, self._modes = model.scene.bodies[body].flexible, modes_of(model, body)
        self._P = model.system()
        self.fixed = self.frame.node == self._P.tree.i.shape[0]  # to the world

    def at(self, y):
        """Pose and Jacobian (6, n_v) at a state."""
        P, J = self._P, np.zeros((6, self.model.layout.n_v))
        local, bent = self.local, None
        if self.fixed:
            return Pose(local, self.frame.R), J
        if self._beam is not None:
            bent = section(self._beam, local, y[self._modes.q])
            local = bent.point
        entries.point_jacobian(P.tree, y, self.model.layout.n_q, self.frame.node, local, P.work, J)
        row = P.work[self.frame.node]
        R = row[W_R : W_R + 9].reshape(3, 3)
        position, turned = row[W_P : W_P + 3] + R @ local, R
        if bent is not None:
            J[:3, self._modes.v], J[3:, self._modes.v] = R @ bent.turning, R @ bent.moving
            turned = R @ bent.rotation
        return Pose(position, turned @ self.frame.R), J


def forward_kinematics(
    model: Model, body: str, y: ArrayLike | None = None, *, point: Sequence[float] = (0.0, 0.0, 0.0)
) -> Pose:
    """World position [m] of a point of a body, and the rotation of the body: `pose.position`, `pose.rotation`."""
    return Point(model, body, point).at(state_of(model, y))[0]


def jacobian(
    model: Model, body: str, y: ArrayLike | None = None, *, point: Sequence[float] = (0.0, 0.0, 0.0)
) -> np.ndarray:
    """Jacobian (6, n_v) of a point of a body: angular velocity, then velocity of the point, world axes."""
    return Point(model, body, point).at(state_of(model, y))[1]


def velocity(
    model: Model, body: str, y: ArrayLike | None = None, *, point: Sequence[float] = (0.0, 0.0, 0.0)
) -> tuple[np.ndarray, np.ndarray]:
    """Velocity [m/s] of a point of a body and its angular velocity [rad/s], world axes."""
    state, layout = state_of(model, y), model.layout
    rates = Point(model, body, point).at(state)[1] @ state[layout.n_q : layout.n_q + layout.n_v]
    return rates[3:], rates[:3]


# --- all bodies together ------------------------------------------------------------------------------------------------
def momentum(model: Model, y: ArrayLike | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Linear momentum [kg m/s] and angular momentum about the world origin [kg m^2/s]."""
    P = model.system()
    out = np.zeros(8)
    entries.energy_momentum(P.tree, state_of(model, y), model.layout.n_q, P.work, out)
    return out[2:5], out[5:]


def centre_of_mass(model: Model, y: ArrayLike | None = None) -> np.ndarray:
    """Centre of mass of everything that moves [m]."""
    P = model.system()
    f = P.tree.f
    entries.energy_momentum(P.tree, state_of(model, y), model.layout.n_q, P.work, np.zeros(8))
    points = P.work[:-1, 9:12] + np.einsum("nij,nj->ni", P.work[:-1, :9].reshape(-1, 3, 3), f[:, COM : COM + 3])
    moment = f[:, MASS] @ points
    for node in P.tree.flexible:
        first = P.tree.i[node, BENT] + B_MC
        moment += P.tree.bent[first : first + 3]
    return moment / f[:, MASS].sum()
