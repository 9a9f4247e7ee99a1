"""Rare kernels: compiled when a model needs them, never called before they are in memory."""

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from processes import begun

import supple
from supple._jit import Reals, apart, by_reference, entry, kernel, needs
from supple.elements import dispatch
from supple.elements.registry import ELEMENTS
from supple.joints import dispatch as joints
from supple.joints.registry import JOINTS
from supple.system import rare
from supple.system.robot import Robot
from supple.tables import Tree

PACKAGE = Path(supple.__file__).parent
SCENES = Path(__file__).parents[1] / "examples" / "scenes"
pytestmark = pytest.mark.jit


def needed(model):
    """Names of the units that a model asks for."""
    P = model.system()
    found = [unit for say in Robot.needs for unit in say(P)] + [unit for say in Tree.needs for unit in say(P.tree)]
    return {unit[0].__module__.removeprefix("supple.") for unit in found}


# --- which units ----------------------------------------------------------------------------------------------------------
ORDINARY = "drop", "sliding_ball", "tumbling_box", "bar_in_a_plane", "billiard", "pendulum_stop", "newtons_cradle"
UNITS = {
    "series_elastic_arm": {"elements.cable"},
    "flexible_arm": {"elements.flexure", "joints.flexible", "joints.station"},
    "rolling_ellipsoids": {"elements.features"},
    "dropped_bar": {"system.grips"},
}


@pytest.mark.parametrize("name", ORDINARY)
def test_an_ordinary_scene_needs_nothing_rare(name):
    assert needed(supple.build(supple.read_scene(SCENES / f"{name}.toml").scene)) == set()


@pytest.mark.parametrize("name", UNITS)
def test_a_scene_needs_what_it_has(name):
    assert UNITS[name] <= needed(supple.build(supple.read_scene(SCENES / f"{name}.toml").scene))


@pytest.mark.parametrize(("family", "copied"), [(ELEMENTS, dispatch.COPIED), (JOINTS, joints.COPIED)])
def test_every_kind_is_copied_or_has_a_unit(family, copied):
    common = {family.number_of_file(file) for file in copied}
    for number, module in family.modules.items():
        units = family.units_of([number])
        assert not (units and number in common)
        acts = any(hasattr(module, name) for name in ("load", "observe", "place"))  # or is written as other kinds
        assert units or number in common or not acts
        assert all(unit == rare.rare_units()[unit[0].__module__] for unit in units)


def test_units_are_told_apart_by_their_symbols():
    symbols = [each.symbol for unit in rare.rare_units().values() for each in unit]
    assert len(symbols) == len(set(symbols)) > 50


# --- toys -----------------------------------------------------------------------------------------------------------------
@by_reference
class Silent(NamedTuple):
    """It does not say what it needs."""

    rate: Reals


@by_reference
class Honest(NamedTuple):
    """It says so."""

    rate: Reals


@kernel
def helper(x, y):
    return 2.0 * x, 1 + y


@apart
def doubled(P: Silent, x: float) -> tuple[float, int]:
    return helper(x, P.rate.size)


@apart
def tripled(P: Honest, x: float) -> tuple[float, int]:
    return 3.0 * x, P.rate.size


@entry
def ask_silent(P: Silent, x: float) -> float:
    return doubled(P, x)[0]


@entry
def ask_honest(P: Honest, x: float) -> float:
    return tripled(P, x)[0]


@needs(Honest)
def units_of(P):
    return [(tripled,)] if P.rate.size > 0 else []


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("SUPPLE_CACHE_DIR", str(tmp_path))
    return tmp_path


def test_what_is_not_in_memory_ends_with_a_sentence_and_is_called_afterwards(cache):
    from supple._jit.units import fetch

    P = Silent(np.zeros(3))
    with pytest.raises(RuntimeError, match=r"^ask_silent asked for a rare kernel that is not in memory"):
        ask_silent(P, 21.0)
    fetch((doubled,))
    assert ask_silent(P, 21.0) == 42.0


def test_a_struct_says_what_it_needs(cache):
    with pytest.raises(RuntimeError, match="not in memory"):
        ask_honest(Honest(np.zeros(0)), 1.0)
    assert ask_honest(Honest(np.zeros(3)), 14.0) == 42.0
    assert ask_honest(Honest(np.zeros(0)), 14.0) == 42.0  # it is there now


def test_a_kernel_that_returns_something_else_is_refused(cache):
    from supple._jit.units import fetch

    def wrong(x: float) -> int:
        return 2.0 * x

    with pytest.raises(TypeError, match="wrong must return int64, as it is declared, got float64"):
        fetch((apart(wrong),))


# --- processes ------------------------------------------------------------------------------------------------------------
TOY = """
import sys
from typing import NamedTuple
import numpy as np
from supple._jit import Reals, apart, by_reference, entry, needs
from supple._jit import units

@by_reference
class Toy(NamedTuple):
    rate: Reals

@apart
def rarely(P: Toy, x: float) -> float:
    return P.rate[0] * x

@entry
def ask(P: Toy, x: float) -> float:
    return rarely(P, x)

@needs(Toy)
def units_of(P):
    return [(rarely,)]

sys.stdin.readline()
print(ask(Toy(np.array([2.0])), 21.0))
"""


def test_processes_that_start_together(cache):
    """With an empty cache; later ones find both units, and a damaged one is made anew."""

    def start(n):
        environment = {**os.environ, "SUPPLE_CACHE_DIR": str(cache), "PYTHONPATH": str(PACKAGE.parent)}
        command = [sys.executable, "-c", TOY]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        with ExitStack() as started:
            running = [started.enter_context(begun(command, env=environment, **pipes)) for _ in range(n)]
            for each in running:
                each.stdin.write("\n")
                each.stdin.flush()
            return [each.communicate() for each in running]

    assert start(3) == [("42.0\n", "")] * 3
    files = sorted(cache.rglob("*.kept"))
    assert len(files) == 2
    for path in files:
        path.write_bytes(path.read_bytes()[:-50])
    assert start(1) == [("42.0\n", "")]


ALONE = """
import sys
import supple
from supple._jit import units
for name in sys.argv[1:]:
    supple.simulate(supple.read_scene(name).scene, 0.01)
    print(sorted({symbol.rpartition("_")[0] for symbol in units._rare}))
"""


@pytest.mark.slow
def test_a_run_loads_what_its_model_needs_and_nothing_else():
    scenes = [str(SCENES / f"{name}.toml") for name in ("drop", "rolling_ellipsoids")]
    done = subprocess.run([sys.executable, "-c", ALONE, *scenes], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    convex = ["supple_elements_features_convex", "supple_elements_features_convex_point"]
    assert done.stdout.splitlines() == ["[]", str(convex)]
