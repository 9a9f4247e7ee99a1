"""A rectangular section, w along y and h along z.

    A = w h        Iz = h w^3/12        Iy = w h^3/12        polar = Iy + Iz

Torsion by Prandtl's stress function of the rectangle with the thinner side b and the longer side a (Timoshenko & Goodier,
Theory of Elasticity, section 109), p along b and q along a, n odd, N = n pi/b, s_n = (-1)^((n-1)/2):

    Phi = b^2/4 - p^2 - 8 b^2/pi^3 sum s_n/n^3 cos(N p) cosh(N q)/cosh(N a/2)
    J = a b^3/3 (1 - 192 b/(pi^5 a) sum tanh(N a/2)/n^5)        shear stress = G twist' |grad Phi|
"""

from dataclasses import dataclass
from math import pi
from typing import Annotated

import numpy as np

from ...quantities import POSITIVE, Quantity, check_quantities, described

TERMS = 400  # of the series: the stress at the middle of the shorter side to 1e-6, at corners to 1e-3, J to 1e-13


def _odd():
    return 2.0 * np.arange(TERMS) + 1.0


@described
@dataclass(frozen=True, slots=True)
class Rectangle:
    """A solid rectangular bar."""

    width: Annotated[float, Quantity("along y", "m", POSITIVE)]
    height: Annotated[float, Quantity("along z", "m", POSITIVE)]

    def __post_init__(self):
        check_quantities(self)

    @property
    def area(self):
        """Area [m^2]."""
        return self.width * self.height

    @property
    def Iy(self):
        """Of bending in the xz-plane [m^4]."""
        return self.width * self.height**3 / 12.0

    @property
    def Iz(self):
        """Of bending in the xy-plane [m^4]."""
        return self.height * self.width**3 / 12.0

    @property
    def torsion(self):
        """Torsion constant [m^4]."""
        b, a = sorted((self.width, self.height))
        n = _odd()
        series = float(np.sum(np.tanh(n * pi * a / (2.0 * b)) / n**5))
        return a * b**3 / 3.0 * (1.0 - 192.0 * b / (pi**5 * a) * series)

    @property
    def polar(self):
        """Polar second moment [m^4]."""
        return self.Iy + self.Iz

    @property
    def half_widths(self):
        """Along y and z [m]."""
        return 0.5 * self.width, 0.5 * self.height

    @property
    def rounded(self):
        """Whether the outline is an ellipse."""
        return False

    @property
    def hole(self):
        """Of its size [-]."""
        return 0.0

    def shear_arm(self, y, z):
        """Slope of the stress function [m]."""
        y, z = np.broadcast_arrays(np.asarray(y, float), np.asarray(z, float))
        (b, p), (a, q) = ((self.width, y), (self.height, z)) if self.width <= self.height else (
            (self.height, z), (self.width, y))  # fmt: skip
        n = _odd()
        wave, size = n * pi / b, 8.0 * b * b / pi**3 * np.where(n % 4 == 1, 1.0, -1.0) / n**3
        p, q = p[..., None], np.abs(q)[..., None]
        rise, fall = np.exp(wave * (q - 0.5 * a)), np.exp(-wave * (q + 0.5 * a))
        below = 1.0 + np.exp(-wave * a)
        cosh, sinh = (rise + fall) / below, (rise - fall) / below
        along_p = -2.0 * p[..., 0] + np.sum(size * wave * np.sin(wave * p) * cosh, axis=-1)
        along_q = -np.sum(size * wave * np.cos(wave * p) * sinh, axis=-1)
        return np.hypot(along_p, along_q)


EXAMPLES = (Rectangle(0.02, 0.01), Rectangle(0.005, 0.04))
