"""JSON Schema (draft 2020-12) of scene files, for editors: completion, hints and marks while one writes.

It is made of what the reader uses: the words, the arguments of constructors and of the methods of Scene with their kinds
and defaults, meaning, unit and range of the fields that are quantities, and what the docstrings of the methods say of
each argument (`name: meaning [unit], range.`). An editor learns from it what is missing, misspelt or out of range; what
depends on other numbers is left to the constructors.
"""

import inspect
from collections.abc import Sequence
from dataclasses import is_dataclass
from types import UnionType
from typing import Any, get_args, get_origin

from ..options import Options
from ..quantities import FINITE, NAME, NONNEGATIVE, POSITIVE, quantities_of
from .dh import Link
from .documents import LISTS
from .options import Output
from .scene import Scene
from .words import (
    CURVE_WORDS,
    ELEMENT_WORDS,
    FLEXIBLE_WORDS,
    FRICTION_WORDS,
    JOINT_WORDS,
    LEVER_WORDS,
    LISTS_OF_OBJECTS,
    MATERIAL,
    MODE_WORDS,
    MOTION_WORDS,
    NORMAL_WORDS,
    OBJECTS,
    OR_NUMBER,
    OR_PLAIN,
    OR_TEXT,
    ROLLING_WORDS,
    SECTION_WORDS,
    SURFACE_WORDS,
    makers,
)

FAMILIES = {"joint": JOINT_WORDS, "surface": SURFACE_WORDS, "normal": NORMAL_WORDS, "friction": FRICTION_WORDS,
            "rolling": ROLLING_WORDS, "element": ELEMENT_WORDS, "flexible": FLEXIBLE_WORDS, "section": SECTION_WORDS,
            "modes": MODE_WORDS, "motion": MOTION_WORDS, "curve": CURVE_WORDS,
            "lever": LEVER_WORDS}  # fmt: skip
PLAIN = {float: "number", int: "integer", str: "text", bool: "switch"}
TYPES = {"number": "number", "integer": "integer", "text": "string", "switch": "boolean"}  # as JSON has them
SHARED = {  # kinds that many have: PLAIN, and limits
    ("number", FINITE.limits): "number",
    ("number", POSITIVE.limits): "positive",
    ("number", NONNEGATIVE.limits): "nonnegative",
    ("integer", ()): "integer",
    ("switch", ()): "switch",
    ("text", ()): "text",
    ("text", NAME.limits): "name",
}
FILE = "CSV file with one link in every row, relative to this file: docs/robots.md"


def schema():
    """The schema as a dict, ready for `json.dump`."""
    sections = {
        "name": _described(_text(), "name of the scene"),
        "gravity": _described(_array(3), "[m/s^2]"),
        "include": {
            "type": "array",
            "items": _text(),
            "description": "scene files to read first, relative to this one",
        },
        "parameters": {"type": "object", "description": 'plain values for "$name", which --set may override'},
        "materials": {"type": "object", "additionalProperties": _table(Scene.material, taken=("name",))},
        "ground": _table(Scene.ground),
        "bodies": {"type": "object", "additionalProperties": _table(Scene.body, taken=("name",))},
        "robots": {
            "type": "object",
            "additionalProperties": {
                "anyOf": [
                    _table(Scene.robot, taken=("name", "table"), also={"table": _links()}),
                    _table(Scene.robot, taken=("name", "table"), also={"file": _described(_text(), FILE)}),
                ]
            },
        },
        "contacts": [
            _table(Scene.contact, taken=("material_a", "material_b"), also={"materials": _two_names()}),
            _table(Scene.pair, taken=("body_a", "body_b"), also={"bodies": _two_names()}),
        ],
        "no_contacts": [
            _table(Scene.no_contact, taken=("material_a", "material_b"), also={"materials": _two_names()}),
            _table(Scene.no_pair, taken=("body_a", "body_b"), also={"bodies": _two_names()}),
        ],
        "forces": [_table(Scene.force), _table(Scene.force_table)],
        "joint_forces": [_table(Scene.joint_force), _table(Scene.joint_force_table)],
        "elements": [_ref("element")],
        "run": _table(Options) | {"required": []},  # the end may be said later
        "output": _table(Output),
    }
    for name in LISTS:
        sections[name] = {"type": "array", "items": {"anyOf": sections[name]}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "supple scene",
        "type": "object",
        "properties": sections,
        "additionalProperties": False,
        "$defs": _definitions(),
    }


def _definitions():
    kinds = {
        "parameter": {"type": "string", "pattern": r"^\$[^$]", "description": "the parameter of this name"},
    } | {name: _limited(*kind) for kind, name in SHARED.items()}
    for family, words in FAMILIES.items():
        kinds[family] = {
            "type": "object",
            "properties": {"type": {"enum": list(words)}},
            "required": ["type"],
            "anyOf": [variant for kind in words.values() for variant in _variants(kind)],
        }
    return kinds


