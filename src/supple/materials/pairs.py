"""Rows about pairs of materials: which of them say something about a given pair, in either order.

    distance(row, a, b) = min over both orders of distance(row.a, a) + distance(row.b, b)     (see `kinds.py`)

Rows come nearest first. A row keeps the words of its source: asked for steel on aluminium, a row "mild steel on
aluminium" says so.
"""

from .kinds import distance, find_kind, kind_names
from .material import Material
from .names import did_you_mean
from .table import find_material, known_names


def kind_of(material):
    """The kind of a material, of a name of the table, or of a word like "ice" that pairs are listed under; or None."""
    if isinstance(material, Material):
        return material.kind or find_kind(material.name)
    kind = find_kind(material)
    if kind:
        return kind
    try:
        return find_material(material).kind
    except ValueError:
        choices = (*known_names(), *(name for name in kind_names() if name not in known_names()))
        raise ValueError(
            f"material must be one of the table, got {material!r}{did_you_mean(material, choices)}"
        ) from None


def rows_of_pair(rows, a, b):
    """The rows about a on b or b on a, nearest first."""
    a, b = kind_of(a), kind_of(b)
    if a is None or b is None:
        return ()
    found = [(_pair_distance(row, a, b), row) for row in rows]
    return tuple(row for steps, row in sorted((f for f in found if f[0] is not None), key=lambda item: item[0]))


def rows_with(rows, a):
    """The rows about a and anything, nearest first."""
    kind = kind_of(a)
    if kind is None:
        return ()
    steps = [([d for d in (distance(row.a, kind), distance(row.b, kind)) if d is not None], row) for row in rows]
    return tuple(row for _, row in sorted(((min(d), row) for d, row in steps if d), key=lambda item: item[0]))


def _pair_distance(row, a, b):
    orders = (distance(row.a, a), distance(row.b, b)), (distance(row.a, b), distance(row.b, a))
    return min((first + second for first, second in orders if None not in (first, second)), default=None)


def not_known(what, a, b, rows, advice):
    """A sentence about a pair without rows, with what is known of each of the two."""
    lists = "; ".join(f"pairs with {_name(x)!r}: {_partners(rows, x)}" for x in dict.fromkeys((a, b)))
    return f"{what} of {_name(a)!r} on {_name(b)!r} is not in the table; {advice}; {lists}"


def _name(material):
    return material.name if isinstance(material, Material) else material


def _partners(rows, a):
    kind = kind_of(a)
    found = [row.b if distance(row.a, kind) is not None else row.a for row in rows_with(rows, a)]
    return ", ".join(dict.fromkeys(found)) or "none"
