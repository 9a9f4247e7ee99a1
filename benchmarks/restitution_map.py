"""10,000 impacts on the Azad-Featherstone law (100 speeds x 100 dampings), e to 1e-6: supple, a C program, SciPy.

The C program is the algorithm of `src/supple/impacts/one_impact.py` by hand, for this law alone, -O3 -march=native. SciPy
integrates all impacts as one system of 20,000 components in the same square-root clock. It cannot stop each at its own
event, so it goes on beyond the last release, without clamp, and the releases are found afterwards on cubics through a fine
grid. Both are shown at the loosest tolerance from which on their errors are below 1e-6.

The reference is e(d) of `laws/restitution.py` (rtol 1e-12) at 80 Chebyshev points of ln d, interpolated.
"""

import time

import numpy as np
from common import Row, c_program, main, race
from numpy.polynomial import chebyshev
from scipy.integrate import solve_ivp

from supple import AzadFeatherstone, restitution
from supple.impacts import restitution_map

K, MASS, N = 1e10, 0.066, 100
SPEEDS = np.geomspace(0.01, 10.0, N)  # [m/s]
NUMBERS = np.geomspace(0.01, 2.0, N)  # [-] damping numbers at 1 m/s
LAMS = NUMBERS * K**0.6 * MASS**0.4
WANTED = 1e-6
TOLERANCES = (3e-6, 1e-6, 7e-7, 5e-7, 3e-7, 1e-7)
LADDER = (1e-4, 3e-5, 1e-5, 3e-6, 1e-6, 3e-7, 1e-7)
ENDS = (1.9, 2.6)  # of all impacts in the square-root clock [sqrt(Z)/v]


def reference():
    """e of every impact from the universal curve."""
    d = NUMBERS[:, None] * SPEEDS**0.2
    low, high = np.log(d.min()), np.log(d.max())
    nodes = chebyshev.chebpts1(80)
    curve = [restitution(float(np.exp(0.5 * (low + high + x * (high - low)))), 1.5, 0.5) for x in nodes]
    return chebyshev.chebval((2.0 * np.log(d) - low - high) / (high - low), chebyshev.chebfit(nodes, curve, 79))


def c_map(program, rtol, repeat):
    """(seconds, e) of the C program."""
    arguments = (N, N, rtol, repeat, K, MASS, SPEEDS[0], SPEEDS[-1], NUMBERS[0], NUMBERS[-1])
    (ms,), *lines = program(*arguments)
    return 1e-3 * ms, np.array([e for e, _ in lines]).reshape(N, N)


def scipy_map(rtol):
    """All impacts as one system in s = sqrt(x), each in its own length and time; releases are found afterwards."""
    d = (NUMBERS[:, None] * SPEEDS**0.2).ravel()
    grid = np.linspace(*ENDS, 65)

    def motion(t, y):
        s, v = y[: d.size], y[d.size :]
        return np.concatenate([v, -2.0 * s * s * (s * s + d * v)])

    start = np.concatenate([np.zeros(d.size), np.ones(d.size)])
    path = solve_ivp(motion, (0.0, grid[-1]), start, "DOP853", rtol=rtol, atol=rtol, t_eval=grid)
    s, v = path.y[: d.size], path.y[d.size :]
    i = np.argmax(s * s + d[:, None] * v <= 0.0, axis=1)  # released between i - 1 and i
    every = np.arange(d.size)
    return -_lowest(grid[1] - grid[0], s[every, i - 1], v[every, i - 1], s[every, i], v[every, i], d).reshape(N, N)


def _lowest(h, s0, v0, s1, v1, d):
    """The speed where its rate vanishes, on the cubic through two points and their rates."""
    a0, a1 = (-2.0 * h * s * s * (s * s + d * v) for s, v in ((s0, v0), (s1, v1)))
    b, c = 3.0 * (v1 - v0) - 2.0 * a0 - a1, a0 + a1 - 2.0 * (v1 - v0)
    x = -a0 / (b - np.sqrt(np.maximum(b * b - 3.0 * a0 * c, 0.0)))
    x = np.where((x >= 0.0) & (x <= 1.0), x, -a0 / (b + np.sqrt(np.maximum(b * b - 3.0 * a0 * c, 0.0))))
    return v0 + x * (a0 + x * (b + x * c))


def loosest(run, exact):
    """(rtol, result) at the loosest tolerance that keeps the error below WANTED, here and at all tighter ones."""
    found = None
    for rtol in reversed(run[1]):
        error = float(np.abs(run[0](rtol) - exact).max())
        if error > WANTED:
            break
        found = rtol, error
    return found


def measure():
    """Rows of supple, C and SciPy, each at the loosest tolerance with e to 1e-6."""
    exact, rows = reference(), []
    laws = [AzadFeatherstone(k=K, lam=lam) for lam in LAMS]
    found = loosest((lambda rtol: restitution_map(laws, SPEEDS, MASS, rtol=rtol, workers=1), TOLERANCES), exact)
    assert found is not None, f"supple does not keep e to {WANTED:g} at rtol = {TOLERANCES[-1]:g}"
    rtol, error = found
    one, two = (lambda workers=n: restitution_map(laws, SPEEDS, MASS, rtol=rtol, workers=workers) for n in (1, 2))
    best = race({"one": one, "two": two}, repeat=30, clock=time.perf_counter)  # two workers are to save waiting
    case = "e to 1e-6"
    figures = {"rtol": rtol, "ms": 1e3 * best["one"], "ratio": 1.0, "us per impact": 1e6 * best["one"] / N**2}
    rows.append(Row(case, "supple, 1 worker", {**figures, "error e": error}))
    figures = {"rtol": rtol, "ms": 1e3 * best["two"], "ratio": best["two"] / best["one"]}
    rows.append(
        Row(case, "supple, 2 workers", {**figures, "us per impact": 1e6 * best["two"] / N**2, "error e": error})
    )
    if program := c_program("restitution_map.c"):
        seconds, e = c_map(program, rtol, 50)
        rows.append(Row(case, "C, same algorithm", _figures(rtol, seconds, best["one"], np.abs(e - exact).max())))
    if found := loosest((scipy_map, LADDER), exact):
        seconds = race({"": lambda: scipy_map(found[0])}, repeat=3, clock=time.perf_counter)[""]
        rows.append(Row(case, "SciPy, one system", _figures(found[0], seconds, best["one"], found[1])))
    return rows


def _figures(rtol, seconds, base, error):
    us = 1e6 * seconds / N**2
    return {"rtol": rtol, "ms": 1e3 * seconds, "ratio": seconds / base, "us per impact": us, "error e": float(error)}


if __name__ == "__main__":
    import sys

    main([sys.modules[__name__]])
