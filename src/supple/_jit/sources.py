"""Which sources the machine code was made of, and where it is kept.

The cache lives in a directory named after a hash of all sources that hold compiled code, or say how it is compiled. Editing
a command or a plot compiles nothing again.
"""

import hashlib
import os
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
# where compiled code may live; a test looks for marks elsewhere
COMPILED = (
    "_jit", "tables.py", "spatial", "joints", "shapes", "laws", "integrate", "dynamics", "system", "testing", "impacts",
)  # fmt: skip


@cache
def source_hash():
    """A digest of the sources."""
    digest = hashlib.sha256()
    for path in sorted(path for name in COMPILED for path in _files(PACKAGE / name)):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _files(path):
    return path.rglob("*.py") if path.is_dir() else (path,)


def cache_directory():
    """Directory of the machine code of exactly these sources (SUPPLE_CACHE_DIR overrides the root)."""
    root = os.environ.get("SUPPLE_CACHE_DIR")
    if root is None:
        root = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "supple"
    return Path(root) / source_hash()
