"""Friction of pairs: `data/friction_pairs.csv`, one row per pair, condition and source.

    static    force that starts a slip / normal force         [-] >= 0
    kinetic   force during a slip / normal force              [-] >= 0
    value     as printed; where a range is printed, its midpoint, with the range beside it; None where not given

There is no rule that makes the friction of a pair from two materials (see `combine.py`): a pair is measured or unknown.

Limits    textbook values: the same pair is listed with factors of two to five between sources, and changes with
          roughness, films, wear and speed. Rows with the condition "simulation" are parameters somebody chose.
"""

from dataclasses import dataclass
from functools import cache

from .._check import one_of
from ._read import number, ranges, rows
from .material import Material
from .names import key
from .pairs import not_known, rows_of_pair, rows_with


@dataclass(frozen=True, slots=True, kw_only=True)
class FrictionPair:
    """Friction of a on b; `condition` is empty where the source does not say it."""

    a: str
    b: str
    condition: str = ""  # dry, wet, greased, oiled, ...
    static: float | None = None  # [-]
    kinetic: float | None = None  # [-]
    ranges: tuple = ()  # ("static" or "kinetic", low, high) each
    note: str = ""
    source: str = ""  # key of the table of sources


@cache
def _table():
    return tuple(_pair(row) for row in rows("friction_pairs.csv"))


def _pair(row):
    return FrictionPair(
        a=row["a"],
        b=row["b"],
        condition=row["condition"],
        static=number(row["static"]),
        kinetic=number(row["kinetic"]),
        ranges=ranges(row, ("static", "kinetic")),
        note=row["note"],
        source=row["sources"],
    )


def friction_pairs(material: Material | str | None = None) -> tuple[FrictionPair, ...]:
    """All pairs of the table, or those with one material; may be empty."""
    return _table() if material is None else rows_with(_table(), material)


def find_friction(a: Material | str, b: Material | str, condition: str | None = None) -> tuple[FrictionPair, ...]:
    """What is known of the friction of a on b, in either order, nearest kind first; a sentence where nothing is."""
    found = rows_of_pair(_table(), a, b)
    if not found:
        raise ValueError(not_known("friction", a, b, _table(), "measure it or give mu"))
    if condition is None:
        return found
    conditions = tuple(dict.fromkeys(pair.condition for pair in found if pair.condition))
    if not conditions:
        raise ValueError(f"condition must be None: the sources of this pair do not say theirs, got {condition!r}")
    wanted = one_of("condition", key(condition), conditions)
    return tuple(pair for pair in found if pair.condition == wanted)
