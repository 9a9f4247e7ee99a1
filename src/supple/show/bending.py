"""Plots of flexible bodies: deflection, modal coordinates, energy and stress. Each draws into the axes it is given."""

from typing import TYPE_CHECKING

import numpy as np

from ..trajectory import Trajectory
from .bent import fibre_stress, flexible_bodies, places
from .plots import MOST, SIZE, drawn, finish, left_out, times_of
from .style import line_style, new_axes, style_axes

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLUMNS = 600  # times of a map


def plot_deflection(trajectory: Trajectory, *bodies: str, axes: "Axes | None" = None) -> "Axes":
    """Deflection of the free ends of flexible bodies over time (of all, if none is named), in the axes of their beams."""
    axes, beams = new_axes(axes, SIZE), flexible_bodies(trajectory)
    t = times_of(trajectory)
    curves = [
        (f"{body}{end} {'xyz'[k]}", moved[:, k])
        for body in bodies or beams
        for end, moved in _ends(trajectory, body, t)
        for k in _bends(beams[body])
    ]
    for i, (label, value) in enumerate(curves[:MOST]):
        axes.plot(t, value, label=drawn(label), **line_style(i))
    return finish(axes, left_out("Deflection of free ends", curves), "deflection [m]", many=bool(curves))


def _ends(trajectory, body, t):
    """The free ends of a flexible body, each with its displacement."""
    low, high = trajectory.model.scene.bodies[body].flexible.span
    ends = (("", high),) if low == 0.0 else ((" start", low), (" end", high))
    return [(word, trajectory.deflection(body, t, x=x)) for word, x in ends]


def _bends(beam):
    """The axes along which a beam is displaced: y, z, or x of one that only stretches."""
    words = [group.word for group in beam.groups]
    return [k for k, word in ((1, "y"), (2, "z")) if word in words] or [0]


def plot_modes(trajectory: Trajectory, body: str, *, axes: "Axes | None" = None) -> "Axes":
    """Modal coordinates of a flexible body over time, those with the most energy if there are many."""
    axes = new_axes(axes, SIZE)
    t = times_of(trajectory)
    eta = trajectory.modal(body, t)
    beam = trajectory.model.scene.bodies[body].flexible
    energy = (eta**2).max(axis=0) * np.diag(beam.invariants().K)
    chosen = np.sort(np.argsort(-energy, kind="stable")[:MOST])
    units = {beam.names[k][1] for k in chosen}
    for i, k in enumerate(chosen):
        name, unit = beam.names[k]
        axes.plot(t, eta[:, k], label=name + (f" [{unit}]" if len(units) > 1 else ""), **line_style(i))
    title = left_out(f"Modal coordinates of {drawn(body)}", beam.names)
    return finish(axes, title, f"[{', '.join(sorted(units))}]", many=True)


def plot_bending_energy(trajectory: Trajectory, *bodies: str, axes: "Axes | None" = None) -> "Axes":
    """Elastic energy of flexible bodies over time (of all, if none is named)."""
    axes, beams = new_axes(axes, SIZE), flexible_bodies(trajectory)
    chosen = bodies or tuple(beams)
    t = times_of(trajectory)
    for i, body in enumerate(chosen[:MOST]):
        energy = beams[body].strain_energy(trajectory.modal(body, t))
        axes.plot(t, energy, label=drawn(body), **line_style(i))
    return finish(axes, left_out("Elastic energy of flexible bodies", chosen), "E [J]", many=bool(chosen))


def plot_stress(trajectory: Trajectory, body: str, *, axes: "Axes | None" = None) -> "Axes":
    """Largest normal stress of the outermost fibres of a flexible body, as a map over time and place."""
    axes = new_axes(axes, SIZE)
    beam = trajectory.model.scene.bodies[body].flexible
    t, x = np.linspace(trajectory.t[0], trajectory.t[-1], COLUMNS), places(beam)
    stress = 1e-6 * fibre_stress(beam, x, trajectory.modal(body, t))
    picture = axes.pcolormesh(t, x, stress.T, shading="gouraud", cmap="magma_r", vmin=0.0, rasterized=True)
    axes.figure.colorbar(picture, ax=axes, label="|sigma| [MPa]", pad=0.02)
    style_axes(axes, f"Stress of the outermost fibres of {drawn(body)}", "t [s]", "x [m]")
    axes.grid(False)
    return axes
