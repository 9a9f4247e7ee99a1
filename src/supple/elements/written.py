"""What the elements that users write have in common: the bodies they act on, and a name."""

from typing import Annotated

from .._check import shown
from ..quantities import NAME, Quantity, Range, optional


def _check_names(name, value, unit):
    if not isinstance(value, list | tuple) or not all(isinstance(one, str) and one for one in value):
        raise TypeError(f"{name} must be a list of names, got {shown(value)}")
    return tuple(value)


NAMES = Range("", _check_names)  # several names

BodyA = Annotated[str, Quantity('name of one body, or "world"', "", NAME)]
BodyB = Annotated[str, Quantity('name of the other, or "world"', "", NAME)]
Name = Annotated[str, Quantity("for results", "", optional(NAME, ""), note="default: one is made")]
