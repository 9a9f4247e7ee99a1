"""Pictures of the study of spatial contact.

fig5_distances   the three distances over time, with (a) to (f): SD Fig. 5
fig6_snapshots   the bodies at (a) to (f) with their contact frames: SD Fig. 6
ledger           where every joule of the run is
sensitivity      what the choices that the paper leaves open change
limits           four cases with a known answer
"""

from pathlib import Path

import numpy as np

from ...laws import ElasticCoulomb, SpatialSlip
from ...show.plots import write_figure
from ...show.style import COLOURS, DASHES, style_axes
from . import limits
from .scenario import END, OURS, named
from .snapshots import FRAME, draw_snapshot
from .stiffness import supple_bounce

WORDS = {
    "a": "start",
    "b": "grey touches the floor",
    "b'": "black lands on grey",
    "c": "they begin to roll",
    "d": "black nears the floor",
    "e": "black touches the floor",
    "f": "they part",
}
MEANINGS = {"D1": "D1, grey to floor", "D2": "D2, black to grey", "D3": "D3, black to floor"}
APART = 1.05  # [s] at which (f) is drawn: at the event itself one would not see the two apart
EVERY = 1e-3  # [s] between two values of the ledger
STORED = ("gravity", "kinetic", "contact springs", "tangential springs")
LOST = ("contact damping", "friction", "released")
SHADES = ("#9ecae1", "#3182bd", "#31a354", "#006d2c", "#fdae6b", "#e6550d", "#a63603")


def draw_all(out, falls, naive):
    """Draw everything into the directory `out`; return the paths."""
    base = falls[OURS]
    figures = {
        "fig5_distances": figure_distances(base),
        "fig6_snapshots": figure_snapshots(base),
        "ledger": figure_ledger(base),
        "sensitivity": figure_sensitivity(falls),
        "limits": figure_limits(naive),
    }
    return [write_figure(figure, Path(out) / f"{name}.png") for name, figure in figures.items()]


def _figure(size, title, **grid):
    from matplotlib.figure import Figure

    figure = Figure(figsize=size, layout="constrained")
    figure.suptitle(title, fontsize=11, x=0.01, ha="left")
    return figure, figure.subplots(squeeze=False, **grid)


def figure_distances(base):
    """D1 to D3 over time: as they are, and near zero."""
    figure, panels = _figure((8.5, 6.0), "SD Fig. 5: distances between the three bodies", nrows=2, ncols=1, sharex=True,
                             height_ratios=(3, 2))  # fmt: skip
    for axes, factor, unit in zip(panels[:, 0], (1.0, 1e3), ("m", "mm"), strict=True):
        for (name, value), dash in zip(base.distances.items(), DASHES, strict=False):
            axes.plot(base.t, factor * value, color=FRAME[name], linestyle=dash, linewidth=1.5, label=MEANINGS[name])
        axes.axhline(0.0, color="0.4", linewidth=0.7)
        for time in base.times.values():
            axes.axvline(time, color="0.6", linewidth=0.7, linestyle=":")
        style_axes(axes, "", "t [s]", f"distance [{unit}]")
        axes.set_xlim(0.0, END)
    wide, near = panels[:, 0]
    near.set_ylim(-23.0, 12.0)
    near.set_title("the same near zero: negative where bodies overlap", fontsize=9, loc="left")
    wide.set_xlabel("")
    wide.set_ylim(-0.04, 0.56)
    _name_events(wide, base)
    wide.legend(fontsize=8, frameon=False, loc="upper center", bbox_to_anchor=(0.62, 1.0))
    return figure


def _name_events(axes, base):
    """Letters above the axes, beside each other where two would touch."""
    top = axes.get_ylim()[1]
    shift = {"e": -7, "f": 7, "b'": -2, "c": 4}  # [pt]
    for letter, time in base.times.items():
        axes.annotate(f"({letter})", (time, top), xytext=(shift.get(letter, 0), 3), textcoords="offset points", fontsize=8,
                      ha="left" if letter == "a" else "center", annotation_clip=False)  # fmt: skip


def figure_snapshots(base):
    """The bodies at six times."""
    times = {**base.times, "f": APART}
    words = {**WORDS, "f": "they have parted"}
    heights = (0.92, 0.70)  # [m] of the two rows
    title = "SD Fig. 6: the bodies and their contact frames; blue: D1, orange: D2, green: D3"
    figure, panels = _figure((10.0, 5.9), title, nrows=2, ncols=3, height_ratios=heights)
    for row, height, letters in zip(panels, heights, (("a", "b'", "c"), ("d", "e", "f")), strict=True):
        for axes, letter in zip(row, letters, strict=True):
            draw_snapshot(axes, base, times[letter], f"({letter})  {times[letter]:.3f} s, {words[letter]}", height)
    return figure


