"""What the elements that users write have in common: the bodies they act on, those that they bring, and a name."""

from typing import Annotated, Any, NamedTuple

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


class OwnBody(NamedTuple):
    """A body without mass that an element adds to the tree, such as a rotor: what moves is the armature of its joint."""

    name: str
    joint: Any
    parent: str = "world"
    mass: float = 0.0
    flexible: Any = None


def bodies_of(element):
    """The bodies that an element brings."""
    return element.own_bodies() if hasattr(element, "own_bodies") else ()
