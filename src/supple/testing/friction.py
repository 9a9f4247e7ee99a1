"""What every friction law must do.

`check_friction_law(law)` raises AssertionError with a sentence for the first property that fails. `law` is one of the
package's laws, a `UserFriction`, or any object with `row()`, `n_state` and the six kernels as functions. If it has
`bound(speed)` (largest |f|/F) the cone is checked, if it has `memory_bound(F)` (largest |u|) the memory.
"""

import math
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ..laws.friction import dispatch
from ..laws.friction.ids import BREAKAWAY, DROPPED, N_FRICTION, SLIDE, STICK, FrictionLaw

MODES = (SLIDE, STICK, BREAKAWAY)
FORCES = (0.0, 1e-3, 1.0, 100.0)  # [N]
SPEEDS = (0.0, 1e-6, 1e-3, 1e-2, 0.1, 1.0, 10.0)  # [m/s]
KERNELS = ("response", "energy", "guard", "next_mode", "start", "relax_rate")


class Kernels(NamedTuple):
    """The six functions of a friction law."""

    response: object
    energy: object
    guard: object
    next_mode: object
    start: object
    relax_rate: object


def kernels_of(law):
    """The kernels of a law object: its own, those of a UserFriction, or those of its id."""
    if all(hasattr(law, name) for name in KERNELS):
        return Kernels(*(getattr(law, name) for name in KERNELS))
    if law.law == FrictionLaw.USER:
        return _user_kernels(law)
    return Kernels(*(partial(getattr(dispatch, f"friction_{name}"), int(law.law)) for name in KERNELS))


def _user_kernels(law):
    """The rules by which a user's coefficient(speed, F, p) becomes a law."""
    row = np.array(law.row())

    def response(mode, F, vx, vy, vz, ux, uy, uz, p):
        speed = math.hypot(vx, vy, vz)
        c = -law.functions[0](speed, F, row) * F / speed if speed > 0.0 and F > 0.0 else 0.0
        return c * vx, c * vy, c * vz, 0.0, 0.0, 0.0, -c * speed * speed, 0.0

    return Kernels(
        response, lambda *a: 0.0, lambda *a: 1.0, lambda mode, F, vx, vy, vz, *u: (SLIDE, *u[:3]), lambda *a: SLIDE,
        lambda p: DROPPED,
    )  # fmt: skip


def check_friction_law(law: Any, *, force: float = 100.0, speed: float = 0.2) -> None:
    """Assert that `law` is a friction law; `force` [N] and `speed` [m/s] are typical of its use."""
    kernels, p = kernels_of(law), law.row()
    _check_declarations(law, kernels, p)
    for F, v, u in _states(law):
        for mode in MODES:
            _check_symmetry(kernels, mode, F, v, u, p)
            if kernels.guard(mode, F, *v, *u, p) >= 0.0:
                _check_power(kernels, mode, F, v, u, p)
                _check_cone(law, kernels, mode, F, v, u, p)
        _check_start(kernels, F, v, u, p)
    for seed in range(3):
        _check_history(law, kernels, p, force, speed, seed)


def _check_declarations(law, kernels, p):
    assert isinstance(p, tuple) and len(p) == N_FRICTION, f"row() must be a tuple of {N_FRICTION} numbers, got {p!r}"
    assert all(isinstance(x, float) for x in p), f"row() must hold floats, got {p!r}"
    assert law.n_state in (0, 3), f"n_state must be 0 or 3, got {law.n_state!r}"
    for mode in MODES:
        assert kernels.energy(mode, 0.0, 0.0, 0.0, p) == 0.0, "without deflection nothing must be stored"
        rest = kernels.response(mode, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, p)
        assert all(x == 0.0 for x in rest), f"without normal force, slip and memory nothing must happen, got {rest}"
    assert math.isfinite(kernels.relax_rate(p)), f"relax_rate must be finite, got {kernels.relax_rate(p)}"
    if law.n_state == 0:
        assert kernels.relax_rate(p) < 0.0, "a law without memory has nothing to relax: relax_rate must be negative"


def _states(law):
    """Normal force, slip and memory in the plane z = 0; the memory along, against and across the slip."""
    for F in FORCES:
        size = law.memory_bound(F) if law.n_state else 0.0
        for speed in SPEEDS:
            for part, angle in ((0.0, 0.0), (0.5, 0.0), (0.999, 0.0), (0.999, math.pi), (0.7, 1.0)):
                u = (part * size * math.cos(angle), part * size * math.sin(angle), 0.0)
                yield F, (speed, 0.0, 0.0), u
                if size == 0.0:
                    break


def _rotation(axis, angle):
    x, y, z = np.asarray(axis) / np.linalg.norm(axis)
    K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.eye(3) + math.sin(angle) * K + (1.0 - math.cos(angle)) * K @ K


ROTATIONS = (_rotation((0, 0, 1), 0.7), _rotation((1, 2, 3), 2.0))  # in the plane, and of the plane


