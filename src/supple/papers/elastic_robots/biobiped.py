"""Fig. 11: BioBiped1 jogs, and the force under its feet is beside that of humans.

The paper prints a picture and no number. Judged are: ten strides without a fall; one hump per stance, whose mean peak is
within two standard deviations of the human one; the ledger; and peak, speed and stride length beside a planar prototype, a
program apart from supple, for the same numbers of the robot. All its other figures are shown (`jogging_expected.py`).

The heel never carries anything: it runs on its forefeet, and so do all sets that were tried.
"""

import numpy as np

from ..study import judged
from .gait import GRID
from .jogging import HUMAN_DUTY, HUMAN_PEAK, TEN, away, changed, jog, pushed, ten_strides
from .jogging_expected import (
    FALLS,
    FIRST_PEAKS,
    HARDER,
    LOWER,
    MEAN_FORCE,
    PUSH,
    PUSHED_HEIGHT,
    SCUFF,
    TABLE,
    UNCHANGED,
)

LEFT_OUT = ("BioBiped1: set B, a push, other contacts, friction and control",)
PROTOTYPE, PAPER, HUMAN = "planar prototype", "Fig. 11", "Hamner & Delp 2013"
CLOSED = 1e-6  # of the energy turned over: what a ledger may miss
LOW = 0.45  # [m] a hip below this has fallen: 0.66 m and more in the gait
FINE = np.linspace(0.0, 1.0, 101)  # [stance]


def items(quick=False, progress=None):
    """The figures, each with its verdict."""
    say = progress or (lambda fraction: None)
    found = [*human_items(ten_strides()), *gait_items("A", jog("A"))]
    say(0.4)
    if not quick:
        found += gait_items("B", jog("B"))
        say(0.7)
        found += [*push_items(), *sensitivity_items()]
    say(1.0)
    return found


def draw(out):
    """Write pictures and the animation to a directory; return their paths."""
    from .jogging_figures import draw_all

    return draw_all(out)


def human_items(gait):
    """Ten strides of set A beside humans."""
    stances, title = gait.all_stances, f"{TEN} strides"
    peak, deviation = HUMAN_PEAK
    humps = max(stance.humps for stance in stances)
    ours = float(gait.peaks.mean())
    return [
        judged(f"{title}: stances", 2 * TEN, len(stances), "-", PAPER, rule="absolute", tolerance=0),
        judged(f"{title}: humps per stance, most", 1, humps, "-", f"{PAPER}; {HUMAN}", rule="absolute", tolerance=0),
        judged(
            f"{title}: mean peak of the vertical force",
            peak,
            ours,
            "weights",
            HUMAN,
            rule="absolute",
            tolerance=2.0 * deviation,
            note="two standard deviations between subjects",
        ),
        judged(f"{title}: duty factor", HUMAN_DUTY, float(gait.duty), "-", HUMAN, rule="shown"),
        judged(
            f"{title}: share of the heels in the force",
            None,
            float(gait.heel_share),
            "-",
            "",
            rule="shown",
            note="it runs on its forefeet",
        ),
        judged(f"{title}: ledger", CLOSED, gait.run.ledger.relative_residual, "-", "must close", rule="less than"),
    ]


def measured(gait):
    """{name: value} as in the table of what is expected."""
    torque, power, current = zip(*gait.motors.values(), strict=True)
    rms, largest = gait.guide_of_cables
    found = {
        "peak of the vertical force": gait.peaks.mean(),
        "duty factor": gait.duty,
        "speed": gait.speed,
        "stride length": gait.speed * gait.stride,
        "peak at": gait.time_of_peak,
        "rms to the human force": away(gait, FINE),
        "way of the hip up and down": gait.excursion,
        "mean electric power": gait.electric_power,
        "guide of the torso": rms,
        "guide of the torso, largest": largest,
    }
    for i, (joint, off) in enumerate(gait.tracking.items()):
        found[f"tracking {joint}"] = np.degrees(off)
        found[f"torque {joint}"], found[f"power {joint}"], found[f"current {joint}"] = torque[i], power[i], current[i]
    return {name: float(value) for name, value in found.items()}


