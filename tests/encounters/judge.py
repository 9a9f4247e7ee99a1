"""The judge: runs supple on an encounter and compares its first touch with that of the oracle.

Two questions, each with its slack, which was fixed before the first campaign.

**Against the true motion.** The first touch that supple reports must come after the first time at which the gap is <= slack
and before the first time at which it is <= -slack. No law for grazing is needed: where the touch is shallow the two times
are far apart. Without a time of the second kind a run cannot miss anything; without one of the first kind every touch is
invented. Slack is what the accuracy asked for explains,

    promise     1e-3 rtol size                  the overlap that the search for events may pass over
    rounding    (1024 + 4 N) eps extent         N steps, extent = largest coordinate and longest way; 1024 because the
                                                interpolant of DOP853, on which it looks, has coefficients of hundreds
    accuracy    2 rtol (1 + N) stray            each step may err by rtol in every coordinate, and errors add up;
                                                0 if the motion is a polynomial that explicit methods follow exactly
    implicit    2 rtol (1 + N) extent           implicit methods on polynomials: of order 2, or with Newton's tolerance

**Against its own motion.** What the run says about the bodies before its first touch must not overlap, whatever the
accuracy: the recorded motion is sampled within every step, lowest places again more finely, and the gap must be above
-(promise + rounding), in the step that ends at the touch above -(that + 5 rtol (stray + extent)): it was taken anew, and
its interpolant is another one. This judges loose tolerances and chaotic motions, for which the true motion says nothing.

Not judged: a run that ended early by its limit of steps ("out of steps"); an overlap "inside the slack"; capsules within
6 degrees of parallel ("parallel"), whose gap has a crown; many bodies with an implicit method ("too large"); what the
oracle itself cannot decide ("oracle").
"""

from dataclasses import dataclass

import numpy as np

import supple as sp

from .distances import gap_of
from .encounter import Encounter
from .oracle import NEVER, Limit, OracleError, first_touch

EPS = float(np.finfo(float).eps)
IMPLICIT = ("ode23s", "rodas5p", "trapezoid")
METHODS = ("auto", "bogacki_shampine", "dormand_prince", "dop853", *IMPLICIT)
RTOLS = (1e-2, 1e-3, 1e-4, 1e-6, 1e-8, 1e-10)
MAX_STEPS, FEW_STEPS = 4000, 100  # the latter for many bodies, whose flight takes few
MANY_BODIES = 16  # with implicit methods: their Jacobians are dense
ROUNDING = 1024.0
SAMPLES, MOST_SAMPLES = 24, 12_000  # for the motion of the run itself: in each step, in all
CROWN = 4.2e-4  # of the shorter capsule: how much the gap of nearly parallel ones exceeds their distance
CLOSEST = 4  # pairs that are looked at more finely
MANY_PAIRS = 100  # beyond, the own motion is not judged: these are balls on straight lines, and the oracle suffices


@dataclass(frozen=True)
class Verdict:
    """What became of one run."""

    answer: str  # "touched", "clear", "missed", "invented", or why it was not judged
    own: str  # the same of its own motion: "clear", "missed", or why it was not judged
    error: float = 0.0  # [s] by which the touch is off, if judged
    time: float = NEVER  # [s] of the touch by the oracle
    found: float = NEVER  # [s] by supple
    depth: float = 0.0  # [m] deepest overlap of its own motion before the touch
    steps: int = 0

    @property
    def wrong(self):
        return "missed" in (self.answer, self.own) or self.answer == "invented"


def judge(encounter: Encounter, method, rtol):
    """Run supple on an encounter and compare."""
    moving = sum(body.motion.moves for body in encounter.bodies)
    if method in IMPLICIT and moving > MANY_BODIES:
        return Verdict("too large", "too large")
    max_steps = MAX_STEPS if moving <= 4 else FEW_STEPS
    run = sp.simulate(encounter.model, encounter.end, method=method, rtol=rtol, max_steps=max_steps)
    found = min((event.time for event in run.events if event.what == "made"), default=NEVER)
    last = float(run.t[-1])
    steps = int(np.searchsorted(run.t, min(found, last)))
    depth, own = _own_motion(encounter, run, rtol, found, steps)
    if not encounter.oracle:
        return Verdict("own motion only", own, found=found, depth=depth, steps=steps)
    try:
        answer, error, time = _against_oracle(encounter, method, rtol, found, last, steps)
    except OracleError:
        answer, error, time = "oracle", 0.0, NEVER
    return Verdict(answer, own, error, time, found, depth, steps)


def slack_of(encounter, method, rtol, steps):
    """By how much [m, rad] the gap of each pair may be wrong; see the module."""
    size, stray, extent = encounter.scales
    slack = 1e-3 * rtol * size + (ROUNDING + 4.0 * steps) * EPS * extent + 2.0 * rtol * (1 + steps) * stray
    return slack + 2.0 * rtol * (1 + steps) * extent if method in IMPLICIT else slack


