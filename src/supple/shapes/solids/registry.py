"""The kinds of solids: one line each, the file. New ones at the end."""

from ...registry import Registry

SOLIDS = Registry("supple.shapes.solids", "box", "rod", "cylinder", "hull", "terrain")
