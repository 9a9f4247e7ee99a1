"""What every normal law must do.

`check_normal_law(law)` raises AssertionError with a sentence for the first property that fails. `law` is one of the
package's laws, a `UserNormal`, or any object with `row()`, `n_state`, `singular_start` and the kernels of
`laws/normal/dispatch.py` as functions; those that it does not bring are those that a law need not say.
"""

import math
from functools import partial
from typing import Any

import numpy as np

from ..laws.normal import dispatch
from ..laws.normal.faults import DEPTHS, RATES, Kernels, faults_of_books, faults_of_pull, faults_of_push, states_at
from ..laws.registry import NORMAL
from .phases import check_phases


def kernels_of(law):
    """The kernels of a law object: those of its file, or its own."""
    if law in NORMAL:
        return dispatch.kernels_of(law)
    unsaid = {name: partial(getattr(dispatch, f"normal_{name}"), 0) for name in Kernels._fields}
    return Kernels(*(getattr(law, name, unsaid[name]) for name in Kernels._fields))


def check_normal_law(law: Any, *, depth: float = 1e-3, speed: float = 1.0) -> None:
    """Assert that `law` is a contact law; `depth` [m] and `speed` [m/s] are typical of its use."""
    kernels = kernels_of(law)
    p = _check_declarations(law, kernels)
    books = getattr(law, "energy", True) is not None  # a user's law without energy books all work as dissipated
    _check_force_free_at_touch_down(kernels, p, depth)
    if books:
        _check_dissipation(kernels, p)
    for faults in (faults_of_push(kernels, p), faults_of_pull(kernels, p), faults_of_books(kernels, p)):
        for fault in faults:
            raise AssertionError(fault)
    _check_loss(kernels, p, depth)
    _check_guards(kernels, p)
    for slowness in (0.1, 1.0, 10.0):
        _check_cycle(kernels, p, depth, slowness * depth / speed)
    if books:
        _check_impact(kernels, p, depth, speed)
    if getattr(law, "yields", False):
        check_phases(law, kernels, p, depth)


def _check_declarations(law, kernels):
    """Row, number of states, pure kernels; return the row as kernels get it."""
    row = law.row()
    assert isinstance(row, tuple) and all(isinstance(x, float) for x in row), (
        f"row() must be a tuple of floats, got {row!r}"
    )
    p = np.array(row)
    assert law.n_state in (0, 1), f"n_state must be 0 or 1, got {law.n_state!r}"
    assert isinstance(law.singular_start, bool), f"singular_start must be a bool, got {law.singular_start!r}"
    assert kernels.relax_rate(p) >= 0.0, f"relax_rate must be >= 0 1/s, got {kernels.relax_rate(p)}"
    for delta in (-1e-3, -0.0, 0.0, 1e-3):
        for rate in (-1.0, -0.0, 0.0, 1.0):
            first = kernels.response(delta, rate, 0.0, p)
            numbers = (*first, kernels.energy(delta, 0.0, p), kernels.holds(delta, rate, 0.0, p)[0])
            assert all(map(math.isfinite, numbers)), f"kernels must be finite at delta = {delta}, rate = {rate}"
            kernels.response(2.0 * delta + 1e-3, -rate, 1e-3, p)
            assert kernels.response(delta, rate, 0.0, p) == first, "response must be pure: another contact changed it"
    return p


def _check_force_free_at_touch_down(kernels, p, depth):
    z = kernels.remember(0.0, 0.0, p)
    scale = abs(kernels.response(depth, 0.0, z, p)[0])
    assert scale > 0.0, f"a contact at rest at delta = {depth} m must carry a force"
    assert kernels.response(0.0, 0.0, z, p)[0] == 0.0, "the elastic force must vanish at delta = 0"
    assert kernels.energy(0.0, z, p) == 0.0, "the energy must vanish at delta = 0"
    for delta in (-1e-9 * depth, 1e-9 * depth):
        F = kernels.response(delta, 0.0, z, p)[0]
        assert abs(F) < 1e-3 * scale, f"the elastic force must be continuous at delta = 0, got {F} N beside it"


def _check_dissipation(kernels, p):
    for delta in (*DEPTHS, *(-x for x in DEPTHS)):
        for rate in RATES:
            for z in states_at(kernels, delta, p):
                D = kernels.response(delta, rate, z, p)[2]
                assert D >= 0.0, f"dissipated power must be >= 0 W, got {D} at delta = {delta}, rate = {rate}, z = {z}"


def _check_guards(kernels, p):
    """Signs as that of the force; rates, where they are said, as those of the values."""
    for s in {kernels.surface(delta, delta, p) for delta in (0.0, *DEPTHS)}:
        s_rate = -kernels.relax_rate(p) * s
        for rate in RATES:
            for depth in DEPTHS:
                where = f"at delta - s = {depth}, rate = {rate}, s = {s}"
                outside = kernels.parts(s - depth, rate, s, s_rate, p)[0]
                assert outside > 0.0, f"a body outside the surface must be free {where}"
                delta = s + depth
                z = kernels.remember(delta, s, p)
                F, z_rate, _ = kernels.response(delta, rate, z, p)
                holds = kernels.holds(delta, rate, z, p)[0]
                parts = kernels.parts(delta, rate, s, s_rate, p)[0]
                # on the switching surface itself signs are rounding; a force that is cut off may last as long as it likes
                if abs(holds) > 1e-12 and F != 0.0:
                    assert (holds > 0.0) == (F > 0.0), f"holds = {holds} must have the sign of the force {F} N {where}"
                    assert (parts < 0.0) == (F > 0.0), f"parts = {parts} must have the opposite sign of {F} N {where}"
                _check_rate_of_guard(kernels.holds, "holds", (delta, rate, z), (rate, 0.0, z_rate), p)
                for x in (delta, s - depth):
                    _check_rate_of_guard(kernels.parts, "parts", (x, rate, s, s_rate), (rate, 0.0, s_rate, 0.0), p)


