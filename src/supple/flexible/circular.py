"""What a round section is made of, solid or hollow: D outer, d inner diameter.

A = pi (D^2 - d^2)/4        Iy = Iz = pi (D^4 - d^4)/64        J = polar = 2 Iy        shear stress = G r twist'
"""

from math import pi

import numpy as np


class Circular:
    """The numbers of a section that says its outer and inner diameter."""

    __slots__ = ()

    @property
    def area(self):
        """Area [m^2]."""
        return pi * (self.outer**2 - self.inner**2) / 4.0

    @property
    def Iy(self):
        """Of bending in the xz-plane [m^4]."""
        return pi * (self.outer**4 - self.inner**4) / 64.0

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
        return 0.5 * self.outer, 0.5 * self.outer

    @property
    def rounded(self):
        """Whether the outline is an ellipse."""
        return True

    @property
    def hole(self):
        """Of its size [-]."""
        return self.inner / self.outer

    def shear_arm(self, y, z):
        """Distance from the axis [m]."""
        return np.hypot(y, z)
