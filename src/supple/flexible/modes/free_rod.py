"""Torsion or stretch of a rod that is free at both ends; the origin is in its middle.

+-f = cos(b (x + L/2)/L)        b = i pi        torsion: omega = b/L sqrt(G J/(rho polar))    stretch: b/L sqrt(E/rho)
"""

from dataclasses import dataclass
from math import pi
from typing import ClassVar

import numpy as np

from .bending import alternating


@dataclass(frozen=True, slots=True)
class FreeRod:
    """Torsion or stretch of a free rod."""

    word: ClassVar[str] = "free-rod"
    kind: ClassVar[str] = "rod"
    count: ClassVar[int | None] = None

    def span(self, length):
        """Half of it to either side."""
        return -0.5 * length, 0.5 * length

    def breaks(self, length):
        """None: smooth."""
        return ()

    def roots(self, n):
        """Wave number times length, of the first n modes."""
        return (np.arange(n) + 1.0) * pi

    def shapes(self, n, x, length):
        """Values, first and second derivatives."""
        b = self.roots(n)[:, None]
        z, k, sign = b * (np.asarray(x, float) / length + 0.5), b / length, -alternating(n)
        return sign * np.cos(z), -sign * k * np.sin(z), -sign * k * k * np.cos(z)


EXAMPLES = (FreeRod(),)
