"""Every law passes its suite, dispatch is the file's own kernel, and the suites catch laws that are wrong."""

import math
from types import SimpleNamespace

import pytest
from laws.law_zoo import FRICTION, NORMAL, name

from supple.laws import FrictionLaw, NormalLaw
from supple.laws.friction import (
    bliman_sorine,
    lugre,
    regularised_coulomb,
    smooth_stribeck,
    state_machine,
    stick_slip,
)
from supple.laws.friction import dispatch as friction
from supple.laws.friction.ids import BREAKAWAY, SLIDE, STICK
from supple.laws.friction.user import UserFriction
from supple.laws.normal import azad_featherstone_recovery, linear_sd1, linear_sd2, power_law
from supple.laws.normal import dispatch as normal
from supple.laws.normal.user import UserNormal
from supple.testing import check_friction_law, check_normal_law

NORMAL_FILES = {
    NormalLaw.POWER_LAW: power_law,
    NormalLaw.AZAD_FEATHERSTONE_RECOVERY: azad_featherstone_recovery,
    NormalLaw.LINEAR_SD1: linear_sd1,
    NormalLaw.LINEAR_SD2: linear_sd2,
}
FRICTION_FILES = {
    FrictionLaw.STICK_SLIP: stick_slip,
    FrictionLaw.BLIMAN_SORINE: bliman_sorine,
    FrictionLaw.LUGRE: lugre,
    FrictionLaw.COLLISION_FRICTION: state_machine,
    FrictionLaw.REGULARISED_COULOMB: regularised_coulomb,
    FrictionLaw.SMOOTH_STRIBECK: smooth_stribeck,
}


@pytest.mark.parametrize("law", NORMAL, ids=name)
def test_normal_law_conforms(law):
    check_normal_law(law)


@pytest.mark.parametrize("law", FRICTION, ids=name)
def test_friction_law_conforms(law):
    check_friction_law(law)


def test_every_id_has_a_law_in_the_zoo():
    assert {law.law for law in NORMAL} == set(NormalLaw) - {NormalLaw.NONE, NormalLaw.USER} == set(NORMAL_FILES)
    assert {law.law for law in FRICTION} == set(FrictionLaw) - {FrictionLaw.USER}
    assert set(FRICTION_FILES) == set(FrictionLaw) - {FrictionLaw.NONE, FrictionLaw.USER}


@pytest.mark.parametrize("law", NORMAL, ids=name)
def test_normal_dispatch_is_the_files_own_kernel(law):
    file, i, p = NORMAL_FILES[law.law], int(law.law), law.row()
    for delta, rate, z in ((1e-3, 0.1, 2e-4), (2e-3, -0.7, 1e-3), (-1e-3, 0.2, 0.0)):
        assert normal.normal_response(i, delta, rate, z, p) == file.response(delta, rate, z, p)
        assert normal.normal_energy(i, delta, z, p) == file.energy(delta, z, p)
        assert normal.normal_holds(i, delta, rate, z, p) == file.holds(delta, rate, z, p)
        assert normal.normal_parts(i, delta, rate, z, p) == file.parts(delta, rate, z, p)
        assert normal.normal_surface(i, delta, z, p) == file.surface(delta, z, p)
        assert normal.normal_remember(i, delta, z, p) == file.remember(delta, z, p)
    assert normal.normal_relax_rate(i, p) == file.relax_rate(p)


@pytest.mark.parametrize("law", FRICTION[1:], ids=name)
def test_friction_dispatch_is_the_files_own_kernel(law):
    file, i, p = FRICTION_FILES[law.law], int(law.law), law.row()
    for mode in (SLIDE, STICK, BREAKAWAY):
        for F, v, u in ((10.0, (0.1, -0.2, 0.3), (1e-4, 2e-4, -1e-4)), (3.0, (0.0, 5e-4, 0.0), (0.0, 0.1, 0.2))):
            state = (mode, F, *v, *u, p)
            assert friction.friction_response(i, *state) == file.response(*state)
            assert friction.friction_energy(i, mode, *u, p) == file.energy(mode, *u, p)
            assert friction.friction_guard(i, *state) == file.guard(*state)
            assert friction.friction_next_mode(i, *state) == file.next_mode(*state)
            assert friction.friction_start(i, *state[1:]) == file.start(*state[1:])
    assert friction.friction_relax_rate(i, p) == file.relax_rate(p)


def test_no_law_gives_nothing():
    p = (0.0,) * 6
    assert normal.normal_response(0, 1e-3, 0.1, 0.0, p) == (0.0, 0.0, 0.0)
    assert normal.normal_parts(0, 1e-3, 0.1, 0.0, p) > 0.0 > normal.normal_holds(0, 1e-3, 0.1, 0.0, p)
    assert normal.normal_energy(0, 1e-3, 0.0, p) == normal.normal_surface(0, 1e-3, 0.0, p) == 0.0
    assert normal.normal_relax_rate(0, p) == normal.normal_remember(0, 1e-3, 1e-3, p) == 0.0


