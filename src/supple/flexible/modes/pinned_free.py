"""Bending modes of a beam pinned at x = 0 and free at x = L, without the rigid rotation: that is the angle of the hinge.

    tan b = tanh b        b = 3.9266023120, 7.0685827456, 10.2101761228, ... -> (i + 1/4) pi
    phi = 1/2 (sin z/sin b + sinh z/sinh b)        z = b x/L        sinh z/sinh b = e^(z-b) (1 - e^-2z)/(1 - e^-2b)

For hinges without motor, spring and damper: their torque would act on the frame and not on the slope of the beam.
"""

from dataclasses import dataclass
from math import pi
from typing import ClassVar

import numpy as np

from .bending import newton


@dataclass(frozen=True, slots=True)
class PinnedFree:
    """Bending modes of a beam on a free hinge."""

    word: ClassVar[str] = "pinned-free"
    kind: ClassVar[str] = "bending"
    count: ClassVar[int | None] = None

    def span(self, length):
        """From the hinge on."""
        return 0.0, length

    def breaks(self, length):
        """None: smooth."""
        return ()

    def roots(self, n):
        """Wave number times length, of the first n modes."""

        def characteristic(b):
            tanh = np.tanh(b)
            return np.sin(b) - tanh * np.cos(b), np.cos(b) * tanh * tanh + tanh * np.sin(b)

        return newton((np.arange(n) + 1.25) * pi, characteristic)

    def shapes(self, n, x, length):
        """Values, first and second derivatives."""
        b = self.roots(n)[:, None]
        z = b * (np.asarray(x, float) / length)
        grown = np.exp(z - b) / np.expm1(-2.0 * b)  # -e^z/(2 sinh b)
        sinh, cosh = grown * np.expm1(-2.0 * z), -grown * (1.0 + np.exp(-2.0 * z))  # over sinh b
        sin, cos, k = np.sin(z) / np.sin(b), np.cos(z) / np.sin(b), b / length
        return 0.5 * (sin + sinh), 0.5 * k * (cos + cosh), 0.5 * k * k * (sinh - sin)


EXAMPLES = (PinnedFree(),)
