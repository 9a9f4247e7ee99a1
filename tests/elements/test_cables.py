"""Cables and what is made of them, against closed forms and figures that were computed apart from this program."""

import cmath
import math

import numpy as np
import pytest

import supple as sp

TIGHT = dict(rtol=1e-11)


def turning(scene, name, inertia, **joint):
    scene.body(name, mass=1.0, inertia=(inertia,) * 3, joint=sp.Revolute(axis=(0, 0, 1), **joint))


def times_of(run, name, *what):
    return [event.time for event in run.events if event.contact == name and event.what in what]


# --- one cable ----------------------------------------------------------------------------------------------------------
def dropped():
    scene = sp.Scene(gravity=(0, 0, -9.81))
    scene.body("mass", mass=1.5, joint=sp.Prismatic(axis=(0, 0, -1)))
    scene.add(sp.Cable(levers=[sp.Lever(body="mass", arm=1)], elongation=-0.02, stiffness=2000, name="cable"))
    return scene


@pytest.mark.jit
@pytest.mark.validation
@pytest.mark.parametrize("method", ["auto", "dop853", "dormand_prince", "rodas5p"])
def test_a_mass_falls_into_a_slack_cable(method):
    tolerance = 1e-8 if method != "rodas5p" else 1e-6
    run = sp.simulate(dropped(), 0.7, method=method, **(TIGHT if method != "rodas5p" else dict(rtol=1e-8)))
    taut, slack = times_of(run, "cable", "taut"), times_of(run, "cable", "slack")
    assert len(taut) == len(slack) == 3 and len(run.events) == 6
    assert taut[0] == pytest.approx(0.0638550856814, rel=tolerance)
    assert slack[0] - taut[0] == pytest.approx(0.108227141677, rel=tolerance)
    assert taut[1] - taut[0] == pytest.approx(0.235937313039, rel=tolerance)
    deepest = run.element("cable", [0.5 * (taut[0] + slack[0])])
    assert deepest.tension[0] == pytest.approx(52.0477098534, rel=tolerance)
    assert deepest.elongation[0] == pytest.approx(0.0260238549267, rel=tolerance)
    assert run.events[0].rate == pytest.approx(0.626418390535, rel=tolerance)
    assert run.ledger.stored["cables"].max() > 0.6 and run.ledger.relative_residual < 10 * tolerance


def driven(W=80.0, E=0.01, **damping):
    """A cable whose elongation is E sin(W t)."""
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.body("slide", mass=1.0, joint=sp.Prismatic(axis=(1, 0, 0)))
    scene.add(sp.Motion(body="slide", amplitude=E, omega=W, name="motion"))
    scene.add(sp.Cable(levers=[sp.Lever(body="slide", arm=1)], stiffness=5000, name="cable", **damping))
    return scene


@pytest.mark.jit
@pytest.mark.validation
def test_a_driven_cable_goes_limp():
    run = sp.simulate(driven(hysteresis=2.0), 2 * math.pi / 80, **TIGHT)
    assert times_of(run, "cable", "limp")[0] == pytest.approx(0.0280740982466, rel=1e-8)
    assert times_of(run, "cable", "slack")[0] == pytest.approx(0.0392699081699, rel=1e-8)
    assert run.ledger.work[-1] == pytest.approx(0.484114583333, rel=1e-8)
    assert run.ledger.lost["cable damping"][-1] == pytest.approx(0.484114583333, rel=1e-8)
    fine = run.element("cable", np.linspace(0.0, run.t[-1], 40001))
    assert fine.tension.max() == pytest.approx(78.549846185, rel=1e-7)
    assert set(fine.mode) == {"slack", "taut", "limp"}
    limp = np.array(fine.mode) == "limp"
    assert np.all(fine.tension[limp] == 0.0) and np.all(fine.elongation[limp] >= -1e-12)


