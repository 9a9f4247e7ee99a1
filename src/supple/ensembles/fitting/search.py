"""The search: starts from a Latin hypercube, least squares from the best of them, simplices where the cost is rough.

    1  starts       `starts` points of a Latin hypercube between the bounds (the given start is one more); the best are kept
    2  refinement   scipy's least_squares (trust region, bounds) from the given start and from the best others
    3  a look       S(x -+ d_j) - S(x) beside what gradient and Jacobian say, 2 g_j d + |J_j|^2 d^2, for a step d_j of about
                    one standard deviation in each parameter: they differ by more than ROUGH of it where events (an
                    impact more or less, a slip that sticks) make the cost rough between here and there
    4  rough        Nelder & Mead from there with a simplex of these steps; the better point counts, and J is that of
                    differences over d_j, which see the slope of the hill and not that of its stones

Source    Nelder & Mead (1965); McKay, Beckman & Conover (1979) for the hypercube; scipy's documentation of least_squares.
Limits    a minimum is the best of those found, not proven to be the lowest.
"""

from dataclasses import dataclass

import numpy as np

TOLERANCE = 1e-7  # of cost, step and gradient
MOST_STEPS = 60  # of least squares
ROUGH = 0.5  # of the predicted change of the cost
WIDEST = 0.25  # of the range: longest step of the look
SIMPLEX_RUNS = 80  # per parameter
FINE = 0.02  # of a standard deviation: where the simplex ends


@dataclass(frozen=True, slots=True)
class Start:
    """Where a refinement began and what came of it; S is the sum of squares."""

    values: dict
    S: float
    end: dict
    S_end: float


@dataclass(frozen=True, slots=True)
class Found:
    """A minimum: x, its residuals and Jacobian, how it was found."""

    x: np.ndarray
    r: np.ndarray
    J: np.ndarray
    method: str
    rough: dict  # parameter: by how much the cost differed from its prediction, where that is more than ROUGH
    starts: tuple = ()

    @property
    def S(self):
        """Sum of squares."""
        return float(self.r @ self.r)


def search(problem, starts, refine, seed):
    """The best minimum from several starts."""
    begun = [problem.start, *_hypercube(problem, starts, seed)]
    costs = [_square(problem.residuals_of(member)) for member in problem.members(begun)]
    others = sorted(range(1, len(begun)), key=lambda i: costs[i])[: max(refine - 1, 0)]
    told, best = [], None
    for i in (0, *others):
        found = refined(problem, begun[i])
        told.append(Start(problem.decode(begun[i]), costs[i], problem.decode(found.x), found.S))
        best = found if best is None or found.S < best.S else best
    return Found(best.x, best.r, best.J, best.method, best.rough, tuple(told))


def _hypercube(problem, n, seed):
    if n == 0:
        return []
    from scipy.stats import qmc

    points = qmc.LatinHypercube(problem.low.size, seed=np.random.default_rng(seed)).random(n)
    return list(problem.low + points * (problem.high - problem.low))


def _square(r):
    return float(r @ r)


def refined(problem, x):
    """The minimum that least squares finds from x."""
    from scipy.optimize import least_squares

    inside = 1e-9 * (problem.high - problem.low)  # its trust region starts between the bounds
    result = least_squares(
        problem.residuals, np.clip(x, problem.low + inside, problem.high - inside), jac=problem.jacobian,
        bounds=(problem.low, problem.high), xtol=TOLERANCE, ftol=TOLERANCE, gtol=TOLERANCE, max_nfev=MOST_STEPS,
    )  # fmt: skip
    return Found(result.x, result.fun, result.jac, "least squares", {})


def looked_at(problem, found):
    """The same minimum, or a better one where the cost is rough."""
    d = _deviations(problem, found)
    mismatch = _mismatch(problem, found, d)
    rough = {name: one for name, one in zip(problem.parameters, mismatch, strict=True) if one > ROUGH}
    if not rough:
        return found
    better = _simplex(problem, found, d)
    J = problem.jacobian(better.x, d)
    return Found(better.x, better.r, J, f"{found.method}, then Nelder-Mead", rough, found.starts)


def _deviations(problem, found):
    """A step of about one standard deviation in each parameter, the others held."""
    sigma = np.sqrt(found.S / max(found.r.size - found.x.size, 1))
    slope = np.linalg.norm(found.J, axis=0)
    d = sigma / np.maximum(slope, 1e-300)
    return np.clip(d, problem.steps(found.x), WIDEST * (problem.high - problem.low))


def _mismatch(problem, found, d):
    """|change of S - prediction| over the prediction, the larger of both sides; bounds and failures are passed over."""
    gradient, curvature = found.J.T @ found.r, np.sum(found.J**2, axis=0)
    n, worst = found.x.size, np.zeros(found.x.size)
    least = max(found.S / max(found.r.size - n, 1), 1e-300)  # what a step of one deviation changes
    ends = np.repeat(found.x[None, :], 2 * n, axis=0)
    for j in range(n):
        ends[j, j] = min(found.x[j] + d[j], problem.high[j])
        ends[n + j, j] = max(found.x[j] - d[j], problem.low[j])
    for i, member in enumerate(problem.members(ends)):
        j, step = i % n, ends[i, i % n] - found.x[i % n]
        scale = max(2.0 * abs(gradient[j] * step) + curvature[j] * step**2, least)
        if member.failure or abs(step) < 0.5 * d[j]:
            continue
        change = _square(problem.residuals_of(member)) - found.S
        worst[j] = max(worst[j], abs(change - 2.0 * gradient[j] * step - curvature[j] * step**2) / scale)
    return worst


def _simplex(problem, found, d):
    """The better of a minimum and what Nelder & Mead find around it."""
    from scipy.optimize import minimize

    n = found.x.size
    corners = np.repeat(found.x[None, :], n + 1, axis=0)
    for j in range(n):
        up = found.x[j] + d[j] <= problem.high[j]
        corners[j + 1, j] += d[j] if up else -d[j]
    result = minimize(
        lambda z: _square(problem.residuals(z * d)), found.x / d, method="Nelder-Mead",
        bounds=list(zip(problem.low / d, problem.high / d, strict=True)),
        options={"initial_simplex": corners / d, "xatol": FINE, "fatol": FINE**2 * found.S / max(found.r.size - n, 1),
                 "maxfev": SIMPLEX_RUNS * n},
    )  # fmt: skip
    if result.fun >= found.S:
        return found
    x = np.clip(result.x * d, problem.low, problem.high)
    return Found(x, problem.residuals(x), found.J, found.method, {}, found.starts)
