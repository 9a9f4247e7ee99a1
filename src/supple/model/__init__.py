"""From words to numbers: a scene becomes tables, a state layout and an initial state."""

from .build import Model, build

__all__ = ["Model", "build"]
