"""Bending modes of a cantilever: clamped at x = 0, free at x = L. For driven joints, and wherever a torque acts at x = 0.

cos b cosh b = -1        b = 1.8751040687, 4.6940911330, 7.8547574382, ... -> (i - 1/2) pi
+-2 phi = cosh z - cos z - sg (sinh z - sin z)        z = b x/L        sg = (cosh b + cos b)/(sinh b + sin b)
1 - sg = (sin b - cos b - e^-b)/(sinh b + sin b)
"""

from dataclasses import dataclass
from math import pi
from typing import ClassVar

import numpy as np

from .bending import alternating, newton, rise_and_fall, sech_tanh


@dataclass(frozen=True, slots=True)
class ClampedFree:
    """Bending modes of a cantilever."""

    word: ClassVar[str] = "clamped-free"
    kind: ClassVar[str] = "bending"
    count: ClassVar[int | None] = None

    def span(self, length):
        """From the clamped end on."""
        return 0.0, length

    def breaks(self, length):
        """None: smooth."""
        return ()

    def roots(self, n):
        """Wave number times length, of the first n modes."""

        def characteristic(b):
            sech, tanh = sech_tanh(b)
            return np.cos(b) + sech, -np.sin(b) - sech * tanh

        return newton((np.arange(n) + 0.5) * pi, characteristic)

    def shapes(self, n, x, length):
        """Values, first and second derivatives."""
        b = self.roots(n)[:, None]
        z = b * (np.asarray(x, float) / length)
        rise, fall, sg = rise_and_fall(b, z, np.sin(b) - np.cos(b) - np.exp(-b), 1.0)
        sin, cos, k, half = np.sin(z), np.cos(z), b / length, 0.5 * alternating(n)
        return (
            half * (rise + fall - cos + sg * sin),
            half * k * (rise - fall + sin + sg * cos),
            half * k * k * (rise + fall + cos - sg * sin),
        )


EXAMPLES = (ClampedFree(),)
