"""One impact on every law: closed forms, declared tolerance, energy, scaling, simulate, a user's law, JIT off."""

import json
import math
import os
import subprocess
import sys

import numpy as np
import pytest
from laws.law_zoo import ON_A_LINE, name
from scipy.integrate import quad
from scipy.special import beta

from supple.impacts import impact, restitution_curve
from supple.impacts.curves import run_impacts
from supple.impacts.one_impact import RESTITUTION, STEPS
from supple.laws import (
    AzadFeatherstone,
    DirectionalKelvinVoigt,
    Hertz,
    HertzPatch,
    HuntCrossley,
    KelvinVoigt,
    LinearSD1,
    LinearSD2,
    PowerLaw,
    UserNormal,
    restitution,
)
from supple.laws.restitution import hunt_crossley_restitution, kelvin_voigt_restitution

TIGHT = 1e-12


@pytest.mark.validation
@pytest.mark.parametrize(
    ("law", "e"),
    [
        (AzadFeatherstone(k=1.0, lam=0.1), 0.892858876),
        (AzadFeatherstone(k=1.0, lam=0.3), 0.722085440),
        (AzadFeatherstone(k=1.0, lam=1.0), 0.393930603),
        (HuntCrossley(k=1.0, lam=0.1), 0.937475580),
        (HuntCrossley(k=1.0, lam=1.0), 0.593624260),
    ],
)
def test_nine_digits(law, e):
    assert impact(law, 1.0, 1.0, rtol=TIGHT).restitution == pytest.approx(e, abs=6e-10)


@pytest.mark.validation
@pytest.mark.parametrize("n", [1.0, 1.2, 1.5, 2.0, 3.0])
@pytest.mark.parametrize("d", [0.01, 0.5, 3.0])
def test_hunt_crossley_solves_its_formula(n, d):
    found = impact(HuntCrossley(k=1e6, lam=1e6 * d, n=n), 1.0, 2.0, rtol=TIGHT)
    assert found.restitution == pytest.approx(hunt_crossley_restitution(d), abs=1e-9)


@pytest.mark.validation
@pytest.mark.parametrize("law", [KelvinVoigt, LinearSD1])
@pytest.mark.parametrize("zeta", [1e-3, 0.1, 0.3, 0.99, 1.5, 4.0])
def test_kelvin_voigt_without_tension(law, zeta):
    k, m, v = 3e4, 0.7, 0.2
    found = impact(law(k=k, b=2.0 * zeta * math.sqrt(k * m)), v, m, rtol=TIGHT)
    assert found.restitution == pytest.approx(kelvin_voigt_restitution(zeta), abs=1e-9)
    if zeta < 1.0:  # leaves when F = 0, that is after acos(2 zeta^2 - 1) of the damped swing
        omega = math.sqrt(k / m * (1.0 - zeta * zeta))
        assert found.duration == pytest.approx(math.acos(2.0 * zeta * zeta - 1.0) / omega, rel=1e-9)
    if zeta > 0.5:  # the force jumps to b v and falls from there
        assert found.peak_force == pytest.approx(2.0 * zeta * math.sqrt(k * m) * v, rel=1e-12)


@pytest.mark.validation
@pytest.mark.parametrize(("k", "m", "v"), [(1e6, 1.0, 1.0), (1e10, 1e-3, 30.0), (1.0, 1.0, 1e-3)])
def test_hertz_duration_depth_and_peak(k, m, v):
    found = impact(Hertz(k=k), v, m, rtol=TIGHT)
    depth = (1.25 * m * v * v / k) ** 0.4
    duration = 2.0 * depth / v * 0.4 * beta(0.4, 0.5)  # 2.943 depth / v
    assert found.duration == pytest.approx(duration, rel=1e-10)
    assert found.duration == pytest.approx(2.943275 * depth / v, rel=1e-6)
    assert found.max_indentation == pytest.approx(depth, rel=1e-10)
    assert found.peak_force == pytest.approx(k * depth**1.5, rel=1e-10)
    assert found.restitution == pytest.approx(1.0, abs=1e-10)
    assert found.energy_lost == 0.0 and found.energy_left == pytest.approx(0.0, abs=1e-12 * m * v * v)


@pytest.mark.parametrize("law", ON_A_LINE, ids=name)
def test_declared_tolerance_is_achieved(law):
    exact = impact(law, 0.8, 0.3, rtol=1e-13)
    for rtol in (1e-4, 1e-6, 1e-8, 1e-10):
        found = impact(law, 0.8, 0.3, rtol=rtol)
        assert abs(found.restitution - exact.restitution) < 10.0 * rtol + 1e-11
        for figure in ("duration", "peak_force", "max_indentation"):
            assert getattr(found, figure) == pytest.approx(getattr(exact, figure), rel=20.0 * rtol + 1e-10), figure


