"""What a number is: meaning, unit and range of a parameter, written once, where it is declared.

    @described
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Hertz:
        k: Annotated[float, Quantity("stiffness", "N/m^(3/2)", POSITIVE)]

        def __post_init__(self):
            check_quantities(self)

From there come the sentence on a value that is out of range, the line in the docstring that help() shows
(`k: stiffness [N/m^(3/2)], > 0.`), and the limits in the schema of scene files.
"""

from collections.abc import Callable
from dataclasses import fields
from functools import cache, partial
from typing import Any, NamedTuple, TypeVar, get_type_hints

from ._check import finite, is_number, nonnegative, positive, within

Kind = TypeVar("Kind")


class Range(NamedTuple):
    """The values that something may have: in words, as a check of (name, value, unit), and as JSON schema has it."""

    words: str
    check: Callable[[str, Any, str], Any]
    limits: tuple[tuple[str, float], ...]


def short(value):
    """A number or a text, 1e9 rather than 1e+09."""
    return f"{value:g}".replace("e+", "e").replace("e-0", "e-").replace("e0", "e") if is_number(value) else value


def _check_between(low, high, name, value, unit):
    return within(name, value, low, high, unit)


def between(low, high):
    """From low to high, both included."""
    limits = ("minimum", low), ("maximum", high)
    return Range(f"{short(low)} to {short(high)}", partial(_check_between, low, high), limits)


FINITE = Range("", finite, ())
POSITIVE = Range("> 0", positive, (("exclusiveMinimum", 0.0),))
NONNEGATIVE = Range(">= 0", nonnegative, (("minimum", 0.0),))


class Quantity(NamedTuple):
    """What a field of a dataclass is."""

    meaning: str
    unit: str
    range: Range = FINITE
    least: str = ""  # the field that it must not be smaller than

    @property
    def words(self):
        """All of it in a line."""
        range = f">= {self.least}" if self.least else self.range.words
        return f"{self.meaning} [{self.unit}]" + (f", {range}" if range else "")

    def __repr__(self):
        return self.words


@cache
def quantities_of(kind: Any) -> dict[str, Quantity]:
    """The fields of a dataclass that are quantities, by name."""
    noted = {field.name: getattr(field.type, "__metadata__", ()) for field in fields(kind)}
    return {name: note for name, notes in noted.items() for note in notes if isinstance(note, Quantity)}


def check_quantities(self: Any) -> None:
    """Every value of a dataclass of quantities is in its range, or a sentence."""
    kind: Any = type(self)
    known = quantities_of(kind)
    for name, quantity in known.items():
        quantity.range.check(name, getattr(self, name), quantity.unit)
    for name, quantity in known.items():
        if quantity.least and getattr(self, name) < getattr(self, quantity.least):
            least = f"{quantity.least} = {getattr(self, quantity.least)!r} {quantity.unit}"
            raise ValueError(f"{name} must be >= {least}, got {getattr(self, name)!r}")


def described(kind: type[Kind]) -> type[Kind]:
    """Add what every field is to the docstring of a dataclass of quantities; its signature shows plain types."""
    whole: Any = kind
    whole.__init__.__annotations__ = get_type_hints(whole.__init__)
    lines = (f"    {name}: {quantity.words}." for name, quantity in quantities_of(whole).items())
    kind.__doc__ = "\n".join([kind.__doc__ or "", "", *lines, "    "])
    return kind
