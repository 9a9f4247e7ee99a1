"""Parts of numba that are not public, for the versions they were tried with (`_jit.TRIED`); only `_jit` calls them.

inner   a function of the inner loop. Without numba's run time (`_nrt`) nothing can be allocated inside the loop, and no
        references are counted: passing the tables of a model through a call cost more than the dynamics of a body.
entry   a function that Python calls, with a cache of our own (`_kept.py`) instead of numba's, which trusts whatever it
        finds: machine code comes back as it was kept, on the processor and with the versions it was made for, or it is
        compiled anew. Entries are compiled aside (`_interrupt.py`), so that Ctrl-C need not wait.
"""

import hashlib
import pickle
import sys
from functools import cache

import llvmlite
import numba
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps

from ._interrupt import aside
from ._kept import Kept

OPTIONS = {"error_model": "numpy", "_nrt": False}


def inner(function, **options):
    """A kernel."""
    wrapped = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "nopython": True}
    return Kernel(function, targetoptions={**OPTIONS, **wrapped, **options})


def entry(function, directory):
    """A function that Python calls; its machine code is kept in a directory."""
    compiled = Entry(function, targetoptions={**OPTIONS, "nopython": True, "nogil": True})
    compiled._cache = Cache(function, directory)
    return compiled


class Kernel(CPUDispatcher):
    """A function of the inner loop: compiled without the wrappers that Python would need to call it.

    The wrappers of some three hundred kernels took a third of the time to compile them. Python may still call a kernel
    (tests do): a twin with wrappers is then compiled.
    """

    def __call__(self, *args):
        return _twin(self.py_func)(*args)


@cache
def _twin(function):
    return numba.njit(**OPTIONS)(function)


class Cache(NullCache):
    """What numba asks for the compiled code of an entry; nothing that it finds or fails to write is an error."""

    def __init__(self, function, directory):
        self._name = function.__qualname__
        self._code = hashlib.sha256(function.__code__.co_code).hexdigest()
        self._kept = Kept(directory)

    @property
    def cache_path(self):
        return str(self._kept.directory)

    def _key(self, signature, codegen):
        versions = sys.version, numba.__version__, llvmlite.__version__
        return repr((self._name, self._code, signature, codegen.magic_tuple(), versions)).encode()

    def load_overload(self, signature, target):
        target.refresh()
        content = self._kept.get(self._name, self._key(signature, target.codegen()))
        if content is None:
            return None
        try:
            return CompileResult._rebuild(target, *pickle.loads(content))
        except Exception:  # whole, but not for this process after all
            return None

    def save_overload(self, signature, result):
        if not result.library.has_dynamic_globals:
            self._kept.put(self._name, self._key(signature, result.codegen), dumps(result._reduce()))


class Entry(CPUDispatcher):
    """A function that Python calls; compiled aside, unless it is needed by what this thread compiles already."""

    def compile(self, signature):
        known = self.overloads.get(signature)
        if known is not None:
            return known.entry_point
        here = super().compile
        return here(signature) if global_compiler_lock.is_locked() else aside(lambda: here(signature))
