"""Compiled code: where it may live, and a cache in which nothing that is found can do harm.

The cache is named after the sources in `COMPILED` only, so compiled code elsewhere would go stale.
"""

import copy
import gc
import os
import pickle
import re
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import pytest
from amounts import amount
from processes import begun

import supple
from supple._jit import COMPILED, Ints2, Reals, Width, by_reference, entry, kernel, packed, workshop
from supple._jit.sources import compiled_files
from supple._jit.target import HOST, Loaded
from supple._kept import Kept
from supple.cli.compile import UNITS
from supple.system.rare import rare_units

PACKAGE = Path(supple.__file__).parent


def test_compiled_code_lives_where_the_cache_looks():
    decorated = re.compile(r"^@(kernel|entry|inlined|generic|optional|\w+\.register)", re.M)
    homes = {path for path in PACKAGE.rglob("*.py") if decorated.search(path.read_text())}
    assert homes and homes <= set(compiled_files())
    assert all(any(PACKAGE.glob(pattern)) for pattern in COMPILED)


def test_a_picture_of_a_paper_compiles_nothing_again():
    inside = {path.name for path in compiled_files() if path.is_relative_to(PACKAGE / "papers")}
    assert inside == {"engine.py"}


# --- what is kept ---------------------------------------------------------------------------------------------------------
def twice(x: float) -> float:
    return 2.0 * x


def thrice(x: float) -> float:
    return 3.0 * x


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("SUPPLE_CACHE_DIR", str(tmp_path))
    return tmp_path


def files(cache):
    return sorted(cache.rglob("*.kept"), key=lambda path: path.stat().st_mtime_ns)


def hit(function):
    """Ask for the machine code of a function as another process would; whether the cache had it."""
    compiled = entry(function)
    assert compiled(21.0) == function(21.0)
    return compiled.origin == "in the cache"


