"""The fit as scipy sees it: x -> residuals and Jacobian, members counted, failures named.

    r_i(x) = (run_i(x) - y_i) / sd_i;    a member that failed: r_i = FAILED max|y/sd|, worse than any other
    J_ij   = (r_i(x + h_j) - r_i(x - h_j)) / (2 h_j),    h = rtol^(1/3)

The step balances the error of the runs (some rtol) against that of the central difference (h^2): shorter steps would
differentiate the step-size control. At a bound, or beside a member that failed, the difference is one-sided.
"""

import re
from collections import Counter

import numpy as np

from .members import compute_members

FAILED = 1e8  # residual of a member that failed, in those of a run that does nothing
NUMBER = re.compile(r"[-+]?\d[\d.]*(e[-+]?\d+)?")  # sentences that differ in their numbers only are one


class Problem:
    """Residuals of members; counts what it computed."""

    def __init__(self, task, parameters, sd, *, rtol, workers=1, progress=None):
        self.task, self.parameters, self.workers = task, parameters, workers
        self.y = np.concatenate([column.values for column in task.columns])
        self.sd = np.concatenate(sd)
        self.rtol, self.fraction = rtol, rtol ** (1.0 / 3.0)
        self.low, self.high = (
            np.array([p.encode(getattr(p, end)) for p in parameters.values()]) for end in ("low", "high")
        )
        self.start = self.encode({name: p.start for name, p in parameters.items()})
        self.evaluations = 0
        self.failures = Counter()  # sentence: members that failed so
        self._sentences = {}  # without their numbers: the first of them
        self.failed_at = {}  # sentence: values of the first member that failed so
        self._progress = progress

    def with_sd(self, sd):
        """The same, and the same count, with other standard deviations."""
        self.sd = np.concatenate(sd)
        return self

    def encode(self, values):
        """x of values, inside the bounds."""
        x = np.array([p.encode(values[name]) for name, p in self.parameters.items()])
        return np.clip(x, self.low, self.high)

    def decode(self, x):
        """{name: value} at x."""
        return {name: p.bounded(one) for (name, p), one in zip(self.parameters.items(), x, strict=True)}

    def members(self, many):
        """Members at many x."""
        found = compute_members(self.task, [self.decode(x) for x in many], self.workers)
        self.evaluations += len(found)
        for member in found:
            if member.failure:
                sentence = self._sentences.setdefault(NUMBER.sub("#", member.failure), member.failure)
                self.failures[sentence] += 1
                self.failed_at.setdefault(sentence, member.values)
        if self._progress is not None:
            self._progress(self.evaluations)
        return found

    def residuals(self, x):
        """r at one x."""
        return self.residuals_of(self.members([x])[0])

    def residuals_of(self, member):
        """r of a member."""
        if member.failure:
            return np.full(self.y.size, self.failed)
        return (np.concatenate(member.predicted) - self.y) / self.sd

    @property
    def failed(self):
        """Residuals of a member that failed: large and finite."""
        return FAILED * max(1.0, float(np.max(np.abs(self.y / self.sd))))

    def is_failed(self, r):
        """Whether residuals are those of a member that failed."""
        return bool(r[0] == self.failed)

    def jacobian(self, x, steps=None, which=None):
        """J at x by central differences with these steps, or those that suit the tolerance of the runs.

        which   numbers of the parameters whose columns are wanted; None: all.
        """
        steps = self.steps(x) if steps is None else steps
        up, down = np.minimum(x + steps, self.high), np.maximum(x - steps, self.low)
        which = range(x.size) if which is None else which
        n = len(which)
        ends = np.repeat(x[None, :], 2 * n, axis=0)
        for i, j in enumerate(which):
            ends[i, j], ends[n + i, j] = up[j], down[j]
        members = self.members(ends)
        columns, here = [], None
        for i, j in enumerate(which):
            pair, places = [members[i], members[n + i]], [up[j], down[j]]
            if any(member.failure for member in pair):
                here = self.members([x])[0] if here is None else here
                pair = [here if member.failure else member for member in pair]
                places = [x[j] if one is here else place for one, place in zip(pair, places, strict=True)]
            width = places[0] - places[1]
            rise = self.residuals_of(pair[0]) - self.residuals_of(pair[1])
            columns.append(rise / width if width > 0.0 else np.zeros(self.y.size))
        return np.stack(columns, axis=1)

    def blur(self, found):
        """What the error of the runs puts into a column of J: a smaller one says nothing."""
        return self.rtol * float(np.linalg.norm(found.r + self.y / self.sd)) / float(np.min(self.steps(found.x)))

    def steps(self, x):
        """Steps of differences in x."""
        return np.array([p.step(one, self.fraction) for p, one in zip(self.parameters.values(), x, strict=True)])