@pytest.mark.validation
def test_a_damper_beside_the_curve_steps_and_goes_limp_before_it_is_slack():
    """f = k e + b e' = 0 where tan(W t) = -b W/k."""
    k, b, W, E = 5000.0, 20.0, 80.0, 0.01
    run = sp.simulate(driven(damping=b), 2 * math.pi / W, **TIGHT)
    t_limp = (math.pi - math.atan(b * W / k)) / W
    assert times_of(run, "cable", "limp")[0] == pytest.approx(t_limp, rel=1e-8)
    assert times_of(run, "cable", "slack")[0] == pytest.approx(math.pi / W, rel=1e-8)
    phi = W * t_limp
    lost = b * E * E * W * (phi / 2 + math.sin(2 * phi) / 4) + k * E * E * math.sin(phi) ** 2 / 2
    assert run.ledger.lost["cable damping"][-1] == pytest.approx(lost, rel=1e-8)
    assert run.element("cable", [1e-9]).tension[0] == pytest.approx(b * E * W, rel=1e-6)


# --- rotor and joint ----------------------------------------------------------------------------------------------------
@pytest.mark.validation
def test_play_between_two_inertias_rattles_with_its_period():
    J_m, J_l, K, b, v = 0.0335, 0.2, 400.0, 0.01, 0.5
    scene = sp.Scene(gravity=(0, 0, 0))
    turning(scene, "rotor", J_m, rate=v * J_l / (J_m + J_l))
    turning(scene, "load", J_l, rate=-v * J_m / (J_m + J_l))
    scene.add(sp.Backlash(rotor="rotor", joint="load", width=2 * b, stiffness=K, name="play"))
    run = sp.simulate(scene, 0.5, **TIGHT)
    taut = times_of(run, "play.forward", "taut")
    assert taut[1] - taut[0] == pytest.approx(0.133216196552, rel=1e-8)
    slack = times_of(run, "play.forward", "slack")
    middle = run.element("play", [0.5 * (taut[0] + slack[0])])
    assert scene.elements["play"].torque(middle)[0] == pytest.approx(1.69392414676, rel=1e-8)
    assert set(run.element("play")) == {"forward", "back"}


def in_a_gap(q, v):
    scene = sp.Scene(gravity=(0, 0, 0))
    turning(scene, "rotor", 0.0335)
    turning(scene, "load", 0.2, angle=q, rate=v, damping=0.5)
    scene.add(sp.Motion(body="rotor", amplitude=0.3, omega=6.0))
    scene.add(sp.Backlash(rotor="rotor", joint="load", width=0.02, stiffness=400.0, hysteresis=0.5, name="gap"))
    return scene


@pytest.mark.jit
@pytest.mark.validation
def test_the_forced_orbit_in_a_gap():
    q, v = -0.0134646172919, 1.92263876164
    run = sp.simulate(in_a_gap(q, v), 2 * math.pi / 6.0, **TIGHT)
    assert run["load.angle"][-1] == pytest.approx(q, rel=1e-8)
    assert run["load.rate"][-1] == pytest.approx(v, rel=1e-8)
    assert run.ledger.work[-1] == pytest.approx(0.965059731215, rel=1e-8)
    assert run.ledger.lost["cable damping"][-1] == pytest.approx(0.0207541199946, rel=1e-8)
    assert run.ledger.lost["joint damping"][-1] == pytest.approx(0.94430561122, rel=1e-8)
    told = [(event.time, event.contact, event.what) for event in run.events]
    expected = [(0.0280881703956, "gap.forward", "slack"), (0.172888019082, "gap.back", "taut"),
                (0.551686945974, "gap.back", "slack"), (0.696486794719, "gap.forward", "taut")]  # fmt: skip
    assert [one[1:] for one in told] == [one[1:] for one in expected]
    for (found, *_), (time, *_) in zip(told, expected, strict=True):
        assert found == pytest.approx(time, rel=1e-8)


