"""Curves of generators of motions."""

import numpy as np
import pytest

from supple.motions import Sine, Spline, Trapezoid
from supple.show import plot_motions

STEP = Trapezoid(final=1.2, speed=1.0, acceleration=4.0)


def test_value_speed_and_acceleration_above_each_other():
    cycle = Spline(times=(0.1, 0.4, 1.0), values=(0.1, 0.5, 0.1), ends="periodic")
    figure = plot_motions({"step": STEP, "sine": Sine(amplitude=1, omega=3), "cycle": cycle}, -1.0, 3.0)
    figure.draw_without_rendering()
    assert [len(axes.lines) for axes in figure.axes] == [3, 3, 3]
    t, acceleration = figure.axes[2].lines[0].get_data()
    assert set(np.unique(acceleration)) == {-4.0, 0.0, 4.0} and (t[0], t[-1]) == (-1.0, 3.0)
    steps = np.flatnonzero(np.diff(acceleration))
    assert len(steps) == 4 and np.diff(t)[steps].max() < 1e-15  # vertical


def test_nonsense_is_a_sentence():
    with pytest.raises(TypeError, match="step must be a generator of motions"):
        plot_motions({"step": 3}, 0.0, 1.0)
    with pytest.raises(ValueError, match=r"end must be > start = 1.0 s, got 1.0"):
        plot_motions({"step": STEP}, 1.0, 1.0)
