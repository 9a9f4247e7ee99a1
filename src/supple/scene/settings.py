"""Parameters of a scene file and values set from outside.

    [parameters]                     height = 1.0, ground.mu = 0.3
    position = [0, 0, "$height"]     the parameter of that name;  "$$x" is the text $x
    set = {"ground.mu": 0.5}         a parameter keeps its kind: a number stays a number
    set = {"bodies.ball.mass": 1}    or the path of any value; items of lists are numbered from 0

Names are dotted like the keys of TOML: a part with dots or spaces stands in quotes, `bodies."my ball".mass`.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from .._check import is_number, one_of, shown
from .keys import KEY, check_key_length
from .words import key_text

MAY_BE_NEW = ("run", "output")  # sections that a setting may begin
NAME = re.compile(rf"(?P<name>\s*{KEY}(?:\s*\.\s*{KEY})*\s*)=")  # of a setting NAME=VALUE


# --- names --------------------------------------------------------------------------------------------------------------
def split_name(name):
    """The parts of a dotted name, or a sentence."""
    parts = _parts(name) if isinstance(name, str) else None
    if parts is None:
        raise ValueError(f'a name must be dotted keys such as ground.mu or bodies."my ball".mass, got {shown(name)}')
    return parts


@lru_cache(maxsize=4096)
def _parts(name):
    """The parts of a dotted name, None if it is none."""
    check_key_length(name, "a name")
    try:
        node = tomllib.loads(f"{name} = 0")
    except (ValueError, RecursionError):
        return None
    parts = []
    while isinstance(node, dict):
        if len(node) != 1:  # a line break in the name
            return None
        ((key, node),) = node.items()
        parts.append(key)
    return tuple(parts)


def join_name(parts):
    """A dotted name from its parts."""
    return ".".join(map(key_text, parts))


def parse_setting(setting: str) -> tuple[str, Any]:
    """NAME=VALUE -> (name, value). VALUE is a TOML value; a word that is none is a text."""
    found = NAME.match(setting)  # a quoted name may hold an equals sign too
    name = found["name"].strip() if found else ""
    if found and name and _parts(name):
        return name, _value(name, setting[found.end() :].strip())
    raise ValueError(f"a setting must be NAME=VALUE such as ground.mu=0.3, got {shown(setting)}")


def _value(name, text):
    try:
        table = tomllib.loads(f"x = {text}")
        if len(table) == 1:
            return table["x"]
    except (ValueError, RecursionError):
        pass
    if not text or text[0] in "[{\"'" or "\n" in text:
        raise ValueError(f"the value of {name} must be a TOML value or a word, got {shown(text)}")
    return text


# --- parameters ---------------------------------------------------------------------------------------------------------
def flatten(table, where, parts=()):
    """{parts of the name: value} of nested tables of parameters; values are plain."""
    found = {}
    for key, value in table.items():
        here = (*parts, key)
        if isinstance(value, dict):
            found.update(flatten(value, where, here))
        else:
            _check_plain(value, f"{where}.{join_name(here)}")
            found[here] = value
    return found


def _check_plain(value, where):
    if isinstance(value, list):
        for i, item in enumerate(value):
            _check_plain(item, f"{where}[{i}]")
    elif isinstance(value, str) and value.startswith("$"):
        raise ValueError(f"{where} must be a plain value, not another parameter, got {value!r}")
    elif isinstance(value, dict):
        raise ValueError(f"{where} must be a plain value, got the table {shown(value)}")


def substitute(value, parameters, where):
    """The value with every "$name" replaced by the parameter."""
    if isinstance(value, dict):
        return {key: substitute(item, parameters, f"{where}.{key_text(key)}") for key, item in value.items()}
    if isinstance(value, list):
        return [substitute(item, parameters, f"{where}[{i}]") for i, item in enumerate(value)]
    if not isinstance(value, str) or not value.startswith("$"):
        return value
    if value.startswith("$$"):
        return value[1:]
    parts = _parts(value[1:])
    if parts not in parameters:
        one_of(f"{where}: parameter", value[1:], tuple(map(join_name, parameters)))
    return parameters[parts]


# --- settings -----------------------------------------------------------------------------------------------------------
def apply_settings(content, settings, sections, label):
    """Set parameters, or else values by their path, in the content of a scene file."""
    if settings is None:
        return
    if not isinstance(settings, Mapping):
        raise TypeError(f"set must be a dict of names and values, got {shown(settings)}")
    known = flatten(content.get("parameters", {}), f"{label}: parameters")
    for name, value in settings.items():
        parts, where = split_name(name), f"{label}: set {name}"
        if _kind(value) is None:
            raise TypeError(f"{where} must be a number, a text, true, false, a list or a table, got {shown(value)}")
        named = parts[1:] if parts[0] == "parameters" else parts
        if named in known:
            _check_kind(known[named], value, where)
            _assign(content, ("parameters", *named), value, where)
            continue
        if parts[0] not in sections:
            one_of(where, name, (*map(join_name, known), *sections))
        _assign(content, parts, value, where)


def _kind(value):
    if isinstance(value, bool):
        return "true or false"
    if is_number(value):
        return "a number"
    if isinstance(value, str):
        return "a text"
    if isinstance(value, list | tuple) or getattr(value, "ndim", 0) > 0:
        return "a list"
    if isinstance(value, dict):
        return "a table"
    return "a date" if hasattr(value, "isoformat") else None


def _check_kind(old, new, where):
    if _kind(old) != _kind(new):
        raise TypeError(f"{where} must be {_kind(old)} like the parameter, got {shown(new)}")


def _assign(content, parts, value, where):
    node = content
    for depth, key in enumerate(parts[:-1]):
        if depth == 0 and key in MAY_BE_NEW:
            node.setdefault(key, {})
        node = node[_step(node, key, parts[:depth], where)]
    last = parts[-1]
    node[last if isinstance(node, dict) else _step(node, last, parts[:-1], where)] = value


def _step(node, key, before, where):
    """The key of the next node on a path, or a sentence."""
    here = join_name(before)
    if isinstance(node, dict):
        return one_of(f"{where}: key of {here or 'the file'}", key, node)
    if not isinstance(node, list):
        raise TypeError(f"{where}: {here} must be a table or a list to have parts, got {shown(node)}")
    if not key.isdecimal() or int(key) >= len(node):
        raise ValueError(f"{where}: item of {here} must be a number from 0 to {len(node) - 1}, got {key}")
    return int(key)
