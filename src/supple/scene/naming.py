"""Values of a scene that get a name in its file: `mu = 0.8` under [parameters], and "$mu" where they stand.

    {"mu": ["contacts.0.friction.mu"]}     one name for the values at these paths, which must be equal

A value that is left out of the file because it is the default of its class is put in.
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields

from .._check import items, shown
from .settings import join_name, split_name
from .words import WORDS


class Parameter(str):
    """The text "$name" that stands for a parameter."""


def take_parameters(content, parameters):
    """Put names into the content of a file; return {name: value} as a table of TOML."""
    if not isinstance(parameters, Mapping):
        raise TypeError(f"parameters must be a dict of names and lists of paths, got {shown(parameters)}")
    found = {}
    for name, paths in parameters.items():
        parts = split_name(name)
        places = [_place(content, path, name) for path in items(f"parameters {name!r}", paths, "a list of paths")]
        values = [node[key] for node, key in places]
        if not values or any(repr(value) != repr(values[0]) for value in values):
            raise ValueError(f"values of the parameter {name!r} must be equal, and at least one, got {shown(values)}")
        found[join_name(parts)] = values[0]
        for node, key in places:
            node[key] = Parameter("$" + join_name(parts))
    return found


def _place(content, path, name):
    """The table or list that holds the value at a path, and its key there."""
    node, parts = content, split_name(path)
    for key in parts[:-1]:
        node = node[_step(node, key, path, name)]
    last = parts[-1]
    if isinstance(node, dict) and last not in node and "type" in node:
        defaults = {field.name: field.default for field in fields(WORDS[node["type"]])}
        if defaults.get(last, MISSING) is not MISSING:
            node[last] = defaults[last]
    return node, _step(node, last, path, name)


def _step(node, key, path, name):
    if isinstance(node, dict) and key in node:
        return key
    if isinstance(node, list | tuple) and key.isdecimal() and int(key) < len(node):
        return int(key)
    raise ValueError(f"a path of the parameter {name!r} must lead to a value of the scene, got {shown(path)}")
