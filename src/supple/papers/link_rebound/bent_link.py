"""The bent link during the impact, time after time: its bending magnified, its place and the block as they are.

The axis of the link is drawn from the modes, every displacement across it MAGNIFIED times; the dotted line is the link
without bending, as the rotation alone would have it.
"""

import numpy as np

from ...show.style import COLOURS
from .link import ANGLE, CONTACT, LENGTH

MAGNIFIED = 100.0
PICTURES = 10
PLACES = 121
ARROW = 0.08  # [m] that stand for the largest force


def figure_bent_link(one):
    """The link at PICTURES times, from the first touch to a little after the final separation."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11.0, 5.4), layout="constrained")
    title = f"The link during the impact, {one.case.modes} modes: bending magnified {MAGNIFIED:g} times"
    figure.suptitle(f"{title}; red: force on the tip", fontsize=11, x=0.01, ha="left")
    times = one.start + np.linspace(0.0, 1.1 * one.t_f, PICTURES)
    for axes, time in zip(figure.subplots(2, PICTURES // 2).flat, times, strict=True):
        _draw(axes, one, time)
    return figure


def _draw(axes, one, time):
    angle = float(one.angle([time])[0])
    along, across = np.array((np.cos(angle), np.sin(angle))), np.array((-np.sin(angle), np.cos(angle)))
    x = np.linspace(0.0, LENGTH, PLACES)
    bend = one.beam.shape(x, one.bent([time])[0]).place[:, 1]
    axis = x[:, None] * along + MAGNIFIED * bend[:, None] * across
    surface = LENGTH * np.sin(ANGLE)
    # seen with the block below: the axis that points into it goes down
    axes.fill_between((-0.06, 0.26), -surface, -surface - 0.05, color="0.85", linewidth=0.0)
    axes.plot((0.0, LENGTH * along[0]), (0.0, -LENGTH * along[1]), color="0.5", linestyle=":", linewidth=1.0)
    axes.plot(axis[:, 0], -axis[:, 1], color=COLOURS[0], linewidth=2.5, solid_capstyle="round")
    axes.plot(0.0, 0.0, "o", color="k", markersize=5.0, markerfacecolor="white")
    touching = one.run.contact(CONTACT, [time])
    force = touching.force[0] * touching.normal[0] + touching.friction[0]
    tip = LENGTH * along
    if touching.mode[0] != "open":
        push = force[:2] / one.peak * ARROW
        axes.annotate("", (tip[0], -tip[1]), xytext=(tip[0] - push[0], -tip[1] + push[1]),
                      arrowprops={"arrowstyle": "-|>", "color": COLOURS[1], "linewidth": 1.3, "shrinkA": 0, "shrinkB": 0})  # fmt: skip
    word = {"open": "apart", "slide": "slips", "stick": "sticks"}.get(touching.mode[0], touching.mode[0])
    axes.set_title(f"{1e6 * (time - one.start):.0f} $\\mu$s, {word}", fontsize=9, loc="left")
    axes.set_xlim(-0.06, 0.26)
    axes.set_ylim(-surface - 0.05, 0.03)
    axes.set_aspect("equal")
    axes.set_axis_off()
