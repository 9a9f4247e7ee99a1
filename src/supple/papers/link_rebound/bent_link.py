"""The bent link during the impact, time after time: its bending magnified, its ends and the block where they are.

The axis of the link is drawn from the modes: its distance from the straight line between pin and tip (dotted) MAGNIFIED
times, so that both ends stay where they are.
"""

import numpy as np

from ...show.style import COLOURS
from .link import ANGLE, CONTACT, LENGTH

MAGNIFIED = 100.0
PICTURES = 10
PLACES = 121
ARROW = 0.08  # [m] that stand for the largest force
WIDE, DEEP = (-0.04, 0.26), 0.10  # [m] of the picture, and of the block in it


def figure_bent_link(one):
    """The link at PICTURES times, from the first touch to a little after the final separation."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11.0, 5.4), layout="constrained")
    title = f"The link during the impact, {one.case.modes} modes: bending magnified {MAGNIFIED:g} times"
    figure.suptitle(f"{title}; orange: force on the tip", fontsize=11, x=0.01, ha="left")
    times = one.start + np.linspace(0.0, 1.1 * one.t_f, PICTURES)
    for axes, time in zip(figure.subplots(2, PICTURES // 2).flat, times, strict=True):
        _draw(axes, one, time)
    return figure


def _draw(axes, one, time):
    x = np.linspace(0.0, LENGTH, PLACES)
    bend = one.beam.shape(x, one.bent([time])[0]).place[:, 1]
    bend = bend - bend[-1] * x / LENGTH
    tip = one.run.position("link", [time], point=(LENGTH, 0.0, 0.0))[0, :2]
    along = tip / np.linalg.norm(tip)
    axis = x[:, None] / LENGTH * tip + MAGNIFIED * bend[:, None] * np.array((-along[1], along[0]))
    surface = LENGTH * np.sin(ANGLE)
    # seen with the block below: the axis that points into it goes down
    axes.fill_between(WIDE, -surface, -surface - DEEP, color="0.87", linewidth=0.0)
    axes.plot((0.0, tip[0]), (0.0, -tip[1]), color="0.5", linestyle=":", linewidth=1.0)
    axes.plot(axis[:, 0], -axis[:, 1], color=COLOURS[0], linewidth=2.5, solid_capstyle="round")
    axes.plot(0.0, 0.0, "o", color="k", markersize=5.0, markerfacecolor="white")
    touching = one.run.contact(CONTACT, [time])
    if touching.mode[0] != "open":
        push = (touching.force[0] * touching.normal[0] + touching.friction[0])[:2] / one.peak * ARROW
        axes.plot((tip[0] - push[0], tip[0]), (-tip[1] + push[1], -tip[1]), color=COLOURS[1], linewidth=1.8)
    word = {"open": "apart", "slide": "slips", "stick": "sticks"}.get(touching.mode[0], touching.mode[0])
    axes.set_title(f"{1e6 * (time - one.start):.0f} $\\mu$s, {word}", fontsize=9, loc="left")
    axes.set_xlim(*WIDE)
    axes.set_ylim(-surface - DEEP, 0.03)
    axes.set_aspect("equal")
    axes.set_axis_off()
