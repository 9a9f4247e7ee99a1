"""What every integration method must do inside the loop.

`check_integrator(name)` raises AssertionError with a sentence for the first property that fails. `name` is a method of the
registry, one of its aliases or "auto".
"""

import math

import numpy as np

from ..integrate.solver import (
    EVENTS,
    EXPLICIT,
    K_RHS,
    REJECTED,
    ROSENBROCK,
    SECOND,
    STEPS,
    STEPS_EXPLICIT,
    STEPS_STIFF,
    SWITCHES,
)
from ..integrate.status import Status
from ..integrate.tableaus import ExplicitTableau, find_method
from .problems import (
    BALLS,
    BLOW_UP,
    CALLS,
    E_BEFORE,
    E_GUARD,
    E_TIME,
    EARLIEST,
    IDLE,
    LATEST,
    LINEAR,
    NAN,
    NONLINEAR,
    POWERS,
    ROOT,
    ROTOR,
    SAMPLED,
    SAMPLES,
    SLIDING,
    solve,
    step,
    toy,
)

G = 9.81  # [m/s^2]
SPAN = (2.0, 6.0)  # of NONLINEAR: no error term of any method happens to vanish there
# numbers of steps between too few for the asymptotic error and too many for rounding
STEPS_OF_ORDER = {2: (64, 128, 256), 3: (32, 64, 128), 5: (32, 64, 128), 8: (4, 8, 16)}
PLACES = np.linspace(0.1, 0.9, 9)


def check_integrator(name: str) -> None:
    """Assert that the method `name` keeps its order, its tolerance, its events and its books."""
    if name != "auto":
        method = find_method(name)
        _check_polynomials(method)
        _check_order(method)
        _check_estimate_and_dense_output(method)
    for check in (
        _check_tolerance, _check_active_components, _check_projection, _check_books, _check_span,
        _check_resume, _check_bounces, _check_grazing, _check_simultaneous, _check_unknown_rates,
        _check_chattering, _check_samples, _check_root, _check_failures,
    ):  # fmt: skip
        check(name)
    if name == "auto":
        _check_switch()


def nonlinear(t):
    """Solution of NONLINEAR."""
    return np.array([math.exp(math.sin(t)), 1.0 / (1.0 + t), math.exp(math.sin(t))])


def slope_of(sizes, errors):
    """Exponent of the power law through (sizes, errors)."""
    return float(np.polyfit(np.log(sizes), np.log(errors), 1)[0])


def fixed_step_error(name, n, span=SPAN):
    """Error at the end of NONLINEAR after n equal steps."""
    h = (span[1] - span[0]) / n
    run = solve(toy(NONLINEAR, 3, core=2), nonlinear(span[0]), *span, name, 0.1, 0.1, max_step=h, first_step=h)
    assert run.counters[STEPS] == n, f"{name}: {n} steps of {h} s must suffice, got {run.counters[STEPS]}"
    return np.abs(run.y[-1] - nonlinear(span[1])).max()


def measured_order(name, order, span=SPAN):
    """Slope of the global error against the step size."""
    numbers = STEPS_OF_ORDER[order]
    return -slope_of(numbers, [fixed_step_error(name, n, span) for n in numbers])


def bounces(height, e, n):
    """Times of the first n landings of a ball dropped from `height`, and its speeds when it lands."""
    speeds = math.sqrt(2.0 * G * height) * e ** np.arange(n)
    flights = 2.0 * speeds / G
    flights[0] *= 0.5
    flights[1:] = 2.0 * e * speeds[:-1] / G
    return np.cumsum(flights), speeds


def _check_polynomials(method):
    n = method.order
    exact = isinstance(method, ExplicitTableau)
    out, _ = step(toy(POWERS, n), np.full(n, 0.5), 0.0, 1.5, method.name, [1.0], 1e-6)
    error = np.abs(out[0] - 0.5 - 1.5 ** np.arange(1, n + 1)).max()
    # the derivative by time of an implicit method is a difference quotient
    assert error <= (1e-11 if exact else 1e-6), f"{method.name} must be exact on powers to {n}, off by {error}"


