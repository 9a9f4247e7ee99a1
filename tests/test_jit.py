"""Compiled code: where it may live, and a cache in which nothing that is found can do harm.

The cache is named after the sources in `COMPILED` only, so compiled code elsewhere would go stale.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import supple
from supple._jit import COMPILED, entry
from supple._kept import Kept

PACKAGE = Path(supple.__file__).parent


def test_compiled_code_lives_where_the_cache_looks():
    decorated = re.compile(r"^@(kernel|entry|inlined|spliced|generic|\w+\.register)", re.M)
    homes = {path.relative_to(PACKAGE).parts[0] for path in PACKAGE.rglob("*.py") if decorated.search(path.read_text())}
    assert homes and homes <= set(COMPILED)


# --- what is kept ---------------------------------------------------------------------------------------------------------
def twice(x):
    return 2.0 * x


def thrice(x):
    return 3.0 * x


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("SUPPLE_CACHE_DIR", str(tmp_path))
    return tmp_path


def files(cache):
    return {path.name.partition("-")[0]: path for path in cache.rglob("*.kept")}


def hit(function):
    """Compile a function as another process would; whether the cache had it."""
    compiled = entry(function)
    assert compiled(21.0) == function(21.0)
    return sum(compiled.stats.cache_hits.values()) == 1


def flip(path):
    found = bytearray(path.read_bytes())
    found[len(found) // 2] ^= 1
    path.write_bytes(found)


def swap(path):
    other = files(path.parent.parent)["thrice"]
    path.write_bytes(other.read_bytes())


def directory(path):
    path.unlink()
    path.mkdir()


def loop(path):
    path.unlink()
    path.symlink_to(path)  # cannot be read by anybody, not even by root


DAMAGE = {
    "a bit is flipped": flip,
    "cut short": lambda path: path.write_bytes(path.read_bytes()[:-100]),
    "cut to less than a digest": lambda path: path.write_bytes(path.read_bytes()[:10]),
    "empty": lambda path: path.write_bytes(b""),
    "noise": lambda path: path.write_bytes(os.urandom(5000)),
    "that of another function": swap,
    "a directory": directory,
    "not readable": loop,
}


@pytest.mark.jit
@pytest.mark.parametrize("name", DAMAGE)
def test_a_damaged_cache_is_made_anew(cache, name):
    assert not hit(twice) and not hit(thrice)
    assert hit(twice) and hit(thrice)
    DAMAGE[name](files(cache)["twice"])
    assert not hit(twice)
    assert hit(twice) and hit(thrice)


@pytest.mark.jit
def test_whole_but_not_loadable(cache, monkeypatch):
    """Content that matches its digest and yet cannot be read: of another version with the same name, say."""
    assert not hit(twice)
    put = Kept.put
    monkeypatch.setattr(Kept, "put", lambda self, name, key, content: put(self, name, key, b"not a pickle"))
    files(cache)["twice"].unlink()
    assert not hit(twice)
    assert not hit(twice)
    monkeypatch.undo()


@pytest.mark.jit
@pytest.mark.parametrize("what", ["cpu", "numba", "python"])
def test_code_of_another_machine_or_version_is_not_looked_at(cache, monkeypatch, what):
    from numba.core.codegen import CPUCodegen

    if what == "cpu":
        monkeypatch.setattr(CPUCodegen, "magic_tuple", lambda self: ("elsewhere", "z80", ""))
    elif what == "numba":
        monkeypatch.setattr("numba.__version__", "0.1")
    else:
        monkeypatch.setattr("sys.version", "2.7")
    assert not hit(twice) and hit(twice)
    monkeypatch.undo()
    monkeypatch.setenv("SUPPLE_CACHE_DIR", str(cache))
    assert not hit(twice) and hit(twice)


@pytest.mark.jit
def test_a_file_in_place_of_the_directory_is_a_warning(cache, monkeypatch):
    (cache / "file").write_text("")
    monkeypatch.setenv("SUPPLE_CACHE_DIR", str(cache / "file"))
    with pytest.warns(match="twice cannot be kept in .*compiled again in each process"):
        assert not hit(twice)


def full(*args, **kwargs):
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("call", ["os.replace", "os.fdopen", "tempfile.mkstemp", "pathlib.Path.mkdir"])
def test_a_disk_that_is_full_or_read_only_is_a_warning(tmp_path, monkeypatch, call):
    kept = Kept(tmp_path / "cache")
    monkeypatch.setattr(call, full)
    with pytest.warns(match="No space left"):
        kept.put("twice", b"key", b"content")
    monkeypatch.undo()
    assert kept.get("twice", b"key") is None and list(tmp_path.rglob("*.kept")) == []
    assert call == "os.fdopen" or [path for path in tmp_path.rglob("*") if path.is_file()] == []
    kept.put("twice", b"key", b"content")
    assert kept.get("twice", b"key") == b"content" and kept.get("twice", b"another") is None


@pytest.mark.jit
def test_processes_that_start_together(cache):
    """Four processes with an empty cache, released at the same moment."""
    code = """
