"""A scene -> the text of a scene file, without loss: reading it gives an equal scene, writing that the same text.

What has its default value is left out, numbers are floats with all their digits, objects and vectors stand in one line.
A user's own law is a Python function; no file can hold it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from inspect import signature
from typing import Any

from .._check import is_number, shown
from ..joints.fixed import Fixed
from ..joints.free import Free
from ..materials.material import Material
from ..quantities import quantities_of
from ..shapes.half_space import HalfSpace
from .documents import NAMED
from .inertia import as_matrix, off_centre, solid_inertia
from .naming import Parameter, take_parameters
from .options import check_output, check_run
from .parts import ALWAYS, WORLD
from .scene import ORIGIN, Scene
from .words import LISTS_OF_OBJECTS, WORDS, as_table, check_keys, told

WHOLE = ("coordinate", "degree", "max_steps")  # keys whose values are integers


class _Whole(int):
    """A number that a file has without a point."""


class UserLawError(ValueError):
    """A scene has a law (or a joint) of the user's own, which no file can hold."""


def scene_to_toml(
    scene: Scene,
    run: Mapping[str, Any] | None = None,
    output: Mapping[str, Any] | None = None,
    parameters: Mapping[str, Sequence[str]] | None = None,
) -> str:
    """The text of a scene file; `run` and `output` are its sections [run] and [output].

    parameters   names of parameters with the paths of the values that they stand for, as `--set` writes them:
                 {"mu": ["contacts.0.friction.mu"]}
    """
    if not isinstance(scene, Scene):
        raise TypeError(f"scene must be a Scene, got {shown(scene)}")
    content = _content(scene)
    for section, given, check in (("run", run, check_run), ("output", output, check_output)):
        if given is not None and as_table(given, section):
            said = {key: value for key, value in given.items() if value is not None}
            check(said, section)
            content[section] = said
    lines = [*_lines({"name": scene.name, "gravity": scene.gravity})]
    named = take_parameters(content, parameters or {})
    if named:
        lines += ["", "[parameters]", *(f"{name} = {_value(value)}" for name, value in named.items())]
    for section, part in content.items():
        if section in NAMED:
            for name, table in part.items():
                lines += ["", f"[{section}.{_key(name)}]", *_lines(table)]
        else:
            for table in part if isinstance(part, list) else (part,):
                lines += ["", f"[[{section}]]" if isinstance(part, list) else f"[{section}]", *_lines(table)]
    return "\n".join(lines) + "\n"


def _content(scene):
    """The sections of a scene but for its name and gravity, as tables."""
    bodies = list(scene.bodies.values())
    content: dict[str, Any] = {"materials": {name: _material(one) for name, one in scene.materials.items()}}
    if bodies and (ground := _ground(bodies[0])) is not None:
        content["ground"] = ground
        bodies.pop(0)
    content["bodies"] = {body.name: _body(body, scene.materials) for body in bodies}
    content["contacts"] = [_contact(rule) for rule in scene.rules]
    content["no_contacts"] = [{"bodies" if rule.by_body else "materials": [rule.a, rule.b]} for rule in scene.apart]
    content["forces"] = [_force(force) for force in scene.forces if force.kind != "joint"]
    content["joint_forces"] = [_force(force) for force in scene.forces if force.kind == "joint"]
    content["elements"] = [_object(element, f"the element {name!r}") for name, element in scene.elements.items()]
    return content


# --- parts of a scene -> tables -----------------------------------------------------------------------------------------
def _material(material):
    table = {key: value for key, value in _changed(material).items() if key != "name"}
    with told(f"material {material.name!r}"):
        check_keys(table, signature(Scene.material).parameters, "a scene file")
    return table


def _ground(body):
    """The table of [ground] if Scene.ground would make this body, else None."""
    if len(body.surfaces) != 1 or not isinstance(body.surfaces[0], HalfSpace):
        return None
    plane = body.surfaces[0]
    table = {"material": plane.material, "normal": plane.normal, "at": plane.at, "name": body.name}
    twin = Scene()
    twin.ground(**table)
    if repr(twin.bodies[body.name]) != repr(body):
        return None
    defaults = signature(Scene.ground).parameters
    return {key: value for key, value in table.items() if repr(value) != repr(defaults[key].default)}


def _body(body, materials):
    table = {}
    if body.parent != WORLD:
        table["parent"] = body.parent
    if repr(body.mass) != "0.0":
        table["mass"] = body.mass
    if repr(body.com) != repr(ORIGIN):
        table["com"] = body.com
    if repr(body.inertia) != repr(_default_inertia(body)):
        table["inertia"] = _shortest(body.inertia)
    if body.flexible is not None:
        table["flexible"] = _beam(body.flexible, f"the beam of {body.name!r}", materials)
    if repr(body.joint) != repr(Free() if body.parent == WORLD else Fixed()):
        table["joint"] = _object(body.joint, f"the joint of {body.name!r}")
    if body.surfaces:
        table["surfaces"] = [_object(surface, f"a surface of {body.name!r}") for surface in body.surfaces]
    return table


