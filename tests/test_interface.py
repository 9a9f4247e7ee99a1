"""What a user meets before any result: names, help, types, and meanings with units."""

import dataclasses
import inspect
import os
import re
import subprocess
import sys
from functools import reduce
from pathlib import Path

import pytest
from commands import supple

import supple as sp
from supple.elements.curves.registry import CURVES
from supple.elements.levers.registry import LEVERS
from supple.elements.registry import ELEMENTS
from supple.joints.registry import JOINTS
from supple.laws.registry import FRICTION, NORMAL
from supple.motions.registry import MOTIONS
from supple.options import OPTIONS, Options
from supple.quantities import quantities_of
from supple.scene.dh import Link
from supple.scene.options import Output
from supple.scene.scene import Scene
from supple.scene.schema import meanings_of
from supple.shapes.registry import SHAPES

ROOT = Path(__file__).parents[1]
LAWS = [*NORMAL.classes, *FRICTION.classes]
ELEMENT_CLASSES = [*(ELEMENTS.get(name) for name in ELEMENTS.names), *CURVES.classes, *LEVERS.classes]
CLASSES = [*JOINTS.classes, *SHAPES.classes, *ELEMENT_CLASSES, *MOTIONS.classes, *LAWS, Output, Link]
WITHOUT_UNIT = (
    "limit_law",
    "motion",
    "motions",
    "parameters",
    "surfaces",
    "flexible",
    "function",
    "bodies",
    "shafts",
    "sensors",
)
UNIT = re.compile(r"\[[^\]]+\]")


def python(*arguments, **options):
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, **options)


# --- meanings -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_every_field_is_a_quantity_with_meaning_and_unit_and_help_shows_it(kind):
    known, kinds = quantities_of(kind), {p.name: p.annotation for p in inspect.signature(kind).parameters.values()}
    fields = [field for field in dataclasses.fields(kind) if field.init]
    assert list(known) == [field.name for field in fields]
    shown = (inspect.getdoc(kind) or "").splitlines()
    for name, quantity in known.items():
        assert quantity.meaning and f"{name}: {quantity.words}." in shown
        plain = kinds[name] in (str, bool, str | None) or name in WITHOUT_UNIT or name.endswith("coordinate")
        assert plain or quantity.unit, f"{kind.__name__}.{name}: {quantity.words!r} has no unit"


def test_every_option_has_its_meaning_and_its_unit():
    assert list(OPTIONS) == [field.name for field in dataclasses.fields(Options)]
    for name, option in OPTIONS.items():
        assert f"{name}: {option.help}." in (inspect.getdoc(Options) or "").splitlines()
        assert name in ("method", "atol", "max_steps") or UNIT.search(option.help)


METHODS = ("material", "body", "ground", "contact", "pair", "no_contact", "no_pair", "force", "force_table", "joint_force",
           "joint_force_table", "robot")  # fmt: skip


@pytest.mark.parametrize("name", METHODS)
def test_every_argument_of_a_scene_has_its_meaning(name):
    method = getattr(Scene, name)
    assert list(meanings_of(method)) == [p for p in inspect.signature(method).parameters if p != "self"]


def test_help_of_a_joint_has_units():
    said = python("-c", "import supple as sp; help(sp.Free)").stdout
    for words in (
        "position: of the body origin in the world at the start [m], 3 numbers.",
        "at the start [rad/s], 3 numbers.",
        "attitude: of the body in the world at the start [-], quaternion w, x, y, z.",
        "(*, position: tuple = (0.0, 0.0, 0.0), attitude: tuple",
    ):
        assert words in said, said


def test_help_of_a_law_has_meanings_units_and_ranges_and_plain_types():
    said = python("-c", "import supple as sp; help(sp.HuntCrossley)").stdout
    for words in (
        "k: stiffness [N/m^n], > 0.",
        "n: exponent of the indentation [-], 1 to 10.",
        "(*, k: float, lam: float",
    ):
        assert words in said, said
    assert ">= mu_k." in (sp.LuGre.__doc__ or "")


# --- names --------------------------------------------------------------------------------------------------------------
def test_parts_of_the_package_are_there_when_they_are_used():
    code = (
        "import sys, supple; assert 'numba' not in sys.modules and 'matplotlib' not in sys.modules;"
        "print(supple.show.plot_overview.__name__, supple.testing.check_normal_law.__name__,"
        "supple.impacts.impact.__name__, supple.materials.find_material.__name__)"
    )
    done = python("-c", code)
    assert done.stdout.split() == ["plot_overview", "check_normal_law", "impact", "find_material"], done.stderr
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        sp.nothing  # noqa: B018


def test_type_checkers_see_the_names_that_python_sees():
    stub = (ROOT / "src" / "supple" / "__init__.pyi").read_text(encoding="utf-8")
    assert sorted(re.findall(r"(\w+) as \1\b", stub)) == sorted(sp.__all__)
    done = python("tools/write_stub.py", "--check", cwd=ROOT)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}: run tools/write_stub.py"


