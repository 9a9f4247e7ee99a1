"""Intervals by the profile of the cost, on curves that need no runs."""

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from supple.ensembles.fitting.profile import CLOSE, Better, ends
from supple.ensembles.fitting.search import refined

T = np.linspace(0.2, 2.0, 8)
TARGET = 2.0  # t


class Decay:
    """y = a (1 - exp(-b t)): the classical curve whose two parameters bend the cost."""

    def __init__(self, y, low=(0.05, 0.02), high=(50.0, 20.0)):
        self.y, self.low, self.high = y, np.array(low), np.array(high)

    def residuals(self, x):
        return (x[0] * (1.0 - np.exp(-x[1] * T)) - self.y) / 0.05

    def jacobian(self, x, which=(0, 1)):
        columns = (1.0 - np.exp(-x[1] * T), x[0] * T * np.exp(-x[1] * T))
        return np.stack([columns[j] for j in which], axis=1) / 0.05

    def profile(self, j, value):
        """The least cost with one parameter held, by a search along the other."""

        def cost(other):
            x = np.array([value, other] if j == 0 else [other, value])
            r = self.residuals(x)
            return float(r @ r)

        i = 1 - j
        return minimize_scalar(cost, bounds=(self.low[i], self.high[i]), options={"xatol": 1e-10}, method="bounded").fun


def linear(found):
    sigma = float(np.sqrt(found.S / (T.size - 2)))
    covariance = sigma**2 * np.linalg.inv(found.J.T @ found.J)
    deviation = np.sqrt(np.diag(covariance))
    return sigma, deviation, covariance / np.outer(deviation, deviation)


def data(b):
    rng = np.random.default_rng(3)
    return 1.5 * (1.0 - np.exp(-b * T)) + rng.normal(0.0, 0.05, T.size)


def test_an_end_is_where_the_profile_has_risen_by_t_squared():
    problem = Decay(data(0.7))
    found = refined(problem, np.array([1.0, 1.0]))
    sigma, deviation, correlation = linear(found)
    low, high = ends(problem, found, TARGET, sigma, deviation, correlation)
    for j in range(2):
        for end in (low[j], high[j]):
            height = np.sqrt(problem.profile(j, end) - found.S) / sigma
            assert height == pytest.approx(TARGET, rel=CLOSE)
    # on the side where the curve is nearly straight, the linearised interval is far too short
    beyond = (high - found.x) / (TARGET * deviation)
    assert beyond[0] > 1.3 and (found.x - low)[0] < 0.9 * TARGET * deviation[0]


def test_a_bound_ends_an_interval_and_the_others_make_use_of_theirs():
    problem = Decay(data(0.7), high=(1.9, 20.0))
    found = refined(problem, np.array([1.0, 1.0]))
    sigma, deviation, correlation = linear(found)
    low, high = ends(problem, found, TARGET, sigma, deviation, correlation)
    assert high[0] == 1.9 and low[0] > problem.low[0]
    at = Decay(data(0.7), low=(found.x[0] * 1.1, 0.02))  # the first parameter sits at its lower bound
    stuck = refined(at, np.array([2.0, 1.0]))
    sigma, deviation, correlation = linear(stuck)
    deviation[0], correlation[0], correlation[:, 0] = np.nan, np.nan, np.nan
    low, high = ends(at, stuck, TARGET, sigma, deviation, correlation)
    assert low[0] == pytest.approx(at.low[0], rel=1e-6) and np.isfinite(high[0])
    assert np.sqrt(at.profile(1, low[1]) - stuck.S) / sigma == pytest.approx(TARGET, rel=CLOSE)


def test_a_better_minimum_is_told():
    problem = Decay(data(0.7))
    found = refined(problem, np.array([1.0, 1.0]))
    off = found.x * 1.1
    wrong = type(found)(off, problem.residuals(off), problem.jacobian(off), "none", {})
    sigma, deviation, correlation = linear(wrong)
    with pytest.raises(Better) as caught:
        ends(problem, wrong, TARGET, sigma, deviation, correlation)
    r = problem.residuals(caught.value.args[0])
    assert r @ r < wrong.S
    low, high = ends(problem, wrong, TARGET, sigma, deviation, correlation, strict=False)
    assert np.all(low < wrong.x) and np.all(high > wrong.x)
