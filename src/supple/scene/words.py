"""Words of a scene file and what they stand for: a table with a `type` is an object.

    { type = "Sphere", radius = 0.1 }                              Sphere(radius=0.1)
    { type = "HuntCrossley", from = "restitution", e = 0.7, ... }  HuntCrossley.from_restitution(e=0.7, ...)

The keys of a table are the arguments of the constructor, of the classmethod or of the method of Scene: nothing is listed
twice, and a new law costs nothing here. An argument annotated with Any is itself such a table.

A place is a text such as `drop.toml: bodies.ball.surfaces[0]`; every complaint begins with one.
"""

import inspect
import json
import re
from contextlib import contextmanager
from functools import cache
from typing import Any

from .._check import is_number, one_of, shown
from ..elements.curves.registry import CURVES
from ..elements.levers.registry import LEVERS
from ..elements.registry import ELEMENTS
from ..flexible.beam import Beam
from ..flexible.modes.registry import MODES
from ..flexible.sections.registry import SECTIONS
from ..joints.registry import JOINTS
from ..laws.registry import FRICTION, NORMAL
from ..laws.rolling import RollingResistance
from ..materials.material import Material
from ..motions.registry import MOTIONS
from ..shapes.registry import SHAPES

USERS_OWN = ("UserNormal", "UserFriction")  # Python functions: no file can hold them


def _named(classes):
    return {kind.__name__: kind for kind in classes}


def _laws(registry):
    return {name: registry.get(name) for name in sorted(registry.names) if name not in USERS_OWN}


JOINT_WORDS = _named(JOINTS.classes)
SURFACE_WORDS = _named(SHAPES.classes)
NORMAL_WORDS = _laws(NORMAL)
FRICTION_WORDS = _laws(FRICTION)
ROLLING_WORDS = _named([RollingResistance])
# arguments that are objects, and the words that they may begin with
ELEMENT_WORDS = {name: ELEMENTS.get(name) for name in ELEMENTS.names}
FLEXIBLE_WORDS = _named([Beam])
SECTION_WORDS = _named(SECTIONS.classes)
MODE_WORDS = _named(MODES.classes)
MOTION_WORDS = _named(MOTIONS.classes)
CURVE_WORDS = _named(CURVES.classes)
LEVER_WORDS = _named(LEVERS.classes)
WORDS = JOINT_WORDS | SURFACE_WORDS | NORMAL_WORDS | FRICTION_WORDS | ROLLING_WORDS | ELEMENT_WORDS
WORDS |= FLEXIBLE_WORDS | SECTION_WORDS | MODE_WORDS | MOTION_WORDS | CURVE_WORDS | LEVER_WORDS
OBJECTS = {"joint": JOINT_WORDS, "normal": NORMAL_WORDS, "friction": FRICTION_WORDS, "rolling": ROLLING_WORDS,
           "limit_law": NORMAL_WORDS, "flexible": FLEXIBLE_WORDS, "section": SECTION_WORDS, "ends": MODE_WORDS,
           "ends_z": MODE_WORDS, "ends_x": MODE_WORDS, "motion": MOTION_WORDS, "curve": CURVE_WORDS,
           "command": MOTION_WORDS, "reference": MOTION_WORDS, "velocity": MOTION_WORDS,
           "feed_forward": MOTION_WORDS}  # fmt: skip
OR_TEXT = ("ends", "ends_z", "ends_x")  # those that may be a word instead
OR_NUMBER = ("reference", "velocity", "feed_forward")  # those that may be a number instead
OR_PLAIN = ("command",)  # those that may be a number, a word, or a word and a number instead
LISTS_OF_OBJECTS = {"surfaces": SURFACE_WORDS, "motions": MOTION_WORDS, "levers": LEVER_WORDS}
MATERIAL = Material | str  # an argument of a from_... constructor: a name in the file, or in the table of the package


