"""A run in memory: its rows, and what is computed from them when it is asked for, once."""

from functools import cached_property
from pathlib import Path

from ..model.user_laws import has_user_laws
from ..trajectory.dataset import dataset, rows_at_once
from ..trajectory.impacts import ImpactTracker, in_order
from ..trajectory.origin import Origin, scene_text
from ..trajectory.replay import Replay
from ..trajectory.summary import Tally
from .writer import save


class Memory:
    """The source of a trajectory in memory; `status` is what the loop said, the audit of the ledger has the last word."""

    path: Path | None = None

    def __init__(self, *, model, method, options, records, status, counters, wall):
        self.model, self.method, self.options = model, method, options
        self.records, self.counters, self.wall = records, counters, wall
        self.replay = Replay(model, method, options)
        self._stopped = status
        if has_user_laws(model):
            self._tallied  # noqa: B018  what a function failed at is known until the model runs again

    @cached_property
    def _tallied(self):
        """(ledger, summary): both are counted in one reading of the record."""
        tally = Tally(self.replay)
        ledger, _ = tally.take(self.records)
        return ledger, tally.close(self._stopped, self.counters)

    @property
    def ledger(self):
        """Energies and their residual at the times of the steps."""
        return self._tallied[0]

    @property
    def summary(self):
        """How the run ended and what it took."""
        return self._tallied[1]

    @cached_property
    def _tracked(self):
        """(impacts, peaks)."""
        tracker = ImpactTracker(self.replay)
        chunks = self.records.chunks(rows_at_once(self.model))
        ended = [impact for chunk in chunks for impact in tracker.take(chunk)]
        return in_order([*ended, *tracker.finish()]), tracker.peaks

    @property
    def impacts(self):
        """Every contact from touch-down to loss, in order of their start."""
        return self._tracked[0]

    @property
    def peaks(self):
        """Largest normal force and indentation of every contact that touched, by its name."""
        return self._tracked[1]

    @cached_property
    def origin(self):
        """What made it."""
        return Origin.of(self.model, self.method, self.options)

    @cached_property
    def scene_toml(self):
        """The scene as a scene file; empty if no file can hold it."""
        return scene_text(self.model, self.options)

    def contacts(self, record, which):
        """What contacts do in every row of a record."""
        return self.replay.contacts(record, which)

    def dataset(self):
        """Everything at the times of the steps."""
        return dataset(self, self.records)

    def save(self, path):
        """Write it to a file, complete or not at all; return the path."""
        return save(self, path)
