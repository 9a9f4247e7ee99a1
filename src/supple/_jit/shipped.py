"""Machine code that came with the package (a wheel for one platform, made by tools/build_wheel.py): a library and a label.

It is used if the label names exactly the sources that are installed and the library is the one that was labelled; a library
that belongs to others, is damaged or cannot be loaded counts as absent, with a warning. A pure wheel and a source tree have
none.
"""

import ctypes
import hashlib
import json
import warnings
from functools import cache

from .sources import PACKAGE, source_hash

LIBRARY = PACKAGE / "_jit" / "machine-code.so"  # no name of a module: `import` takes such files for modules
LABEL = PACKAGE / "_jit" / "machine-code.json"
OURS = "supple_"  # how our symbols begin: the loader would look for any other in the C library too


def label(content):
    """The label beside a library: which sources it was made from, and its digest."""
    return json.dumps({"sources": source_hash(), "sha256": hashlib.sha256(content).hexdigest()})


def address(symbol):
    """Where a function is, in memory; 0 if it did not come with the package."""
    library = _library() if symbol.startswith(OURS) else None
    found = getattr(library, symbol, None)
    return 0 if found is None else ctypes.cast(found, ctypes.c_void_p).value


@cache
def _library():
    content, text = _read(LIBRARY), _read(LABEL)
    if content is None and text is None:
        return None
    if content is None or text != label(content).encode():
        return _refused("does not belong to its sources")
    try:
        return ctypes.CDLL(str(LIBRARY))
    except OSError as error:  # made for another processor or system
        return _refused(f"cannot be loaded ({error})")


def _refused(why):
    warnings.warn(f"the machine code in the package {why}: supple compiles its own", stacklevel=2)


def _read(path):
    try:
        return path.read_bytes()
    except OSError:
        return None
