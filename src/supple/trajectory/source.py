"""Where a run is kept. A `Trajectory` asks its source for what it cannot compute from the rest.

`results/memory.py` keeps the rows in memory and computes when it is asked; `results/reader.py` reads what was computed
while the file was written. Both give the same bits.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from ..integrate.methods import Method
from ..model import Model
from ..options import Options
from .impacts import Impact
from .ledger import Ledger
from .origin import Origin
from .records import Recorded
from .replay import Replay
from .summary import Summary

if TYPE_CHECKING:
    import xarray as xr


class Source(Protocol):
    """A run in memory or in a file; `model`, `method` and `options` are those of the run."""

    model: Model
    method: Method
    options: Options
    counters: np.ndarray
    wall: float  # [s] that the run took
    path: Path | None  # the file, if it is in one

    @property
    def replay(self) -> Replay:
        """The problem of the run, to be brought into any of its states."""

    @property
    def origin(self) -> Origin:
        """What made it."""

    @property
    def scene_toml(self) -> str:
        """The scene as a scene file; empty if no file can hold it."""

    @property
    def records(self) -> Recorded:
        """All rows."""

    @property
    def summary(self) -> Summary:
        """How the run ended and what it took."""

    @property
    def ledger(self) -> Ledger:
        """Energies and their residual at the times of the steps."""

    @property
    def impacts(self) -> list[Impact]:
        """Every contact from touch-down to loss, in order of their start."""

    @property
    def peaks(self) -> dict[str, list[float]]:
        """Largest normal force and indentation of every contact that touched."""

    def contacts(self, record: Recorded, which: list[int]) -> np.ndarray:
        """What the contacts with these indices do in every row of a record, (rows, contacts, N_OBSERVED)."""

    def dataset(self) -> "xr.Dataset":
        """Everything at the times of the steps."""

    def save(self, path) -> Path:
        """Write it to a file, complete or not at all; return the path."""
