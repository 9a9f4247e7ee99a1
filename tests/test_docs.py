"""Every block and every command of the README and of docs/ runs as printed, and `--json` is documented as it is.

The fenced blocks of a page run one after the other in an empty directory that has the examples: python in one namespace,
sh through the command line. A block does not run if the line before its fence says `<!-- not run: reason -->`; the two
commands of the README that install the package are run by the checks themselves. `<!-- file: NAME -->` makes a file.
"""

import contextlib
import io
import json
import re
import shlex
import shutil
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from supple.cli import main

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BY_THE_CHECKS = ("<!-- main command -->", "<!-- test command -->")


class Block(NamedTuple):
    kind: str
    text: str
    line: int
    mark: str  # the line before the fence


def blocks(page):
    """Fenced blocks of a page."""
    lines, found, start = page.read_text(encoding="utf-8").splitlines(), [], None
    for i, line in enumerate(lines):
        if not line.lstrip().startswith("```"):
            continue
        if start is None:
            start = i
            continue
        indent = len(lines[start]) - len(lines[start].lstrip())
        inside = "\n".join(text[indent:] for text in lines[start + 1 : i]) + "\n"
        found.append(Block(lines[start].strip(" `"), inside, start + 1, lines[start - 1].strip()))
        start = None
    assert start is None, f"{page.name}:{start} has no end"
    return found


ALL = {page.relative_to(ROOT).as_posix(): blocks(page) for page in PAGES}
FILES = {
    block.mark.removeprefix("<!-- file: ").removesuffix(" -->"): block.text
    for page in ALL.values()
    for block in page
    if block.mark.startswith("<!-- file: ")
}
RUNNING = {
    name: [b for b in page if b.kind in ("python", "sh") and b.mark not in BY_THE_CHECKS and "not run:" not in b.mark]
    for name, page in ALL.items()
}


def command(line):
    """Run a command line as a shell would; return what it printed."""
    words = shlex.split(line, comments=True)
    assert words[0] == "supple", line
    target = None
    if ">" in words:
        words, target = words[: words.index(">")], words[words.index(">") + 1]
    said, noise = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(noise), pytest.raises(SystemExit) as ended:
        main(words[1:])
    assert ended.value.code == 0, (line, noise.getvalue())
    if target:
        Path(target).write_text(said.getvalue(), encoding="utf-8")
    return said.getvalue()


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A directory with the examples and the files that pages print."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.parametrize("page", [name for name, found in RUNNING.items() if found])
def test_pages_run_as_printed(page, desk):
    namespace = {"__name__": "__main__"}
    for block in RUNNING[page]:
        if block.kind == "python":
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile("\n" * block.line + block.text, page, "exec"), namespace)
        else:
            for line in filter(str.strip, block.text.splitlines()):
                command(line)


def test_the_quick_start_is_short():
    """Statements, not lines: the formatter breaks long calls."""
    import ast

    assert len(ast.parse(next(block.text for block in ALL["README.md"] if block.kind == "python")).body) <= 15


def test_nothing_is_left_out_without_a_reason():
    """Blocks of other kinds are files or named below; commands stand in fences; marks have a reason."""
    for name, found in ALL.items():
        for block in found:
            assert block.kind in ("python", "sh") or block.mark.startswith("<!-- file: "), (
                name,
                block.line,
                block.kind,
            )
            if "not run" in block.mark:
                assert re.fullmatch(r"<!-- not run: \S.{5,} -->", block.mark), (name, block.line)
    for page in PAGES:
        assert not re.search(r"^(    |\t)(supple|pip|python3?) ", page.read_text(encoding="utf-8"), re.MULTILINE), page
    assert sum(len(found) for found in RUNNING.values()) > 20


def test_links_of_pages_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert target.startswith("http") or (page.parent / target).exists(), (page.name, target)


def test_the_table_of_rooms_has_every_room_once_in_the_order_of_the_layers():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (layers,) = (contract["layers"] for contract in contracts if contract["id"] == "layers")
    rooms = [re.findall(r"\w+", layer) for layer in layers if "__main__" not in layer]
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = page[page.index("| room |") :].split("\n\n")[0].splitlines()[2:]
    assert [re.findall(r"`(\w+)`", row.split("|")[1]) for row in rows] == rooms


