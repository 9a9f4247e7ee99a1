"""What numba does again and again, or for nobody, while a unit is compiled.

Lookups: numba asks all implementations of `+`, `min` or `abs`, those for arrays too, anew at every place where one is used,
a quarter of the time that compiling took. The answer depends on the types of the arguments alone.

Lifetimes: after every pass numba finds out where each variable is used for the last time, to count references. Kernels
count none.
"""

from contextlib import contextmanager

from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.transforms import canonicalize_cfg
from numba.core.types.functions import BaseFunction

_look_up = BaseFunction.get_call_type
_process = PostProcessor.run


@contextmanager
def short_cuts():
    """While a unit is compiled; numba compiles one thing at a time (its global lock)."""
    BaseFunction.get_call_type = _remembering()
    PostProcessor.run = _without_lifetimes
    try:
        yield
    finally:
        BaseFunction.get_call_type = _look_up
        PostProcessor.run = _process


def _remembering():
    known = {}

    def get_call_type(self, context, args, kws):
        key = id(self), tuple(args)
        if kws or key not in known:
            found = _look_up(self, context, args, kws)
            if kws:
                return found
            known[key] = found, self  # kept: another function could get its number
        return known[key][0]

    return get_call_type


def _without_lifetimes(self, emit_dels=False, extend_lifetimes=False):
    if emit_dels or self.func_ir.is_generator:  # of a function of numba's own
        return _process(self, emit_dels, extend_lifetimes)
    self.func_ir.blocks = canonicalize_cfg(self.func_ir.blocks)
    self.func_ir.variable_lifetime = VariableLifetime(self.func_ir.blocks)  # which computes what it is asked for
    self.func_ir.generator_info = None
