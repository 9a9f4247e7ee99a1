"""Restitution of pairs: `data/restitution.csv`, one row per point e(v) of a pair.

    e = rebound speed / impact speed     [-] 0 to 1,  at the impact speed v [m/s]

    kind      measured   a point of an experiment, with the spread `sd` of n repetitions where known
              rule       what the rules of a game ask for
              fit        a point of a fitted law
              quoted     a constant of a table that says neither speed nor size

Limits    e depends on speed, size and shape of the bodies, not on the materials alone. Where the source gives no speed,
          speed is None, and no damping follows from e: choose the speed yourself, and say so.
"""

from dataclasses import dataclass
from functools import cache

from ._read import number, ranges, rows
from .material import Material
from .pairs import not_known, rows_of_pair, rows_with


@dataclass(frozen=True, slots=True, kw_only=True)
class Restitution:
    """Restitution of a on b at one speed; None where the source does not say."""

    a: str
    b: str
    e: float  # [-]
    speed: float | None = None  # [m/s] impact speed
    radius: float | None = None  # [m] of body a
    sd: float | None = None  # [-] standard deviation of e
    n: int | None = None  # repetitions
    kind: str = "measured"  # measured, rule, fit, quoted
    method: str = ""
    ranges: tuple = ()  # ("speed", low, high)
    note: str = ""
    source: str = ""  # key of the table of sources


@cache
def _table():
    return tuple(_point(row) for row in rows("restitution.csv"))


def _point(row):
    return Restitution(
        a=row["a"],
        b=row["b"],
        e=float(row["e"]),
        speed=number(row["speed"]),
        radius=number(row["radius"]),
        sd=number(row["sd"]),
        n=int(row["n"]) if row["n"] else None,
        kind=row["kind"],
        method=row["method"],
        ranges=ranges(row, ("speed",)),
        note=row["note"],
        source=row["sources"],
    )


def restitution_points(material: Material | str | None = None) -> tuple[Restitution, ...]:
    """All points of the table, or those with one material; may be empty."""
    return _table() if material is None else rows_with(_table(), material)


def find_restitution(a: Material | str, b: Material | str) -> tuple[Restitution, ...]:
    """What is known of the restitution of a on b, in either order, nearest kind first; a sentence where nothing is."""
    found = rows_of_pair(_table(), a, b)
    if not found:
        advice = "measure it, e = sqrt(rebound height / drop height), or give e"
        raise ValueError(not_known("restitution", a, b, _table(), advice))
    return found
