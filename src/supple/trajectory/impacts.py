"""Impacts: every contact from touch-down to loss, with the peaks of its force and its indentation.

Peaks are sought on the interpolant of the method, at some points per step and by the parabola through the highest three.
A record is read chunk by chunk; where it is cut does not change a bit of the result.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..integrate.solver import REC_T, REC_T1
from ..system.peaks import ALONE, DEPTH, FORCE, LAST, LEFT, N_PEAK, RIGHT, TOP

SAMPLES, LEAST = 1.5, 6  # points inside a step at which a peak is sought: per degree of the interpolant, and at least


@dataclass(frozen=True, slots=True)
class Impact:
    """One contact from touch-down to loss; `end` is None if it still holds at the end of the run."""

    contact: str
    start: float  # [s]
    end: float | None  # [s]
    speed: float  # [m/s] of approach; of the stop of a revolute joint [rad/s]
    rebound: float | None  # [m/s or rad/s] of separation
    peak_force: float  # [N or Nm]
    max_indentation: float  # [m or rad]

    @property
    def duration(self) -> float | None:
        """Time in contact [s], None if it still holds."""
        return None if self.end is None else self.end - self.start

    @property
    def restitution(self) -> float | None:
        """Speed of separation over speed of approach, None if it still holds or there was none."""
        return None if self.rebound is None or self.speed <= 0.0 else self.rebound / self.speed


def _peak(row, series):
    """The largest of a series in a row of peaks, by the parabola through the highest sample and its neighbours."""
    last, top = row[series + LAST], row[series + TOP + 1]
    if last > top:
        return last
    points = (tuple(row[series + place : series + place + 2]) for place in (LEFT, TOP, RIGHT))
    return top if row[series + ALONE] else _vertex(*points)


def _vertex(left, middle, right):
    """Height of the parabola through three points."""
    (a, x), (b, y), (c, z) = left, middle, right
    if not a < b < c:
        return y
    rise, fall = (y - x) / (b - a), (z - y) / (c - b)
    bend = (fall - rise) / (c - a)
    if bend >= 0.0:
        return y
    top = 0.5 * (a + b) - 0.5 * rise / bend
    return x + (top - a) * (rise + (top - b) * bend)


class _Episode(NamedTuple):
    """A contact that holds; `start` is None if it did so from the beginning of the run."""

    start: float | None
    speed: float


def in_order(impacts):
    """Impacts in order of their start; of those that start together the first in the list."""
    return sorted(impacts, key=lambda impact: impact.start)


class ImpactTracker:
    """Follows all contacts through a record that arrives in chunks."""

    def __init__(self, replay):
        self._replay = replay
        self._names = replay.roster
        self._points = max(LEAST, round(SAMPLES * max(pair.dense.shape[1] for pair in replay.method.pairs)))
        self._open = None  # contact -> episode
        self._rows = np.zeros((0, N_PEAK))  # peaks of what holds, by its number: system/peaks.py
        self.peaks = {}  # contact -> [largest force, largest indentation], of contacts that held from the start too

    def take(self, record):
        """Impacts that ended within this chunk, in order of their end."""
        if self._open is None:
            self._open = {c: _Episode(None, 0.0) for c in record.touching.tolist()}
        self._names.learn(record)
        changes = record.changes
        changes = changes.select(changes.made != 0)
        if not self._open and not len(changes.time):
            return []
        self._rows, lost = self._replay.peaks(record, *_samples(record, self._points), self._rows)
        changes = changes.select(np.argsort(changes.element, kind="stable"))
        columns = (changes.element, changes.time, changes.made, changes.rate, changes.row)
        ended = []
        for c, time, made, rate, row in zip(*(column.tolist() for column in columns), strict=True):
            if made > 0:
                self._open[c] = _Episode(time, rate)
            elif c in self._open:
                impact = self._close(c, lost[row], time, -rate)
                if impact is not None:
                    ended.append(impact)
        return sorted(ended, key=lambda impact: impact.end)

    def finish(self):
        """Impacts that still hold, in order of their start; the tracker is done."""
        held = self.holding()
        for c in list(self._open or {}):
            self._close(c, self._rows[c], None, None)
        return held

    def holding(self):
        """Impacts that hold now, in order of their start."""
        episodes = [(c, episode) for c, episode in sorted((self._open or {}).items()) if episode.start is not None]
        return in_order(self._impact(c, episode, _peaks(self._rows[c]), None, None) for c, episode in episodes)

    def highest(self):
        """The peaks, with those of contacts that hold now."""
        now = {name: list(top) for name, top in self.peaks.items()}
        for c in sorted(self._open or {}):
            _raise(now, self._names[c], _peaks(self._rows[c]))
        return now

    def _close(self, c, row, end, rebound):
        episode, peaks = self._open.pop(c), _peaks(row)
        _raise(self.peaks, self._names[c], peaks)
        return None if episode.start is None else self._impact(c, episode, peaks, end, rebound)

    def _impact(self, c, episode, peaks, end, rebound):
        return Impact(self._names[c], episode.start, end, episode.speed, rebound, *peaks)


def _samples(record, points):
    """(rows, times): so many times inside every step in which something touches."""
    t0, t1 = record.r[:, REC_T], record.r[:, REC_T1]
    steps = np.flatnonzero(record.n_touching > 0)
    # the last row of a run has no length: one sample
    each = np.where(t1[steps] > t0[steps], points, 1)
    rows = np.repeat(steps, each)
    fraction = (np.arange(len(rows)) - np.repeat(np.cumsum(each) - each, each)) / points
    return rows, t0[rows] + (t1 - t0)[rows] * fraction


def _peaks(row):
    """(largest force, largest indentation) of a row of peaks."""
    row = row.tolist()
    return _peak(row, FORCE), _peak(row, DEPTH)


def _raise(highest, name, peaks):
    """Let the peaks of a contact be at least these."""
    top = highest.setdefault(name, [0.0, 0.0])
    top[0], top[1] = max(top[0], peaks[0]), max(top[1], peaks[1])
