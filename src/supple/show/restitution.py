"""Plots of restitution: e over the impact speed, laws side by side, measured points beside them.

Each function draws into the axes it is given (or new ones) and returns them; `plot_restitution_page` returns a Figure.
"""

import numpy as np

from .plots import drawn
from .style import COLOURS, DASHES, new_axes, style_axes

MARGIN = 0.03  # of the range of e, above and below
SIZE = (6.0, 4.0)  # [inch] of a plot on its own


def plot_restitution(curves, *, measured=None, log=True, axes=None):
    """Restitution over speed of one or more RestitutionCurves; `measured`: (speed, e) or (speed, e, deviation)."""
    return _panel(curves, "restitution", "e [-]", "Restitution", measured, log, axes)


def plot_impact_duration(curves, *, log=True, axes=None):
    """Duration of the contact over speed."""
    axes = _panel(curves, "duration", "T [s]", "Duration", None, log, axes)
    axes.set_yscale("log")
    return axes


def plot_peak_force(curves, *, log=True, axes=None):
    """Peak force over speed."""
    axes = _panel(curves, "peak_force", "F [N]", "Peak force", None, log, axes)
    axes.set_yscale("log")
    return axes


def plot_restitution_page(curves, *, measured=None, title=""):
    """Restitution on a linear and on a logarithmic axis, duration and peak force on one page; returns the Figure."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10.0, 7.0), layout="constrained")
    axes = figure.subplots(2, 2)
    plot_restitution(curves, measured=measured, log=False, axes=axes[0, 0])
    plot_restitution(curves, measured=measured, log=True, axes=axes[0, 1])
    plot_impact_duration(curves, axes=axes[1, 0])
    plot_peak_force(curves, axes=axes[1, 1])
    lines, names = axes[0, 0].get_legend_handles_labels()
    figure.legend(lines, names, loc="outside lower center", fontsize=8, frameon=False, ncols=min(2, len(names)))
    if title:
        figure.suptitle(drawn(title), fontsize=11)
    return figure


def plot_fit_page(fit):
    """Data and fitted laws above, residuals below; returns the Figure."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.0, 6.5), layout="constrained")
    top, bottom = figure.subplots(2, 1, sharex=True, height_ratios=(2.0, 1.0))
    data = fit.data
    for i, law in enumerate(fit.laws):
        x, y = law.curve()
        style = {"color": COLOURS[(i + 1) % len(COLOURS)], "linestyle": DASHES[i % len(DASHES)], "linewidth": 1.3}
        top.plot(x, y, label=drawn(f"{law.label}  (AICc {law.aicc:.1f})"), **style)
        bottom.plot(data.x, law.residuals, ".", color=style["color"], markersize=5)
    _points(top, (data.x, data.y) if data.sd is None else (data.x, data.y, data.sd))
    bottom.axhline(0.0, color="0.6", linewidth=0.8)
    for axes, label in ((top, data.y_label), (bottom, f"law - data\n{data.y_label}")):
        _finish(axes, "", data.x_label if axes is bottom else "", label)
    if data.kind == "restitution" and data.x.max() > 5.0 * data.x.min():
        top.set_xscale("log")
    top.legend(fontsize=8, frameon=False)
    figure.suptitle(drawn(fit.sentence()), fontsize=9, wrap=True)
    return figure


# --- what the plots share ------------------------------------------------------------------------------------------------
def _panel(curves, name, label, title, measured, log, axes):
    axes = new_axes(axes, SIZE)
    curves = list(curves) if isinstance(curves, (list, tuple)) else [curves]
    for i, curve in enumerate(curves):
        y = np.where(np.isfinite(getattr(curve, name)), getattr(curve, name), np.nan)
        axes.plot(curve.speed, y, label=drawn(curve.law), color=COLOURS[i % len(COLOURS)],
                  linestyle=DASHES[i % len(DASHES)], linewidth=1.3, marker="" if len(curve.speed) > 1 else "o")  # fmt: skip
    if measured is not None:
        _points(axes, measured)
    if log:
        axes.set_xscale("log")
    return _finish(axes, title, "v [m/s]", label)


def _points(axes, measured):
    x, y, *sd = measured
    axes.errorbar(x, y, yerr=sd[0] if sd else None, fmt="o", color="0.2", markersize=3.5, linewidth=0.8, label="given")


def _finish(axes, title, x_label, y_label):
    axes.margins(y=MARGIN)
    return style_axes(axes, title, x_label, y_label)
