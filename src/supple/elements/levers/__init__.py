"""Lever arms of cables, one file each: how much a joint coordinate stretches a cable.

    way(table, p, at, x)      s(x), the elongation by the coordinate x, and the signed lever arm r = ds/dx
    room(table, p, at, x)     how far x is inside of what the lever knows, of its range; < 0: outside. Not there: anywhere
    numbers(table)            method of the class: at most N_ARM parameters, which the kernels find at p[at]; rows that it
                              needs go into the tables of the model

Every lever names the body whose joint it sits on, and the coordinate of that joint.
"""

from .registry import LEVERS

__all__ = [*LEVERS.names]
__getattr__ = LEVERS.looked_up(__name__)