# --- places -------------------------------------------------------------------------------------------------------------
def key_text(key):
    """A key as TOML writes it: bare where possible."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


@contextmanager
def told(where):
    """Say the place before whatever a constructor says, in one line."""
    try:
        yield
    except RecursionError:
        raise
    except (TypeError, ValueError, RuntimeError) as error:
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(f"{where}: {error}".replace("\n", " ")) from None
    except ArithmeticError:
        raise ValueError(f"{where}: numbers must give finite results, got some too large or too small") from None


def as_table(value, where):
    """A table, or a sentence."""
    if not isinstance(value, dict):
        raise TypeError(f"{where} must be a table, got {shown(value)}")
    return value


def as_list(value, where, what="a list"):
    """A list, or a sentence."""
    if not isinstance(value, list | tuple):
        raise TypeError(f"{where} must be {what}, got {shown(value)}")
    return value


def check_keys(table, accepted, where):
    """Every key must be an accepted one."""
    for key in table:
        one_of(f"{where}: key", key, tuple(accepted))


# --- tables -> calls ----------------------------------------------------------------------------------------------------
@cache
def makers(kind):
    """The classmethods `from_<name>` of a class, by <name>."""
    found = (name for name in dir(kind) if name.startswith("from_") and name != "from_function")  # which takes code
    return {name.removeprefix("from_"): getattr(kind, name) for name in found}


def construct(table, words, where, materials):
    """The object that a table with a `type` (and perhaps a `from`) stands for."""
    rest = dict(as_table(table, where))
    if "type" not in rest:
        raise ValueError(f"{where}: type must be one of {', '.join(words)}, got none")
    kind = words[one_of(f"{where}: type", rest.pop("type"), tuple(words))]
    if "from" not in rest:
        return call(kind, rest, where, materials, also=("type", "from") if makers(kind) else ("type",))
    maker = makers(kind)[one_of(f"{where}: from", rest.pop("from"), tuple(makers(kind)))]
    return call(maker, rest, where, materials, also=("type", "from"))


def call(maker, table, where, materials, given=None, also=()):
    """maker(**table, **given); keys outside of its arguments are refused, those in `also` were taken before."""
    given = given or {}
    wanted = {name: p for name, p in _parameters(maker).items() if name not in given}
    check_keys(table, (*also, *wanted), where)
    for name, parameter in wanted.items():
        if parameter.default is parameter.empty and name not in table:
            raise ValueError(f"{where}: {name} must be given, got none")
    computes = getattr(maker, "__name__", "").startswith("from_")  # before it checks
    ready = {
        name: _argument(wanted[name], value, f"{where}.{name}", materials, computes) for name, value in table.items()
    }
    with told(where):
        return maker(**ready, **given)


def _parameters(maker):
    """The arguments of a class, a function or a method, by name."""
    return _arguments(getattr(maker, "__func__", maker), hasattr(maker, "__self__"))


@cache
def _arguments(function, bound):
    """The same, found once: that takes longer than most calls."""
    found = dict(inspect.signature(function).parameters)
    if bound:
        found.pop(next(iter(found)))
    return found


def _argument(parameter, value, where, materials, computes):
    name = parameter.name
    if name in LISTS_OF_OBJECTS:
        return [
            construct(item, LISTS_OF_OBJECTS[name], f"{where}[{i}]", materials)
            for i, item in enumerate(as_list(value, where, "a list of tables"))
        ]
    plain = (
        (name in OR_TEXT and isinstance(value, str))
        or (name in OR_NUMBER and is_number(value))
        or (name in OR_PLAIN and not isinstance(value, dict))
    )
    if parameter.annotation is Any and not plain:
        return construct(value, OBJECTS[name], where, materials)
    if parameter.annotation in (MATERIAL, MATERIAL | None):
        return materials.get(value, value) if isinstance(value, str) else value
    if computes and parameter.annotation is float and not is_number(value):
        raise TypeError(f"{where} must be a number, got {shown(value)}")
    return value
