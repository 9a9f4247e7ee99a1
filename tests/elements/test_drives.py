"""What holds for every cable and for all that is made of them: `check_drive`, energies, methods, files, many of them."""

import math

import numpy as np
import pytest
from registries import examples, shorter_by_one, without_a_line

import supple as sp
from supple.elements.curves.registry import CURVES
from supple.elements.levers.registry import LEVERS
from supple.testing import check_drive
from supple.testing import drive as suite

PAIR = dict(rotor="rotor", joint="joint")
TWO = [sp.Lever(body="one", arm=0.03), sp.Lever(body="two", arm=-0.025)]
CAM = sp.LeverTable(body="one", positions=(-0.3, 0.0, 0.3), arms=(0.03, 0.02, 0.04))
DRIVES = {
    "hysteresis": sp.Cable(levers=TWO, elongation=0.002, stiffness=4000, hysteresis=2.0),
    "damping": sp.Cable(levers=TWO, elongation=0.002, stiffness=4000, damping=20.0),
    "cam": sp.Cable(levers=[CAM, TWO[1]], elongation=0.002, damping=2.0,
                    curve=sp.PolynomialCurve(coefficients=(1500, 0, 2e6))),
    "table": sp.UnidirectionalCable(**PAIR, arm=0.02, arm_rotor=0.03, hysteresis=0.2,
                                    curve=sp.TableCurve(elongations=(0, 0.002, 0.005), tensions=(0, 4, 13))),
    "series": sp.SeriesElastic(**PAIR, previous="previous", arm=0.05, arm_previous=0.03, stiffness=8000,
                               elongation=0.01, hysteresis=0.3, parallel_damping=0.1),
    "backlash": sp.Backlash(**PAIR, width=0.02, stiffness=400, damping=1.0),
    "damper": sp.CoordinateDamper(levers=TWO, damping=20.0),
}  # fmt: skip


def stand(element, **rates):
    scene = sp.Scene(gravity=(0, 0, 0))
    for name in suite.bodies_of(element):
        scene.body(name, mass=1.0, inertia=(0.05,) * 3, joint=sp.Revolute(axis=(0, 0, 1), rate=rates.get(name, 0.0)))
    scene.add(element)
    return scene


# --- the suite ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("family", [CURVES, LEVERS], ids=["curves", "levers"])
def test_every_curve_and_lever_has_its_line(family):
    assert without_a_line(family, "numbers") == []
    for missing, shorter in shorter_by_one(family):
        assert without_a_line(shorter, "numbers") == [missing]


@pytest.mark.parametrize("name", DRIVES)
def test_drives_pass_the_suite(name):
    check_drive(DRIVES[name])


@pytest.mark.jit
@pytest.mark.parametrize("curve", examples(CURVES), ids=lambda one: type(one).__name__)
@pytest.mark.parametrize("lever", examples(LEVERS), ids=lambda one: type(one).__name__)
def test_curves_and_levers_pass_the_suite(curve, lever):
    check_drive(sp.Cable(levers=[lever, sp.Lever(body="two", arm=0.02)], elongation=0.004, curve=curve), extent=0.3)


def wrong_force(load):
    def wrong(kind, P, e, t, y, dy):
        load(kind, P, e, t, y, dy)
        P.tau[:] *= 1.0 + 1e-7

    return wrong


def wrong_loss(load):
    def wrong(kind, P, e, t, y, dy):
        before = dy.copy()
        load(kind, P, e, t, y, dy)
        dy[:] = 2.0 * before - dy

    return wrong


def wrong_guard(watch):
    def wrong(kind, P, e, t, y, g, gd, i):
        watch(kind, P, e, t, y, g, gd, i)
        g[i] = -g[i]

    return wrong


def wrong_rate(watch):
    def wrong(kind, P, e, t, y, g, gd, i):
        watch(kind, P, e, t, y, g, gd, i)
        gd[i] *= 1.001

    return wrong


WRONG = {
    "force": ("load", wrong_force, "minus the gradient"),
    "loss": ("load", wrong_loss, "losses must be >= 0 W"),
    "guard": ("watch", wrong_guard, "guard must not be negative"),
    "rate": ("watch", wrong_rate, "rate of a guard must be"),
}


