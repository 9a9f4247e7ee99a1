"""A stiffness that differs from place to place: what is created if it follows the place, and what if it does not.

    F = k(n) delta,   k = n . K n,   K = diag(k_x, k_y, k_z) in the axes of the body, n the normal in them

    naive     k of the present normal: the body rolls to where it is softer while it is pressed in, and what the spring
              gives back is not what it took; one bounce creates or destroys energy
    frozen    k of the normal at touch-down until the contact is lost (supple): exact

The naive law is no law of supple. It is integrated here by scipy, for an ellipsoid that hits a smooth floor. The same
program with k frozen must agree with supple, which says that both have the same body, floor and field.

`integrated`: the paper integrates the normalised indentation, z' = sqrt(k) Delta'. Where k changes on the way, z is not
zero when the bodies part, and neither would the force be.
"""

import math
from typing import NamedTuple

import numpy as np

from ...joints.free import Free
from ...laws import DirectionalKelvinVoigt
from ...scene.scene import Scene
from ...shapes.ellipsoid import Ellipsoid
from ...simulation import simulate
from ...spatial.rotations import quaternion_to_matrix
from ..study import judged

AXES = np.array((0.15, 0.12, 0.10))  # [m]
FIELD = np.array((4e3, 6e3, 1.2e4))  # [N/m] along the axes of the body
NO_DAMPING = 1e-9  # [Ns/m] the law wants one
SPEED = 1.8  # [m/s]
TURN = (math.cos(0.35), 0.0, math.sin(0.35), 0.0)  # 0.7 rad about y
TURNING = (0.0, 3.0, 1.0)  # [rad/s] body axes
START = 0.2  # [m] height of the centre
END = 0.25  # [s]
MOMENTS = 0.2 * np.array((AXES[1] ** 2 + AXES[2] ** 2, AXES[0] ** 2 + AXES[2] ** 2, AXES[0] ** 2 + AXES[1] ** 2))
UP = np.array((0.0, 0.0, 1.0))
FINE = 1e-12
SOURCE = "Stiffness by place: "


class Bounce(NamedTuple):
    """A bounce over time, and its end."""

    t: np.ndarray  # [s]
    energy: np.ndarray  # [J] kinetic and of the spring
    final: np.ndarray  # velocity [m/s] and angular velocity in body axes [rad/s]
    integrated: float = 0.0  # [J^(1/2)] what the integral of sqrt(k) dDelta has come to when the bodies part
    deepest: float = 0.0  # [J^(1/2)] and at its largest


def supple_bounce():
    """The bounce with k of the touch-down, by supple."""
    scene = Scene(gravity=(0.0, 0.0, 0.0), name="stiffness by place")
    scene.ground(name="floor")
    joint = Free(position=(0.0, 0.0, START), attitude=TURN, velocity=(0.0, 0.0, -SPEED), angular_velocity=TURNING)
    scene.body("body", mass=1.0, joint=joint, surfaces=[Ellipsoid(tuple(AXES))])
    field = tuple(float(k) for k in FIELD)
    scene.pair("body", "floor", normal=DirectionalKelvinVoigt(k=field, b=NO_DAMPING))
    run = simulate(scene, END, rtol=FINE)
    stored = run.ledger.stored
    return Bounce(run.t, stored["kinetic"] + stored["contact springs"], run.final[7:13])


def plain_bounce(*, frozen):
    """The bounce by scipy: fall, contact, flight."""
    start = np.array((0.0, 0.0, START, *TURN, 0.0, 0.0, -SPEED, *TURNING))
    fall = _solve(start, 0.0, 0.0, direction=-1.0)
    k = _stiffness(fall.y[:, -1]) if frozen else None
    pressed = _solve(fall.y[:, -1], fall.t[-1], k, direction=1.0)
    flight = _solve(pressed.y[:, -1], pressed.t[-1], 0.0)
    heights, roots = zip(*((_lowest(y)[0], math.sqrt(_stiffness(y))) for y in pressed.y.T), strict=True)
    z = np.cumsum(0.5 * (np.array(roots)[1:] + np.array(roots)[:-1]) * np.diff(heights))
    parts = ((fall, 0.0), (pressed, k), (flight, 0.0))
    t = np.concatenate([part.t for part, _ in parts])
    return Bounce(t, np.array([_energy(y, k) for part, k in parts for y in part.y.T]), flight.y[7:, -1], z[-1], z.min())


def _solve(y, begin, k, direction=None):
    """From a state to the end, or to where the height of the lowest point is zero."""
    from scipy.integrate import solve_ivp

    def lowest(t, y):
        return _lowest(y)[0]

    lowest.terminal, lowest.direction = True, direction
    return solve_ivp(lambda t, y: _rates(y, k), (begin, END), y, method="DOP853", rtol=1e-13, atol=1e-14, max_step=1e-3,
                     events=lowest if direction else None)  # fmt: skip


def _lowest(y):
    """Height of the lowest point [m], where it is from the centre in the axes of the body [m], and the vertical in them."""
    n = quaternion_to_matrix(y[3:7] / np.linalg.norm(y[3:7])).T @ UP
    h = math.sqrt(np.sum((AXES * n) ** 2))
    return y[2] - h, -(AXES**2) * n / h, n


def _stiffness(y):
    """k = n . K n here [N/m]."""
    return float(_lowest(y)[2] ** 2 @ FIELD)


def _rates(y, k):
    """Newton's and Euler's equations; k None: that of the present place."""
    w, axis, turning = y[3], y[4:7], y[10:13]
    height, arm, n = _lowest(y)
    force = -(_stiffness(y) if k is None else k) * height
    quaternion = 0.5 * np.array((-axis @ turning, *(w * turning + np.cross(axis, turning))))
    moment = np.cross(arm, force * n) - np.cross(turning, MOMENTS * turning)
    return np.concatenate([y[7:10], quaternion, force * UP, moment / MOMENTS])


def _energy(y, k):
    """Kinetic and of the spring [J]."""
    height = _lowest(y)[0]
    spring = 0.5 * (_stiffness(y) if k is None else k) * height * height
    return 0.5 * (float(y[7:10] @ y[7:10]) + float(y[10:13] @ (MOMENTS * y[10:13]))) + spring


def stiffness_items(naive):
    """Energy after one bounce."""
    frozen, ours = plain_bounce(frozen=True), supple_bounce()
    before = ours.energy[0]
    note = f"of {before:.3f} J, {1e2 * (naive.energy[-1] / before - 1.0):+.2f} %: not a passive law"
    yield judged("created by the naive law", None, float(naive.energy[-1] - before), "J", SOURCE + "k of the present place",
                 rule="shown", note=note)  # fmt: skip
    yield judged("created by supple", 0.0, float(ours.energy[-1] - before), "J", SOURCE + "k of the touch-down",
                 rule="absolute", tolerance=1e-8)  # fmt: skip
    apart = float(np.max(np.abs(ours.final - frozen.final)))
    yield judged("supple and scipy, velocities apart", 0.0, apart, "m/s, rad/s", SOURCE + "k of the touch-down",
                 rule="absolute", tolerance=1e-7)  # fmt: skip
