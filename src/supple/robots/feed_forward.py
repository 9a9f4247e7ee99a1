"""Feed-forward of a robot: what its motors have to do so that its joints follow given motions, springs and all.

    tau = M(q) q'' + h(q, q')                           torques of the joints, by inverse dynamics along the motions
    F(delta) + D delta' = tau_s                         deflection of a transmission, from rest (`deflection.py`)
    th = (r_j delta + r_j q + r_g q_p)/r_m              where its rotor has to be, at the gear output
    u = B th'' + N^2 d th' + (r_m/r_j) tau_s            torque of the motor there;   current u/(N k)
    rigid joint:  th = q,  u = tau + N^2 d q'           B is an armature, and part of M

Motors and transmissions are those of the scene of the model. Where cables run over the joint before theirs, they pull at it
with r_g/r_j of their torque, so tau_s of that joint is what is left.

Symbols   q, q_p joint and previous joint, th rotor [rad];  B = N^2 J [kg m^2], N ratio, J, d, k of the motor
          r_j, r_m, r_g lever arms [m/rad];  D parallel damper [Nms/rad]
Needs     motions with two continuous derivatives; four without a damper, where th'' takes tau'' (`Polynomial` of degree 9).
Source    de Luca & Book, Robots with flexible elements, in: Handbook of Robotics (2016), section 11.1; the derivatives by
          Chebyshev series per smooth piece are ours.
Limits    dry friction and losses of gears are not compensated, contacts are not foreseen.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from .._check import one_of, positive
from ..elements.motor import Motor
from ..elements.series_elastic import SeriesElastic
from ..model.algorithms import inverse_dynamics
from ..model.build import Model
from ..motions.generator import GENERATOR, Generator
from ..motions.polynomial import Polynomial
from ..motions.sequence import Sequence
from ..motions.table import Table
from .chebyshev import Pieces, fitted
from .deflection import deflections, law_of

DERIVATIVES_RIGID, DERIVATIVES_SPRING = 2, 4  # continuous ones that a motion must have: with and without a damper


class Signals(NamedTuple):
    """What a controller of one motor takes: numbers at its samples, straight lines between them."""

    reference: Table  # [rad] of the rotor at the gear output, or of the joint
    velocity: Table  # [rad/s]
    current: Table  # [A]
    torque: Table  # [Nm] of the motor at the gear output


@dataclass(frozen=True, eq=False)
class FeedForward:
    """The plan of a motion at its samples: one row per time, one column per joint."""

    joints: tuple[str, ...]  # bodies whose joints move
    times: np.ndarray  # [s]
    q: np.ndarray  # [rad] of the joints
    torque: np.ndarray  # [Nm] in the joints
    theta: np.ndarray  # [rad] of the rotors at the gear output
    rate: np.ndarray  # [rad/s]
    acceleration: np.ndarray  # [rad/s^2]
    motor_torque: np.ndarray  # [Nm] at the gear output
    current: np.ndarray  # [A]

    def signals(self, joint: str) -> Signals:
        """Reference, velocity and feed-forward of the motor of one joint."""
        i = self.joints.index(one_of("joint", joint, self.joints))
        columns = (self.theta, self.rate, self.current, self.motor_torque)
        times = tuple(self.times.tolist())
        return Signals(
            *(Table(times=times, values=tuple(column[:, i].tolist()), between="linear") for column in columns)
        )

    def motion(self, joint: str) -> Sequence:
        """The motion of the rotor of one joint, with two continuous derivatives: quintics between the samples."""
        i = self.joints.index(one_of("joint", joint, self.joints))
        states = np.column_stack([self.theta[:, i], self.rate[:, i], self.acceleration[:, i]]).tolist()
        spans = zip(np.diff(self.times).tolist(), pairwise(states), strict=True)
        return Sequence(
            motions=tuple(
                Polynomial(times=(0.0, length), values=(a[0], b[0]), degree=5, start=a[1:], end=b[1:])
                for length, (a, b) in spans
            )
        )


def feed_forward(model: Model, motions: Mapping[str, Generator], *, period: float, end: float) -> FeedForward:
    """The plan by which the motors of a model lead its joints along motions, at the samples 0, period, ..., end.

    motions   {body whose joint moves: generator}, one for each joint that is not a rotor
    period    between samples [s], as that of the controllers that take the plan
    end       time of the last sample [s], at most one period more
    """
    end, period = positive("end", end, "s"), positive("period", period, "s")
    chain = _chain(model, motions)
    n = int(np.ceil(end / period - 1e-9))
    times = np.arange(n + 1) * period
    moved = {drive.joint: motions[drive.joint] for drive in chain}
    tau = dict(zip(moved, _torques(model, moved, times[-1]), strict=True))
    found = {drive.joint: _commands(drive, moved, tau, times) for drive in chain}
    order = tuple(motions)
    columns = (np.column_stack([found[joint][i] for joint in order]) for i in range(len(_Command._fields)))
    return FeedForward(order, times, *columns)


# --- motors of the scene ------------------------------------------------------------------------------------------------
class _Drive(NamedTuple):
    joint: str
    motor: Motor
    transmission: SeriesElastic | None  # None: a rigid joint


def _chain(model, motions):
    """Motor and transmission of every joint, those whose cables run over the joint before theirs first."""
    elements = model.scene.elements.values()
    motors = {one.rotor or one.body: one for one in elements if isinstance(one, Motor)}
    behind = {one.joint: one for one in elements if isinstance(one, SeriesElastic)}
    rotors = {one.rotor for one in motors.values() if one.rotor}
    joints = [name.removesuffix(".angle") for name in model.layout.names[: model.layout.n_q]]
    moving = [joint for joint in joints if joint not in rotors]
    for joint in moving:
        if joint not in motions:
            raise ValueError(f"motions must have one for each joint that moves, got none for {joint!r}")
    drives = []
    for joint, motion in motions.items():
        one_of("joint in motions", joint, moving)
        GENERATOR.check(f"motions[{joint!r}]", motion, "rad")
        transmission = behind.get(joint)
        motor = motors.get(transmission.rotor if transmission else joint)
        if motor is None:
            raise ValueError(f"joint {joint!r} must have a Motor, on itself or behind a SeriesElastic, got none")
        drives.append(_Drive(joint, motor, transmission))
        _check_smooth(drives[-1], motion)
    return sorted(drives, key=lambda drive: joints.index(drive.joint), reverse=True)


def _check_smooth(drive, motion):
    spring = drive.transmission is not None and drive.transmission.parallel_damping == 0.0
    needed = DERIVATIVES_SPRING if spring else DERIVATIVES_RIGID
    if motion.smoothness < needed:
        what = "a spring without damper" if spring else "a feed-forward"
        raise ValueError(
            f"motion of {drive.joint!r} must have {needed} continuous derivatives for {what}, "
            f"got a {type(motion).__name__} with {motion.smoothness}"
        )


# --- torques and commands -----------------------------------------------------------------------------------------------
def _torques(model, motions, end):
    """Chebyshev series of the torque of every joint over time, in the order of the motions."""
    layout = model.layout
    at = [layout.names.index(f"{joint}.angle") for joint in motions]
    rates = [layout.names.index(f"{joint}.rate") for joint in motions]
    y, vdot = model.y0.copy(), np.zeros(layout.n_v)
    y[layout.n_q : layout.n_q + layout.n_v] = 0.0

    def torque(t):
        y[at] = [motion.value(t) for motion in motions.values()]
        y[rates] = [motion.value(t, 1) for motion in motions.values()]
        vdot[np.subtract(rates, layout.n_q)] = [motion.value(t, 2) for motion in motions.values()]
        return inverse_dynamics(model, vdot, y)[np.subtract(rates, layout.n_q)]

    knots = {t for motion in motions.values() for t in _joints_of(motion, end)}
    return fitted(torque, (0.0, *sorted(knots), end), len(motions))


def _joints_of(motion, end):
    """Times within 0 and end at which another piece of a motion begins."""
    pieces = motion.pieces()
    starts = pieces.starts
    if pieces.period:
        turns = np.arange(np.floor((0.0 - starts[-1]) / pieces.period), np.ceil((end - starts[0]) / pieces.period) + 1)
        starts = np.add.outer(turns * pieces.period, starts).ravel()
    return [float(t) for t in starts if 0.0 < t < end]


class _Command(NamedTuple):
    q: np.ndarray
    torque: np.ndarray
    theta: np.ndarray
    rate: np.ndarray
    acceleration: np.ndarray
    motor_torque: np.ndarray
    current: np.ndarray


def _commands(drive, motions, tau, times):
    """What one motor has to do at the samples; what its cables do to the joint before is taken from the torque there."""
    motor, N = drive.motor, drive.motor.ratio
    B, joint = N**2 * motor.inertia, motions[drive.joint]
    q = np.array([joint.value(times, order) for order in range(3)])
    if drive.transmission is None:
        torque = tau[drive.joint].value(times)
        u = torque + N**2 * motor.damping * q[1]
        return _Command(q[0], torque - B * q[2], *q, u, u / (N * motor.torque_constant))
    cables = drive.transmission
    torque = tau[drive.joint].value(times)
    theta = deflections(law_of(cables), tau[drive.joint], times) + q
    if cables.previous:
        share = cables.arm_previous / cables.arm
        theta += share * np.array([motions[cables.previous].value(times, order) for order in range(3)])
        tau[cables.previous] = Pieces.sum(tau[cables.previous], tau[drive.joint], -share)
    gear = 1.0 if cables.arm_rotor is None else cables.arm / cables.arm_rotor
    theta = gear * theta
    u = B * theta[2] + N**2 * motor.damping * theta[1] + torque / gear
    return _Command(q[0], torque, *theta, u, u / (N * motor.torque_constant))
