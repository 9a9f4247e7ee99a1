"""Scenes fitted to data made with known parameters."""

import json
import tomllib

import numpy as np
import pytest
from amounts import amount
from ensembles.recovery import CASES, QUICK, SCENES, measured, trial

import supple as sp
from supple.ensembles.fitting.columns import Reader
from supple.ensembles.fitting.data import read_data

pytestmark = pytest.mark.jit  # hundreds of runs
PLATE = SCENES / "force_plate.toml"
TRUTH = {"k": 2.6e4, "lam": 1.2e4, "mu": 0.42}
NOISE = {"foot/ground.force": 6.0, "foot/ground.friction.x": 1.5}
BOUNDS = {"k": (5e3, 1e5), "lam": (1e3, 1e5), "mu": (0.05, 1.5)}
DROP = """
[parameters]
k = 1e5
lam = 3e4
[ground]
material = "floor"
[bodies.ball]
mass = 0.5
joint = { type = "Prismatic", axis = [0, 0, 1], displacement = 0.3 }
surfaces = [{ type = "Point", material = "ball" }]
[[contacts]]
materials = ["ball", "floor"]
normal = { type = "HuntCrossley", k = "$k", lam = "$lam", n = 1.0 }
[run]
end = 1.2
"""


@pytest.fixture(scope="module")
def exact():
    """What the plate measures without any noise."""
    setup = sp.read_scene(PLATE, set=TRUTH)
    case = CASES["force plate"]._replace(unsaid=dict.fromkeys(CASES["force plate"].unsaid, 0.0))
    return measured(sp.simulate(setup.scene, **setup.run), case, np.random.default_rng(0))


@pytest.fixture
def drop(tmp_path):
    path = tmp_path / "drop.toml"
    path.write_text(DROP)
    return path


@pytest.fixture(scope="module")
def fitted(exact):
    return sp.fit_scene(PLATE, exact, BOUNDS, starts=0)


def test_exact_data_give_the_parameters_back(fitted):
    assert fitted.values == pytest.approx(TRUTH, rel=1e-4)
    assert all(rms < 0.02 for rms in fitted.deviations.values())  # [N] of some 200
    assert fitted.method == "least squares" and not fitted.failures


@pytest.mark.parametrize("case", QUICK)
def test_intervals_hold_the_truth(case):
    """validation/fitting.py has 200 trials of each."""
    trials = [trial(case, seed, starts=0) for seed in range(amount(2, 4))]
    held = [inside for one in trials for inside in one.inside.values()]
    assert 6 * sum(held) >= 5 * len(held)  # 10 of 12, 95 % each: fewer would happen once in fifty, and seeds are fixed
    for one in trials:
        assert not one.fit.rough
        assert all(0.7 < found.value / one.truth[name] < 1.4 for name, found in one.fit.estimates.items())


def test_other_starts_leave_a_local_minimum(exact):
    far = {"set": {"k": 2.1e3, "lam": 1.5e4, "mu": 0.17}, "noise": NOISE}
    wide = BOUNDS | {"k": (2e3, 2e5)}
    alone = sp.fit_scene(PLATE, exact, wide, **far, starts=0)
    several = sp.fit_scene(PLATE, exact, wide, **far, starts=8)
    assert alone.sigma > 3.0 and any("the scene may lack something" in note for note in alone.notes)
    assert several.values == pytest.approx(TRUTH, rel=1e-3) and len(several.starts) == 3


def test_threads_change_no_bit(exact):
    one, two = (sp.fit_scene(PLATE, exact, BOUNDS, starts=2, refine=1, workers=n, noise=NOISE) for n in (1, 2))
    assert one.values == two.values and np.array_equal(one.correlation, two.correlation)


