"""Pictures of results: plots (matplotlib) and a report as one HTML page."""

from .plots import (
    plot_channel,
    plot_contact_force,
    plot_energy,
    plot_overview,
    plot_positions,
    plot_residual,
    plot_steps,
    write_figure,
)
from .report import write_report

__all__ = [
    "plot_channel",
    "plot_contact_force",
    "plot_energy",
    "plot_overview",
    "plot_positions",
    "plot_residual",
    "plot_steps",
    "write_figure",
    "write_report",
]
