"""Files that appear under their name only when they are complete: they are written under another one until then.

What takes the place of an older file says so (`ReplacedWarning`). What a process leaves behind that is killed while it
writes is found by its name (`left_behind`):

    NAME.part     a result, readable up to its last flush (`results/disk.py`); NAME.part2, ... if that was taken
    .NAME.xxxx    a directory with half of a picture, a report, a table: worth nothing
"""

import os
import shutil
import tempfile
import warnings
from contextlib import contextmanager
from itertools import count
from pathlib import Path


class ReplacedWarning(UserWarning):
    """A file was there before."""


@contextmanager
def replacing(path):
    """A path beside `path` to write to; it takes its place at the end, or nothing is left if that was not reached.

    The file beside has the same name, in a hidden directory of its own: some writers choose a format by the ending, and
    two processes may write the same result.
    """
    path = place(path)
    beside = Path(tempfile.mkdtemp(prefix=f".{path.name[:100]}.", dir=path.parent))
    try:
        yield beside / path.name
        with open(beside / path.name, "rb+") as file:
            os.fsync(file.fileno())
        take_place(beside / path.name, path)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def place(path):
    """A path at which a file can be made, or a sentence."""
    path = Path(path)
    if not path.parent.is_dir():
        raise FileNotFoundError(f"the directory of {str(path)!r} must exist, got {str(path.parent)!r}")
    if path.is_dir():
        raise IsADirectoryError(f"{str(path)!r} must be a file to be written, got a directory")
    return path


def take_place(beside, path):
    """Rename a complete file; say so if there was one before."""
    replaced = path.exists()
    os.replace(beside, path)
    if replaced:
        warnings.warn(f"{str(path)!r} was there before and was replaced", ReplacedWarning, stacklevel=3)


def new_part(path):
    """Make NAME.part beside `path`, or the next name that is free; return its path."""
    path = place(path)
    for i in count(1):
        part = path.with_name(f"{path.name}.part{'' if i == 1 else i}")
        try:
            part.open("xb").close()
        except FileExistsError:
            continue
        return part
    raise AssertionError("there is always a next number")


def left_behind(path):
    """What processes that were killed have left beside `path`, one sentence each."""
    path = Path(path)
    if not path.parent.is_dir():
        return []
    found = sorted(path.parent.iterdir())
    parts = [f"{str(one)!r} is what a run had written that was killed, failed or still goes on: supple.load reads it"
             for one in found if one.name.startswith(f"{path.name}.part") and not one.name.endswith(JOURNAL)]  # fmt: skip
    halves = [f"{str(one)!r} is half a file of a process that was killed or still writes: it can be deleted"
              for one in found if one.name.startswith(f".{path.name[:100]}.") and one.is_dir()]  # fmt: skip
    return parts + halves


JOURNAL = ".journal"
