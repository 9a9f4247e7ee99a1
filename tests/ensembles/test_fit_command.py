"""`supple fit SCENE DATA` as a user meets it; fits of laws are in tests/impacts."""

import json
import tomllib
from functools import partial

import commands
import numpy as np
import pytest
from ensembles.recovery import CASES, SCENES, measured

import supple as sp

PLATE = str(SCENES / "force_plate.toml")
supple = partial(commands.supple, "fit")


@pytest.mark.jit
def test_a_table_and_files(tmp_path):
    setup = sp.read_scene(PLATE, set={"k": 2.6e4})
    data = measured(sp.simulate(setup.scene, **setup.run), CASES["force plate"], np.random.default_rng(1))
    path = tmp_path / "plate.csv"
    np.savetxt(path, np.stack(list(data.values()), axis=1), delimiter=",", header=",".join(data), comments="")
    arguments = (
        PLATE,
        path,
        "-p",
        "k=5e3:1e5",
        "--noise",
        "foot/ground.force=3",
        "--starts",
        0,
        "--out",
        tmp_path / "out",
    )
    done = supple(*arguments)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    assert "95 % from" in done.stdout and "force_plate-fit.toml" in done.stdout
    assert sorted(one.name for one in (tmp_path / "out").iterdir()) == ["force_plate-fit.png", "force_plate-fit.toml"]
    said = tomllib.loads((tmp_path / "out" / "force_plate-fit.toml").read_text())
    assert said["parameters"]["k"]["value"] == pytest.approx(2.6e4, rel=0.02)
    again = json.loads(supple(*arguments, "--json").stdout)
    assert again["parameters"]["k"]["value"] == said["parameters"]["k"]["value"] and again["replaced"] == [
        "fit",
        "picture",
    ]


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ((PLATE,), "a file with data must be given behind the scene"),
        ((PLATE, "data.csv"), "--parameter must name what is to be fitted: k, lam, mu, or the path of a number"),
        ((PLATE, "nowhere.csv", "-p", "k"), "nowhere.csv must be an existing CSV file"),
        ((PLATE, "data.csv", "-p", "k", "--mass", 1), "--mass must be left out: laws are fitted to a file of impacts"),
        ((PLATE, "data.csv", "-p", "k", "--noise", "x"), "--noise must be COLUMN=SD"),
        (("data.csv", "-p", "k"), "--parameter must be left out: a scene is fitted if the first file ends with .toml"),
        (("data.csv", "more.csv", "--mass", 1), "laws are fitted to one file, got 2"),
        (("data.csv",), "--mass must be given [kg] to fit laws, got none"),
    ],
)
def test_errors_are_one_sentence(arguments, word):
    done = supple(*arguments)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("supple: ") and done.stderr.count("\n") == 1 and word in done.stderr
