"""Friction laws: the force and the moment in the contact plane. One law per file, one line in `laws/registry.py`."""

from ..registry import FRICTION

__all__ = list(FRICTION.names)
__getattr__ = FRICTION.looked_up(__name__)
