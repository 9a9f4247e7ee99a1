"""The right-hand side of a model at a state, and its derivatives: what linearisation, equilibria and modes are made of.

    y' = f(t, y),     J = df/dy,     f_t = df/dt          in the modes of that state: what touches stays touching

It is the Jacobian that the implicit methods use, over the components that are active: coordinates, velocities, internal
state of what acts (`core`: what anything depends on), then the integrals of the ledger. The derivatives are those by the
stored coordinates: of a quaternion by its four numbers.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from .._check import finite
from ..integrate.methods import choose_method
from ..integrate.solver import N_ACT, N_CORE
from ..options import Options
from ..system.entries import approach, differentiate
from ..system.jacobian import write_jacobian
from ..system.robot import Robot
from .algorithms import state_of
from .build import Model
from .room import guard_size
from .solver import have_derivatives, solver_of
from .start import started


class Derivatives(NamedTuple):
    """The right-hand side at (t, y) and its derivatives."""

    components: np.ndarray  # (n,) places in the state of what is active, `core` first
    core: int  # number of those that something depends on; the others are integrals
    f: np.ndarray  # (n,) rates
    J: np.ndarray  # (n, core) df/dy
    ft: np.ndarray  # (n,) df/dt
    y: np.ndarray  # the state itself, with the internal state of what touches


class Differentiator:
    """The derivatives of a model at any states near one another: modes are those of the system P, which serves all."""

    def __init__(self, model: Model, P: Robot, t: float):
        self.P, self._is_exact = P, model.differentiable
        method, options = choose_method("rodas5p", 1e-6), Options(end=t + 1.0, start=t)
        self.solver = solver_of(
            model,
            self.P,
            method,
            options,
            n_guard=guard_size(self.P),
            capacity=1,
            log_capacity=1,
            dense=True,
        )

        have_derivatives(P)

    def at(self, t: float, y: np.ndarray) -> Derivatives:
        """Derivatives at a state with the internal state of what touches."""
        S = self.solver
        S.y[:] = y
        if self._is_exact:
            approach(self.P, S, t)
            write_jacobian(self.P, S, t)
        else:
            differentiate(self.P, S, t)
        core, n = S.k[N_CORE], S.k[N_ACT]
        act = S.act[:n].copy()
        return Derivatives(act, int(core), S.f[act], S.J[:n, :core].copy(), S.ft[act], S.y.copy())


def derivatives(model: Model, y: ArrayLike | None = None, t: float = 0.0) -> Derivatives:
    """Right-hand side, df/dy and df/dt at the state y (default: the initial one) and the time t [s].

    What overlaps there touches, with the internal state that contacts have when they begin.
    """
    state = np.zeros(model.layout.size)
    given = state_of(model, y)[: state.size]
    state[: given.size] = given
    P, y0 = started(model, model.system(), finite("t", t, "s"), state)
    return Differentiator(model, P, float(t)).at(float(t), y0)