def _check_order(method):
    spans = (SPAN,) if isinstance(method, ExplicitTableau) else (SPAN, (0.0, 2.0))  # time zero has no magnitude
    for span in spans:
        order = measured_order(method.name, method.order, span)
        allowed = 0.35 if method.order == 8 else 0.2
        assert abs(order - method.order) <= allowed, (
            f"{method.name} must have order {method.order}, got {order} on {span}"
        )


def _check_estimate_and_dense_output(method):
    sizes = np.array((0.4, 0.2, 0.1) if method.order == 8 else (0.2, 0.1, 0.05))
    errors, estimates = [], []
    for h in sizes:
        out, estimate = step(toy(NONLINEAR, 3, core=2), nonlinear(0.3), 0.3, h, method.name, PLACES, 1e-2)
        errors.append(np.abs(out - [nonlinear(0.3 + s * h) for s in PLACES]).max())
        estimates.append(estimate)
    order = slope_of(sizes, errors) - 1.0
    assert abs(order - method.dense_order) <= 0.35, (
        f"{method.name}: dense output of order {method.dense_order}, got {order}"
    )
    order = slope_of(sizes, estimates) - 1.0
    assert abs(order - method.error_order) <= 0.35, f"{method.name}: error of order {method.error_order}, got {order}"


def _check_tolerance(name):
    loose, tight = 1e-4, 1e-7
    errors = []
    for rtol in (loose, tight):
        run = solve(toy(NONLINEAR, 3, core=2), nonlinear(0.0), 0.0, 6.0, name, rtol, rtol)
        assert run.status is Status.DONE and run.t[-1] == 6.0, f"{name} must reach the end, got {run.status!r}"
        errors.append(np.abs(run.y - [nonlinear(t) for t in run.t]).max())
        # a method that goes on with the poorer of its two solutions loses a power of the step size in the sum
        allowed = (
            max(300.0 * rtol, 3.0 * rtol ** (2.0 / 3.0))
            if name != "auto" and find_method(name).order == 2
            else 300.0 * rtol
        )
        assert errors[-1] <= allowed, f"{name}: error {errors[-1]} at rtol = {rtol}"
    assert errors[1] <= 0.03 * errors[0], f"{name}: error must shrink with rtol, got {errors}"


def _check_active_components(name):
    """The same system in another order, with a component that is held, gives the same states."""
    A = np.array([[-0.3, 1.0, 0.0], [-1.0, -0.3, 0.0], [0.5, 0.0, 0.0]])  # the last row is a quadrature
    place = np.array([3, 0, 2])
    B = np.zeros((4, 4))
    B[np.ix_(place, place)] = A
    B[1] = 1e9  # never asked for
    first = solve(toy(LINEAR, 3, A=A, core=2), [1.0, 0.0, 0.2], 0.0, 3.0, name)
    other = solve(toy(LINEAR, 4, A=B, order=place, core=2), [0.0, 0.7, 0.2, 1.0], 0.0, 3.0, name)
    assert np.all(other.y[:, 1] == 0.7), f"{name} must leave held components alone"
    close = first.t.size == other.t.size and np.allclose(first.y, other.y[:, place], rtol=0.0, atol=1e-9)
    assert close, f"{name}: the order of the components must not matter"
    z = np.exp((-0.3 + 1j) * 3.0)  # y0 - i y1 turns and decays
    integral = 0.2 + 0.5 * ((z - 1.0) / (-0.3 + 1j)).real
    error = np.abs(first.y[-1] - [z.real, -z.imag, integral]).max()
    assert error <= 1e-4, f"{name}: decaying rotation off by {error}"


def _check_projection(name):
    run = solve(toy(ROTOR, 3, p=(-2.0, 1.25, -0.5, 1.0)), [0.6, 0.0, 0.8], 0.0, 5.0, name, 1e-3, 1e-3)
    off = np.abs(np.linalg.norm(run.y, axis=1) - 1.0).max()
    assert off <= 1e-15 * 4, f"{name}: project must hold after every step, off by {off}"


