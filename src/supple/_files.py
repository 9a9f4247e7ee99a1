"""Files that appear under their name only when they are complete: written beside, flushed to the disk, renamed."""

import os
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path):
    """A path beside `path` to write to; it takes its place at the end, or nothing is left if that was not reached.

    The file beside has the same name, in a hidden directory of its own: some writers choose a format by the ending, and
    two processes may write the same result.
    """
    path = Path(path)
    if not path.parent.is_dir():
        raise FileNotFoundError(f"the directory of {str(path)!r} must exist, got {str(path.parent)!r}")
    if path.is_dir():
        raise IsADirectoryError(f"{str(path)!r} must be a file to be written, got a directory")
    beside = Path(tempfile.mkdtemp(prefix=f".{path.name[:100]}.", dir=path.parent))
    try:
        yield beside / path.name
        with open(beside / path.name, "rb+") as file:
            os.fsync(file.fileno())
        os.replace(beside / path.name, path)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
