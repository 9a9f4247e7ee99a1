"""Machine code that comes with the package: it is used if it belongs to exactly these sources, and harms nobody otherwise.

`.ci/run` builds the wheel, installs it alone and compares bits; here a library that is on every machine (one of numpy's)
stands for ours.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy.random.bit_generator
import pytest

import supple
from supple._jit import shipped
from supple._jit.sources import source_hash
from supple._jit.target import BASELINES, baseline, machine

PACKAGE = Path(supple.__file__).parent
SOME_LIBRARY = Path(numpy.random.bit_generator.__file__)
SOME_SYMBOL = "PyInit_bit_generator"
MACHINE = 18  # place of the kind of processor in an ELF file


@pytest.fixture
def parcel(tmp_path, monkeypatch):
    """Library and label of a package that brings them."""
    monkeypatch.setattr(shipped, "LIBRARY", tmp_path / "some.so")
    monkeypatch.setattr(shipped, "LABEL", tmp_path / "some.json")
    monkeypatch.setattr(shipped, "OURS", "PyInit_")
    shipped._library.cache_clear()
    shutil.copy(SOME_LIBRARY, shipped.LIBRARY)
    shipped.LABEL.write_text(shipped.label(shipped.LIBRARY.read_bytes()))
    yield tmp_path
    shipped._library.cache_clear()


def flip(path, place):
    found = bytearray(path.read_bytes())
    found[place] ^= 1
    path.write_bytes(found)


def edit(path):
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")


def test_a_library_with_its_label_is_used(parcel):
    assert shipped.address(SOME_SYMBOL) != 0
    assert shipped.address("PyInit_of_nothing") == 0


def test_a_symbol_of_the_c_library_is_not_ours(parcel):
    """The loader finds those through any library: a user's entry may have the name of one."""
    shipped.address(SOME_SYMBOL)
    assert hasattr(shipped._library(), "fopen") and shipped.address("fopen") == 0


STRANGE = {
    "a byte is flipped": lambda: flip(shipped.LIBRARY, -1),
    "cut short": lambda: shipped.LIBRARY.write_bytes(shipped.LIBRARY.read_bytes()[:1000]),
    "no library": lambda: shipped.LIBRARY.unlink(),
    "no label": lambda: shipped.LABEL.unlink(),
    "a label that is noise": lambda: shipped.LABEL.write_bytes(b"\xff\x00"),
    "a label of other sources": lambda: shipped.LABEL.write_text(
        shipped.LABEL.read_text().replace(source_hash(), "0" * 16)
    ),
}


@pytest.mark.parametrize("name", STRANGE)
def test_what_does_not_belong_together_is_a_warning(parcel, name):
    STRANGE[name]()
    with pytest.warns(
        match="^the machine code in the package does not belong to its sources: supple compiles its own$"
    ):
        assert shipped.address(SOME_SYMBOL) == 0


@pytest.mark.parametrize("content", [b"", b"\x7fELF and so on", None])
def test_what_cannot_be_loaded_is_a_warning(parcel, content):
    if content is None:  # a library for another kind of processor
        flip(shipped.LIBRARY, MACHINE)
    else:
        shipped.LIBRARY.write_bytes(content)
    shipped.LABEL.write_text(shipped.label(shipped.LIBRARY.read_bytes()))
    with pytest.warns(match=r"^the machine code in the package cannot be loaded \(.+\): supple compiles its own$"):
        assert shipped.address(SOME_SYMBOL) == 0


def test_without_library_and_label_nothing_is_said(parcel):
    shipped.LIBRARY.unlink()
    shipped.LABEL.unlink()
    assert shipped.address(SOME_SYMBOL) == 0


def test_the_library_is_no_module():
    """`import` takes NAME.so for the module NAME, before NAME.py."""
    assert not shipped.LIBRARY.stem.isidentifier()


# --- a whole package, in a fresh process ----------------------------------------------------------------------------------
TOY = """
from supple._jit import entry

@entry
def twice(x: float) -> float:
    return 2.0 * x
"""
CALL = "from supple.testing import toy; print(toy.twice(21.0), toy.twice.origin)"
OUTCOMES = {  # what is done to the package, what is said
    "nothing": (lambda package: None, ""),
    "a source is edited": (lambda package: edit(package / "tables.py"), "belong"),
    "a byte is flipped": (lambda package: flip(package / "_jit" / shipped.LIBRARY.name, -1), "belong"),
}


