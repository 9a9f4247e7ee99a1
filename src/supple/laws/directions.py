"""Values of a side of a contact that may differ by direction: one number, or three along the axes of its body."""

from .._check import is_number, positive
from ..quantities import POSITIVE, Range, numbers, optional

_three = numbers(3, POSITIVE)


def _one_or_three(name, value, unit):
    return positive(name, value, unit) if is_number(value) else _three.check(name, value, unit)


DIRECTIONS = Range("> 0, one number or three", _one_or_three, _three.limits, POSITIVE)
SOFT, RIGID = optional(DIRECTIONS), "None: rigid"  # of the second side


def three(value):
    """The three values of a side; zeros for one that is rigid."""
    if value is None:
        return 0.0, 0.0, 0.0
    return value if isinstance(value, tuple) else (value, value, value)
