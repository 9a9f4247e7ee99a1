"""Every law passes its suite, dispatch is the file's own kernel, and the suites catch laws that are wrong."""

import math
from importlib import import_module
from types import SimpleNamespace

import numpy as np
import pytest
from laws import law_zoo
from laws.law_zoo import name

from supple.guards import UNKNOWN
from supple.laws import StickSlip, UserFriction, UserNormal
from supple.laws.friction import dispatch as friction
from supple.laws.friction.contract import (
    AT_REST,
    BREAKAWAY,
    DROPPED,
    SLIDE,
    STICK,
    ZERO,
    Bristle,
    Load,
    Pull,
    Slip,
)
from supple.laws.normal import dispatch as normal
from supple.laws.registry import FRICTION, NORMAL
from supple.testing import check_friction_law, check_normal_law


@pytest.mark.parametrize("law", law_zoo.NORMAL, ids=name)
def test_normal_law_conforms(law):
    check_normal_law(law)


@pytest.mark.parametrize("law", law_zoo.FRICTION, ids=name)
def test_friction_law_conforms(law):
    check_friction_law(law)


def own_kernels(laws, law):
    """The module whose kernels are those of a law."""
    home = laws.home(type(law).__name__)
    file = getattr(law, "kernels", None)
    return import_module(f"{laws.package}.{file}" if file else home)


def check_dispatch(dispatch, prefix, laws, law, cases):
    """Dispatch by number gives what the kernel of the file gives, or, where the file has none, what no law gives."""
    file, number, p = own_kernels(laws, law), laws.number(law), np.array(law.row())
    for kernel, states in cases.items():
        ask = getattr(dispatch, f"{prefix}_{kernel}")
        for state in states:
            said = ask(number, *state, p)
            expected = getattr(file, kernel)(*state, p) if hasattr(file, kernel) else ask(0, *state, p)
            assert repr(said) == repr(expected), kernel  # nan is equal to itself here


@pytest.mark.parametrize("law", law_zoo.NORMAL, ids=name)
def test_normal_dispatch_is_the_files_own_kernel(law):
    states = [(1e-3, 0.1, 2e-4), (2e-3, -0.7, 1e-3), (-1e-3, 0.2, 0.0)]
    without_rate = [(delta, z) for delta, _, z in states]
    cases = dict(
        response=states, energy=without_rate, holds=states, release=states, parts=[(*state, -0.1) for state in states],
        surface=without_rate, relax_rate=[()], remember=without_rate,
    )  # fmt: skip
    check_dispatch(normal, "normal", NORMAL, law, cases)


@pytest.mark.parametrize("law", law_zoo.FRICTION, ids=name)
def test_friction_dispatch_is_the_files_own_kernel(law):
    states = [
        (Load(10.0, 1e-3), Slip((0.1, -0.2, 0.3), 0.5), Bristle((1e-4, 2e-4, -1e-4), 0.1)),
        (Load(3.0, 1e-4), Slip((0.0, 5e-4, 0.0), 0.0), Bristle((0.0, 0.1, 0.2), 0.0)),
    ]
    with_mode = [(mode, *state) for mode in (SLIDE, STICK, BREAKAWAY) for state in states]
    cases = dict(
        response=with_mode, energy=[(mode, s) for mode, _, _, s in with_mode], guard=with_mode,
        next_mode=with_mode, start=states, relax_rate=[()],
    )  # fmt: skip
    check_dispatch(friction, "friction", FRICTION, law, cases)


def test_no_law_gives_nothing():
    p = np.zeros(0)
    assert normal.normal_response(0, 1e-3, 0.1, 0.0, p) == (0.0, 0.0, 0.0)
    assert normal.normal_parts(0, 1e-3, 0.1, 0.0, 0.0, p)[0] > 0.0 > normal.normal_holds(0, 1e-3, 0.1, 0.0, p)[0]
    assert normal.normal_energy(0, 1e-3, 0.0, p) == normal.normal_surface(0, 1e-3, 0.0, p) == 0.0
    assert normal.normal_relax_rate(0, p) == normal.normal_remember(0, 1e-3, 1e-3, p) == 0.0
    pressed, slip = Load(1.0, 1e-3), Slip((1.0, 0.0, 0.0), 1.0)
    assert friction.friction_response(0, SLIDE, pressed, slip, AT_REST, p) == Pull(ZERO, 0.0, AT_REST, 0.0, 0.0)
    assert friction.friction_guard(0, SLIDE, pressed, slip, AT_REST, p)[0] > 0.0
    assert friction.friction_relax_rate(0, p) == DROPPED