def _check_books(name):
    P = toy(BALLS, 2, p=(G, 0.8))
    run = solve(P, [1.0, 0.0], 0.0, 2.0, name, buffer=3)
    k = run.counters
    assert k[STEPS] == run.t.size - 1 == k[STEPS_EXPLICIT] + k[STEPS_STIFF], (
        f"{name}: records must match {k[STEPS]} steps"
    )
    assert k[K_RHS] == P.k[CALLS], f"{name}: {k[K_RHS]} right-hand sides counted, {P.k[CALLS]} called"
    assert k[EVENTS] == len(run.log), f"{name}: {k[EVENTS]} events counted, {len(run.log)} logged"
    assert np.all(np.diff(run.t) > 0.0), f"{name}: time must increase"


def _check_span(name):
    P = toy(NONLINEAR, 3, core=2)
    run = solve(P, nonlinear(1.0), 1.0, 1.0, name)
    assert run.status is Status.DONE and run.counters[STEPS] == 0, f"{name}: a span of length zero must end at once"
    assert np.array_equal(run.y[-1], nonlinear(1.0)), f"{name}: a span of length zero must change nothing"
    _assert_inside(name, P, 1.0, 1.0)
    for case, y0, t1, p in (
        (NONLINEAR, nonlinear(1.0), 1.5, ()),
        (BALLS, (1.0, 0.0), 1.452, (G, 1.0)),  # lands 0.0004 s before the end
        (ROOT, (-0.5, 1.0), 1.501, ()),
        (SAMPLED, (1.0, 0.0), 2.05, (0.3, 1.0)),
    ):
        P = toy(case, len(y0), p=p, core=2 if case == NONLINEAR else None, flag=2 if case == ROOT else 1)
        run = solve(P, y0, 1.0, t1, name)
        assert run.status is Status.DONE and run.t[-1] == t1, (
            f"{name} must end at {t1}, got {run.t[-1]}, {run.status!r}"
        )
        _assert_inside(name, P, 1.0, t1)


def _assert_inside(name, P, t0, t1):
    low, high = P.seen[EARLIEST], P.seen[LATEST]
    inside = t0 - 1e-15 <= low and high <= t1 * (1.0 + 1e-15)
    assert inside, f"{name}: right-hand side asked for in [{low}, {high}], outside of [{t0}, {t1}]"


def _check_resume(name):
    for case, y0, p in ((BALLS, (1.0, 0.0), (G, 0.7)), (NONLINEAR, nonlinear(0.0), ())):
        whole, parts = (solve(toy(case, len(y0), p=p), y0, 0.0, 2.0, name, buffer=b) for b in (4096, 1))
        same = (
            np.array_equal(whole.t, parts.t)
            and np.array_equal(whole.y, parts.y)
            and np.array_equal(whole.log, parts.log)
        )
        assert same, f"{name}: a run in pieces must be the same run, bit for bit"
        assert np.array_equal(whole.counters[:K_RHS], parts.counters[:K_RHS]), f"{name}: pieces must cost nothing"


def _check_bounces(name):
    """The rebound changes the slope: a stage kept from before the event would spoil the first flight."""
    times, speeds = bounces(1.0, 0.8, 4)
    end = times[3] + 0.05
    run = solve(toy(BALLS, 2, p=(G, 0.8)), [1.0, 0.0], 0.0, end, name, 1e-7, 1e-10)
    assert run.status is Status.DONE, f"{name}: bouncing ball ended with {run.status!r}"
    assert len(run.log) == 4, f"{name}: 4 landings, got {len(run.log)}"
    error = np.abs(run.log[:, E_TIME] - times).max()
    assert error <= 1e-9, f"{name}: landings off by {error} s"
    error = np.abs(run.log[:, E_BEFORE : E_BEFORE + 2] - np.stack([np.zeros(4), -speeds], axis=1)).max()
    assert error <= 1e-8, f"{name}: state at landing off by {error}"
    v = 0.8 * speeds[3] - G * 0.05
    final = [0.05 * (0.8 * speeds[3] + v) / 2.0, v]
    error = np.abs(run.y[-1] - final).max()
    assert error <= 1e-8, f"{name}: state after the last landing off by {error}"


