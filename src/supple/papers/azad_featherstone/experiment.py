"""AF section II-C: a 66 g sphere falls 1 m onto a very stiff plate, bounces, settles and rests; what that costs in steps.

    bouncing   until the release of the first rebound lower than 1 mm
    settling   until the depth stays within rtol = 1e-5 of its value at rest, delta0 = (m g/k)^(2/3)
    rest       until 5 s

The paper's run   trapezoidal rule (ode23t), rtol = 1e-5, steps up to 0.01 s. Simulink's default absolute tolerance grows to
                  rtol times the largest value that a state has had: 1e-5 m and 4.47e-5 m/s after the first fall. It counts
                  two steps at a zero crossing, where supple ends one: each located event counts once more.
Equal accuracy    three errors against a tight run: of the time at which bouncing ends, of the heights of the bounces
                  before, of the time of the last touch-down. For each method the loosest tolerance, in half decades, at
                  which, and at the next three, none of them is above that of the paper's run.
Resonance         small motion about rest: m x'' + lam sqrt(delta0) x' + (3/2) k sqrt(delta0) x = 0
Source            Azad & Featherstone, IEEE Trans. Robotics 30(3) (2014), section II-C; Simulink's documentation of
                  "Absolute tolerance: auto".
Limits            Simulink's code is not public: its error estimate, first step after an event and number of zero crossings
                  per contact are not known. AF do not print the absolute tolerance.
"""

import math
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ...integrate.methods import choose_method
from ...integrate.solver import K_RHS, T
from ...integrate.start import Rows, drive, start_run
from ...integrate.status import Status
from ...joints.prismatic import Prismatic
from ...laws import AzadFeatherstone
from ...model import build
from ...model.room import guard_size
from ...model.solver import ready_for_implicit, solver_of
from ...model.start import started
from ...options import Options
from ...scene.scene import Scene
from ...shapes.point import Point
from ...simulation import simulate
from ...system.entries import run
from ...tables import E_TIME
from ..study import loosest

MASS, HEIGHT, GRAVITY, END = 0.066, 1.0, 10.0, 5.0  # [kg], [m], [m/s^2], [s]
K, LAM = 1e10, 1e5  # [N/m^(3/2)], [N s/m^(3/2)]
LOW = 1e-3  # [m] bounces lower than this are called microscopic
RTOL, LONGEST = 1e-5, 0.01  # of the paper's run; [s]
FREE = math.inf  # no longest step
SPEED = math.sqrt(2.0 * GRAVITY * HEIGHT)  # [m/s] of the first impact
SINK = (MASS * GRAVITY / K) ** (2.0 / 3.0)  # [m] depth at rest
BUFFER = 4096  # steps between two returns of the loop
METHODS = ("auto", "rodas5p", "dop853", "dormand_prince")
RTOLS = tuple(10.0 ** (-0.5 * i) for i in range(2, 19))  # 0.1 to 1e-9
CONFIRM = 3


class Drop(NamedTuple):
    """A run: the ends of its steps, and its contacts."""

    t: np.ndarray  # [s]
    speed: np.ndarray  # [m/s] upward
    touch: np.ndarray  # [s] touch-downs
    release: np.ndarray  # [s]
    heights: np.ndarray  # [m] of the bounces after the releases
    right_hand_sides: int

    @property
    def low(self):
        """Number of the first bounce lower than 1 mm."""
        return int(np.argmax(self.heights < LOW))

    @property
    def bouncing(self):
        """Time [s] at which it begins."""
        return float(self.release[self.low])

    @property
    def microscopic(self):
        """Bounces lower than 1 mm."""
        return len(self.release) - self.low

    def steps(self, settled):
        """Steps in the three phases; `settled` [s] is counted from the last touch-down."""
        ends = (0.0, self.bouncing, self.touch[-1] + settled, END)
        return tuple(int(np.sum((self.t[:-1] >= a) & (self.t[:-1] < b))) for a, b in pairwise(ends))

    def events(self):
        """Located events in the three phases; the one that ends bouncing belongs to settling, as the step after it."""
        every = np.concatenate([self.touch, self.release])
        before = int(np.sum(every < self.bouncing))
        return before, len(every) - before, 0


@cache
def drop_model():
    """The sphere by its lowest point above the plate."""
    scene = Scene(gravity=(0.0, 0.0, -GRAVITY), name="Azad & Featherstone, section II-C")
    scene.ground(material="plate")
    scene.body("ball", mass=MASS, joint=Prismatic(displacement=HEIGHT), surfaces=[Point(material="sphere")])
    scene.contact("sphere", "plate", normal=AzadFeatherstone(k=K, lam=LAM))
    return build(scene)


def _drop(t, speed, events, right_hand_sides):
    """A Drop from the steps and the times of the events, which are touch-downs and releases in turn."""
    after = np.abs(speed[np.searchsorted(t, events)])  # a step ends at each event
    heights = after[1::2] ** 2 / (2.0 * GRAVITY)
    return Drop(t, speed, events[0::2], events[1::2], heights, right_hand_sides)


@cache
def trajectory_of(method, rtol, longest=FREE):
    """A run of `simulate` with its own error control."""
    found = simulate(drop_model(), END, method=method, rtol=rtol, max_step=longest)
    if not found.success:
        raise RuntimeError(f"{method} at rtol {rtol:g} must reach {END} s, got: {found.message}")
    return found


