"""Bending modes of a beam that is free at both ends: for bodies on a free joint. The origin is in the middle of the beam.

    cos b cosh b = 1        b = 4.7300407449, 7.8532046241, 10.9956078380, ... -> (i + 1/2) pi
    +-2 phi = cosh z + cos z - sg (sinh z + sin z)        z = b (x + L/2)/L        sg = (cosh b - cos b)/(sinh b - sin b)
    1 - sg = (cos b - sin b - e^-b)/(sinh b - sin b)

The modes have no momentum and no angular momentum, so the frame moves as the rigid beam would: int phi = int x phi = 0.
"""

from dataclasses import dataclass
from math import pi
from typing import ClassVar

import numpy as np

from .bending import alternating, newton, rise_and_fall, sech_tanh


@dataclass(frozen=True, slots=True)
class FreeFree:
    """Bending modes of a free beam."""

    word: ClassVar[str] = "free-free"
    kind: ClassVar[str] = "bending"
    count: ClassVar[int | None] = None

    def span(self, length):
        """Half of it to either side."""
        return -0.5 * length, 0.5 * length

    def breaks(self, length):
        """None: smooth."""
        return ()

    def roots(self, n):
        """Wave number times length, of the first n modes."""

        def characteristic(b):
            sech, tanh = sech_tanh(b)
            return np.cos(b) - sech, -np.sin(b) + sech * tanh

        return newton((np.arange(n) + 1.5) * pi, characteristic)

    def shapes(self, n, x, length):
        """Values, first and second derivatives."""
        b = self.roots(n)[:, None]
        z = b * (np.asarray(x, float) / length + 0.5)
        rise, fall, sg = rise_and_fall(b, z, np.cos(b) - np.sin(b) - np.exp(-b), -1.0)
        sin, cos, k, half = np.sin(z), np.cos(z), b / length, 0.5 * alternating(n)
        return (
            half * (rise + fall + cos - sg * sin),
            half * k * (rise - fall - sin - sg * cos),
            half * k * k * (rise + fall - cos + sg * sin),
        )


EXAMPLES = (FreeFree(),)
