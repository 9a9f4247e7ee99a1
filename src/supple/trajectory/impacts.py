"""Impacts: every contact from touch-down to loss, with the peaks of its force and its indentation.

Peaks are sought on the interpolant of the method, at SAMPLES points per step and by the parabola through the highest three.
A record is read chunk by chunk; where it is cut does not change a bit of the result.
"""

from dataclasses import dataclass, field

import numpy as np

from ..integrate.solver import REC_T, REC_T1

SAMPLES = 6  # points inside a step at which a peak is sought


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


@dataclass(slots=True)
class Peak:
    """The largest of a series that arrives in pieces."""

    best: tuple = ()  # the highest sample so far as ((time, value),), or between its two neighbours
    tail: tuple = ()  # the last two samples: the very last one waits for its right neighbour

    def take(self, t, values):
        """Add samples, in order of time."""
        if len(t) == 0:
            return
        t, values = (np.concatenate([[x[i] for x in self.tail], new]) for i, new in enumerate((t, values)))
        # the first sample of all has no left neighbour and is judged alone, the last one has to wait
        first = 1 if self.tail else 0
        judged = values[first : max(len(values) - 1, 1 - first)]
        if judged.size:
            i = first + int(np.argmax(judged))
            if not self.best or values[i] > self._top:
                self.best = _points(t, values, i - 1 if i > 0 else i, i + 2 if i > 0 else i + 1)
        self.tail = _points(t, values, max(len(t) - 2, 0), len(t))

    @property
    def _top(self):
        return self.best[len(self.best) // 2][1]

    @property
    def value(self):
        """The peak, by the parabola through the highest sample and its neighbours."""
        if not self.tail:
            return 0.0
        last = self.tail[-1][1]
        if not self.best or last > self._top:
            return last
        return _vertex(*self.best) if len(self.best) == 3 else self._top


def _points(t, values, start, stop):
    return tuple(zip(t[start:stop].tolist(), values[start:stop].tolist(), strict=True))


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


@dataclass(slots=True)
class _Episode:
    """A contact that holds; `start` is None if it did so from the beginning of the run."""

    start: float | None
    speed: float
    force: Peak = field(default_factory=Peak)
    depth: Peak = field(default_factory=Peak)

    def take(self, t, pressed):
        self.force.take(t, pressed[:, 0])
        self.depth.take(t, pressed[:, 1])


def in_order(impacts):
    """Impacts in order of their start; of those that start together the first in the list."""
    return sorted(impacts, key=lambda impact: impact.start)


class ImpactTracker:
    """Follows all contacts through a record that arrives in chunks."""

    def __init__(self, replay):
        self._replay = replay
        self._names = replay.roster
        self._open = None  # contact -> episode
        self.peaks = {}  # contact -> [largest force, largest indentation], of contacts that held from the start too

    def take(self, record):
        """Impacts that ended within this chunk, in order of their end."""
        if self._open is None:
            self._open = {c: _Episode(None, 0.0) for c in record.touching.tolist()}
        self._names.learn(record)
        changes = record.changes
        changes = changes.select(changes.made != 0)
        which = sorted({*self._open, *changes.element.tolist()})
        if not which:
            return []
        t, elements, pressed = self._samples(record)
        number = np.min_scalar_type(max(which))  # short numbers are sorted faster
        order = np.argsort(elements.astype(number), kind="stable")
        bounds = (
            np.searchsorted(elements[order], which, side="left"),
            np.searchsorted(elements[order], which, side="right"),
        )
        ended = []
        changes = changes.select(np.argsort(changes.element, kind="stable"))
        first, last = (np.searchsorted(changes.element, which, side=side) for side in ("left", "right"))
        for j, c in enumerate(which):
            own = order[bounds[0][j] : bounds[1][j]]
            ended.extend(self._follow(c, changes.select(slice(first[j], last[j])), t[own], pressed[own]))
        return sorted(ended, key=lambda impact: impact.end)

    def finish(self):
        """Impacts that still hold, in order of their start; the tracker is done."""
        held = self.holding()
        for c in list(self._open or {}):
            self._close(c, None, None)
        return held

    def holding(self):
        """Impacts that hold now, in order of their start."""
        held = [self._impact(c, episode, None, None) for c, episode in sorted((self._open or {}).items())]
        return in_order(impact for impact in held if impact.start is not None)

    def highest(self):
        """The peaks, with those of contacts that hold now."""
        now = {name: list(top) for name, top in self.peaks.items()}
        for c, episode in sorted((self._open or {}).items()):
            _raise(now, self._names[c], episode)
        return now

    def _follow(self, c, changes, t, pressed):
        """Cut the samples of one contact at its changes; yield the impacts that ended."""
        cuts = np.searchsorted(t, changes.time, side="left")
        rows = zip(changes.time.tolist(), changes.made.tolist(), changes.rate.tolist(), strict=True)
        for cut_from, cut_to, change in zip([0, *cuts], [*cuts, len(t)], [*rows, None], strict=True):
            if c in self._open:
                self._open[c].take(t[cut_from:cut_to], pressed[cut_from:cut_to])
            if change is None:
                return
            time, made, rate = change
            if made > 0:
                self._open[c] = _Episode(time, rate)
            elif c in self._open:
                impact = self._close(c, time, -rate)
                if impact is not None:
                    yield impact

    def _close(self, c, end, rebound):
        episode = self._open.pop(c)
        _raise(self.peaks, self._names[c], episode)
        return None if episode.start is None else self._impact(c, episode, end, rebound)

    def _impact(self, c, episode, end, rebound):
        peaks = episode.force.value, episode.depth.value
        return Impact(self._names[c], episode.start, end, episode.speed, rebound, *peaks)

    def _samples(self, record):
        """Times, elements, (force, indentation) of all that touches, at some times inside every step."""
        t0, t1 = record.r[:, REC_T], record.r[:, REC_T1]
        steps = np.flatnonzero(record.n_touching > 0)
        # the last row of a run has no length: one sample
        points = np.where(t1[steps] > t0[steps], SAMPLES, 1)
        rows = np.repeat(steps, points)
        fraction = (np.arange(len(rows)) - np.repeat(np.cumsum(points) - points, points)) / SAMPLES
        times = t0[rows] + (t1 - t0)[rows] * fraction
        who, pressed = self._replay.inside(record, rows, times)
        return times[who[:, 0]], who[:, 1], pressed


def _raise(peaks, name, episode):
    """Let the peaks of a contact be at least those of an episode."""
    top = peaks.setdefault(name, [0.0, 0.0])
    top[0], top[1] = max(top[0], episode.force.value), max(top[1], episode.depth.value)
