"""Intervals by the profile of the cost: how far may a parameter go if all others make the best of it?

    P(x_j) = min over the others of S - S_min,     interval: P <= t^2 sigma^2, t of Student's distribution

The linearised interval is the same where the cost is a paraboloid. Where it bends (an impact that comes earlier, a weak
spring beside a strong one) that is too narrow, or too wide, on one side or both; the sum of squares itself still says how
well a value explains the data. Each end is looked for from the linearised one on, by secants of sqrt(P), which is nearly
a straight line. A bound ends an interval. A point that is better than the minimum is told: `Better`.

Source    Bates & Watts (1988), Nonlinear Regression Analysis and Its Applications, chapter 6; Venzon & Moolgavkar (1988),
          Applied Statistics 37, 87-94.
"""

import numpy as np

CLOSE = 0.05  # of t: how well an end is found
TRIALS = 6  # per end
FARTHEST = 4.0  # times as far as the point before
ACCURATE = 0.01  # of t^2 sigma^2: how well the others are fitted
MOST_STEPS = 8  # for that
GAIN = 0.02  # of t^2 sigma^2: a point that is better by more is another minimum


class Better(Exception):
    """A point with a lower cost than the minimum: args[0]."""


def ends(problem, found, t, sigma, deviation, correlation, *, strict=True):
    """(low, high) in x of every parameter; a bound where that comes first, nan where the data do not tell it at all.

    deviation, correlation   of the linearised model (`fit_scene`): where the search begins
    strict                   raise `Better` where that is found
    """
    low, high = found.x - t * deviation, found.x + t * deviation
    for j in np.flatnonzero(~np.isinf(deviation)) if sigma > 0.0 else ():
        line = _Line(problem, found, j, t, sigma, deviation, correlation, strict)
        low[j], high[j] = line.end(-1.0), line.end(1.0)
    return low, high


class _Line:
    """The profile of one parameter."""

    def __init__(self, problem, found, j, t, sigma, deviation, correlation, strict):
        self._problem, self._found, self._j, self._target, self._strict = problem, found, j, t * sigma, strict
        if np.isnan(deviation[j]):  # it is at a bound
            self._slope = np.zeros(found.x.size)
            self._first = self._target / max(float(np.linalg.norm(found.J[:, j])), 1e-300)
        else:  # where the linearised model puts the others; one that is at a bound stays there to begin with
            with np.errstate(invalid="ignore"):
                self._slope = np.nan_to_num(correlation[:, j] * deviation / deviation[j], posinf=0.0, neginf=0.0)
            self._first = t * deviation[j]

    def end(self, side):
        """Where the profile reaches t^2 sigma^2 on one side."""
        problem, j, x = self._problem, self._j, self._found.x
        room = float(problem.high[j] - x[j] if side > 0.0 else x[j] - problem.low[j])
        if room <= 0.0:
            return float(x[j])
        inner, outer = (0.0, 0.0), None  # (distance, sqrt(P) over its target) on both sides of 1
        distance = min(self._first, room)
        for _ in range(TRIALS):
            height = self._height(side * distance)
            if abs(height - 1.0) <= CLOSE:
                return float(x[j] + side * min(distance / height, room))
            if height < 1.0:
                if distance >= room:
                    return float(x[j] + side * room)
                inner = distance, height
            else:
                outer = distance, height
            if outer is None:
                distance = min(distance * min(1.0 / max(height, 1e-3), FARTHEST), room)
            else:
                (a, low), (b, high) = inner, outer
                distance = a + (b - a) * min(max((1.0 - low) / (high - low), 0.1), 0.9)
        return float(x[j] + side * distance)

    def _height(self, step):
        """sqrt(P) over its target at a step from the minimum."""
        problem, found, j = self._problem, self._found, self._j
        x = found.x + self._slope * step
        x[j] = found.x[j] + step
        x = np.clip(x, problem.low, problem.high)
        others = [i for i in range(x.size) if i != j]
        cost, x = self._fitted(x, others)
        gain = found.S - cost
        if self._strict and gain > GAIN * self._target**2:
            raise Better(x)
        return float(np.sqrt(max(-gain, 0.0))) / self._target

    def _fitted(self, x, others):
        """The least cost with one parameter held, and where that is."""
        problem = self._problem
        if not others:
            r = problem.residuals(x)
            return float(r @ r), x
        from scipy.optimize import least_squares

        inside = 1e-9 * (problem.high - problem.low)[others]
        low, high = problem.low[others], problem.high[others]

        def whole(part):
            point = x.copy()
            point[others] = part
            return point

        result = least_squares(
            lambda part: problem.residuals(whole(part)), np.clip(x[others], low + inside, high - inside),
            jac=lambda part: problem.jacobian(whole(part), which=others), bounds=(low, high), x_scale="jac",
            ftol=ACCURATE * self._target**2 / max(self._found.S, 1e-300), xtol=1e-6, gtol=1e-8, max_nfev=MOST_STEPS,
        )  # fmt: skip
        return 2.0 * float(result.cost), whole(result.x)
