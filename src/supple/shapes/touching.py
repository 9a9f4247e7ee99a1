"""Which shapes can touch each other at all, as their features say; and if not, why, as a sentence."""

import re
from functools import cache
from typing import NamedTuple

from ..tables import MEETS_PLANES, NO_PLANES
from .contract import BALL, PLANE

PLANES = "two half-spaces either never or always touch"
POINTS = "two points never touch"
NEVER_MEET = (PLANES, POINTS)  # in the nature of the shapes; other reasons are limits of this version


class Touch(NamedTuple):
    """What matters of a surface for the question whom it can touch."""

    word: str  # what the shape is called
    plane: bool  # it is a half-space
    meets: int  # bits: what any of its features is watched against
    points: bool  # what meets bodies has no size


def touch_of(surface):
    """The Touch of a surface."""
    features = surface.features()
    meets, plane, points = 0, False, True
    for _, kind, _, _, radius, watched in features:
        meets |= watched
        plane |= kind == PLANE
        if watched & NO_PLANES:
            points &= kind == BALL and radius == 0.0
    return Touch(word_of(type(surface)), plane, meets, points)


@cache
def word_of(shape):
    """The name of a shape in a sentence: HalfSpace is a half-space."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", shape.__name__).lower()


def no_contact_of(a, b):
    """Why two surfaces with these Touches have no contact with each other, or ""."""
    if a.plane and b.plane:
        return PLANES
    if a.plane or b.plane:
        other = b if a.plane else a
        return "" if other.meets & MEETS_PLANES else f"a {other.word} touches no half-spaces"
    alone = sorted(one.word for one in (a, b) if not one.meets & NO_PLANES)
    if alone:
        return f"a {alone[0]} touches half-spaces only"
    if not a.meets & b.meets & NO_PLANES:
        one, other = sorted((a.word, b.word))
        return f"a {one} touches no {other}"
    return POINTS if a.points and b.points else ""
