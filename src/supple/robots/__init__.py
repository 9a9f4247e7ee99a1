"""Robots, one file each: functions that return a scene; every number has its source, or the word "chosen".

`feed_forward` plans what the motors of a robot do, of these or of one's own.
"""

from .biobiped1 import biobiped1, biobiped1_numbers, biobiped1_reference
from .biorob_x4 import BIOROB_X4, Arm, biorob_x4, biorob_x4_plan
from .feed_forward import FeedForward, feed_forward

__all__ = [
    "BIOROB_X4",
    "Arm",
    "FeedForward",
    "biobiped1",
    "biobiped1_numbers",
    "biobiped1_reference",
    "biorob_x4",
    "biorob_x4_plan",
    "feed_forward",
]