def _variants(kind):
    """The table of a class, and one for each of its from_... constructors."""
    name = {"type": {"const": kind.__name__}}
    yield _table(kind, also=name)
    for word, maker in makers(kind).items():
        yield _table(maker, also=name | {"from": {"const": word}}, kind=kind)


# --- one table ----------------------------------------------------------------------------------------------------------
def _table(maker, *, taken=(), also=None, kind=None):
    """The table whose keys are the arguments of `maker` without those `taken`; `also` has keys that must stand there.

    An argument of a constructor `maker` that has the name of a field of its class, `kind`, means the same.
    """
    properties, required = dict(also or {}), list(also or {})
    kind = kind or maker
    quantities = quantities_of(kind) if is_dataclass(kind) else {}
    said = {name: quantity.words for name, quantity in quantities.items()} | meanings_of(maker)
    for name, parameter in inspect.signature(maker).parameters.items():
        if name in ("self", *taken):
            continue
        range = quantities[name].range if name in quantities else None
        properties[name] = _described(_kind(parameter, range), said.get(name))
        if parameter.default is parameter.empty:
            required.append(name)
    found = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    return _described(found, (inspect.getdoc(maker) or "").split("\n")[0])


def meanings_of(maker):
    """What a docstring says of arguments, by name: of the methods of Scene, of the options of a run."""
    lines = (line.partition(": ") for line in (inspect.getdoc(maker) or "").splitlines())
    return {name: text.removesuffix(".") for name, colon, text in lines if colon and name.isidentifier()}


def _kind(parameter, range):
    """The schema of a value, from the annotation and the default of an argument, and its range if that is known."""
    if parameter.name in LISTS_OF_OBJECTS:
        return {"type": "array", "items": _ref(_family(LISTS_OF_OBJECTS[parameter.name]))}
    annotation, default = parameter.annotation, parameter.default
    if annotation is Any:
        object = _ref(_family(OBJECTS[parameter.name]))
        if parameter.name in OR_PLAIN:
            return {"anyOf": [_ref("number"), _text(), {"type": "array", "minItems": 2, "maxItems": 2}, object]}
        instead = "text" if parameter.name in OR_TEXT else "number" if parameter.name in OR_NUMBER else ""
        return {"anyOf": [_ref(instead), object]} if instead else object
    if annotation in (MATERIAL, MATERIAL | None):
        return _ref("text")
    if get_args(annotation)[:2] == (float, tuple):  # one number or several
        several = _maybe({"type": "array", "items": _in_range("number", range.each)} | dict(range.limits))
        return {"anyOf": [_in_range("number", range.each), several]}
    if isinstance(annotation, UnionType):  # X | None
        annotation = get_args(annotation)[0]
    if annotation in PLAIN:
        return _in_range(PLAIN[annotation], range or FINITE)
    if (get_origin(annotation) or annotation) not in (tuple, Sequence):
        raise TypeError(f"the kind of {parameter.name} must be one that a file can hold, got {annotation!r}")
    if range is not None and range.each is not None:
        return _maybe({"type": "array", "items": _in_range("number", range.each)} | dict(range.limits))
    if isinstance(default, tuple) and default:
        return _array(len(default))
    return _array() if get_args(annotation) == (float,) else _maybe({"type": "array"})


def _in_range(kind, range):
    """A value of a plain kind in a range."""
    shared = SHARED.get((kind, range.limits))
    return _ref(shared) if shared else _limited(kind, range.limits)


def _limited(kind, limits):
    """A value of a plain kind within limits, or a parameter, which is a text itself."""
    limited = {"type": TYPES[kind]} | {key: list(value) if isinstance(value, tuple) else value for key, value in limits}
    return limited if kind == "text" else _maybe(limited)


def _links():
    """The table of a robot: one table per link."""
    return {"type": "array", "items": _table(Link), "minItems": 1, "description": "links, from the base on"}


def _family(words):
    return next(name for name, family in FAMILIES.items() if family is words)


def _ref(name):
    return {"$ref": f"#/$defs/{name}"}


def _text():
    return {"type": "string", "minLength": 1}


def _two_names():
    return {"type": "array", "items": _text(), "minItems": 2, "maxItems": 2}


def _array(size=None):
    length = {} if size is None else {"minItems": size, "maxItems": size}
    return _maybe({"type": "array", "items": _ref("number")} | length)


def _maybe(kind):
    """That kind, or a parameter."""
    return {"anyOf": [kind, _ref("parameter")]}


def _described(kind, text):
    return kind | {"description": text} if text else kind
