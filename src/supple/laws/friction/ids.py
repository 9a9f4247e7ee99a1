"""Integer names of the friction laws and of their modes; `dispatch.py` gives each law its kernels."""

from enum import IntEnum


class FrictionLaw(IntEnum):
    """One member a family of kernels."""

    NONE = 0  # frictionless
    STICK_SLIP = 1
    BLIMAN_SORINE = 2  # Dahl shares its kernels
    LUGRE = 3
    COLLISION_FRICTION = 4
    REGULARISED_COULOMB = 5
    SMOOTH_STRIBECK = 6
    USER = 99  # the law object brings its own kernels; not known to dispatch


NO_MODE, SLIDE, STICK, BREAKAWAY = 0, 1, 2, 3
DROPPED = -1.0  # relax_rate of a memory that does not outlive the contact
N_FRICTION = 8  # numbers in a parameter row


def padded(*numbers):
    """A parameter row: the numbers as floats, filled with zeros."""
    return tuple(float(number) for number in numbers) + (0.0,) * (N_FRICTION - len(numbers))
