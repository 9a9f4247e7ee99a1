"""Write what type checkers see of the packages that look up their names when they are used.

    python tools/write_stub.py            writes __init__.pyi beside each __init__.py
    python tools/write_stub.py --check    says which of them are not as they would be written, and fails

Python's side is the list of names, `__all__`; the rest follows from the objects themselves: each name is imported from the
module that defines it, so that a checker sees the class and not that something is looked up.
"""

import argparse
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[1]
PACKAGES = (
    "supple",
    "supple.elements",
    "supple.elements.curves",
    "supple.elements.levers",
    "supple.flexible",
    "supple.flexible.modes",
    "supple.flexible.sections",
    "supple.joints",
    "supple.laws",
    "supple.laws.friction",
    "supple.laws.normal",
    "supple.motions",
    "supple.shapes",
)
TYPED = {"__version__": "str", "__all__": "list[str]"}  # what else a package has
HEAD = '"""What type checkers see of {package}: written by tools/write_stub.py."""\n\n'


def home_of(package, name):
    """The module, relative to the package, that a name is imported from."""
    value = getattr(package, name)
    if isinstance(value, ModuleType):
        return "."
    home = value.__module__.removeprefix(f"{package.__name__}.")
    if home == value.__module__:  # not below the package: one of another room
        steps, parts = "..", package.__name__.split(".")[:-1]
        while not value.__module__.startswith(".".join(parts) + "."):
            steps, parts = f"{steps}.", parts[:-1]
        return steps + value.__module__.removeprefix(".".join(parts) + ".")
    return f".{home}"


def stub(name):
    """The text of the stub of a package."""
    package = import_module(name)
    lines = [f"from {home_of(package, public)} import {public} as {public}\n" for public in package.__all__]
    return HEAD.format(package=name) + "".join(sorted(lines, key=_as_sorted)) + _extras(package)


def _extras(package):
    """Names that are said with their type only."""
    return "\n" + "".join(f"{name}: {kind}\n" for name, kind in TYPED.items() if hasattr(package, name))


def _as_sorted(line):
    """Further rooms first, then by module and name, as the linter wants it."""
    _, module, _, name, *_ = line.split()
    dots = len(module) - len(module.lstrip("."))
    return -dots, module, (not name.isupper(), not name[0].isupper(), name)


def path_of(name):
    """Where the stub of a package is."""
    return ROOT / "src" / name.replace(".", "/") / "__init__.pyi"


def main():
    """Write or check all."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, fail if something would change")
    check = parser.parse_args().check
    old = [name for name in PACKAGES if not path_of(name).exists() or path_of(name).read_text("utf-8") != stub(name)]
    for name in old:
        print(f"{path_of(name).relative_to(ROOT)} {'is not as written' if check else 'written'}")
        if not check:
            path_of(name).write_text(stub(name), encoding="utf-8")
    return 1 if check and old else 0


if __name__ == "__main__":
    sys.exit(main())
