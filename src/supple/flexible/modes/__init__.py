"""Shapes of deformation along a beam, one file each: of what its displacement is a sum.

    word                what a user writes for it ("clamped-free"); shapes that users bring have none
    kind                "bending", "rod" (torsion and stretch), or "": shapes that users bring serve both
    count               how many shapes there are; None: any number up to MOST
    span(length)        (a, b) [m]: where the beam begins and ends, from the origin of its frame
    breaks(length)      [m] where the shapes are not smooth: integrals stop there
    shapes(n, x, length)    values, first and second derivatives of the first n at x [m] from the origin: (n, len(x)) each

Shapes have no unit and the coordinate that multiplies them is a length (an angle for torsion); built-in ones are 1 at
x = b, so that the coordinates add up to the displacement of the end. They must not hold the rigid motions that the
joint has.
"""

from .registry import MODES

__all__ = [*MODES.names]
__getattr__ = MODES.looked_up(__name__)
