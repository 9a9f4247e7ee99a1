"""Pictures and the animation of BioBiped1.

fig11_force      vertical force over the stance beside the human one; both feet over ten strides: LRS Fig. 11
fig11_frames     the robot over one stride: LRS Fig. 11
fig11_ledger     where the energy of ten strides goes
fig11_biobiped.html   report of ten strides, with the animation
"""

from pathlib import Path

import numpy as np

from ...show.plots import write_figure
from ...show.report import write_report
from ...show.snapshot import plot_snapshots
from ...show.style import COLOURS, stacked, style_axes
from .gait import RATE
from .jogging import HUMAN_PEAK, human, jog, ten_strides

FINE = np.linspace(0.0, 1.0, 101)  # [stance]
FRAMES = 400  # of the animation: 60 per second
PICTURES = 8  # of one stride
LEAST = 0.1  # [J] that a loss must have to be shown
REMARK = """The robot runs on its forefeet: the heel never carries anything.
Its torso is guided in pitch, free in x and z. Numbers of the
robot are reconstructed or chosen, its references come
from the joint angles of the same humans."""
SIDES = {"right": COLOURS[0], "left": COLOURS[1]}


def draw_all(out):
    """Draw everything into the directory `out`; return the paths."""
    out, gait = Path(out), ten_strides()
    pictures = {
        "fig11_force": figure_force(gait),
        "fig11_frames": figure_frames(gait),
        "fig11_ledger": figure_ledger(gait),
    }
    written = [write_figure(figure, out / f"{name}.png") for name, figure in pictures.items()]
    return [*written, write_report(gait.run, out / "fig11_biobiped.html", frames=FRAMES, follow=True)]


def _figure(size, title):
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    figure.suptitle(title, fontsize=11, x=0.01, ha="left")
    return figure


def figure_force(gait):
    """Force over the stance, and over ten strides."""
    figure = _figure((10.5, 6.6), "LRS Fig. 11: BioBiped1 jogs; vertical force of one foot in weights of the runner")
    grid = figure.add_gridspec(2, 2, width_ratios=(1.25, 1.0), height_ratios=(1.5, 1.0))
    _over_stance(figure.add_subplot(grid[0, 0]), gait)
    _in_words(figure.add_subplot(grid[0, 1]), gait)
    axes = figure.add_subplot(grid[1, :])
    for side, colour in SIDES.items():
        axes.plot(gait.t, gait.force(side), color=colour, linewidth=1.0, label=f"{side} foot")
    style_axes(axes, "ten strides, as simulated", "time [s]", "force [weights]")
    axes.legend(fontsize=8, frameon=False, ncols=2, loc="lower right", bbox_to_anchor=(1.0, 1.0))
    axes.set_xlim(gait.t[0], gait.t[-1])
    axes.set_ylim(bottom=0.0)
    return figure


def _over_stance(axes, gait):
    mean, deviation = human(FINE)
    percent = 100.0 * FINE
    axes.fill_between(percent, mean - deviation, mean + deviation, color="0.85", label="humans, one standard deviation")
    axes.plot(percent, mean, color="0.35", linewidth=2.0, label="humans at 2 m/s, mean of ten")
    axes.plot(percent, jog("B").mean_curve(FINE), color=COLOURS[2], linewidth=1.2, linestyle="--", label="set B")
    for i, stance in enumerate(gait.stances):
        label = f"set A, {len(gait.stances)} stances upon each other" if i == 0 else None
        axes.plot(percent, stance.curve(FINE), color=COLOURS[0], linewidth=0.9, label=label)
    style_axes(axes, "over the stance", "part of the stance [%]", "force [weights]")
    axes.set_xlim(0.0, 100.0)
    axes.set_ylim(0.0, 2.75)
    axes.legend(fontsize=8, frameon=False, loc="upper right")


def _in_words(axes, gait):
    """What one would ask next, as a table."""
    fast = jog("B")
    heel = max(gait.heel_share, fast.heel_share)
    rows = [
        ("", "humans", "set A", "set B"),
        ("peak [weights]", "{:.2f} ± {:.2f}".format(*HUMAN_PEAK), *(f"{g.peaks.mean():.3f}" for g in (gait, fast))),
        ("humps per stance", "1", *(f"{max(s.humps for s in g.stances)}" for g in (gait, fast))),
        ("duty factor", "0.43", *(f"{g.duty:.3f}" for g in (gait, fast))),
        ("speed [m/s]", "2.0", *(f"{g.speed:.3f}" for g in (gait, fast))),
        ("force on heels", "", *("none" if heel == 0.0 else f"{100 * heel:.1f} %",) * 2),
    ]
    axes.set_axis_off()
    table = axes.table(cellText=rows, colWidths=(0.34, 0.26, 0.2, 0.2), cellLoc="left", loc="upper center", edges="B")
    table.auto_set_font_size(False)
    table.set_fontsize(9)
    table.scale(1.0, 1.6)
    for cell in table.get_celld().values():
        cell.set_edgecolor("0.8")
    axes.text(0.0, 0.02, REMARK, fontsize=8.5, color="0.3", transform=axes.transAxes, va="bottom")


def figure_frames(gait):
    """One stride after the first five."""
    times = gait.stride * (5.0 + np.arange(PICTURES) / PICTURES)
    return plot_snapshots(gait.run, *times, azimuth=-80.0, elevation=8.0, frames=False, columns=PICTURES // 2)


def figure_ledger(gait):
    """Work of the motors' sources, and what became of it."""
    figure = _figure((9.5, 5.4), "Where the energy of ten strides goes")
    axes, rest = figure.subplots(2, 1, sharex=True, height_ratios=(4, 1))
    ledger = gait.run.resample(10.0 / RATE)
    t = ledger["time"].values
    losses = [str(name) for name in ledger["loss"].values if float(ledger["energy_lost"].sel(loss=name)[-1]) > LEAST]
    losses.sort(key=lambda name: -float(ledger["energy_lost"].sel(loss=name)[-1]))
    parts = [ledger["energy_lost"].sel(loss=name) for name in losses]
    labels = [f"{name}, {float(part[-1]):.1f} J" for name, part in zip(losses, parts, strict=True)]
    axes.stackplot(t, *parts, colors=[stacked(i) for i in range(len(parts))], labels=labels)
    work = gait.run.ledger.work
    axes.plot(gait.run.t, work, color="k", linewidth=1.0, label=f"work of the sources, {work[-1]:.1f} J")
    style_axes(axes, "lost, upon each other; between that and the line: stored", "", "energy [J]")
    handles, words = axes.get_legend_handles_labels()
    axes.legend(handles[::-1], words[::-1], fontsize=8, frameon=False, loc="upper left")
    axes.set_ylim(bottom=0.0)
    rest.plot(gait.run.t, 1e9 * gait.run.ledger.residual, color=COLOURS[6], linewidth=1.0)
    style_axes(rest, "what the ledger misses", "time [s]", "[nJ]")
    rest.set_xlim(t[0], t[-1])
    return figure
