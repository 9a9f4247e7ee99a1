"""Calls into another unit: through a place in memory that has the address of the function.

    i32 NAME_call(...)     in the unit that calls: calls what stands at NAME_at
    NAME_at                its place, in which `units.py` writes the address when the unit of NAME is in memory. Before:
    i32 NAME_absent(...)   returns ABSENT, which ends the entry with a sentence (`entry.py`)

So the kernels of a kind that few models have are compiled when a model has it (`functions.apart`). What they return is
known from annotations: nothing of them is looked at where they are called.
"""

from functools import cached_property

from llvmlite import ir
from numba.core.funcdesc import ExternalFunctionDescriptor
from numba.core.registry import cpu_target
from numba.core.typing import make_concrete_template, signature
from numba.core.utils import pysignature

from .entry import ABSENT
from .parts import OPTIONS, OncePerType, Part, Pipeline
from .reference import type_of
from .units import PLACE


class Through(Part):
    """The code of a call."""

    place = ""  # name of what has the address


class Elsewhere(OncePerType):
    """A rare kernel as its callers see it."""

    def __init__(self, kernel):
        super().__init__(kernel.function, targetoptions=dict(OPTIONS), pipeline_class=Pipeline)
        self._symbol = kernel.symbol
        self._signature = signature(type_of(kernel.returns), *map(type_of, kernel.kinds.values()))

    def get_call_template(self, args, kws):
        template = make_concrete_template(self._symbol, key=self._symbol, signatures=[self._signature])
        return template, pysignature(self.py_func), args, kws

    def get_overload(self, sig):
        return self._inserted

    @cached_property
    def _inserted(self):
        """The key by which numba knows the call."""
        context, returns, kinds = cpu_target.target_context, self._signature.return_type, self._signature.args
        part = through(context, self._symbol, context.call_conv.get_function_type(returns, kinds))
        context.insert_user_function(part, ExternalFunctionDescriptor(f"{self._symbol}_call", returns, kinds), [part])
        return part


def through(context, symbol, kind):
    """A part with a function of a kind that calls the function of a symbol."""
    part = Through(context.codegen(), symbol)
    module = part.create_ir_module(symbol)
    absent = ir.Function(module, kind, f"{symbol}_absent")
    ir.IRBuilder(absent.append_basic_block()).ret(ir.IntType(32)(ABSENT))
    part.place = f"{symbol}{PLACE}"
    place = ir.GlobalVariable(module, kind.as_pointer(), part.place)
    place.initializer, place.linkage = absent, "weak"  # one place for all units that are linked to one library
    call = ir.Function(module, kind, f"{symbol}_call")
    call.attributes.add("alwaysinline")
    builder = ir.IRBuilder(call.append_basic_block())
    builder.ret(builder.call(builder.load(place), call.args))
    part.add_ir_module(module)
    part.finalize()
    return part
