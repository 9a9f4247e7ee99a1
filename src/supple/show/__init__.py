"""Pictures of results: plots (matplotlib)."""

from .plots import (
    plot_channel,
    plot_contact_force,
    plot_energy,
    plot_overview,
    plot_positions,
    plot_residual,
    plot_steps,
)

__all__ = [
    "plot_channel",
    "plot_contact_force",
    "plot_energy",
    "plot_overview",
    "plot_positions",
    "plot_residual",
    "plot_steps",
]