def test_the_reference_is_what_the_classes_say():
    done = python("tools/write_reference.py", "--check", cwd=ROOT)
    assert done.returncode == 0, f"{done.stdout}{done.stderr}"


SCRIPT = '''
import supple as sp

scene = sp.Scene(gravity=(0, 0, -9.81), name="drop")
name: str = scene.ground(material="floor")
scene.body("ball", mass=0.1, joint=sp.Free(position=(0, 0, 1.0)), surfaces=[sp.Sphere(0.02, material="ball")])
law = sp.HuntCrossley.from_restitution(e=0.7, speed=1.0, mass=0.1, k=1e7)
k: float = law.k
grip = sp.StickSlip.from_materials(mu=0.3, a="steel", b="cast iron", R1=0.02, force=100.0, relaxation=1e-5)
scene.contact("ball", "floor", normal=law, friction=grip)
scene.no_contact("ball", "ball")
run: sp.Trajectory = sp.simulate(scene, 1.0, rtol=1e-6, progress=lambda fraction: None)
if run.success and run.status == sp.Status.DONE:
    print(run.t[-1], run["ball.z"].min(), run.message.upper())
for impact in run.impacts:
    e: float | None = impact.restitution
    print(impact.contact, e, impact.peak_force * 2)
history = run.contact("ball/ground", [0.1, 0.2])
print(history.force.max(), run.ledger.relative_residual + 1.0, run.contact_units["ball/ground"].force)
again = sp.load(run.save("drop.nc"))
setup = sp.read_scene("drop.toml", set={"height": 0.5})
figure = sp.show.plot_overview(again)
M = sp.mass_matrix(sp.build(setup.scene))
'''  # fmt: skip


SAME_LAWS = "".join(f"a{i}: type[sp.{kind.__name__}] = sp.laws.{kind.__name__}\n" for i, kind in enumerate(LAWS))
WRONG = {"mass=0.1, joint": "mas=0.1, joint", "k: float": "k: str", "run.message.upper()": "run.mesage"}
SCRIPTS = {
    "script": SCRIPT,
    "wrong_script": reduce(lambda text, one: text.replace(*one), WRONG.items(), SCRIPT),
    "laws": f"import supple as sp\nimport supple.laws\n{SAME_LAWS}",
    "wrong_laws": "from supple.laws import Hertz\nfrom supple import Mindlin\nHertz(k='1')\nMindlin(kappa=1.0, tau=1.0)\n",
}


@pytest.fixture(scope="module")
def complaints(tmp_path_factory):
    """{script: errors that a strict type checker finds in it}, of all at once: for each run it reads numpy and supple."""
    mypy, folder = pytest.importorskip("mypy.api"), tmp_path_factory.mktemp("mypy")
    for name, text in SCRIPTS.items():
        (folder / f"{name}.py").write_text(text)
    options = ["--strict", "--cache-dir", os.devnull, "--no-error-summary"]
    said, noise, code = mypy.run([*options, *(str(folder / f"{name}.py") for name in SCRIPTS)])
    assert code == 1, (said, noise)
    errors = [line for line in said.splitlines() if "error:" in line]
    found = {name: [line for line in errors if f"/{name}.py:" in line] for name in SCRIPTS}
    assert sum(map(len, found.values())) == len(errors), said
    return found


def test_a_script_of_a_user_passes_a_strict_type_checker_and_a_wrong_one_does_not(complaints):
    assert complaints["script"] == [] and len(complaints["wrong_script"]) == 3
    for words in ('did you mean "mass"', 'variable has type "str"', 'has no attribute "mesage"'):
        assert any(words in line for line in complaints["wrong_script"])
    assert (ROOT / "src" / "supple" / "py.typed").exists()


def test_a_law_that_python_knows_is_one_for_type_checkers(complaints):
    assert complaints["laws"] == [] and len(complaints["wrong_laws"]) == 2
    for words in ('Missing named argument "mu"', 'expected "float"'):
        assert any(words in line for line in complaints["wrong_laws"])


# --- the command line ---------------------------------------------------------------------------------------------------
COMMANDS = ("demo", "run", "check", "reproduce", "restitution", "fit", "materials", "schema")


def test_the_package_is_a_program():
    done = python("-m", "supple", "--version")
    assert done.returncode == 0 and done.stdout.startswith(f"supple {sp.__version__}")


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_has_a_short_form(flag):
    done = python("-m", "supple", flag)
    assert done.returncode == 0 and all(word in done.stdout for word in COMMANDS)


def units_in_the_source(command):
    """The units that the help texts of a command have in its file."""
    source = (ROOT / "src" / "supple" / "cli" / f"{command}.py").read_text(encoding="utf-8")
    texts = re.findall(r'help="([^"]*)"', source)
    texts += [option.help for option in OPTIONS.values()] if "with_run_options" in source else []
    return [unit for text in texts for unit in UNIT.findall(text)]


@pytest.mark.parametrize("command", COMMANDS)
def test_units_are_in_the_help(command):
    said = " ".join(supple(command, "-h").stdout.split())
    units = units_in_the_source(command)
    assert all(unit in said for unit in units), (units, said)
    assert units or command not in ("run", "restitution", "fit")
