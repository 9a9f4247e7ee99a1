"""Comma-separated files: written beside and renamed, read with their comments left out."""

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


def read_csv(path):
    """(names, rows of words) of a file with a header; lines that are empty or start with # are left out."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise OSError(f"the data must be a file that can be read, got {str(path)!r}: {error.strerror}") from error
    except UnicodeDecodeError:
        raise ValueError(f"{path} must be a text file, got bytes that are not UTF-8") from None
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    rows = [[word.strip() for word in row] for row in csv.reader(lines)]
    if not rows:
        raise ValueError(f"{path} must have a header and rows of numbers, got an empty file")
    return rows[0], rows[1:]