def test_impacts_one_after_the_other(drop):
    truth = {"k": 1.6e5, "lam": 4.4e4}
    setup = sp.read_scene(drop, set=truth)
    impacts = sp.simulate(setup.scene, **setup.run).impacts
    rng = np.random.default_rng(5)
    data = {
        "impact.time [ms]": [1e3 * (one.start + rng.normal(0.0, 1e-4)) for one in impacts],
        "ball/ground.impact.peak_force": [one.peak_force + rng.normal(0.0, 1.0) for one in impacts],
    }
    assert len(impacts) > 3
    fit = sp.fit_scene(drop, data, ["k", "lam"], noise={"impact.time": 1e-4, "ball/ground.impact.peak_force": 1.0})
    assert all(one.low < truth[name] < one.high for name, one in fit.estimates.items())


def test_columns_are_what_the_run_has():
    """Channels, bodies, contacts, a cable, a motor: at the times of the data, in any column's own way."""
    setup = sp.read_scene(SCENES / "jumping_leg.toml")
    run = sp.simulate(setup.scene, 0.2)
    times = np.linspace(0.0, 0.2, 9)
    wanted = {
        run.names[0]: run.channel(run.names[0], times),
        "trunk.velocity.z": run.velocity("trunk", times)[:, 2],
        "shank.acceleration.x": run.acceleration("shank", times)[:, 0],
        "shank/ground.force": run.contact("shank/ground", times).force,
        "shank/ground.friction.x": run.contact("shank/ground", times).friction[:, 0],
        "hamstrings.tension": run.element("hamstrings", times).tension,
        "extensor.cable.elongation": run.element("extensor.cable", times).elongation,
        "knee.current": run.element("knee", times).current,
    }
    reader = Reader(run)
    for column in read_data({"time": times} | dict.fromkeys(wanted, times), None):
        assert np.array_equal(reader.values(column), wanted[column.name]), column.name
        assert np.ptp(wanted[column.name]) > 0.0 or column.name == "hamstrings.tension"


def test_a_parameter_at_its_bound_is_named(exact):
    fit = sp.fit_scene(PLATE, exact, BOUNDS | {"mu": (0.5, 1.0)}, starts=0, noise=NOISE)
    assert fit.estimates["mu"].at_bound == "lower" and fit.estimates["mu"].low == pytest.approx(0.5)
    assert 0.5 < fit.estimates["mu"].high < 0.6
    assert fit.estimates["k"].low < fit.values["k"] < fit.estimates["k"].high
    assert any("mu is at its lower bound 0.5" in note for note in fit.notes)
    assert np.isnan(fit.correlation[2]).all() and np.isfinite(fit.correlation[:2, :2]).all()


def test_what_the_data_do_not_tell_is_named(exact):
    only = {name: numbers for name, numbers in exact.items() if name != "foot/ground.friction.x"}
    bounds = {name: BOUNDS[name] for name in ("k", "mu")}
    fit = sp.fit_scene(PLATE, only, bounds, set={"lam": TRUTH["lam"]}, starts=0)
    assert "mu cannot be told from these data" in fit.notes


def test_members_that_fail_are_counted_and_named(exact):
    """A mass must be > 0: half of the range fails, and the fit goes on."""
    setup = sp.read_scene(PLATE)
    data = measured(sp.simulate(setup.scene, **setup.run), CASES["force plate"], np.random.default_rng(1))
    fit = sp.fit_scene(PLATE, data, {"bodies.foot.mass": (-5.0, 5.0)}, starts=8)
    assert fit.values["bodies.foot.mass"] == pytest.approx(3.0, rel=0.02)
    ((sentence, count),) = fit.failures.items()
    assert "mass of 'foot' must be" in sentence and count >= 3
    assert fit.failed_at[sentence]["bodies.foot.mass"] < 0.0


def test_a_fit_of_which_every_run_fails_says_why(drop):
    data = {"impact.speed": [2.0, 1.0]}
    with pytest.raises(ValueError, match=r"no run of the fit succeeded, \d+ of \d+ because: .*steps"):
        sp.fit_scene(drop, data, ["k"], starts=2, run={"max_steps": 3})


def test_data_that_are_far_off_in_deviations_are_no_failure(exact):
    fit = sp.fit_scene(PLATE, exact, {"k": (3e4, 5e4)}, set={"k": 4e4}, starts=0, noise=dict.fromkeys(NOISE, 1e-9))
    assert fit.estimates["k"].value < 3.2e4 and not fit.failures and fit.sigma > 1e9


