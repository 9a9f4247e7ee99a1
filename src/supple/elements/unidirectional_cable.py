"""Unidirectional transmission: one cable from a rotor to a joint, which can pull it one way only.

    e = e0 + r_m th - r_j q - r_g q_p,     torque on the joint r_j f

Symbols   as in series_elastic.py. Something else, a spring or gravity, turns the joint back.
Parts     NAME.cable.
"""

from dataclasses import dataclass
from typing import Annotated

from ..quantities import Quantity, check_quantities, described
from .cable import Cable, Curve, Damping, Hysteresis, Stiffness, check_spring
from .transmission import (
    Arm,
    Coordinate,
    Joint,
    Previous,
    PreviousArm,
    PreviousCoordinate,
    Rotor,
    RotorArm,
    RotorCoordinate,
    check_previous,
    levers_of,
)
from .written import Name


@described
@dataclass(frozen=True, slots=True, kw_only=True)
class UnidirectionalCable:
    """One cable by which a rotor pulls a joint."""

    rotor: Rotor
    joint: Joint
    arm: Arm
    arm_rotor: RotorArm = None
    previous: Previous = ""
    arm_previous: PreviousArm = 0.0
    elongation: Annotated[float, Quantity("where all coordinates are 0, < 0: slack", "m or rad")] = 0.0
    stiffness: Stiffness = 0.0
    curve: Curve = None
    hysteresis: Hysteresis = 0.0
    damping: Damping = 0.0
    rotor_coordinate: RotorCoordinate = 0
    coordinate: Coordinate = 0
    previous_coordinate: PreviousCoordinate = 0
    name: Name = ""
    kernels = "cable"

    def __post_init__(self) -> None:
        check_quantities(self)
        check_spring(self)
        check_previous(self)

    def place(self, table, name):
        """One cable."""
        cable = Cable(levers=levers_of(self), elongation=self.elongation, stiffness=self.stiffness, curve=self.curve,
                      hysteresis=self.hysteresis, damping=self.damping)  # fmt: skip
        cable.place(table, f"{name}.cable", whole=name)