def figure_ledger(base):
    """Energies upon each other: their sum does not change."""
    figure, ((axes,), (rest,)) = _figure((8.5, 5.6), "Where every joule is", nrows=2, ncols=1, sharex=True,
                                         height_ratios=(4, 1))  # fmt: skip
    ledger = base.run.resample(EVERY)
    t = ledger["time"].values
    parts = [ledger["energy_stored"].sel(store=name) for name in STORED]
    parts += [ledger["energy_lost"].sel(loss=name) for name in LOST]
    axes.stackplot(t, *parts, colors=SHADES, labels=(*STORED, *LOST))
    for time in base.times.values():
        axes.axvline(time, color="white", linewidth=0.8, linestyle=":")
    style_axes(axes, "", "", "energy [J]")
    axes.set_xlim(0.0, END)
    axes.set_ylim(0.0, base.run.ledger.total[0])
    _name_events(axes, base)
    handles, labels = axes.get_legend_handles_labels()
    axes.legend(handles[::-1], labels[::-1], fontsize=8, frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    rest.plot(base.run.t, 1e12 * base.run.ledger.residual, color=COLOURS[6], linewidth=1.0)
    style_axes(rest, "what the ledger misses", "t [s]", "[pJ]")
    return figure


def figure_sensitivity(falls):
    """D2 of all choices: as it is, and against ours."""
    figure, ((axes, apart),) = _figure((10.0, 3.6), "What the open choices change: D2 after the two have parted", nrows=1,
                                       ncols=2)  # fmt: skip
    base = falls[OURS]
    late = base.t > base.times["f"] - 0.04
    for i, choice in enumerate(falls):
        style = {"color": COLOURS[(i + 6) % 7], "linestyle": DASHES[i % 4], "linewidth": 1.5 if i == 0 else 1.2}
        value = falls[choice].distances["D2"]
        axes.plot(base.t[late], value[late], label=named(choice), **style)
        if choice != OURS:
            apart.semilogy(base.t[late], np.maximum(np.abs(value - base.distances["D2"])[late], 1e-7), **style)
    style_axes(axes, "D2", "t [s]", "[m]")
    style_axes(apart, "distance from ours", "t [s]", "[m]")
    figure.legend(*axes.get_legend_handles_labels(), fontsize=8, frameon=False, loc="outside lower center", ncols=3)
    return figure


def figure_limits(naive):
    """Sliding to rolling, spin, vanishing damping, stiffness by place."""
    figure, ((slide, spin), (damping, place)) = _figure((9.5, 6.2), "Cases with a known answer", nrows=2, ncols=2)
    _draw_slide(slide)
    _draw_spin(spin)
    _draw_damping(damping)
    ours = supple_bounce()
    place.plot(1e3 * naive.t, naive.energy, color=COLOURS[1], linestyle="--", label="k of the present place")
    place.plot(1e3 * ours.t, ours.energy, color=COLOURS[0], label="k of the touch-down (supple)")
    place.legend(fontsize=8, frameon=False)
    style_axes(place, "a bounce on a stiffness that differs by place", "t [ms]", "energy [J]")
    return figure


def _draw_slide(axes):
    t = np.linspace(0.0, 0.2, 801)
    soft = limits.sliding(ElasticCoulomb(mu=0.3, kt=1.5e4), 0.2)
    axes.plot(t, soft.channel("ball.vx", t), color=COLOURS[1], linewidth=1.0, label="ball on a soft ground")
    axes.plot(t, limits.R * soft.channel("ball.wy", t), color=COLOURS[0], linewidth=1.0, label="the same, R w")
    stop = 2.0 / (7.0 * 0.3 * limits.G)
    axes.plot((0.0, stop, 0.2), (1.0, 5.0 / 7.0, 5.0 / 7.0), color="k", linestyle=":", label="rigid ground")
    axes.plot((0.0, stop), (0.0, 5.0 / 7.0), color="k", linestyle=":")
    axes.legend(fontsize=8, frameon=False, loc="lower right")
    axes.set_xticks((0.0, 0.05, 0.1, 0.15, 0.2))
    style_axes(axes, "sliding to rolling", "t [s]", "[m/s]")


def _draw_spin(axes):
    run, t = limits.spinning(), np.linspace(0.0, 3.0, 601)
    axes.plot(t, run.channel("ball.wz", t), color=COLOURS[0], linewidth=1.2)
    axes.plot((0.0, 20.0 * limits.INERTIA / (0.3 * limits.G * 0.01)), (20.0, 0.0), color="k", linestyle=":",
              label=r"rigid ground: slope $\mu m g r/I$")  # fmt: skip
    axes.legend(fontsize=8, frameon=False)
    style_axes(axes, "a spinning ball", "t [s]", "spin [rad/s]")


def _draw_damping(axes):
    dampings = np.geomspace(0.1, 100.0, 13)
    speeds = [limits.oblique(SpatialSlip(mu=0.3, kt=limits.OBLIQUE[1], bt=b), 0.5)["ball.vx"][-1] for b in dampings]
    axes.loglog(dampings, np.array(speeds) - limits.UNDAMPED, "o-", color=COLOURS[0], markersize=3.5, linewidth=1.0)
    axes.loglog(dampings, 1.05e-3 * dampings, color="k", linestyle=":", label="in proportion to b_t")
    axes.legend(fontsize=8, frameon=False)
    style_axes(axes, "oblique impact: vx against that without damping", "b_t [Ns/m]", "[m/s]")
