"""Declared order is tested order: of the method, of its error estimate and of its dense output.

The steppers here are the definitions of the tableau docstrings in plain numpy, a few lines each; they share nothing
with the compiled steppers of the package.
"""

from dataclasses import fields, replace
from math import cos, sin

import numpy as np
import pytest

from supple.integrate.tableaus import ALIASES, METHODS, ExplicitTableau, ImplicitRule, RosenbrockTableau, find_method

EXPLICIT = [m for m in METHODS.values() if isinstance(m, ExplicitTableau)]
ROSENBROCK = [m for m in METHODS.values() if isinstance(m, RosenbrockTableau)]
PAIRS = EXPLICIT + ROSENBROCK
ALL = list(METHODS.values())
SLOPE = 0.2  # allowed distance of a measured slope from the declared order

each = {"argvalues": ALL, "ids": lambda m: m.name}
each_pair = {"argvalues": PAIRS, "ids": lambda m: m.name}


# --- problems with exact solution: nonlinear and non-autonomous; linear and stiff -----------------------------------
PULL = 0.3  # strength of the nonlinear term of Swing


class Swing:
    """A point on the unit circle at the angle phi = 2 t + sin t, drawn to the circle: nonlinear, non-autonomous."""

    t0, t1 = 0.0, 3.0

    @staticmethod
    def exact(t):
        phi = 2 * t + sin(t)
        return np.array([cos(phi), sin(phi)])

    @staticmethod
    def f(t, y):
        rate, pull = 2 + cos(t), PULL * (1 - y[0] ** 2 - y[1] ** 2)
        return np.array([pull * y[0] - rate * y[1], pull * y[1] + rate * y[0]])

    @staticmethod
    def jacobian(t, y):
        rate, pull = 2 + cos(t), PULL * (1 - y[0] ** 2 - y[1] ** 2)
        return np.array(
            [
                [pull - 2 * PULL * y[0] ** 2, -rate - 2 * PULL * y[0] * y[1]],
                [rate - 2 * PULL * y[0] * y[1], pull - 2 * PULL * y[1] ** 2],
            ]
        )

    @staticmethod
    def f_t(t, y):
        return sin(t) * np.array([y[1], -y[0]])


class ProtheroRobinson:
    """y' = -rate (y - phi) + phi', phi = sin(t + pi/4); exact solution phi."""

    t0, t1 = 0.0, 2.0

    def __init__(self, rate):
        self.rate = rate

    @staticmethod
    def exact(t):
        return np.array([sin(t + np.pi / 4)])

    def f(self, t, y):
        return -self.rate * (y - self.exact(t)) + cos(t + np.pi / 4)

    def jacobian(self, t, y):
        return np.array([[-self.rate]])

    def f_t(self, t, y):
        return np.array([self.rate * cos(t + np.pi / 4) - sin(t + np.pi / 4)])


# --- reference steppers: y1, error estimates, dense output ----------------------------------------------------------
def step(method, problem, t, y, h):
    if isinstance(method, ExplicitTableau):
        return explicit_step(method, problem, t, y, h)
    if isinstance(method, RosenbrockTableau):
        return rosenbrock_step(method, problem, t, y, h)
    return implicit_step(method, problem, t, y, h)


def explicit_step(m, problem, t, y, h):
    k = np.zeros((m.n_dense, len(y)))
    for i in range(m.n_dense):
        k[i] = problem.f(t + m.c[i] * h, y + h * m.a[i] @ k)
    main = k[: m.n_stage]
    errors = [h * m.e @ main] if m.e2 is None else [h * m.e @ main, h * m.e2 @ main]
    return y + h * m.b @ main, errors, dense_output(y, h * k, m.dense)


def rosenbrock_step(m, problem, t, y, h):
    u = np.zeros((m.n_stage, len(y)))
    matrix = np.eye(len(y)) / (h * m.gamma) - problem.jacobian(t, y)
    f_t = problem.f_t(t, y)
    for i in range(m.n_stage):
        right = problem.f(t + m.alpha[i] * h, y + m.a[i] @ u) + m.c[i] @ u / h + m.d[i] * h * f_t
        u[i] = np.linalg.solve(matrix, right)
    return y + m.b @ u, [m.e @ u], dense_output(y, u, m.dense)


