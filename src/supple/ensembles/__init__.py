"""Ensembles: one scene with many values of its parameters, computed by whoever is there and kept in one labelled result.

Sweep           what is to be computed: scene, parameters, design, outputs (specification.py); read_sweep reads TOML
ensemble        compute it, or go on with it (run.py)
members         member k -> scene -> run -> row of outputs; what fails is a row with its sentence
store           a Zarr group, chunked along the members; a block of members is there as a whole or not at all
engines         who computes: one file and one line each
fit_scene       parameters fitted to measured data (fitting/)
"""

from .designs import Choice, LogUniform, Normal, Uniform
from .outputs import OUTPUTS, Channel, ContactChannel, Counter, Energy, Final, Impacts, Peak, Reduction, Statistic
from .run import Ensemble, Progress, ensemble, open_ensemble
from .specification import Sweep, read_sweep

__all__ = [
    "OUTPUTS",
    "Channel",
    "Choice",
    "ContactChannel",
    "Counter",
    "Energy",
    "Ensemble",
    "Final",
    "Impacts",
    "LogUniform",
    "Normal",
    "Peak",
    "Progress",
    "Reduction",
    "Statistic",
    "Sweep",
    "Uniform",
    "ensemble",
    "open_ensemble",
    "read_sweep",
]
