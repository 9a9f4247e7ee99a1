"""Rows that the compiled loop wrote, collected chunk by chunk.

A step is recorded by the state at its start; the state at the end of the run is the last row. The discrete state is kept as
its value at the start and the log of its changes; a row knows how many changes had happened (`REC_LOG`). A long record can
be cut into short ones (`chunks`), each of which is a record of its own: that is how memory stays flat.

Columns of the log and of the discrete state are read here only; others ask for `changes` and `touching`.
"""

from typing import NamedTuple

import numpy as np

from ..integrate.solver import EVENTS, N_LOG, N_RECORD, REC_LOG, REC_T, REC_T1, T
from ..tables import (
    E_CONTACT,
    E_DELTA,
    E_FRICTION,
    E_HOLD,
    E_NORMAL,
    E_OLD_NORMAL,
    E_RATE,
    E_TIME,
    M_NORMAL,
    N_HOLD,
    TOUCHING,
)


class Changes(NamedTuple):
    """Changes of mode, in order of time: one item per change in each array."""

    time: np.ndarray  # [s]
    contact: np.ndarray  # index
    made: np.ndarray  # 1: the contact was made, -1: it was lost, 0: neither
    friction: np.ndarray  # mode of the friction law afterwards
    delta: np.ndarray  # [m or rad] indentation
    rate: np.ndarray  # [m/s or rad/s]

    def select(self, which):
        """Some of them: a slice, a mask or indices."""
        return Changes(*(column[which] for column in self))


class Recorded(NamedTuple):
    """A record: rows of steps, the log of the changes of mode, and the discrete state before the first row."""

    r: np.ndarray  # (n, N_REC_R)
    k: np.ndarray  # (n, N_REC_K)
    y: np.ndarray  # (n, n_y)
    log: np.ndarray
    mode: np.ndarray  # at the start
    hold: np.ndarray  # at the start

    @property
    def changes(self):
        """The log by name."""
        log = self.log
        made = (log[:, E_NORMAL] == TOUCHING).astype(int) - (log[:, E_OLD_NORMAL] == TOUCHING).astype(int)
        contact, friction = (log[:, column].astype(int) for column in (E_CONTACT, E_FRICTION))
        return Changes(log[:, E_TIME], contact, made, friction, log[:, E_DELTA], log[:, E_RATE])

    @property
    def touching(self):
        """Indices of the contacts that touch at the start."""
        return np.flatnonzero(self.mode[:, M_NORMAL] == TOUCHING)

    @property
    def n_touching(self):
        """How many contacts touch in each row."""
        counts = np.concatenate([[len(self.touching)], self.changes.made]).cumsum()
        return counts[self.k[:, REC_LOG]]

    def opened(self):
        """The same rows as if every contact were open all the time."""
        return self._replace(k=np.zeros_like(self.k), mode=np.zeros_like(self.mode))

    def after(self, changes):
        """The same as a part of a run in which so many changes have happened before it."""
        k = self.k.copy()
        k[:, REC_LOG] += changes
        return self._replace(k=k)

    def without_rows(self):
        """Only the discrete state at the start, and the widths of the tables."""
        return Recorded(*(part[:0].copy() for part in self[:4]), self.mode, self.hold)

    def final(self):
        """(mode, hold) in the last row."""
        return self.discrete(int(self.k[-1, REC_LOG]))

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
            part = Recorded(self.r[a:b], self.k[a:b], self.y[a:b], self.log[done:until], mode, hold).after(-done)
            yield part
            mode, hold = part.discrete(until - done)
            done = until


# parts of a record as a file keeps them, beside the states: rows per step and per change, and what is there once
PER_STEP, PER_CHANGE, AT_START = ("r", "k"), ("log",), ("mode", "hold")


class Records:
    """Collects the buffers of a running loop, which begins with the discrete state that the problem P has now."""

    def __init__(self, P):
        self.mode, self.hold = P.mode.copy(), P.hold.copy()
        self.done = 0  # changes of mode before the first row held here
        self._clear()

    def _clear(self):
        self.r, self.k, self.y, self.log = [], [], [], []

    @property
    def size(self):
        """Number of rows held."""
        return sum(map(len, self.r))

    def take(self, S):
        """Copy what the loop has written since the last time."""
        n, m = S.k[N_RECORD], S.k[N_LOG]
        self._add(S.rec_r[:n], S.rec_k[:n], S.rec_y[:n], S.log[:m])
        S.k[[N_RECORD, N_LOG]] = 0

    def take_end(self, S):
        """Add the final state as the last row."""
        r = np.zeros((1, S.rec_r.shape[1]))
        r[0, [REC_T, REC_T1]] = S.r[T]
        k = np.zeros((1, S.rec_k.shape[1]), dtype=np.int64)
        k[0, REC_LOG] = S.k[EVENTS]
        self._add(r, k, S.y[None, :], S.log[:0])

    def _add(self, *rows):
        for store, part in zip((self.r, self.k, self.y, self.log), rows, strict=True):
            store.append(part.copy())

    def give(self):
        """Everything held as one record; the collector is empty afterwards and goes on from there."""
        r, k, y, log = (np.concatenate(part) for part in (self.r, self.k, self.y, self.log))
        record = Recorded(r, k, y, log, self.mode, self.hold).after(-self.done)
        self.done += len(log)
        self.mode, self.hold = record.discrete(len(log))
        self._clear()
        return record
