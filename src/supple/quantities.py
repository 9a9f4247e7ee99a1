"""What a value is: meaning, unit and range of a parameter, written once, where it is declared.

    @described
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Post:
        height: Annotated[float, Quantity("above the floor", "m", POSITIVE)]
        at: Annotated[tuple, Quantity("place of its foot in the body", "m", numbers(3))] = (0.0, 0.0, 0.0)

        def __post_init__(self):
            check_quantities(self)

From there come the sentence on a value that is out of range, the value as it is kept (3 is stored as 3.0, a list as a
tuple, a direction with length 1), the line in the docstring that help() shows (`height: above the floor [m], > 0.`), the
row in docs/reference.md, and the limits in the schema of scene files.
"""

from collections.abc import Callable
from dataclasses import fields
from functools import cache, partial
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar, get_type_hints

from ._check import (
    finite,
    integer,
    is_number,
    items,
    nonnegative,
    one_of,
    positive,
    shown,
    text,
    unit_vector,
    vector,
    within,
)

Kind = TypeVar("Kind")


class Range(NamedTuple):
    """The values that something may have: in words, as a check, and as JSON schema has it.

    The check takes name, value and unit, and returns the value as it is kept.
    """

    words: str
    check: Callable[[str, Any, str], Any]
    limits: tuple[tuple[str, Any], ...] = ()  # keywords of JSON schema
    each: Any = None  # of several numbers: the Range of each of them


def short(value):
    """A number or a text, 1e9 rather than 1e+09."""
    return f"{value:g}".replace("e+", "e").replace("e-0", "e-").replace("e0", "e") if is_number(value) else value


# --- one number ---------------------------------------------------------------------------------------------------------
FINITE = Range("", finite)
POSITIVE = Range("> 0", positive, (("exclusiveMinimum", 0.0),))
NONNEGATIVE = Range(">= 0", nonnegative, (("minimum", 0.0),))


def _check_between(low, high, name, value, unit):
    return within(name, value, low, high, unit)


def between(low, high):
    """From low to high, both included."""
    limits = ("minimum", low), ("maximum", high)
    return Range(f"{short(low)} to {short(high)}", partial(_check_between, low, high), limits)


def _check_whole(name, value, unit):
    number = integer(name, value)
    if number < 0:
        raise ValueError(f"{name} must be >= 0, got {shown(value)}")
    return number


WHOLE = Range("whole number from 0", _check_whole, (("minimum", 0),))


# --- several numbers ----------------------------------------------------------------------------------------------------
def _size(size):
    return () if size is None else (("minItems", size), ("maxItems", size))


def _check_numbers(size, each, name, value, unit):
    if size is None:
        value = items(name, value, "numbers" if unit == "-" else f"numbers [{unit}]")
    checked = vector(name, value, len(value) if size is None else size, unit)
    if each is not finite:
        for i, number in enumerate(checked):
            each(f"{name}[{i}]", number, unit)
    return checked


def numbers(size=None, each=FINITE):
    """So many numbers, or any number of them, each in its range."""
    words = "" if size is None else f"{size} numbers"
    return Range(f"{words} {each.words}".strip(), partial(_check_numbers, size, each.check), _size(size), each)


def _check_rising(name, value, unit):
    low, high = vector(name, value, 2, unit)
    if not low < high:
        raise ValueError(f"{name} must be (low, high) with low < high [{unit}], got {shown(value)}")
    return low, high


def _check_increasing(name, value, unit):
    checked = _check_numbers(None, finite, name, value, unit)
    if len(checked) == 1 or any(b <= a for a, b in pairwise(checked)):
        raise ValueError(f"{name} must be two or more increasing numbers [{unit}], got {checked!r}")
    return checked


def _check_unit_vector(size, name, value, unit):
    return unit_vector(name, value, size)


LOW_HIGH = Range("low < high", _check_rising, _size(2), FINITE)
INCREASING = Range("increasing", _check_increasing, (), FINITE)
UNIT_VECTOR = Range("3 numbers, not all 0", partial(_check_unit_vector, 3), _size(3), FINITE)
QUATERNION = Range("quaternion w, x, y, z", partial(_check_unit_vector, 4), _size(4), FINITE)


# --- what is no number --------------------------------------------------------------------------------------------------
def _check_name(name, value, unit):
    return text(name, value)


def _check_switch(name, value, unit):
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be true or false, got {shown(value)}")
    return value


def _as_it_is(name, value, unit):
    return value


def _check_choice(words, name, value, unit):
    return one_of(name, value, words)


def choice(*words):
    """One of some words."""
    return Range(" or ".join(words), partial(_check_choice, words), (("enum", words),))


NAME = Range("", _check_name, (("minLength", 1),))
SWITCH = Range("", _check_switch)
UNCHECKED = Range("", _as_it_is)  # what its class checks by itself


def _check_unless(none, check, name, value, unit):
    return value if type(value) is type(none) and value == none else check(name, value, unit)


def optional(range, none=None):
    """That range, or `none`; a file leaves None out, and any other value that stands for nothing is allowed there."""
    limits = range.limits if none is None else ()
    return range._replace(check=partial(_check_unless, none, range.check), limits=limits)


# --- quantities ---------------------------------------------------------------------------------------------------------
class Quantity(NamedTuple):
    """What a field of a dataclass is."""

    meaning: str
    unit: str = ""  # "-": a number without unit, "": no number
    range: Range = FINITE
    least: str = ""  # the field that it must not be smaller than
    note: str = ""  # what a special value stands for

    @property
    def words(self):
        """All of it in a line."""
        unit = f" [{self.unit}]" if self.unit else ""
        range = f">= {self.least}" if self.least else self.range.words
        return f"{self.meaning}{unit}" + (f", {range}" if range else "") + (f"; {self.note}" if self.note else "")

    def __repr__(self):
        return self.words


@cache
def quantities_of(kind: Any) -> dict[str, Quantity]:
    """The fields of a dataclass that are quantities, by name."""
    noted = {field.name: getattr(field.type, "__metadata__", ()) for field in fields(kind)}
    return {name: note for name, notes in noted.items() for note in notes if isinstance(note, Quantity)}


@cache
def _checks_of(kind: Any) -> tuple[Any, Any]:
    """(name, check, unit) of all quantities of a class, and (name, least, unit) of those with another one below them."""
    known = quantities_of(kind)
    checks = tuple((name, one.range.check, one.unit or "-") for name, one in known.items())
    return checks, tuple((name, one.least, one.unit) for name, one in known.items() if one.least)


def check_quantities(self: Any) -> None:
    """Every value of a dataclass of quantities is in its range, and is stored as it is kept; or a sentence."""
    kind: Any = type(self)
    checks, pairs = _checks_of(kind)
    changed = []
    for name, check, unit in checks:
        given = getattr(self, name)
        kept = check(name, given, unit)
        if kept is not given:
            changed.append((name, kept))
    for name, least, unit in pairs:
        value, lowest = getattr(self, name), getattr(self, least)
        if value < lowest:
            raise ValueError(f"{name} must be >= {least} = {lowest!r} {unit}, got {value!r}")
    for name, kept in changed:
        object.__setattr__(self, name, kept)


def described(kind: type[Kind]) -> type[Kind]:
    """Add what every field is to the docstring of a dataclass of quantities; its signature shows plain types."""
    whole: Any = kind
    whole.__init__.__annotations__ = get_type_hints(whole.__init__)
    lines = (f"    {name}: {quantity.words}." for name, quantity in quantities_of(whole).items())
    kind.__doc__ = "\n".join([kind.__doc__ or "", "", *lines, "    "])
    return kind