def gait_items(which, gait):
    """30 strides of a set beside the prototype."""
    ours = measured(gait)
    found = [
        _beside(f"set {which}: {name}", value, ours[name], unit, tolerance, _note(name))
        for name, (value, unit, tolerance) in TABLE[which].items()
    ]
    humps = max(stance.humps for stance in gait.stances)
    found.append(judged(f"set {which}: humps per stance, most", 1, humps, "-", PROTOTYPE, rule="absolute", tolerance=0))
    off = float(np.abs(gait.mean_curve(GRID) - MEAN_FORCE[which]).max())
    name = f"set {which}: mean force over the stance, largest distance"
    found.append(_beside(name, 0.0, off, "weights"))
    first = [stance.peak for stance in gait.all_stances if stance.end - stance.start > SCUFF][: len(FIRST_PEAKS[which])]
    off = float(np.abs(np.array(first) - FIRST_PEAKS[which]).max())
    name = f"set {which}: peaks of the first {len(first)} stances, largest distance"
    found.append(_beside(name, 0.0, off, "weights"))
    residual = gait.run.ledger.relative_residual
    return [*found, judged(f"set {which}: ledger", CLOSED, residual, "-", "must close", rule="less than")]


def _beside(name, value, ours, unit, tolerance=None, note=""):
    """A figure beside that of the prototype, judged if a tolerance came with it."""
    if tolerance is None:
        return judged(name, value, ours, unit, PROTOTYPE, rule="shown", note=note)
    return judged(name, value, ours, unit, PROTOTYPE, tolerance=tolerance, note=note)


def _note(name):
    return "without the viscosity of the hips, as the prototype has it" if name.startswith("guide") else ""


def push_items():
    """A push fades, with the other sign after every stride."""
    (_, calm), (_, other) = pushed(0.0, len(PUSHED_HEIGHT)), pushed(PUSH, len(PUSHED_HEIGHT))
    off = 1e3 * np.abs(other - calm)[1:]
    return [
        _beside(f"set A: height after a push of {PUSH} m/s, stride {1 + i}", value, float(ours), "mm")
        for i, (value, ours) in enumerate(zip(PUSHED_HEIGHT, off, strict=True))
    ]  # fmt: skip


def sensitivity_items():
    """Other contacts, less friction, slower control: the references stay."""
    usual = TABLE["A"]["peak of the vertical force"][0]
    found = []
    for factor, value in HARDER.items():
        peak = float(changed(lambda numbers, factor=factor: _harder(numbers, factor)).peaks.mean())
        found.append(_beside(f"set A: peak, contact x {factor:g}", value, peak, "weights"))
    for name, change in zip(UNCHANGED, (_slippery, _slow), strict=True):
        peak = float(changed(change).peaks.mean())
        found.append(_beside(f"set A: peak, {name}", usual, peak, "weights", note="'unchanged'"))
    stride = _falls(changed(_later, strides=FALLS + 4, start="cold"))
    name = f"set A: it falls in stride, knee flexor slack {LOWER:g} deg later"
    return [*found, _beside(name, FALLS, stride, "-")]


def _falls(gait):
    """Number of the stride in which the hip comes below LOW; 0: none."""
    low = np.flatnonzero(gait.run["torso.y"] < LOW)
    return int(gait.run.t[low[0]] / gait.stride) if len(low) else 0


def _later(numbers):
    flexor = numbers["cables"]["knee_flexor"]
    flexor["elongation"] += flexor["arms"]["knee"] * np.radians(LOWER)


def _harder(numbers, factor):
    numbers["contact"]["k"] *= factor
    numbers["contact"]["lam"] *= factor


def _slippery(numbers):
    numbers["contact"]["mu_k"] = numbers["contact"]["mu_s"] = 0.5


def _slow(numbers):
    numbers["control"]["period"] = 2e-3
