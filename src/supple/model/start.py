"""A start that no motion could have led to is a mistake in the scene, not a simulation.

Two things are refused: a body whose middle is inside what it touches (the indentation is no longer small, and the force may
push it further in), and contacts that store more energy than an impact of the whole model at FASTEST would give them
(a stiff contact that begins millimetres deep would shoot the bodies out).
"""

import math

import numpy as np

from ..integrate.solver import N_LOG_COLUMNS, N_REC_K
from ..system.energy import CONTACT, N_STORED
from ..system.entries import N_OBSERVED, O_DELTA, O_FORCE, begin, observe_contacts, observe_energy
from ..tables import C_DEEPEST, M_NORMAL, MASS, TOUCHING
from .user_laws import failures, forget_failures

FASTEST = 100.0  # [m/s]


def start_of(model):
    """Names of the contacts that hold at the start of the model's own initial state; raises if it is impossible."""
    P = model.problem()
    forget_failures(model)
    begin(P, 0.0, model.y0.copy())
    check_start(model, P, model.y0)
    return [name for name, mode in zip(model.contact_names, P.mode, strict=True) if mode[M_NORMAL] == TOUCHING]


@np.errstate(all="ignore")  # forces may overflow: what is infinite is refused
def check_start(model, P, y0):
    """Raise if the contacts that hold at the start (modes of P) could not have come about."""
    which = np.flatnonzero(P.mode[:, M_NORMAL] == TOUCHING)
    if which.size == 0:
        return
    y, k, log = y0[None, :], np.zeros((1, N_REC_K), dtype=np.int64), np.zeros((0, N_LOG_COLUMNS))
    observed = np.zeros((1, which.size, N_OBSERVED))
    observe_contacts(P, which, k, y, log, observed)
    delta, force = observed[0, :, O_DELTA], observed[0, :, O_FORCE]
    for c, depth in zip(which, delta, strict=True):
        deepest = P.con_f[c, C_DEEPEST]
        if depth >= deepest:
            raise ValueError(
                f"indentation of contact {model.contact_names[c]!r} at the start must be < {deepest:.6g} m, the middle "
                f"of what touches, got {depth:.6g} m: move the bodies apart"
            )
    stored = np.zeros((1, N_STORED))
    observe_energy(P, k, y, log, stored)
    for failure in failures(model):
        raise ValueError(f"a user's law must have a value at the start: {failure.sentence}")
    speed = math.sqrt(2.0 * max(stored[0, CONTACT], 0.0) / max(P.tree.f[:, MASS].sum(), 1e-300))
    if not speed <= FASTEST:
        worst = int(np.argmax(delta * force))
        raise ValueError(
            f"indentation of contact {model.contact_names[which[worst]]!r} at the start must be one that an impact at "
            f"{FASTEST:g} m/s could reach, got {delta[worst]:.6g} m, which takes {speed:.3g} m/s: move the bodies apart"
        )
