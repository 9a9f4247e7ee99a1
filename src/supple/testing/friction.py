"""What every friction law must do.

`check_friction_law(law)` raises AssertionError with a sentence for the first property that fails. `law` is one of the
package's laws, a `UserFriction`, or any object with `row()`, `n_state` and the kernels of `laws/friction/contract.py` as
functions; those that it does not bring are those that a law need not say. If it has `bound(speed)` (largest |f|/F) the cone
is checked, if it has `state_bound(F)` (largest |u|) the internal state.

The plane is z = 0 and turned ones, the load that of Hertz: delta = depth (F/force)^(2/3).
"""

import math
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ..guards import UNUSED
from ..laws.friction import dispatch
from ..laws.friction.contract import AT_REST, BREAKAWAY, SLIDE, STICK, Bristle, Load, Slip
from ..laws.registry import FRICTION
from ..spatial.plane_tensors import NONE
from ..spatial.vectors import UNTURNED
from .friction_history import check_histories

UP = (0.0, 0.0, 1.0)

MODES = (SLIDE, STICK, BREAKAWAY)
FORCES = (0.0, 1e-3, 1.0, 100.0)  # [N]
SPEEDS = (0.0, 1e-6, 1e-3, 1e-2, 0.1, 1.0, 10.0)  # [m/s]
SPINS = (0.0, 3.0)  # [rad/s]


class Kernels(NamedTuple):
    """The functions of a friction law."""

    response: Any
    energy: Any
    guard: Any
    next_mode: Any
    start: Any
    relax_rate: Any


class State(NamedTuple):
    """What the kernels are told besides mode and parameters."""

    load: Load
    slip: Slip
    s: Bristle


def kernels_of(law):
    """The kernels of a law object: those of its file, or its own."""
    if law in FRICTION:
        number = FRICTION.number(law)
        return Kernels(*(partial(getattr(dispatch, f"friction_{name}"), number) for name in Kernels._fields))
    unsaid = {name: partial(getattr(dispatch, f"friction_{name}"), 0) for name in Kernels._fields}
    return Kernels(*(getattr(law, name, unsaid[name]) for name in Kernels._fields))


def load_of(law, force, delta):
    """A load in the plane z = 0 with all that a law may need: at rest, between bodies that are not turned."""
    needs = getattr(law, "needs", ())
    if not needs:
        return Load(force, delta)
    N, B = NONE, NONE
    if "tensors" in needs:
        N, B = dispatch.friction_tensors(FRICTION.number(law), UP, UNTURNED, UNTURNED, np.array(law.row()))
    return Load(force, delta, force, 0.0, UP, N, B)


def check_friction_law(law: Any, *, force: float = 100.0, speed: float = 0.2, depth: float = 1e-3) -> None:
    """Assert that `law` is a friction law; `force` [N], `speed` [m/s], indentation `depth` [m] are typical of its use."""
    kernels = kernels_of(law)
    p = _check_declarations(law, kernels)
    for state in _states(law, force, depth):
        for mode in MODES:
            _check_symmetry(kernels, mode, state, p)
            _check_rate_of_guard(kernels, mode, state, p)
            if kernels.guard(mode, *state, p)[0] >= 0.0:
                _check_power(kernels, mode, state, p)
                _check_cone(law, kernels, mode, state, p)
        _check_start(kernels, state, p)
    check_histories(law, kernels, p, load_of(law, force, depth), speed)


def _check_declarations(law, kernels):
    """Row and number of states; nothing happens where nothing is; return the row as kernels get it."""
    row = law.row()
    assert isinstance(row, tuple) and all(isinstance(x, float) for x in row), (
        f"row() must be a tuple of floats, got {row!r}"
    )
    assert law.n_state in (0, 3, 4), f"n_state must be 0, 3 or 4, got {law.n_state!r}"
    p = np.array(row)
    nothing = State(Load(0.0, 0.0), Slip((0.0, 0.0, 0.0), 0.0), Bristle((0.0, 0.0, 0.0), 0.0))
    for mode in MODES:
        assert kernels.energy(mode, nothing.s, p) == 0.0, "without deflection nothing must be stored"
        rest = _numbers(kernels.response(mode, *nothing, p))
        assert not rest.any(), f"without normal force, slip and internal state nothing must happen, got {rest}"
    relax = kernels.relax_rate(p)
    assert math.isfinite(relax), f"relax_rate must be finite, got {relax}"
    if law.n_state == 0:
        assert relax < 0.0, "a law without internal state has nothing to relax: relax_rate must be negative"
    return p


