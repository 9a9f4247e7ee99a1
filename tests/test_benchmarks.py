"""The benchmarks keep up with what they measure: what can be checked in seconds, without a peer or a C compiler."""

import importlib
import re
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from amounts import amount

import supple as sp
from supple import simulation

FOLDER = Path(__file__).parents[1] / "benchmarks"
TOOLS = {"common", "compare", "run"}
SCRIPTS = sorted({path.stem for path in FOLDER.glob("*.py")} - TOOLS)


@pytest.fixture
def load(monkeypatch):
    """Import a module of the folder as a script there does."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(FOLDER))
    yield importlib.import_module
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", None)).startswith(str(FOLDER)):
            del sys.modules[name]


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_benchmark_is_listed_and_run_with_the_others(name):
    assert f"| `{name}.py` |" in (FOLDER / "README.md").read_text(encoding="utf-8")
    assert re.search(rf"main\(\[.*\b{name}\b.*\]\)", (FOLDER / "run.py").read_text(encoding="utf-8"), re.DOTALL)


def test_what_is_compared_has_rows_of_supple_alone(load):
    compare = load("compare")
    for name in (*compare.NAMES, *compare.MORE):
        assert callable(load(name).alone)


@pytest.mark.parametrize("robot", ["arm", "quadruped"])
def test_the_robots_begin_above_the_ground(load, robot):
    run = sp.simulate(getattr(load("robots"), robot)(), 1e-3, rtol=1e-3)
    assert run.success, run.message
    assert not run.events


@pytest.mark.jit
def test_many_bodies_succeed_and_close_their_ledgers(load):
    parts = [rows for _, rows in load("many_bodies").parts(quick=True)]
    for row in (row for rows in parts for row in rows):
        assert row.figures["status"] == "DONE", row
        assert row.figures["residual"] < 1e-3, row
    pile, stiff = parts[0]
    assert stiff.who == "rodas5p" and stiff.figures["y"] == pile.figures["y"]
    (box,) = parts[1]
    assert box.figures["contacts met"] > 0
    assert [("exponent" in row.figures) for row in parts[2]] == [False, True, False, True]


@pytest.mark.jit
def test_heaps_succeed_and_close_their_ledgers(load):
    (rest,), cost = (rows for _, rows in load("heap").parts(quick=True))
    assert rest.figures["at the end"] > 8
    for row in (rest, *cost):
        assert row.figures["status"] == "DONE", row
        assert row.figures["residual"] < 1e-3, row
    assert [("exponent" in row.figures) for row in cost] == [False, True]


@pytest.mark.jit
def test_a_pd_loop_holds_the_quadruped_as_its_springs_do(load):
    """And a function has the trajectory of the controllers, compiled or called."""
    controlled = load("controlled")
    models = {who: sp.build(scene) for who, scene in controlled.scenes().items()}
    springs, tracked, compiled, called = (sp.simulate(m, 0.2)["fl_shank.angle"][-1] for m in models.values())
    assert tracked == pytest.approx(springs, abs=2e-2)
    assert compiled == called == pytest.approx(tracked, abs=1e-9)
    for row in controlled.rows(models, (1e-6,), 0.2, 1):
        assert row.figures["status"] == "DONE"
        assert row.figures["steps"] >= 200 or row.who == "springs"


@pytest.mark.parametrize("robot", ["landing", "jogging"])
def test_the_peers_of_the_elastic_robots_get_their_drives_and_controllers(load, robot):
    """Tensions of all strands and commands of all motors at the start are those of a run."""
    case = getattr(load("elastic_robots"), robot)()
    its = load("peers.elastic_facts").facts(case.scene, 1e-3)
    run = sp.simulate(case.scene, 1e-3, rtol=1e-3)
    elements = case.scene.elements.items()
    told = [run.outputs(motor.command).values[0, 0] for _, motor in elements if isinstance(motor, sp.Motor)]
    assert its.command(0, its.q, its.v) == pytest.approx(told, rel=1e-12, abs=1e-11)
    strands, tensions = its.strands, []
    for name, element in elements:
        if isinstance(element, sp.SeriesElastic):
            tensions += [run.element(f"{name}.{part}", [0.0]).tension[0] for part in ("forward", "back")]
        elif isinstance(element, sp.Cable):
            tensions.append(run.element(name, [0.0]).tension[0])
    pulled = strands["k"] * (strands["e0"] + strands["L"] @ its.q) + strands["b"] * (strands["L"] @ its.v)
    assert np.maximum(0.0, pulled) == pytest.approx(tensions, rel=1e-12)
    assert len(its.tips) == (1 if robot == "landing" else 4)


@pytest.mark.jit
def test_the_elastic_robots_reach_every_level(load):
    robots = load("elastic_robots")
    case = robots.jogging(0.05)
    rows = robots.rows(case, [robots.ours(case, settings=(1e-3, 1e-4))], passes=1)
    assert len(rows) == len(robots.LEVELS)
    for row, (angle, peak) in zip(rows, robots.LEVELS, strict=True):
        assert row.figures["error"] <= angle and row.figures["peak %"] <= 100.0 * peak
        assert row.figures["x supple"] == 1.0 and row.figures["real time"] > 0.0


@pytest.mark.jit
@pytest.mark.parametrize("robot", ["arm", "quadruped"])
def test_another_integrator_gets_the_right_hand_side_of_the_robots(load, robot, monkeypatch):
    """Without the ledger, in the air: accelerations of a run, and all guards positive.

    In plain Python unless all cases are asked for: to compile a right-hand side once more takes as long as all else here.
    """
    model, peer = sp.build(getattr(load("robots"), robot)()), load("peers.cvode_robots")
    if amount("plain", "compiled") == "plain":
        monkeypatch.setattr(peer, "bound", lambda entry, *arguments: partial(entry.function, *arguments))
    its = peer.Equations(model)
    dx, g = np.zeros(its.x.size), np.zeros(its.number)
    its.rhs(0.0, its.x.copy(), dx)
    its.guards(0.0, its.x.copy(), g)
    n_q, run = model.layout.n_q, sp.simulate(model, 1e-3)
    last = list(model.scene.bodies)[-1]
    at = model.layout.names.index(f"{last}.rate")
    assert at >= n_q and dx[at] == pytest.approx(run.joint_accelerations(last, [0.0])[0][0], rel=1e-12, abs=1e-12)
    assert its.x.size == model.layout.size - 12 + len(its.P.tenant) * 3 * (robot == "quadruped") and np.all(g > 0.0)


def test_contacts_of_the_peers_of_the_robots_take_the_same_energy(load):
    """K delta^2/2 is the integral of k delta^1.5 up to the depth; each foot has its share of the weight."""
    its = load("peers.robot_race").facts(load("robots").quadruped(), 1e-3)
    assert 0.5 * its.K * 1e-6 == pytest.approx(3e7 * 1e-3**2.5 / 2.5, rel=1e-12)
    assert its.bt * its.viscous == pytest.approx(0.8 * 16.0 * 9.81 / 4.0, rel=1e-12)
    assert len(its.bodies) == 13 and sum(body["ball"] is not None for body in its.bodies) == 4


@pytest.mark.jit
def test_the_ellipsoids_are_those_of_the_peers(load):
    """Two bodies of 1 kg, and what supple has of them is what the peers are given."""
    ellipsoids, peers = load("ellipsoids"), load("peers.two_ellipsoids")
    model = sp.build(ellipsoids.scene())
    for name, axes in peers.AXES.items():
        body = model.scene.bodies[name]
        assert body.mass == 1.0
        assert sp.Ellipsoid(axes).inertia(1.0) == pytest.approx(peers.inertia(axes), rel=1e-14)
    flight = ellipsoids.flying(model)(1e-3)
    assert flight.centres.shape == (peers.STOPS, 6)
    assert flight.centres[0] == pytest.approx(
        [0, 0, 0.2 - 0.005 * peers.G, 0.03, 0.01, 0.6 - 0.005 * peers.G], abs=1e-6
    )


def test_equal_accuracy_is_the_loosest_setting_from_which_on_it_holds(load):
    enough = load("ellipsoids").enough
    climb = [(1e-1, 0.5), (1e-2, 1e-4), (1e-3, 3e-3), (1e-4, 2e-4), (1e-5, 1e-5)]
    assert enough(climb, 1e-3) == (1e-4, 2e-4)
    assert enough(climb, 1.0) == (1e-1, 0.5)
    assert enough(climb, 1e-6) is None


def test_of_the_settings_that_are_good_enough_the_cheapest_counts(load):
    cheapest = load("elastic_robots").cheapest
    climb = {1: ((0.5, 0.0), 1.0), 2: ((1e-3, 0.0), 4.0), 5: ((1e-4, 0.0), 3.0), 10: ((1e-5, 0.0), 6.0)}
    assert cheapest(climb, (1e-2, 0.01)) == 5
    assert cheapest(climb, (1.0, 0.01)) == 1
    assert cheapest(climb, (1e-6, 0.01)) is None


def test_the_box_holds_its_balls_apart_and_inside(load):
    many = load("many_bodies")
    model = sp.build(many.box(30))
    assert not sp.simulate(model, 1e-6).events
    assert sum(len(body.surfaces) for body in model.scene.bodies.values()) == 35


def test_the_loop_is_timed_within_the_whole_and_left_as_it_was(load):
    before = simulation.run
    done = load("common").simulated(load("slide").scene(), 0.01, repeat=2, rtol=1e-3)
    assert simulation.run is before
    assert done.run.success
    assert 0.0 < done.loop < done.total


def test_the_quick_start_is_that_of_the_readme(load):
    names = {}
    exec(load("start_up").quick_start().replace("5.0", "0.01"), names)
    assert names["run"].success


def test_a_process_is_timed_at_its_first_line_and_at_its_end(load, tmp_path):
    code = "import time\nprint('first')\nwhile time.process_time() < 0.4: pass\nprint('last')"
    first, whole = load("start_up").spent(code, cache=str(tmp_path))
    assert whole >= 0.4
    assert first is None or first < 0.3  # None: there is no /proc here


@pytest.mark.validation
def test_the_link_of_the_peer_has_the_figures_of_an_independent_program(load):
    e_rigid, force, _ = load("peers.link_impact").impact(1, 1e-7)
    assert e_rigid == pytest.approx(0.609893, abs=1e-6)
    assert force == pytest.approx(6444.72, rel=1e-6)


def test_the_loosest_tolerance_is_one_from_which_on_all_are_good(load):
    loosest = load("flexible").loosest
    assert loosest([(1e-3, 1e-5), (1e-4, 1e-2), (1e-5, 5e-5), (1e-6, 1e-6)]) == 1e-5
    assert loosest([(1e-3, 1.0), (1e-4, 1.0)]) is None


@pytest.mark.parametrize("modes", [0, 2])
def test_the_arm_with_another_link_begins_above_the_ground(load, modes):
    run = sp.simulate(load("flexible").swapped(modes), 1e-3, rtol=1e-3)
    assert run.success, run.message
    assert not run.events


@pytest.mark.parametrize("n", [0.5, 2.0, 3.0])
def test_the_exponent_of_a_coin_is_that_of_its_angle(load, n):
    times = np.linspace(0.0, 5.0, 5001)
    angles = np.maximum(5.5 - times, 0.0) ** n * 0.5 / 5.5**n
    high = 0.4
    assert load("blocks").exponent(times, angles, high, angles[-500]) == pytest.approx(n, rel=1e-4)


def test_a_thin_coin_has_the_exponent_of_a_constant_arm(load):
    blocks = load("blocks")
    case = blocks.CASES["coin"]()
    disc = case.blocks[0]._replace(size=(0.0375, 2e-4))
    thin = case._replace(blocks=(disc,), rounding=1e-5)
    assert blocks.thick(thin, 0.01, 0.001) == pytest.approx(2.0, abs=1e-3)
    assert blocks.thick(case, 0.1, 0.01) > 2.01


@pytest.mark.jit
@pytest.mark.parametrize("name", ["stack of 5", "20 dominoes", "wall of 50"])
def test_peers_of_the_blocks_get_the_spring_on_which_a_block_rests(load, name):
    blocks, peers = load("blocks"), load("peers.blocks")
    case = peers.CASES[name]()
    alone = peers.resting(case)._replace(end=0.2)
    film = blocks.ours(blocks.FRICTION[name])(alone, 1e-4)
    height = 0.5 * alone.blocks[0].size[2]
    assert height - film.places[100:, 0, 2].mean() == pytest.approx(case.depth, rel=0.05)
    assert case.corners * case.stiffness * case.depth == pytest.approx(case.blocks[0].mass * peers.G, rel=1e-12)


def test_the_damper_of_the_peers_has_the_restitution_of_the_law(load):
    case = load("peers.blocks").CASES["20 dominoes"]()
    mass = case.blocks[0].mass / case.corners
    law = sp.HuntCrossley(k=case.k, lam=case.k * case.d)
    (e,) = sp.restitution_curve(law, [case.speed], mass=mass).restitution
    ratio = case.damping / (2.0 * (case.stiffness * mass) ** 0.5)
    assert np.exp(-np.pi * ratio / (1.0 - ratio**2) ** 0.5) == pytest.approx(e, rel=1e-6)