def _check_grazing(name):
    """A parabola that dips below zero inside one long step fires; one that just misses does not."""
    for depth in (1e-2, 1e-6, 1e-10):
        for at in (0.3, 1.0, 1.7):
            P = toy(BALLS, 2, p=(-2.0, 1.0))
            run = solve(P, [at * at - depth, -2.0 * at], 0.0, 2.0, name, 1e-3, 1e-3, first_step=2.0)
            assert len(run.log) == 1, f"{name}: a dip by {depth} at {at} must fire once, got {len(run.log)} events"
            error = abs(run.log[0, E_TIME] - (at - math.sqrt(depth)))
            assert error <= 1e-13 / math.sqrt(depth) + 1e-12, (
                f"{name}: dip by {depth} at {at} located with an error {error}"
            )
            run = solve(P, [at * at + depth, -2.0 * at], 0.0, 2.0, name, 1e-3, 1e-3, first_step=2.0)
            assert len(run.log) == 0, f"{name}: a miss by {depth} at {at} must not fire"


def _check_simultaneous(name):
    run = solve(toy(BALLS, 4, p=(G, 0.5)), [1.0, 1.0, 0.0, 0.0], 0.0, 0.7, name)
    assert sorted(run.log[:, E_GUARD]) == [0, 1], f"{name}: both balls must land once, got {run.log[:, E_GUARD]}"
    gap = np.ptp(run.log[:, E_TIME])
    assert gap <= 1e-14, f"{name}: balls land together, got {gap} s between them"
    error = np.abs(run.y[-1, 0] - run.y[-1, 1])
    assert error <= 1e-12, f"{name}: twins must stay together, apart by {error}"
    # one after the other inside one step
    run = solve(toy(BALLS, 4, p=(0.0, 1.0)), [1.0, 1.01, -1.0, -1.0], 0.0, 1.5, name, first_step=1.5)
    assert list(run.log[:, E_GUARD]) == [0, 1], f"{name}: events in order, got {run.log[:, E_GUARD]}"
    error = np.abs(run.log[:, E_TIME] - [1.0, 1.01]).max()
    assert error <= 1e-12, f"{name}: two events in a step located with an error {error}"


def _check_unknown_rates(name):
    times, _ = bounces(1.0, 0.8, 4)
    run = solve(toy(BALLS, 2, p=(G, 0.8), rates=False), [1.0, 0.0], 0.0, times[3] + 0.05, name, 1e-7, 1e-10)
    assert len(run.log) == 4, f"{name}: 4 landings with guards of unknown rate, got {len(run.log)}"
    error = np.abs(run.log[:, E_TIME] - times).max()
    assert error <= 1e-9, f"{name}: landings off by {error} s with guards of unknown rate"


def _check_chattering(name):
    run = solve(toy(SLIDING, 1), [0.5], 0.0, 1.0, name)
    assert run.status is Status.CHATTERING, f"{name}: a sliding mode must end with CHATTERING, got {run.status!r}"
    assert abs(run.t[-1] - 0.5) <= 1e-9, f"{name}: sliding begins at 0.5, ended at {run.t[-1]}"
    run = solve(toy(BALLS, 2, p=(G, 0.5)), [1.0, 0.0], 0.0, 2.0, name)
    end = 3.0 * math.sqrt(2.0 / G)  # landings accumulate at (1 + e)/(1 - e) times the first fall
    assert run.status is Status.CHATTERING, f"{name}: bounces without end must end with CHATTERING, got {run.status!r}"
    assert abs(run.t[-1] - end) <= 1e-6, f"{name}: bounces accumulate at {end}, ended at {run.t[-1]}"