def _states(law, force, depth):
    """Load, slip and internal state in the plane z = 0; the internal state along, against and across the slip."""
    for F in FORCES:
        load = load_of(law, F, depth * (F / force) ** (2.0 / 3.0))
        size = law.state_bound(F) if law.n_state else 0.0
        for speed in SPEEDS:
            for part, angle in ((0.0, 0.0), (0.5, 0.0), (0.999, 0.0), (0.999, math.pi), (0.7, 1.0)):
                u = (part * size * math.cos(angle), part * size * math.sin(angle), 0.0)
                for spin in SPINS:
                    theta = part if law.n_state > 3 and spin else 0.0
                    yield State(load, Slip((speed, 0.0, 0.0), spin), Bristle(u, theta))
                if size == 0.0:
                    break


def _numbers(pull):
    """An answer in a row: force and rate of u (3 each), moment, rate of theta, dissipated and reversible power."""
    return np.array([*pull.force, *pull.rate.u, pull.moment, pull.rate.theta, pull.lost, pull.reversible], dtype=float)


# --- symmetries ---------------------------------------------------------------------------------------------------------
def _rotation(axis, angle):
    x, y, z = np.asarray(axis) / np.linalg.norm(axis)
    K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.eye(3) + math.sin(angle) * K + (1.0 - math.cos(angle)) * K @ K


IMAGES = {  # how space is turned, and what a law is that does not notice
    "odd in": np.diag([-1.0, -1.0, 1.0]),
    "the mirror image in a mirror of": np.diag([1.0, -1.0, 1.0]),
    "isotropic: equal under rotation in the plane of": _rotation((0, 0, 1), 0.7),
    "isotropic: equal under rotation of the plane of": _rotation((1, 2, 3), 2.0),
}


def _image(state, R):
    """The state in a turned space; spins are axial."""
    hand = float(np.linalg.det(R))
    v, u = (tuple(map(float, R @ x)) for x in (state.slip.velocity, state.s.u))
    n = tuple(map(float, hand * (R @ state.load.n)))
    load = state.load._replace(n=n, N=_image_of_tensor(state.load.N, R), B=_image_of_tensor(state.load.B, R))
    return State(load, Slip(v, hand * state.slip.spin), Bristle(u, hand * state.s.theta))


def _image_of_tensor(S, R):
    xx, yy, zz, xy, xz, yz = S
    T = R @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ R.T
    return tuple(map(float, (T[0, 0], T[1, 1], T[2, 2], T[0, 1], T[0, 2], T[1, 2])))


def _check_symmetry(kernels, mode, state, p):
    """The law knows no direction of its own: turned and reversed slip gives turned and reversed force."""
    answer = _numbers(kernels.response(mode, *state, p))
    where = f"at mode {mode}, {state}"
    assert np.isfinite(answer).all(), f"response must be finite, got {answer} {where}"
    force, rate, turning = answer[:3], answer[3:6], answer[6:8]
    assert force[2] == rate[2] == 0.0, f"force and rate must be in the plane of contact, got {answer} {where}"
    if state.s.u[1] == 0.0 and state.slip.spin == 0.0:
        assert force[1] == rate[1] == turning[0] == 0.0, f"motion along a line must stay on it, got {answer} {where}"
    g = kernels.guard(mode, *state, p)[0]
    sizes = np.repeat([np.abs(part).max() for part in (force, rate, *np.abs(turning))], (3, 3, 1, 1))
    # what a rate of sliding is a difference of: those of other modes and without deflection
    rates = [kernels.response(other, *state[:2], s, p).rate for other in MODES for s in (state.s, AT_REST)]
    sizes[3:6] += 1e-3 * max(math.hypot(*one.u) for one in rates)
    sizes[7] += 1e-3 * max(abs(one.theta) for one in rates)
    for name, R in IMAGES.items():
        image, hand = _image(state, R), np.linalg.det(R)
        turned = _numbers(kernels.response(mode, *image, p))
        expected = np.concatenate((R @ force, R @ rate, hand * turning))
        close = np.all(np.abs(turned[:8] - expected) <= 1e-9 * sizes + 1e-300)
        assert close, f"the force must be {name} slip and internal state: {turned[:8]} is not {expected} {where}"
        change = abs(g - kernels.guard(mode, *image, p)[0])
        assert change <= 1e-9 * (abs(g) + state.load.force + np.linalg.norm(state.slip.velocity)), (
            f"the guard must be {name} slip and internal state {where}"
        )


