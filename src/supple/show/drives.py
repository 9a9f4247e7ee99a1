"""Plots of drives: tension of cables, torque and current of motors, outputs of controllers. And the rows of their table."""

from typing import TYPE_CHECKING

import numpy as np

from ..trajectory import Trajectory
from ..trajectory.controllers import is_controller
from .plots import MOST, SIZE, drawn, finish, left_out, times_of
from .style import line_style, new_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def cables(trajectory):
    """Names of the strands of a run, those of transmissions as parts."""
    return tuple(one.name for one in trajectory.model.elements if one.kind == "cable")


def motors(trajectory):
    """Names of the motors of a run."""
    return tuple(one.name for one in trajectory.model.elements if one.kind == "motor")


def controllers(trajectory):
    """Names of the sampled controllers of a run."""
    return tuple(one.name for one in trajectory.model.elements if is_controller(one.kind))


def plot_tensions(trajectory: Trajectory, *names: str, axes: "Axes | None" = None) -> "Axes":
    """Tension of cables over time (of all, if none is named); a gap where one is slack or limp."""
    axes, t, chosen = new_axes(axes, SIZE), times_of(trajectory), names or cables(trajectory)
    for i, name in enumerate(chosen[:MOST]):
        seen = trajectory.element(name, t)
        taut = np.array(seen.mode) == "taut"
        axes.plot(t, np.where(taut, seen.tension, np.nan), label=drawn(name), **line_style(i))
    return finish(axes, left_out("Tension of cables; gaps: not taut", chosen), "f [N]", many=bool(chosen))


def plot_motor_torques(trajectory: Trajectory, *names: str, axes: "Axes | None" = None) -> "Axes":
    """What motors give to their gear outputs over time (all, if none is named)."""
    axes, t, chosen = new_axes(axes, SIZE), times_of(trajectory), names or motors(trajectory)
    for i, name in enumerate(chosen[:MOST]):
        axes.plot(t, trajectory.element(name, t).torque, label=drawn(name), **line_style(i))
    return finish(axes, left_out("Motors, at the gear output", chosen), "torque [Nm]", many=bool(chosen))


def plot_motor_currents(trajectory: Trajectory, *names: str, axes: "Axes | None" = None) -> "Axes":
    """Currents of motors over time (of all, if none is named), thick where the source is at its limit."""
    axes, t, chosen = new_axes(axes, SIZE), times_of(trajectory), names or motors(trajectory)
    for i, name in enumerate(chosen[:MOST]):
        seen, style = trajectory.element(name, t), line_style(i)
        axes.plot(t, seen.current, label=drawn(name), **style)
        if seen.limited.any():
            axes.plot(t, np.where(seen.limited, seen.current, np.nan), color=style["color"], linewidth=4.0, alpha=0.4)
    return finish(axes, left_out("Motors; thick: at a limit", chosen), "current [A]", many=bool(chosen))


def plot_outputs(trajectory: Trajectory, *names: str, axes: "Axes | None" = None) -> "Axes":
    """Outputs of sampled controllers over time (of all, if none is named), held between their samples."""
    axes, chosen = new_axes(axes, SIZE), names or controllers(trajectory)
    outputs = [(name, trajectory.outputs(name)) for name in chosen]
    curves = [
        (name if out.values.shape[1] == 1 else f"{name} {k}", out.t, out.values[:, k])
        for name, out in outputs
        for k in range(out.values.shape[1])
    ]
    for i, (label, t, values) in enumerate(curves[:MOST]):
        axes.step([*t, trajectory.t[-1]], [*values, *values[-1:]], where="post", label=drawn(label), **line_style(i))
    return finish(axes, left_out("Outputs of controllers", curves), "output", many=bool(curves))


# --- largest values -----------------------------------------------------------------------------------------------------
def cable_rows(trajectory, names):
    """Of each cable: largest tension [N], how often it became slack, part of the time in which it is not taut [%]."""
    for name in names:
        seen = trajectory.element(name)
        loose = np.array(seen.mode)[:-1] != "taut"
        time = trajectory.t[-1] - trajectory.t[0]
        part = np.diff(seen.t)[loose].sum() / time if time > 0.0 else 0.0
        times = sum((event.contact, event.what) == (name, "slack") for event in trajectory.events)
        yield name, f"{seen.tension.max():.5g}", times, f"{100.0 * part:.3g}"


def motor_rows(trajectory, names):
    """Of each motor: largest torque [Nm], current [A], voltage [V], shaft speed [rad/s], time at a limit [%]."""
    for name in names:
        seen = trajectory.element(name)
        time = trajectory.t[-1] - trajectory.t[0]
        part = np.diff(seen.t)[seen.limited[:-1]].sum() / time if time > 0.0 else 0.0
        largest = (np.abs(x).max() for x in (seen.torque, seen.current, seen.voltage, seen.speed))
        yield name, *(f"{x:.4g}" for x in largest), f"{100.0 * part:.3g}"


def controller_rows(trajectory, names):
    """Of each controller: how often it gave something out, how many samples were cut off, range of its outputs."""
    for name in names:
        out = trajectory.outputs(name)
        span = f"{out.values.min():.4g} to {out.values.max():.4g}" if out.values.size else "-"
        yield name, len(out.t), out.saturated, span
