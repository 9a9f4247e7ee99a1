"""Contacts and stops that yield: closed forms, loops, dents that stay, ledger, files, runs that go on, all methods."""

import json
import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import supple as sp
from supple.elements.pressed import _slope
from supple.impacts import impact
from supple.integrate.tableaus import METHODS
from supple.laws.normal import elasto_plastic as kernels
from supple.laws.normal.dispatch import GROWING
from supple.model.build import build
from supple.tables import EL_RULE, R_YIELDS

LAW = sp.ElastoPlastic.from_hertz(
    E1=2.1e11, nu1=0.3, E2=2.1e11, nu2=0.3, R1=0.010, yield_strength=350e6, hardness=200 * 9.80665e6
)
FLAT = sp.ElastoPlastic(
    k=LAW.k, plastic_compliance=LAW.plastic_compliance, yield_force=LAW.yield_force, unloading="flattened"
)
BOTH = pytest.mark.parametrize("law", [LAW, FLAT], ids=["same-radius", "flattened"])
MASS = 0.1


def falling(law=LAW, *, speed=1.5, height=1e-3, gravity=0.0):
    """A mass above the ground."""
    scene = sp.Scene(gravity=(0, 0, -gravity))
    scene.ground(material="floor")
    joint = sp.Prismatic(axis=(0, 0, 1), displacement=height, speed=-speed)
    scene.body("mass", mass=MASS, joint=joint, surfaces=[sp.Point(material="tip")])
    scene.contact("tip", "floor", normal=law)
    return scene


def words(run):
    return [event.what for event in run.events]


def times_of(run, what):
    return [event.time for event in run.events if event.what == what]


def dent(law, force):
    return max(law.plastic_compliance * (force - law.yield_force), 0.0)


# --- one impact -----------------------------------------------------------------------------------------------------------
@pytest.mark.jit
@pytest.mark.validation
@BOTH
def test_an_impact_is_that_of_the_laboratory(law):
    run, one = sp.simulate(falling(law), 2e-3, rtol=1e-10), impact(law, 1.5, MASS, rtol=1e-12)
    (found,) = run.impacts
    assert words(run) == ["made", "yields", "unloads", "lost"]
    assert found.restitution == pytest.approx(one.restitution, abs=1e-8)
    assert found.duration == pytest.approx(one.duration, rel=1e-8)
    assert found.peak_force == pytest.approx(one.peak_force, rel=1e-8)
    assert found.max_indentation == pytest.approx(one.max_indentation, rel=1e-8)
    assert run.ledger.lost["plastic work"][-1] == pytest.approx(one.energy_lost, rel=1e-8)
    assert run.ledger.lost["contact damping"][-1] == 0.0
    assert np.max(np.abs(run.ledger.residual)) < 1e-9 * 0.5 * MASS * 1.5**2
    if law is LAW:
        F = found.peak_force
        assert one.energy_lost == pytest.approx(LAW.plastic_compliance * (F * F - LAW.yield_force**2) / 2, rel=1e-7)


@pytest.mark.validation
def test_rebound_of_a_pinned_link_without_friction():
    """A steel link turns about its end and meets a block with its tip at 60 degrees: e = 0.637038, 12707.83 N."""
    length, radius = 0.30, 0.010
    mass = 7800.0 * math.pi * radius**2 * length
    floor = -length * math.sin(math.pi / 3)
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.ground(material="block", at=(0, 0, floor))
    scene.body(
        "link",
        mass=mass,
        com=(length / 2, 0, 0),
        inertia=(1e-9, mass * length**2 / 12, mass * length**2 / 12),
        joint=sp.Revolute(axis=(0, 1, 0), angle=math.pi / 3 - 1e-7, rate=10.0),
        surfaces=[sp.Point(at=(length, 0, 0), material="tip")],
    )
    scene.contact("tip", "block", normal=LAW)
    run = sp.simulate(scene, 1e-3, rtol=1e-10)
    assert words(run) == ["made", "yields", "unloads", "lost"]
    assert -run["link.rate"][-1] / 10.0 == pytest.approx(0.637038, abs=1e-5)
    assert run.impacts[0].peak_force == pytest.approx(12707.83, rel=1e-5)


@pytest.mark.jit
@BOTH
@pytest.mark.parametrize(
    "method",
    [pytest.param(one, marks=pytest.mark.jit) if one in ("ode23s", "trapezoid") else one for one in sorted(METHODS)],
)
def test_all_methods_agree(method, law):
    low = method in ("ode23s", "trapezoid")
    run = sp.simulate(falling(law), 1e-3, method=method, rtol=1e-6 if low else 1e-7)
    one = impact(law, 1.5, MASS, rtol=1e-12)
    assert words(run) == ["made", "yields", "unloads", "lost"]
    assert run.impacts[0].restitution == pytest.approx(one.restitution, abs=1e-4 if low else 1e-6)
    assert run.ledger.lost["plastic work"][-1] == pytest.approx(one.energy_lost, rel=1e-4 if low else 1e-6)


