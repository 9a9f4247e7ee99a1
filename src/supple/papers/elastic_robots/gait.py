"""What a gait is: stances of both feet, their forces, and means over the strides.

Stance    the vertical force of one foot is above 0.05 of the weight, from the first such sample to the last; gaps shorter
          than 15 ms are closed
Peak      of the force after a Butterworth filter of second order at 50 Hz, forwards and backwards, at 1 kHz
Hump      a maximum of that force with a prominence above 0.1 of the weight
Motors    are looked at where a controller is about to sample: what it holds makes the current a saw
Means     over the stances, and the samples, from the end of stride `after` on
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...robots.biobiped1 import CONTACTS, JOINTS, SEGMENTS, SIDES, biobiped1_reference

RATE = 1000.0  # [1/s] of the samples
LOADED, GAP = 0.05, 0.015  # [weight], [s]
CUT, PROMINENCE = 50.0, 0.1  # [Hz], [weight]
BEFORE = 1e-6  # [s] before a controller samples
GRID = np.linspace(0.0, 1.0, 21)  # [stance] on which mean curves are given


@dataclass(frozen=True)
class Stance:
    """One foot on the ground; forces in weights of the robot."""

    side: str
    start: float  # [s]
    end: float  # [s]
    smooth: np.ndarray  # filtered, from the sample before the first to the one behind the last

    @property
    def peak(self):
        """Of the filtered force [weight]."""
        return self.smooth.max()

    @property
    def humps(self):
        """Number of maxima of the filtered force."""
        from scipy.signal import find_peaks

        return len(find_peaks(np.pad(self.smooth, 1), prominence=PROMINENCE)[0])

    def curve(self, grid):
        """Filtered force at parts of the stance."""
        return np.interp(grid, np.linspace(0.0, 1.0, len(self.smooth)), self.smooth)


class Gait:
    """The figures of a run of BioBiped1."""

    def __init__(self, run, numbers, after=10):
        self.run, self.numbers = run, numbers
        self.stride = numbers["stride"]
        self.t = np.arange(run.t[0], run.t[-1] + 1e-9, 1.0 / RATE)
        self.begin = run.t[0] + after * self.stride
        self.late = self.t >= self.begin

    @cached_property
    def weight(self):
        """Of the whole robot [N]."""
        legs = sum(self.numbers[segment]["mass"] for segment in SEGMENTS)
        return self.numbers["gravity"]["value"] * (self.numbers["torso"]["mass"] + 2.0 * legs)

    @cached_property
    def _states(self):
        return self.run.at(self.t)

    def late_channel(self, name):
        """A coordinate or velocity at the samples of which means are taken."""
        return self._states[self.late, self.run.names.index(name)]

    @cached_property
    def forces(self):
        """{side: {"heel", "toe": vertical force [weight] at the samples}}."""
        names = [contact.format(side=side) for side in SIDES for contact in CONTACTS.values()]
        found = iter([history.force / self.weight for history in self.run.histories(names, self.t)])
        return {side: {part: next(found) for part in CONTACTS} for side in SIDES}

    def force(self, side):
        """Vertical force of a foot [weight] at the samples."""
        return sum(self.forces[side].values())

    @cached_property
    def heel_share(self):
        """Of the heels in the vertical force [-]."""
        heel = sum(parts["heel"].sum() for parts in self.forces.values())
        return heel / sum(self.force(side).sum() for side in SIDES)

    @cached_property
    def all_stances(self):
        """Every whole stance, in the order in which they begin."""
        from scipy.signal import butter, filtfilt

        found = []
        low_pass = butter(2, CUT, fs=RATE)
        for side in SIDES:
            raw = self.force(side)
            smooth = filtfilt(*low_pass, raw)
            for a, b in _intervals(raw > LOADED, round(GAP * RATE)):
                if a > 0 and b < len(raw):
                    found.append(Stance(side, self.t[a], self.t[b - 1], smooth[a - 1 : b + 1]))
        return sorted(found, key=lambda stance: stance.start)

    @cached_property
    def stances(self):
        """Those of which means are taken."""
        return [stance for stance in self.all_stances if stance.start >= self.begin]

    @property
    def peaks(self):
        """Of the stances of which means are taken [weight]."""
        return np.array([stance.peak for stance in self.stances])

    @property
    def duty(self):
        """Time of a foot on the ground per stride [-]."""
        return np.mean([stance.end - stance.start for stance in self.stances]) / self.stride

    def mean_curve(self, grid=GRID):
        """Mean filtered force over the stance [weight]."""
        return np.mean([stance.curve(grid) for stance in self.stances], axis=0)

    @property
    def time_of_peak(self):
        """Mean part of the stance at which the filtered force is largest [-]."""
        return np.mean([np.argmax(stance.smooth) / (len(stance.smooth) - 1) for stance in self.stances])

    @cached_property
    def strides(self):
        """Number of whole strides of which means are taken."""
        return int((self.t[-1] - self.begin) / self.stride + 1e-6)

    @cached_property
    def speed(self):
        """Mean speed [m/s]."""
        x = self.run.channel("torso.x", [self.begin, self.begin + self.strides * self.stride])
        return (x[1] - x[0]) / (self.strides * self.stride)

    @cached_property
    def excursion(self):
        """Of the hip, up and down [m]."""
        z = self.late_channel("torso.y")
        return z.max() - z.min()

    @cached_property
    def tracking(self):
        """{joint: root mean square of its distance from its reference [rad], both legs}."""
        found = {}
        for joint, segment in zip(JOINTS, SEGMENTS, strict=True):
            off = [
                self.late_channel(f"{side}_{segment}.angle")
                - biobiped1_reference(side, joint, numbers=self.numbers).value(self.t[self.late])
                for side in SIDES
            ]
            found[joint] = np.sqrt(np.mean(np.square(off)))
        return found

    @cached_property
    def motors(self):
        """{joint: (largest torque [Nm], largest power [W], rms current [A]) at the gear output}, both legs."""
        motor, found = self.numbers["motor"], {}
        for joint in JOINTS:
            ratio = self.numbers["gear"][joint]
            histories = [self.run.element(f"{side}_{joint}", self.t[self.late] - BEFORE) for side in SIDES]
            current = np.array([one.current for one in histories])
            torque = ratio * motor["torque_constant"] * current
            power = torque * np.array([one.speed for one in histories]) / ratio
            rms = np.sqrt(np.mean(np.square(current))) / motor["efficiency"]
            found[joint] = np.abs(torque).max(), power.max(), rms
        return found

    @cached_property
    def electric_power(self):
        """Mean power of all sources [W], of the motors that are meant: the current in the scene is smaller."""
        i = np.searchsorted(self.run.t, self.begin)
        ledger, t = self.run.ledger.work, self.run.t
        return (ledger[-1] - ledger[i]) / (t[-1] - t[i]) / self.numbers["motor"]["efficiency"]

    @cached_property
    def _moment(self):
        return self.run.element("guide", self.t[self.late]).force

    @cached_property
    def guide(self):
        """Moment of the guide of the torso: root mean square and largest [Nm]."""
        return np.sqrt(np.mean(self._moment**2)), np.abs(self._moment).max()

    @cached_property
    def guide_of_cables(self):
        """The same without the viscosity of the hips."""
        rate = sum(self.late_channel(f"{side}_thigh.rate") for side in SIDES)
        moment = self._moment + self.numbers["viscosity"]["hip"] * rate
        return np.sqrt(np.mean(moment**2)), np.abs(moment).max()

    @property
    def lowest(self):
        """Lowest height of the hip in the whole run [m]."""
        return self.run["torso.y"].min()


def _intervals(loaded, gap):
    """(first, last + 1) of the stretches that are loaded; short gaps between them do not count."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], loaded, [False]]).astype(int)))
    found = []
    for a, b in edges.reshape(-1, 2).tolist():
        if found and a - found[-1][1] < gap:
            found[-1][1] = b
        else:
            found.append([a, b])
    return found