def test_suites_accept_a_users_laws():
    check_normal_law(
        UserNormal(
            force=lambda x, v, p: p[0] * x * (1.0 + 0.3 * v), energy=lambda x, v, p: p[0] * x * x / 2, parameters=(1e4,)
        )
    )
    check_normal_law(UserNormal(force=lambda x, v, p: p[0] * x * (1.0 + 0.3 * v), parameters=(1e4,)))
    check_friction_law(UserFriction(coefficient=lambda speed, F, p: p[0] * math.tanh(speed / 0.01), parameters=(0.5,)))


def broken_normal(**changes):
    """A linear spring and damper as an object with its own kernels, one of them replaced."""
    parts = dict(
        response=lambda delta, rate, z, p: (1e4 * delta + 50.0 * rate, 0.0, 50.0 * rate * rate),
        energy=lambda delta, z, p: 5e3 * delta * delta,
        holds=lambda delta, rate, z, p: min(delta, delta + 5e-3 * rate),
        parts=lambda delta, rate, s, p: -min(delta, delta + 5e-3 * rate),
        surface=lambda delta, z, p: 0.0,
        relax_rate=lambda p: 0.0,
        remember=lambda delta, s, p: 0.0,
        row=lambda: (0.0,) * 6,
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
        (dict(holds=lambda d, r, z, p: d), "must have the sign of the force"),
        (dict(parts=lambda d, r, s, p: -d), "must have the opposite sign"),
        (dict(parts=lambda d, r, s, p: -d - 5e-3 * r), "must be free"),
        (dict(surface=lambda d, z, p: d), "does not relax must be at 0"),
        (dict(relax_rate=lambda p: -1.0), "relax_rate must be >= 0"),
        (dict(row=lambda: (1.0,)), "row\\(\\) must be a tuple of 6"),
        (dict(n_state=2), "n_state must be 0 or 1"),
    ],
)
def test_suite_refuses_a_wrong_normal_law(changes, sentence):
    with pytest.raises(AssertionError, match=sentence):
        check_normal_law(broken_normal(**changes))


def broken_friction(**changes):
    """Regularised Coulomb as an object with its own kernels, one of them replaced."""

    def response(mode, F, vx, vy, vz, ux, uy, uz, p):
        c = 0.4 * F / math.sqrt(vx * vx + vy * vy + vz * vz + 1e-4)
        return -c * vx, -c * vy, -c * vz, 0.0, 0.0, 0.0, c * (vx * vx + vy * vy + vz * vz), 0.0

    parts = dict(
        response=response,
        energy=lambda mode, ux, uy, uz, p: 0.0,
        guard=lambda *state: 1.0,
        next_mode=lambda mode, F, vx, vy, vz, ux, uy, uz, p: (SLIDE, ux, uy, uz),
        start=lambda *state: SLIDE,
        relax_rate=lambda p: -1.0,
        row=lambda: (0.0,) * 8,
        bound=lambda speed: 0.4,
        n_state=0,
    )
    return SimpleNamespace(**(parts | changes))


def test_suite_accepts_a_friction_object_with_its_own_kernels():
    check_friction_law(broken_friction())


def scaled(cx, cy, power):
    """A force -(cx vx, cy vy) F that claims to dissipate `power` times what it does."""

    def response(mode, F, vx, vy, vz, ux, uy, uz, p):
        return -cx * F * vx, -cy * F * vy, 0.0, 0.0, 0.0, 0.0, power * F * (cx * vx * vx + cy * vy * vy), 0.0

    return response


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (dict(response=scaled(1.0, 2.0, 1.0)), "isotropic"),
        (dict(response=lambda m, F, vx, vy, vz, *u: (-F * abs(vx), 0, 0, 0, 0, 0, F * vx * abs(vx), 0)), "odd"),
        (dict(response=lambda m, F, vx, vy, vz, *u: (F * vx, F * vy, F * vz, 0, 0, 0, -F * vx * vx, 0)), ">= 0 W"),
        (
            dict(response=lambda m, F, vx, vy, vz, *u: (-F * vx, -F * vy, -F * vz, 0, 0, 0, F * vx * vx, 0)),
            "must be <=",
        ),
        (dict(bound=lambda speed: 0.3), "must be <="),
        (dict(energy=lambda mode, *u: 1.0), "nothing must be stored"),
        (dict(guard=lambda *state: -1.0), "whose guard agrees"),
        (dict(relax_rate=lambda p: 10.0), "nothing to relax"),
        (dict(n_state=2), "n_state must be 0 or 3"),
    ],
)
def test_suite_refuses_a_wrong_friction_law(changes, sentence):
    with pytest.raises(AssertionError, match=sentence):
        check_friction_law(broken_friction(**changes))
