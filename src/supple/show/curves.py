"""Curves and step sizes from plain arrays, in panels above each other, and figures written whole or not at all."""

import numpy as np

from .plots import write_figure
from .style import COLOURS, legend_beside, line_style, style_axes


def new_figure(rows, title, *, height=2.1):
    """A Figure with `rows` panels above each other over one axis of time, and its panels."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.0, 0.6 + height * rows), layout="constrained")
    figure.suptitle(title, fontsize=11, x=0.01, ha="left")
    return figure, figure.subplots(rows, 1, sharex=True, squeeze=False)[:, 0]


def draw_curves(axes, curves, title, label):
    """Curves name -> (times, values) over time."""
    for i, (name, (t, value)) in enumerate(curves.items()):
        axes.plot(t, value, label=name, **line_style(i))
    style_axes(axes, title, "t [s]", label)
    return legend_beside(axes) if len(curves) > 1 else axes


def draw_step_sizes(axes, runs, title):
    """Step sizes of runs name -> times of the ends of the steps, each at the start of its step."""
    for i, (name, t) in enumerate(runs.items()):
        h = np.diff(t)
        steps = h > 0.0
        size = 5.0 if len(t) < 600 else 2.0
        axes.semilogy(t[:-1][steps], h[steps], ".-", markersize=size, linewidth=0.4, color=COLOURS[i],
                      label=f"{name}: {np.sum(steps)}")  # fmt: skip
    style_axes(axes, title, "t [s]", "h [s]")
    axes.legend(fontsize=8, frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5), title="accepted steps",
                title_fontsize=8, alignment="left")  # fmt: skip
    return axes


def save_figure(figure, path):
    """Finish the axes and write a figure; return the path."""
    for axes in figure.axes:
        axes.margins(x=0.01)
        axes.label_outer()
    return write_figure(figure, path)
