"""Machine code that came with the package (a wheel for one platform): a shared library and a label.

It is used if the label names exactly the sources that are installed and the library is the one that was labelled; otherwise
it counts as absent, with a warning. A pure wheel and a source tree have none.
"""

import ctypes
import hashlib
import json
import warnings
from functools import cache

from .sources import PACKAGE, source_hash

LIBRARY = PACKAGE / "_jit" / "shipped.so"
LABEL = PACKAGE / "_jit" / "shipped.json"


def label(content):
    """What is written beside a library: of which sources it is made, and its digest."""
    return json.dumps({"sources": source_hash(), "sha256": hashlib.sha256(content).hexdigest()})


def address(symbol):
    """Where a function is, in memory; 0 if it did not come with the package."""
    library = _library()
    found = getattr(library, symbol, None)
    return 0 if found is None else ctypes.cast(found, ctypes.c_void_p).value


@cache
def _library():
    try:
        text, content = LABEL.read_text(), LIBRARY.read_bytes()
    except OSError:
        return None
    if text != label(content):
        warnings.warn(
            "the machine code in the package does not belong to its sources: supple compiles its own", stacklevel=2
        )
        return None
    return ctypes.CDLL(str(LIBRARY))
