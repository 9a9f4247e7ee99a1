"""Motions in closed form: what undisturbed bodies do, written down anew, without a line of supple's kernels.

A motion follows a reference point c of a body, in body axes at `centre`: the centre of mass of a free body, the origin of
one on a joint. It gives

    pose(t)           c(t) [m] and the rotation R(t) from body to world axes, at an array of times
    speed(a, b)       a bound on |c'| over each interval [a, b]
    spin              a bound on the angular velocity [rad/s]
    stray(reach, T)   by how much [m] a relative error of one in every integrated coordinate and rate moves a point within
                      `reach` of c by the time T; 0 if every method of order 3 follows the motion exactly (polynomials)
    extent(T)         the largest coordinate and the longest way [m]: what rounding is relative to
    joint()           the joint of supple that starts this motion
    moved(d)          the same motion elsewhere

Rotation of a free body: about a fixed axis if that is principal; for I = (A, A, C) the regular precession
R(t) = exp(t L/A) R(0) exp(t w_e (1 - C/A) e), L the angular momentum and e the axis of symmetry; else Euler's equations by
DOP853 at 1e-13 in steps of at most a tenth of a radian.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
from scipy.integrate import solve_ivp

import supple as sp

IDENTITY = (1.0, 0.0, 0.0, 0.0)
ORIGIN = (0.0, 0.0, 0.0)
EXACT = {"method": "DOP853", "rtol": 1e-13, "atol": 1e-15, "dense_output": True}


def rotation_of(q):
    """Rotation matrices of quaternions w, x, y, z; shape (..., 4) to (..., 3, 3)."""
    w, x, y, z = np.moveaxis(np.asarray(q, dtype=float), -1, 0) / np.linalg.norm(q, axis=-1)
    rows = (
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def turn(axis, angle):
    """Rotation matrices by an array of angles about a unit axis (Rodrigues)."""
    x, y, z = axis
    K = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    angle = np.asarray(angle)[..., None, None]
    return np.eye(3) + np.sin(angle) * K + 2.0 * np.sin(angle / 2.0) ** 2 * (K @ K)


def unit(v):
    return np.asarray(v, dtype=float) / np.linalg.norm(v)


# --- one coordinate -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Polynomial:
    """q(t) of degree 3 or less, lowest coefficient first."""

    coefficients: tuple

    def value(self, t):
        return np.polynomial.polynomial.polyval(t, self.coefficients)

    def rate(self, a, b):
        """|q'| on [a, b] at most."""
        c = [*map(abs, self.coefficients), 0.0, 0.0, 0.0]
        return c[1] + 2 * c[2] * b + 3 * c[3] * b**2

    def stray(self, end):
        return 0.0

    @property
    def start(self):
        return self.coefficients[0], self.coefficients[1]

    def largest(self, end):
        return float(np.abs(self.coefficients) @ end ** np.arange(len(self.coefficients)))


@dataclass(frozen=True)
class Harmonic:
    """q(t) = amplitude cos(frequency t)."""

    amplitude: float
    frequency: float

    def value(self, t):
        return self.amplitude * np.cos(self.frequency * t)

    def rate(self, a, b):
        return np.full(np.shape(a), abs(self.amplitude) * self.frequency)

    def stray(self, end):
        return self.largest(end)

    @property
    def start(self):
        return self.amplitude, 0.0

    def largest(self, end):
        return abs(self.amplitude) * (1.0 + self.frequency * end)


@dataclass(frozen=True)
class Pendulum:
    """q'' = -frequency^2 sin(q) from q = angle at the given rate, integrated once until `end`."""

    angle: float
    start_rate: float
    frequency: float
    end: float

    @cached_property
    def _solution(self):
        k = self.frequency**2
        found = solve_ivp(
            lambda t, y: (y[1], -k * np.sin(y[0])), (0.0, self.end), (self.angle, self.start_rate),
            max_step=0.1 / self._top_rate, **EXACT,
        )  # fmt: skip
        return found.sol

    @cached_property
    def _top_rate(self):
        return np.sqrt(self.start_rate**2 + 2.0 * self.frequency**2 * (1.0 - np.cos(self.angle)))

    def value(self, t):
        return self._solution(t)[0]

    def rate(self, a, b):
        return np.full(np.shape(a), self._top_rate)

    def stray(self, end):
        return self.largest(end) + self._top_rate * end

    @property
    def start(self):
        return self.angle, self.start_rate

    def largest(self, end):
        return abs(self.angle) + self._top_rate * end


