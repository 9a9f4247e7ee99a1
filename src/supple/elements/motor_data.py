"""Motors from their data sheets, and what the numbers of a motor must not be.

    R = U_N/I_stall,     k = (U_N - R I_0)/w_0,     k I_0 = tau_C + d w_0

The no-load current I_0 at the no-load speed w_0 is friction; a share of it may be viscous.
"""

import math
import warnings
from typing import Any

from .._check import finite, nonnegative, positive, within

SAME_CONSTANT, SAME_TIME = 0.03, 0.1  # [-] what a torque constant and a time constant may be off


class MotorWarning(UserWarning):
    """Numbers of a data sheet that do not fit each other."""


def check_motor(motor):
    """Fields that depend on each other."""
    if motor.ratio == 0.0:
        raise ValueError("ratio must not be 0, got 0.0")
    if bool(motor.body) == bool(motor.rotor):
        given = f"body = {motor.body!r} and rotor = {motor.rotor!r}"
        raise ValueError(f"a motor must have either a body whose joint it drives or a rotor of its own, got {given}")
    if motor.body and (motor.angle or motor.rate):
        raise ValueError(
            f"angle and rate must be those of a rotor, got {motor.angle} rad and {motor.rate} rad/s without one"
        )
    if motor.rotor and motor.coordinate:
        raise ValueError(f"coordinate must be 0 for a rotor, got {motor.coordinate}")
    if motor.stick_friction is not None and motor.stick_friction < motor.friction:
        raise ValueError(f"stick_friction must be >= friction = {motor.friction} Nm, got {motor.stick_friction}")
    if motor.efficiency == 0.0:
        raise ValueError("efficiency must be > 0, got 0.0")
    lossy = max(motor.losses) > 0.0
    if lossy and not motor.rotor:
        raise ValueError(
            "efficiency must be 1 for a gear without an elastic transmission behind it (its losses would depend on "
            f"themselves), got {motor.efficiency}: give the motor a rotor, or the loss as friction"
        )
    if motor.bristle and (lossy or not motor.friction or motor.stick_friction not in (None, motor.friction)):
        raise ValueError(
            "bristle must stand with friction > 0, without stick_friction and gear losses, got friction = "
            f"{motor.friction} Nm, stick_friction = {motor.stick_friction}, efficiency = {motor.efficiency}"
        )
    if not math.isfinite(motor.ratio**2 * motor.inertia) or motor.ratio**2 * motor.inertia <= 0.0:
        raise ValueError(
            f"inertia at the gear output must be a number > 0 kg m^2, got {motor.ratio**2 * motor.inertia} from "
            f"inertia = {motor.inertia} kg m^2 and ratio = {motor.ratio}"
        )


def datasheet(
    cls,
    *,
    voltage: float,
    no_load_speed: float,
    no_load_current: float,
    inertia: float,
    stall_current: float | None = None,
    resistance: float | None = None,
    inductance: float = 0.0,
    torque_constant: float | None = None,
    time_constant: float | None = None,
    viscous_share: float = 0.0,
    body: str = "",
    coordinate: int = 0,
    rotor: str = "",
    angle: float = 0.0,
    rate: float = 0.0,
    ratio: float = 1.0,
    efficiency: float = 1.0,
    back_efficiency: float | None = None,
    source: str = "voltage",
    command: Any = 0.0,
    voltage_limit: float | None = None,
    current_limit: float | None = None,
    thermal: tuple = (),
    name: str = "",
):
    """From the figures of a data sheet; warns where they do not fit each other.

    voltage: at which the other figures hold [V], > 0.
    no_load_speed: of the shaft [rad/s], > 0.
    no_load_current: at that speed [A], >= 0.
    inertia: of the rotor [kg m^2], > 0.
    stall_current: at this voltage [A], > 0; or resistance.
    resistance: of the winding [ohm], > 0; or stall_current.
    inductance: of the winding [H], >= 0.
    torque_constant: of the data sheet [Nm/A]; it is compared, the one that fits the no-load speed is used.
    time_constant: mechanical, of the data sheet [s]; it is compared with J R/k^2.
    viscous_share: of the no-load friction that grows with speed [-], 0 to 1.
    """
    U, w_0 = positive("voltage", voltage, "V"), positive("no_load_speed", no_load_speed, "rad/s")
    I_0, J = nonnegative("no_load_current", no_load_current, "A"), positive("inertia", inertia, "kg m^2")
    share = within("viscous_share", viscous_share, 0.0, 1.0)
    if (stall_current is None) == (resistance is None):
        raise ValueError(
            f"either stall_current or resistance must be given, got {stall_current!r} A and {resistance!r} ohm"
        )
    R = (
        U / positive("stall_current", stall_current, "A")
        if resistance is None
        else positive("resistance", resistance, "ohm")
    )
    k = (U - R * I_0) / w_0
    if k <= 0.0:
        raise ValueError(f"no_load_current must be < the stall current, {U / R:.6g} A, got {I_0:.6g}")
    _compare("torque_constant", torque_constant, k, "Nm/A", SAME_CONSTANT, "(U - R I_0)/w_0")
    _compare("time_constant", time_constant, J * R / k**2, "s", SAME_TIME, "J R/k^2")
    return cls(
        resistance=R, torque_constant=k, inertia=J, inductance=inductance, friction=(1.0 - share) * k * I_0,
        damping=share * k * I_0 / w_0, body=body, coordinate=coordinate, rotor=rotor, angle=angle, rate=rate, ratio=ratio,
        efficiency=efficiency, back_efficiency=back_efficiency, source=source, command=command,
        voltage_limit=voltage_limit, current_limit=current_limit, thermal=thermal, name=name,
    )  # fmt: skip


def _compare(name, given, found, unit, tolerance, formula):
    if given is None:
        return
    given = finite(name, given, unit)
    if not abs(given - found) <= tolerance * abs(found):
        warnings.warn(
            f"{name} of the data sheet is {given:.6g} {unit}, but the other figures give {formula} = {found:.6g} {unit}, "
            "which is used",
            MotorWarning,
            stacklevel=4,
        )
