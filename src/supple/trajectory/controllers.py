"""What sampled controllers gave out: read from the log."""

from dataclasses import dataclass

import numpy as np

from ..elements.registry import ELEMENTS
from ..elements.sampled import OUTPUTS, SATURATED, WAITING
from ..tables import E_ELEMENT, E_MODE, E_TIME, EL_ROW


@dataclass(frozen=True)
class Outputs:
    """Outputs of a controller, held from each time to the next."""

    t: np.ndarray  # (n,) [s] when they were applied
    values: np.ndarray  # (n, outputs)
    saturated: int  # samples at which a limit was reached


def is_controller(kind):
    """Whether a kind of elements is a sampled controller."""
    return hasattr(ELEMENTS.modules[ELEMENTS.number_of_file(kind)], "sample")


def outputs_of(model, record, e):
    """The outputs of controller e in a record."""
    n = int(model.tables.par[model.tables.el_i[e, EL_ROW], OUTPUTS])
    log = record.log[record.log[:, E_ELEMENT] == e]
    held = log[:, E_MODE + 2 * record.start.mode.shape[1] :]
    before = np.vstack([record.start.hold[e : e + 1], held])
    waiting = before[:, n + WAITING]
    # of a row with a new sample one more waits, unless something was applied
    applied = np.diff(before[:, n]) - np.diff(waiting) > 0
    return Outputs(log[applied, E_TIME], held[applied, :n], int(before[-1, n + SATURATED]))
