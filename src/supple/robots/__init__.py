"""Robots, one file each: functions that return a scene; every number has its source, or the word "chosen"."""

from .biobiped1 import biobiped1, biobiped1_numbers, biobiped1_reference

__all__ = ["biobiped1", "biobiped1_numbers", "biobiped1_reference"]