@pytest.mark.parametrize("law", ON_A_LINE, ids=name)
@pytest.mark.parametrize("gravity", [0.0, 9.81])
def test_energy_is_accounted_for(law, gravity):
    """m v^2/2 (1 - e^2) is in the damper or left in the spring; what is left belongs to a surface still indented."""
    m, v = 0.3, 0.8
    found = impact(law, v, m, gravity=gravity, rtol=1e-11)
    start = 0.5 * m * v * v
    depth = 0.0
    if gravity:  # a surface that has yielded is left in its dent
        depth = found.permanent_indentation if hasattr(law, "yields") else depth_at_release(law, m, v, gravity)
    missing = start * (1.0 - found.restitution**2) + m * gravity * depth
    assert found.energy_lost + found.energy_left == pytest.approx(missing, abs=1e-9 * start)


def depth_at_release(law, m, v, gravity):
    from scipy.integrate import solve_ivp

    from supple.testing.normal import kernels_of

    kernels, p = kernels_of(law), law.row()

    def rates(t, y):
        F, z_rate, _ = kernels.response(y[0], y[1], y[2], p)
        return y[1], gravity - F / m, z_rate

    def release(t, y):
        return kernels.holds(y[0], y[1], y[2], p)[0]

    release.terminal, release.direction = True, -1.0
    path = solve_ivp(
        rates, (0.0, 1.0), (1e-18, v, 0.0), "DOP853", events=release, rtol=1e-12, atol=1e-16, first_step=1e-12
    )
    return path.y_events[0][0][0]


@pytest.mark.validation
@pytest.mark.parametrize("alpha", [0.1, 3.0])
def test_scaling_law_of_azad_featherstone(alpha):
    """(alpha^-2.5 k, alpha^-1.5 lam) gives the same e, and alpha times the duration."""
    one = impact(AzadFeatherstone(k=1e8, lam=2e4), 2.0, 0.1, rtol=1e-11)
    other = impact(AzadFeatherstone(k=alpha**-2.5 * 1e8, lam=alpha**-1.5 * 2e4), 2.0, 0.1, rtol=1e-11)
    assert other.restitution == pytest.approx(one.restitution, abs=1e-10)
    assert other.duration == pytest.approx(alpha * one.duration, rel=1e-10)
    assert other.max_indentation == pytest.approx(alpha * one.max_indentation, rel=1e-10)


@pytest.mark.parametrize(
    ("n", "p", "q"), [(1.5, 0.5, 1.0), (1.5, 1.0, 1.0), (1.2, 0.7, 1.0), (1.0, 0.0, 2.0), (2.5, 1.0, 0.7)]
)
@pytest.mark.parametrize("d", [1e-3, 0.2, 5.0])
def test_power_laws_follow_their_number_of_damping(n, p, q, d):
    found = impact(PowerLaw(k=1.0, n=n, lam=d, p=p, q=q), 1.0, 1.0, rtol=1e-10)
    half = (2.0 * n).is_integer() and (2.0 * p).is_integer()  # other powers are not smooth in sqrt(delta) either
    assert found.restitution == pytest.approx(restitution(d, n, p, q), abs=2e-9 if half else 2e-8)


def test_scales_do_not_matter():
    """Work is the same for k = 1 and for k = 1e10 on a milligram."""
    d, steps = 0.3, set()
    for k, m, v in ((1.0, 1.0, 1.0), (1e10, 1e-3, 1e-4), (1e-6, 1e6, 1e3), (1e14, 1e-9, 100.0)):
        law = AzadFeatherstone(k=k, lam=d * k**0.6 * m**0.4 * v**-0.2)
        out = one_row(law, m, v, 1e-8)
        assert out[RESTITUTION] == pytest.approx(0.722085440, abs=2e-8)
        steps.add(int(out[STEPS]))
    assert max(steps) - min(steps) <= 3


def one_row(law, m, v, rtol, gravity=0.0):
    return run_impacts([law], np.zeros(1, dtype=np.int64), m, np.array([v]), gravity, rtol, True, 1)[0]


def test_deep_damping_still_ends():
    for d in (10.0, 100.0):
        found = impact(AzadFeatherstone(k=1.0, lam=d), 1.0, 1.0)
        assert 0.0 < found.restitution < 0.05 and found.duration < math.inf


def test_gravity_may_hold_the_body():
    law = AzadFeatherstone(k=1e6, lam=1e4)
    found = impact(law, 1e-3, 1.0, gravity=9.81)
    assert found.restitution == 0.0 and found.duration == math.inf
    assert found.max_indentation >= (9.81 / 1e6) ** (2.0 / 3.0) * (1.0 - 1e-6)
    assert impact(law, 1.0, 1.0, gravity=9.81).restitution < impact(law, 1.0, 1.0).restitution


