"""JSON Schema (draft 2020-12) of specifications of sweeps, for editors; made of the outputs and the options of a run."""

from dataclasses import MISSING, fields

from ..options import OPTIONS
from .designs import DESIGNS, KINDS, SCALES
from .outputs import IMPACT_VALUES, OUTPUTS, PEAKS, STATISTICS
from .specification import KEYS

CHOICES = {("Impacts", "value"): tuple(IMPACT_VALUES), ("Peak", "value"): PEAKS, ("ContactChannel", "value"): PEAKS,
           ("Statistic", "of"): STATISTICS}  # fmt: skip
TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}


def schema():
    """The schema."""
    pair = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
    steps = {
        "type": "object", "required": ["from", "to", "number"], "additionalProperties": False,
        "properties": {
            "from": {"type": "number"}, "to": {"type": "number"}, "number": {"type": "integer", "minimum": 2},
            "scale": {"enum": list(SCALES)},
        },
    }  # fmt: skip
    some = {"type": "array", "minItems": 1}
    drawn = [
        {"type": "object", "required": [kind], "additionalProperties": False, "properties": {kind: said}}
        for kind, said in (*((kind, pair) for kind in KINDS), ("choice", some))
    ]
    properties = {
        "scene": {"type": "string", "description": "scene file, relative to this file"},
        "function": {"type": "string", "pattern": "^[^:]+:[^:]+$", "description": "module:function that returns a scene"},
        "design": {"enum": list(DESIGNS)},
        "members": {"type": "integer", "minimum": 1},
        "seed": {"type": "integer", "minimum": 0},
        "block": {"type": "integer", "minimum": 1, "description": "members computed and written together"},
        "time_limit": {"type": "number", "exclusiveMinimum": 0, "description": "[s] on the clock that a member may take"},
        "parameters": {"type": "object", "minProperties": 1, "additionalProperties": {"anyOf": [some, steps, *drawn]}},
        "set": {"type": "object"},
        "run": {
            "type": "object", "additionalProperties": False,
            "properties": {name: {"description": option.help} for name, option in OPTIONS.items()},
        },
        "outputs": {
            "type": "object", "minProperties": 1,
            "additionalProperties": {"oneOf": [_output(name, kind) for name, kind in OUTPUTS.items()]},
        },
    }  # fmt: skip
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema", "title": "specification of a sweep of supple",
        "type": "object", "required": ["parameters", "outputs"], "additionalProperties": False,
        "oneOf": [{"required": ["scene"]}, {"required": ["function"]}],
        "properties": {key: properties[key] for key in KEYS},
    }  # fmt: skip


def _output(name, kind):
    found, required = {"type": {"const": name}}, ["type"]
    for field in fields(kind):
        key = field.name.rstrip("_")
        if (name, key) in CHOICES:
            found[key] = {"enum": list(CHOICES[name, key])}
        else:
            plain = [word for one, word in TYPES.items() if one in getattr(field.type, "__args__", (field.type,))]
            found[key] = {"type": plain[0]} if plain else {}
        if field.default is MISSING:
            required.append(key)
    return {
        "description": (kind.__doc__ or "").strip(), "type": "object", "required": required,
        "additionalProperties": False, "properties": found,
    }  # fmt: skip
