"""Scene files: TOML that mirrors the Python scene one to one.

    name = "drop"                                 Scene(name=..., gravity=...)
    gravity = [0, 0, -9.81]
    include = ["parts/floor.toml"]                other files first, relative to this one: documents.py
    [parameters]                                  values for "$name", which a caller may set: settings.py
    [materials."my rubber"]                       scene.material("my rubber", E=..., nu=...)
    [ground]                                      scene.ground(material=..., normal=..., at=..., name=...)
    [bodies.ball]                                 scene.body("ball", mass=..., joint=..., surfaces=..., ...)
    [robots.arm]                                  scene.robot("arm", table, ...); file = "arm.csv": read_dh
    [[contacts]]                                  materials = [a, b]: scene.contact;  bodies = [a, b]: scene.pair
    [[elements]]                                  an element by its type: scene.add
    [[forces]], [[joint_forces]]                  with times: scene.force_table, joint_force_table; else force, joint_force
    [run], [output]                               arguments of simulate: ../options.py; what to write: options.py

Bodies may stand in any order. Objects are tables with a `type`: words.py. The way back is `scene_to_toml`: writing.py.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .._check import MOST_CHOICES, one_of, shown
from .._files import replacing
from .dh import Link, joint_of, names_of
from .dh_file import read_dh
from .documents import LISTS, SECTIONS, Document, check_sections, document_from_text, read_document
from .options import check_output, check_run
from .parts import WORLD
from .scene import Scene
from .settings import apply_settings, flatten, parse_setting, substitute
from .words import ELEMENT_WORDS, as_list, as_table, call, check_keys, construct, key_text, told
from .writing import UserLawError, scene_to_toml

__all__ = [
    "SceneFile",
    "Setup",
    "UserLawError",
    "parse_setting",
    "read_scene",
    "scene_from_toml",
    "scene_to_toml",
    "write_scene",
]


@dataclass(frozen=True)
class Setup:
    """What a scene file says: a scene, arguments for `simulate` (those given), what to write (the same)."""

    scene: Scene
    run: dict
    output: dict


@dataclass(frozen=True)
class SceneFile:
    """A scene file that was read once, to be built many times with other settings."""

    document: Document

    @classmethod
    def read(cls, path: str | os.PathLike[str]) -> "SceneFile":
        """Of a file and all that it includes."""
        return cls(read_document(path))

    @classmethod
    def of(cls, scene: Scene, run: Mapping[str, Any] | None = None) -> "SceneFile":
        """Of a scene of Python, which must have nothing that no file can hold."""
        return cls(document_from_text(scene_to_toml(scene, run), f"scene {scene.name}"))

    def setup(self, set: Mapping[str, Any] | None = None, *, allow_code: bool = False) -> Setup:
        """The Setup with these settings; what was read stays as it is."""
        written = self.document
        document = Document(written.label, _copied(written.content), written.places, written.folders)
        return _setup(lambda: document, set, written.label, allow_code)


def _copied(value):
    """Tables and lists of a document anew; what they hold is never changed."""
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    return [_copied(item) for item in value] if isinstance(value, list) else value


WITH_FILES = ("bodies", "elements")  # sections that may name files of data


class CodeError(ValueError):
    """A scene file names Python code, which its reader has not allowed."""


def read_scene(
    path: str | os.PathLike[str], set: Mapping[str, Any] | None = None, *, allow_code: bool = False
) -> Setup:
    """Read a scene file; `set` maps names of parameters or paths of values to other values. Return a Setup.

    allow_code   whether it may name Python functions ("module:function"), which are imported and called.
    """
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"path must be the name of a scene file, got {shown(path)}")
    return _setup(lambda: read_document(path), set, str(path), allow_code)


def scene_from_toml(
    text: str, set: Mapping[str, Any] | None = None, where: str = "scene", *, allow_code: bool = False
) -> Setup:
    """The Setup of a text in TOML; `where` names it in messages; `allow_code` as for `read_scene`."""
    return _setup(lambda: document_from_text(text, where), set, where, allow_code)


def write_scene(
    scene: Scene,
    path: str | os.PathLike[str],
    run: Mapping[str, Any] | None = None,
    output: Mapping[str, Any] | None = None,
    parameters: Mapping[str, Sequence[str]] | None = None,
) -> Path:
    """Write a scene file; return its path. It appears under its name only when it is complete.

    parameters   names of parameters with the paths of the values that they stand for: {"mu": ["contacts.0.friction.mu"]}
    """
    text = scene_to_toml(scene, run, output, parameters)
    try:
        with replacing(path) as beside:
            beside.write_text(text, encoding="utf-8", newline="\n")
    except UnicodeEncodeError as error:
        raise ValueError(f"names in a scene file must be valid Unicode, got {error.object[error.start]!r}") from None
    return Path(path)


# --- document -> setup --------------------------------------------------------------------------------------------------
def _setup(read, settings, label, allow_code):
    try:
        return _build(read(), settings, allow_code)
    except RecursionError:
        raise ValueError(f"{label} must be a scene, got lists or tables that are nested too deeply") from None


def _build(document: Document, settings, allow_code):
    content = document.content
    apply_settings(content, settings, SECTIONS, document.label)
    check_sections(document)
    parameters = flatten(content.get("parameters", {}), document.place("parameters"))

    def part(section, key=None):
        """A part with its parameters put in, and where it stands."""
        where = document.place(section, key)
        value = content.get(section, {}) if key is None else content[section][key]
        value = substitute(value, parameters, where)
        return (document.with_files(value, section, key, where) if section in WITH_FILES else value), where

    def parts(section, keys):
        return ((key, *part(section, key)) for key in keys)

    scene = _begin(part, content)
    for name, table, where in parts("materials", content.get("materials", {})):
        call(scene.material, table, where, {}, given={"name": name})
    if "ground" in content:
        table, where = part("ground")
        call(scene.ground, table, where, scene.materials)
    bodies = {name: (table, where) for name, table, where in parts("bodies", content.get("bodies", {}))}
    robots = {
        name: (_robot(table, where, document.folders.get(("robots", name)), scene.materials), where)
        for name, table, where in parts("robots", content.get("robots", {}))
    }
    for section, name in _parents_first(bodies, robots, tuple(scene.bodies)):
        if section == "bodies":
            call(scene.body, *bodies[name], scene.materials, given={"name": name})
        else:
            table, where = robots[name]
            given = {"name": name, "table": table.pop("table")}
            call(scene.robot, table, where, scene.materials, given=given, also=("table", "file"))
    for section, add in zip(LISTS, (_contact, _no_contact, _element, _force, _joint_force), strict=True):
        for _, table, where in parts(section, range(len(content.get(section, ())))):
            if section == "elements" and not allow_code:
                _check_code(table, where)
            add(scene, table, where)
    run, output = part("run"), part("output")
    check_run(*run)
    check_output(*output)
    return Setup(scene, run[0], output[0])


def _begin(part, content):
    scene = Scene()
    for section in ("name", "gravity"):  # one at a time, for the sake of the place
        if section in content:
            value, where = part(section)
            with told(where.removesuffix(f": {section}")):
                scene = Scene(**{"name": scene.name, "gravity": scene.gravity} | {section: value})
    return scene


def _robot(table, where, folder, materials):
    """The arguments of Scene.robot, with the rows of the table as links."""
    table = dict(table)
    if ("table" in table) == ("file" in table):
        both = " and ".join(key for key in ("table", "file") if key in table)
        raise ValueError(f"{where} must have either a table or a file, got {both or 'none'}")
    if "file" in table:
        file = table.pop("file")
        if not isinstance(file, str) or not file or "\0" in file:
            raise TypeError(f"{where}.file must be a file name, got {shown(file)}")
        if folder is None:
            raise ValueError(f"{where}.file must be left out of a text, which has no directory, got {file!r}")
        with told(where):
            return table | {"table": read_dh(folder / file, angles=table.pop("angles", "rad"))}
    rows = as_list(table["table"], f"{where}.table", "a list of tables, one for each link")
    places = [f"{where}.table[{i}]" for i in range(len(rows))]
    links = tuple(call(Link, as_table(row, place), place, materials) for row, place in zip(rows, places, strict=True))
    return table | {"table": links}


def _parents_first(bodies, robots, known):
    """(section, name) of bodies and robots in the order of the file, but every parent before its children."""
    parts = {("bodies", name): part for name, part in bodies.items()}
    owner = {}
    for robot, part in robots.items():
        parts["robots", robot] = part
        for link in names_of(robot, part[0]["table"]):
            owner[link] = owner[joint_of(link)] = ("robots", robot)
    owner |= {name: ("bodies", name) for name in bodies}
    parents = dict.fromkeys((WORLD, *known, *owner))
    ordered: dict[tuple[str, str], None] = {}
    for first in parts:
        line: dict[tuple[str, str], None] = {}  # a body and its ancestors that have no place yet
        key = first
        while key not in ordered and key in parts:
            table, where = parts[key]
            if key in line:
                raise ValueError(f"{where}: parents must not go in a circle, got {_circle(list(line), key)}")
            line[key] = None
            parent = one_of(f"{where}: parent", table.get("parent", WORLD), parents)
            if parent == WORLD or parent not in owner:
                break
            key = owner[parent]
        ordered.update(dict.fromkeys(reversed(line)))
    return ordered


def _circle(line, name):
    names = [key_text(name) for _, name in (*line[line.index(name) :], name)]
    if len(names) > MOST_CHOICES:
        names[2:-2] = [f"{len(names) - 4} more"]
    return " -> ".join(names)


def _contact(scene, table, where):
    _between(
        table,
        where,
        ("normal", "friction", "rolling", "centre"),
        scene.materials,
        materials=scene.contact,
        bodies=scene.pair,
    )


def _no_contact(scene, table, where):
    _between(table, where, (), scene.materials, materials=scene.no_contact, bodies=scene.no_pair)


def _between(table, where, others, known, **methods):
    """Call the method for two materials or that for two bodies."""
    chosen = [key for key in methods if key in table]
    check_keys(table, (*methods, *others), where)
    if len(chosen) != 1:
        raise ValueError(f"{where} must have either materials or bodies, got {' and '.join(chosen) or 'none'}")
    (key,) = chosen
    names = as_list(table[key], f"{where}.{key}", "a list of two names")
    if len(names) != 2:
        raise ValueError(f"{where}.{key} must be two names, got {len(names)}: {shown(names)}")
    arguments = ("material_a", "material_b") if key == "materials" else ("body_a", "body_b")
    rest = {name: value for name, value in table.items() if name != key}
    call(methods[key], rest, where, known, given=dict(zip(arguments, names, strict=True)), also=(key,))


def _force(scene, table, where):
    over_time = {"times", "forces", "moments"} & table.keys()
    call(scene.force_table if over_time else scene.force, table, where, scene.materials)


def _joint_force(scene, table, where):
    over_time = {"times", "values"} & table.keys()
    call(scene.joint_force_table if over_time else scene.joint_force, table, where, scene.materials)


def _check_code(table, where):
    """A file is data: it may not have code imported unless its reader says so."""
    if isinstance(table, dict) and "function" in table:
        raise CodeError(
            f"{where}: a scene file may name Python code ({shown(table['function'])}) only where that is allowed: "
            "read_scene(..., allow_code=True), supple run --allow-code"
        )


def _element(scene, table, where):
    element = construct(table, ELEMENT_WORDS, where, scene.materials)
    with told(where):
        scene.add(element)