@pytest.mark.parametrize("what", WRONG)
def test_the_suite_finds_what_is_wrong(what, monkeypatch):
    name, make, sentence = WRONG[what]
    monkeypatch.setattr(suite, name, make(getattr(suite, name)))
    with pytest.raises(AssertionError, match=sentence):
        check_drive(DRIVES["hysteresis"])


# --- forces and energies ------------------------------------------------------------------------------------------------
def random_cable(rng):
    n = int(rng.integers(1, 7))
    levers = []
    for j in range(n):
        if rng.random() < 0.5:
            levers.append(sp.Lever(body=f"b{j}", arm=float(rng.uniform(-0.05, 0.05))))
        else:
            knots = np.cumsum(rng.uniform(0.1, 0.4, 5)) - 1.0
            levers.append(sp.LeverTable(body=f"b{j}", positions=knots, arms=rng.uniform(-0.05, 0.05, 5)))
    curves = [
        dict(stiffness=float(rng.uniform(100, 1e4))),
        dict(curve=sp.PolynomialCurve(coefficients=rng.uniform(0, 1, 5) * [1e3, 1e4, 1e6, 1e7, 1e8])),
        dict(curve=sp.TableCurve(elongations=[0, *np.cumsum(rng.uniform(0.002, 0.02, 5))],
                                 tensions=[0, *np.cumsum(rng.uniform(1, 40, 5))])),
    ]  # fmt: skip
    return sp.Cable(
        levers=levers, elongation=float(rng.uniform(0.0, 0.03)), **curves[int(rng.integers(3))], name="cable"
    )


@pytest.mark.jit
@pytest.mark.parametrize("seed", range(12))
def test_the_force_is_minus_the_gradient_of_the_energy(seed):
    rng = np.random.default_rng(seed)
    cable = random_cable(rng)
    names = suite.bodies_of(cable)
    q = rng.uniform(-0.6, 0.6, len(names))

    def energy_and_forces(q):
        e = cable.elongation + sum(sp.way_of(lever, x)[0] for lever, x in zip(cable.levers, q, strict=True))
        curve = cable.curve or sp.LinearCurve(stiffness=cable.stiffness)
        arms = np.array([sp.way_of(lever, x)[1] for lever, x in zip(cable.levers, q, strict=True)])
        return sp.energy_of(curve, e), -sp.tension_of(curve, e) * arms

    model = sp.build(stand(cable))
    for _ in range(5):
        U, said = energy_and_forces(q)
        y = model.y0.copy()
        y[: len(q)] = q
        P, state = suite.started(model, model.system(), 0.0, y)
        assert suite._stored(P, [0], state) == pytest.approx(U, rel=1e-12, abs=1e-15)
        dy = np.zeros_like(state)
        suite.robot_rhs(0.0, state, P, dy)
        found = 0.05 * dy[len(q) : 2 * len(q)]  # inertia of every body
        np.testing.assert_allclose(found, said, rtol=1e-10, atol=1e-12)
        for j in range(len(q)):
            h = 1e-4 * np.eye(len(q))[j]
            wide, narrow = (
                (energy_and_forces(q + k * h)[0] - energy_and_forces(q - k * h)[0]) / (2e-4 * k) for k in (1.0, 0.5)
            )
            scale = max(np.abs(said).max(), U, 1e-3)
            assert -(4.0 * narrow - wide) / 3.0 == pytest.approx(said[j], abs=2e-9 * scale)
        q = rng.uniform(-0.6, 0.6, len(names))


METHODS = {"dop853": 1e-8, "dormand_prince": 1e-8, "bogacki_shampine": 1e-6, "rodas5p": 1e-7, "ode23s": 1e-5,
           "trapezoid": 1e-5, "auto": 1e-8}  # fmt: skip


