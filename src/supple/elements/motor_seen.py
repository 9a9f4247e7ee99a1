"""What a result shows of a motor: modes and their words, and the columns of its history."""

from dataclasses import dataclass

import numpy as np

from .._jit import inlined
from .motor_columns import BACK, FORWARD, M_CLIP, M_LOAD, M_SLIP, M_SOURCE, STUCK
from .observed import O_DELTA, O_FORCE, O_FRICTION_MODE, O_NORMAL, O_RATE, see_motion

O_CURRENT, O_VOLTAGE, O_TORQUE, O_LOAD, O_SOURCE = range(O_NORMAL, O_NORMAL + 5)
SLIP_WORDS = {0: "free", FORWARD: "slip", STUCK: "stick", BACK: "slip"}


@inlined
def see_motor(P, e, q, w, driving, more, out):
    """Write what is observed; more: current, voltage, friction, load."""
    see_motion(P, e, q, w, driving, out)
    for j in range(4):
        out[O_CURRENT + j] = more[j]
    out[O_SOURCE] = P.mode[e, M_SOURCE]


def tell(before, after):
    """What has happened to a motor, in words, by its modes before and after."""
    found = []
    if before[M_SLIP] != after[M_SLIP]:
        turned = {before[M_SLIP], after[M_SLIP]} == {FORWARD, BACK}
        found.append("reverse" if turned else SLIP_WORDS[after[M_SLIP]])
    if before[M_SOURCE] != after[M_SOURCE]:
        found.append("limited" if after[M_SOURCE] else "unlimited")
    if before[M_CLIP] != after[M_CLIP]:
        found.append("saturated" if after[M_CLIP] else "unsaturated")
    if before[M_LOAD] != after[M_LOAD] and before[M_LOAD]:
        found.append("load reverses")
    return found


@dataclass(frozen=True)
class MotorHistory:
    """A motor at a series of times. For a prismatic joint positions are in m and forces at the output in N."""

    name: str
    t: np.ndarray  # [s]
    angle: np.ndarray  # [rad] of the gear output
    speed: np.ndarray  # [rad/s] of the shaft
    current: np.ndarray  # [A]
    voltage: np.ndarray  # [V] at the winding
    torque: np.ndarray  # [Nm] that the gear output gets, friction of the shaft and of the gear taken off
    friction: np.ndarray  # [Nm] at the shaft, dry or of the bristle; what it takes while it sticks
    load: np.ndarray  # [Nm] that all else takes from the gear output, but weight and inertia of what it moves rigidly
    mode: tuple  # "free" (no dry friction), "slip" or "stick"
    limited: np.ndarray  # True: the source is at its limit

    @classmethod
    def of(cls, name, t, observed):
        """From the observed columns."""
        return cls(
            name=name, t=t, angle=observed[:, O_DELTA], speed=observed[:, O_RATE], current=observed[:, O_CURRENT],
            voltage=observed[:, O_VOLTAGE], torque=observed[:, O_FORCE], friction=observed[:, O_TORQUE],
            load=observed[:, O_LOAD], mode=tuple(SLIP_WORDS[int(mode)] for mode in observed[:, O_FRICTION_MODE]),
            limited=observed[:, O_SOURCE] != 0,
        )  # fmt: skip


def history(name, t, observed):
    """What `run.element` returns of a motor."""
    return MotorHistory.of(name, t, observed)
