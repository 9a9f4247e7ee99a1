"""What the tests of all families share that cost one file and one line per member."""

import inspect
import os
import pkgutil
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]


def examples(family):
    """The examples that the members bring in their own files; laws of users have none."""
    modules = dict.fromkeys(family.home(name) for name in family.names)
    return [one for module in modules for one in getattr(import_module(module), "EXAMPLES", ())]


def without_a_line(family, answer):
    """Classes with the method `answer`, in files of the folder, that the list does not know."""
    found = []
    for _, file, is_package in pkgutil.iter_modules(import_module(family.package).__path__):
        if is_package:
            continue
        module = import_module(f"{family.package}.{file}")
        members = [
            kind for _, kind in inspect.getmembers(module, inspect.isclass) if kind.__module__ == module.__name__
        ]
        found += [kind.__name__ for kind in members if hasattr(kind, answer) and kind not in family]
    return found


def shorter_by_one(family):
    """Every list with one line less, and the name that it lacks."""
    lines = {name: f"{family.home(name).rpartition('.')[2]}.{name}" for name in family.names}
    for missing in lines:
        yield missing, type(family)(family.package, *(line for name, line in lines.items() if name != missing))


class Addition(NamedTuple):
    """A new member of a family: its file, its line behind the `last` one, and a script that uses it everywhere."""

    kind: str
    folder: str  # of its file, in the package
    file: str
    text: str
    line: str
    last: str
    use: str
    registry: str = ""  # folder of the list, if that is another one

    def put_into(self, package):
        """Add the file and the line to the sources of a package."""
        (package / self.folder / self.file).write_text(self.text, encoding="utf-8")
        path = package / (self.registry or self.folder) / "registry.py"
        lines = path.read_text(encoding="utf-8")
        last = f'    "{self.last}",\n'
        if lines.count(last) != 1:
            raise ValueError(f"{path} must have one line {last.strip()}, got {lines.count(last)}")
        path.write_text(lines.replace(last, f'{last}    "{self.line}",\n'), encoding="utf-8")

    def stub_line(self, package):
        """What the stub of a package says of it: "" for all of supple, or its own room."""
        module, _, name = self.line.partition(".")
        home = ".".join([*self.folder.split("/"), module])
        return f"from .{home.removeprefix(package).lstrip('.')} import {name} as {name}\n"

    def try_in(self, root):
        """Use it in a checkout that has it, and write the stubs."""
        path = os.pathsep.join([str(root / "src"), str(ROOT / "tests")])
        environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
        for command in (["-c", self.use], ["tools/write_stub.py"]):
            done = subprocess.run(
                [sys.executable, *command], capture_output=True, text=True, env=environment, cwd=root, check=False
            )
            if done.returncode != 0:
                raise RuntimeError(f"{self.kind} {self.line}: {done.stderr}")


def check_addition(tmp_path, added):
    """In a copy of the package: the file and the line are all that changes, then everything knows the new member.

    With what Python has compiled: it fits sources of the same size and time, which a copy has, and saves most of the time.
    """
    shutil.copytree(ROOT / "src", tmp_path / "src")
    shutil.copytree(ROOT / "tools", tmp_path / "tools")
    package = tmp_path / "src" / "supple"
    added.put_into(package)
    added.try_in(tmp_path)
    for room in ("", added.folder):
        stub = (package / room / "__init__.pyi").read_text(encoding="utf-8")
        assert added.stub_line(room.replace("/", ".")) in stub
