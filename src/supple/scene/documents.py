"""TOML files -> one table, with the place in its file that each part came from.

Includes are read first, in their order, relative to the file that names them; a file that is named twice is read once.
Then the parts are put together:

    parameters, run, output             the tables are merged; the including file wins
    name, gravity                       the including file wins
    bodies, materials, robots           a name may be given once
    ground                              may be given once
    contacts, no_contacts, forces, ...  the lists are joined, included ones first

Data that a part names (`from = "csv", file = ...`) is relative to the file in which the part stands.
"""

import tomllib
from dataclasses import dataclass, field
from os.path import realpath
from pathlib import Path

from .._check import shown
from .._reading import read_text
from .keys import check_key_length
from .words import as_list, as_table, check_keys, key_text

VALUES = ("name", "gravity")
TABLES = ("parameters", "ground", "run", "output")
NAMED = ("materials", "bodies", "robots")  # tables of tables
LISTS = ("contacts", "no_contacts", "elements", "forces", "joint_forces")  # lists of tables
SECTIONS = (*VALUES, *TABLES, *NAMED, *LISTS)


@dataclass
class Document:
    """Content of a scene file and its includes; `places` says for (section, key) where a part stands.

    `folders` says the same of the folder in which the files are that it names; a text has none.
    """

    label: str
    content: dict = field(default_factory=dict)
    places: dict = field(default_factory=dict)
    folders: dict = field(default_factory=dict)  # (section, key): the directory of its file

    def place(self, section, key=None):
        """Where a part stands, for messages."""
        path = section if key is None else f"{section}[{key}]" if isinstance(key, int) else f"{section}.{key_text(key)}"
        return self.places.get((section, key), f"{self.label}: {path}")

    def with_files(self, value, section, key, where):
        """A part in which names of files of data are paths."""
        if isinstance(value, list):
            return [self.with_files(item, section, key, f"{where}[{i}]") for i, item in enumerate(value)]
        if not isinstance(value, dict):
            return value
        found = {name: self.with_files(item, section, key, f"{where}.{name}") for name, item in value.items()}
        if value.get("from") == "csv" and isinstance(value.get("file"), str):
            found["file"] = str(self._path(value["file"], section, key, where))
        if value.get("from") == "file" and isinstance(value.get("file"), str):
            found["file"] = str(self._part(value["file"], section, key, where))
        return found

    def _part(self, name, section, key, where):
        """A file beside the scene file or in a folder below: what came with it, and nothing else of the machine."""
        if (section, key) not in self.folders:
            raise ValueError(f"{where}.file must be left out of a text, which has no directory, got {shown(name)}")
        folder = self.folders[section, key]
        path = folder / name
        if "\0" in name or not Path(realpath(path)).is_relative_to(realpath(folder)):
            raise ValueError(f"{where}.file must be in the folder of its scene file or below, got {shown(name)}")
        return path

    def _path(self, name, section, key, where):
        if (section, key) in self.folders:
            return self.folders[section, key] / name
        if not Path(name).is_absolute():
            raise ValueError(f"{where}.file must be absolute in a text, which has no directory, got {shown(name)}")
        return Path(name)


def read_document(path):
    """The document of a file and all that it includes."""
    return _collect(Path(path), chain=(), seen=set())


def document_from_text(text, label):
    """The document of a text, which has no directory to include from."""
    if not isinstance(text, str):
        raise TypeError(f"{label} must be a text, got a {type(text).__name__}")
    raw = _parse(text, label)
    if "include" in raw:
        raise ValueError(f"{label}: include must be left out of a text, which has no directory, got {raw['include']!r}")
    document = Document(label)
    _merge(document, raw, label)
    return document


def _collect(path, chain, seen):
    """Read a file after its includes."""
    label = str(path)
    raw = _parse(read_text(path, "scene file"), label)
    document = Document(label)
    names = as_list(raw.pop("include", []), f"{label}: include", "a list of file names")
    for i, name in enumerate(names):
        if not isinstance(name, str) or not name or "\0" in name:
            raise TypeError(f"{label}: include[{i}] must be a file name, got {shown(name)}")
        part = path.parent / name
        _check_circle((*chain, path), part)
        if realpath(part) not in seen:
            seen.add(realpath(part))
            _join(document, _collect(part, (*chain, path), seen))
    _merge(document, raw, label, path.parent)
    return document


def _check_circle(chain, part):
    files = [realpath(path) for path in chain]
    if realpath(part) in files:
        circle = " -> ".join(map(str, (*chain[files.index(realpath(part)) :], part)))
        raise ValueError(f"{chain[-1]}: include must not go in a circle, got {circle}")


# --- bytes -> table -----------------------------------------------------------------------------------------------------
def _parse(text, label):
    check_key_length(text, f"{label}: a key")
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{label} is not valid TOML: {error}".replace("\n", " ")) from None
    except ValueError:  # Python refuses to read integers of thousands of digits
        raise ValueError(f"{label} is not valid TOML: a number has too many digits") from None
    except RecursionError:
        raise ValueError(f"{label} is not valid TOML for a scene: lists or tables are nested too deeply") from None
    if not raw:
        raise ValueError(f"{label} must hold a scene, got an empty file")
    return raw


# --- putting together ---------------------------------------------------------------------------------------------------
def check_sections(document):
    """Every section must be known and of its kind."""
    content, label = document.content, document.label
    check_keys(content, (*SECTIONS, "include"), label)
    for section in (*TABLES, *NAMED):
        if section in content:
            as_table(content[section], document.place(section))
    for section in NAMED:
        for name, table in content.get(section, {}).items():
            as_table(table, document.place(section, name))
    for section in LISTS:
        kind = f"a list of tables [[{section}]]"
        for i, table in enumerate(as_list(content.get(section, []), document.place(section), kind)):
            as_table(table, document.place(section, i))


def _merge(document, raw, label, folder=None):
    """Add the content of one file."""
    part = Document(label, raw)
    check_sections(part)
    for section, value in raw.items():
        part.places[section, None] = part.place(section)
        for key in value if section in NAMED else range(len(value)) if section in LISTS else ():
            part.places[section, key] = part.place(section, key)
    if folder is not None:
        part.folders = dict.fromkeys(part.places, folder)
    _join(document, part)


def _join(document, part):
    """Add a part behind what the document has."""
    content = document.content
    for section, value in part.content.items():
        if section == "ground" and section in content:
            raise ValueError(f"{part.place(section)} must be given once, got it in {document.place(section)} too")
        for name in value if section in NAMED else ():
            if name in content.get(section, {}):
                first = document.place(section, name)
                raise ValueError(f"{part.place(section, name)} must be a new name, got it in {first} too")
        shift = len(content.get(section, ())) if section in LISTS else 0
        for (owner, key), place in part.places.items():
            if owner == section:
                here = owner, key + shift if isinstance(key, int) else key
                document.places[here] = place
                if (owner, key) in part.folders:
                    document.folders[here] = part.folders[owner, key]
        content[section] = (
            [*content.get(section, ()), *value] if section in LISTS else _merged(content.get(section), value)
        )


def _merged(old, new):
    """Nested tables put together; of anything else the new one."""
    if isinstance(old, dict) and isinstance(new, dict):
        return old | {key: _merged(old.get(key), value) for key, value in new.items()}
    return new
