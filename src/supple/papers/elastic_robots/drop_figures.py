"""Pictures and animations of the two drops.

fig5_rubber    plots 1 to 7 of LRS Fig. 5, coloured by the state of the contact
fig6_tennis    force, height, a close-up of the second bounce, and restitution over speed beside measured balls: LRS Fig. 6
fig5_rubber.html, fig6_tennis.html, fig6_tennis_printed.html   reports of the runs, with their animation

LRS names the colours of its seven plots and not their axes: which quantity is in which plot is chosen, 1 to 3 normal and
4 to 7 tangential as its caption has them.
"""

from itertools import pairwise
from pathlib import Path

import numpy as np

from ...impacts import impact
from ...materials import find_restitution
from ...show.plots import write_figure
from ...show.report import write_report
from ...show.style import COLOURS, style_axes
from .drops import CONTACT, PRINTED, RUBBER, TENNIS, fall, heights

STATES = {
    "open": ("#009E73", "no collision"),
    "slide": ("#E69F00", "kinetic friction"),
    "stick": ("#C00000", "static friction"),
}
POINTS = 6000
BEFORE, AFTER = 0.02, 0.08  # [s] about the change to static friction, of plot 7
FRAMES = 500


def draw_all(out):
    """Draw everything into the directory `out`; return the paths."""
    out = Path(out)
    pictures = {"fig5_rubber": figure_rubber(), "fig6_tennis": figure_tennis()}
    pages = {"fig5_rubber": RUBBER, "fig6_tennis": TENNIS, "fig6_tennis_printed": PRINTED}
    written = [write_figure(figure, out / f"{name}.png") for name, figure in pictures.items()]
    return written + [write_report(fall(drop), out / f"{name}.html", frames=FRAMES) for name, drop in pages.items()]


def _figure(size, title):
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    figure.suptitle(title, fontsize=11, x=0.01, ha="left")
    return figure


# --- Fig. 5 -------------------------------------------------------------------------------------------------------------
def figure_rubber():
    """Seven plots over time, each curve in the colour of the state of the contact."""
    run = fall(RUBBER)
    stuck = next(event.time for event in run.events if event.what == "stick")
    t = _times(run, RUBBER.end)
    near = np.linspace(stuck - BEFORE, stuck + AFTER, 1500)
    seen, close = run.contact(CONTACT, t), run.contact(CONTACT, near)
    figure = _figure((10.5, 9.2), "LRS Fig. 5: a metal object (1 kg) falls on soft rubber from 1 m, at 1 m/s along it")
    grid = figure.add_gridspec(4, 2)
    normal = (
        ("1  distance", r"$p_N$ [m]", heights(run, RUBBER, t)),
        ("2  its rate", r"$\dot p_N$ [m/s]", run.channel("object.vz", t)),
        ("3  collision force", r"$F_c$ [N]", seen.force),
    )
    tangential = (
        ("4  place along the ground", r"$p_T$ [m]", run.channel("object.x", t)),
        ("5  its rate", r"$\dot p_T$ [m/s]", run.channel("object.vx", t)),
        ("6  friction", r"$F_f$ [N]", seen.friction[:, 0]),
    )
    for column, plots in enumerate((normal, tangential)):
        for row, (title, label, values) in enumerate(plots):
            axes = figure.add_subplot(grid[row, column])
            _coloured(axes, t, values, seen.mode)
            style_axes(axes, title, "t [s]" if row == 2 else "", label)
            axes.set_xlim(0.0, RUBBER.end)
    axes = figure.add_subplot(grid[3, :])
    _coloured(axes, near, close.friction[:, 0], close.mode)
    style_axes(axes, "7  friction where the object comes to rest: kinetic, then a damped spring", "t [s]", r"$F_f$ [N]")
    axes.set_xlim(near[0], near[-1])
    handles = [_patch(colour, name) for colour, name in STATES.values()]
    figure.legend(handles=handles, loc="outside lower center", ncols=len(handles), frameon=False, fontsize=9)
    return figure


