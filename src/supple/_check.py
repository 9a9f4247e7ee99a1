"""Checks at the border: one message form, `<name> must be <condition> <unit>, got <value>`; kernels then trust.

Every function returns the checked value as a float (or a tuple of floats), so constructors can store it at once.
"""

import math
from difflib import get_close_matches


def _number(name, value, unit):
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number [{unit}], got {value!r}") from None
    if not math.isfinite(number):
        raise ValueError(f"{name} must be finite [{unit}], got {value!r}")
    return number


def finite(name, value, unit="-"):
    """A finite number."""
    return _number(name, value, unit)


def positive(name, value, unit="-"):
    """A finite number > 0."""
    number = _number(name, value, unit)
    if number <= 0.0:
        raise ValueError(f"{name} must be > 0 {unit}, got {value!r}")
    return number


def nonnegative(name, value, unit="-"):
    """A finite number >= 0."""
    number = _number(name, value, unit)
    if number < 0.0:
        raise ValueError(f"{name} must be >= 0 {unit}, got {value!r}")
    return number


def within(name, value, low, high, unit="-"):
    """A finite number in [low, high]."""
    number = _number(name, value, unit)
    if not low <= number <= high:
        raise ValueError(f"{name} must be between {low} and {high} {unit}, got {value!r}")
    return number


def vector(name, value, size, unit="-"):
    """A tuple of `size` finite numbers."""
    try:
        items = tuple(value)
    except TypeError:
        raise TypeError(f"{name} must be {size} numbers [{unit}], got {value!r}") from None
    if len(items) != size:
        raise ValueError(f"{name} must be {size} numbers [{unit}], got {len(items)}: {value!r}")
    return tuple(_number(f"{name}[{i}]", item, unit) for i, item in enumerate(items))


def unit_vector(name, value, size=3):
    """A tuple of `size` numbers, scaled to length one; the zero vector is refused."""
    items = vector(name, value, size)
    length = math.sqrt(sum(item * item for item in items))
    if length == 0.0:
        raise ValueError(f"{name} must not be the zero vector, got {value!r}")
    return tuple(item / length for item in items)


def one_of(name, value, choices):
    """A member of `choices`; the message names the nearest one."""
    if value in choices:
        return value
    near = get_close_matches(str(value), [str(choice) for choice in choices], n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise ValueError(f"{name} must be one of {', '.join(map(str, choices))}, got {value!r}{hint}")
