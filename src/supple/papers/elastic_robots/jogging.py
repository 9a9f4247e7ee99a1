"""Runs of BioBiped1, each once, and the human curve beside which they stand.

Human     vertical ground force of ten subjects at 2 m/s over the gait cycle, mean and standard deviation, in their weights:
          Hamner & Delp, J. Biomech. 46 (2013) 780; stance: the first 43 % of the cycle (their duty factor)
"""

from functools import cache
from importlib.resources import files

import numpy as np

from ..._reading import csv_rows
from ...robots import biobiped1, biobiped1_numbers
from ...simulation import simulate
from .gait import Gait

RTOL = 1e-4
STRIDES, AFTER, TEN = 30, 10, 10
HUMAN_DUTY = 0.43  # [-]
HUMAN_PEAK = 2.11, 0.21  # [weight] of the single subjects: mean, standard deviation
FILE = "human_running.csv"


@cache
def jog(which):
    """30 strides from a cold start; means over the last twenty."""
    numbers = biobiped1_numbers(which)
    run = simulate(biobiped1(which, start="cold"), STRIDES * numbers["stride"], rtol=RTOL)
    return Gait(run, numbers, after=AFTER)


@cache
def ten_strides(which="A"):
    """Ten strides from a start on the cycle; all of them count."""
    numbers = biobiped1_numbers(which)
    return Gait(simulate(biobiped1(which), TEN * numbers["stride"], rtol=RTOL), numbers, after=0)


def changed(change, strides=20, start="cycle"):
    """Set A with numbers that `change` has changed in place."""
    numbers = biobiped1_numbers("A")
    change(numbers)
    scene = biobiped1(start=start, numbers=numbers)
    return Gait(simulate(scene, strides * numbers["stride"], rtol=RTOL), numbers, after=AFTER)


def pushed(push, strides=16):
    """Speed [m/s] and height [m] of the hip at the ends of the strides, with another speed by `push` [m/s] at the start."""
    numbers = biobiped1_numbers("A")
    numbers["cycle"]["velocity"][0] += push
    times = numbers["stride"] * np.arange(strides + 1)
    run = simulate(biobiped1(numbers=numbers), times[-1], rtol=1e-6)
    return run.channel("torso.vx", times), run.channel("torso.y", times)


@cache
def _human_table():
    rows = csv_rows(files(__package__).joinpath(FILE).read_text(encoding="utf-8"), FILE)
    return np.array([[float(cell) for cell in fields] for _, fields in list(rows)[1:]])


def human(grid):
    """Mean human force [weight] and its standard deviation at parts of the stance."""
    cycle, mean, deviation = _human_table().T
    at = 100.0 * HUMAN_DUTY * np.asarray(grid)
    return np.interp(at, cycle, mean), np.interp(at, cycle, deviation)


def away(gait, grid):
    """Root mean square of the distance of the mean curve from the human one [weight]."""
    return np.sqrt(np.mean((gait.mean_curve(grid) - human(grid)[0]) ** 2))
