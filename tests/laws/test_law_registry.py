"""One file and one line: what a new law costs, and what happens without the line."""

import inspect
import os
import pkgutil
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from laws.law_zoo import examples

import supple
from supple.laws.registry import FRICTION, NORMAL
from supple.registry import Registry
from supple.scene.words import USERS_OWN

ROOT = Path(__file__).parents[2]


def lines_of(laws):
    return [f"{laws.home(name).rpartition('.')[2]}.{name}" for name in laws.names]


def laws_without_a_line(laws):
    """Classes with a row of numbers, in files of the folder, that the list does not know."""
    package = import_module(laws.package)
    found = []
    for _, file, _ in pkgutil.iter_modules(package.__path__):
        module = import_module(f"{laws.package}.{file}")
        classes = [
            kind for _, kind in inspect.getmembers(module, inspect.isclass) if kind.__module__ == module.__name__
        ]
        found += [kind.__name__ for kind in classes if hasattr(kind, "row") and kind not in laws]
    return found


@pytest.mark.parametrize("laws", [NORMAL, FRICTION], ids=["normal", "friction"])
def test_every_law_of_the_folder_has_its_line(laws):
    assert laws_without_a_line(laws) == []
    for line in lines_of(laws):
        shorter = Registry(laws.package, *(other for other in lines_of(laws) if other != line))
        assert laws_without_a_line(shorter) == [line.partition(".")[2]]


@pytest.mark.parametrize("laws", [NORMAL, FRICTION], ids=["normal", "friction"])
def test_every_law_brings_examples(laws):
    assert {type(law).__name__ for law in examples(laws)} == set(laws.names) - set(USERS_OWN)


def test_numbers_follow_from_the_list():
    """Results on disk hold them: new lines go to the end."""
    assert [NORMAL.number(kind) for kind in NORMAL.classes] == [1, 2, 3, 4, 5, 1, 1, 1, 1, 1]
    assert [FRICTION.number(kind) for kind in FRICTION.classes] == [1, 2, 3, 4, 5, 6, 7, 8, 3, 10]


@pytest.mark.parametrize(("laws", "heading"), [(NORMAL, "## Normal law"), (FRICTION, "## Friction law")])
def test_every_law_is_in_the_table_that_helps_to_choose(laws, heading):
    page = (ROOT / "docs" / "choosing.md").read_text(encoding="utf-8")
    rows = [line for line in page.split(heading)[1].split("\n## ")[0].splitlines() if line.startswith("| `")]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert sorted(named) == sorted(laws.names)


# --- a law that is added ------------------------------------------------------------------------------------------------
LAW = '''"""A spring whose force grows with the cube of the indentation.

    F = k delta^3,     U = k delta^4 / 4

Source    nobody.
"""

from dataclasses import dataclass
from typing import Annotated

from ..._jit import inlined
from ...quantities import POSITIVE, Quantity, check_quantities, described


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Cubic:
    """F = k delta^3."""

    k: Annotated[float, Quantity("stiffness", "N/m^3", POSITIVE)]
    n_state = 0

    def __post_init__(self) -> None:
        check_quantities(self)

    def row(self) -> tuple[float, ...]:
        """Numbers for the kernels: k."""
        return (self.k,)

    @property
    def singular_start(self) -> bool:
        """A cube is smooth."""
        return False


EXAMPLES = (Cubic(k=1e12),)


@inlined
def response(delta, rate, z, p):
    """Force [N], rate of the internal state, dissipated power [W]."""
    return p[0] * delta * delta * delta, 0.0, 0.0


@inlined
def energy(delta, z, p):
    """Stored energy [J]."""
    return 0.25 * p[0] * delta**4


@inlined
def holds(delta, rate, z, p):
    """Positive while the contact holds [m]."""
    return delta, rate


@inlined
def parts(delta, rate, s, s_rate, p):
    """Positive while free [m]."""
    return -delta, -rate
'''

USE = """
import json
import supple as sp
from laws.law_zoo import NORMAL
from supple.impacts.names import law_from_text
from supple.laws.normal.dispatch import normal_response
from supple.laws.registry import NORMAL as LAWS
from supple.scene.schema import schema

law = sp.Cubic(k=1e12)  # the name
assert law in NORMAL  # the examples that all suites run on
assert normal_response(LAWS.number(law), 1e-3, 0.0, 0.0, law.row())[0] == 1e12 * 1e-3 * 1e-3 * 1e-3  # dispatch
assert "Cubic" in sp.__all__ and '"Cubic"' in json.dumps(schema())  # exports, schema
assert law_from_text("Cubic k=1e12") == law  # the command line
sp.testing.check_normal_law(law)
text = '''
[ground]
material = "floor"
[bodies.ball]
mass = 0.1
joint = { type = "Free", position = [0, 0, 0.0201], velocity = [0, 0, -1] }
surfaces = [{ type = "Sphere", radius = 0.02, material = "ball" }]
[[contacts]]
materials = ["ball", "floor"]
normal = { type = "Cubic", k = 1e12 }
'''
scene = sp.scene_from_toml(text).scene  # words of a file
run = sp.simulate(scene, 0.005)
assert run.success and abs(run.impacts[0].restitution - 1.0) < 1e-4, run
assert "nobody" in run.citation()  # the page of the law
"""


def test_a_law_is_one_file_and_one_line(tmp_path):
    """In a copy of the package: the file and the line are all that changes, then everything knows the law."""
    source = tmp_path / "src" / "supple"
    shutil.copytree(Path(supple.__file__).parent, source, ignore=shutil.ignore_patterns("__pycache__"))
    (source / "laws" / "normal" / "cubic.py").write_text(LAW, encoding="utf-8")
    registry = source / "laws" / "registry.py"
    text = registry.read_text(encoding="utf-8")
    registry.write_text(
        text.replace('    "lee_wang.LeeWang",\n', '    "lee_wang.LeeWang",\n    "cubic.Cubic",\n'), "utf-8"
    )
    path = os.pathsep.join([str(tmp_path / "src"), str(ROOT / "tests")])
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", USE], capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    shutil.copytree(ROOT / "tools", tmp_path / "tools")
    stub = subprocess.run([sys.executable, "tools/write_stub.py"], capture_output=True, env=environment, cwd=tmp_path)
    assert stub.returncode == 0
    assert "from .laws.normal.cubic import Cubic as Cubic" in (source / "__init__.pyi").read_text(encoding="utf-8")
