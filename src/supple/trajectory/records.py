"""Rows that the compiled loop wrote, collected chunk by chunk.

A step is recorded by the state at its start; the state at the end of the run is the last row. The discrete state is kept as
its value at the start and the log of its changes; a row knows how many changes had happened (`REC_LOG`).
"""

from typing import NamedTuple

import numpy as np

from ..integrate.solver import EVENTS, N_LOG, N_RECORD, REC_LOG, REC_T, REC_T1, T
from ..tables import E_CONTACT, E_FRICTION, E_HOLD, E_NORMAL, N_HOLD


class Recorded(NamedTuple):
    """A finished record: n steps, n + 1 states."""

    r: np.ndarray  # (n + 1, N_REC_R)
    k: np.ndarray  # (n + 1, N_REC_K)
    y: np.ndarray  # (n + 1, n_y)
    log: np.ndarray
    mode: np.ndarray  # at the start
    hold: np.ndarray  # at the start

    def discrete(self, rows):
        """(mode, hold) after the first `rows` changes."""
        mode, hold = self.mode.copy(), self.hold.copy()
        for row in self.log[:rows]:
            c = int(row[E_CONTACT])
            mode[c] = row[E_NORMAL], row[E_FRICTION]
            hold[c] = row[E_HOLD : E_HOLD + N_HOLD]
        return mode, hold


class Records:
    """Collects the buffers of a running loop."""

    def __init__(self, mode, hold):
        self.mode, self.hold = mode, hold
        self.r, self.k, self.y, self.log = [], [], [], []

    def take(self, S):
        """Copy what the loop has written since the last time."""
        n, m = S.k[N_RECORD], S.k[N_LOG]
        self.r.append(S.rec_r[:n].copy())
        self.k.append(S.rec_k[:n].copy())
        self.y.append(S.rec_y[:n].copy())
        self.log.append(S.log[:m].copy())

    def finish(self, S):
        """Everything as arrays, with the final state as last row."""
        r = np.zeros((1, S.rec_r.shape[1]))
        r[0, [REC_T, REC_T1]] = S.r[T]
        k = np.zeros((1, S.rec_k.shape[1]), dtype=np.int64)
        k[0, REC_LOG] = S.k[EVENTS]
        return Recorded(
            r=np.concatenate([*self.r, r]),
            k=np.concatenate([*self.k, k]),
            y=np.concatenate([*self.y, S.y[None, :]]),
            log=np.concatenate(self.log),
            mode=self.mode,
            hold=self.hold,
        )