# --- --json -------------------------------------------------------------------------------------------------------------
COMMANDS = {
    "run": [
        "run drop.toml --end 0.6 --json --out out",
        "run examples/scenes/pendulum_stop.toml --end 1 --json --out out",
    ],
    "check": ["check examples/scenes/legged.toml --json", "check two.toml --json"],
    "modes": ["modes examples/scenes/pendulum_stop.toml --mode 0 --json", "modes drop.toml --json"],
    "linearise": [
        "linearise examples/scenes/pendulum_stop.toml --input 'torque on rod' --output rod.angle --json",
        "linearise examples/scenes/driven_arm.toml --at-start --json",
    ],
    "compile": ["compile --json"],
    "materials": ["materials --json", "materials steel --json", "materials steel 'cast iron' --json"],
    "restitution": ["restitution 'AzadFeatherstone k=1e10' --mass 0.066 --drop 1:0.49 --json --out out"],
    "fit": ["fit measured.csv --mass 0.058 --k 2e4 --json --out out"],
    "fit SCENE": ["fit examples/scenes/force_plate.toml plate.csv -p k -p mu=0.05:1.5 --starts 2 --json --out out"],
    "show": ["show small.zarr --json"],
    "import": ["import leg.urdf --free --ground --json --out out.toml"],
    "export": ["export drop.toml --json --out out.urdf"],
    "sweep": ["sweep small.toml --json --engine serial --out small.zarr"],
    "reproduce": [
        "reproduce --list --json",
        "reproduce small --json --out out",
        "reproduce small other --json --out out",
    ],
}
SMALL = """
scene = "examples/scenes/drop.toml"
parameters = { height = [0.5, 0.0] }
outputs = { n = { type = "Impacts" } }
run = { end = 0.01 }
"""
TWO = """
[bodies.a]
mass = 1
joint = { type = "Free", position = [0, 0, 0.0999] }
surfaces = [{ type = "Sphere", radius = 0.1, material = "steel" }]
[bodies.b]
mass = 1
joint = { type = "Free", position = [5, 0, 1] }
surfaces = [{ type = "Sphere", radius = 0.1, material = "steel" }]
[ground]
material = "floor"
[[contacts]]
materials = ["steel", "floor"]
normal = { type = "Hertz", k = 1e6 }
"""


def documented(command):
    """The paths of keys that the page has for a command."""
    page = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    (section,) = (part for part in page.split("\n### ")[1:] if f"`supple {command} --json`" in part.splitlines()[0])
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return {path for row in rows for path in re.findall(r"`([^`]+)`", row)}


def paths(value, path=""):
    """All paths of an object, inner ones too."""
    if isinstance(value, dict):
        for key, item in value.items():
            here = f"{path}\0{key}" if path else key
            yield here
            yield from paths(item, here)
    elif isinstance(value, list):
        for item in value:
            yield f"{path}[]"
            yield from paths(item, f"{path}[]")


def covers(pattern, path):
    """Whether a documented path speaks of a path; `a.*` speaks of all that is in `a`, `a.b` of `a` too."""
    parts, found = pattern.replace("[]", "").split("."), path.replace("[]", "").split("\0")
    matched = all(part in (name, "*") for part, name in zip(parts, found, strict=False))
    return matched and (len(found) <= len(parts) or parts[-1] == "*")


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.parametrize("name", COMMANDS)
def test_json_is_documented_key_by_key(name, desk, monkeypatch):
    from supple.papers import study

    (desk / "two.toml").write_text(TWO, encoding="utf-8")
    (desk / "small.toml").write_text(SMALL, encoding="utf-8")

    def small(name):
        def run(quick, out, progress):
            (out / "one.png").write_bytes(b"")
            return [study.judged("figure", 1.0, 1.0, "m", "Table 1", tolerance=0.1)]

        return study.Study(name, "A small study", run)

    if name == "show":
        command("supple sweep small.toml --engine serial --out small.zarr")
    if name == "reproduce":
        monkeypatch.setattr(study, "find_study", small)
    said = documented(name)
    seen = {path for line in COMMANDS[name] for path in paths(json.loads(command(f"supple {line}")))}
    silent = {path for path in seen if not any(covers(pattern, path.removeprefix("studies[]\0")) for pattern in said)}
    assert not silent
    whole = {pattern: [path for path in seen if path.count("\0") >= pattern.count(".")] for pattern in said}
    absent = {pattern for pattern, long in whole.items() if not any(covers(pattern, path) for path in long)}
    assert not absent
