"""What the tests of all families share that cost one file and one line per member."""

import inspect
import os
import pkgutil
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import supple


def examples(family):
    """The examples that the members bring in their own files."""
    modules = dict.fromkeys(family.home(name) for name in family.names)
    return [one for module in modules for one in import_module(module).EXAMPLES]


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


def use_with(tmp_path, folder, file, text, line, last, script):
    """Run a script with a copy of the package that has one more file, and one more line behind the `last` one."""
    source = tmp_path / "src" / "supple"
    shutil.copytree(Path(supple.__file__).parent, source, ignore=shutil.ignore_patterns("__pycache__"))
    (source / folder / file).write_text(text, encoding="utf-8")
    registry = source / folder / "registry.py"
    lines = registry.read_text(encoding="utf-8")
    assert lines.count(f'    "{last}",\n') == 1
    registry.write_text(lines.replace(f'    "{last}",\n', f'    "{last}",\n    "{line}",\n'), encoding="utf-8")
    path = os.pathsep.join([str(source.parent), str(Path(__file__).parent)])
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
