"""Plots of a trajectory: each draws into the axes it is given (or new ones) and returns them.

Smooth curves come from the interpolant of the method, not from straight lines between the steps.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from .._files import replacing
from ..trajectory import Trajectory
from ..trajectory.units import joint_units
from .pairs import by_pair
from .picture import DPI, placed
from .style import COLOURS, legend_beside, line_style, new_axes, stacked, style_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SIZE = (8.0, 3.5)  # [inch] of a plot on its own
POINTS = 2000  # of a curve, besides the times of the steps
MOST = 6  # curves with a name of their own in one panel
ROUND_OFF = 1e-17  # what is smaller is drawn here
TINY = 1e-12  # of the energy turned over: a part of the ledger below this is not drawn


def write_figure(figure: "Figure", path: str | os.PathLike[str]) -> Path:
    """Write a figure, complete or not at all; return the path."""
    with placed(figure), replacing(path) as beside:
        figure.savefig(beside, dpi=DPI)
    return Path(path)


def plot_channel(trajectory: Trajectory, *names: str, axes: "Axes | None" = None) -> "Axes":
    """Channels of the state over time; all in one unit."""
    units = {trajectory.units[trajectory.names.index(name)] for name in names if name in trajectory.names}
    if len(units) > 1:
        raise ValueError(f"channels of one plot must have one unit, got {', '.join(sorted(units))}")
    axes = new_axes(axes, SIZE)
    t = times_of(trajectory)
    for i, name in enumerate(names):
        axes.plot(t, trajectory.channel(name, t), label=drawn(name), **line_style(i))
    title = drawn(names[0]) if len(names) == 1 else "channels"
    return finish(axes, "", f"{title} [{', '.join(units)}]", many=len(names) > 1)


def plot_positions(trajectory: Trajectory, *bodies: str, axes: "Axes | None" = None) -> "Axes":
    """Heights of bodies over time (all that move, if none is named)."""
    axes = new_axes(axes, SIZE)
    moving = moving_bodies(trajectory)
    written = getattr(trajectory.model.scene, "bodies", moving)  # no rotors, but from a file without a scene
    bodies = bodies or tuple(name for name in moving if name in written)
    t = times_of(trajectory)
    places, _ = trajectory.poses(bodies[:MOST], t)
    for i, body in enumerate(bodies[:MOST]):
        axes.plot(t, places[:, i, 2], label=drawn(body), **line_style(i))
    return finish(axes, left_out("Height", bodies), "z [m]", many=bool(bodies))


def plot_contact_force(trajectory: Trajectory, *contacts: str, axes: "Axes | None" = None) -> "Axes":
    """Normal forces of contacts over time.

    If none is named: of those that touched, by falling peaks; where these are many, the sums over each pair of bodies.
    """
    axes = new_axes(axes, SIZE)
    chosen = {name: [name] for name in contacts or _strongest(trajectory)}
    summed = not contacts and len(chosen) > MOST
    if summed:
        pairs = by_pair(trajectory, chosen).items()
        chosen = {f"{pair}, {len(names)} contacts" if len(names) > 1 else names[0]: names for pair, names in pairs}
        summed = any(len(names) > 1 for names in chosen.values())
    shown = list(chosen)[:MOST]
    units = {label: trajectory.contact_units[chosen[label][0]] for label in shown}
    mixed = len(set(units.values())) > 1
    lowest = np.inf
    for i, (label, t, force) in enumerate(_sums(trajectory, {label: chosen[label] for label in shown})):
        text = drawn(label) + (f" [{units[label].force}]" if mixed else "")
        axes.plot(t, force, label=text, **{**line_style(i), "linestyle": "-", "linewidth": 1.0})
        inside = force[np.nan_to_num(force) > 0.0]
        lowest = min(lowest, np.percentile(inside, 10)) if inside.size else lowest
    if np.isfinite(lowest):
        top = axes.get_ylim()[1]
        if top / lowest > 100.0:  # impacts and resting weights in one picture
            axes.set_yscale("log")
            axes.set_ylim(max(0.1 * lowest, 1e-6 * top), 3.0 * top)
    title = "Normal force" + (", summed over the contacts of two bodies" if summed else "")
    label = f"F [{joint_units(units.values()).force}]"
    return finish(axes, left_out(title, chosen), label, many=bool(chosen))


def plot_energy(trajectory: Trajectory, *, axes: "Axes | None" = None) -> "Axes":
    """Stored energies and what has been lost, stacked: the height of the stack is constant but for the work of inputs."""
    axes = new_axes(axes, SIZE)
    ledger = trajectory.ledger
    parts = {name: value - (value.min() if name == "gravity" else 0.0) for name, value in ledger.stored.items()}
    parts |= {f"lost: {name}": value - value[0] for name, value in ledger.lost.items()}
    floor = TINY * ledger.turnover
    parts = {name: value for name, value in parts.items() if np.max(np.abs(value)) > floor}
    big = {name: value for name, value in parts.items() if np.max(np.abs(value)) > 1e-3 * ledger.turnover}
    colours = [stacked(i) for i in range(len(big))]
    if big:
        axes.stackplot(ledger.t, *big.values(), labels=list(big), colors=colours, alpha=0.85, linewidth=0.0)
    small = len(parts) - len(big)
    title = "Energy" + (f" ({small} parts under 0.1 % not shown)" if small else "")
    return finish(axes, title, "E [J]", many=bool(big))


def plot_residual(trajectory: Trajectory, *, axes: "Axes | None" = None) -> "Axes":
    """What the energy ledger misses, as a fraction of the energy turned over."""
    axes = new_axes(axes, SIZE)
    ledger = trajectory.ledger
    scale = ledger.turnover or 1.0
    missing = np.maximum(np.abs(ledger.residual) / scale, ROUND_OFF)
    axes.semilogy(ledger.t, missing, color=COLOURS[0], linewidth=1.0, label="|residual|")
    axes.axhline(trajectory.options.rtol, color=COLOURS[1], linestyle="--", linewidth=1.0, label="rtol")
    title = f"Energy residual (largest {ledger.relative_residual:.1e} of {ledger.turnover:.3g} J turned over)"
    return finish(axes, title, "fraction [-]", many=True)


def plot_steps(trajectory: Trajectory, *, axes: "Axes | None" = None) -> "Axes":
    """Step size over time, explicit and implicit steps apart, with the located events."""
    from ..integrate.solver import EXPLICIT, REC_KIND

    axes = new_axes(axes, SIZE)
    t, h = trajectory.t[:-1], trajectory.step_sizes
    explicit = trajectory.records.k[:-1, REC_KIND] <= EXPLICIT
    size = 4.0 if len(t) < 3000 else 1.5
    for chosen, label, i in ((explicit, "explicit", 0), (~explicit, "implicit", 1)):
        chosen = chosen & (h > 0.0)
        if chosen.any():
            axes.semilogy(t[chosen], h[chosen], ".", markersize=size, color=COLOURS[i], label=label, rasterized=True)
    if trajectory.events:
        times = [event.time for event in trajectory.events]
        bottom = np.full(len(times), 0.01)
        axes.plot(times, bottom, "|", color="0.3", transform=axes.get_xaxis_transform(), label="events", markersize=7)
    return finish(axes, f"Step size ({len(t)} steps)", "h [s]", many=True)


def moving_bodies(trajectory):
    """Names of the bodies that are not part of the world."""
    world = trajectory.model.tables.tree.i.shape[0]
    return tuple(name for name, frame in trajectory.model.frames.items() if frame.node != world)


def drawn(text):
    """A text of a user as it stands: dollars begin no formula, and a name that begins with _ is in the legend too."""
    return (" " if text.startswith("_") else "") + text.replace("$", r"\$")


# --- what the plots share -----------------------------------------------------------------------------------------------
def finish(axes, title, label, many):
    """Title and labels over time, with a legend of many curves."""
    style_axes(axes, title, "t [s]", label)
    return legend_beside(axes) if many else axes


def left_out(title, chosen):
    """A title that says how many curves are not there."""
    return title if len(chosen) <= MOST else f"{title} ({MOST} of {len(chosen)})"


def times_of(trajectory):
    """Uniform times and those of the steps: no impact is skipped."""
    t = trajectory.t
    return np.unique(np.concatenate([np.linspace(t[0], t[-1], POINTS), t]))


def _strongest(trajectory):
    """Contacts that were made or that held from the start, by falling peak force."""
    peaks = trajectory.peaks
    return tuple(sorted(peaks, key=lambda name: -peaks[name][0]))


def _sums(trajectory, groups):
    """(label, times, sum of the normal forces) of groups of contacts, with gaps (NaN) where all are open."""
    names = [name for group in groups.values() for name in group]
    histories = {history.name: history for history in (trajectory.histories(names) if names else ())}
    for label, group in groups.items():
        forces = np.array([histories[name].force for name in group])
        closed = np.array([[mode != "open" for mode in histories[name].mode] for name in group], dtype=bool)
        total = np.where(closed, forces, 0.0).sum(axis=0)
        yield label, histories[group[0]].t, np.where(closed.any(axis=0), total, np.nan)