def _check_symmetry(kernels, mode, F, v, u, p):
    """The law knows no direction of its own: turned and reversed slip gives turned and reversed force."""
    answer = np.array(kernels.response(mode, F, *v, *u, p))
    assert np.isfinite(answer).all(), f"response must be finite, got {answer} at mode {mode}, F = {F}, v = {v}, u = {u}"
    scale = 1e-9 * np.abs(answer[:6]).max() + 1e-300
    if u[1] == 0.0:
        assert np.all(answer[[1, 2, 4, 5]] == 0.0), (
            f"motion along a line must stay on it, got {answer} at v = {v}, u = {u}"
        )
    for R, name in ((-np.eye(3), "odd in"), *((R, "isotropic: equal under rotation of") for R in ROTATIONS)):
        turned = np.array(kernels.response(mode, F, *map(float, R @ v), *map(float, R @ u), p))
        expected = np.concatenate((R @ answer[:3], R @ answer[3:6]))
        close = np.abs(turned[:6] - expected).max() <= scale
        assert close, f"the force must be {name} slip and memory: {turned[:6]} N is not {expected} at F = {F}, v = {v}"
        g, g_turned = (kernels.guard(mode, F, *map(float, a), *map(float, b), p) for a, b in ((v, u), (R @ v, R @ u)))
        assert abs(g - g_turned) <= 1e-9 * (abs(g) + F + np.linalg.norm(v)), f"the guard must be {name} slip and memory"


def _check_power(kernels, mode, F, v, u, p):
    """-f.v = D + W + dU/dt, D >= 0."""
    answer = kernels.response(mode, F, *v, *u, p)
    f, du, D, W = np.array(answer[:3]), np.array(answer[3:6]), answer[6], answer[7]
    where = f"in mode {mode} at F = {F}, v = {v}, u = {u}"
    terms = [-f @ v, D, W]
    size = max(map(abs, (*terms, float(np.linalg.norm(f) * np.linalg.norm(v)))))
    assert D >= -1e-12 * size, f"dissipated power must be >= 0 W, got {D} {where}"
    stored, speed = 0.0, np.linalg.norm(du)
    if speed > 0.0:
        h = 1e-4 * max(np.linalg.norm(u), 1e-6) / speed
        ends = [kernels.energy(mode, *map(float, np.array(u) + t * du), p) for t in (-h, h)]
        stored = (ends[1] - ends[0]) / (2.0 * h)
    error = terms[0] - D - W - stored
    assert abs(error) <= 1e-6 * max(size, abs(stored)) + 1e-300, (
        f"the power of friction {terms[0]} W must be dissipated ({D}), reversible ({W}) or stored ({stored}) {where}"
    )


def _check_cone(law, kernels, mode, F, v, u, p):
    if hasattr(law, "bound"):
        size = math.hypot(*kernels.response(mode, F, *v, *u, p)[:3])
        most = law.bound(math.hypot(*v)) * F
        assert size <= most * (1.0 + 1e-9) + 1e-12, (
            f"|f| = {size} N must be <= {most} N in mode {mode} at v = {v}, u = {u}"
        )


def _check_start(kernels, F, v, u, p):
    """The mode at touch-down is right, or its guard leads to one that is."""
    mode = kernels.start(F, *v, *u, p)
    assert mode in MODES, f"start must be one of the modes {MODES}, got {mode}"
    for _ in range(2):
        if kernels.guard(mode, F, *v, *u, p) >= 0.0:
            return
        mode, *u = kernels.next_mode(mode, F, *v, *u, p)
    assert kernels.guard(mode, F, *v, *u, p) >= 0.0, f"start must lead to a mode whose guard agrees at F = {F}, v = {v}"


def _check_history(law, kernels, p, F, speed, seed):
    """A random slip at constant normal force: the memory stays bounded, modes agree with guards, no energy is made."""
    random = np.random.default_rng(seed)
    tones = random.normal(size=(4, 2))
    omega = 2.0 * math.pi * np.array([20.0, 33.0, 51.0, 87.0])

    def slip(t):
        v = speed * np.sin(omega * t) @ tones
        return float(v[0]), float(v[1]), 0.0

    duration, t, u, work = 0.05, 0.0, (0.0, 0.0, 0.0), 0.0
    mode = kernels.start(F, *slip(t), *u, p)
    most = law.memory_bound(F) if law.n_state else 0.0
    while t < duration:
        v = slip(t)
        for _ in range(3):
            if kernels.guard(mode, F, *v, *u, p) >= 0.0:
                break
            mode, *u = kernels.next_mode(mode, F, *v, *u, p)
        assert kernels.guard(mode, F, *v, *u, p) >= 0.0, f"after next_mode the guard must agree, mode {mode} at v = {v}"
        answer = kernels.response(mode, F, *v, *u, p)
        du = np.array(answer[3:6])
        h = min(duration / 500.0, 0.05 / (_pole(kernels, mode, F, v, u, du, most, p) + 1e-300))
        work -= float(np.dot(answer[:3], v)) * h
        u = tuple(float(x) for x in np.array(u) + h * du)
        t += h
        assert math.hypot(*u) <= 1.05 * most, f"|u| = {math.hypot(*u)} must stay below {most} under F = {F} N"
    assert work >= 0.0, f"friction must not give work to a slip that starts from rest, got {-work} J"


def _pole(kernels, mode, F, v, u, du, most, p):
    """How fast the memory follows [1/s]."""
    if most == 0.0:
        return 0.0
    h = 1e-6 * most
    moved = kernels.response(mode, F, *v, u[0] + h, u[1] + h, u[2], p)[3:6]
    return float(np.linalg.norm(np.array(moved) - du)) / h
