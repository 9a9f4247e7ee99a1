"""The oracle: when undisturbed bodies first come closer than a level, with a bound so that nothing can be missed.

A gap cannot fall faster than F = |v_a| + |v_b| + |w_a| r_a + |w_b| r_b (r: farthest vertex from the reference point of the
motion; for a plane the distance of the other body from its own). On an interval [a, b] it is therefore at least
(g(a) + g(b) - F (b - a)) / 2. Intervals for which this is above the level are cleared; the others are halved, all at once,
until the first sign change is enclosed and everything before it is cleared down to the width FINE. What remains is divided
to the last digit. The motion is in closed form (`motions.py`), the distance is our own (`distances.py`).

FINE is a hundred-millionth of the size of the surfaces: a dip below the level that is shallower may be passed over. The
judge has no business there: encounters graze to a millionth.
"""

import itertools
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from .distances import Feature, can_touch, feature_of, gap_of, sine, vertices_at

FINE = 1e-8
MANY = 2_000_000  # intervals at once beyond which the oracle gives up
NEVER = np.inf


class OracleError(Exception):
    """The oracle cannot decide within its means."""


def first_below(gap, fall, start, end, fine):
    """First time in [start, end] at which gap(t) <= 0, NEVER if there is none.

    gap(times) and fall(a, b), the bound on its rate over intervals, take arrays. Dips shallower than `fine` may be missed.
    """
    edges = np.linspace(start, end, 33)
    g = gap(edges)
    if g[0] <= 0.0:
        return start
    a, b, ga, gb = edges[:-1], edges[1:], g[:-1], g[1:]
    bracket = None
    while True:
        hit = np.flatnonzero(gb <= 0.0)
        if hit.size:  # nothing behind the first sign change matters
            last = hit[0] + 1
            bracket = a[last - 1], b[last - 1]
            a, b, ga, gb = a[:last], b[:last], ga[:last], gb[:last]
        drop = fall(a, b) * (b - a)
        middle = 0.5 * (a + b)
        left = (ga + gb <= drop) & (drop > fine) & (a < middle) & (middle < b)
        if not left.any():
            break
        if left.sum() > MANY:
            raise OracleError("too many intervals")
        a, b, ga, gb, middle = a[left], b[left], ga[left], gb[left], middle[left]
        gm = gap(middle)
        a, b = _weave(a, middle), _weave(middle, b)
        ga, gb = _weave(ga, gm), _weave(gm, gb)
    if bracket is None:
        return NEVER
    return _divide(gap, *bracket)


def _weave(x, y):
    return np.stack([x, y], axis=1).ravel()


def _divide(gap, a, b):
    """First sign change in [a, b], where gap(a) > 0 >= gap(b), to the last digit."""
    while True:
        t = np.unique(np.linspace(a, b, 33))
        first = int(np.argmax(gap(t) <= 0.0))
        if len(t) < 33:
            return float(t[first])
        a, b = t[first - 1], t[first]


def lowest(gap, start, end, samples=1000):
    """Place and value of the least of gap(t) seen on a grid that is refined around its three lowest minima."""
    t = np.linspace(start, end, samples)
    g = gap(t)
    inner = np.flatnonzero((g[1:-1] <= g[:-2]) & (g[1:-1] <= g[2:])) + 1
    places = [int(np.argmin(g)), *inner[np.argsort(g[inner])][:3]]
    best = t[places[0]], g[places[0]]
    low, high = t[np.maximum(np.subtract(places, 1), 0)], t[np.minimum(np.add(places, 1), samples - 1)]
    rows = np.arange(len(places))
    for _ in range(9):
        fine = np.linspace(low, high, 21, axis=1)
        values = gap(fine.ravel()).reshape(fine.shape)
        j = np.argmin(values, axis=1)
        i = int(np.argmin(values[rows, j]))
        if values[i, j[i]] < best[1]:
            best = fine[i, j[i]], values[i, j[i]]
        low, high = fine[rows, np.maximum(j - 1, 0)], fine[rows, np.minimum(j + 1, 20)]
    return float(best[0]), float(best[1])