@pytest.mark.jit
@pytest.mark.parametrize("name", OUTCOMES)
def test_a_package_that_was_changed_compiles(tmp_path, name):
    package = tmp_path / "supple"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", shipped.LIBRARY.name))
    (package / "testing" / "toy.py").write_text(TOY)
    shutil.copy(SOME_LIBRARY, package / "_jit" / shipped.LIBRARY.name)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "SUPPLE_CACHE_DIR": str(tmp_path / "cache")}

    def python(code):
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, cwd=tmp_path
        )
        assert done.returncode == 0, done.stderr
        return done

    python("from supple._jit.shipped import *; LABEL.write_text(label(LIBRARY.read_bytes()))")
    change, said = OUTCOMES[name]
    change(package)
    done = python(CALL)
    assert done.stdout == "42.0 compiled\n"  # this library does not have it
    assert said in done.stderr and ("supple compiles its own" in done.stderr) == bool(said)
    assert "Traceback" not in done.stderr


@pytest.mark.jit
def test_checked_indices_are_not_in_the_package(parcel, monkeypatch):
    """The code that a package brings checks none: NUMBA_BOUNDSCHECK=1 must not find it."""
    from supple._jit import units

    asked = []
    monkeypatch.setattr(shipped, "address", asked.append)
    for checked in (False, True):
        monkeypatch.setattr(units, "BOUNDS_CHECKED", checked)
        supple._jit.entry(count)(1)
    assert asked == [f"{__name__}_count".replace(".", "_")]


def count(n: int) -> int:
    return n


# --- the tools that build the wheel ---------------------------------------------------------------------------------------
TOOLS = Path(__file__).parents[1] / "tools"


@pytest.fixture
def tool():
    spec = importlib.util.spec_from_file_location("build_wheel", TOOLS / "build_wheel.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("named", "tag"),
    [
        (b"\0GLIBC_2.2.5\0pow\0GLIBC_2.29\0GLIBC_2.4\0", "manylinux_2_29_x86_64"),
        (b"\0GLIBC_2.2.5\0", "manylinux_2_17_x86_64"),
        (b"\0GLIBC_2.9\0GLIBC_2.38\0GLIBCXX_3.4.30\0", "manylinux_2_38_x86_64"),
    ],
)
def test_the_tag_is_that_of_the_newest_function(tool, named, tag):
    assert tool.platform_tag(named, "linux-x86_64") == tag


def test_a_library_without_glibc_is_refused(tool):
    with pytest.raises(SystemExit, match="only Linux with glibc was tried"):
        tool.platform_tag(b"musl", "linux-x86_64")


@pytest.mark.parametrize(("platform", "hidden", "said"), [("darwin", "", "Linux"), ("linux", "wheel", "`wheel`")])
def test_what_is_missing_is_said(tool, monkeypatch, platform, hidden, said):
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(sys, "argv", ["build_wheel.py"])
    monkeypatch.setattr(tool, "find_spec", lambda name: None if name == hidden else 1)
    with pytest.raises(SystemExit, match=said):
        tool.main()


@pytest.mark.jit
@pytest.mark.parametrize(
    ("ours", "said"), [(True, "no C compiler"), (False, "the package on the path must be that in ")]
)
def test_no_other_package_is_touched_and_a_compiler_is_missed_at_once(tmp_path, ours, said):
    directory = PACKAGE.parent if ours else tmp_path
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent), "PATH": str(tmp_path)}
    command = [sys.executable, str(TOOLS / "add_machine_code.py"), str(directory)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 1 and said in done.stderr and "Traceback" not in done.stderr


def test_code_that_is_given_away_is_for_every_processor_of_the_kind(monkeypatch):
    assert baseline() in BASELINES.values() and machine(baseline()).triple
    monkeypatch.setattr("llvmlite.binding.get_process_triple", lambda: "riscv64-unknown-linux")
    with pytest.raises(ValueError, match="must be one of x86_64, aarch64, got riscv64"):
        baseline()