@pytest.mark.jit
@pytest.mark.parametrize(
    "method", [pytest.param(method, marks=() if method == "auto" else pytest.mark.jit) for method in METHODS]
)
def test_all_methods_agree_and_their_ledgers_close(method):
    """Two inertias with play, twelve swings through it."""
    scene = stand(DRIVES["backlash"], rotor=1.5, joint=-0.5)
    exact = sp.simulate(scene, 0.4, rtol=1e-12)
    run = sp.simulate(scene, 0.4, method=method, rtol=METHODS[method])
    assert run.success, run.message
    np.testing.assert_allclose(run.final[:4], exact.final[:4], atol=1e3 * METHODS[method])
    assert [event.what for event in run.events] == [event.what for event in exact.events]
    lost = run.ledger.lost["cable damping"]
    assert np.all(np.diff(lost) >= -1e-12) and lost[-1] > 0.0


# --- starts, tables, ends -----------------------------------------------------------------------------------------------
def one_joint(cable, **joint):
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.body("arm", mass=1.0, inertia=(0.05,) * 3, joint=sp.Revolute(axis=(0, 0, 1), **joint))
    scene.add(cable)
    return scene


STARTS = {
    "slack": (dict(elongation=-0.01), dict()),
    "taut": (dict(elongation=0.01), dict()),
    "limp": (dict(elongation=0.01), dict(rate=-30.0)),
    "taut from nothing": (dict(), dict(rate=1.0)),
    "slack from nothing": (dict(), dict(rate=-1.0)),
}


@pytest.mark.parametrize("case", STARTS)
def test_modes_at_the_start(case):
    cable, joint = STARTS[case]
    one = sp.Cable(levers=[sp.Lever(body="arm", arm=0.05)], stiffness=1000, hysteresis=1.0, name="cable", **cable)
    run = sp.simulate(one_joint(one, **joint), 0.02)
    assert run.success and run.element("cable").mode[0] == case.split()[0]
    assert all(event.time > 1e-6 for event in run.events)


def test_a_cable_that_is_just_not_slack_at_rest_follows_the_force():
    """Elongation and rate are 0: whether it becomes taut is decided by what happens next."""
    for value, word in ((1.0, "taut"), (-1.0, "slack")):
        scene = one_joint(sp.Cable(levers=[sp.Lever(body="arm", arm=0.05)], stiffness=1000, name="cable"))
        scene.joint_force("arm", value)
        run = sp.simulate(scene, 0.05)
        assert run.success and run.element("cable").mode[-1] == word, (value, run.events)


def test_leaving_the_table_of_a_lever_is_an_event():
    lever = sp.LeverTable(body="arm", positions=(-0.4, 0.0, 0.4), arms=(0.03, 0.02, 0.03))
    cable = sp.Cable(levers=[lever], elongation=0.05, stiffness=2000, name="cable")
    run = sp.simulate(one_joint(cable, rate=9.0), 0.5, rtol=1e-9)
    told = [(event.what, run.channel("arm.angle", [event.time])[0]) for event in run.events if "table" in event.what]
    assert [what for what, _ in told[:2]] == ["leaves its table", "in its table"]
    for _, angle in told:
        assert abs(angle) == pytest.approx(0.4, rel=1e-8)
    assert run.success and run.ledger.relative_residual < 1e-8


def test_a_run_ends_where_a_cable_is_longer_than_its_curve_knows():
    curve = sp.PolynomialCurve(coefficients=(1000, -1e4), longest=0.04)
    run = sp.simulate(
        one_joint(sp.Cable(levers=[sp.Lever(body="arm", arm=0.05)], curve=curve, name="cable"), rate=9.0), 1.0
    )
    assert run.status == sp.Status.TOO_DEEP
    assert run.message.startswith("cable 'cable' is longer than the longest elongation of its curve, at t = 0.")
    assert run.element("cable").elongation[-1] == pytest.approx(0.04, rel=1e-6)


