"""A start that no motion could have led to is a mistake in the scene, not a simulation.

Two things are refused: a body whose middle is inside what it touches (the indentation is no longer small, and the force may
push it further in), and contacts that store more energy than an impact of the whole model at FASTEST would give them
(a stiff contact that begins millimetres deep would shoot the bodies out).
"""

import math

import numpy as np

from ..elements.contact import deepest
from ..elements.dispatch import CONTACT as CONTACT_KIND
from ..elements.dispatch import LIMIT
from ..elements.observed import CONTACT, N_OBSERVED, N_STORED, O_DELTA, O_FORCE
from ..integrate.solver import N_REC_K, N_REC_R
from ..system.entries import begin, observe_elements, observe_energy
from ..tables import EL_A, EL_B, EL_KIND, M_NORMAL, MASS, OPEN, SHORT
from .room import grown, state_size
from .user_laws import failures, forget_failures

FASTEST = 100.0  # [m/s]


def start_of(model):
    """Names of the contacts that hold at the start of the model's own initial state; raises if it is impossible."""
    forget_failures(model)
    P, _ = started(model, model.system(), 0.0, model.y0)
    return [_name(model, P, e) for e in _touching(P)]


def started(model, P, t, y):
    """(P, y) at the start of a run at t [s] from the state y: whatever overlaps touches; with all the room it takes."""
    while True:
        state = np.zeros(state_size(P))
        state[: model.layout.size] = y[: model.layout.size]
        begin(P, t, state)
        if P.count[SHORT] == 0:
            check_start(model, P, state)
            return P, state
        fresh = model.system(room=grown(P))
        fresh.size[:], fresh.clock[:] = P.size, P.clock
        P = fresh


def _touching(P):
    contacts = (P.el_i[:, EL_KIND] == CONTACT_KIND) | (P.el_i[:, EL_KIND] == LIMIT)
    return np.flatnonzero(contacts & (P.mode[:, M_NORMAL] != OPEN))


def _name(model, P, e):
    return model.name_of(e, *P.el_i[e, [EL_A, EL_B]])


@np.errstate(all="ignore")  # forces may overflow: what is infinite is refused
def check_start(model, P, state):
    """Raise if the contacts that hold at the start (modes of P) could not have come about."""
    which = _touching(P)
    if which.size == 0:
        return
    y, k, log = state[None, :], np.zeros((1, N_REC_K), dtype=np.int64), np.zeros((0, model.log_width))
    observed = np.zeros((1, which.size, N_OBSERVED))
    observe_elements(P, which, np.zeros((1, N_REC_R)), k, y, log, np.zeros(state.size), observed)
    delta, force = observed[0, :, O_DELTA], observed[0, :, O_FORCE]
    for e, depth in zip(which, delta, strict=True):
        most = deepest(P, e) if P.el_i[e, EL_KIND] == CONTACT_KIND else math.inf
        if depth >= most:
            raise ValueError(
                f"indentation of contact {_name(model, P, e)!r} at the start must be < {most:.6g} m, the middle of what "
                f"touches, got {depth:.6g} m: move the bodies apart"
            )
    stored = np.zeros((1, N_STORED))
    observe_energy(P, k, y, log, stored)
    for failure in failures(model):
        raise ValueError(f"a user's law must have a value at the start: {failure.sentence}")
    speed = math.sqrt(2.0 * max(stored[0, CONTACT], 0.0) / max(P.tree.f[:, MASS].sum(), 1e-300))
    if not speed <= FASTEST:
        worst = int(np.argmax(delta * force))
        raise ValueError(
            f"indentation of contact {_name(model, P, which[worst])!r} at the start must be one that an impact at "
            f"{FASTEST:g} m/s could reach, got {delta[worst]:.6g} m, which takes {speed:.3g} m/s: move the bodies apart"
        )
