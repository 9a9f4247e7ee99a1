"""BioRob-X4 meets the ground (Lens, Radkhah & von Stryk, Fig. 10): the experiment, and what is read off a run of it.

The arm swings down along a motion whose planned end is 4.8 cm below the ground; feed-forward and PD at the motors know
nothing of the ground. The tip hits it, bounces, and is pressed on it to the end.

Chosen    the motion, as nothing of it is published: degree 9 from START to GOAL in 0.8 s, then held
Touch     the tip is at z = 0 from above;  peak: largest normal force, sought on the interpolant of the method;
          impulse: integral of the normal force, Gauss points in every step
Torque    of the links: what a joint transmits, without what turns its own rotor (rigid: N (k i - d w) - B q'')
"""

from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise

import numpy as np

from ...model import build
from ...model.algorithms import jacobian, mass_matrix
from ...motions import Polynomial
from ...robots.biorob_x4 import BIOROB_X4, LINKS, MOTOR, PERIOD, RATIOS, biorob_x4
from ...simulation import simulate
from ...trajectory import Trajectory

START, GOAL = (0.0, 0.9, 0.5, 0.4), (0.5, 1.92, 0.2, 0.2)  # [rad]
SWING, END = 0.8, 1.5  # [s]
RTOL = 1e-10
CONTACT = "hand/ground"
WINDOW = 0.1  # [s] after the touch, in which torques are looked at
GAUSS = np.polynomial.legendre.leggauss(10)
INSIDE, ZOOMS = 12, 8  # points per step at which an extreme is sought, and how often the place is looked at closer
ROTORS = np.diag(np.square(RATIOS) * MOTOR["inertia"])  # [kg m^2] at the gear output


def motions():
    """The four motions."""
    return tuple(Polynomial(times=(0.0, SWING), values=ends, degree=9) for ends in zip(START, GOAL, strict=True))


def land(end=END, rtol=RTOL, **variant):
    """The run of a variant: arguments of `biorob_x4`."""
    return Landing(simulate(biorob_x4(motions(), end=END, **variant), end, rtol=rtol), variant)


@dataclass(frozen=True)
class Landing:
    """A run, and its figures."""

    run: Trajectory
    variant: dict

    @property
    def rigid(self):
        """Whether its joints are."""
        return self.variant.get("joints") == "rigid"

    # --- times ----------------------------------------------------------------------------------------------------------
    @property
    def touches(self):
        """Times [s] at which the tip meets the ground."""
        return [impact.start for impact in self.run.impacts]

    @property
    def losses(self):
        """Times [s] at which it leaves it."""
        return [impact.end for impact in self.run.impacts if impact.end is not None]

    @property
    def located(self):
        """Events that were located in time; the others are modes that were chosen anew at a sample."""
        half = [event.time / (0.5 * PERIOD) for event in self.run.events]
        return [event for event, k in zip(self.run.events, half, strict=True) if abs(k - round(k)) > 1e-9]

    # --- force ----------------------------------------------------------------------------------------------------------
    def force(self, times):
        """Normal force [N]."""
        return self.run.contact(CONTACT, times).force

    def peak(self, first=0.0, last=END):
        """Time and height of the largest normal force between two times."""
        return self._largest(self.force, first, last)

    @cached_property
    def first_peak(self):
        """Time [s] and height [N] of the first one."""
        return self.peak(self.touches[0], self.losses[0])

    def impulse(self, first, last):
        """Integral of the normal force [Ns]."""
        edges = self._steps(first, last)
        middle, half = 0.5 * (edges[1:] + edges[:-1]), 0.5 * np.diff(edges)
        times = middle[:, None] + half[:, None] * GAUSS[0]
        return float(np.sum(self.force(times.ravel()).reshape(times.shape) @ GAUSS[1] * half))

    def _steps(self, first, last):
        """Ends of the steps between two times, and these."""
        t = self.run.t
        return np.unique(np.concatenate([[first], t[(t > first) & (t < last)], [last]]))

    def _largest(self, function, first, last):
        """Time and value of the maximum of a function of times."""
        edges = self._steps(first, min(last, self.run.t[-1]))
        times = np.unique(np.concatenate([np.linspace(a, b, INSIDE) for a, b in pairwise(edges)]))
        for _ in range(ZOOMS):
            values = function(times)
            i = int(np.argmax(values))
            best, height = float(times[i]), float(values[i])
            times = np.linspace(times[max(i - 1, 0)], times[min(i + 1, len(times) - 1)], INSIDE)
        return best, height

    # --- arm ------------------------------------------------------------------------------------------------------------
    @property
    def tip(self):
        """The tip in the frame of the hand [m]."""
        return 0.0, 0.0, BIOROB_X4["A"].length[-1]

    @cached_property
    def tip_velocity(self):
        """At the first touch [m/s]."""
        return self.run.velocity(LINKS[-1], [self.touches[0]], point=self.tip)[0]

    def effective_mass(self, rotors):
        """What the ground feels of the arm at the first touch [kg]: of the links alone, or with the rotors."""
        model = build(biorob_x4(START, joints="bare", ground=None))
        y = model.y0.copy()
        y[: len(LINKS)] = self.angles(self.touches[0])
        M = mass_matrix(model, y) + (ROTORS if rotors else 0.0)
        row = jacobian(model, LINKS[-1], y, point=self.tip)[5]
        return float(1.0 / (row @ np.linalg.solve(M, row)))

    def angles(self, time):
        """Of the joints [rad]."""
        return np.array([self.run.channel(f"{link}.angle", [time])[0] for link in LINKS])

    def torque(self, i, times):
        """Torque [Nm] that joint i gives to the links."""
        times = np.asarray(times, dtype=float)
        found = self.run.joint_forces(LINKS[i], times)[:, 0]
        if self.rigid:
            found = found - ROTORS[i, i] * self.run.joint_accelerations(LINKS[i], times)[:, 0]
        return found

    def largest_torque(self, i, sign=1.0):
        """The largest torque of joint i [Nm] within WINDOW of the touch; sign -1: the smallest."""
        first = self.touches[0]
        return sign * self._largest(lambda times: sign * self.torque(i, times), first, first + WINDOW)[1]

    def tracking_error(self):
        """Largest distance [rad] of each joint from its motion before the touch."""
        errors = []
        for link, motion in zip(LINKS, motions(), strict=True):
            away = partial(self._away, f"{link}.angle", motion)
            errors.append(self._largest(away, 0.0, self.touches[0])[1])
        return errors

    def _away(self, channel, motion, times):
        return np.abs(self.run.channel(channel, times) - motion.value(times))