def implicit_step(m, problem, t, y, h):
    f0 = problem.f(t, y)
    y1 = y + h * f0
    for _ in range(50):  # Newton to the last digit
        residual = y1 - y - h * (m.b[0] * f0 + m.b[1] * problem.f(t + h, y1))
        change = np.linalg.solve(np.eye(len(y)) - h * m.b[1] * problem.jacobian(t + h, y1), residual)
        y1 = y1 - change
        if np.max(np.abs(change)) < 1e-14 * np.max(np.abs(y1)):
            break
    f1 = problem.f(t + h, y1)
    f_before, h_before = problem.f(t - 0.7 * h, problem.exact(t - 0.7 * h)), 0.7 * h
    third = 2 * ((f1 - f0) / h - (f0 - f_before) / h_before) / (h + h_before)
    return y1, [m.error_constant * h**3 * third], dense_output(y, h * np.array([f0, f1]), m.dense)


def dense_output(y, increments, P):
    return lambda s: y + (s ** np.arange(1, P.shape[1] + 1) @ P.T) @ increments


def global_error(method, problem, n):
    """Mean error over the points of the run: at the end alone the leading term may happen to vanish."""
    h = (problem.t1 - problem.t0) / n
    y = problem.exact(problem.t0)
    total = 0.0
    for i in range(n):
        t = problem.t0 + i * h
        y = step(method, problem, t, y, h)[0]
        total += np.linalg.norm(y - problem.exact(t + h))
    return total / n


def slope(h, error):
    return np.polyfit(np.log(h), np.log(error), 1)[0]


# steps of a run, and size of one step, at which an error of that order is small enough for its leading term to rule and
# large enough for 16 digits
STEPS = {2: (80, 113, 160, 226, 320), 3: (80, 113, 160, 226, 320), 5: (120, 170, 240, 340), 8: (24, 28, 33, 39, 46)}
SMALLEST_H = {2: 2e-3, 3: 4e-3, 4: 4e-3, 5: 8e-3, 7: 4e-2}


def step_sizes(order):
    return SMALLEST_H[order] * np.array([1.0, 1.2, 1.5, 1.8, 2.2])


# --- orders ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("method", **each)
def test_order_of_the_method(method):
    n = np.array(STEPS[method.order])
    measured = slope(1 / n, [global_error(method, Swing, i) for i in n])
    assert abs(measured - method.order) < SLOPE, measured


def local_errors(method, h, of):
    """Mean over some starting points, so that no zero crossing of a leading term bends the line."""
    start = np.linspace(0.6, 1.8, 7)
    return [np.mean([of(method, t, hi, *step(method, Swing, t, Swing.exact(t), hi)) for t in start]) for hi in h]


def estimate_of(method, t, h, y1, errors, dense):
    if len(errors) == 1:
        return np.linalg.norm(errors[0])
    five, three = np.linalg.norm(errors[0]), np.linalg.norm(errors[1])
    return five**2 / np.sqrt(five**2 + 0.01 * three**2)


@pytest.mark.parametrize("method", **each)
def test_order_of_the_error_estimate(method):
    h = step_sizes(method.error_order)
    measured = slope(h, local_errors(method, h, estimate_of)) - 1
    assert abs(measured - method.error_order) < SLOPE, measured


@pytest.mark.parametrize(("which", "order"), [(0, 5), (1, 3)])
def test_order_of_the_two_estimates_of_dop853(which, order):
    h = step_sizes(order)
    size = local_errors(METHODS["dop853"], h, lambda m, t, h, y1, errors, dense: np.linalg.norm(errors[which]))
    measured = slope(h, size)
    assert abs(measured - 1 - order) < SLOPE, measured


@pytest.mark.parametrize("method", **each)
def test_order_of_the_dense_output(method):
    def worst_inside(method, t, h, y1, errors, dense):
        return max(np.linalg.norm(dense(s) - Swing.exact(t + s * h)) for s in (0.15, 0.35, 0.55, 0.8))

    h = step_sizes(method.dense_order)
    measured = slope(h, local_errors(method, h, worst_inside)) - 1
    assert abs(measured - method.dense_order) < SLOPE, measured


@pytest.mark.parametrize("method", **each)
def test_dense_output_ends_at_the_step(method):
    y0 = Swing.exact(0.9)
    y1, _, dense = step(method, Swing, 0.9, y0, 0.1)
    np.testing.assert_allclose(dense(0.0), y0, rtol=0)
    np.testing.assert_allclose(dense(1.0), y1, rtol=1e-12)


