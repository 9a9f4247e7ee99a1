"""The plots of a run on one page."""

from textwrap import fill
from typing import TYPE_CHECKING

from ..trajectory import Trajectory
from .bending import plot_bending_energy, plot_deflection
from .bent import flexible_bodies
from .drives import cables, controllers, motors, plot_motor_currents, plot_motor_torques, plot_outputs, plot_tensions
from .plots import drawn, plot_contact_force, plot_energy, plot_positions, plot_residual, plot_steps

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HEIGHT = 1.9  # [inch] of a panel of height 1, with its title
WIDTH = 115  # letters of a line of the title
ALWAYS = ((plot_positions, 1.3), (plot_contact_force, 1.2))
FLEXIBLE = ((plot_deflection, 1.2), (plot_bending_energy, 0.8))  # where a body bends
DRIVES = (  # where there are such
    (cables, ((plot_tensions, 1.0),)),
    (motors, ((plot_motor_torques, 1.0), (plot_motor_currents, 0.8))),
    (controllers, ((plot_outputs, 0.8),)),
)
LAST = ((plot_energy, 1.3), (plot_residual, 0.7), (plot_steps, 1.0))


def plot_overview(trajectory: Trajectory) -> "Figure":
    """Heights, normal forces, energy, its residual and step sizes of a run on one page; returns the Figure.

    Of flexible bodies also the deflection of their ends and their elastic energy; of drives the tension of cables, torque
    and current of motors, outputs of controllers.
    """
    from matplotlib.figure import Figure

    drives = tuple(panel for names, panels in DRIVES if names(trajectory) for panel in panels)
    panels = ALWAYS + (FLEXIBLE if flexible_bodies(trajectory) else ()) + drives + LAST
    heights = [height for _, height in panels]
    figure = Figure(figsize=(11.0, 10.5 + HEIGHT * (sum(heights) - 5.5)), layout="constrained")
    axes = figure.subplots(len(panels), 1, sharex=True, height_ratios=heights)
    for panel, (function, _) in zip(axes, panels, strict=True):
        function(trajectory, axes=panel)
        panel.set_xlim(trajectory.t[0], trajectory.t[-1] if trajectory.t[-1] > trajectory.t[0] else None)
        panel.label_outer()
    o = trajectory.options
    text = f"{trajectory.model.scene.name}: {trajectory.message}  ({o.method}, rtol {o.rtol:g})"
    figure.suptitle(drawn(fill(text, WIDTH)), fontsize=11)
    return figure
