"""The root and the motion that restitutions are computed with, against closed forms and against scipy."""

import math

import pytest
from scipy.integrate import solve_ivp

from supple.laws._plain import advance, flow, root
from supple.laws.restitution import _integrated_restitution, hunt_crossley_restitution, kelvin_voigt_restitution

ROOTS = {
    "a cubic": (lambda x: x**3 - 2.0, 0.0, 2.0, 2.0 ** (1.0 / 3.0)),
    "turned round": (lambda x: 2.0 - x**3, 2.0, 0.0, 2.0 ** (1.0 / 3.0)),
    "a corner": (lambda x: min(x - 0.25, 1e-3 * (x - 0.25)), 0.0, 1.0, 0.25),
    "a step": (lambda x: -1.0 if x < math.pi / 4 else 1.0, 0.0, 1.0, math.pi / 4),
    "steep": (lambda x: math.expm1(50.0 * (x - 0.9)), 0.0, 1.0, 0.9),
    "small": (lambda x: x - 1e-9, 0.0, 1.0, 1e-9),
    "at the start": (lambda x: x, 0.0, 1.0, 0.0),
    "at the end": (lambda x: x - 1.0, 0.0, 1.0, 1.0),
}


@pytest.mark.parametrize("name", ROOTS)
def test_root(name):
    f, a, b, wanted = ROOTS[name]
    asked = []

    def noted(x):
        asked.append(x)
        return f(x)

    assert root(noted, a, b) == pytest.approx(wanted, rel=1e-15, abs=0.0)
    assert len(asked) < 100 and all(0.0 <= x <= 2.0 for x in asked)


def test_a_step_has_order_twelve():
    def error(h):
        x, y, *_ = advance(lambda x, y: (y, -x), 0.0, 1.0, h)
        return math.hypot(x - math.sin(h), y - math.cos(h))

    assert 11.5 < math.log2(error(4.0) / error(2.0)) < 14.5


def test_a_flow_ends_where_its_guard_falls():
    x, y, fell = flow(lambda x, y: (y, -x), lambda x, y: x, 1e-3, 1.0)
    assert fell and abs(x) < 1e-14 and y == pytest.approx(-math.hypot(1e-3, 1.0), abs=1e-12)
    assert not flow(lambda x, y: (y, -x), lambda x, y: 1.0, 1e-3, 1.0)[2]


@pytest.mark.parametrize("d", [1e-6, 0.01, 0.3, 2.0, 8.0, 30.0])
def test_closed_forms(d):
    for n in (1.0, 1.1, 1.5, 3.0):
        assert _integrated_restitution(d, n, n, 1.0) == pytest.approx(hunt_crossley_restitution(d), abs=3e-12)
    assert _integrated_restitution(d, 1.0, 0.0, 1.0) == pytest.approx(kelvin_voigt_restitution(0.5 * d), abs=1e-12)


@pytest.mark.parametrize("d", [0.01, 1.0, 100.0, 1e4])
@pytest.mark.parametrize(("n", "p", "q"), [(1.5, 0.5, 1.0), (1.5, 0.25, 1.0), (2.0, 1.0, 1.0), (1.5, 0.0, 1.0),
                                           (1.5, 0.5, 0.5), (1.5, 1.0, 1.5), (3.0, 0.5, 2.0)])  # fmt: skip
def test_as_scipy_integrates_it(n, p, q, d):
    e = _integrated_restitution(d, n, p, q)
    assert e == pytest.approx(by_scipy(n, p, q, d), rel=1e-9, abs=1e-12)


def by_scipy(n, p, q, d):
    """The same impact in the same variables, s = sqrt(x) and v, by another method."""
    m = min(n, p)

    def motion(_, y):
        s, v = abs(y[0]), y[1]
        return v, -2.0 * s * (s ** (2.0 * n) + s ** (2.0 * p) * math.copysign(d * abs(v) ** q, v))

    def release(_, y):
        s, v = abs(y[0]), y[1]
        return min(y[0], s ** (2.0 * (n - m)) + s ** (2.0 * (p - m)) * math.copysign(d * abs(v) ** q, v))

    release.terminal, release.direction = True, -1.0
    path = solve_ivp(motion, (0.0, 1e9), (1e-9, 1.0), "DOP853", events=release, rtol=1e-12, atol=1e-14)
    assert path.status == 1
    return -float(path.y_events[0][0][1])
