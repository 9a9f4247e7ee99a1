"""What a scene keeps: bodies, rules between them, applied forces; and the checks that take more than a line."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from .._check import finite, items, shown, vector
from ..flexible.beam import Beam

WORLD = "world"
ALWAYS = 1e9  # [s] longer than any run


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """A rigid body with its joint to the parent and its surfaces."""

    name: str
    mass: float  # [kg]
    inertia: tuple  # three rows about the centre of mass, body axes [kg m^2]
    com: tuple  # [m]
    joint: Any
    parent: str
    surfaces: tuple
    flexible: Any = None  # a Beam


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactRule:
    """The laws between two materials, or between two named bodies; without laws: they do not touch."""

    a: str
    b: str
    normal: Any = None
    friction: Any = None
    rolling: Any = None
    centre: float = 0.5  # where the force acts, from a (0) to b (1)
    by_body: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AppliedForce:
    """A force and moment on a body, or a generalised force on its joint, as a table over time."""

    body: str
    kind: str  # "world", "body" (axes of the vectors) or "joint"
    at: tuple
    times: tuple
    values: tuple  # rows of six numbers
    coordinate: int = 0


# --- checks -------------------------------------------------------------------------------------------------------------
def check_flexible(name, flexible, mass, inertia):
    """A beam, which has a mass of its own."""
    if not isinstance(flexible, Beam):
        raise TypeError(f"flexible of {name!r} must be a Beam(...), got {shown(flexible)}")
    if mass > 0.0 or inertia is not None:
        raise ValueError(
            f"mass and inertia of {name!r} must be left out: its beam has {flexible.mass:.6g} kg, got mass = {mass:g} kg; "
            "what is heavy besides is a body of its own, fixed to it"
        )


def window(start, stop):
    """Two rows of a table over time from which to which something acts [s]."""
    start = -ALWAYS if start is None else finite("start", start, "s")
    stop = ALWAYS if stop is None else finite("stop", stop, "s")
    if not start < stop:
        raise ValueError(f"stop must be > start = {start} s, got {stop}")
    return start, stop


def increasing(times):
    """Times of a table."""
    count = len(items("times", times, "at least two increasing numbers [s]"))
    values = vector("times", times, count, "s")
    if count < 2 or any(b <= a for a, b in pairwise(values)):
        raise ValueError(f"times must be at least two increasing numbers [s], got {shown(times)}")
    return values


def column(name, rows, times):
    """The rows of a table, one for each time."""
    rows = items(name, rows, "a list with one row for each time")
    if len(rows) != len(times):
        raise ValueError(f"times and {name} must have equal lengths, got {len(times)} and {len(rows)}")
    return rows


def unused(pattern, taken):
    """The pattern with the first number from 1 that gives a new name."""
    number = 1 + len(taken)
    while pattern.format(number) in taken:
        number += 1
    return pattern.format(number)
