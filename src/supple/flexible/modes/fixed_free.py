"""Torsion or stretch of a rod that is fixed at x = 0 and free at x = L.

+-f = sin(b x/L)        b = (i - 1/2) pi        torsion: omega = b/L sqrt(G J/(rho polar))    stretch: b/L sqrt(E/rho)
"""

from dataclasses import dataclass
from math import pi
from typing import ClassVar

import numpy as np

from .bending import alternating


@dataclass(frozen=True, slots=True)
class FixedFree:
    """Torsion or stretch of a rod that is fixed at one end."""

    word: ClassVar[str] = "fixed-free"
    kind: ClassVar[str] = "rod"
    count: ClassVar[int | None] = None

    def span(self, length):
        """From the fixed end on."""
        return 0.0, length

    def breaks(self, length):
        """None: smooth."""
        return ()

    def roots(self, n):
        """Wave number times length, of the first n modes."""
        return (np.arange(n) + 0.5) * pi

    def shapes(self, n, x, length):
        """Values, first and second derivatives."""
        b = self.roots(n)[:, None]
        z, k, sign = b * (np.asarray(x, float) / length), b / length, alternating(n)
        return sign * np.sin(z), sign * k * np.cos(z), -sign * k * k * np.sin(z)


EXAMPLES = (FixedFree(),)
