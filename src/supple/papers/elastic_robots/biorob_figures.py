"""Pictures of the landing of the BioRob-X4: LRS Fig. 10.

fig10_biorob                the arm at its largest force; normal force of the first contact and over the run; torques of the
                            joints, in which the samples of the controllers show where the joints are rigid
fig10_biorob_elastic.html   reports of the two runs, with their animation
fig10_biorob_rigid.html
"""

from pathlib import Path

import numpy as np

from ...robots.biorob_x4 import LINKS
from ...show.plots import write_figure
from ...show.report import write_report
from ...show.snapshot import plot_snapshot
from ...show.style import COLOURS, style_axes
from .landing import CONTACT, END

LOOK = {"elastic": (COLOURS[0], "-", "elastic joints"), "rigid": (COLOURS[1], "--", "rigid joints")}
WORDS = {"turret": "1, turret", "upper_arm": "2, shoulder", "forearm": "3, elbow", "hand": "4, wrist"}
BEFORE, AFTER = 0.004, 0.032  # [s] about the first touch
FIRST, LAST = 0.5, 0.75  # [s] of the torques
POINTS, FINE = 3001, 2001
FRAMES = 500


def draw_all(out, landings):
    """Draw everything into the directory `out`; return the paths."""
    out = Path(out)
    written = [write_figure(figure_landing(landings), out / "fig10_biorob.png")]
    return written + [
        write_report(one.run, out / f"fig10_biorob_{name}.html", frames=FRAMES) for name, one in landings.items()
    ]


def figure_landing(landings):
    """Arm, forces and torques."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(11.0, 9.0), layout="constrained")
    figure.suptitle("LRS Fig. 10: the BioRob-X4 meets the ground (motion and drives of our own)", fontsize=11, x=0.01,
                    ha="left")  # fmt: skip
    grid = figure.add_gridspec(3, 4, height_ratios=(1.25, 1.0, 1.0))
    _arm(figure.add_subplot(grid[0, :2]), landings["elastic"])
    first = landings["elastic"].touches[0]
    _force(figure.add_subplot(grid[0, 2:]), landings, np.linspace(first - BEFORE, first + AFTER, FINE),
           "normal force of the first contact", lambda one: f"{one.first_peak[1]:.1f} N")  # fmt: skip
    _force(figure.add_subplot(grid[1, :]), landings, np.linspace(first - BEFORE, END, POINTS),
           "normal force until the end: the motors press on, for their motion ends below the ground",
           lambda one: f"{one.force([END])[0]:.1f} N at the end")  # fmt: skip
    for i in range(len(LINKS)):
        _torque(figure.add_subplot(grid[2, i]), landings, i)
    return figure


def _arm(axes, one):
    plot_snapshot(one.run, one.first_peak[0], axes=axes)
    axes.set_title(f"the arm at its largest force, t = {one.first_peak[0]:.4f} s", fontsize=9, loc="left")


def _force(axes, landings, times, title, words):
    for name, one in landings.items():
        colour, dash, label = LOOK[name]
        axes.plot(times, one.run.contact(CONTACT, times).force, color=colour, linestyle=dash, linewidth=1.4,
                  label=f"{label}: {words(one)}")  # fmt: skip
    style_axes(axes, title, "t [s]", r"$F_N$ [N]")
    axes.set_xlim(times[0], times[-1])
    axes.legend(fontsize=8, frameon=False)


def _torque(axes, landings, i):
    times = np.linspace(FIRST, LAST, POINTS)
    for name, one in landings.items():
        colour, dash, _ = LOOK[name]
        axes.plot(times, one.torque(i, times), color=colour, linestyle=dash, linewidth=1.2)
    axes.axvline(landings["elastic"].touches[0], color="0.6", linewidth=0.7, linestyle=":")
    style_axes(axes, f"torque of joint {WORDS[LINKS[i]]}", "t [s]", r"$\tau$ [Nm]" if i == 0 else "")
    axes.set_xlim(FIRST, LAST)