# --- bodies -------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Still:
    at: tuple = ORIGIN
    attitude: tuple = IDENTITY
    centre = np.zeros(3)
    spin = 0.0
    moves = False

    @cached_property
    def _rotation(self):
        return rotation_of(self.attitude)

    def pose(self, t):
        return np.broadcast_to(np.asarray(self.at), (len(t), 3)), np.broadcast_to(self._rotation, (len(t), 3, 3))

    def speed(self, a, b):
        return np.zeros(np.shape(a))

    def stray(self, reach, end):
        return 0.0

    def extent(self, end):
        return float(np.linalg.norm(self.at))

    def joint(self):
        return sp.Fixed(at=self.at, orientation=self.attitude)

    def moved(self, d):
        return replace(self, at=tuple(np.add(self.at, d)))


@dataclass(frozen=True)
class Flight:
    """A free body: its centre of mass on a parabola, torque-free rotation. `planar`: on a planar joint in the x-z plane."""

    position: tuple  # [m] of the centre of mass at the start
    velocity: tuple = ORIGIN
    gravity: tuple = ORIGIN
    attitude: tuple = IDENTITY
    body_spin: tuple = ORIGIN  # [rad/s] in body axes at the start
    centre: tuple = ORIGIN  # [m] of the centre of mass in the body frame
    moments: tuple = (1.0, 1.0, 1.0)  # ratios of the principal moments, along the body axes
    end: float = 1.0  # [s] how long the rotation must be known
    planar: bool = False
    moves = True

    def pose(self, t):
        t = np.asarray(t, dtype=float)
        c = np.asarray(self.position) + np.outer(t, self.velocity) + 0.5 * np.outer(t * t, self.gravity)
        return c, self._rotation(t)

    def speed(self, a, b):
        v, g = np.asarray(self.velocity), np.asarray(self.gravity)
        ends = (np.linalg.norm(v + np.multiply.outer(x, g), axis=-1) for x in (a, b))
        return np.maximum(*ends)  # convex in time

    @cached_property
    def steady(self):
        """Whether the angular velocity is constant: the spin is along a principal axis."""
        w, moments = np.asarray(self.body_spin), np.asarray(self.moments)
        return bool(np.ptp(moments[w != 0.0]) == 0.0) if np.any(w) else True

    @cached_property
    def spin(self):
        w, moments = np.asarray(self.body_spin), np.asarray(self.moments)
        if self.steady:
            return float(np.linalg.norm(w))
        energy = np.sqrt(moments @ (w * w) / moments.min())
        return float(min(energy, np.linalg.norm(moments * w) / moments.min()))

    @cached_property
    def _start(self):
        return rotation_of(self.attitude)

    def _rotation(self, t):
        R0, w, moments = self._start, np.asarray(self.body_spin), np.asarray(self.moments)
        if not np.any(w):
            return np.broadcast_to(R0, (len(t), 3, 3))
        if self.steady:
            return turn(unit(R0 @ w), np.linalg.norm(w) * t) @ R0
        for axis in range(3):
            A = moments[(axis + 1) % 3]
            if moments[(axis + 2) % 3] == A:
                L = R0 @ (moments * w) / A
                e = np.eye(3)[axis]
                return turn(unit(L), np.linalg.norm(L) * t) @ R0 @ turn(e, w[axis] * (1.0 - moments[axis] / A) * t)
        return rotation_of(self._euler(t)[:4].T)

    @cached_property
    def _euler(self):
        A, B, C = self.moments

        def slope(t, y):
            q0, q1, q2, q3, x, y, z = y
            return (
                -0.5 * (q1 * x + q2 * y + q3 * z), 0.5 * (q0 * x + q2 * z - q3 * y),
                0.5 * (q0 * y + q3 * x - q1 * z), 0.5 * (q0 * z + q1 * y - q2 * x),
                (B - C) / A * y * z, (C - A) / B * z * x, (A - B) / C * x * y,
            )  # fmt: skip

        start = (*unit(self.attitude), *self.body_spin)
        return solve_ivp(slope, (0.0, self.end), start, max_step=0.1 / self.spin, **EXACT).sol

    def stray(self, reach, end):
        if self.spin == 0.0 or self.planar:
            return 0.0
        rotation = reach * (2.0 + (0.0 if self.steady else self.spin * end))
        if not np.any(self.centre):
            return rotation
        arm = np.linalg.norm(self.centre)
        return rotation + arm * (2.0 + self.spin * end) + self.extent(end)

    def extent(self, end):
        return float(np.linalg.norm(self.position) + np.max(self.speed(np.zeros(1), np.full(1, end))) * end)

    def joint(self):
        R0, w = self._start, np.asarray(self.body_spin)
        if self.planar:  # in the plane of x and z, the angle counts from x to z: about -y
            angle = np.arctan2(R0[2, 0], R0[0, 0])
            (x, _, z), (vx, _, vz) = self.position, self.velocity
            return sp.Planar(position=(x, z), velocity=(vx, vz), angle=angle, rate=-w[1])
        arm = R0 @ np.asarray(self.centre)
        return sp.Free(
            position=np.asarray(self.position) - arm, attitude=self.attitude, angular_velocity=self.body_spin,
            velocity=np.asarray(self.velocity) - np.cross(R0 @ w, arm),
        )  # fmt: skip

    def moved(self, d):
        return replace(self, position=tuple(np.add(self.position, d)))