# --- loading, unloading, reloading ----------------------------------------------------------------------------------------
def pressed(law, depths, period=1e-3):
    """A point that a prescribed motion takes to the depths, one after the other."""
    scene = sp.Scene(gravity=(0, 0, 0))
    scene.ground(material="floor")
    scene.body("point", mass=1.0, joint=sp.Prismatic(axis=(0, 0, 1)), surfaces=[sp.Point(material="tip")])
    scene.contact("tip", "floor", normal=law)
    times = period * np.arange(len(depths))
    scene.add(sp.Motion(body="point", times=tuple(times), values=tuple(-x for x in depths), name="press"))
    return scene, times[-1]


@pytest.mark.jit
@BOTH
def test_a_loop_of_force_over_indentation(law):
    """Loaded, unloaded in part, reloaded beyond the former maximum, opened, touched again, loaded once more."""
    scene, end = pressed(law, [-5e-6, 30e-6, 24e-6, 50e-6, -5e-6, 70e-6, -5e-6])
    run = sp.simulate(scene, end, rtol=1e-9, max_step=1e-5)
    told = ["made", "yields", "unloads", "yields", "unloads", "lost"] + ["made", "yields", "unloads", "lost"]
    assert words(run) == told
    looks = np.sort([*np.linspace(0.0, end, 4001), *times_of(run, "unloads")])  # where it is deepest
    history = run.contact("point/ground", looks)
    p, most, z = np.array(law.row()), 0.0, 0.0
    for delta, force, mode, yielding in zip(history.delta, history.force, history.mode, history.yielding, strict=True):
        if delta > most:
            most, z = delta, kernels.settled(delta, p)
        assert (mode == "open") == (force == 0.0)
        assert (mode == "yielding") == yielding
        expected = kernels.response(delta, 0.0, z, p)[0] if delta > z else 0.0
        assert force == pytest.approx(expected, abs=2e-4 * LAW.yield_force, rel=1e-6)
    assert {"open", "touching", "yielding"} == set(history.mode)
    # the second touch is in the dent
    second = times_of(run, "made")[1]
    before = dent_after(run, times_of(run, "lost")[0])
    assert -run.at([second])[0][0] == pytest.approx(before, rel=1e-7)
    assert np.max(np.abs(run.ledger.residual)) < 1e-6 * run.ledger.lost["plastic work"][-1]
    assert np.all(np.diff(run.ledger.lost["plastic work"]) >= -1e-12)
    if law is LAW:
        F = kernels.response(most, 0.0, GROWING, p)[0]
        work = LAW.plastic_compliance * (F * F - LAW.yield_force**2) / 2
        assert run.ledger.lost["plastic work"][-1] == pytest.approx(work, rel=1e-6)


def dent_after(run, time):
    """The indentation at which the contact was lost."""
    return float(run.contact("point/ground", [time]).delta[0])


@pytest.mark.jit
def test_bounces_after_the_first_are_elastic():
    """The dent stays: what comes back with the energy of the spring goes no deeper."""
    run = sp.simulate(falling(speed=0.0, height=0.05, gravity=9.81), 1.2, rtol=1e-9)
    first, *rest = run.impacts
    assert len(rest) >= 5 and first.restitution < 0.75
    assert all(one.restitution == pytest.approx(1.0, abs=1e-7) for one in rest)
    touches = [-run.at([time])[0][0] for time in times_of(run, "made")]
    assert touches[0] == pytest.approx(0.0, abs=1e-12)
    assert touches[1:] == pytest.approx([dent(LAW, first.peak_force)] * len(rest), rel=1e-6)
    assert run.status.name == "DONE"


# --- starts ---------------------------------------------------------------------------------------------------------------
@BOTH
@pytest.mark.parametrize("speed", [0.5, 0.0, -0.5])
def test_a_run_may_begin_beyond_yield(law, speed):
    """The first loading curve has led there."""
    depth = 3e-5
    run = sp.simulate(falling(law, speed=speed, height=-depth), 5e-4, rtol=1e-9)
    p = np.array(law.row())
    force = kernels.response(depth, 0.0, GROWING, p)[0]
    assert run.contact("mass/ground").force[0] == pytest.approx(force, rel=1e-9)
    assert words(run) == (["yields", "unloads", "lost"] if speed > 0.0 else ["lost"])
    kinetic = 0.5 * MASS * speed * speed
    stored = kernels.energy(depth, GROWING, p)
    out = 0.5 * MASS * run["mass.speed"][-1] ** 2
    assert out == pytest.approx(kinetic + stored - run.ledger.lost["plastic work"][-1], rel=1e-7)
    if speed <= 0.0:
        assert run.ledger.lost["plastic work"][-1] == 0.0
    assert run.status.name == "DONE"


