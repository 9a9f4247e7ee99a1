"""Every method of the registry inside the loop: the conformance suite, and other people's integrators on shared systems."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from supple.integrate.solver import K_RHS, STEPS, STEPS_STIFF, SWITCHES
from supple.integrate.status import Status
from supple.integrate.tableaus import ALIASES, METHODS
from supple.testing import check_integrator
from supple.testing.integrator import measured_order
from supple.testing.problems import LINEAR, ROBERTSON, ROTOR, VAN_DER_POL, solve, toy, toy_rhs

NAMES = (*METHODS, "auto")
STIFF = ("ode23s", "rodas5p", "trapezoid", "auto")


def python_rhs(problem):
    """The right-hand side of a toy problem as SciPy and SUNDIALS want it."""
    dy = np.zeros(problem.A.shape[0])

    def rates(t, y):
        toy_rhs(float(t), np.ascontiguousarray(y), problem, dy)
        return dy.copy()

    return rates


def reference(problem, y0, t1, method, rtol=1e-11, atol=1e-13):
    run = solve_ivp(python_rhs(problem), (0.0, t1), y0, method, rtol=rtol, atol=atol)
    assert run.success
    return run.y[:, -1]


def cvode(problem, y0, t1, rtol=1e-9, atol=1e-12):
    module = pytest.importorskip("sksundae.cvode")
    rates = python_rhs(problem)

    def rhsfn(t, y, yp):
        yp[:] = rates(t, y)

    run = module.CVODE(rhsfn, rtol=rtol, atol=atol, method="BDF", max_num_steps=100_000).solve([0.0, t1], np.array(y0))
    assert run.success
    return run.y[-1]


@pytest.mark.parametrize("name", NAMES)
def test_method_conforms(name):
    check_integrator(name)


@pytest.mark.parametrize("name", METHODS)
def test_every_alias_is_the_same_method(name):
    P = toy(LINEAR, 2, A=[[0.0, 1.0], [-1.0, -0.1]])
    first = solve(P, [1.0, 0.0], 0.0, 2.0, name)
    for alias in (alias for alias, target in ALIASES.items() if target == name):
        assert np.array_equal(solve(P, [1.0, 0.0], 0.0, 2.0, alias.upper()).y, first.y)


@pytest.mark.parametrize(
    "name", [name for name, method in METHODS.items() if not hasattr(method, "a") or hasattr(method, "gamma")]
)
def test_implicit_methods_keep_their_order_from_time_zero(name):
    # the derivative by time is a difference quotient whose increment must not vanish with t
    assert measured_order(name, METHODS[name].order, (0.0, 2.0)) == pytest.approx(METHODS[name].order, abs=0.3)


@pytest.mark.jit
@pytest.mark.parametrize("name", NAMES)
def test_rotor_agrees_with_dop853(name):
    P, y0 = toy(ROTOR, 3, p=(-2.0, 1.25, -0.5)), [1.0, 0.0, 0.9]
    run = solve(P, y0, 0.0, 10.0, name, 1e-7, 1e-7)
    error = np.abs(run.y[-1] - reference(P, y0, 10.0, "DOP853")).max()
    assert error < (2e-3 if name in ("ode23s", "trapezoid") else 2e-5)


@pytest.mark.jit
@pytest.mark.parametrize("name", NAMES)
def test_mild_van_der_pol_agrees_with_dop853_and_cvode(name):
    P, y0 = toy(VAN_DER_POL, 2, p=(2.0,)), [2.0, 0.0]
    run = solve(P, y0, 0.0, 8.0, name, 1e-7, 1e-7)
    error = np.abs(run.y[-1] - reference(P, y0, 8.0, "DOP853")).max()
    assert error < (5e-3 if name in ("ode23s", "trapezoid") else 5e-5)
    if name == "auto":
        assert run.y[-1] == pytest.approx(cvode(P, y0, 8.0), abs=1e-4)


@pytest.mark.jit
@pytest.mark.parametrize("name", STIFF)
def test_stiff_van_der_pol_agrees_with_radau_and_cvode(name):
    P, y0, end = toy(VAN_DER_POL, 2, p=(1000.0,)), [2.0, 0.0], 700.0
    run = solve(P, y0, 0.0, end, name, 1e-6, 1e-6)
    assert run.status is Status.DONE
    exact = reference(P, y0, end, "Radau", 1e-10, 1e-12)
    assert run.y[-1] == pytest.approx(exact, rel=1e-3)
    assert run.y[-1] == pytest.approx(cvode(P, y0, end), rel=1e-3)
    assert run.counters[STEPS] < 2000


@pytest.mark.parametrize("name", ["ode23s", "rodas5p", "auto"])
def test_robertson_agrees_with_radau_and_cvode(name):
    P, y0, end = toy(ROBERTSON, 3, p=(0.04, 1e4, 3e7)), [1.0, 0.0, 0.0], 400.0
    atol = np.array([1e-8, 1e-12, 1e-8])
    run = solve(P, y0, 0.0, end, name, 1e-6, atol, resolution=np.array([1.0, 1e-5, 1.0]))
    assert run.status is Status.DONE
    exact = reference(P, y0, end, "Radau", 1e-9, 1e-14)
    assert run.y[-1] == pytest.approx(exact, rel=1e-4)
    assert run.y[-1] == pytest.approx(cvode(P, y0, end, atol=1e-14), rel=1e-4)
    assert run.y[-1].sum() == pytest.approx(1.0, abs=1e-10)
    if name == "auto":
        assert run.counters[SWITCHES] >= 1 and run.counters[STEPS_STIFF] > 0


@pytest.mark.parametrize("name", NAMES)
def test_runs_are_cheaper_at_loose_tolerance(name):
    P, y0 = toy(VAN_DER_POL, 2, p=(2.0,)), [2.0, 0.0]
    calls = [solve(P, y0, 0.0, 8.0, name, rtol, rtol).counters[K_RHS] for rtol in (1e-3, 1e-5, 1e-6)]
    assert calls[0] < calls[1] < calls[2]


@pytest.mark.jit
@pytest.mark.parametrize("first", [1e-4, 0.01, 0.24, 3.0, 90.0])
@pytest.mark.parametrize("name", ["dop853", "dormand_prince", "bogacki_shampine", "auto"])
def test_a_first_step_far_beyond_stability_is_not_taken(name, first):
    """What has settled to the last digits: nothing that the tangent shows is fast."""
    P, y0 = toy(LINEAR, 2, A=[[-1e3, 900.0], [900.0, -1e3]]), [1.0, 1.0 + 1e-12]
    run = solve(P, y0, 0.0, 0.5, name, 1e-6, 1e-9, first_step=first)
    assert run.status is Status.DONE
    assert run.y[-1] == pytest.approx(np.full(2, np.exp(-50.0)), abs=1e-6)
    assert np.abs(run.y).max() <= 1.0 + 1e-6
