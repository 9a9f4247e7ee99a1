"""A word to the person who waits: that code is compiled, why, how far, and that it happens once.

It goes to standard error: one line, rewritten in place on a terminal.
"""

import sys
from contextlib import contextmanager
from inspect import ismodule

from .functions import Generic, Kernel
from .words import is_struct

LONG = 30  # functions that are worth a word
FIRST_PART = 0.7  # of the time goes into one function after the other, the rest into optimising all of them together


@contextmanager
def announced(entries, total):
    """A function that hears how many of the functions of some entries are done; says what goes on around it."""
    if total < LONG or sys.stderr is None:
        yield lambda done: None
        return
    name = entries[0].__module__.removeprefix("supple.")
    text = f"supple: compiling {name} for this processor, once per version of supple (it is kept)"
    terminal = sys.stderr.isatty()
    _write(text if terminal else f"{text}\n")

    def say(done):
        if terminal:
            percent = 100.0 * FIRST_PART * min(done / total, 1.0)
            _write(f"\r{text}: {percent:3.0f} %")

    try:
        yield say
    finally:
        if terminal:
            _write(f"\r{' ' * (len(text) + 8)}\r")


def _write(text):
    """In one piece: another thread may write too."""
    sys.stderr.write(text)
    sys.stderr.flush()


def reach(entries):
    """About how many functions some entries call, at once or through others."""
    classes = {kind for entry in entries for kind in entry.kinds.values() if is_struct(kind)}
    seen, todo = set(), [entry.function for entry in entries]
    while todo:
        function = todo.pop()
        if function in seen:
            continue
        seen.add(function)
        for found in _named_in(function):
            if isinstance(found, Kernel) and not found.rare:
                todo.append(found.function)
            elif isinstance(found, Generic):
                todo += [chosen.function for cls in classes if (chosen := found.get(cls)) is not None]
    return len(seen)


def _named_in(function):
    """What the names in a function stand for, as far as its module knows."""
    names = function.__code__.co_names
    known = [function.__globals__[name] for name in names if name in function.__globals__]
    inside = [getattr(module, name) for module in known if ismodule(module) for name in names if hasattr(module, name)]
    return known + inside
