"""Checks at the border: one message form, `<name> must be <condition> <unit>, got <value>`; kernels then trust.

Every function returns the checked value as a float (or a tuple of floats), so constructors can store it at once.
A truth value is not a number, nor is a text that looks like one: both are slips of the pen. numpy's scalars are numbers.
"""

import math
import operator
from collections.abc import Iterable, Mapping, Set
from difflib import get_close_matches
from numbers import Real
from re import compile as pattern

LONGEST = 160  # characters of a value in a message
MOST_CHOICES = 30  # names that a message lists
MOST_COMPARED = 10_000  # names that are compared for "did you mean": below a second
LONGEST_NAME = 1000  # characters: names are joined to names of contacts, of states, and into sentences
UNFIT = pattern("[\x00\ud800-\udfff]")  # NUL and halves of characters: no NetCDF file can hold them
FLOAT = {float}  # the types of numbers that need no conversion
NEARLY_ONE = 4.0 * 2.0**-52  # a unit vector of four numbers computes its own length within this


def shown(value):
    """A value as a message shows it: on one line, not too long, whatever it is."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an integer of thousands of digits, a list in a list in a list ...
        return f"{type(value).__name__} too large to show"
    text = text.replace("\n", " ")
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def _after(unit):
    """A unit behind a number."""
    return "" if unit == "-" else f" {unit}"


def _of(unit):
    """A unit that a number should have."""
    return "" if unit == "-" else f" [{unit}]"


def is_number(value):
    """Whether a value is a real number: Python's or numpy's, but not a bool."""
    if type(value) is float or type(value) is int:  # nearly always: a scene of many bodies has many numbers
        return True
    if getattr(value, "ndim", None) == 0 and hasattr(value, "item"):
        value = value.item()  # numpy scalar or array without dimension
    return isinstance(value, Real) and not isinstance(value, bool)


def _number(name, value, unit):
    if not is_number(value):
        raise TypeError(f"{name} must be a number{_of(unit)}, got {shown(value)}")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ValueError(f"{name} must be finite{_of(unit)}, got {shown(value)}")
    return number


def finite(name, value, unit="-"):
    """A finite number."""
    return _number(name, value, unit)


def positive(name, value, unit="-"):
    """A finite number > 0."""
    number = _number(name, value, unit)
    if number <= 0.0:
        raise ValueError(f"{name} must be > 0{_after(unit)}, got {shown(value)}")
    return number


def nonnegative(name, value, unit="-"):
    """A finite number >= 0."""
    number = _number(name, value, unit)
    if number < 0.0:
        raise ValueError(f"{name} must be >= 0{_after(unit)}, got {shown(value)}")
    return number


def within(name, value, low, high, unit="-"):
    """A finite number in [low, high]."""
    number = _number(name, value, unit)
    if not low <= number <= high:
        raise ValueError(f"{name} must be between {low} and {high}{_after(unit)}, got {shown(value)}")
    return number


def integer(name, value):
    """A whole number, as an int."""
    try:
        if not is_number(value):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, got {shown(value)}") from None


def items(name, value, what):
    """The items of a list, tuple or array; a text, a table or a set is none, although Python walks through it."""
    walkable = isinstance(value, Iterable) and not isinstance(value, str | bytes | Mapping | Set)
    if not walkable or getattr(value, "ndim", 1) == 0:
        raise TypeError(f"{name} must be {what}, got {shown(value)}")
    return tuple(value)


def vector(name, value, size, unit="-"):
    """A tuple of `size` finite numbers."""
    if type(value) is tuple and len(value) == size and set(map(type, value)) == FLOAT and math.isfinite(sum(value)):
        return value  # as most are: a default, or what another check has returned
    numbers = items(name, value, f"{size} numbers{_of(unit)}")
    if len(numbers) != size:
        raise ValueError(f"{name} must be {size} numbers{_of(unit)}, got {len(numbers)}: {shown(value)}")
    return tuple(_number(f"{name}[{i}]", number, unit) for i, number in enumerate(numbers))


def unit_vector(name, value, size=3):
    """A tuple of `size` numbers, scaled to length one; one that has this length stays as it is, to the last bit."""
    numbers = vector(name, value, size)
    largest = max(map(abs, numbers))
    if largest == 0.0:
        raise ValueError(f"{name} must not be the zero vector, got {shown(value)}")
    if not 1e-150 < largest < 1e150:  # squares would leave the range of floats
        numbers = tuple(number / largest for number in numbers)
    length = math.sqrt(sum(number * number for number in numbers))
    if abs(length - 1.0) <= NEARLY_ONE:
        return numbers
    return tuple(number / length for number in numbers)


def text(name, value):
    """A text that can be a name: not empty, not too long, and one that a file can hold."""
    if not isinstance(value, str) or not value:
        raise TypeError(f"{name} must be a non-empty text, got {shown(value)}")
    if len(value) > LONGEST_NAME:
        raise ValueError(f"{name} must be at most {LONGEST_NAME} characters long, got {len(value)}: {shown(value)}")
    if UNFIT.search(value):
        raise ValueError(f"{name} must be text without NUL and halves of characters, got {shown(value)}")
    return value


def one_of(name, value, choices):
    """A member of `choices` (a table or set is looked up at once, however large); the message names the nearest one."""
    if not hasattr(value, "ndim") and _is_in(value, choices):  # an array compares item by item
        return value
    names = [str(choice) for choice in choices]
    printed = [name if name.isprintable() and len(name) <= LONGEST else shown(name) for name in names[:MOST_CHOICES]]
    near = _nearest(value, names)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    listed = ", ".join(printed) + (", ..." if len(names) > MOST_CHOICES else "")
    raise ValueError(f"{name} must be one of {listed or '(there are none)'}, got {shown(value)}{hint}")


def _is_in(value, choices):
    try:
        return value in choices
    except TypeError:  # a list is no key of a table
        return False


def _nearest(value, names):
    """The nearest of the names, if one is near; comparing texts takes time by the product of their lengths."""
    if not isinstance(value, str) or len(value) > LONGEST:
        return []
    return get_close_matches(value, [name for name in names if len(name) <= LONGEST][:MOST_COMPARED], n=1)
