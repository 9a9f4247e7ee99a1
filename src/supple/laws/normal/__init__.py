"""Normal contact laws: the force that keeps two bodies apart. One law per file, one line in `laws/registry.py`."""

from ..registry import NORMAL

__all__ = list(NORMAL.names)
__getattr__ = NORMAL.looked_up(__name__)
