"""The support functions: one line each, the file. New ones at the end."""

from ...registry import Registry

SUPPORTS = Registry("supple.shapes.supports", "ellipsoid", "superellipsoid")
