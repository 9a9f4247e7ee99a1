"""Integer names of the normal laws; `dispatch.py` gives each its kernels."""

from enum import IntEnum


class NormalLaw(IntEnum):
    """One member a family of kernels: the named power laws share one."""

    NONE = 0  # no contact force at all
    POWER_LAW = 1
    AZAD_FEATHERSTONE_RECOVERY = 2
    LINEAR_SD1 = 3
    LINEAR_SD2 = 4
    USER = 99  # the law object brings its own kernels; not known to dispatch


N_NORMAL = 6  # numbers in a parameter row


def padded(*numbers):
    """A parameter row: the numbers as floats, filled with zeros."""
    return tuple(float(number) for number in numbers) + (0.0,) * (N_NORMAL - len(numbers))
