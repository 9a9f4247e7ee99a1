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
    "_jit",
    "tables.py",
    "spatial",
    "joints",
    "shapes",
    "laws",
    "integrate",
    "dynamics",
    "registry.py",
    "guards.py",
    "elements",
    "system",
    "impacts",
    "testing",
    "papers/*/engine.py",
)


@cache
def source_hash():
    """A digest of the sources."""
    digest = hashlib.sha256()
    for path in compiled_files():
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def compiled_files():
    """The sources that may hold compiled code, in order."""
    found = (path for pattern in COMPILED for path in PACKAGE.glob(pattern))
    return sorted(file for path in found for file in (path.rglob("*.py") if path.is_dir() else (path,)))


def cache_directory():
    """Directory of the machine code of exactly these sources (SUPPLE_CACHE_DIR overrides the root)."""
    root = os.environ.get("SUPPLE_CACHE_DIR")
    if root is None:
        root = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "supple"
    return Path(root) / source_hash()
