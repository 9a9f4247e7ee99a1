"""A round section.

A = pi d^2/4        Iy = Iz = pi d^4/64        J = polar = pi d^4/32        shear stress = G r twist'
"""

from dataclasses import dataclass
from math import pi
from typing import Annotated

import numpy as np

from ...quantities import POSITIVE, Quantity, check_quantities, described


@described
@dataclass(frozen=True, slots=True)
class Round:
    """A solid round rod."""

    diameter: Annotated[float, Quantity("of the rod", "m", POSITIVE)]

    def __post_init__(self):
        check_quantities(self)

    @property
    def area(self):
        """Area [m^2]."""
        return pi * self.diameter**2 / 4.0

    @property
    def Iy(self):
        """Of bending in the xz-plane [m^4]."""
        return pi * self.diameter**4 / 64.0

    @property
    def Iz(self):
        """Of bending in the xy-plane [m^4]."""
        return self.Iy

    @property
    def torsion(self):
        """Torsion constant [m^4]."""
        return 2.0 * self.Iy

    @property
    def polar(self):
        """Polar second moment [m^4]."""
        return 2.0 * self.Iy

    @property
    def half_widths(self):
        """Along y and z [m]."""
        return 0.5 * self.diameter, 0.5 * self.diameter

    @property
    def rounded(self):
        """Whether the outline is an ellipse."""
        return True

    @property
    def hole(self):
        """Of its size [-]."""
        return 0.0

    def shear_arm(self, y, z):
        """Distance from the axis [m]."""
        return np.hypot(y, z)


EXAMPLES = (Round(0.02),)
