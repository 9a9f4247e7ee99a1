"""Pictures of results: plots and snapshots of the scene (matplotlib), and a report as one HTML page."""

from .bending import plot_bending_energy, plot_deflection, plot_modes, plot_stress
from .drives import plot_motor_currents, plot_motor_torques, plot_outputs, plot_tensions
from .ensemble import plot_band, plot_ensemble, plot_map, plot_scatter
from .fitted import plot_scene_fit
from .modes import plot_mode, write_mode
from .motions import plot_motions
from .overview import plot_overview
from .plots import (
    plot_channel,
    plot_contact_force,
    plot_energy,
    plot_positions,
    plot_residual,
    plot_steps,
    write_figure,
)
from .report import write_report
from .snapshot import plot_snapshot, plot_snapshots

__all__ = [
    "plot_band",
    "plot_bending_energy",
    "plot_channel",
    "plot_contact_force",
    "plot_deflection",
    "plot_energy",
    "plot_ensemble",
    "plot_map",
    "plot_mode",
    "plot_modes",
    "plot_motions",
    "plot_motor_currents",
    "plot_motor_torques",
    "plot_outputs",
    "plot_overview",
    "plot_positions",
    "plot_residual",
    "plot_scene_fit",
    "plot_scatter",
    "plot_snapshot",
    "plot_snapshots",
    "plot_steps",
    "plot_stress",
    "plot_tensions",
    "write_figure",
    "write_mode",
    "write_report",
]
