"""Backlash: play between a rotor and a joint, with elastic ends.

    torque on the joint   k (x - b)  where x > b,   k (x + b)  where x < -b,   else 0;     x = th - q

It is made of two cables with lever arms 1 that are slack by b, half of its width.

Symbols   th, q   coordinates of rotor (at the gear output) and joint [rad];   k  stiffness [Nm/rad]
Parts     NAME.forward and NAME.back.
"""

from dataclasses import dataclass
from typing import Annotated

from ..quantities import NONNEGATIVE, Quantity, check_quantities, described
from .cable import Curve, Damping, Hysteresis, Stiffness, check_spring
from .series_elastic import SeriesElastic
from .transmission import Coordinate, Joint, Rotor, RotorCoordinate
from .written import Name


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class Backlash:
    """Play between a rotor and a joint."""

    rotor: Rotor
    joint: Joint
    width: Annotated[float, Quantity("of the whole play", "rad or m", NONNEGATIVE)]
    stiffness: Stiffness = 0.0
    curve: Curve = None
    hysteresis: Hysteresis = 0.0
    damping: Damping = 0.0
    rotor_coordinate: RotorCoordinate = 0
    coordinate: Coordinate = 0
    name: Name = ""
    kernels = "cable"

    def __post_init__(self) -> None:
        check_quantities(self)
        check_spring(self)

    def _transmission(self):
        return SeriesElastic(
            rotor=self.rotor, joint=self.joint, arm=1.0, elongation=-0.5 * self.width, stiffness=self.stiffness,
            curve=self.curve, hysteresis=self.hysteresis, damping=self.damping,
            rotor_coordinate=self.rotor_coordinate, coordinate=self.coordinate,
        )  # fmt: skip

    def place(self, table, name):
        """Two cables that are slack."""
        self._transmission().place(table, name)

    def torque(self, parts):
        """Torque on the joint [Nm] from the histories of its parts, as run.element(name) has them."""
        return self._transmission().torque(parts)
