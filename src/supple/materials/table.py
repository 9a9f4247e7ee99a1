"""The table of materials: `data/materials.csv`, one row per material, SI units.

    value     as the source prints it; where it prints a range, the midpoint (low + high)/2, with the range beside it
    hardness  1 HB = 1 HV = 9.807e6 Pa (kgf/mm^2); the note names the scale
    empty     not known: None

A bare name ("cast iron", "brass", "glass", "rubber") is an alias of the row that spans the grades, where there is one;
else of the row with the most numbers ("steel": structural steel A36). Names are compared without regard to case, with
American or British spelling.

Limits    handbook values at room temperature; good for a stiffness to some ten percent, not for a calibration.
"""

from functools import cache

from ._read import names, number, ranges, rows, sources
from .kinds import find_kind
from .material import UNITS, Material
from .names import did_you_mean, key


@cache
def _materials():
    return {row["name"]: _material(row) for row in rows("materials.csv")}


def _material(row):
    return Material(
        name=row["name"],
        **{field: number(row[field]) for field in UNITS},
        ranges=ranges(row, UNITS),
        source=row["sources"],
        kind=row["kind"],
        strength_kind=row["strength_kind"] or "yield",
        note=row["note"],
        aliases=names(row["aliases"]),
    )


@cache
def _by_key():
    return {key(name): m.name for m in _materials().values() for name in (m.name, *m.aliases)}


def material_names() -> tuple[str, ...]:
    """The names of the table, without aliases."""
    return tuple(_materials())


def known_names() -> tuple[str, ...]:
    """Names and aliases."""
    return tuple(name for m in _materials().values() for name in (m.name, *m.aliases))


def find_material(name: str) -> Material:
    """The material of this name or alias."""
    found = _by_key().get(key(name))
    if found is not None:
        return _materials()[found]
    if find_kind(name):
        raise ValueError(
            f"elastic constants of {name!r} are not in the table: give a Material, e.g. Material(name=..., E=..., nu=...)"
        )
    raise ValueError(f"material must be one of the table, got {name!r}{did_you_mean(name, known_names())}")


def as_material(material: Material | str) -> Material:
    """The material itself, or the one of the table with this name."""
    return material if isinstance(material, Material) else find_material(material)


def source_texts(keys: str) -> dict[str, str]:
    """The full text of each source in `"HRW; EC"`; a text that is no key stands for itself."""
    return {name: sources().get(name, name) for name in names(keys)}