def test_a_rough_cost_is_seen_and_searched_without_derivatives():
    """A scene that takes its mass in steps of 5 %: differences of 1 % see stairs."""
    stairs = 0.05

    def scene(values):
        made = sp.Scene(gravity=(0, 0, -9.81))
        step = np.exp(stairs * np.round(np.log(values["mass"]) / stairs))
        made.body("ball", mass=float(step), joint=sp.Prismatic(axis=(0, 0, 1), spring=200.0))
        return made

    times = np.linspace(0.0, 1.0, 41)
    truth = np.exp(8 * stairs)
    made = sp.simulate(scene({"mass": truth}), 1.0)
    rng = np.random.default_rng(2)
    position = made.names[0]
    data = {"time": times, position: made.channel(position, times) + rng.normal(0.0, 0.01, times.size)}
    fit = sp.fit_scene(scene, data, {"mass": (0.5, 4.0)}, starts=0)
    assert fit.method == "least squares, then Nelder-Mead" and fit.rough["mass"] > 0.5
    assert abs(np.log(fit.values["mass"] / truth)) < stairs
    assert fit.estimates["mass"].low < truth < fit.estimates["mass"].high
    assert any("the cost is rough in mass" in note for note in fit.notes)


def test_a_fit_is_a_table_and_a_file(fitted, tmp_path):
    fit = fitted
    text = str(fit)
    assert "95 % from" in text and "lam" in text and "0 failed" in text
    said = tomllib.loads(fit.write(tmp_path / "fit.toml").read_text())
    assert said["parameters"]["k"]["value"] == fit.values["k"]
    assert json.loads(fit.write(tmp_path / "fit.json").read_text())["points"] == fit.points
    figure = sp.show.plot_scene_fit(fit)
    assert len(figure.axes) == 4
    assert sp.read_scene(PLATE, set=fit.values).scene.name == fit.scene


@pytest.mark.parametrize(
    ("data", "options", "word"),
    [
        ({"time": [0.1, 0.2], "foot.z": [1, 2]}, {}, "must be one of foot/ground.force, foot.x"),
        ({"time": [0.1, 0.2], "foot/ground.fors": [1, 2]}, {}, "did you mean 'force'"),
        ({"time": [0.1, 0.2], "foot/ground.friction": [1, 2]}, {}, "must end with .x, .y or .z for friction"),
        ({"time": [0.1, 0.2], "foot/ground.force.x": [1, 2]}, {}, "must have no axis for force"),
        ({"time": [0.1, 0.4], "foot.x": [1, 2]}, {}, "must be in the run, 0 to 0.3 s, got 0.1 to 0.4 s"),
        ({"time": [0.1, 0.2], "foot.x [N]": [1, 2]}, {}, "foot.x of data 1 must be in m, got N"),
        ({"time": [0.1], "foot.x": [1]}, {}, "must have more than 1 numbers to fit k, got 1"),
        ({"impact.colour": [1, 2]}, {}, "quantity of an impact must be one of time, speed"),
        ({"hand/ground.impact.speed": [1, 2]}, {}, "contact must be one of foot/ground"),
        ({"time": [0.1, 0.2], "foot.x": [1, 2]}, {"noise": {"foot.y": 1.0}}, "noise must be one of foot.x"),
        ({"time": [0.1, 0.2], "foot.x": [1, 2]}, {"parameters": "kk"}, "must be one of k, lam, mu"),
        ({"time": [0.1, 0.2], "foot.x": [1, 2]}, {"starts": -1}, "starts must be >= 0"),
        ({"time": [0.1, 0.2], "foot.x": [1, 2]}, {"run": {"rtoll": 1}}, "did you mean 'rtol'"),
    ],
)
def test_errors_are_sentences(data, options, word):
    with pytest.raises(ValueError, match="must") as error:
        sp.fit_scene(PLATE, data, **{"parameters": "k", **options})
    assert word in str(error.value)
