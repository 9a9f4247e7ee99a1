"""The command line as a user meets it: a process, its two streams and its exit code."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

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
    code = "import sys; from supple.cli import app; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.split()
    assert not {"numba", "numpy", "scipy", "xarray", "matplotlib"} & set(loaded)


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
    assert words in one_sentence(supple(*arguments))
    assert not (tmp_path / "out").exists() or list((tmp_path / "out").iterdir()) == []


def test_no_end_time_is_a_sentence(tmp_path):
    scene = tmp_path / "endless.toml"
    scene.write_text("[bodies.stone]\nmass = 1\ninertia = [1, 1, 1]\n")
    assert "end must be given [s]" in one_sentence(supple("run", scene, "--out", tmp_path))
    assert list(tmp_path.iterdir()) == [scene]


def test_where_results_may_go(tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    for command in (("demo",), ("run", DROP)):
        assert "--out must be a directory" in one_sentence(supple(*command, "--out", file))
        assert "--out must be a directory" in one_sentence(supple(*command, "--out", file / "below"))


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

    result = supple("run", DROP, "--json", "--out", tmp_path, "--max-steps", 30)
    data = json.loads(result.stdout)
    assert result.returncode == 1 and data["status"] == "MAX_STEPS" and not data["success"]
    assert "the last step was limited by" in data["message"]
    assert sp.load(tmp_path / "drop.nc").status == sp.Status.MAX_STEPS


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.parametrize(
    ("number", "handler"),
    [
        (signal.SIGINT, "default_int_handler"),
        (signal.SIGTERM, "default_int_handler"),
        (signal.SIGTERM, "SIG_IGN"),  # as under nohup or behind & in a script
    ],
)
def test_an_interrupted_run_keeps_what_it_had(tmp_path, number, handler):
    import supple as sp

    quick = ("--set", "output.picture=false", "--set", "output.report=false")
    arguments = ("run", DROP, "--json", "--end", "1e6", "--max-step", "1e-4", "--out", tmp_path, *quick)
    code = f"import signal; signal.signal(signal.SIGINT, signal.{handler}); {CALL}"
    process = subprocess.Popen(
        [sys.executable, "-c", code, *map(str, arguments)], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    while not any(path.name.startswith(".drop.nc.") for path in tmp_path.iterdir()):
        time.sleep(0.05)
        assert process.poll() is None, process.communicate()
    time.sleep(1.5)
    process.send_signal(number)
    try:
        said, noise = process.communicate(timeout=60)
    finally:
        process.kill()  # a run that does not listen must not outlive its test
    data = json.loads(said)
    assert process.returncode == 130 and noise == ""
    assert data["status"] == "INTERRUPTED" and "what was computed is kept" in data["message"]
    run = sp.load(tmp_path / "drop.nc")
    assert run.t[-1] == data["end"] > 0.0
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


@pytest.mark.slow
@pytest.mark.jit
@pytest.mark.parametrize("scene", sorted(SCENES.glob("*.toml")), ids=lambda path: path.stem)
def test_example_scenes_run(scene, tmp_path):
    import supple as sp

    setup = sp.read_scene(scene)
    run = sp.simulate(setup.scene, **setup.run, out=tmp_path / "run.nc")
    assert run.success, run.message
    assert run.scene == setup.scene


@pytest.mark.slow
@pytest.mark.jit
def test_check_tells_what_is_in_a_scene():
    result = supple("check", SCENES / "legged.toml", "--json")
    data = json.loads(result.stdout)
    assert result.returncode == 0 and result.stderr == ""
    assert data["degrees_of_freedom"] == 14 and len(data["contacts"]) == 4
    result = supple("check", SCENES / "legged.toml")
    assert result.returncode == 0 and "is a valid scene" in result.stdout and "14 degrees" in result.stdout


def test_schema_is_json():
    result = supple("schema")
    assert result.returncode == 0 and json.loads(result.stdout)["$schema"].startswith("https://json-schema.org/")


def test_materials():
    result = supple("materials", "steel", "cast iron", "--json")
    assert result.returncode == 0 and json.loads(result.stdout)
    assert "steel" in supple("materials").stdout
