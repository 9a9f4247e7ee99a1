"""Compiling by numba's public interface only, for versions whose private parts were not tried.

The same functions give the same numbers; compiling takes several times as long, calls copy the arrays of a struct word by
word, and the cache is numba's own.
"""

import numba
from numba import config

from .sources import cache_directory

OPTIONS = {"error_model": "numpy"}


def dispatcher(kernel):
    """A kernel."""
    return numba.njit(**OPTIONS)(kernel.function)


def call_of(entry):
    """An entry."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_directory())
    try:
        return numba.njit(**OPTIONS, cache=True, nogil=True)(entry.function)
    except RuntimeError:  # no writable cache directory: compile anew in each process
        return numba.njit(**OPTIONS, nogil=True)(entry.function)
    finally:
        config.CACHE_DIR = before