@dataclass(frozen=True)
class Hinge:
    """Rotation about a fixed axis through the body origin."""

    axis: tuple
    angle: object  # Polynomial, Harmonic or Pendulum
    at: tuple = ORIGIN
    settings: dict = field(default_factory=dict)  # of the joint: limits, spring
    centre = np.zeros(3)
    moves = True

    def pose(self, t):
        t = np.asarray(t, dtype=float)
        return np.broadcast_to(np.asarray(self.at), (len(t), 3)), turn(unit(self.axis), self.angle.value(t))

    def speed(self, a, b):
        return np.zeros(np.shape(a))

    @property
    def spin(self):
        return float(np.max(self.angle.rate(np.zeros(1), np.zeros(1))))  # steady, or bounded by its energy

    def stray(self, reach, end):
        return reach * self.angle.stray(end)

    def extent(self, end):
        return float(np.linalg.norm(self.at))

    def joint(self):
        angle, rate = self.angle.start
        return sp.Revolute(axis=self.axis, at=self.at, angle=angle, rate=rate, **self.settings)

    def moved(self, d):
        return replace(self, at=tuple(np.add(self.at, d)))


@dataclass(frozen=True)
class Slide:
    """Translation along a fixed axis."""

    axis: tuple
    way: object  # Polynomial, Harmonic
    at: tuple = ORIGIN
    settings: dict = field(default_factory=dict)  # of the joint: limits, spring
    centre = np.zeros(3)
    spin = 0.0
    moves = True

    def pose(self, t):
        t = np.asarray(t, dtype=float)
        c = np.asarray(self.at) + np.outer(self.way.value(t), unit(self.axis))
        return c, np.broadcast_to(np.eye(3), (len(t), 3, 3))

    def speed(self, a, b):
        return self.way.rate(a, b)

    def stray(self, reach, end):
        return self.way.stray(end)

    def extent(self, end):
        return float(np.linalg.norm(self.at)) + self.way.largest(end)

    def joint(self):
        way, speed = self.way.start
        return sp.Prismatic(axis=self.axis, at=self.at, displacement=way, speed=speed, **self.settings)

    def moved(self, d):
        return replace(self, at=tuple(np.add(self.at, d)))


@dataclass(frozen=True)
class Unknown:
    """A body on a joint of a tree, whose motion nobody knows in closed form; `size` [m] is that of the tree."""

    start: object  # joint of supple
    size: float
    centre = np.zeros(3)
    spin = 0.0
    moves = True

    def extent(self, end):
        return self.size

    def joint(self):
        return self.start
