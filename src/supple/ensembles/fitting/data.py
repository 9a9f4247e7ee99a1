"""Measured data: columns that name what a run has, over time, or impact by impact.

    time [s], ball.z, foot/ground.force [kN], foot/ground.force.sd     a row per time; times rise
    impact.time, impact.speed, foot/ground.impact.restitution, ...     a row per impact, in the order in which they happen

What a column may name is in `columns.py`. A unit may stand behind a name, in brackets; without it numbers are SI. NAME.sd
is the standard deviation of NAME, in its unit. An empty cell (or nan) was not measured. A table is a CSV file or a dict of
arrays; both kinds may be fitted together.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ..._check import one_of, positive, shown
from ..._reading import csv_rows, read_text

TIME = ("time", "t")
IMPACT = re.compile(r"(?:(?P<contact>.+)\.)?impact\.(?P<quantity>\w+)")
HEAD = re.compile(r"(?P<name>.*?)\s*(?:\[(?P<unit>[^\]]*)\])?")
UNITS = {  # unit: (SI unit, its size in it)
    "-": ("-", 1.0), "s": ("s", 1.0), "ms": ("s", 1e-3), "us": ("s", 1e-6), "m": ("m", 1.0), "cm": ("m", 1e-2),
    "mm": ("m", 1e-3), "um": ("m", 1e-6), "m/s": ("m/s", 1.0), "mm/s": ("m/s", 1e-3), "m/s^2": ("m/s^2", 1.0),
    "N": ("N", 1.0), "mN": ("N", 1e-3), "kN": ("N", 1e3), "Nm": ("Nm", 1.0), "J": ("J", 1.0), "A": ("A", 1.0),
    "V": ("V", 1.0), "rad": ("rad", 1.0), "deg": ("rad", np.pi / 180.0), "rad/s": ("rad/s", 1.0),
    "deg/s": ("rad/s", np.pi / 180.0), "rad/s^2": ("rad/s^2", 1.0),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Column:
    """Measured numbers of one thing, in SI units."""

    name: str
    unit: str  # SI, as the data say; "": they do not
    at: np.ndarray  # times [s], or numbers of impacts from 0
    values: np.ndarray
    sd: np.ndarray | None  # of each value; None: not known
    source: str

    @property
    def of_impacts(self):
        """Whether it has a number per impact."""
        return IMPACT.fullmatch(self.name) is not None


def read_data(data, noise):
    """The columns of a table or of several; `noise`: {name: standard deviation} of columns that have none of their own."""
    tables = data if isinstance(data, list | tuple) else [data]
    columns = [column for i, table in enumerate(tables) for column in _columns(*_table(table, f"data {i + 1}"))]
    if not columns:
        raise ValueError("data must have a column to fit, got none")
    for name in (noise := dict(noise or {})):
        one_of("noise", name, [column.name for column in columns])
    return [_with_noise(column, noise) for column in columns]


def _with_noise(column, noise):
    if column.name not in noise:
        return column
    sd = positive(f"noise of {column.name}", noise[column.name], column.unit or "-")
    return replace(column, sd=np.full(column.values.size, sd))


def _table(table, label):
    """({head: numbers}, name of the table)."""
    if not isinstance(table, Mapping):
        label = str(table)
        rows = csv_rows(read_text(table, "CSV file"), label)
        heads = next(rows)
        cells = [[_number(cell, head, number, label) for head, cell in zip(heads, row, strict=True)]
                 for number, row in rows]  # fmt: skip
        return dict(zip(heads, np.array(cells, dtype=float).reshape(-1, len(heads)).T.copy(), strict=True)), label
    found = {head: np.asarray(numbers, dtype=float) for head, numbers in table.items()}
    for head, numbers in found.items():
        if numbers.ndim != 1 or numbers.size != next(iter(found.values())).size:
            raise ValueError(f"{head} of {label} must be as many numbers as the others, got shape {numbers.shape}")
    return found, label


def _number(cell, head, number, label):
    try:
        return float(cell) if cell else np.nan
    except ValueError:
        raise ValueError(f"{head} of {label} must be a number, got {shown(cell)} in row {number}") from None


def _columns(table, label):
    """The columns of a table in SI units, without what was not measured."""
    found = {}
    for head, numbers in table.items():
        match = HEAD.fullmatch(head)
        unit, size = (
            UNITS[one_of(f"unit of {match['name']} of {label}", match["unit"], UNITS)] if match["unit"] else ("", 1.0)
        )
        if np.any(np.isinf(numbers)):
            raise ValueError(f"{match['name']} of {label} must be finite, got inf")
        found[match["name"]] = (unit, numbers * size, size)
    deviations = {name.removesuffix(".sd"): found.pop(name) for name in list(found) if name.endswith(".sd")}
    for name in deviations:
        one_of(f"{name}.sd of {label}: column", name, found)
    time = next((name for name in TIME if name in found), None)
    at = _places(found, time, label)
    return [_column(name, *one, deviations.get(name), at, label) for name, one in found.items() if name != time]


def _places(found, time, label):
    """Times, or numbers of impacts."""
    impacts = [name for name in found if IMPACT.fullmatch(name)]
    if time is None and len(impacts) == len(found):
        return np.arange(len(found[impacts[0]][1]), dtype=float) if impacts else np.zeros(0)
    if impacts:
        raise ValueError(
            f"{impacts[0]!r} of {label} must stand in a table of impacts alone, got it beside columns over time"
        )
    if time is None:
        raise ValueError(f"{label} must have a column time, got {', '.join(found)}")
    unit, times, _ = found[time]
    if unit not in ("", "s"):
        raise ValueError(f"{time} of {label} must be in s or ms, got {unit}")
    if not (np.all(np.isfinite(times)) and np.all(np.diff(times) > 0.0)):
        row = int(np.argmin(np.diff(times, prepend=-np.inf) > 0.0))
        raise ValueError(f"{time} of {label} must rise, got {times[row]:g} s in row {row + 1}")
    return times


def _column(name, unit, numbers, size, deviation, at, label):
    there = np.isfinite(numbers)
    if not there.any():
        raise ValueError(f"{name} of {label} must have a number, got none")
    sd = None
    if deviation is not None:
        said, sd, _ = deviation
        sd = (sd if said else sd * size)[there]
        if not np.all(sd > 0.0):
            raise ValueError(f"{name}.sd of {label} must be > 0 for each value, got {sd[~(sd > 0.0)][0]:g}")
    if there.all():
        return Column(name, unit, at, numbers, sd, label)  # one array of times for all: they are evaluated together
    return Column(name, unit, at[there], numbers[there], sd, label)