def test_suites_accept_a_users_laws():
    check_normal_law(
        UserNormal(
            force=lambda x, v, p: p[0] * x * (1.0 + 0.3 * v), energy=lambda x, v, p: p[0] * x * x / 2, parameters=(1e4,)
        )
    )
    check_normal_law(UserNormal(force=lambda x, v, p: p[0] * x * (1.0 + 0.3 * v), parameters=(1e4,)))
    check_friction_law(UserFriction(coefficient=lambda speed, F, p: p[0] * math.tanh(speed / 0.01), parameters=(0.5,)))


# --- normal laws that are wrong in one way each ---------------------------------------------------------------------------
def margin(delta, rate):
    return (delta, rate) if rate >= 0.0 else (delta + 5e-3 * rate, UNKNOWN)


def broken_normal(**changes):
    """A linear spring and damper as an object with its own kernels, some of them replaced; the rest it need not say."""
    parts = dict(
        response=lambda delta, rate, z, p: (1e4 * delta + 50.0 * rate, 0.0, 50.0 * rate * rate),
        energy=lambda delta, z, p: 5e3 * delta * delta,
        holds=lambda delta, rate, z, p: margin(delta, rate),
        release=lambda root, rate, z, p: root + math.copysign(math.sqrt(5e-3 * abs(rate)), rate),
        parts=lambda delta, rate, s, s_rate, p: tuple(-x for x in margin(delta, rate)),
        row=lambda: (),
        n_state=0,
        singular_start=False,
    )
    return SimpleNamespace(**(parts | changes))


def test_suite_accepts_an_object_with_its_own_kernels():
    check_normal_law(broken_normal())


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (dict(response=lambda d, r, z, p: (1e4 * d - 50 * r, 0.0, -50 * r * r)), "dissipated power must be >= 0"),
        (dict(response=lambda d, r, z, p: (1e4 * d + 50 * r, 0.0, 0.0)), "must be stored or dissipated"),
        (dict(energy=lambda d, z, p: 1e4 * d * d), "must be stored or dissipated"),
        (dict(response=lambda d, r, z, p: (1e4 * d + 1.0, 0.0, 0.0)), "must vanish at delta = 0"),
        (dict(holds=lambda d, r, z, p: (d, UNKNOWN)), "must have the sign of the force"),
        (dict(parts=lambda d, r, s, sr, p: (-d, UNKNOWN)), "must have the opposite sign"),
        (dict(parts=lambda d, r, s, sr, p: (-d - 5e-3 * r, UNKNOWN)), "must be free"),
        (dict(holds=lambda d, r, z, p: (margin(d, r)[0], 2.0 * r)), "rate of holds must be that of its value"),
        (dict(holds=lambda d, r, z, p: (d + 5e-3 * r, r)), "rate of holds must be that of its value"),
        (
            dict(parts=lambda d, r, s, sr, p: (-margin(d, r)[0], r if r > 0.0 else UNKNOWN)),
            "rate of parts must be that of its value",
        ),
        (dict(release=lambda root, r, z, p: root), "release must fall through zero where holds does"),
        (dict(surface=lambda d, z, p: d), "does not relax must be at 0"),
        (dict(relax_rate=lambda p: -1.0), "relax_rate must be >= 0"),
        (dict(row=lambda: [1.0]), r"row\(\) must be a tuple of floats"),
        (dict(row=lambda: (1,)), r"row\(\) must be a tuple of floats"),
        (dict(n_state=2), "n_state must be 0 or 1"),
    ],
)
def test_suite_refuses_a_wrong_normal_law(changes, sentence):
    with pytest.raises(AssertionError, match=sentence):
        check_normal_law(broken_normal(**changes))


# --- friction laws that are wrong in one way each -------------------------------------------------------------------------
def pull(f, *, lost, moment=0.0):
    return Pull(tuple(map(float, f)), moment, AT_REST, lost, 0.0)


def coulomb(mode, load, slip, s, p):
    v = np.array(slip.velocity)
    c = 0.4 * load.force / math.sqrt(v @ v + 1e-4)
    return pull(-c * v, lost=c * (v @ v))


def broken_friction(**changes):
    """Regularised Coulomb as an object with its own kernels, one of them replaced; the rest it need not say."""
    parts = dict(response=coulomb, row=lambda: (), bound=lambda speed: 0.4, n_state=0)
    return SimpleNamespace(**(parts | changes))


def test_suite_accepts_a_friction_object_with_its_own_kernels():
    check_friction_law(broken_friction())