# --- files, runs that go on, many of them -------------------------------------------------------------------------------
def test_files_and_runs_that_go_on(tmp_path):
    scene = stand(sp.SeriesElastic(**PAIR, arm=0.05, stiffness=8000, elongation=0.001, damping=5.0, parallel_damping=0.01,
                                   name="sea"), rotor=3.0)  # fmt: skip
    options = dict(rtol=1e-10)
    whole = sp.simulate(scene, 0.4, **options)
    assert len(whole.events) > 10
    kept = sp.load(sp.simulate(scene, 0.4, out=tmp_path / "run.nc", **options).path)
    assert kept.events == whole.events and kept.scene == scene
    assert np.array_equal(kept.y, whole.y)
    times = np.linspace(0.0, 0.4, 57)
    for part, one in whole.element("sea", times).items():
        other = kept.element("sea", times)[part]
        assert np.array_equal(one[2], other[2]) if part != "damper" else np.array_equal(one.force, other.force)
    half = sp.simulate(scene, 0.17, **options)
    rest = sp.simulate(scene, 0.4, start=0.17, initial=half, **options)
    np.testing.assert_allclose(rest.final[:4], whole.final[:4], atol=1e-8)
    assert len(half.events) + len(rest.events) == len(whole.events)
    again = sp.simulate(sp.scene_from_toml(whole.scene_toml).scene, 0.4, **options)
    assert np.array_equal(again.y, whole.y)


def test_scene_files():
    scene = sp.Scene()
    for name in ("one", "two", "rotor", "joint", "previous"):
        scene.body(name, mass=1.0, inertia=(1, 1, 1), joint=sp.Revolute(axis=(0, 1, 0)))
    for element in DRIVES.values():
        scene.add(element)
    assert sp.scene_from_toml(sp.scene_to_toml(scene)).scene == scene
    text = """
[bodies.rotor]
inertia = [1, 1, 1]
mass = 1
joint = { type = "Revolute", axis = [0, 0, 1] }
[bodies.joint]
inertia = [1, 1, 1]
mass = 1
joint = { type = "Revolute", axis = [0, 0, 1] }
[[elements]]
type = "SeriesElastic"
from = "joint_stiffness"
rotor = "rotor"
joint = "joint"
joint_stiffness = 40.0
arm = 0.05
slack_angle = 0.2
[[elements]]
type = "Cable"
levers = [{ type = "Lever", body = "joint", arm = 0.02 },
          { type = "LeverTable", body = "rotor", positions = [-1, 0, 1], arms = [0.01, 0.02, 0.01] }]
curve = { type = "TableCurve", elongations = [0, 0.1], tensions = [0, 5] }
"""
    made = sp.scene_from_toml(text).scene.elements
    sea = made["serieselastic 1"]
    assert (sea.stiffness, sea.elongation) == (pytest.approx(8000.0), pytest.approx(0.01))
    assert type(made["cable 2"].curve).__name__ == "TableCurve" and made["cable 2"].levers[0].arm == 0.02


def legs():
    """Two legs with nine cables each: series elastic drives at hip and knee, one for the ankle, passive ones across."""
    scene = sp.Scene()
    for side in ("left", "right"):
        parent, at = "world", (0.0, 0.1 if side == "left" else -0.1, 0.0)
        for joint, length in (("hip", 0.33), ("knee", 0.33), ("ankle", 0.12)):
            scene.body(f"{side} {joint}", mass=0.7, com=(0, 0, -length / 2), inertia=(0.006, 0.006, 0.001), parent=parent,
                       joint=sp.Revolute(axis=(0, 1, 0), at=at, angle=0.1, damping=0.02))  # fmt: skip
            scene.body(f"{side} {joint} rotor", mass=0.1, inertia=(0.03,) * 3, joint=sp.Revolute(axis=(0, 0, 1)))
            parent, at = f"{side} {joint}", (0.0, 0.0, -length)
        for joint in ("hip", "knee"):
            scene.add(sp.SeriesElastic(rotor=f"{side} {joint} rotor", joint=f"{side} {joint}", arm=0.03, stiffness=8000,
                                       elongation=0.002, parallel_damping=0.01, name=f"{side} {joint} drive"))  # fmt: skip
        scene.add(sp.UnidirectionalCable(rotor=f"{side} ankle rotor", joint=f"{side} ankle", arm=0.03, stiffness=5000,
                                         hysteresis=0.1, name=f"{side} calf"))  # fmt: skip
        for i, (a, b) in enumerate((("hip", "knee"), ("knee", "ankle"), ("hip", "knee"), ("knee", "ankle"))):
            sign = 1 if i < 2 else -1
            levers = [sp.Lever(body=f"{side} {a}", arm=sign * 0.02), sp.Lever(body=f"{side} {b}", arm=-sign * 0.03)]
            scene.add(
                sp.Cable(levers=levers, stiffness=4000, elongation=-0.002, hysteresis=0.2, name=f"{side} passive {i}")
            )
    return scene