import sys
from supple._jit import entry
@entry
def twice(x):
    return 2.0 * x
print("ready", flush=True)
sys.stdin.readline()
for _ in range(3):
    assert twice(21.0) == 42.0
"""
    processes = [
        subprocess.Popen([sys.executable, "-c", code], text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for _ in range(4)
    ]
    for process in processes:
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        process.stdin.write("go\n")
        process.stdin.flush()
    assert [process.communicate()[0] for process in processes] == [""] * 4
    assert [process.returncode for process in processes] == [0] * 4
    assert len(files(cache)) == 1


# --- versions of numba that nobody has tried ------------------------------------------------------------------------------
EVERY_KIND = """
import sys, numba
numba.__version__ = sys.argv[1] or numba.__version__
from typing import NamedTuple
import numpy as np, supple
from supple import _jit

class Toy(NamedTuple):
    rate: np.ndarray

@_jit.generic
def slope(x, P):
    "Slope of a problem."

@slope.register(Toy)
def toy_slope(x, P):
    return grow(x, P.rate[0])

@_jit.kernel
def grow(x, rate):
    return rate * leaf(x) / 3.0

@_jit.inlined
def leaf(x):
    return np.sin(x) + x

@_jit.spliced
def step(x, P):
    return x + 0.1 * slope(x, P)

@_jit.entry
def run(x, P):
    for _ in range(100):
        x = step(x, P)
    return x

scene, parent = supple.Scene(), "world"
for i, joint in enumerate((supple.Spherical(at=(0, 0, 1)), supple.Revolute(axis=(1, 2, 3), at=(0.3, 0, 0.1)))):
    parent = scene.body(f"b{i}", mass=1.5, inertia=(0.1, 0.2, 0.25), com=(0.1, 0, -0.5), joint=joint, parent=parent)
model = supple.build(scene)
print(_jit.PRIVATE, run(0.3, Toy(np.array([0.7]))).hex(), supple.forward_dynamics(model, [1, 2, 3, 4]).tobytes().hex())
"""


@pytest.mark.slow
@pytest.mark.jit
def test_other_versions_of_numba_give_the_same_numbers_by_its_public_interface(tmp_path):
    environment = {**os.environ, "SUPPLE_CACHE_DIR": str(tmp_path)}
    printed = []
    for version in ("", "1.0.0", "1.0.0"):  # compiled, compiled by the public interface, and from the cache of that
        command = [sys.executable, "-c", EVERY_KIND, version]
        result = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert result.returncode == 0, result.stderr
        printed.append(result.stdout.split())
    private, *numbers = zip(*printed, strict=True)
    assert private == ("True", "False", "False") and all(len(set(of_all)) == 1 for of_all in numbers)
