"""Bidirectional series elastic transmission: two antagonistic cables between a rotor and a joint.

    x = r_m th - r_j q - r_g q_p,     strand forward: e0 + x,     strand back: e0 - x
    torque on the joint      r_j (f_forward - f_back) + d_p rate,     rate = (r_m/r_j) th' - q' - (r_g/r_j) q_p'
    with a linear curve k:   2 k r_j x  while both are taut,   k r_j (x + sgn(x) e0)  with one slack,   0 with both

The rotor gets -r_m/r_j of it, the previous joint r_g/r_j. A negative e0 is play: none of the two pulls while |x| < -e0.

Symbols   th, q, q_p   coordinates of rotor (at the gear output), joint and previous joint [rad];  r lever arms [m/rad]
          e0           elongation of both strands at x = 0: pre-tension [m];   d_p  damper in parallel [Nms/rad]
Parts     NAME.forward and NAME.back (cables), NAME.damper if d_p > 0.
"""

from dataclasses import dataclass
from typing import Annotated

from ..quantities import NONNEGATIVE, POSITIVE, Quantity, check_quantities, described
from .cable import Cable, Curve, Damping, Hysteresis, Stiffness, check_spring
from .coordinate_damper import CoordinateDamper
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
class SeriesElastic:
    """Two antagonistic cables between a rotor and a joint, with a damper in parallel."""

    rotor: Rotor
    joint: Joint
    arm: Arm
    arm_rotor: RotorArm = None
    previous: Previous = ""
    arm_previous: PreviousArm = 0.0
    elongation: Annotated[float, Quantity("of both cables where x = 0", "m or rad", note="< 0: play")] = 0.0
    stiffness: Stiffness = 0.0
    curve: Curve = None
    hysteresis: Hysteresis = 0.0
    damping: Damping = 0.0
    parallel_damping: Annotated[float, Quantity("of the damper beside the cables", "Nms/rad", NONNEGATIVE)] = 0.0
    rotor_coordinate: RotorCoordinate = 0
    coordinate: Coordinate = 0
    previous_coordinate: PreviousCoordinate = 0
    name: Name = ""
    kernels = "cable"

    def __post_init__(self) -> None:
        check_quantities(self)
        check_spring(self)
        check_previous(self)

    @classmethod
    def from_joint_stiffness(
        cls, *, rotor: str, joint: str, joint_stiffness: float, arm: float, slack_angle: float,
        parallel_damping: float = 0.0, previous: str = "", arm_previous: float = 0.0, hysteresis: float = 0.0,
        name: str = "",
    ) -> "SeriesElastic":  # fmt: skip
        """From the stiffness K of the joint while both cables are taut, k = K/(2 r^2), e0 = r slack_angle.

        joint_stiffness: torque per angle between rotor and joint [Nm/rad], > 0.
        slack_angle: angle between rotor and joint at which one of the cables becomes slack [rad].
        """
        K = POSITIVE.check("joint_stiffness", joint_stiffness, "Nm/rad")
        r = POSITIVE.check("arm", arm, "m/rad")
        return cls(
            rotor=rotor, joint=joint, arm=r, stiffness=K / (2.0 * r * r), elongation=r * slack_angle,
            parallel_damping=parallel_damping, previous=previous, arm_previous=arm_previous, hysteresis=hysteresis,
            name=name,
        )  # fmt: skip

    def place(self, table, name):
        """Two cables, and the damper if there is one."""
        for part, sign in (("forward", 1.0), ("back", -1.0)):
            cable = Cable(levers=levers_of(self, sign), elongation=self.elongation, stiffness=self.stiffness,
                          curve=self.curve, hysteresis=self.hysteresis, damping=self.damping)  # fmt: skip
            cable.place(table, f"{name}.{part}", whole=name)
        if self.parallel_damping > 0.0:
            damper = CoordinateDamper(levers=levers_of(self, 1.0 / self.arm), damping=self.parallel_damping)
            damper.place(table, f"{name}.damper", whole=name)

    def torque(self, parts):
        """Torque on the joint [Nm] from the histories of its parts, as run.element(name) has them."""
        pulled = self.arm * (parts["forward"].tension - parts["back"].tension)
        return pulled + parts["damper"].force if "damper" in parts else pulled