def _against_oracle(encounter, method, rtol, found, last, steps):
    pairs, end = encounter.pairs, encounter.end
    slack = slack_of(encounter, method, rtol, steps)
    blink = 64.0 * EPS * end  # times are not known better
    time, touching = encounter.touch
    early, near = first_touch(pairs, min(time, end), slack)
    if early == NEVER:
        early, near = time, touching
    late, deep = first_touch(pairs, end, -slack, start=time) if time < NEVER else (NEVER, None)
    if found < early - blink:
        return "invented", 0.0, time
    if late < NEVER and found > late + blink:
        if last < late:
            return "out of steps", 0.0, time
        if deep.parallel(early, late) or near.parallel(early, late):
            return "parallel", 0.0, time
        return "missed", min(found, end) - time, time
    if found == NEVER:
        if early < NEVER:
            return "inside the slack", 0.0, time
        return ("clear" if last >= end else "out of steps"), 0.0, time
    if late == NEVER:
        return "inside the slack", 0.0, time
    return "touched", abs(found - time), time


def _own_motion(encounter, run, rtol, found, steps):
    """Deepest overlap [m] of the run's own motion before its first touch, and the verdict on it."""
    t = run.t[: steps + 1]
    if len(t) < 2:
        return 0.0, "no step"
    watch = _Watch(encounter, run)
    if len(watch.pairs) > MANY_PAIRS:
        return 0.0, "many pairs"
    count = max(4, min(SAMPLES, MOST_SAMPLES // len(t)))
    inside = t[:-1, None] + np.diff(t)[:, None] * np.arange(count) / count
    times = np.append(inside.ravel(), t[-1])
    strict = times < (t[-2] if found < NEVER else NEVER)
    gaps = watch.gaps(times, watch.pairs)
    worst, wrong = 0.0, False
    for which in np.argsort(gaps.min(axis=1))[:CLOSEST]:
        pair, row = watch.pairs[which], gaps[which]
        bound = 1e-3 * rtol * pair.size + (ROUNDING + 4.0 * steps) * EPS * watch.extent
        if pair.parallel(t[0], t[-1]):
            bound += CROWN * pair.shorter
        loose = bound + 5.0 * rtol * (watch.extent + pair.size)
        for some, allowed in ((strict, bound), (~strict, loose)):
            if some.any():
                i = np.flatnonzero(some)[np.argmin(row[some])]
                low = watch.lowest(pair, times[max(i - 1, 0)], times[min(i + 1, len(times) - 1)], row[i])
                worst, wrong = max(worst, -low), wrong or low < -allowed
    return worst, "missed" if wrong else "clear"


class _Watch:
    """Gaps of all pairs along the recorded motion of a run."""

    def __init__(self, encounter, run):
        self._run = run
        self._bodies = {body.name: body for body in encounter.bodies}
        self.pairs = [pair for pair in encounter.pairs if not encounter.parents or self._apart(encounter, pair)]
        self.extent = max(pair.extent(encounter.end) for pair in self.pairs)

    def _apart(self, encounter, pair):
        a, b = pair.names
        return encounter.parents.get(a) != b and encounter.parents.get(b) != a

    def gaps(self, times, pairs):
        """One row per pair."""
        states = self._run.at(times)
        nodes = self._run.replay.nodes(states)
        poses = {name: self._pose(name, nodes) for pair in pairs for name in pair.names if name}
        rows = []
        for pair in pairs:
            if isinstance(pair, Limit):
                rows.append(pair.side * (pair.value - states[:, 0]))
            else:
                a, b = pair.names
                rows.append(gap_of(pair.a, poses[a], pair.b, poses[b]))
        return np.array(rows)

    def _pose(self, name, nodes):
        frame = self._run.model.frames[name]
        node = nodes[:, frame.node]
        R = node[:, :9].reshape(-1, 3, 3)
        origin, R = node[:, 9:12] + R @ frame.p, R @ frame.R
        return origin + R @ np.asarray(self._bodies[name].motion.centre), R

    def lowest(self, pair, low, high, value):
        for _ in range(6):
            t = np.linspace(low, high, 17)
            g = self.gaps(t, [pair])[0]
            j = int(np.argmin(g))
            value = min(value, g[j])
            low, high = t[max(j - 1, 0)], t[min(j + 1, 16)]
        return float(value)


def cases(families, seeds, methods=METHODS, rtols=RTOLS, runs=3):
    """(family, seed, [(method, rtol), ...]): each encounter is run a few times, and all combinations take turns."""
    combinations = [(method, rtol) for rtol in rtols for method in methods]
    runs = min(runs, len(combinations))
    for seed in seeds:
        for i, family in enumerate(families):
            first = runs * seed + 11 * i
            yield family, seed, [combinations[(first + k) % len(combinations)] for k in range(runs)]