@dataclass(frozen=True)
class Pair:
    """Two surfaces on two motions."""

    a: Feature
    b: Feature
    motion_a: object
    motion_b: object
    names: tuple = ("", "")

    def gap(self, t):
        t = np.atleast_1d(t)
        return gap_of(self.a, self.motion_a.pose(t), self.b, self.motion_b.pose(t))

    def fall(self, start, end):
        """Bound on the rate of the gap over each interval."""
        ma, mb = self.motion_a, self.motion_b
        own = ma.speed(start, end) + mb.speed(start, end)
        if self.a.kind != "plane" and self.b.kind != "plane":
            return own + ma.spin * self.a.reach + mb.spin * self.b.reach
        plane, ball = (ma, mb) if self.a.kind == "plane" else (mb, ma)
        reach = (self.b if self.a.kind == "plane" else self.a).reach
        bound = own + ball.spin * reach
        if plane.spin > 0.0:
            apart = np.linalg.norm(plane.pose(start)[0] - ball.pose(start)[0], axis=-1)
            bound = bound + plane.spin * (apart + own * (end - start) + reach)
        return bound

    @cached_property
    def size(self):
        """Radii and reaches [m] of both."""
        planes = (self.a.kind == "plane", self.b.kind == "plane")
        return sum(f.radius + f.reach for f, plane in zip((self.a, self.b), planes, strict=True) if not plane)

    def stray(self, end):
        """What a relative error of one in every coordinate makes of the gap [m]; see `motions.py`."""
        total = 0.0
        for own, other, motion in ((self.a, self.b, self.motion_a), (self.b, self.a, self.motion_b)):
            reach = own.reach
            if own.kind == "plane" and motion.spin > 0.0:  # the turning plane reaches as far as the other body
                partner = self.motion_b if own is self.a else self.motion_a
                reach = other.reach + partner.extent(end) + motion.extent(end)
            total += motion.stray(reach, end)
        return total

    def extent(self, end):
        """The largest coordinate and the longest way of a vertex [m]: what rounding is relative to."""
        turning = self.motion_a.spin * self.a.reach + self.motion_b.spin * self.b.reach
        return self.motion_a.extent(end) + self.motion_b.extent(end) + self.size + turning * end

    def parallel(self, start, end):
        """Whether two segments come, or may come, close to parallel between two times."""
        if not self.a.kind == self.b.kind == "segment":
            return False
        if not all(hasattr(motion, "pose") for motion in (self.motion_a, self.motion_b)):
            return True  # nobody knows
        t = np.linspace(start, end, 21)
        x, y = vertices_at(self.a, self.motion_a.pose(t)), vertices_at(self.b, self.motion_b.pose(t))
        return bool(sine(x[:, 0], x[:, 1], y[:, 0], y[:, 1]).min() < 0.1)

    @property
    def shorter(self):
        """Length of the shorter of two segments [m]."""
        return min(float(np.linalg.norm(f.vertices[-1] - f.vertices[0])) for f in (self.a, self.b))

    def straight(self):
        """(p, v, radii) of two balls in straight relative motion, None for all else."""
        if not all(f.kind == "points" and f.reach == 0.0 for f in (self.a, self.b)):
            return None
        lines = [(m.at, (0, 0, 0), (0, 0, 0)) if not m.moves else _line(m) for m in (self.motion_a, self.motion_b)]
        if None in lines or lines[0][2] != lines[1][2]:
            return None
        p, v = (np.subtract(lines[1][i], lines[0][i]) for i in (0, 1))
        return p, v, self.a.radius + self.b.radius


def _line(motion):
    if not hasattr(motion, "velocity"):
        return None
    return motion.position, motion.velocity, tuple(motion.gravity)


@dataclass(frozen=True)
class Limit:
    """A joint coordinate against a stop: `side` is +1 for the high one."""

    coordinate: object  # Polynomial or Harmonic
    value: float
    side: float
    names: tuple = ("", "")

    def gap(self, t):
        return self.side * (self.value - self.coordinate.value(np.atleast_1d(t)))

    def fall(self, start, end):
        return self.coordinate.rate(start, end)

    @property
    def size(self):
        return abs(self.value)

    def stray(self, end):
        return self.coordinate.stray(end)

    def extent(self, end):
        return abs(self.value) + self.coordinate.largest(end)

    def parallel(self, start, end):
        return False

    def straight(self):
        return None


def pairs_of(bodies):
    """All pairs of surfaces that can touch; bodies are (name, motion, surfaces)."""
    found = []
    features = [(name, motion, [feature_of(s, motion.centre) for s in surfaces]) for name, motion, surfaces in bodies]
    for (name_a, ma, fa), (name_b, mb, fb) in itertools.combinations(features, 2):
        if ma.moves or mb.moves:
            found.extend(Pair(a, b, ma, mb, (name_a, name_b)) for a in fa for b in fb if can_touch(a, b))
    return found


def first_touch(pairs, end, levels=None, start=0.0):
    """(time, pair) of the first touch between `start` and `end`, (NEVER, None) if there is none.

    levels: for each pair the gap [m] that counts as touching, 0 by default. Before `start` nothing is below them.
    """
    best, who = NEVER, None
    levels = np.zeros(len(pairs)) if levels is None else levels
    lines = [pair.straight() for pair in pairs]
    known = [i for i, line in enumerate(lines) if line is not None]
    if known:
        t = _meetings([lines[i] for i in known], levels[known])
        i = int(np.argmin(t))
        if t[i] <= end:
            best, who = float(t[i]), pairs[known[i]]
    for pair, line, level in zip(pairs, lines, levels, strict=True):
        if line is not None:
            continue
        until = min(end, best)
        if until <= start:
            continue
        t = first_below(lambda t, p=pair, x=level: p.gap(t) - x, pair.fall, start, until, FINE * pair.size)
        if t < best:
            best, who = t, pair
    return best, who


def _meetings(lines, levels):
    """Times at which balls in straight relative motion come within their radii plus a level."""
    p, v = np.array([line[0] for line in lines]), np.array([line[1] for line in lines])
    R = np.array([line[2] for line in lines]) + levels
    a, b = np.sum(v * v, axis=1), np.sum(p * v, axis=1)
    safe = np.where(a > 0.0, a, 1.0)
    closest = np.linalg.norm(p - (b / safe)[:, None] * v, axis=1)
    depth = (R - closest) * (R + closest)
    t = -b / safe - np.sqrt(np.maximum(depth, 0.0) / safe)
    t = np.where((a > 0.0) & (depth >= 0.0) & (t >= 0.0) & (R > 0.0), t, NEVER)
    return np.where(np.linalg.norm(p, axis=1) <= R, 0.0, t)
