"""Indices of kernels count from the front, as in C.

numba lets -1 be the last element, as Python does: three more instructions and a loaded length at every index that it cannot
prove to be positive, which are all that stand in tables. Kernels index with what tables and counters say, never from the
back, so their parts are lowered without; constants may be negative (`x[-1]` costs nothing). With NUMBA_BOUNDSCHECK=1 a
negative index is an error like one that is too large.
"""

from contextlib import contextmanager

from llvmlite import ir
from numba.core import types
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering
from numba.np import arrayobj

_from_either_end = arrayobj.fix_integer_index


def _from_the_front(context, builder, kind, index, size):
    if isinstance(index, ir.Constant):
        return _from_either_end(context, builder, kind, index, size)
    return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)


@contextmanager
def _counted_from_the_front():
    arrayobj.fix_integer_index = _from_the_front
    try:
        yield
    finally:
        arrayobj.fix_integer_index = _from_either_end


@register_pass(mutates_CFG=True, analysis_only=False)
class Lowering(NativeLowering):
    """numba's, with indices that count from the front; numba compiles one thing at a time (its global lock)."""

    _name = "lowering_of_parts"

    def run_pass(self, state):
        with _counted_from_the_front():
            return super().run_pass(state)
