"""A table of measured or computed values over time: arrays, or two columns of a CSV file.

    spline    cubic spline through the points, at rest at both ends
    linear    straight lines: the speed jumps at every point, so it is no prescribed motion of a joint

A table that was read from a file holds its numbers: a scene that is written, and a result, need the file no more.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np

from .._check import one_of, shown
from .._reading import csv_numbers, csv_rows, read_text
from ..quantities import INCREASING, Quantity, choice, described, numbers
from .generator import Generator
from .pieces import polynomials
from .polynomial import check_points
from .spline import cubics


@described
@dataclass(frozen=True, kw_only=True)
class Table(Generator):
    """Values over time from a table; held before and after."""

    times: Annotated[tuple, Quantity("of the rows", "s", INCREASING)]
    values: Annotated[tuple, Quantity("in the rows", "rad or m", numbers())]
    between: Annotated[str, Quantity("what connects the rows", "", choice("spline", "linear"))] = "spline"

    @classmethod
    def from_csv(cls, file: str, column: str = "", time: str = "", between: str = "spline") -> "Table":
        """Times and values from two columns of a CSV file with a header.

        file: name of the file; in a scene file relative to that.
        column: name of the column of values; left out: the only one beside the times.
        time: name of the column of times [s]; left out: the first.
        between: spline or linear: what connects the rows.
        """
        if not isinstance(file, str | Path) or not str(file):
            raise TypeError(f"file must be the name of a CSV file, got {shown(file)}")
        label = str(file)
        rows = csv_rows(read_text(file, "CSV file"), label)
        names = next(rows)
        time = names[0] if time == "" else one_of("time", time, names)
        others = [name for name in names if name != time]
        if column == "" and len(others) != 1:
            raise ValueError(f"column must be said where {label} has not just two, got none of {', '.join(names)}")
        chosen = [time, others[0] if column == "" else one_of("column", column, others)]
        places = [names.index(name) for name in chosen]
        t, values = csv_numbers(((row, [fields[i] for i in places]) for row, fields in rows), chosen, label)
        if len(t) < 2:
            raise ValueError(f"{label} must have two or more rows below its header, got {len(t)}")
        for name, good, numbers_, must in (
            (time, np.isfinite(t), t, "be finite"),
            (chosen[1], np.isfinite(values), values, "be finite"),
            (time, np.diff(t, prepend=-np.inf) > 0.0, t, "rise"),
        ):
            for i in np.flatnonzero(~good)[:1]:
                raise ValueError(f"{name} of {label} must {must}, got {float(numbers_[i])!r} in row {i + 1}")
        return cls(times=tuple(t.tolist()), values=tuple(values.tolist()), between=between)

    def check(self) -> None:
        """One value per time."""
        check_points(self.times, self.values)

    def make(self):
        """One row per interval."""
        if self.between == "spline":
            return polynomials(self.times, cubics(self.times, self.values, "clamped"), self.values[-1])
        slopes = np.diff(self.values) / np.diff(self.times)
        return polynomials(self.times, np.column_stack([self.values[:-1], slopes]), self.values[-1])


EXAMPLES = (
    Table(times=(0.0, 0.5, 1.0, 1.2), values=(0.0, 0.4, 0.5, 0.1)),
    Table(times=(0.0, 0.5, 1.0, 1.2), values=(0.0, 0.4, 0.5, 0.1), between="linear"),
)