@pytest.mark.parametrize("method", [METHODS["trapezoid"], METHODS["ode23s"]], ids=lambda m: m.name)
def test_error_estimate_has_the_size_of_the_error(method):
    """Where the step itself is the lower-order solution, the estimate is the leading term of its local error."""
    h = 1e-3
    y1, (estimate,), _ = step(method, Swing, 0.9, Swing.exact(0.9), h)
    error = np.linalg.norm(Swing.exact(0.9 + h) - y1)
    assert np.linalg.norm(estimate) == pytest.approx(error, rel=0.05)


# --- stiff ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("method", [*ROSENBROCK, METHODS["trapezoid"]], ids=lambda m: m.name)
def test_order_on_a_mildly_stiff_problem(method):
    n = np.array({2: (80, 113, 160, 226, 320), 5: (40, 56, 80, 112)}[method.order])
    measured = slope(2.0 / n, [global_error(method, ProtheroRobinson(10.0), i) for i in n])
    assert abs(measured - method.order) < SLOPE, measured


@pytest.mark.parametrize("method", [*ROSENBROCK, METHODS["trapezoid"]], ids=lambda m: m.name)
def test_very_stiff_problem_stays_bounded(method):
    assert global_error(method, ProtheroRobinson(1e6), 20) < {2: 1e-3, 5: 1e-10}[method.order]


def test_very_stiff_problem_breaks_an_explicit_method():
    """Step times rate is 1e5: what the test above asks for is not easy."""
    problem = ProtheroRobinson(1e6)
    y1 = step(METHODS["dormand_prince"], problem, 0.0, problem.exact(0.0) + 1e-6, 0.1)[0]
    assert abs(y1 - problem.exact(0.1))[0] > 1e10


@pytest.mark.parametrize("method", ROSENBROCK, ids=lambda m: m.name)
def test_rosenbrock_methods_are_l_stable(method):
    assert abs(method.r_infinity) < 1e-12
    for z in 1j * np.logspace(-2, 4, 200):  # A-stable: |R| <= 1 on the imaginary axis, gamma > 0
        assert abs(stability(method, z)) <= 1 + 1e-10
    # and in the stepper: a disturbance of 1 is gone after one step of 1e9 time constants
    problem = ProtheroRobinson(1e9)
    calm, disturbed = (step(method, problem, 0.0, problem.exact(0.0) + start, 1.0)[0] for start in (0.0, 1.0))
    assert abs(disturbed - calm)[0] < 1e-6


def stability(m, z):
    u = np.zeros(m.n_stage, dtype=complex)
    for i in range(m.n_stage):
        u[i] = (z * (1 + m.a[i] @ u) + m.c[i] @ u) / (1 / m.gamma - z)
    return 1 + m.b @ u


# --- what is published, in its published form -----------------------------------------------------------------------
def test_ode23s_equals_the_published_scheme():
    m, problem, t, h = METHODS["ode23s"], Swing, 0.7, 0.05
    y = problem.exact(t) * 1.1
    g, e32 = 1 / (2 + np.sqrt(2)), 6 + np.sqrt(2)
    W, T = np.eye(2) - h * g * problem.jacobian(t, y), problem.f_t(t, y)
    F0 = problem.f(t, y)
    k1 = np.linalg.solve(W, F0 + h * g * T)
    F1 = problem.f(t + h / 2, y + h / 2 * k1)
    k2 = np.linalg.solve(W, F1 - k1) + k1
    F2 = problem.f(t + h, y + h * k2)
    k3 = np.linalg.solve(W, F2 - e32 * (k2 - F1) - 2 * (k1 - F0) + h * g * T)
    y1, (error,), dense = step(m, problem, t, y, h)
    np.testing.assert_allclose(y1, y + h * k2, rtol=1e-13)
    np.testing.assert_allclose(-error, h / 6 * (k1 - 2 * k2 + k3), rtol=1e-9)
    for s in (0.2, 0.7):
        wanted = y + h * s * (1 - s) / (1 - 2 * g) * k1 + h * s * (s - 2 * g) / (1 - 2 * g) * k2
        np.testing.assert_allclose(dense(s), wanted, rtol=1e-13)


PEERS = [("bogacki_shampine", "RK23"), ("dormand_prince", "RK45"), ("dop853", "DOP853")]


