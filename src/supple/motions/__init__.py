"""Generators of motions, one file each: one number over time, with its derivatives.

    make()                  its pieces: polynomials and harmonics (`pieces.py`), all that a generator says of itself

From these every generator answers (`generator.py`):

    value(t, derivative=0)  at one time or at many, up to the fourth derivative
    knots(derivatives=2)    times at which one of the derivatives up to this one jumps
    smoothness              how many derivatives are continuous, 0 to 4
    span                    (first, last) time of what moves; infinite for what never ends
    pieces()                the table from which compiled code takes the same numbers

Before and after its span a generator holds its first and last value; what is periodic goes on for ever, both ways.
At a time at which a derivative jumps the value is that of the piece that begins there.
"""

from .registry import MOTIONS

__all__ = [*MOTIONS.names]
__getattr__ = MOTIONS.looked_up(__name__)
