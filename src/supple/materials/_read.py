"""Reading the tables of `data/`: plain csv and json of the package, read when first asked for and kept."""

import json
from functools import cache
from importlib.resources import files

from .._reading import csv_rows


def _text(file):
    return files(__package__).joinpath("data", file).read_text(encoding="utf-8")


@cache
def rows(file):
    """The rows of a csv table, each a dict of texts."""
    names, *rows = csv_rows(_text(file), file)
    return tuple(dict(zip(names, fields, strict=True)) for _, fields in rows)


@cache
def sources():
    """The text of each source key."""
    return json.loads(_text("sources.json"))


def number(text):
    """A float, or None for an empty cell."""
    return float(text) if text else None


def ranges(row, fields):
    """(field, low, high) of the fields whose cells `field_low` and `field_high` are filled."""
    found = ((field, number(row[f"{field}_low"]), number(row[f"{field}_high"])) for field in fields)
    return tuple(item for item in found if item[1] is not None)


def names(text):
    """The parts of a cell that holds several names."""
    return tuple(part.strip() for part in text.split(";") if part.strip())
