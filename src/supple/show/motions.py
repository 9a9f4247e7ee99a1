"""Generators of motions as curves: value, speed and acceleration above each other."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from .._check import shown
from ..motions.generator import Generator
from .curves import draw_curves, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

POINTS = 600  # of a curve, besides the times at which it jumps
PANELS = (("Value", "q [rad or m]"), ("Speed", "dq/dt [1/s]"), ("Acceleration", "d²q/dt² [1/s²]"))


def plot_motions(motions: Mapping[str, Generator], start: float, end: float) -> "Figure":
    """Generators by the names that the picture shows, from `start` to `end` [s]."""
    for name, motion in motions.items():
        if not isinstance(motion, Generator):
            raise TypeError(f"{name} must be a generator of motions such as Polynomial(...), got {shown(motion)}")
    if not start < end:
        raise ValueError(f"end must be > start = {start!r} s, got {end!r}")
    figure, panels = new_figure(len(PANELS), "Motions")
    for d, (axes, (title, label)) in enumerate(zip(panels, PANELS, strict=True)):
        curves = {name: _curve(motion, d, start, end) for name, motion in motions.items()}
        draw_curves(axes, curves, title, label)
        axes.label_outer()
        if d and len(motions) > 1:
            axes.get_legend().remove()  # the same in all
    return figure


def _curve(motion, derivative, start, end):
    """Times and values; a jump is a vertical line."""
    knots = np.array(motion.knots(derivative))
    period = motion.pieces().period
    if period and len(knots):
        cycles = np.arange(np.floor((start - knots[-1]) / period), np.ceil((end - knots[0]) / period) + 1.0)
        knots = (knots + period * cycles[:, None]).ravel()
    t = np.sort(np.concatenate([np.linspace(start, end, POINTS), knots, np.nextafter(knots, -np.inf)]))
    t = t[(t >= start) & (t <= end)]
    return t, motion.value(t, derivative)
