"""One list of the options of a run: `simulate`, scene files, the command line and results agree with it."""

import inspect
import math

import numpy as np
import pytest
import typer

import supple as sp
from supple.cli.run import run as command
from supple.options import OPTIONS, Options
from supple.scene.schema import schema


def test_the_signature_of_simulate_has_the_same_names_and_defaults():
    arguments = inspect.signature(sp.simulate).parameters
    others = ("scene", "initial", "progress", "out", "time_limit")  # they change nothing in a run that succeeds
    own = {name: one for name, one in arguments.items() if name not in others}
    assert list(own) == list(OPTIONS)
    fields = inspect.signature(Options).parameters
    for name, argument in own.items():
        assert argument.default == fields[name].default and argument.annotation == fields[name].annotation
        assert f"    {name}  " in sp.simulate.__doc__ or name in ("end", "start", "first_step")
    assert f"relative tolerance, {OPTIONS['rtol'].range.words}" in sp.simulate.__doc__


def test_scene_files_and_the_command_line_have_all_of_them():
    table = schema()["properties"]["run"]
    assert list(table["properties"]) == list(OPTIONS) and table["required"] == []
    asked = inspect.signature(command).parameters
    for name, option in OPTIONS.items():
        assert table["properties"][name]["description"] == option.help
        assert isinstance(asked[name].default, typer.models.OptionInfo) and asked[name].default.default is None


WRONG = {
    "end": (math.inf, "end must be finite [s], got inf"),
    "start": (3.0, "end must be start = 3.0 s or >= 1e-18 s after it, got 2.0"),
    "method": (45, "method must be one of auto, "),
    "rtol": (0.2, "rtol must be between 1e-13 and 0.1, got 0.2"),
    "atol": (0, "atol must be between 1e-300 and 1000.0, got 0"),
    "max_step": (-1.0, "max_step must be > 0 s, got -1.0"),
    "first_step": (1e-15, "first_step must be >= 2e-14 s, the resolution of time in this run, got 1e-15"),
    "sample": (False, "sample must be a number [s], got False"),
    "max_steps": (1.5, "max_steps must be a whole number, got 1.5"),
}


@pytest.mark.parametrize("name", OPTIONS)
def test_a_wrong_value_is_a_sentence_wherever_it_comes_from(name):
    """The same words from Python and, behind the place, from a scene file."""
    value, words = WRONG[name]
    given = {"end": 2.0, name: value}
    with pytest.raises((ValueError, TypeError)) as caught:
        Options(**given)
    assert str(caught.value).startswith(words)
    with pytest.raises((ValueError, TypeError)) as caught:
        sp.scene_from_toml('name = "x"', set={f"run.{key}": one for key, one in given.items()}, where="x")
    assert str(caught.value).startswith(f"x: run: {words}")


def test_values_are_kept_as_what_they_are():
    options = Options(end=2, start=np.float64(0), method="ODE45", rtol=np.float64(1e-3), max_steps=1e3, sample=0)
    assert options == Options(end=2.0, method="ode45", rtol=1e-3, max_steps=1000)
    assert type(options.end) is type(options.start) is type(options.rtol) is float and type(options.max_steps) is int


def test_what_need_not_be_said_is_left_out_and_what_is_left_open_has_a_word():
    assert Options(end=0.0, start=-1.0).settings() == {"end": 0.0, "start": -1.0, "method": "auto", "rtol": 1e-6}
    words = Options(end=1.0).words()
    assert list(words) == list(OPTIONS) and None not in words.values()
    assert (words["atol"], words["first_step"], words["max_steps"]) == ("physical", "chosen", "unlimited")


def test_an_end_at_zero_is_in_the_scene_of_a_result():
    """It was left out, as a start at zero is: such a result could not be run again."""
    scene = sp.Scene(name="flight")
    scene.body("stone", mass=1.0, inertia=(1.0, 1.0, 1.0), joint=sp.Free(velocity=(1, 0, 5)))
    run = sp.simulate(scene, 0.0, start=-0.1)
    assert sp.scene_from_toml(run.scene_toml).run == {"end": 0.0, "start": -0.1, "method": "auto", "rtol": 1e-6}
    assert run.provenance["end"] == 0.0 and run.provenance["start"] == -0.1 and run.provenance["atol"] == "physical"
