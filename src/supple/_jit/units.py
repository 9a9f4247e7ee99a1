"""Where the machine code of an entry comes from: the package itself, the cache, or the compiler, in this order.

A unit is all entries of one file: they are compiled together, and kept together under a key of sources (the directory),
processor and versions (`_kept.py`). A damaged, foreign or half-written file counts as absent. Compiling happens aside
(`_interrupt.py`), so that Ctrl-C need not wait, and says what it does (`announce.py`).
"""

import sys
from functools import cache
from threading import Lock

from .._interrupt import aside
from .._kept import Kept
from . import shipped
from .announce import announced
from .entry import Entry, calls
from .sources import cache_directory
from .switch import BOUNDS_CHECKED
from .versions import numba_version, tried

_one_at_a_time = Lock()


def unit(module, *more):
    """The entries of a file (and more), in the order of their names."""
    found = [each for each in vars(module).values() if isinstance(each, Entry) and each.__module__ == module.__name__]
    return tuple(sorted({*found, *more}, key=lambda each: each.symbol))


def call_of(entry):
    """The compiled function of an entry, to be called with its arguments, and where it was found."""
    address = 0 if BOUNDS_CHECKED else shipped.address(entry.symbol)
    if address:
        return calls(entry, address), "in the package"
    if not tried():
        from . import plain

        return plain.call_of(entry), "compiled when called"
    with _one_at_a_time:
        loaded, origin = aside(lambda: _loaded(unit(sys.modules[entry.__module__], entry)))
    return calls(entry, loaded.address(entry.symbol)), origin


@cache
def _loaded(entries):
    """A unit in memory, and where it was found."""
    from .target import HOST, Loaded

    kept, name, key = Kept(cache_directory()), entries[0].__module__.removeprefix("supple."), _key(entries)
    content = kept.get(name, key)
    if content is not None:
        return Loaded(content), "in the cache"
    with kept.alone(name):
        content = kept.get(name, key)  # another process may have compiled it meanwhile
        if content is not None:
            return Loaded(content), "in the cache"
        content = compiled(entries, HOST)
        kept.put(name, key, content)
    return Loaded(content), "compiled"


def _key(entries):
    """What machine code depends on besides the sources of the package."""
    from .target import description

    own = [(each.symbol, each.function.__code__.co_code, str(each.kinds)) for each in entries]  # a test's, or a user's
    return repr((own, sys.version, numba_version(), description(), BOUNDS_CHECKED)).encode()


def compiled(entries, cpu):
    """The machine code of some entries for a processor."""
    with announced(entries) as say:
        from .machine_code import object_file

        return object_file(entries, cpu, say)