@pytest.mark.jit
def test_many_cables():
    scene = legs()
    model = sp.build(scene)
    assert sum(one.kind == "cable" for one in model.elements) == 18
    run = sp.simulate(model, 0.3, rtol=1e-8)
    assert run.success and run.ledger.relative_residual < 1e-7
    assert len(run.events) > 20 and run.ledger.lost["cable damping"][-1] > 0.0
    left, right = (run[f"{side} knee.angle"] for side in ("left", "right"))
    np.testing.assert_allclose(left, right, atol=1e-12)


# --- what is refused ----------------------------------------------------------------------------------------------------
LEVER = sp.Lever(body="arm", arm=0.05)
REFUSED = {
    "no spring": (lambda: sp.Cable(levers=[LEVER]), "stiffness > 0 N/m or a curve must be given"),
    "two springs": (lambda: sp.Cable(levers=[LEVER], stiffness=1, curve=sp.LinearCurve(stiffness=1)), "got both"),
    "two dampings": (lambda: sp.Cable(levers=[LEVER], stiffness=1, damping=1, hysteresis=1), "hysteresis or damping must"),
    "no lever": (lambda: sp.Cable(levers=[], stiffness=1), "levers must be 1 to 6 levers"),
    "many levers": (lambda: sp.Cable(levers=[LEVER] * 7, stiffness=1), "levers must be 1 to 6 levers"),
    "a lever twice": (lambda: sp.Cable(levers=[LEVER] * 2, stiffness=1), "one lever per coordinate"),
    "no curve": (lambda: sp.Cable(levers=[LEVER], curve=3.0), "curve must be a curve"),
    "falling": (lambda: sp.PolynomialCurve(coefficients=(1000, -1e4)), "must give a tension that does not fall"),
    "falling inside": (lambda: sp.PolynomialCurve(coefficients=(1, -3, 2.9)), "falls at 0.344828"),
    "falling before its end": (lambda: sp.PolynomialCurve(coefficients=(1000, -1e4), longest=0.06), "falls at 0.06 m"),
    "too many": (lambda: sp.PolynomialCurve(coefficients=(1,) * 6), "must be 1 to 5 numbers"),
    "not from 0": (lambda: sp.TableCurve(elongations=(0.1, 1), tensions=(0, 1)), "must begin with 0"),
    "not increasing": (lambda: sp.TableCurve(elongations=(0, 1, 2), tensions=(0, 1, 1)), "tensions must be increasing"),
    "two knots": (lambda: sp.LeverTable(body="arm", positions=(0, 1), arms=(1, 1)), "three or more positions"),
    "half a coupling": (lambda: sp.SeriesElastic(**PAIR, arm=1, stiffness=1, arm_previous=0.1), "must be given together"),
}  # fmt: skip


@pytest.mark.parametrize("case", REFUSED)
def test_what_makes_no_sense_is_refused(case):
    make, sentence = REFUSED[case]
    with pytest.raises((TypeError, ValueError), match=sentence):
        make()


def test_a_polynomial_may_bend_as_long_as_it_does_not_fall():
    sp.PolynomialCurve(coefficients=(1000, -1e4), longest=0.05)  # to where it is flat
    sp.PolynomialCurve(coefficients=(1.0, -3.0, 3.1))
    assert sp.tension_of(sp.PolynomialCurve(coefficients=(1.0, 2.0, 3.0, 4.0, 5.0)), 2.0) == 2 + 8 + 24 + 64 + 160
    assert math.isclose(sp.energy_of(sp.PolynomialCurve(coefficients=(0, 0, 0, 0, 6.0)), 2.0), 64.0)


def test_a_body_that_is_not_there():
    scene = one_joint(sp.Cable(levers=[sp.Lever(body="leg", arm=0.05)], stiffness=1))
    with pytest.raises(ValueError, match="body must be one of arm, got 'leg'"):
        sp.build(scene)