@pytest.mark.jit
@pytest.mark.validation
def test_a_joint_between_two_cables():
    scene = sp.Scene(gravity=(0, 0, 0))
    turning(scene, "rotor", 0.1)
    turning(scene, "joint", 0.2, rate=1.0)
    scene.add(sp.Motion(body="rotor"))  # locked
    scene.add(sp.SeriesElastic(rotor="rotor", joint="joint", arm=0.05, stiffness=8000, elongation=0.002, name="sea"))
    run = sp.simulate(scene, 5 * 0.490284001312, **TIGHT)
    slack = sorted(times_of(run, "sea.forward", "slack") + times_of(run, "sea.back", "slack"))
    assert slack[0] == pytest.approx(0.0425158004899, rel=1e-8)
    assert len(run.events) == 20
    assert run["joint.angle"][-1] == pytest.approx(0.0, abs=1e-9) and run["joint.rate"][-1] == pytest.approx(
        1.0, rel=1e-8
    )
    top = [0.25 * 0.490284001312]
    assert run.channel("joint.angle", top)[0] == pytest.approx(0.0748912529308, rel=1e-8)
    torque = scene.elements["sea"].torque(run.element("sea", top))[0]
    assert torque == pytest.approx(-2.29782505862, rel=1e-8)
    assert run.ledger.stored["cables"][0] == pytest.approx(0.032, rel=1e-12)


def test_torques_of_a_coupled_transmission():
    """Rotor, joint and the joint before it."""
    scene = sp.Scene(gravity=(0, 0, 0))
    for name, angle in (("rotor", 0.3), ("joint", 0.2), ("previous", 0.1)):
        turning(scene, name, 1.0, angle=angle)
    scene.add(sp.SeriesElastic(rotor="rotor", joint="joint", previous="previous", arm=0.05, arm_previous=0.03,
                               stiffness=8000, elongation=0.01, name="sea"))  # fmt: skip
    model = sp.build(scene)
    run = sp.simulate(model, 1e-6)
    parts = run.element("sea")
    assert scene.elements["sea"].torque(parts)[0] == pytest.approx(1.6, rel=1e-12)
    rates = [run[f"{name}.rate"][-1] / 1e-6 for name in ("rotor", "joint", "previous")]
    np.testing.assert_allclose(rates, [-1.6, 1.6, 0.96], rtol=1e-6)


# --- frequency response -------------------------------------------------------------------------------------------------
TWO_MASS = {
    5.0: ((0.174432824335, 179.976470733), 0.00134353513334),
    14.0: ((0.025407259611, 179.412192292), 0.00488875093696),
    37.0: ((0.0189375008158, 105.607909875), 0.34209015584),
    100.0: ((7.58712375631e-05, 28.396822752), 0.000676755256225),
}


@pytest.mark.jit
@pytest.mark.validation
@pytest.mark.parametrize("w", TWO_MASS)
def test_frequency_response_of_a_series_elastic_drive(w):
    """The rotor is led on its periodic solution: what it takes is sin(w t), and the load answers from the start."""
    J_m, J_l, K, D = 0.0335, 0.2, 40.0, 0.18
    s = 1j * w
    Z = K + D * s
    below = J_m * J_l * s**4 + (J_m + J_l) * s * s * Z
    G_m, G_l = (J_l * s * s + Z) / below, Z / below
    scene = sp.Scene(gravity=(0, 0, 0))
    turning(scene, "rotor", J_m)
    turning(scene, "load", J_l, angle=G_l.imag, rate=(s * G_l).imag)
    lead = sp.motions.Sine(amplitude=abs(G_m), omega=w, phase=cmath.phase(G_m))
    scene.add(sp.Motion(body="rotor", motion=lead, name="lead"))
    scene.add(sp.SeriesElastic.from_joint_stiffness(rotor="rotor", joint="load", joint_stiffness=K, arm=0.05,
                                                    slack_angle=0.5, parallel_damping=D, name="sea"))  # fmt: skip
    period = 2 * math.pi / w
    run = sp.simulate(scene, period, **TIGHT)
    assert not run.events
    t = np.linspace(0.0, period, 65)[:-1]
    tau = run.element("lead", t).force
    np.testing.assert_allclose(tau, np.sin(w * t), atol=1e-6)
    wave = np.exp(-1j * w * t)
    answer = (run.channel("load.angle", t) - run.channel("load.angle", t).mean()) @ wave / (tau @ wave)
    (size, phase), loss = TWO_MASS[w]
    assert abs(answer) == pytest.approx(size, rel=1e-6)
    assert math.degrees(cmath.phase(answer)) == pytest.approx(phase, abs=1e-4)
    assert run.ledger.lost["cable damping"][-1] == pytest.approx(loss, rel=1e-6)
    assert run.ledger.work[-1] == pytest.approx(loss, rel=1e-6)