# --- runs that go on, files ----------------------------------------------------------------------------------------------
def places(run):
    """Times in the middle of each state of the first impact, and of the flight after it."""
    made, yields, unloads, lost = (times_of(run, what)[0] for what in ("made", "yields", "unloads", "lost"))
    ends = [made, yields, unloads, lost, times_of(run, "made")[1]]
    return dict(zip(("touching", "yielding", "unloading", "free"), 0.5 * (np.array(ends[1:]) + ends[:-1]), strict=True))


@pytest.mark.jit
@pytest.mark.parametrize("where", ["touching", "yielding", "unloading", "free"])
def test_going_on_keeps_the_dent(where, tmp_path):
    scene = falling(speed=0.0, height=0.05, gravity=9.81)
    scene.body("other", mass=1.0, joint=sp.Prismatic(axis=(1, 0, 0), speed=1.0))
    whole = sp.simulate(scene, 0.3, rtol=1e-9)
    cut = places(whole)[where]
    first = sp.simulate(scene, cut, rtol=1e-9)
    stored = sp.load(first.save(tmp_path / "first.nc"))
    rest = sp.simulate(scene, 0.3, start=cut, initial=first, rtol=1e-9)
    again = sp.simulate(scene, 0.3, start=cut, initial=stored, rtol=1e-9)
    assert again.y.tobytes() == rest.y.tobytes()
    assert rest.final[:4] == pytest.approx(whole.final[:4], abs=1e-6)
    assert [event.what for event in (*first.events, *rest.events)][:5] == words(whole)[:5]
    second = times_of(rest, "made")[0 if where != "touching" else -1]
    assert -rest.at([second])[0][0] == pytest.approx(dent(LAW, whole.impacts[0].peak_force), rel=1e-6)


@pytest.mark.slow
def test_a_file_has_the_phases(tmp_path):
    scene = sp.Scene(gravity=(0, 0, -9.81))
    scene.ground(material="floor")
    ball = sp.Sphere(radius=0.01, material="steel")
    scene.body("ball", mass=0.03, joint=sp.Free(position=(0, 0, 0.02), velocity=(0.3, 0, -1.5)), surfaces=[ball])
    scene.contact("steel", "floor", normal=LAW, friction=sp.StickSlip(mu=0.3, kt=1e6, bt=10.0))
    run = sp.simulate(scene, 0.3, rtol=1e-8)
    stored = sp.load(run.save(tmp_path / "run.nc"))
    assert {"yields", "unloads", "stick", "slide"} <= set(words(run))
    assert stored.events == run.events and stored.impacts == run.impacts
    one, two = run.contact("ball/ground"), stored.contact("ball/ground")
    assert one.mode == two.mode and np.array_equal(one.yielding, two.yielding) and one.yielding.any()
    assert "yielding" not in one.mode  # the word is that of friction
    dataset = run.to_xarray()
    meanings = dataset["contact_mode"].attrs["flag_meanings"].split()
    told = {meanings[code] for code in np.unique(dataset["contact_mode"])}
    assert "open" in told and told & {"yielding_slide", "yielding_stick"}
    assert np.max(np.abs(run.ledger.residual)) < 1e-8


# --- stops, friction, many ------------------------------------------------------------------------------------------------
@BOTH
def test_the_stop_of_a_joint_yields(law):
    scene = sp.Scene(gravity=(0, 0, 0))
    joint = sp.Prismatic(axis=(1, 0, 0), speed=1.5, limits=(-0.002, 0.001), limit_law=law)
    scene.body("slide", mass=MASS, joint=joint)
    run = sp.simulate(scene, 0.012, rtol=1e-10)
    one = impact(law, 1.5, MASS, rtol=1e-12)
    assert words(run)[:4] == ["made", "yields", "unloads", "lost"]
    first, second, *_ = run.impacts
    assert first.contact == "slide.limit.high" and second.contact == "slide.limit.low"
    assert first.restitution == pytest.approx(one.restitution, abs=1e-8)
    assert second.restitution == pytest.approx(impact(law, second.speed, MASS, rtol=1e-12).restitution, abs=1e-8)
    assert run.ledger.lost["plastic work"][-1] > one.energy_lost > 0.0 == run.ledger.lost["contact damping"][-1]
    third = times_of(run, "made")[2]
    assert run.at([third])[0][0] - 0.001 == pytest.approx(one.permanent_indentation, rel=1e-6)
    assert np.max(np.abs(run.ledger.residual)) < 1e-9 * MASS


