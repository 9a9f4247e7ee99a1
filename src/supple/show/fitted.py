"""A scene fitted to data: each column as it was measured and as the run has it, and the residuals below."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from .plots import drawn
from .style import COLOURS, style_axes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ..ensembles.fitting.result import SceneFit

MOST = 8  # columns that are drawn
POINTS = 600  # of a curve
WIDTH, HEIGHT = 9.0, 2.6  # [inch] of the page and of a column


def plot_scene_fit(fit: "SceneFit") -> "Figure":
    """Data (points) and run (line) of each column, residuals beside them; returns the Figure."""
    from matplotlib.figure import Figure

    columns = fit.columns[:MOST]
    figure = Figure(figsize=(WIDTH, 0.8 + HEIGHT * len(columns)), layout="constrained")
    panels = figure.subplots(len(columns), 2, squeeze=False, width_ratios=(2.0, 1.0))
    for (left, right), column in zip(panels, columns, strict=True):
        label, residuals = "impact" if column.of_impacts else "t [s]", fit.residuals[column.name]
        at = column.at + 1.0 if column.of_impacts else column.at
        left.plot(at, column.values, ".", color="0.5", markersize=4, label="measured")
        if column.of_impacts:
            left.plot(at, fit.predicted[column.name], "x", color=COLOURS[1], label="fitted")
        else:
            left.plot(*_curve(fit.run, column), color=COLOURS[1], linewidth=1.3, label="fitted")
        right.plot(at, residuals, ".", color=COLOURS[0], markersize=4)
        right.axhline(0.0, color="0.6", linewidth=0.8)
        unit = f" [{column.unit}]" if column.unit else ""
        style_axes(left, "", label, drawn(column.name) + unit)
        style_axes(right, f"run - data, rms {np.sqrt(np.mean(residuals**2)):.3g}", label, "")
    panels[0, 0].legend(fontsize=8, frameon=False)
    parts = (f"{name} = {one.value:.4g} ({one.low:.4g} to {one.high:.4g})" for name, one in fit.estimates.items())
    figure.suptitle(drawn(", ".join(parts)), fontsize=9, wrap=True)
    return figure


def _curve(run, column):
    """Times and numbers of the run over the time that was measured."""
    from ..ensembles.fitting.columns import Reader

    t = np.union1d(column.at, np.linspace(column.at[0], column.at[-1], POINTS))
    return t, Reader(run).values(replace(column, at=t))