def _beam(beam, what, materials):
    """Its material is a name: of the table, or of one that the scene has."""
    material = beam.material
    if isinstance(material, Material) and material != materials.get(material.name):
        raise UserLawError(
            f"the material of {what} must be one of the scene, or a name of the table, to be written to a file, got "
            f"{shown(material)}"
        )
    return _object(beam, what)


def _default_inertia(body):
    try:
        if off_centre(body.mass, body.surfaces, body.com) is not None:
            return None
        return as_matrix("inertia", solid_inertia(body.mass, body.surfaces))
    except (ValueError, ArithmeticError):  # a capsule without radius has no volume
        return None


def _shortest(inertia):
    """Three moments where that says it all, else the matrix."""
    moments = tuple(inertia[i][i] for i in range(3))
    return moments if repr(as_matrix("inertia", moments)) == repr(inertia) else inertia


def _contact(rule):
    what = "bodies" if rule.by_body else "materials"
    between = f"the contact between the {what} {rule.a!r} and {rule.b!r}"
    table = {what: [rule.a, rule.b], "normal": _object(rule.normal, f"the normal law of {between}")}
    if type(rule.friction).__name__ != "Frictionless":
        table["friction"] = _object(rule.friction, f"the friction law of {between}")
    if rule.rolling is not None:
        table["rolling"] = _object(rule.rolling, f"the rolling resistance of {between}")
    if rule.centre != 0.5:
        table["centre"] = rule.centre
    return table


def _force(force):
    """Constant ones have two equal rows."""
    constant = len(force.times) == 2 and repr(force.values[0]) == repr(force.values[1])
    if force.kind == "joint":
        values = tuple(row[0] for row in force.values)
        table = {"body": force.body, "value": values[0]} if constant else {"body": force.body, "values": values}
    else:
        forces, moments = tuple(row[:3] for row in force.values), tuple(row[3:] for row in force.values)
        table = {"body": force.body} | ({"force": forces[0]} if constant else {"forces": forces})
        if any(repr(moment) != repr(ORIGIN) for moment in moments):
            table |= {"moment": moments[0]} if constant else {"moments": moments}
        table |= {"at": force.at} if repr(force.at) != repr(ORIGIN) else {}
        table |= {"axes": force.kind} if force.kind != "world" else {}
    table |= {"coordinate": force.coordinate} if force.coordinate else {}
    if not constant:
        return table | {"times": force.times}
    start, stop = force.times
    table |= {"start": start} if start != -ALWAYS else {}
    return table | ({"stop": stop} if stop != ALWAYS else {})


# --- objects ------------------------------------------------------------------------------------------------------------
def _object(thing, what):
    """The table of a joint, a surface or a law."""
    name = type(thing).__name__
    if WORDS.get(name) is not type(thing):
        raise UserLawError(f"{what} must be one of supple's own to be written to a file, got {shown(thing)}")
    table, quantities = {"type": name}, quantities_of(type(thing))
    for key, value in _changed(thing).items():
        if isinstance(value, Material):
            value = value.name
        elif is_dataclass(value):
            value = _object(value, f"{key} of {what}")
        elif key in LISTS_OF_OBJECTS:
            value = [_object(one, f"one of {key} of {what}") for one in value]
        elif callable(value):
            raise UserLawError(
                f"{key} of {what} must be a text 'module:function' to be written to a file, got a function"
            )
        whole = isinstance(value, int) and key in quantities and quantities[key].range.words.startswith("whole number")
        table[key] = _Whole(value) if whole else value
    return table


def _changed(thing):
    """Fields that differ from their defaults."""
    found = {}
    for field in fields(thing):
        value = getattr(thing, field.name)
        if field.default is MISSING or repr(_plain(value)) != repr(_plain(field.default)):
            found[field.name] = value
    return found


def _plain(value):
    """Numbers as floats: 1 and 1.0 are equal."""
    return float(value) if is_number(value) else value


# --- text ---------------------------------------------------------------------------------------------------------------
def _lines(table):
    return [f"{_key(key)} = {_value(value, key)}" for key, value in table.items()]


def _value(value, key=""):
    if isinstance(value, bool):
        return "true" if value else "false"
    if key in WHOLE or isinstance(value, _Whole):
        return str(int(value))
    if is_number(value):
        return repr(float(value))
    if isinstance(value, Parameter):
        return _text(value)
    if isinstance(value, str):
        return _text("$" + value if value.startswith("$") else value)  # "$" begins the name of a parameter
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(name)} = {_value(item, name)}" for name, item in value.items()) + " }"
    return "[" + ", ".join(map(_value, value)) + "]"


def _text(text):
    import tomli_w  # only who writes needs it

    return tomli_w.dumps({"x": text}).removeprefix("x = ").rstrip("\n")


def _key(key):
    import tomli_w

    return tomli_w.dumps({key: 0}).removesuffix(" = 0\n")