def own_force(delta, rate, p):
    return p[0] * delta**1.5 * (1.0 + p[1] * rate)


def own_energy(delta, rate, p):
    return p[0] * delta**2.5 / 2.5


def saturating(delta, rate, p):
    return p[0] * math.tanh(delta / p[1])


@pytest.mark.parametrize("energy", [None, own_energy])
def test_a_law_of_the_user(energy):
    own = impact(UserNormal(force=own_force, energy=energy, parameters=(1e6, 0.2)), 1.0, 1.0, rtol=1e-10)
    ours = impact(HuntCrossley(k=1e6, lam=2e5), 1.0, 1.0, rtol=1e-10)
    for figure in ("restitution", "duration", "peak_force", "max_indentation", "energy_lost"):
        assert getattr(own, figure) == pytest.approx(getattr(ours, figure), rel=1e-8), figure


def test_a_law_that_is_no_power():
    law = UserNormal(force=saturating, parameters=(100.0, 1e-3), singular_start=False)
    found = impact(law, 1.0, 1.0, rtol=1e-11)
    depth = found.max_indentation
    assert quad(lambda x: saturating(x, 0.0, (100.0, 1e-3)), 0.0, depth)[0] == pytest.approx(0.5, rel=1e-9)
    assert found.restitution == pytest.approx(1.0, abs=1e-8)
    assert found.peak_force == pytest.approx(saturating(depth, 0.0, (100.0, 1e-3)), rel=1e-10)


def test_a_state_faster_than_the_impact():
    """b -> 0: springs in series, restitution 1."""
    found = impact(LinearSD2(k1=5e4, k2=2.5e5, b=0.5), 1.0, 2.0)
    k = 1.0 / (1.0 / 5e4 + 1.0 / 2.5e5)
    assert found.restitution == pytest.approx(1.0, abs=5e-3)
    assert found.duration == pytest.approx(math.pi * math.sqrt(2.0 / k), rel=5e-3)


@pytest.mark.slow
@pytest.mark.parametrize("law", ON_A_LINE, ids=name)
@pytest.mark.parametrize("gravity", [0.0, 9.81])
def test_simulate_agrees(law, gravity):
    import supple as sp

    scene = sp.Scene(gravity=(0, 0, -gravity), name="impact")
    scene.ground(material="floor")
    joint = sp.Prismatic(displacement=1e-3, speed=-math.sqrt(0.8**2 - 2.0 * gravity * 1e-3))
    scene.body("mass", mass=0.3, joint=joint, surfaces=[sp.Point(material="tip")])
    scene.contact("tip", "floor", normal=law)
    run = sp.simulate(scene, 0.05, rtol=1e-11, method="dop853")
    theirs, ours = run.impacts[0], impact(law, 0.8, 0.3, gravity=gravity, rtol=1e-11)
    assert ours.restitution == pytest.approx(theirs.restitution, abs=2e-8)
    assert ours.duration == pytest.approx(theirs.duration, rel=1e-6)
    assert ours.peak_force == pytest.approx(theirs.peak_force, rel=1e-4)  # there, a parabola through steps
    assert ours.max_indentation == pytest.approx(theirs.max_indentation, rel=1e-4)


CURVES = """
import json
from laws.law_zoo import ON_A_LINE
from supple.impacts import restitution_curve
from dataclasses import astuple
curves = [astuple(restitution_curve(law, [0.1, 2.0], 0.3))[2:] for law in ON_A_LINE]
print(json.dumps([[list(map(float, column)) for column in curve] for curve in curves]))
"""


@pytest.mark.jit
def test_the_same_numbers_without_compiler():
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join([*sys.path])}
    done = subprocess.run([sys.executable, "-c", CURVES], capture_output=True, text=True, env=environment, check=True)
    from dataclasses import astuple

    for law, plain in zip(ON_A_LINE, json.loads(done.stdout), strict=True):
        for ours, theirs in zip(astuple(restitution_curve(law, [0.1, 2.0], 0.3))[2:], plain, strict=True):
            np.testing.assert_allclose(ours, theirs, rtol=1e-12, atol=1e-12 * 0.5 * 0.3 * 4.0)


def test_a_law_that_needs_a_place_is_refused():
    for law in (HertzPatch(modulus=1e7), DirectionalKelvinVoigt(k=1e4, b=1.0)):
        with pytest.raises(ValueError, match=r"^law must not depend on where surfaces touch, got "):
            impact(law, 1.0, 0.3)