def drop_of(method, rtol, longest=FREE):
    """The same as a Drop."""
    found = trajectory_of(method, rtol, longest)
    events = np.array([event.time for event in found.events])
    return _drop(found.t, found["ball.speed"], events, found.statistics["right-hand sides"])


@cache
def paper_drop(method="ode23t"):
    """The paper's run: the classical control of Matlab's suite with Simulink's absolute tolerances."""
    model, options = drop_model(), Options(end=END, method=method, rtol=RTOL, max_step=LONGEST)
    chosen = choose_method(method, RTOL)
    P, y0 = started(model, model.system(contact_error=False), 0.0, model.y0)
    S = solver_of(model, P, chosen, options, n_guard=guard_size(P), capacity=BUFFER, log_capacity=BUFFER)
    P = ready_for_implicit(P, S)
    start_run(S, chosen, y0, 0.0, END, max_step=LONGEST)
    S.atol[:] = RTOL
    S.atol[:2] = RTOL * HEIGHT, RTOL * SPEED
    rows = Rows()
    status = drive(run, P, S, chosen, rows.take)
    if status != Status.DONE:
        raise RuntimeError(f"{method} at rtol {RTOL:g} must reach {END} s, got {status.name} at {S.r[T]} s")
    return _drop(rows.t(S), rows.y(S)[:, 1], rows.log[:, E_TIME], int(S.k[K_RHS]))


# --- accuracy -----------------------------------------------------------------------------------------------------------
class Errors(NamedTuple):
    """Against a tight run."""

    bouncing: float  # [s] of the time at which bouncing ends
    heights: float  # [-] largest relative error of the bounces before
    last: float  # [s] of the time of the last touch-down


def errors_of(drop, reference):
    """Errors of a run; infinite if it is not even near."""
    n = reference.low
    if drop.low != n:
        return Errors(math.inf, math.inf, math.inf)
    heights = np.max(np.abs(drop.heights[: n + 1] / reference.heights[: n + 1] - 1.0))
    last = abs(drop.touch[-1] - reference.touch[-1])
    return Errors(abs(drop.bouncing - reference.bouncing), float(heights), float(last))


class Cost(NamedTuple):
    """The cheapest run of a method that is accurate enough."""

    method: str
    rtol: float
    drop: Drop
    errors: Errors


def loosest_run(method, reference, allowed, longest=FREE):
    """The loosest run of a method that is at least as accurate as `allowed`; None if none is."""

    def attempt(rtol):
        drop = drop_of(method, rtol, longest)
        errors = errors_of(drop, reference)
        worse = any(ours > theirs for ours, theirs in zip(errors, allowed, strict=True))
        return None if worse else Cost(method, rtol, drop, errors)

    return loosest(RTOLS, CONFIRM, attempt)


def at_equal_accuracy(methods, reference, allowed, longest=FREE):
    """The loosest run of each method that has one, that with the fewest steps first."""
    found = filter(None, (loosest_run(method, reference, allowed, longest) for method in methods))
    return sorted(found, key=lambda cost: len(cost.drop.t))


def settling_time(trajectory):
    """Time from the last touch-down until the depth stays within RTOL of its value at rest [s]."""
    last = trajectory.events[-1].time
    t = np.linspace(last, last + 0.1, 20001)
    away = np.abs(trajectory.channel("ball.displacement", t) / -SINK - 1.0) > RTOL
    return float(t[np.flatnonzero(away)[-1]] - last)


# --- resonance ----------------------------------------------------------------------------------------------------------
def resonance():
    """(undamped, damped) frequency of small motion about rest [Hz]."""
    stiffness, damping = 1.5 * K * math.sqrt(SINK), LAM * math.sqrt(SINK)
    square = stiffness / MASS
    return math.sqrt(square) / (2.0 * math.pi), math.sqrt(square - (0.5 * damping / MASS) ** 2) / (2.0 * math.pi)


def frequency(t, speed):
    """Frequency [Hz] of an oscillation from the first and the last time at which its speed changes sign."""
    i = np.flatnonzero(speed[:-1] * speed[1:] < 0.0)
    zeros = t[i] - speed[i] * (t[i + 1] - t[i]) / (speed[i + 1] - speed[i])
    return float(0.5 * (len(zeros) - 1) / (zeros[-1] - zeros[0]))


def ringing(trajectory, begin_after=0.015, end_after=0.03):
    """Frequency [Hz] of a run when the motion has become small: from 15 to 30 ms after the last touch-down."""
    last = trajectory.events[-1].time
    t = np.linspace(last + begin_after, last + end_after, 20001)
    return frequency(t, trajectory.channel("ball.speed", t))


def paper_ringing(window=0.004):
    """Frequency [Hz] of the paper's run in the first `window` [s] after its last touch-down, between its steps."""
    drop = paper_drop()
    chosen = (drop.t >= drop.touch[-1]) & (drop.t < drop.touch[-1] + window)
    return frequency(drop.t[chosen], drop.speed[chosen])


def last_bounces(drop, n=2):
    """Frequencies [Hz] of the last n intervals between touch-downs."""
    return tuple(float(1.0 / interval) for interval in np.diff(drop.touch)[-n:])
