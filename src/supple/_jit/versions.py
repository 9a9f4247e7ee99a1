"""Versions of numba, without importing it."""

import re
from functools import cache
from importlib.metadata import version

# versions with whose private parts whole runs were compiled; with others its public interface serves (`plain.py`)
TRIED = (0, 61), (0, 62), (0, 68)


@cache
def numba_version():
    """The version that is installed."""
    return version("numba")


@cache
def tried():
    """Whether the private parts of the installed numba were tried."""
    return tuple(int(number) for number in re.findall(r"\d+", numba_version())[:2]) in TRIED
