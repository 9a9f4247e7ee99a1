"""What the elements between a rotor and a joint have in common: coordinates, lever arms, strands.

x = r_m th - r_j q - r_g q_p        th: coordinate of the rotor (at the gear output), q: of the joint, q_p: of the one
                                    before it, over which the cables run too
"""

from typing import Annotated

from ..quantities import NAME, POSITIVE, WHOLE, Quantity, optional
from .levers.constant import Lever

Rotor = Annotated[str, Quantity("body whose joint turns with the motor", "", NAME)]
Joint = Annotated[str, Quantity("body whose joint is driven", "", NAME)]
Previous = Annotated[
    str, Quantity("body whose joint the cables run over too", "", optional(NAME, ""), note="default: none")
]
Arm = Annotated[float, Quantity("lever arm at the joint", "m/rad or -", POSITIVE)]
RotorArm = Annotated[
    float | None,
    Quantity("lever arm at the rotor", "m/rad or -", optional(POSITIVE), note="default: that of the joint"),
]
PreviousArm = Annotated[float, Quantity("signed lever arm at the previous joint", "m/rad or -")]
RotorCoordinate = Annotated[int, Quantity("which coordinate of the joint of the rotor", "", WHOLE)]
Coordinate = Annotated[int, Quantity("which coordinate of the joint", "", WHOLE)]
PreviousCoordinate = Annotated[int, Quantity("which coordinate of the previous joint", "", WHOLE)]


def check_previous(one):
    """A lever arm at the previous joint goes with the name of its body."""
    if bool(one.previous) != (one.arm_previous != 0.0):
        raise ValueError(
            f"previous and arm_previous must be given together, got {one.previous!r} and {one.arm_previous!r} m/rad"
        )


def levers_of(one, scale=1.0):
    """Levers of the strand that pulls the joint after the rotor, times a scale; -1: of the strand that pulls it back."""
    arm = one.arm if one.arm_rotor is None else one.arm_rotor
    levers = [
        Lever(body=one.rotor, arm=scale * arm, coordinate=one.rotor_coordinate),
        Lever(body=one.joint, arm=-scale * one.arm, coordinate=one.coordinate),
    ]
    if one.previous:
        levers.append(Lever(body=one.previous, arm=-scale * one.arm_previous, coordinate=one.previous_coordinate))
    return tuple(levers)
