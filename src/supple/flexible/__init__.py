"""Flexible bodies in assumed modes: what a user writes, and the constants that the dynamics take from it.

beam           Beam: a uniform slender beam
sections       its cross-sections, one file each
modes          shapes of deformation, one file each
invariants     Invariants and Station: all that the dynamics know of a flexible body
integrals      how a beam gets them
"""

from .modes.registry import MODES
from .sections.registry import SECTIONS

_HOME = {"beam": ("Beam",), "invariants": ("Invariants", "Station", "placed")}
_MODULE = {name: module for module, names in _HOME.items() for name in names}

__all__ = [*_MODULE, *SECTIONS.names, *MODES.names]


def __getattr__(name):
    from importlib import import_module

    for family in (SECTIONS, MODES):
        if name in family.names:
            return family.get(name)
    if name in _MODULE:
        return getattr(import_module(f".{_MODULE[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
