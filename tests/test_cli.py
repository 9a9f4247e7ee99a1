"""The command line as a user meets it: its two streams and its exit code.

In a process of its own where that matters: what is imported, pipes, completion, and one whole run. Everything else is asked
in this process, which has loaded what a command needs.
"""

import gc
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from amounts import amount
from commands import supple as here

CALL = "from supple.cli import main; main()"
SCENES = Path(__file__).parent.parent / "examples" / "scenes"
DROP = SCENES / "drop.toml"


def supple(*arguments, **options):
    command = [sys.executable, "-c", CALL, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, **options)


def one_sentence(result):
    assert result.returncode == 2 and result.stdout == "", result
    assert result.stderr.startswith("supple: ") and result.stderr.count("\n") == 1, result.stderr
    return result.stderr


def test_version_names_what_matters():
    import supple as sp

    result = supple("--version")
    assert result.returncode == 0 and result.stderr == ""
    first, *rest = result.stdout.splitlines()
    assert first == f"supple {sp.__version__}"
    assert {line.split()[0] for line in rest} >= {"Python", "numpy", "numba", "llvmlite", "h5py", "xarray"}


def test_help_names_the_commands():
    result = supple("--help")
    assert result.returncode == 0 and result.stderr == ""
    assert all(word in result.stdout for word in ("demo", "run", "check", "materials", "schema"))


def test_help_loads_nothing_heavy():
    code = "import sys; from supple.cli.app import app; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.split()
    assert not {"numba", "numpy", "scipy", "xarray", "matplotlib"} & set(loaded)


