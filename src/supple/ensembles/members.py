"""Member k -> scene -> run -> row of outputs. A member that fails is a row with its sentence, and outputs that are NaN.

    Block     members that are computed and written together: the number of the block, its first member, values of each
    Row       status, sentence and outputs of one member
    Work      the same everywhere: it can be pickled, and what it does depends on the values alone

A member fails when its scene cannot be built, its run ends before its end or does not close its ledger, an output is not
there or not finite, a user's function raises, or all that takes longer than `time_limit`. What comes from outside (Ctrl-C,
no memory left) is no failure of a member.
"""

import time
from typing import Any, NamedTuple

import numpy as np

from .._check import shown
from ..integrate.status import Status
from ..model.build import assemble
from ..simulation import simulate
from .sources import FromFile, FromFunction

ABSENT, DONE, FAILED = 0, 1, 2  # not computed yet, and what a member can be
LONGEST = 1000  # characters of a sentence


class Block(NamedTuple):
    """Members that are computed and written together."""

    number: int
    first: int
    values: list  # one tuple per member, in the order of the parameters


class Row(NamedTuple):
    """What came out of a member."""

    status: int
    message: str
    outputs: tuple | None  # arrays; None: it failed


class Work:
    """Computes members; `outputs` are settled: {name: output}; `time_limit` is that of a member [s], None: none."""

    def __init__(
        self,
        source: FromFile | FromFunction,
        names: tuple[str, ...],
        outputs: dict[str, Any],
        time_limit: float | None = None,
    ):
        self.source, self.names, self.outputs, self.time_limit = source, names, outputs, time_limit
        self.shapes = {name: tuple(map(len, one.dims(name).values())) for name, one in outputs.items()}

    def __call__(self, block: Block, stop: Any = None) -> dict[str, np.ndarray] | None:
        """The rows of a block, as arrays by name; None if the event `stop` was set before it was complete."""
        rows: list[Row] = []
        for values in block.values:
            if stop is not None and stop.is_set():
                return None
            rows.append(self.member(values))
        return self.gathered(rows)

    def gathered(self, rows: list[Row]) -> dict[str, np.ndarray]:
        """Rows as arrays by name."""
        found: dict[str, np.ndarray] = {
            "status": np.array([row.status for row in rows], dtype=np.int8),
            "message": np.array([row.message for row in rows], dtype=object),
        }
        for i, (name, shape) in enumerate(self.shapes.items()):
            column = np.full((len(rows), *shape), np.nan)
            for k, row in enumerate(rows):
                if row.outputs is not None:
                    column[k] = row.outputs[i]
            found[name] = column
        return found

    def member(self, values: tuple) -> Row:
        """The row of a member."""
        try:
            return self._computed(values)
        except (Exception, SystemExit) as error:
            if isinstance(error, MemoryError):
                raise
            return failed(sentence(error))

    def _computed(self, values):
        began, limit = time.monotonic(), self.time_limit
        setup = self.source.setup(dict(zip(self.names, values, strict=True)))
        model = assemble(setup.scene)
        left = None if limit is None else limit - (time.monotonic() - began)
        if left is not None and left <= 0.0:
            return failed(too_long(limit, "its scene was being built"))
        run = simulate(model, **_with_end(setup.run), time_limit=left)
        if run.status == Status.INTERRUPTED:
            raise KeyboardInterrupt
        if run.status == Status.TIME_LIMIT:
            return failed(too_long(limit, f"its run had come to t = {run.t[-1]:.6g} s of {run.options.end:g} s"))
        if not run.success:
            return failed(f"{run.status.name}: {run.message}")
        found = []
        for name, one in self.outputs.items():
            found.append(self._output(name, one, run))
            if limit is not None and time.monotonic() - began > limit:
                return failed(too_long(limit, f"its run was done, and output {name} was being computed"))
        return Row(DONE, "", tuple(found))

    def _output(self, name, output, run):
        try:
            value = np.asarray(output.of(run), dtype=float)
        except Exception as error:
            raise OutputError(f"output {name}: {sentence(error)}") from None
        if value.shape != self.shapes[name]:
            raise OutputError(f"output {name} must have the shape {self.shapes[name]}, got {value.shape}")
        if not output.may_be_nan and not np.all(np.isfinite(value)):
            raise OutputError(f"output {name} must be finite, got {shown(value[~np.isfinite(value)][0].item())}")
        return value


class OutputError(ValueError):
    """An output of a member could not be had."""


def failed(message):
    """The row of a member that failed."""
    return Row(FAILED, message, None)


def too_long(limit, where):
    """What is said of a member that took longer than its limit [s]."""
    return f"TIME_LIMIT: it took longer than time_limit = {limit:g} s; {where}"


def sentence(error):
    """What an exception says, on one line; of those that do not speak in sentences with their kind."""
    text = " ".join(str(error).split())
    told = isinstance(error, ValueError | TypeError) and text
    text = text if told else f"{type(error).__name__}: {text}" if text else type(error).__name__
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def _with_end(run):
    if "end" not in run:
        raise ValueError("end must be given [s] for every member: under [run] of the scene or of the sweep, got none")
    return run
