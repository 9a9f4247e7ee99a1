"""Texts that others wrote: read whole but never without end, and cut into rows that agree with their header.

read_bytes  a file as it is
read_text   a file as text in UTF-8; longer than LARGEST (an endless device, a mistaken file) or not text: a sentence
csv_rows    the header of a text with comma-separated values, then each row with its number
csv_numbers the columns of such rows as arrays of numbers; a cell that is none: a sentence with its column and row

Empty lines and lines that start with # are left out. A row has as many fields as the header: with fewer or more nobody
knows which number is which, and a decimal comma is read as two whole numbers ("0,7" as 0 and 7). Fields do not reach over
lines, so that a quote without its end spoils one row and not the rest of the file.
"""

import csv
import re
from array import array
from pathlib import Path

from ._check import shown

LARGEST = 64 * 2**20  # [bytes] of a file: three million rows, a scene of four hundred thousand bodies
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
OTHERS = {";": "semicolons", "\t": "tabs"}  # what some programs put between fields


def read_bytes(path, what):
    """The bytes of a file; `what` says in messages what it should be."""
    path = Path(path)
    try:
        if path.is_dir():
            raise IsADirectoryError(f"{path} must be a {what}, got a directory")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise FileNotFoundError(f"{path} must be an existing {what}, got no such file") from None
    except IsADirectoryError:
        raise
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise OSError(f"{path} must be a readable {what}, got: {reason}") from None
    if len(data) > LARGEST:
        raise ValueError(f"{path} must be at most {LARGEST} bytes long, got more")
    return data


def read_text(path, what):
    """The text of a file; `what` says in messages what it should be."""
    data = read_bytes(path, what)
    if data.startswith(UTF_16):
        raise ValueError(f"{path} must be text in UTF-8, got text in UTF-16: save it in UTF-8")
    try:
        return data.decode("utf-8-sig")  # editors of Windows put a mark at the start
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{path} must be text in UTF-8, got the byte 0x{data[error.start]:02x} at {error.start}"
        ) from None


def csv_rows(text, label):
    """The names in the header, then (number, fields) of each row, counted from 1 behind the header."""
    lines = (line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#"))
    names = None
    for number, line in enumerate(lines):
        where = f"row {number}" if number else "the header"
        fields = _fields(line, f"{where} of {label}")
        if names is None:
            names = _checked(fields, line, label)
            yield names
        elif len(fields) != len(names):
            raise ValueError(
                f"{where} of {label} must have {len(names)} field{'s' * (len(names) > 1)} like the header, got "
                f"{len(fields)}: {shown(line)}{_hint(fields, names)}"
            )
        else:
            yield number, fields
    if names is None:
        raise ValueError(f"{label} must have a header and rows of numbers, got an empty file")


def csv_numbers(rows, names, label):
    """The columns of rows (number, fields) as arrays."""
    import numpy as np  # who reads scenes needs none

    values = array("d")
    for number, fields in rows:
        for name, field in zip(names, fields, strict=True):
            try:
                values.append(float(field))
            except ValueError:
                hint = " (decimals need a point)" if "," in field else ""
                raise ValueError(
                    f"{name} of {label} must be a number, got {shown(field)} in row {number}{hint}"
                ) from None
    return np.array(values).reshape(-1, len(names)).T.copy()


def _fields(line, where):
    if "\0" in line:
        raise ValueError(f"{where} must be text, got a NUL byte in it: {shown(line)}")
    try:
        return [field.strip() for field in next(csv.reader([line], strict=True))]
    except csv.Error as error:
        raise ValueError(f"{where} must be fields between commas, got {shown(line)}: {error}") from None


def _checked(names, line, label):
    for sign, word in OTHERS.items():
        if len(names) == 1 and sign in line:
            raise ValueError(f"fields of {label} must be separated by commas, got {word}: {shown(line)}")
    for name in names:
        if not name:
            raise ValueError(f"every column of {label} must have a name, got {shown(line)}")
        if names.count(name) > 1:
            raise ValueError(f"columns of {label} must differ, got {shown(name)} twice")
    return names


def _hint(fields, names):
    """Advice where a row looks like numbers with decimal commas."""
    commas = len(fields) > len(names) and all(re.fullmatch(r"[-+]?\d+([eE][-+]?\d+)?", field) for field in fields)
    return "; decimals need a point, 0.7 and not 0,7" if commas else ""