def test_a_command_goes_without_a_last_search_for_cycles():
    code = f"import atexit, gc; atexit.register(lambda: print('kept', gc.get_freeze_count() > 0)); {CALL}"
    done = subprocess.run([sys.executable, "-c", code, "--version"], capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.endswith("kept True\n")  # what is registered first is called last


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion(shell):
    environment = os.environ | {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    result = supple("--show-completion", shell, env=environment)
    assert result.returncode == 0 and "complet" in result.stdout


# --- malformed arguments ------------------------------------------------------------------------------------------------
MALFORMED = {
    "unknown command": (("bogus",), "bogus"),
    "unknown option": (("demo", "--oops"), "--oops"),
    "no scene": (("run",), "scene"),
    "missing scene": (("run", "nowhere.toml"), "nowhere.toml"),
    "scene is a directory": (("run", SCENES), "scenes"),
    "missing scene to check": (("check", "nowhere.toml"), "nowhere.toml"),
    "rtol is a text": (("run", DROP, "--rtol", "small"), "must be a number, got 'small'"),
    "max_steps is a text": (("run", DROP, "--max-steps", "few"), "must be a whole number, got 'few'"),
    "rtol too large": (("run", DROP, "--rtol", "1"), "rtol must be between 1e-13 and 0.1, got 1"),
    "rtol is nan": (("run", DROP, "--rtol", "nan"), "rtol must be finite, got nan"),
    "atol is negative": (("run", DROP, "--atol", "-1"), "atol must be between"),
    "method": (("run", DROP, "--method", "ode54"), "did you mean 'ode45'"),
    "end before start": (("run", DROP, "--end", "-1"), "end must be start = 0.0 s or >= 1e-18 s after it, got -1.0"),
    "end before another start": (("run", DROP, "--start", "9"), "end must be start = 9.0 s or >= 1e-18 s after"),
    "first_step": (("run", DROP, "--first-step", "0"), "first_step must be > 0 s, got 0.0"),
    "end is infinite": (("run", DROP, "--end", "inf"), "end must be finite [s], got inf"),
    "end beyond reason": (("run", DROP, "--end", "1e30"), "end must be between"),
    "max_step": (("run", DROP, "--max-step", "0"), "max_step must be > 0 s, got 0.0"),
    "sample": (("run", DROP, "--sample", "-1"), "sample must be >= 0 s, got -1.0"),
    "max_steps": (("run", DROP, "--max-steps", "0"), "max_steps must be between 1 and"),
    "unknown parameter": (("run", DROP, "--set", "heigt=1"), "did you mean 'height'"),
    "no value": (("run", DROP, "--set", "height"), "height"),
    "no name": (("run", DROP, "--set", "=1"), "=1"),
    "kind of a parameter": (("run", DROP, "--set", "height=high"), "height"),
    "bad value by path": (("check", DROP, "--set", "bodies.ball.mass=-1"), "mass of 'ball' must be >= 0 kg, got -1"),
    "deep at the start": (("check", DROP, "--set", "height=-1"), "indentation of contact 'ball/ground' at the start"),
    "unknown material": (("materials", "stel"), "did you mean 'steel'"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_bad_arguments_give_one_sentence(name, tmp_path):
    arguments, words = MALFORMED[name]
    if arguments[0] == "run" and DROP in arguments:
        arguments = (*arguments, "--out", tmp_path / "out")
    assert words in one_sentence(here(*arguments))
    assert not (tmp_path / "out").exists() or list((tmp_path / "out").iterdir()) == []


def test_a_process_gives_the_same_sentence():
    for name in ("unknown command", "missing scene", "rtol too large"):
        assert supple(*MALFORMED[name][0]).stderr == here(*MALFORMED[name][0]).stderr


def test_no_end_time_is_a_sentence(tmp_path):
    scene = tmp_path / "endless.toml"
    scene.write_text("[bodies.stone]\nmass = 1\ninertia = [1, 1, 1]\n")
    assert "end must be given [s]" in one_sentence(here("run", scene, "--out", tmp_path))
    assert list(tmp_path.iterdir()) == [scene]


def test_where_results_may_go(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    for command in (("demo",), ("run", DROP)):
        assert "--out must be a directory" in one_sentence(here(*command, "--out", file))
        assert "--out must be a directory" in one_sentence(here(*command, "--out", file / "below"))


# --- the commands -------------------------------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.jit
def test_demo_for_people(tmp_path):
    result = supple("demo", "--out", tmp_path / "out")
    assert result.returncode == 0, result.stderr
    for word in ("the end time was reached", "residual", "limited by", "peak [N]", "peak force", "ball/ground"):
        assert word in result.stdout
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["demo.html", "demo.nc", "demo.png"]


@pytest.mark.slow
@pytest.mark.jit
def test_run_as_json(tmp_path):
    import supple as sp

    result = supple("run", DROP, "--json", "--out", tmp_path, "--set", "height=0.2", "--end", 1, "--method", "ode45")
    assert result.returncode == 0 and result.stderr == ""
    data = json.loads(result.stdout)
    assert data["success"] and data["method"] == "dormand_prince" and data["end"] == 1.0
    assert data["energy"]["relative_residual"] < 1e-5
    assert data["impacts"][0].keys() >= {"contact", "start", "restitution", "peak_force"}
    assert data["peaks"]["ball/ground"]["force"] == max(impact["peak_force"] for impact in data["impacts"])
    run = sp.load(data["files"]["result"])
    assert run.statistics["steps"] == data["statistics"]["steps"]
    assert run.scene.bodies["ball"].joint.position[2] == pytest.approx(0.2)


@pytest.mark.slow
@pytest.mark.jit
def test_a_run_that_gives_up_says_so_and_keeps_what_it_has(tmp_path):
    import supple as sp

    result = here("run", DROP, "--json", "--out", tmp_path, "--max-steps", 30)
    data = json.loads(result.stdout)
    assert result.returncode == 1 and data["status"] == "MAX_STEPS" and not data["success"]
    assert "the last step was limited by" in data["message"]
    assert sp.load(tmp_path / "drop.nc").status == sp.Status.MAX_STEPS


# --- what cannot be drawn, what was there before ------------------------------------------------------------------------
BROKEN = {  # what fails and how, what is in the way, what is told
    "a directory in place of the picture": (None, "drop.png", "picture"),
    "a directory in place of the report": (None, "drop.html", "report"),
    "matplotlib fails": (("plot_overview", RuntimeError("no fonts")), None, "no fonts"),
    "the disk is full": (("picture.Picture.write", OSError(28, "No space left")), None, "No space left"),
    "nothing to say": (("write_report", KeyError()), None, "KeyError"),
}


def fails(monkeypatch, name, error):
    """A function that draws raises this."""

    def fail(*args, **options):
        raise error

    monkeypatch.setattr(f"supple.show.{name}", fail)


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.parametrize("name", BROKEN)
def test_what_cannot_be_drawn_costs_nothing_else(name, tmp_path, monkeypatch):
    import supple as sp

    broken, in_the_way, words = BROKEN[name]
    if in_the_way:
        (tmp_path / in_the_way).mkdir()
    if broken:
        fails(monkeypatch, *broken)
    result = here("run", DROP, "--json", "--end", "0.3", "--out", tmp_path)
    data = json.loads(result.stdout)
    assert result.returncode == 2 and data["success"] and sp.load(data["files"]["result"]).success
    assert result.stderr.startswith("supple: the ") and result.stderr.count("\n") == 1 and words in result.stderr
    assert len(data["files"]) == 2 and all(Path(path).is_file() for path in data["files"].values())


@pytest.fixture
def figures_tell(monkeypatch):
    """Call it with the name of a stream: there it is said that a figure is made, laid out, or drawn."""
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    def tell(stream):
        listen(Figure, "__init__", "a figure", stream)
        listen(Figure, "draw", "a drawing", stream)
        listen(ConstrainedLayoutEngine, "execute", "a layout", stream)

    def listen(owner, name, words, stream):
        real = getattr(owner, name)

        def told(self, *args, **options):
            assert not gc.isenabled()  # no cycles are sought while something is drawn
            print(words, file=getattr(sys, stream))
            return real(self, *args, **options)

        monkeypatch.setattr(owner, name, told)

    return tell


def test_the_summary_comes_before_anything_is_drawn_and_nothing_is_drawn_twice(tmp_path, figures_tell):
    figures_tell("stdout")
    result = here("run", DROP, "--end", "0.01", "--out", tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    steps = ("the end time was reached", "limited by", "drop.nc", "a figure", "a layout", "drop.png", "drop.html")
    places = [result.stdout.index(text) for text in steps]
    counts = {text: result.stdout.count(text) for text in ("a figure", "a layout", "a drawing")}
    assert places == sorted(places) and counts == {"a figure": 1, "a layout": 1, "a drawing": 2}  # picture and report
    assert gc.isenabled()


def test_a_program_gets_one_object_and_one_figure(tmp_path, figures_tell):
    figures_tell("stderr")
    result = here("run", DROP, "--json", "--end", "0.01", "--out", tmp_path)
    assert result.stderr == "a figure\na layout\na drawing\na drawing\n"
    assert list(json.loads(result.stdout)["files"]) == ["result", "picture", "report"]


def test_people_keep_the_summary_of_what_cannot_be_drawn(tmp_path, monkeypatch):
    fails(monkeypatch, "plot_overview", RuntimeError("no fonts"))
    result = here("run", DROP, "--end", "0.01", "--out", tmp_path)
    assert result.returncode == 2 and "the end time was reached" in result.stdout and "drop.nc" in result.stdout
    assert "picture could not be written" in result.stderr and "no fonts" in result.stderr
    assert "There are no plots: no fonts." in (tmp_path / "drop.html").read_text(encoding="utf-8")


def test_pictures_do_not_need_a_reader_of_the_summary(tmp_path):
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-c", CALL, "run", str(DROP), "--end", "0.01", "--out", str(tmp_path)]
    result = subprocess.run(command, text=True, stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    assert (result.returncode, result.stderr) == (1, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["drop.html", "drop.nc", "drop.png"]


@pytest.mark.slow
@pytest.mark.jit
def test_what_was_there_before(tmp_path, monkeypatch):
    """Replaced by a run that succeeds, with a word; kept by one that does not, with another."""
    first = here("run", DROP, "--end", 0.3, "--out", tmp_path)
    assert first.returncode == 0 and first.stderr == "" and "replaced" not in first.stdout
    again = here("run", DROP, "--end", 0.2, "--out", tmp_path)
    assert again.returncode == 0 and again.stderr == "" and again.stdout.count("(replaced)") == 3
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    failed = supple("run", DROP, "--max-steps", 10, "--out", tmp_path, "--json")
    assert failed.returncode == 1 and json.loads(failed.stdout)["files"] == {"result": str(tmp_path / "drop.nc.part")}
    assert "'drop.nc' was there" in failed.stderr.replace(f"{tmp_path}/", "") and failed.stderr.count(" is kept, ") == 3
    assert {name: (tmp_path / name).read_bytes() for name in before} == before
    monkeypatch.chdir(tmp_path)
    found = here("check", DROP)
    assert found.returncode == 0 and "drop.nc.part" in found.stdout and "supple.load reads it" in found.stdout


# ends [s] of scenes that take long, when everything in them has met something
SHORTER = amount({"coin": 1.5, "dominoes": 0.35, "hills": 0.6, "pebbles": 1.5, "stack": 1.0, "wall": 0.25}, {})


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.parametrize("scene", sorted(SCENES.glob("*.toml")), ids=lambda path: path.stem)
def test_example_scenes_run(scene, tmp_path):
    """With picture and report."""
    import supple as sp

    end = ("--end", SHORTER[scene.stem]) if scene.stem in SHORTER else ()
    result = here("run", scene, "--json", "--out", tmp_path, *end)
    assert result.returncode == 0, result.stderr
    data = json.loads(result.stdout)
    assert data["success"] and all(Path(path).stat().st_size > 10_000 for path in data["files"].values())
    assert list(data["files"]) == ["result", "picture", "report"]
    assert sp.load(data["files"]["result"]).scene == sp.read_scene(scene).scene


@pytest.mark.slow
@pytest.mark.jit
def test_check_tells_what_is_in_a_scene():
    result = here("check", SCENES / "legged.toml", "--json")
    data = json.loads(result.stdout)
    assert result.returncode == 0 and result.stderr == ""
    assert data["degrees_of_freedom"] == 14 and len(data["contacts"]) == 4
    result = here("check", SCENES / "legged.toml")
    assert result.returncode == 0 and "is a valid scene" in result.stdout and "14 degrees" in result.stdout


def test_schema_is_json():
    result = here("schema")
    assert result.returncode == 0 and json.loads(result.stdout)["$schema"].startswith("https://json-schema.org/")


def test_materials():
    result = here("materials", "steel", "cast iron", "--json")
    assert result.returncode == 0 and json.loads(result.stdout)
    assert "steel" in here("materials").stdout