def _check_rate_of_guard(guard, name, state, rates, p):
    """A guard that says its rate does not depend on the rate of delta, whose own nobody knows; else it is UNKNOWN."""
    g, g_rate = guard(*state, p)
    assert not math.isnan(g), f"{name} must be a number, got {g} at {state}"
    if math.isnan(g_rate):
        return
    h = 1e-6 * max(abs(state[0]), abs(state[2])) / (max(map(abs, rates)) or 1.0)
    ends = [guard(*(x + t * dx for x, dx in zip(state, rates, strict=True)), p) for t in (-h, h)]
    faster = guard(state[0], state[1] + 1e-6, *state[2:], p)
    if any(math.isnan(end[1]) for end in (*ends, faster)):
        return  # next to a kink
    slope = (ends[1][0] - ends[0][0]) / (2.0 * h)
    assert abs(slope - g_rate) <= 1e-6 * abs(g_rate) + 1e-9 * abs(g) / h and abs(faster[0] - g) <= 1e-12 * abs(g), (
        f"the rate of {name} must be that of its value, or UNKNOWN, got {g_rate} for {slope} at {state}"
    )


def _check_loss(kernels, p, depth):
    """What is left in the contact when it is lost is not more than before, and the free surface lets go of it."""
    relax = kernels.relax_rate(p)
    for delta in (0.1 * depth, depth):
        for z in states_at(kernels, delta, p):
            s = kernels.surface(delta, z, p)
            assert 0.0 <= s <= delta, f"the surface must be between 0 and delta = {delta} m, got {s}"
            left = [kernels.energy(x, kernels.remember(x, x, p), p) for x in (s, 0.5 * s, 0.0)]
            assert relax > 0.0 or left[0] == 0.0, (
                f"a surface that does not relax must be at 0 m or hold no energy, got {s} m with {left[0]} J"
            )
            before = kernels.energy(delta, z, p)
            assert left[0] <= before * (1.0 + 1e-12), f"loss of contact must not create energy: {before} -> {left[0]} J"
            assert left == sorted(left, reverse=True), f"the energy of a relaxing surface must fall, got {left} J"


def _check_cycle(kernels, p, depth, period):
    """Indent and withdraw along a half sine: the contact must not give more work than it got."""
    from scipy.integrate import solve_ivp

    omega = math.pi / period

    def motion(t):
        return depth * math.sin(omega * t), depth * omega * math.cos(omega * t)

    def rates(t, y):
        delta, rate = motion(t)
        F, z_rate, D = kernels.response(delta, rate, y[0], p)
        return z_rate, F * rate, D

    def release(t, y):
        return kernels.holds(*motion(t), y[0], p)[0]

    release.terminal, release.direction = True, -1.0
    t0 = 1e-9 * period
    y0 = (kernels.remember(0.0, 0.0, p), 0.0, 0.0)
    path = solve_ivp(rates, (t0, period), y0, "LSODA", events=release, rtol=1e-8, atol=1e-14, max_step=0.01 * period)
    z, work, lost = path.y[:, -1]
    delta, _ = motion(path.t[-1])
    stored = kernels.energy(delta, z, p)
    scale = np.abs(path.y[1]).max()
    assert work >= -1e-6 * scale, f"a closed cycle must not create energy, got {-work} J out of {scale} J"
    assert abs(work - stored - lost) <= 1e-5 * scale, f"work {work} J must be stored {stored} or dissipated {lost} J"
    forces = [kernels.response(*motion(t), y, p)[0] for t, y in zip(path.t, path.y[0], strict=True)]
    assert min(forces) >= -1e-6 * max(forces), f"a touching contact must push, got {min(forces)} N"


def _check_impact(kernels, p, depth, speed):
    """A free mass that meets the contact leaves it, and not faster than it came."""
    from scipy.integrate import solve_ivp

    z0 = kernels.remember(0.0, 0.0, p)
    mass = 2.0 * kernels.energy(depth, z0, p) / speed**2

    def rates(t, y):
        F, z_rate, _ = kernels.response(y[0], y[1], y[2], p)
        return y[1], -F / mass, z_rate

    def release(t, y):
        return kernels.holds(y[0], y[1], y[2], p)[0]

    release.terminal, release.direction = True, -1.0
    start = (1e-9 * depth, speed, z0)
    scales = 1e-10 * np.array([depth, speed, depth])
    path = solve_ivp(rates, (0.0, 1e4 * depth / speed), start, "LSODA", events=release, rtol=1e-9, atol=scales)
    assert path.status == 1, "a free mass must leave the contact again"
    found = [kernels.release(math.copysign(math.sqrt(abs(x)), x), v, z, p) for x, v, z in path.y.T]
    assert abs(found[-1]) <= 1e-3 * max(found), (
        f"release must fall through zero where holds does, got {found[-1]} after {max(found)}"
    )
    e = -path.y[1, -1] / speed
    assert 0.0 <= e <= 1.0 + 1e-6, f"restitution must be between 0 and 1, got {e}"
