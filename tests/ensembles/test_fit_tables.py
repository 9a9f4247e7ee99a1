"""What a fit is asked for: parameters with bounds and scales, and tables of measured data."""

import numpy as np
import pytest

from supple.ensembles.fitting.data import read_data
from supple.ensembles.fitting.parameters import Parameter, parameters_of, parse_parameter, written_value

WRITTEN = {"k": 2e4, "mu": 0.5, "gap": -0.2, "zero": 0.0}


def test_bounds_scale_and_start():
    found = parameters_of(["k", "mu=0:1", "gap", "zero=-1:3", "new=1:100", "k2=1:9:linear"], WRITTEN.get)
    assert found["k"] == Parameter(2e4, 2e3, 2e5, "log")
    assert found["mu"] == Parameter(0.5, 0.0, 1.0, "linear")  # a bound of 0 has no logarithm
    assert found["gap"] == Parameter(-0.2, -2.0, -0.02, "linear")
    assert found["new"].start == pytest.approx(10.0) and found["new"].scale == "log"
    assert found["k2"] == Parameter(5.0, 1.0, 9.0, "linear")
    assert parameters_of({"k": (1e3, 1e4)}, WRITTEN.get)["k"].start == pytest.approx(np.sqrt(1e7))  # outside: amid


def test_a_parameter_is_the_same_after_a_way_through_its_scale():
    for one in (Parameter(3.0, 1.0, 9.0, "log"), Parameter(3.0, -1.0, 9.0, "linear")):
        assert one.bounded(one.encode(3.0)) == pytest.approx(3.0, rel=1e-14)
        assert one.bounded(one.encode(9.0) + 1e-9) == 9.0


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        ([], "must name one or more"),
        ("zero", "bounds of zero must be given"),
        ("nothing", "bounds of nothing must be given, because the scene has no value there"),
        ("k=3:1", "bounds of k must rise, got 3 to 1"),
        ("k=-1:1:log", "bounds of k must be > 0 on a log scale"),
        ("k=1:2:cubic", "scale of k must be one of log, linear"),
        ("k=1", "must be NAME or NAME=LOW:HIGH"),
        ({"k": Parameter(5.0, 1.0, 2.0, "log")}, "start of k must be between 1 and 2, got 5"),
        ({"k": (1.0, np.inf)}, "a bound of k must be finite"),
    ],
)
def test_errors_of_parameters_are_sentences(asked, word):
    with pytest.raises((ValueError, TypeError), match="must") as error:
        parameters_of(asked, WRITTEN.get)
    assert word in str(error.value)


def test_a_name_may_have_an_equals_sign():
    assert parse_parameter('bodies."a=b".mass=1:2') == ('bodies."a=b".mass', (1.0, 2.0))


def test_values_that_a_scene_has():
    content = {
        "parameters": {"k": 1.0, "ground": {"mu": 0.3}},
        "contacts": [{"normal": {"k": "$k", "n": 1.5}}],
    }
    names = ("k", "parameters.k", "ground.mu", "contacts.0.normal.k", "contacts.0.normal.n", "contacts.3.normal.n")
    assert [written_value(content, name) for name in names] == [1.0, 1.0, 0.3, 1.0, 1.5, None]


def test_a_table_over_time(tmp_path):
    path = tmp_path / "data.csv"
    path.write_text(
        "# a comment\ntime [ms], a.z [mm], a.z.sd, b.angle [deg]\n0, 1, 0.1, 180\n10, 2, 0.2,\n20, 3, 0.1, 90\n"
    )
    z, angle = read_data(path, None)
    assert (z.name, z.unit) == ("a.z", "m") and np.allclose(z.values, [1e-3, 2e-3, 3e-3])
    assert np.allclose(z.at, [0.0, 0.01, 0.02]) and np.allclose(z.sd, [1e-4, 2e-4, 1e-4])
    assert np.allclose(angle.values, [np.pi, np.pi / 2]) and np.allclose(angle.at, [0.0, 0.02]) and angle.sd is None


def test_noise_and_tables_of_impacts():
    over_time = {"t": [0.0, 1.0], "a.z": [1.0, 2.0]}
    of_impacts = {"impact.speed": [3.0, 2.0, np.nan], "a/b.impact.time [ms]": [100.0, 200.0, 300.0]}
    z, speed, time = read_data([over_time, of_impacts], {"a.z": 0.5})
    assert z.sd.tolist() == [0.5, 0.5] and not z.of_impacts
    assert speed.of_impacts and speed.at.tolist() == [0.0, 1.0] and time.values.tolist() == [0.1, 0.2, 0.3]


@pytest.mark.parametrize(
    ("table", "word"),
    [
        ({"a.z": [1.0]}, "must have a column time"),
        ({"time": [0.0, 0.0], "a.z": [1.0, 2.0]}, "must rise, got 0 s in row 2"),
        ({"time": [0.0], "a.z": [np.nan]}, "a.z of data 1 must have a number"),
        ({"time": [0.0], "a.z [inch]": [1.0]}, "unit of a.z of data 1 must be one of"),
        ({"time": [0.0], "impact.speed": [1.0]}, "must stand in a table of impacts alone"),
        ({"time": [0.0], "a.z": [1.0], "a.z.sd": [0.0]}, "a.z.sd of data 1 must be > 0"),
        ({"time": [0.0], "b.sd": [1.0], "a.z": [1.0]}, "did you mean|b.sd of data 1: column must be one of"),
        ({"time": [0.0, 1.0], "a.z": [1.0]}, "must be as many numbers as the others"),
        ({"time [kg]": [0.0], "a.z": [1.0]}, "unit of time"),
        ({"time": [0.0]}, "must have a column to fit"),
    ],
)
def test_errors_of_tables_are_sentences(table, word):
    with pytest.raises(ValueError, match=word):
        read_data(table, None)