# --- power --------------------------------------------------------------------------------------------------------------
def _check_power(kernels, mode, state, p):
    """-f.v - m.n spin = D + W + dU/dt, D >= 0."""
    load, slip, s = state
    pull = kernels.response(mode, *state, p)
    f, v, D, W = np.array(pull.force), np.array(slip.velocity), pull.lost, pull.reversible
    where = f"in mode {mode} at {state}"
    power = float(-f @ v - pull.moment * slip.spin)
    size = max(map(abs, (power, D, W, float(np.linalg.norm(f) * np.linalg.norm(v)))))
    assert D >= -1e-12 * size, f"dissipated power must be >= 0 W, got {D} {where}"
    stored, fast = 0.0, math.hypot(*pull.rate.u, pull.rate.theta)
    if fast > 0.0:
        h = 1e-4 * max(math.hypot(*s.u, s.theta), 1e-6) / fast
        ends = [kernels.energy(mode, _moved(s, pull.rate, t), p) for t in (-h, h)]
        stored = (ends[1] - ends[0]) / (2.0 * h)
    error = power - D - W - stored
    assert abs(error) <= 1e-6 * max(size, abs(stored)) + 1e-300, (
        f"the power of friction {power} W must be dissipated ({D}), reversible ({W}) or stored ({stored}) {where}"
    )


def _moved(s, rate, h):
    """The internal state a time h later."""
    return Bristle(tuple(x + h * dx for x, dx in zip(s.u, rate.u, strict=True)), s.theta + h * rate.theta)


def _check_cone(law, kernels, mode, state, p):
    if hasattr(law, "bound"):
        size = math.hypot(*kernels.response(mode, *state, p).force)
        most = law.bound(math.hypot(*state.slip.velocity)) * state.load.force
        assert size <= most * (1.0 + 1e-9) + 1e-12, f"|f| = {size} N must be <= {most} N in mode {mode} at {state}"


# --- guards -------------------------------------------------------------------------------------------------------------
def _check_rate_of_guard(kernels, mode, state, p):
    """A guard that says its rate depends on the internal state alone, whose rate the law knows; else it is UNKNOWN."""
    g, g_rate = kernels.guard(mode, *state, p)
    assert not math.isnan(g), f"the guard must be a number, got {g} in mode {mode} at {state}"
    if math.isnan(g_rate) or g == UNUSED:
        return
    load, slip, s = state
    rate = kernels.response(mode, *state, p).rate
    h = 1e-6 * max(math.hypot(*s.u, s.theta), 1e-6) / max(math.hypot(*rate.u, rate.theta), 1e-300)
    ends = [kernels.guard(mode, load, slip, _moved(s, rate, t), p)[0] for t in (-h, h)]
    slope = (ends[1] - ends[0]) / (2.0 * h)
    faster = Slip(tuple(1.001 * x + 1e-6 for x in slip.velocity), 1.001 * slip.spin + 1e-6)
    pressed = load._replace(force=1.001 * load.force + 1e-6, delta=1.001 * load.delta + 1e-9)
    beside = [kernels.guard(mode, a, b, s, p)[0] for a, b in ((pressed, slip), (load, faster))]
    assert abs(slope - g_rate) <= 1e-4 * abs(g_rate) + 1e-9 * abs(g) / h and beside == [g, g], (
        f"the rate of the guard must be that of its value, or UNKNOWN, got {g_rate} for {slope} in mode {mode} at {state}"
    )


def _check_start(kernels, state, p):
    """The mode at touch-down is right, or its guard leads to one that is."""
    load, slip, s = state
    mode = kernels.start(load, slip, s, p)
    assert mode in MODES, f"start must be one of the modes {MODES}, got {mode}"
    for _ in range(2):
        if kernels.guard(mode, load, slip, s, p)[0] >= 0.0:
            return
        mode, s = kernels.next_mode(mode, load, slip, s, p)
    assert kernels.guard(mode, load, slip, s, p)[0] >= 0.0, f"start must lead to a mode whose guard agrees at {state}"