# --- biarticular cable --------------------------------------------------------------------------------------------------
TABLE_1 = dict(positions=(-0.2, 0.1, 0.4, 0.7, 1.0), arms=(0.024, 0.028, 0.031, 0.03, 0.026))
TABLE_2 = dict(positions=(-1.6, -1.2, -0.8, -0.4, 0.0), arms=(-0.018, -0.023, -0.027, -0.028, -0.025))
CONSTANT = dict(
    levers=[sp.Lever(body="one", arm=0.03), sp.Lever(body="two", arm=-0.025)], elongation=-0.02, stiffness=4e3
)
TABLES = dict(levers=[sp.LeverTable(body="one", **TABLE_1), sp.LeverTable(body="two", **TABLE_2)], elongation=0.005,
              curve=sp.PolynomialCurve(coefficients=(1500, 0, 2e6)))  # fmt: skip
EQUILIBRIA = {
    "a": (0.0, CONSTANT, (0.31007751938, -0.787596899225), 35.9689922481),
    "b": (9.81, CONSTANT, (0.356344755391, -0.828799251135), 45.6412957604),
    "c": (9.81, TABLES, (0.469603591414, -0.92101554858), 14.6000389114),
}


@pytest.mark.validation
@pytest.mark.parametrize("case", EQUILIBRIA)
def test_a_biarticular_cable_at_its_equilibrium(case):
    """Two upright links on springs; they stay where they were computed to be, with this tension."""
    g, cable, (q1, q2), tension = EQUILIBRIA[case]
    scene = sp.Scene(gravity=(0, 0, -g))
    up = dict(axis=(0, 1, 0))
    scene.body("one", mass=1.0, com=(0, 0, 0.15), inertia=(0.01,) * 3,
               joint=sp.Revolute(**up, angle=q1, spring=12.0, rest=0.4))  # fmt: skip
    scene.body("two", mass=0.8, com=(0, 0, 0.16), inertia=(0.01,) * 3, parent="one",
               joint=sp.Revolute(**up, at=(0, 0, 0.33), angle=q2, spring=8.0, rest=-0.9))  # fmt: skip
    scene.add(sp.Cable(**cable, name="cable"))
    run = sp.simulate(scene, 0.05, **TIGHT)
    assert run.element("cable").tension[0] == pytest.approx(tension, rel=1e-8)
    for name, q in (("one", q1), ("two", q2)):
        np.testing.assert_allclose(run[f"{name}.angle"], q, rtol=1e-8)
        assert np.abs(run[f"{name}.rate"]).max() < 1e-8
    if case == "c":
        assert run.ledger.stored["cables"][0] == pytest.approx(0.061353654251, rel=1e-8)
        assert run.element("cable").elongation[0] == pytest.approx(0.00881887169849, rel=1e-8)


@pytest.mark.validation
def test_lever_arms_by_a_table():
    lever = sp.LeverTable(body="one", **TABLE_1)
    s, r = zip(*(sp.way_of(lever, q) for q in (-0.3, 0.25, 0.55, 1.2)), strict=True)
    np.testing.assert_allclose(r, [0.0226547619048, 0.0298348214286, 0.0310223214286, 0.0229761904762], rtol=1e-11)
    np.testing.assert_allclose(s, [-0.00233273809524, 0.0121448102679, 0.0213858816964, 0.0393119047619], rtol=1e-11)


@pytest.mark.validation
def test_a_curve_by_a_table():
    curve = sp.TableCurve(elongations=(0, 0.002, 0.005, 0.01, 0.02), tensions=(0, 4, 13, 40, 120))
    e = np.array([0.001, 0.003, 0.015, 0.025])
    np.testing.assert_allclose(
        sp.tension_of(curve, e), [1.80789473684, 6.54875560996, 75.7229437229, 168.666666667], 1e-11
    )
    energies = [0.000869956140351, 0.00898692370461, 0.441207572667, 1.64854703876]
    np.testing.assert_allclose(sp.energy_of(curve, e), energies, 1e-11)
    assert sp.elongation_of(curve, 60.0) == pytest.approx(0.0129416188446, rel=1e-11)
    assert sp.tension_of(curve, -0.01) == 0.0 and sp.energy_of(curve, 0.0) == 0.0
