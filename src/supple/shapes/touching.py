"""Which shapes can touch each other at all, as their features say; and if not, why, as a sentence."""

import re
from functools import cache
from typing import NamedTuple

from .contract import BALL
from .roles import FIELDS, TIPS, meets
from .roles import PLANES as HALF_SPACES

PLANES = "two half-spaces either never or always touch"
POINTS = "two points never touch"
NEVER_MEET = (PLANES, POINTS)  # in the nature of the shapes; other reasons are limits of this version


class Touch(NamedTuple):
    """What matters of a surface for the question whom it can touch."""

    word: str  # what the shape is called
    roles: int  # bits: what its features are
    meets: int  # bits: what they meet
    points: bool  # what meets bodies has no size

    @property
    def plane(self):
        """Whether it is a half-space."""
        return self.roles == HALF_SPACES

    @property
    def only_planes(self):
        """Whether it meets half-spaces (and terrains) only."""
        return self.meets & ~FIELDS == HALF_SPACES


def touch_of(surface):
    """The Touch of a surface."""
    roles, met, points = 0, 0, True
    for part in surface.features():
        roles |= part.role
        met |= meets(part.role)
        if meets(part.role) & ~HALF_SPACES:
            points &= part.kind == BALL and part.radius == 0.0
    return Touch(word_of(type(surface)), roles, met, points)


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
        return "" if other.meets & HALF_SPACES else f"a {other.word} touches no half-spaces"
    alone = sorted(one.word + (" without rounding" if one.roles & TIPS else "") for one in (a, b) if one.only_planes)
    if alone and not (a.roles | b.roles) & FIELDS:
        return f"a {alone[0]} touches half-spaces only"
    if not a.roles & b.meets:
        one, other = sorted((a.word, b.word))
        article = "an" if one[0] in "aeiou" else "a"
        return f"{article} {one} touches no {other}"
    return POINTS if a.points and b.points else ""
