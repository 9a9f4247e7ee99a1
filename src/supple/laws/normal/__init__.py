"""Normal contact laws: the force that keeps two bodies apart. One law per file, one line in `laws/registry.py`."""

from ..registry import NORMAL

__all__ = list(NORMAL.names)


def __getattr__(name):
    if name in __all__:
        return NORMAL.get(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
