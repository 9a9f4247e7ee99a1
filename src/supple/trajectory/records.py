"""Rows that the compiled loop wrote, collected chunk by chunk.

A step is recorded by the state at its start; the state at the end of the run is the last row. The discrete state is kept as
its value at the start and the log of its changes; a row knows how many changes had happened (`REC_LOG`). A long record can
be cut into short ones (`chunks`), each of which is a record of its own: that is how memory stays flat.
"""

from typing import NamedTuple

import numpy as np

from ..integrate.solver import EVENTS, REC_LOG, REC_T, REC_T1, T
from ..integrate.start import take_rows
from ..tables import E_CONTACT, E_FRICTION, E_HOLD, E_NORMAL, N_HOLD


class Recorded(NamedTuple):
    """A record: rows of steps, the log of the changes of mode, and the discrete state before the first row."""

    r: np.ndarray  # (n, N_REC_R)
    k: np.ndarray  # (n, N_REC_K)
    y: np.ndarray  # (n, n_y)
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

    def chunks(self, rows):
        """The same as records of at most `rows` rows; what happened between two of them is in the log of the earlier."""
        n, done, mode, hold = len(self.r), 0, self.mode, self.hold
        for a in range(0, n, rows):
            b = min(a + rows, n)
            until = len(self.log) if b == n else int(self.k[b, REC_LOG])
            k = self.k[a:b].copy()
            k[:, REC_LOG] -= done
            part = Recorded(self.r[a:b], k, self.y[a:b], self.log[done:until], mode, hold)
            yield part
            mode, hold = part.discrete(until - done)
            done = until


class Records:
    """Collects the buffers of a running loop."""

    def __init__(self, mode, hold):
        self.mode, self.hold = mode.copy(), hold.copy()
        self.done = 0  # changes of mode before the first row held here
        self._clear()

    def _clear(self):
        self.r, self.k, self.y, self.log = [], [], [], []

    @property
    def size(self):
        """Number of rows held."""
        return sum(map(len, self.r))

    def take(self, S):
        """Take what the loop has written since the last time."""
        self._add(*take_rows(S))

    def take_end(self, S):
        """Add the final state as the last row."""
        r = np.zeros((1, S.rec_r.shape[1]))
        r[0, [REC_T, REC_T1]] = S.r[T]
        k = np.zeros((1, S.rec_k.shape[1]), dtype=np.int64)
        k[0, REC_LOG] = S.k[EVENTS]
        self._add(r, k, S.y[None, :].copy(), S.log[:0].copy())

    def _add(self, *rows):
        for store, part in zip((self.r, self.k, self.y, self.log), rows, strict=True):
            store.append(part)

    def give(self):
        """Everything held as one record; the collector is empty afterwards and goes on from there."""
        r, k, y, log = (np.concatenate(part) for part in (self.r, self.k, self.y, self.log))
        k[:, REC_LOG] -= self.done
        record = Recorded(r, k, y, log, self.mode, self.hold)
        self.done += len(log)
        self.mode, self.hold = record.discrete(len(log))
        self._clear()
        return record
