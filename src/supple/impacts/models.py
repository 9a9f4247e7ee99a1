"""What a law predicts of measured impacts: restitution over speed, or the force of one impact over time.

A model gives the start of a search, the law at a point x of it, and the residuals (model - data)/sd there; `nuisance` names
parameters that belong to the measurement and not to the law.
"""

import numpy as np

from .curves import force_record, impact, run_impacts
from .design import POWERS, YIELDS, decode, elastic_peak, encode, near_point, stiffness_name, with_dampings
from .names import make_law
from .one_impact import RESTITUTION

RTOL = 1e-9
GUESSES = (0.95, 0.85, 0.7, 0.5, 0.3)  # restitution at which a search may begin
TOUCH = 0.02  # of the peak force: where the contact is taken to begin, before it is fitted


FAR = 1e3  # residual where a law has no meaning: no search goes there


def _yields(kept, free, peak):
    """`kept` with each force of first yield with which a search may begin, if that is fitted; peak force [N]."""
    if "yield_force" not in free:
        return [kept]
    return [{**kept, "yield_force": share * peak} for share in YIELDS]


def _residuals(model, law_at, weight):
    """Residuals at a point."""

    def residuals(x):
        try:
            law = law_at(x)
        except ValueError:
            return np.full(model.data.y.size, FAR)
        return (model.predict(x, law) - model.data.y) * weight

    return residuals


def _law(cls, fixed, free, x):
    values = {name: decode(name, float(number)) for name, number in zip(free, x, strict=False)}
    return make_law(cls, {**fixed, **values})


def _best(starts, residuals):
    """The point with the smallest residuals."""
    return starts[0] if len(starts) == 1 else min(starts, key=lambda x: float(np.sum(residuals(x) ** 2)))


class RestitutionModel:
    """e(v) of a law."""

    nuisance = ()

    def __init__(self, data, mass):
        self.data, self.mass = data, mass

    def steps(self, names):
        """Typical changes of the parameters in a search."""
        return np.full(len(names), 0.1)

    def restitution(self, law, speeds):
        """e of a law at speeds."""
        which = np.zeros(speeds.size, dtype=np.int64)
        return run_impacts([law], which, self.mass, speeds, 0.0, RTOL, False, 1)[:, RESTITUTION]

    def predict(self, x, law):
        """The data as the law has them."""
        return self.restitution(law, self.data.x)

    def curve(self, x, law, n):
        """The law on a fine grid."""
        v = np.geomspace(self.data.x.min(), self.data.x.max(), n)
        return v, self.restitution(law, v)

    def problem(self, cls, fixed, free):
        """Start, law at a point, residuals at a point."""
        data = self.data
        kept = {**fixed, **{name: fixed.get(name, 1.5 if name == "n" else 1.0) for name in free if name in POWERS}}
        i = int(np.argsort(data.x)[data.x.size // 2])
        speed, e = float(data.x[i]), float(np.clip(np.median(data.y), 0.02, 0.99))
        if "yield_force" in free:
            peak = elastic_peak(kept[stiffness_name(cls)], self.mass, speed)
            laws = [law for one in _yields(kept, free, peak) for law in with_dampings(cls, one, self.mass, speed)]
        else:
            laws = [near_point(cls, kept, self.mass, speed, e)]

        def law_at(x):
            return _law(cls, fixed, free, x)

        residuals = _residuals(self, law_at, 1.0 if data.sd is None else 1.0 / data.sd)
        starts = [np.array([encode(name, getattr(law, name)) for name in free]) for law in laws]
        return _best(starts, residuals), law_at, residuals


class ForceModel:
    """F(t) of one impact of known mass and speed; `start` is the time of touch-down [s]."""

    nuisance = ("start",)

    def __init__(self, data, mass, speed):
        self.data, self.mass, self.speed = data, mass, speed
        loaded = np.flatnonzero(data.y > TOUCH * data.y.max())
        self.start = float(data.x[max(loaded[0] - 1, 0)])
        self.duration = max(float(data.x[loaded[-1]]) - self.start, 1e-300)

    def steps(self, names):
        """Typical changes of the parameters in a search."""
        return np.array([0.05 * self.duration if name == "start" else 0.1 for name in names])

    def force(self, law, times):
        """Force of a law at times since touch-down."""
        return force_record(law, self.speed, self.mass, times, RTOL)

    def predict(self, x, law):
        """The data as the law has them."""
        return self.force(law, self.data.x - x[-1])

    def curve(self, x, law, n):
        """The law on a fine grid."""
        t = np.linspace(self.data.x[0], self.data.x[-1], n)
        return t, self.force(law, t - x[-1])

    def problem(self, cls, fixed, free):
        """Start, law at a point, residuals at a point."""
        kept = {name: value for name, value in fixed.items() if value is not None}
        kept |= {name: kept.get(name, 1.5 if name == "n" else 1.0) for name in free if name in POWERS}
        weight = 1.0 if self.data.sd is None else 1.0 / self.data.sd
        fixed = {name: value for name, value in kept.items() if name not in free}

        def law_at(x):
            return _law(cls, fixed, free, x)

        residuals = _residuals(self, law_at, weight)
        every = _yields(kept, free, float(self.data.y.max()))
        starts = [self._guess(cls, one, free, e) for one in every for e in GUESSES]
        return _best(starts, residuals), law_at, residuals

    def _guess(self, cls, kept, free, e):
        """A law of restitution e whose contact lasts as long as the record: stiffness by the scaling of the duration."""
        stiff = stiffness_name(cls)
        k = kept.get(stiff) or self.mass * (np.pi / self.duration) ** 2
        for _ in range(8):
            law = near_point(cls, {**kept, stiff: k}, self.mass, self.speed, e)
            ratio = impact(law, self.speed, self.mass, rtol=1e-4).duration / self.duration
            k *= ratio**2.2  # duration ~ k^(-1/(n+1)), n from 1 to 3/2
            if abs(ratio - 1.0) < 1e-3:
                break
        return np.array([*(encode(name, getattr(law, name)) for name in free), self.start])
