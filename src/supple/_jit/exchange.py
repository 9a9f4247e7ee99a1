"""Other functions in the place of numba's, for a while: it compiles one thing at a time (its global lock)."""

from contextlib import contextmanager


@contextmanager
def exchanged(*changes):
    """A context in which (place, name, function) holds."""
    before = [vars(place).get(name) for place, name, _ in changes]
    for place, name, function in changes:
        setattr(place, name, function)
    try:
        yield
    finally:
        for (place, name, _), function in zip(changes, before, strict=True):
            if function is None:  # it was its parent's
                delattr(place, name)
            else:
                setattr(place, name, function)
