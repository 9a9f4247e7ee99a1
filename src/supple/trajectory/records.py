"""Rows that the compiled loop wrote, collected chunk by chunk.

A step is recorded by the state at its start; the state at the end of the run is the last row. The discrete state is kept as
its value at the start and the log of its changes; a row knows how many changes had happened (`REC_LOG`). A long record can
be cut into short ones (`chunks`), each of which is a record of its own: that is how memory stays flat.

Columns of the log and of the discrete state are read here and in `discrete.py`; others ask for `changes` and `touching`.
Slots may be added while a run goes on: the states before are filled up with zeros.
"""

from typing import NamedTuple

import numpy as np

from ..integrate.solver import LOGGED, REC_LOG, REC_T, REC_T1, T
from ..integrate.start import take_rows
from ..tables import E_DELTA, E_ELEMENT, E_MODE, E_RATE, E_RULE, E_TIME, M_FRICTION, M_NORMAL, OPEN, YIELDING
from .discrete import Discrete


class Changes(NamedTuple):
    """Changes of contacts and stops, in order of time: one item per change in each array."""

    time: np.ndarray  # [s]
    element: np.ndarray  # number
    rule: np.ndarray
    made: np.ndarray  # 1: it was made, -1: it was lost, 0: neither
    yielding: np.ndarray  # 1: its permanent indentation begins to grow, -1: it ends, 0: neither
    friction: np.ndarray  # mode of the friction law afterwards
    slid: np.ndarray  # True: that is another one than before
    delta: np.ndarray  # [m or rad] indentation
    rate: np.ndarray  # [m/s or rad/s]
    row: np.ndarray  # of the log

    def select(self, which):
        """Some of them: a slice, a mask or indices."""
        return Changes(*(column[which] for column in self))


class ModeChange(NamedTuple):
    """A change of an element that is neither contact nor stop."""

    row: int  # of the log
    time: float  # [s]
    element: int
    rate: float
    before: tuple  # modes
    after: tuple


