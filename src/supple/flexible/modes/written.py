"""What the shapes that users write have in common: rows of numbers."""

from ..._check import finite, items


def check_rows(name, value, least):
    """Rows of at least so many numbers, all of one length, as tuples."""
    what = f"rows of at least {least} numbers, one row per shape"
    rows = [items(f"{name}[{i}]", row, "a row of numbers") for i, row in enumerate(items(name, value, what))]
    if not rows:
        raise ValueError(f"{name} must be {what}, got no row")
    for i, row in enumerate(rows):
        if len(row) < least or len(row) != len(rows[0]):
            raise ValueError(f"{name} must be {what} and all of one length, got {len(row)} numbers in {name}[{i}]")
    return tuple(tuple(finite(f"{name}[{i}][{j}]", one) for j, one in enumerate(row)) for i, row in enumerate(rows))