@pytest.mark.parametrize(("name", "peer"), PEERS)
def test_explicit_methods_agree_with_scipy(name, peer):
    """One step of equal size, at the end and inside; scipy writes the dense output of DOP853 as Hairer does."""
    from scipy import integrate

    t, h = 0.9, 0.05
    y = Swing.exact(t)
    solver = getattr(integrate, peer)(Swing.f, t, y, t + h, first_step=h, rtol=1e3, atol=1e3)
    solver.step()
    y1, _, dense = step(METHODS[name], Swing, t, y, h)
    np.testing.assert_allclose(y1, solver.y, rtol=1e-13)
    for s in (0.2, 0.5, 0.9):
        np.testing.assert_allclose(dense(s), solver.dense_output()(t + s * h), rtol=1e-13)


def test_derived_properties():
    assert [m.fsal for m in EXPLICIT] == [True, True, True]
    assert [(m.n_stage, m.n_dense) for m in EXPLICIT] == [(4, 4), (7, 7), (13, 16)]
    assert [m.stiffly_accurate for m in ROSENBROCK] == [False, True]
    heun = ExplicitTableau(
        name="heun",
        aliases=(),
        order=2,
        error_order=1,
        a=((0, 0), (1, 0)),
        b=(1 / 2, 1 / 2),
        c=(0, 1),
        e=(-1 / 2, 1 / 2),
        dense=((1, -1 / 2), (0, 1 / 2)),
        dense_order=2,
        citation="Heun",
    )
    assert not heun.fsal


# --- the checks must be able to fail --------------------------------------------------------------------------------
def replaced(method, **changes):
    given = {f.name: getattr(method, f.name) for f in fields(method) if f.init}
    return type(method)(**{**given, **changes})


ARRAYS = [
    (m, f.name)
    for m in ALL
    for f in fields(m)
    if f.init and isinstance(getattr(m, f.name), np.ndarray) and (m.name, f.name) != ("rodas5p", "e")
]  # a multiple of the error weights of rodas5p is again a valid estimate: nothing to find there


@pytest.mark.parametrize(("method", "name"), ARRAYS, ids=lambda v: getattr(v, "name", v))
def test_a_wrong_digit_is_refused(method, name):
    """Every non-zero coefficient in turn, changed by 1e-6."""
    array = getattr(method, name)
    for index in zip(*np.nonzero(array), strict=True):
        wrong = array.copy()
        wrong[index] += 1e-6
        try:
            changed = replaced(method, **{name: wrong})
        except ValueError as refusal:
            assert "off by" in str(refusal)
        else:  # the last coefficient of rodas5p enters no tree of four nodes, but the step then ends elsewhere
            assert method.stiffly_accurate and not changed.stiffly_accurate


@pytest.mark.parametrize("method", **each)
def test_too_high_an_order_is_refused(method):
    if method.order < 4:
        with pytest.raises(ValueError, match="order condition"):
            replace(method, order=method.order + 1)
    if method.dense_order < 4:
        with pytest.raises(ValueError, match=r"order condition|degree"):
            replace(method, dense_order=method.dense_order + 1)


def test_wrong_shapes_are_refused():
    with pytest.raises(ValueError, match=r"e must have shape"):
        replaced(METHODS["dormand_prince"], e=np.zeros(6))
    with pytest.raises(ValueError, match="gamma must be > 0"):
        replaced(METHODS["ode23s"], gamma=-0.3)


@pytest.mark.parametrize("method", **each)
def test_coefficients_are_read_only(method):
    with pytest.raises(ValueError, match="read-only"):
        method.b[0] = 1.0


# --- names ----------------------------------------------------------------------------------------------------------
def test_names_and_aliases():
    for name, method in METHODS.items():
        assert find_method(name) is method
        assert find_method(name.upper()) is method
    for alias, name in {"ode23": "bogacki_shampine", "ode45": "dormand_prince", "ode23t": "trapezoid"}.items():
        assert find_method(alias.upper()).name == name
    assert not set(ALIASES) & set(METHODS)
    assert len(ALIASES) == sum(len(m.aliases) for m in ALL)


def test_unknown_name_gets_a_hint():
    with pytest.raises(ValueError, match=r"method must be one of .*did you mean 'ode45'\?"):
        find_method("ode46x")
    assert isinstance(find_method("ode23t"), ImplicitRule)
