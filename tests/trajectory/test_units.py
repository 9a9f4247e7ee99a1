"""Stops of revolute joints are told in Nm, rad/s and mrad, wherever they are told; impacts are in order of their start."""

import io

import numpy as np
import pytest

import supple as sp
from supple.cli.output import print_summary, summary
from supple.show.report import page
from supple.trajectory.units import ANGULAR, LINEAR, joint_units, unit_table


def swinging(*, slide=False):
    """A pendulum that hits its stop, and perhaps a slider that hits its own."""
    scene = sp.Scene(gravity=(0, 0, -9.81), name="stops")
    stop = sp.HuntCrossley(k=2000.0, lam=300.0, n=1.0)
    rod = sp.Revolute(axis=(0, 1, 0), angle=1.0, limits=(-0.3, 3.0), limit_law=stop)
    scene.body("rod", mass=1.0, com=(0, 0, -0.5), inertia=sp.rod_inertia(1.0, 1.0), joint=rod)
    if slide:
        joint = sp.Prismatic(axis=(1, 0, 0), speed=1.0, limits=(-0.1, 0.1), limit_law=sp.HuntCrossley(k=1e5, lam=1e4))
        scene.body("slider", mass=1.0, joint=joint)
    return scene


@pytest.fixture(scope="module")
def turning():
    return sp.simulate(swinging(), 1.0)


@pytest.fixture(scope="module")
def mixed():
    return sp.simulate(swinging(slide=True), 1.0)


def told(run):
    """What the command line prints of a run, on one line."""
    import contextlib

    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        print_summary(summary(run, {}, ()))
    return " ".join(said.getvalue().split())


def test_units_of_contacts(mixed):
    assert mixed.contact_units["rod.limit.low"] == ("Nm", "rad", "rad/s")
    assert mixed.contact_units["slider.limit.high"] == ("N", "m", "m/s")
    assert joint_units([ANGULAR]).force == "Nm" and joint_units([]).force == "N"
    assert joint_units([ANGULAR, LINEAR]) == ("N or Nm", "m or rad", "m/s or rad/s")


def test_a_body_whose_name_looks_like_a_stop():
    scene = sp.Scene(gravity=(0, 0, -9.81))
    scene.ground(material="floor")
    scene.body("rod", mass=1.0, inertia=(1, 1, 1), joint=sp.Revolute())
    scene.body("rod.limit.x", mass=1.0, joint=sp.Free(position=(0, 0, 1)), surfaces=[sp.Sphere(0.1, material="b")])
    scene.contact("b", "floor", normal=sp.Hertz(k=1e6))
    assert sp.simulate(scene, 0.01).contact_units == {"rod.limit.x/ground": LINEAR}


def test_the_summary(turning, mixed):
    said = told(turning)
    assert "v [rad/s]" in said and "peak [Nm]" in said and "depth [mrad]" in said
    assert " Nm" in said.split("peak force")[1].split("energy")[0]
    said = told(mixed)
    assert "[m/s]" not in said and "[N]" not in said
    first = mixed.impacts[0]
    assert f"{first.speed:.3f} {mixed.contact_units[first.contact].speed}" in said
    assert "rad/s" in said and " mrad" in said and " mm" in said and " m/s" in said


@pytest.mark.jit
def test_the_report(turning, mixed):
    text = page(turning, 20)
    assert "speed [rad/s]" in text and "peak force [Nm]" in text and "depth [mrad]" in text and "[m/s]" not in text
    text = page(mixed, 20)
    assert '<th scope="col" class="number">speed</th>' in text and " rad/s</td>" in text and " mm</td>" in text


def test_plots_and_data(turning, mixed):
    from supple.show import plot_contact_force

    assert plot_contact_force(turning).get_ylabel() == "F [Nm]"
    axes = plot_contact_force(mixed)
    named = {text.get_text() for text in axes.get_legend().get_texts()}
    assert axes.get_ylabel() == "F [N or Nm]" and {"rod.limit.low [Nm]", "slider.limit.high [N]"} <= named
    data = turning.to_xarray()
    assert data["normal_force"].units == "Nm" and data["impact_speed"].units == "rad/s"
    assert data["event_rate"].units == "rad/s" and data["indentation"].units == "rad"
    data = mixed.to_xarray()
    assert data["normal_force"].units == "N or Nm"
    units = dict(zip(data["contact"].values, data["force_unit"].values, strict=True))
    assert units["rod.limit.low"] == "Nm" and units["slider.limit.low"] == "N"


def test_a_table_says_a_unit_once_or_in_every_row():
    columns = (("name", lambda units: ""), ("F", lambda units: units.force))
    assert unit_table(columns, [(LINEAR, ["a", "1"])]) == (["name", "F [N]"], [["a", "1"]])
    rows = [(LINEAR, ["a", "1"]), (ANGULAR, ["b", "2"])]
    assert unit_table(columns, rows) == (["name", "F"], [["a", "1 N"], ["b", "2 Nm"]])


# --- order --------------------------------------------------------------------------------------------------------------
@pytest.mark.jit
def test_impacts_are_in_order_of_their_start(tmp_path):
    """A soft contact begins first and ends last: the hard one beside it comes and goes meanwhile."""
    scene = sp.Scene(gravity=(0, 0, -9.81), name="soft and hard")
    scene.ground(material="floor")
    for name, x, z, stiff in (("soft", 0.0, 0.101, 1e3), ("hard", 1.0, 0.105, 1e7)):
        joint = sp.Free(position=(x, 0, z), velocity=(0, 0, -1))
        scene.body(name, mass=1.0, joint=joint, surfaces=[sp.Sphere(0.1, material=name)])
        scene.contact(name, "floor", normal=sp.KelvinVoigt(k=stiff, b=1.0))
    scene.no_contact("soft", "hard")
    for run in (sp.simulate(scene, 0.5), sp.simulate(scene, 0.5, out=tmp_path / "run.nc")):
        assert [impact.contact for impact in run.impacts[:2]] == ["soft/ground", "hard/ground"]
        assert run.impacts[0].end > run.impacts[1].end
        starts = [impact.start for impact in run.impacts]
        assert starts == sorted(starts) and starts == run.to_xarray()["impact_start"].values.tolist()


# --- time ---------------------------------------------------------------------------------------------------------------
@pytest.mark.jit
def test_the_time_of_a_run_does_not_count_compiling(monkeypatch):
    """The clock starts when the loop is compiled, and progress begins with 0 then."""
    import supple.simulation as simulation

    happened, clock, prepare, loop = [], simulation.time.perf_counter, simulation.prepare, simulation.run

    def note(word, function):
        def call(*arguments):
            happened.append(word)
            return function(*arguments)

        return call

    monkeypatch.setattr(simulation, "prepare", note("compiled", prepare))
    monkeypatch.setattr(simulation.time, "perf_counter", note("clock", clock))
    monkeypatch.setattr(simulation, "run", loop)
    sp.simulate(swinging(), 0.1, progress=lambda fraction: happened.append(fraction))
    assert happened[:3] == ["compiled", 0.0, "clock"] and happened[-1] == "clock" and happened[-2] == 1.0


def test_preparing_compiles_and_calls_nothing():
    from supple._jit import JIT, Reals, entry, prepare

    calls = []
    if not JIT:
        prepare(calls.append)
    else:

        @entry
        def entry_of_a_test(x: Reals) -> None:
            x[0] += 1.0

        x = np.zeros(1)
        prepare(entry_of_a_test)
        assert entry_of_a_test.origin is not None and x[0] == 0.0
        entry_of_a_test(x)
        assert x[0] == 1.0
    assert calls == []
