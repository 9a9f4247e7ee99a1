"""Comma-separated files, written beside and renamed."""

import csv
from pathlib import Path

from .._files import replacing


def write_csv(path, names, rows, comment=""):
    """Write named columns of numbers, first a comment line; return the path."""
    with replacing(path) as beside, open(beside, "w", newline="", encoding="utf-8") as file:
        if comment:
            file.write(f"# {comment}\n")
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(names)
        writer.writerows([repr(float(value)) for value in row] for row in rows)
    return Path(path)
