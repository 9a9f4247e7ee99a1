"""Where the scenes of members come from: a scene file that was read once, or a function of the parameters.

    FromFile        names of [parameters] and paths of any values, as in `supple run --set`; run.end, run.rtol, ... too
    FromFunction    scene(**parameters) -> Scene or Setup; names that begin with `run.` are options of the run

Both can be pickled: a worker reads no file again. `fingerprint` is what a resumed sweep compares.
"""

import hashlib
import inspect
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .._check import shown
from ..scene.files import SceneFile, Setup
from ..scene.scene import Scene
from ..scene.settings import split_name

RUN = "run."


@dataclass(frozen=True)
class FromFile:
    """Scenes of a file with settings."""

    file: SceneFile
    settings: Mapping[str, Any]
    allow_code: bool

    def setup(self, values: Mapping[str, Any]) -> Setup:
        """The scene and the options of a member."""
        return self.file.setup({**self.settings, **values}, allow_code=self.allow_code)

    def check_names(self, names):
        """A path must be one."""
        for name in names:
            split_name(name)

    @property
    def label(self) -> str:
        """What it is, for people."""
        return self.file.document.label

    @property
    def fingerprint(self) -> str:
        """Of the content with all that is included, and of the files of data that it names."""
        document = self.file.document
        found = hashlib.sha256(json.dumps(document.content, sort_keys=True, default=str).encode())
        for (section, key), folder in sorted(document.folders.items(), key=str):
            part = document.content.get(section) if key is None else document.content[section][key]
            for name in _files(part if section in ("elements", "robots") and key is not None else None):
                found.update(_bytes(folder / name))
        return found.hexdigest()


@dataclass(frozen=True)
class FromFunction:
    """Scenes of a function of the parameters."""

    function: Callable[..., Scene | Setup]
    settings: Mapping[str, Any]

    def setup(self, values: Mapping[str, Any]) -> Setup:
        """The scene and the options of a member."""
        given = {**self.settings, **values}
        made = self.function(**{name: value for name, value in given.items() if not name.startswith(RUN)})
        if not isinstance(made, Scene | Setup):
            raise TypeError(f"{self.label} must return a Scene or a Setup, got {shown(made)}")
        run = {name.removeprefix(RUN): value for name, value in given.items() if name.startswith(RUN)}
        return Setup(made, run, {}) if isinstance(made, Scene) else Setup(made.scene, made.run | run, made.output)

    def check_names(self, names):
        """A name must be an argument."""
        arguments = {name: None for name in (*self.settings, *names) if not name.startswith(RUN)}
        try:
            inspect.signature(self.function).bind(**arguments)
        except TypeError as error:
            raise TypeError(f"{self.label} must take the parameters {', '.join(arguments)}: {error}") from None

    @property
    def label(self) -> str:
        """What it is, for people."""
        return f"{getattr(self.function, '__module__', '?')}:{getattr(self.function, '__qualname__', self.function)}"

    @property
    def fingerprint(self) -> str:
        """Of its name and its text, as far as that is known; what it calls is not."""
        try:
            text = inspect.getsource(self.function)
        except (OSError, TypeError):
            text = ""
        return hashlib.sha256(f"{self.label}\n{text}".encode()).hexdigest()


def source_of(scene, settings, run, allow_code):
    """The source that a sweep names as its scene."""
    settings = {**{f"{RUN}{name}": value for name, value in run.items()}, **settings}
    if isinstance(scene, str | os.PathLike):
        scene = SceneFile.read(scene)
    elif isinstance(scene, Setup):
        scene = SceneFile.of(scene.scene, scene.run)
    elif isinstance(scene, Scene):
        scene = SceneFile.of(scene)
    if isinstance(scene, SceneFile):
        return FromFile(scene, settings, allow_code)
    if callable(scene):
        return FromFunction(scene, settings)
    raise TypeError(f"scene must be a scene file, a Scene or a function that returns one, got {shown(scene)}")


def _files(value):
    """Names of files of data in a part."""
    if isinstance(value, dict):
        if isinstance(value.get("file"), str):
            yield value["file"]
        value = list(value.values())
    for item in value if isinstance(value, list) else ():
        yield from _files(item)


def _bytes(path: Path):
    try:
        return path.read_bytes()
    except OSError:
        return b""