@pytest.mark.parametrize("law", [LAW, FLAT], ids=["same-radius", "flattened"])
def test_friction_gets_the_growth_of_the_load_in_both_phases(law):
    """d force/d delta is 3/2 F/(delta - z) while the dent stays, and that of the first loading curve while it grows."""
    P = build(falling(law)).system()
    e = int(np.flatnonzero(P.rule_i[P.el_i[:, EL_RULE], R_YIELDS] == 1)[0])
    p, z = np.array(law.row()), 4e-5
    for beyond in (1e-9, 1e-7, 1e-5):
        force = kernels.response(z + beyond, 0.0, z, p)[0]
        assert _slope(P, e, z + beyond, z) == pytest.approx(1.5 * force / beyond, rel=1e-6)
    for delta in (5e-6, 5e-5):
        slope = kernels.loading(delta, p)[1] / law.plastic_compliance
        assert _slope(P, e, delta, GROWING) == pytest.approx(slope, rel=1e-7)


@pytest.mark.parametrize(
    "friction",
    [sp.StickSlip(mu=0.3, kt=1e6, bt=10.0), sp.ElasticCoulomb(mu=0.3, kt=1e7), sp.RegularisedCoulomb(mu=0.3, v_s=1e-3)],
    ids=lambda law: type(law).__name__,
)
@BOTH
def test_the_ledger_closes_with_friction(friction, law):
    scene = sp.Scene(gravity=(0, 0, -9.81))
    scene.ground(material="floor")
    ball = sp.Sphere(radius=0.01, material="steel")
    scene.body("ball", mass=0.03, joint=sp.Free(position=(0, 0, 0.011), velocity=(0.3, 0, -1.5)), surfaces=[ball])
    scene.contact("steel", "floor", normal=law, friction=friction)
    run = sp.simulate(scene, 0.02, rtol=1e-8)
    assert {"yields", "unloads", "lost"} <= set(words(run))
    assert np.max(np.abs(run.ledger.residual)) < 2e-7 * 0.5 * 0.03 * (1.5**2 + 0.3**2)
    assert run.ledger.lost["plastic work"][-1] > 0.0 and run.ledger.lost["friction"][-1] > 0.0


@pytest.mark.jit
def test_balls_that_find_each_other_by_the_broad_phase():
    """Rows of contacts that come near during a run have the guard of the phase too."""
    scene = sp.Scene(gravity=(0, 0, 0))
    for i in range(9):
        joint = sp.Prismatic(axis=(1, 0, 0), displacement=0.021 * i, speed=1.0 if i == 0 else 0.0)
        ball = sp.Sphere(radius=0.01, material="steel")
        scene.body(f"ball{i}", mass=0.03, joint=joint, surfaces=[ball])
    scene.contact("steel", "steel", normal=LAW)
    run = sp.simulate(scene, 0.03, rtol=1e-9)
    assert words(run).count("yields") >= 8
    momentum = 0.03 * sum(run[f"ball{i}.speed"][-1] for i in range(9))
    assert momentum == pytest.approx(0.03, rel=1e-8)
    first = impact(LAW, 1.0, 0.015, rtol=1e-11)
    assert run.impacts[0].restitution == pytest.approx(first.restitution, abs=1e-7)
    assert np.max(np.abs(run.ledger.residual)) < 1e-8 * 0.015


SHORT = """
import json, supple as sp
from physics.test_plastic_contact import falling
run = sp.simulate(falling(speed=0.0, height=0.01, gravity=9.81), 0.1, rtol=1e-7)
print(json.dumps([list(run.final), [event.what for event in run.events]]))
"""


@pytest.mark.jit
def test_compiled_and_plain_python_agree():
    run = sp.simulate(falling(speed=0.0, height=0.01, gravity=9.81), 0.1, rtol=1e-7)
    paths = os.pathsep.join([str(Path(sp.__file__).parents[1]), str(Path(__file__).parents[1])])
    env = {**os.environ, "PYTHONPATH": paths, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", SHORT], env=env, capture_output=True, text=True, check=True)
    final, told = json.loads(done.stdout)
    assert told == words(run)
    np.testing.assert_allclose(final, run.final, rtol=1e-9, atol=1e-12)
