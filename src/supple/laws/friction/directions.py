"""Values of a side of a contact that may differ by direction: one number, or three along the axes of its body."""

from ..._check import is_number, positive, vector
from ...quantities import Range


def _positive_directions(name, value, unit):
    if is_number(value):
        return positive(name, value, unit)
    values = vector(name, value, 3, unit)
    for axis, each in zip("xyz", values, strict=True):
        positive(f"{name} along {axis}", each, unit)
    return values


def _positive_directions_or_none(name, value, unit):
    return None if value is None else _positive_directions(name, value, unit)


DIRECTIONS = Range("> 0, one or three", _positive_directions, ())
SOFT_DIRECTIONS = Range("> 0, one or three", _positive_directions_or_none, ())