class Recorded(NamedTuple):
    """A record: rows of steps, the log of the changes of mode, and the discrete state before the first row."""

    r: np.ndarray  # (n, N_REC_R)
    k: np.ndarray  # (n, N_REC_K)
    y: np.ndarray  # (n, n_y)
    log: np.ndarray
    start: Discrete
    watched: np.ndarray  # (elements that are always there,) 1: it is a stop; contacts come behind

    def _is_contact(self, numbers):
        """Whether elements are contacts or stops."""
        inside = numbers < len(self.watched)
        return ~inside | (self.watched[np.where(inside, numbers, 0)] == 1) if len(self.watched) else ~inside

    @property
    def changes(self):
        """The rows of the log that tell of contacts and stops, by name."""
        told = self._is_contact(self.log[:, E_ELEMENT].astype(int))
        log, made, turned = self.log[told], self._changed(OPEN)[told], self._changed(YIELDING)[told]
        yielding = np.where(made == 0, -turned, 0)
        before = E_MODE + self.start.mode.shape[1] + M_FRICTION
        columns = (E_ELEMENT, E_RULE, E_MODE + M_FRICTION, before)
        element, rule, friction, friction_before = (log[:, column].astype(int) for column in columns)
        return Changes(
            log[:, E_TIME], element, rule, made, yielding, friction, friction != friction_before, log[:, E_DELTA],
            log[:, E_RATE], np.flatnonzero(told),
        )  # fmt: skip

    def changes_of(self, elements):
        """The rows of the log that tell of these elements, as ModeChange."""
        n = self.start.mode.shape[1]
        for row in np.flatnonzero(np.isin(self.log[:, E_ELEMENT], elements)).tolist():
            log = self.log[row]
            after, before = (tuple(log[E_MODE + a : E_MODE + a + n].astype(int).tolist()) for a in (0, n))
            yield ModeChange(row, float(log[E_TIME]), int(log[E_ELEMENT]), float(log[E_RATE]), before, after)

    def _changed(self, mode):
        """Of each row of the log: 1 if its element left this first mode, -1 if it came into it; OPEN: 1 if it was made."""
        after, before = (self.log[:, E_MODE + first + M_NORMAL] for first in (0, self.start.mode.shape[1]))
        return (after != mode).astype(int) - (before != mode).astype(int)

    @property
    def touching(self):
        """Numbers of the contacts and stops that touch at the start."""
        acting = np.flatnonzero(self.start.mode[:, M_NORMAL] != OPEN)
        return acting[self._is_contact(acting)]

    @property
    def n_touching(self):
        """How many contacts and stops touch in each row."""
        made = self._changed(OPEN)
        made[~self._is_contact(self.log[:, E_ELEMENT].astype(int))] = 0
        counts = np.concatenate([[len(self.touching)], made]).cumsum()
        return counts[self.k[:, REC_LOG]]

    def opened(self):
        """The same rows as if every contact were open all the time."""
        return self._replace(k=np.zeros_like(self.k), start=self.start.opened())

    def after(self, changes):
        """The same as a part of a run in which so many changes have happened before it."""
        if changes == 0:
            return self
        k = self.k.copy()
        k[:, REC_LOG] += changes
        return self._replace(k=k)

    def without_rows(self):
        """Only the discrete state at the start, and the widths of the tables."""
        return self._replace(**{name: getattr(self, name)[:0].copy() for name in ("r", "k", "y", "log")})

    def slots(self, first):
        """Internal state behind the component `first`, ragged: numbers per row (no zeros at the end), all numbers."""
        behind = self.y[:, first:]
        used = np.where(behind != 0.0, np.arange(1, behind.shape[1] + 1), 0).max(axis=1, initial=0)
        return used, behind[np.arange(behind.shape[1]) < used[:, None]]

    def final(self):
        """The discrete state in the last row."""
        return self.start.after(self.log[: int(self.k[-1, REC_LOG])])

    def at_start(self):
        """What is there once, by name."""
        return self.start._asdict() | {"watched": self.watched}

    def chunks(self, rows):
        """The same as records of at most `rows` rows; what happened between two of them is in the log of the earlier."""
        n, done, start = len(self.r), 0, self.start
        for a in range(0, n, rows):
            b = min(a + rows, n)
            until = len(self.log) if b == n else int(self.k[b, REC_LOG])
            part = self._replace(r=self.r[a:b], k=self.k[a:b], y=self.y[a:b], log=self.log[done:until], start=start)
            yield part.after(-done)
            start, done = start.after(self.log[done:until]), until


# parts of a record as a file keeps them, beside the states: rows per step and per change, and what is there once
PER_STEP, PER_CHANGE, PER_SLOT = ("r", "k", "used"), ("log",), ("slots",)


def with_slots(y, used, numbers):
    """States with the internal state behind them again."""
    behind = np.zeros((len(y), int(used.max(initial=0))))
    behind[np.arange(behind.shape[1]) < used[:, None]] = numbers
    return np.hstack([y, behind])


class Records:
    """Collects the buffers of a running loop, which begins with the discrete state that the system P has now."""

    def __init__(self, model, P):
        self.start = Discrete.of(P)  # before the rows of `_passed`
        self._passed = []  # rows of the log that were given away since
        self.watched = watched_of(model)
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
        k[0, REC_LOG] = S.k[LOGGED]
        self._add(r, k, S.y[None, :].copy(), S.log[:0].copy())

    def _add(self, *rows):
        for store, part in zip((self.r, self.k, self.y, self.log), rows, strict=True):
            store.append(part)

    def give(self):
        """Everything held as one record; the collector is empty afterwards and goes on from there."""
        width = max(part.shape[1] for part in self.y)
        r, k, log = (np.concatenate(part) for part in (self.r, self.k, self.log))
        y = np.concatenate([_widened(part, width) for part in self.y])
        for passed in self._passed:
            self.start = self.start.after(passed)
        record = Recorded(r, k, y, log, self.start, self.watched).after(-self.done)
        self.done += len(log)
        self._passed = [log]
        self._clear()
        return record


def _widened(y, width):
    """States with zeros for slots that were added later."""
    return y if y.shape[1] == width else np.pad(y, ((0, 0), (0, width - y.shape[1])))


def watched_of(model):
    """Which of the elements that are always there are stops."""
    return np.array([one.kind == "limit" for one in model.elements], dtype=np.int64)
