"""Friction laws: the force and the moment in the contact plane. One law per file, one line in `laws/registry.py`."""

from ..registry import FRICTION

__all__ = list(FRICTION.names)


def __getattr__(name):
    if name in __all__:
        return FRICTION.get(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