def _check_samples(name):
    for event in (0.0, 0.6, 0.5):  # none, between two samples, at a sample
        P = toy(SAMPLED, 2, p=(0.25, 0.8, event))
        run = solve(P, [1.0, 0.0], 0.0, 2.0, name)
        assert len(run.log) == (event > 0.0), f"{name}: one event at {event} s, got {len(run.log)}"
        assert P.k[IDLE] == 0, f"{name}: jump was called {P.k[IDLE]} times with no guard that has fired"
        assert P.k[SAMPLES] == 7, f"{name}: 7 samples inside the run, got {P.k[SAMPLES]} with an event at {event} s"
        stops = 0.25 * np.arange(9)
        assert np.isin(stops, run.t).all(), f"{name}: steps must end at the samples, got {run.t}"
        exact = np.append(1.0, 0.8 ** np.arange(8))  # nothing is held before the first sample
        error = np.abs(run.y[np.searchsorted(run.t, stops), 0] - exact).max()
        assert error <= 1e-12, f"{name}: sampled control off by {error}"


def _check_root(name):
    """A start like the square root of time: the clock of flag 2 keeps the tolerance with fewer steps."""
    rtol, costs = 1e-7, []
    for flag in (2, 1):
        run = solve(toy(ROOT, 2, flag=flag), [-0.25, 1.0], 0.0, 1.25, name, rtol, rtol)
        assert run.status is Status.DONE, f"{name}: root start with flag {flag} ended with {run.status!r}"
        error = np.abs(run.y[:, 1] - np.exp(np.maximum(run.t - 0.25, 0.0) ** 1.5)).max()
        assert error <= 300.0 * rtol, f"{name}: root start with flag {flag} off by {error} at rtol = {rtol}"
        costs.append(run.counters[STEPS] + run.counters[REJECTED])
    share = (
        1.05 if name != "auto" and find_method(name).order < 5 else 0.8
    )  # a low order gains nothing, and loses nothing
    assert costs[0] <= share * costs[1], f"{name}: the square-root clock must save steps, got {costs[0]} for {costs[1]}"


def _check_failures(name):
    bad = (Status.STEP_UNDERFLOW, Status.NOT_FINITE)
    run = solve(toy(BLOW_UP, 1), [1.0], 0.0, 2.0, name, max_steps=20_000)
    assert run.status in bad, f"{name}: a pole must end the run, got {run.status!r} at {run.t[-1]}"
    assert abs(run.t[-1] - 1.0) <= 1e-2, f"{name}: the pole is at 1, ended at {run.t[-1]}"
    for bad_from in (0.5, -1.0):
        run = solve(toy(NAN, 1, p=(bad_from,)), [1.0], 0.0, 1.0, name, max_steps=20_000)
        assert run.status in bad, f"{name}: a rate that is not a number must end the run, got {run.status!r}"
        assert run.t[-1] <= max(bad_from, 0.0), f"{name}: stepped into not-a-number, ended at {run.t[-1]}"
        assert np.isfinite(run.y).all(), f"{name}: recorded states must be finite"


def _check_switch():
    """Stiffness makes auto change its method, and the records say so; a mild problem does not."""
    stiff = toy(LINEAR, 2, A=[[-1e4, 1e4], [0.0, -1.0]])
    run = solve(stiff, [0.0, 1.0], 0.0, 5.0, "auto")
    error = abs(run.y[-1, 1] - math.exp(-5.0))
    assert run.status is Status.DONE and error <= 1e-4, f"auto: stiff decay off by {error}"
    k = run.counters
    assert k[SWITCHES] >= 1 and k[STEPS_STIFF] > 0, "auto must change to the stiff method"
    assert ROSENBROCK in run.kinds and set(run.kinds) <= {SECOND, EXPLICIT, ROSENBROCK}, (
        f"auto: records must name the method of each step, got {set(run.kinds)}"
    )
    assert k[STEPS] < 500, f"auto must take long steps on a stiff decay, took {k[STEPS]}"
    run = solve(toy(LINEAR, 2, A=[[0.0, 1.0], [-1.0, 0.0]]), [1.0, 0.0], 0.0, 20.0, "auto")
    assert run.counters[STEPS_STIFF] == 0, "auto must stay explicit on a plain oscillation"
