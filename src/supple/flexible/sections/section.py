"""A section of any form, by its numbers: for rolled profiles and composed sections."""

from dataclasses import dataclass
from math import sqrt
from typing import Annotated

import numpy as np

from ...quantities import NONNEGATIVE, POSITIVE, Quantity, check_quantities, described, optional


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A cross-section by area and second moments; y and z are its principal axes."""

    area: Annotated[float, Quantity("of the material", "m^2", POSITIVE)]
    Iy: Annotated[float, Quantity("int z^2 dA: bending in the xz-plane", "m^4", NONNEGATIVE)] = 0.0
    Iz: Annotated[float, Quantity("int y^2 dA: bending in the xy-plane", "m^4", NONNEGATIVE)] = 0.0
    torsion: Annotated[float, Quantity("torsion constant of Saint-Venant", "m^4", NONNEGATIVE)] = 0.0
    polar: Annotated[float | None, Quantity("int y^2 + z^2 dA", "m^4", optional(NONNEGATIVE), note="None: Iy + Iz")] = (
        None
    )
    arm: Annotated[
        float | None,
        Quantity(
            "greatest shear stress of torsion over G twist'", "m", optional(POSITIVE),
            note="None: distance from the axis, as in a round section",
        ),
    ] = None  # fmt: skip

    def __post_init__(self):
        check_quantities(self)
        if self.polar is None:
            object.__setattr__(self, "polar", self.Iy + self.Iz)

    @property
    def half_widths(self):
        """Along y and z [m], of the rectangle with these second moments and this area."""
        return sqrt(3.0 * self.Iz / self.area), sqrt(3.0 * self.Iy / self.area)

    @property
    def rounded(self):
        """Whether the outline is an ellipse."""
        return False

    @property
    def hole(self):
        """Of its size [-]."""
        return 0.0

    def shear_arm(self, y, z):
        """As given [m], or the distance from the axis."""
        away = np.hypot(y, z)
        return away if self.arm is None else np.full_like(away, self.arm)


EXAMPLES = (Section(area=1e-4, Iy=2e-9, Iz=1e-9, torsion=2e-9), Section(area=1e-4, Iz=1e-9, polar=2e-9, arm=0.01))