def scaled(cx, cy, power):
    """A force -(cx vx, cy vy) F that claims to dissipate `power` times what it does."""

    def response(mode, load, slip, s, p):
        (vx, vy, _), F = slip.velocity, load.force
        return pull((-cx * F * vx, -cy * F * vy, 0.0), lost=power * F * (cx * vx * vx + cy * vy * vy))

    return response


def one_sided(mode, load, slip, s, p):
    vx, F = slip.velocity[0], load.force
    return pull((-F * abs(vx), 0.0, 0.0), lost=F * vx * abs(vx))


def sideways(mode, load, slip, s, p):
    """A ball that curves without spin."""
    (vx, vy, _), F = slip.velocity, load.force
    return pull((-F * vx - F * vy, F * vx - F * vy, 0.0), lost=F * (vx * vx + vy * vy))


def curving(mode, load, slip, s, p):
    """A force across the slip that does not ask in which sense the body spins."""
    (vx, vy, _), F, c = slip.velocity, load.force, 0.1 * abs(slip.spin)
    return pull((-F * vx + c * vy, -F * vy - c * vx, 0.0), lost=F * (vx * vx + vy * vy))


def drilling(moment, lost):
    """Coulomb and a moment against the spin."""

    def response(mode, load, slip, s, p):
        m = 1e-3 * load.force * slip.spin
        return coulomb(mode, load, slip, s, p)._replace(
            moment=moment(m), lost=coulomb(mode, load, slip, s, p).lost + lost * m * slip.spin
        )

    return response


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (dict(response=scaled(1.0, 2.0, 1.0)), "isotropic"),
        (dict(response=one_sided), "odd"),
        (dict(response=sideways), "along a line must stay on it"),
        (dict(response=curving), "the mirror image"),
        (dict(response=lambda *a: coulomb(*a)._replace(lost=-coulomb(*a).lost)), ">= 0 W"),
        (dict(response=lambda *a: coulomb(*a)._replace(lost=0.5 * coulomb(*a).lost)), "must be dissipated"),
        (dict(response=drilling(lambda m: -abs(m), 1.0)), "the mirror image"),
        (dict(response=drilling(lambda m: 0.0, 1.0)), "must be dissipated"),
        (dict(bound=lambda speed: 0.3), "must be <="),
        (dict(energy=lambda mode, s, p: 1.0), "nothing must be stored"),
        (dict(guard=lambda *state: (-1.0, UNKNOWN)), "whose guard agrees"),
        (dict(guard=lambda mode, load, slip, s, p: (1.0 + load.force, 0.0)), "rate of the guard must be that of its value"),
        (dict(guard=lambda mode, load, slip, s, p: (1.0, 2.0)), "rate of the guard must be that of its value"),
        (dict(relax_rate=lambda p: 10.0), "nothing to relax"),
        (dict(row=lambda: (1,)), r"row\(\) must be a tuple of floats"),
        (dict(n_state=2), "n_state must be 0, 3 or 4"),
    ],
)  # fmt: skip
def test_suite_refuses_a_wrong_friction_law(changes, sentence):
    with pytest.raises(AssertionError, match=sentence):
        check_friction_law(broken_friction(**changes))


def test_suite_accepts_a_moment_against_the_spin():
    check_friction_law(broken_friction(response=drilling(lambda m: -m, 1.0)))


def pressed_spring(stiffness, relaxation=1e-4):
    """StickSlip whose kt is a function of the indentation, with the deflection itself as internal state."""

    def row(load):
        kt = stiffness(load.delta)
        return np.array([0.4, kt, relaxation * kt])

    def asked(kernel, load_at):
        ask = getattr(friction, f"friction_{kernel}")
        number = FRICTION.number(StickSlip)
        return lambda *state: ask(number, *state[:-1], row(state[load_at]))

    def energy(mode, s, p):
        return friction.friction_energy(FRICTION.number(StickSlip), mode, s, row(Load(0.0, 1e-4)))

    return SimpleNamespace(
        response=asked("response", 1), energy=energy, guard=asked("guard", 1),
        next_mode=asked("next_mode", 1), start=asked("start", 0), relax_rate=lambda p: 1.0 / relaxation,
        row=lambda: (), n_state=3, bound=lambda speed: 0.4, state_bound=lambda F: 0.4 * F / stiffness(1e-6),
    )  # fmt: skip


def test_suite_refuses_a_stiffness_that_grows_with_the_load_under_a_deflection():
    """Mindlin's stiffness with the deflection as internal state, for which `Mindlin` has another."""
    check_friction_law(pressed_spring(lambda delta: 1e5))
    with pytest.raises(AssertionError, match=r"must be dissipated|must not create energy"):
        check_friction_law(pressed_spring(lambda delta: max(3e6 * math.sqrt(delta), 1.0)))
