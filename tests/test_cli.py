"""The command line as a user meets it: a process, its two streams and its exit code."""

import json
import subprocess
import sys

import pytest

CALL = "from supple.cli import main; main()"


def supple(*arguments):
    return subprocess.run([sys.executable, "-c", CALL, *map(str, arguments)], capture_output=True, text=True)


def one_sentence(result):
    assert result.returncode == 2 and result.stdout == ""
    assert result.stderr.startswith("supple: ") and result.stderr.count("\n") == 1
    return result.stderr


def test_version():
    import supple as sp

    result = supple("--version")
    assert (result.returncode, result.stdout, result.stderr) == (0, f"supple {sp.__version__}\n", "")


def test_help_names_the_commands():
    result = supple("--help")
    assert result.returncode == 0 and "demo" in result.stdout and result.stderr == ""


def test_errors_are_one_sentence(tmp_path):
    assert "bogus" in one_sentence(supple("bogus"))
    assert "--oops" in one_sentence(supple("demo", "--oops"))
    file = tmp_path / "file"
    file.write_text("")
    assert "--out must be a directory" in one_sentence(supple("demo", "--out", file))
    assert "--out must be a directory" in one_sentence(supple("demo", "--out", file / "below"))


@pytest.mark.slow
@pytest.mark.jit
def test_demo_for_people(tmp_path):
    result = supple("demo", "--out", tmp_path / "out")
    assert result.returncode == 0, result.stderr
    for word in ("the end time was reached", "residual", "limited by", "peak [N]", "ball/ground"):
        assert word in result.stdout
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["demo.nc", "demo.png"]


@pytest.mark.slow
@pytest.mark.jit
def test_demo_as_json(tmp_path):
    import supple as sp

    result = supple("demo", "--json", "--out", tmp_path)
    assert result.returncode == 0 and result.stderr == ""
    data = json.loads(result.stdout)
    assert data["success"] and data["energy"]["relative_residual"] < 1e-5
    assert data["impacts"][0].keys() >= {"contact", "start", "restitution", "peak_force"}
    assert sp.load(data["files"]["result"]).statistics["steps"] == data["statistics"]["steps"]