def flip(path):
    found = bytearray(path.read_bytes())
    found[len(found) // 2] ^= 1
    path.write_bytes(found)


def swap(path):
    path.write_bytes(files(path.parent.parent)[1].read_bytes())


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
    DAMAGE[name](files(cache)[0])
    assert not hit(twice)
    assert hit(twice) and hit(thrice)


@pytest.mark.jit
@pytest.mark.parametrize("what", ["cpu", "numba", "python"])
def test_code_of_another_machine_or_version_is_not_looked_at(cache, monkeypatch, what):
    if what == "cpu":
        monkeypatch.setattr("supple._jit.target.description", lambda: "elsewhere z80")
    elif what == "numba":
        monkeypatch.setattr("supple._jit.units.numba_version", lambda: "0.1")
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
    with pytest.warns(match="test_jit cannot be kept in .*compiled again in each process"):
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
def twice(x: float) -> float:
    return 2.0 * x
print("ready", flush=True)
sys.stdin.readline()
for _ in range(3):
    assert twice(21.0) == 42.0
print(twice.origin)
"""
    command, pipes = [sys.executable, "-c", code], {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with ExitStack() as started:
        processes = [started.enter_context(begun(command, **pipes)) for _ in range(4)]
        for process in processes:
            assert process.stdout.readline() == "ready\n"
        for process in processes:
            process.stdin.write("go\n")
            process.stdin.flush()
        origins = sorted(process.communicate()[0] for process in processes)
    assert origins == ["compiled\n"] + 3 * ["in the cache\n"], "one compiles, the others wait for it"
    assert [process.returncode for process in processes] == [0] * 4
    assert len(files(cache)) == 1


# --- what crosses the door ------------------------------------------------------------------------------------------------
@by_reference
class Inner(NamedTuple):
    """A struct inside another."""

    a: Reals
    n: int


@by_reference
class Outer(NamedTuple):
    """A struct."""

    k: Annotated[Ints2, Width(2)]
    inner: Inner
    x: float


@kernel
def total(inner):
    s = float(inner.n)
    for i in range(inner.a.size):
        s += inner.a[i]
    return s


@entry
def look(P: Outer, y: Reals, n: int, up: bool) -> float:
    """Reads every kind of thing and writes to an array."""
    y[0] += 1.0
    s = P.x + total(P.inner) + n + y[1]
    for i in range(P.k.shape[0]):
        for j in range(P.k.shape[1]):
            s += (10 * i + j) * P.k[i, j]
    return s if up else -s


@entry
def count(n: int) -> int:
    return n - 7


@entry
def positive(x: float) -> bool:
    return x > 0.0


def outer(seed):
    rng = np.random.default_rng(seed)
    return Outer(rng.integers(-9, 9, (3, 2)), Inner(rng.normal(size=4), 2**40 + seed), rng.normal())


def test_every_kind_of_argument_arrives():
    for seed in range(3):
        P, y, twin = outer(seed), np.array([1.0, 2.5]), np.array([1.0, 2.5])
        plain = getattr(look, "function", look)
        assert look(P, y, -3, seed > 0) == plain(P, twin, -3, seed > 0) and y[0] == twin[0] == 2.0
        assert look(P, y, -3, True) == -look(P, y, -3, False)
    assert count(3) == -4 and count(-(2**40)) == -(2**40) - 7
    assert positive(1.0) is True and positive(-1.0) is False


@pytest.mark.jit
@pytest.mark.parametrize(
    "wrong", [np.zeros(2, np.float32), np.zeros((2, 1)), np.zeros(4)[::2], np.zeros(2, np.int64)], ids=str
)
def test_an_array_of_another_kind_is_refused(wrong):
    with pytest.raises(TypeError, match=r"^y must be an array of float64 with 1 dimension in C order, got "):
        look(outer(0), wrong, 1, True)
    with pytest.raises(TypeError, match=r"^Inner\.a must be an array of float64"):
        look(outer(0)._replace(inner=Inner(wrong, 1)), np.zeros(2), 1, True)
    with pytest.raises(ValueError, match="zip"):
        look(outer(0), np.zeros(2), 1)
    with pytest.raises(TypeError, match=r"^Outer\.k must be an array of int64 .* and rows of 2, got int64 of shape"):
        look(outer(0)._replace(k=np.zeros((2, 3), np.int64)), np.zeros(2), 1, True)


@pytest.mark.jit
@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_a_copy_has_its_own_words(how):
    """The words of a struct are addresses: a copy that kept them would read the arrays of the original."""
    P = outer(0)
    before = look(P, np.zeros(2), 1, True)
    other = how(P)
    assert look(other, np.zeros(2), 1, True) == before and other.address != P.address
    del P
    gc.collect()
    other.inner.a[0] += 1.0
    assert look(other, np.zeros(2), 1, True) == pytest.approx(before + 1.0)


def test_a_read_only_and_an_empty_array():
    P = outer(0)
    P.inner.a.flags.writeable = False
    look(P, np.zeros(2), 1, True)
    empty = Outer(np.zeros((0, 2), np.int64), Inner(np.zeros(0), 0), 0.5)
    assert look(empty, np.zeros(2), 0, True) == 0.5


@pytest.mark.jit
@pytest.mark.parametrize(
    "index, answer", [("1", "3.0"), ("-1", "pick raised an exception"), ("3", "pick raised an exception")]
)
def test_indices_count_from_the_front_and_are_checked_on_request(index, answer):
    """A constant may be negative (x[-1]), as everywhere; a variable may not."""
    code = f"""
import numpy as np
from supple._jit import Ints, Reals, entry
@entry
def pick(x: Reals, k: Ints) -> float:
    return x[k[0]] + x[-1]
try:
    print(pick(np.arange(3.0), np.array([{index}])))
except RuntimeError as error:
    print(error)
"""
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "NUMBA_BOUNDSCHECK": "1"}, text=True, capture_output=True
    )
    assert done.stdout.startswith(answer), done.stderr


def test_every_file_with_entries_is_compiled_by_the_command():
    marked = {
        path.relative_to(PACKAGE).with_suffix("").as_posix().replace("/", ".")
        for path in PACKAGE.rglob("*.py")
        if re.search(r"^@entry", path.read_text(), re.M)
    }
    assert marked == set(UNITS)


# --- versions of numba that nobody has tried ------------------------------------------------------------------------------
EVERY_KIND = """
import sys
from typing import Annotated, NamedTuple
import numpy as np
from supple import _jit
from supple._jit import versions
if sys.argv[1]:
    versions.TRIED = ()

@_jit.by_reference
class Toy(NamedTuple):
    rate: _jit.Reals

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

@_jit.inlined
def step(x, P):
    return x + 0.1 * slope(x, P)

@_jit.entry
def run(x: float, P: Toy) -> float:
    for _ in range(100):
        x = step(x, P)
    return x

from dynamics.random_trees import random_case
from supple.dynamics import entries
tree, n_q, n_v, y, tau, work = random_case(1)
dy = np.zeros(n_q + n_v)
entries.position_rates(tree, y, n_q, work, dy)
if sys.argv[2] == "whole":
    entries.forward_dynamics(tree, y, n_q, tau, work, dy)
print(versions.tried(), run(0.3, Toy(np.array([0.7]))).hex(), dy.tobytes().hex())
"""


@pytest.mark.slow
@pytest.mark.jit
def test_other_versions_of_numba_give_the_same_numbers_by_its_public_interface(tmp_path):
    """A toy with every mark, and the kinematics of all joints; where all is asked for, their dynamics too."""
    paths = os.pathsep.join([str(PACKAGE.parent), str(Path(__file__).parent)])
    environment, elsewhere = {**os.environ, "PYTHONPATH": paths}, {"SUPPLE_CACHE_DIR": str(tmp_path)}
    printed = []
    # as everywhere, compiled by the public interface, and from the cache of that
    for version, cache in (("", {}), ("another", elsewhere), ("another", elsewhere)):
        command = [sys.executable, "-c", EVERY_KIND, version, amount("part", "whole")]
        result = subprocess.run(command, env=environment | cache, capture_output=True, text=True)
        assert result.returncode == 0, result.stderr
        printed.append(result.stdout.split())
    private, *numbers = zip(*printed, strict=True)
    assert private == ("True", "False", "False") and all(len(set(of_all)) == 1 for of_all in numbers)


@pytest.mark.jit
def test_a_struct_made_of_another_has_its_own_words_where_they_differ():
    """Also through several changes before anybody asks, of a struct inside, and of an array that becomes empty."""
    first = packed(outer(0))
    second = first._replace(x=7.5)._replace(inner=first.inner._replace(n=7))
    third = second._replace(k=np.zeros((0, 2), dtype=np.int64), inner=Inner(np.arange(3.0), 1))
    for made in (second, third):
        alone = Outer(*made)
        assert np.array_equal(made.words, alone.words)
        assert look(made, np.ones(2), 1, True) == look(alone, np.ones(2), 1, True)
    for made in (copy.deepcopy(third), pickle.loads(pickle.dumps(third))):
        assert look(made, np.ones(2), 1, True) == look(third, np.ones(2), 1, True)
    assert np.array_equal(first.words, Outer(*first).words)


# --- a process of its own -------------------------------------------------------------------------------------------------
@pytest.mark.jit
def test_a_unit_made_in_a_process_of_its_own_has_all_its_functions():
    kernels, heard = rare_units()["supple.elements.torque"], []
    content = workshop.made(kernels, HOST, heard.append)
    loaded = Loaded(content)
    assert all(loaded.address(kernel.symbol) for kernel in kernels)
    assert heard == list(range(1, len(heard) + 1)) and len(heard) >= len(kernels)


@pytest.mark.jit
def test_what_no_import_finds_is_compiled_where_it_is_asked_for(monkeypatch):
    def never(*args, **kwargs):
        raise AssertionError("a process was started")

    monkeypatch.setattr(subprocess, "Popen", never)

    def half(x: float) -> float:
        return 0.5 * x

    here = entry(half)
    assert workshop.made((here,), HOST, never) is None


@pytest.mark.jit
@pytest.mark.parametrize("says", ["exit 1", "printf ....", "printf '.\\nhalf'; exit 3", "kill -KILL $$"])
def test_a_process_that_fails_has_made_nothing(tmp_path, monkeypatch, says):
    assert made_by(tmp_path, monkeypatch, says) is None


@pytest.mark.jit
def test_ctrl_c_in_the_process_is_ctrl_c_here(tmp_path, monkeypatch):
    with pytest.raises(KeyboardInterrupt):
        made_by(tmp_path, monkeypatch, "kill -INT $$")


@pytest.mark.jit
def test_a_program_that_cannot_be_started_is_no_error(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "absent"))
    assert workshop.made(rare_units()["supple.elements.torque"], HOST, print) is None


def made_by(directory, monkeypatch, says):
    """What comes of a unit where Python is a shell script."""
    program = directory / "python"
    program.write_text(f"#!/bin/sh\n{says}\n")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program))
    return workshop.made(rare_units()["supple.elements.torque"], HOST, lambda done: None)


@pytest.mark.jit
def test_an_error_of_the_compiler_says_where_it_came_from():
    @entry
    def adds_words(x: float) -> float:
        return x + "a word"

    with pytest.raises(Exception, match="typing of intrinsic-call at"):
        adds_words(1.0)
