"""What made a result: versions and options, where its laws and methods come from, its scene as a file."""

import sys
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from ..integrate.tableaus import METHODS
from ..scene.files import scene_to_toml


@dataclass(frozen=True, slots=True)
class Origin:
    """What made a result; a file keeps it as it was then."""

    provenance: dict[str, Any]  # versions of packages, scene, method and other options, as attributes of a file
    citation: str  # sources of methods and laws, one line each

    @classmethod
    def of(cls, model, method, options):
        """Of a run of this process."""
        return cls(_provenance(model, method, options), _citation(model, method))


def scene_text(model, options):
    """The scene as a scene file, ready to run again; empty if it has something that no file can hold (users' laws)."""
    try:
        return scene_to_toml(model.scene, run=options.settings())
    except ValueError:
        return ""


def _provenance(model, method, options):
    from importlib.metadata import version

    packages = {name: version(name) for name in ("numpy", "numba")}
    asked = options.words() | {"method": method.name}
    return {"supple": _own_version(), **packages, "scene": model.scene.name, **asked}


def _own_version():
    from importlib.metadata import version

    try:
        return version("supple")
    except Exception:  # run from a source tree that is not installed
        return "unknown"


def _citation(model, method):
    kinds = {name for name in METHODS if name in method.name}
    used = [f"{name}: {METHODS[name].citation}" for name in sorted(kinds)]
    laws = {law for pair in model.rules for law in pair if law is not None}
    for law in sorted(laws, key=lambda law: type(law).__name__):
        used.append(f"{type(law).__name__}: {source_of(law)}")
    return "\n".join(dict.fromkeys(used))


def source_of(law):
    """The `Source` paragraph of a law's page."""
    lines = (sys.modules[type(law).__module__].__doc__ or "").splitlines()
    for i, line in enumerate(lines):
        if line.startswith("Source"):
            more = takewhile(lambda text: text.startswith("          "), lines[i + 1 :])
            return " ".join([line.removeprefix("Source").strip(), *(text.strip() for text in more)])
    return "user"
