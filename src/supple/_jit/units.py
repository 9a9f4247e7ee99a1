"""Where the machine code of an entry comes from: the package itself, the cache, or the compiler, in this order.

A unit is all entries of one file: they are compiled together, and kept together under a key of sources (the directory),
processor and versions (`_kept.py`). A damaged, foreign or half-written file counts as absent. Compiling happens aside
(`_interrupt.py`), so that Ctrl-C need not wait, and says what it does (`announce.py`).

The rare kernels of one file (`functions.apart`) are a unit, too, which is fetched when a struct needs it (`words.needs`).
Then all that is in memory and calls them is told where they are (`elsewhere.py`).
"""

import sys
from ctypes import c_uint64
from functools import cache
from threading import Lock

from .._interrupt import aside
from .._kept import Kept
from . import shipped
from .announce import announced, reach
from .entry import Entry, calls
from .sources import cache_directory
from .switch import BOUNDS_CHECKED
from .versions import numba_version, tried
from .workshop import made

PACKED = "in the package"
MANY = 400  # functions that are worth a process of their own: the others share what numba has typed already (`workshop.py`)
PLACE = "_at"  # behind the name of a rare kernel: what has its address
_one_at_a_time = Lock()
_in_memory = []  # functions that find a symbol in what was loaded: its address, or 0
_rare = {}  # addresses of rare kernels by their names


def unit(module, *more):
    """The entries of a file (and more), in the order of their names."""
    found = [each for each in vars(module).values() if isinstance(each, Entry) and each.__module__ == module.__name__]
    return tuple(sorted({*found, *more}, key=lambda each: each.symbol))


def call_of(entry):
    """The compiled function of an entry, to be called with its arguments, and where it was found."""
    address = _in_the_package(entry.symbol)
    if address:
        if _in_the_package not in _in_memory:
            _in_memory.append(_in_the_package)
            _connect([_in_the_package], _rare)
        return calls(entry, address), PACKED
    if not tried():
        from . import plain

        return plain.call_of(entry), "compiled when called"
    with _one_at_a_time:
        loaded, origin = aside(lambda: _loaded(unit(sys.modules[entry.__module__], entry)))
    return calls(entry, loaded.address(entry.symbol)), origin


def fetch(kernels):
    """Have rare kernels of one file in memory, and known to all that call them; where they were found, if that was now."""
    if not tried() or all(kernel.symbol in _rare for kernel in kernels):
        return None
    with _one_at_a_time:
        return aside(lambda: _fetched(kernels))


def _fetched(kernels):
    if _in_the_package(kernels[0].symbol):
        find, origin = _in_the_package, PACKED
    else:
        loaded, origin = _loaded(kernels)
        find = loaded.address
    _rare.update((kernel.symbol, find(kernel.symbol)) for kernel in kernels)
    _connect(_in_memory, _rare)
    return origin


def _connect(finders, addresses):
    """Tell code in memory where rare kernels are."""
    for find in finders:
        for symbol, address in addresses.items():
            place = find(symbol + PLACE)
            if place:
                c_uint64.from_address(place).value = address


def _in_the_package(symbol):
    """Where something is that came with the package; 0: nowhere."""
    return 0 if BOUNDS_CHECKED else shipped.address(symbol)


@cache
def _loaded(entries):
    """A unit in memory, and where it was found."""
    loaded, origin = _found(entries)
    _in_memory.append(loaded.find)
    _connect([loaded.find], _rare)
    return loaded, origin


def _found(entries):
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
    total = reach(entries)
    with announced(entries, total) as say:
        content = made(entries, cpu, say) if total >= MANY else None
        if content is None:
            from .machine_code import object_file

            content = object_file(entries, cpu, say)
        return content