def _times(run, end):
    """Uniform times and those of the steps."""
    return np.unique(np.concatenate([np.linspace(0.0, end, POINTS), run.t]))


def _coloured(axes, t, values, modes):
    """A curve in pieces, each in the colour of its state; a piece reaches to the first point of the next."""
    shown = np.array(["slide" if mode == "breakaway" else mode for mode in modes])
    cuts = np.concatenate([[0], np.flatnonzero(shown[1:] != shown[:-1]) + 1, [len(t)]])
    for start, stop in pairwise(cuts):
        piece = slice(start, min(stop + 1, len(t)))
        axes.plot(t[piece], values[piece], color=STATES[shown[start]][0], linewidth=1.4)


def _patch(colour, label):
    from matplotlib.lines import Line2D

    return Line2D([], [], color=colour, linewidth=2.5, label=label)


# --- Fig. 6 -------------------------------------------------------------------------------------------------------------
def figure_tennis():
    """Force and height over time, the second bounce from near, restitution over speed."""
    figure = _figure((10.5, 7.4), "LRS Fig. 6: a tennis ball (50 g) falls from 0.7 m; damping as printed and corrected")
    (force, height), (near, e) = figure.subplots(2, 2)
    drops = (
        (TENNIS, COLOURS[6], "-", r"corrected, $\lambda_c = 2.4\cdot10^3$"),
        (PRINTED, COLOURS[1], "--", r"as printed, $\lambda_c = 2.4\cdot10^4$"),
    )
    for drop, colour, dash, label in drops:
        run = fall(drop)
        t = _times(run, drop.end)
        style = {"color": colour, "linestyle": dash, "linewidth": 1.2, "label": label, "zorder": 2 + (drop is TENNIS)}
        force.plot(t, run.contact(CONTACT, t).force, **{**style, "linestyle": "-"})
        height.plot(t, heights(run, drop, t), **style)
        second = run.impacts[1]
        inside = np.linspace(second.start - 1e-3, second.end + 1e-3, 800)
        near.plot(1e3 * (inside - second.start), run.contact(CONTACT, inside).force, **style)
        speeds = np.linspace(0.5, 7.2, 60)
        e.plot(speeds, [impact(drop.normal, v, drop.mass).restitution for v in speeds], **style)
    style_axes(force, "1  collision force", "t [s]", r"$F_c$ [N]")
    style_axes(height, "2  height of the lowest point", "t [s]", r"$p_N$ [m]")
    style_axes(near, "3  the second bounce from near", "t since touch-down [ms]", r"$F_c$ [N]")
    _measured(e)
    style_axes(e, "restitution over impact speed, without weight during contact", "v [m/s]", "e [-]")
    e.set_ylim(0.0, 1.0)
    e.axvline(TENNIS.impact_speed, color="0.6", linewidth=0.8, linestyle=":")
    e.text(TENNIS.impact_speed + 0.08, 0.97, "0.7 m", fontsize=8, color="0.4", va="top")
    e.legend(fontsize=8, frameon=False, loc="center right", bbox_to_anchor=(1.0, 0.4))
    force.legend(fontsize=8, frameon=False)
    return figure


def _measured(axes):
    """Tennis balls of the table of materials: a student laboratory, and what the rules ask of an approved ball."""
    points = find_restitution("tennis ball", "porcelain stoneware")
    axes.errorbar(
        [p.speed for p in points], [p.e for p in points], yerr=[p.sd or 0.0 for p in points],
        fmt="o", markersize=3.5, linewidth=0.9, color=COLOURS[0], label="measured on stoneware (LAB)",
    )  # fmt: skip
    rule = [p for p in find_restitution("tennis ball", "concrete") if p.kind == "rule"]
    axes.plot([p.speed for p in rule], [p.e for p in rule], "-", marker="_", markersize=9, color=COLOURS[2],
              linewidth=2.0, label="approved balls, drop of 2.54 m (CR)")  # fmt: skip
