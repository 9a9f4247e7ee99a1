"""A unit as machine code: all its entries in one LLVM module, optimised once, as C functions of one argument.

    int32 f(int64 *words)     words[0] takes what is returned, then come the arguments (`words.py`); 0: done

A unit of rare kernels has these in the place of entries, as numba calls them.

The object file needs the C library's mathematics only: no Python, no numba. The same sources give the same bits on every
processor of a kind, since nothing is contracted or reordered.
"""

import gc
from contextlib import contextmanager

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.event import Listener, install_listener
from numba.core.registry import cpu_target

from .elsewhere import Through
from .functions import Kernel, Rare
from .parts import Part
from .reference import WORD, short_arguments, type_of, value_at
from .short_cuts import short_cuts
from .target import machine
from .words import is_struct, size

RESULT = 0  # the word that takes what is returned


def object_file(entries, cpu, say):
    """The machine code of some entries, or rare kernels, for a processor: bytes. `say(done)` hears of each function."""
    counted = install_listener("numba:compile", Count(say))
    with global_compiler_lock, counted, _no_garbage(), short_cuts(), short_arguments():
        cpu_target.typing_context.refresh()
        cpu_target.target_context.refresh()
        parts = [_rare_function(each) if isinstance(each, Rare) else _c_function(each) for each in entries]
        needed = dict.fromkeys(library for part in parts for library in part.closure())
        whole = _linked([_module(library) for library in needed])
        names = {entry.symbol for entry in entries} | {each.place for each in needed if isinstance(each, Through)}
        for each in (*whole.functions, *whole.global_variables):
            if not each.is_declaration and each.name not in names:
                each.linkage = "internal"
        return _emitted(whole, machine(cpu))


class Count(Listener):
    """Says how many functions have been compiled."""

    def __init__(self, say):
        self._say, self._done = say, 0

    def on_start(self, event):
        pass

    def on_end(self, event):
        self._done += 1
        self._say(self._done)


def _c_function(entry):
    """A part with the C function of an entry."""
    context = cpu_target.target_context
    kernel = Kernel(entry.function, inline=True).dispatcher
    arguments = tuple(type_of(kind) for kind in entry.kinds.values())
    kernel.compile(arguments)
    compiled = kernel.overloads[arguments]
    part = Part(context.codegen(), entry.symbol)
    module = part.create_ir_module(entry.symbol)
    function = ir.Function(module, ir.FunctionType(ir.IntType(32), [WORD.as_pointer()]), entry.symbol)
    builder = ir.IRBuilder(function.append_basic_block())
    row, place, values = function.args[0], 1, []
    for kind in entry.kinds.values():
        values.append(value_at(context, builder, kind, row, place, inside=False))
        place += 1 if is_struct(kind) else size(kind)
    callee = context.declare_function(module, compiled.fndesc)
    returns = compiled.signature.return_type
    status, value = context.call_conv.call_function(builder, callee, returns, arguments, values)
    expected = type_of(entry.returns)
    if returns != types.none:
        value = context.cast(builder, value, returns, expected)
        if expected == types.boolean:
            value = builder.zext(value, WORD)
        builder.store(value, builder.bitcast(builder.gep(row, [ir.IntType(32)(RESULT)]), value.type.as_pointer()))
    builder.ret(status.code)
    part.add_ir_module(module)
    part.add_linking_library(compiled.library)
    part.finalize()
    return part


def _rare_function(kernel):
    """A part with a rare kernel under its own name."""
    context, arguments = cpu_target.target_context, tuple(map(type_of, kernel.kinds.values()))
    dispatcher = kernel.own.dispatcher
    dispatcher.compile(arguments)
    compiled, declared = dispatcher.overloads[arguments], type_of(kernel.returns)
    returned = types.unliteral(compiled.signature.return_type)
    if returned != declared:
        raise TypeError(f"{kernel.symbol} must return {declared}, as it is declared, got {returned}")
    part = Part(context.codegen(), kernel.symbol)
    module = part.create_ir_module(kernel.symbol)
    callee = context.declare_function(module, compiled.fndesc)
    function = ir.Function(module, callee.function_type, kernel.symbol)
    builder = ir.IRBuilder(function.append_basic_block())
    builder.ret(builder.call(callee, function.args))
    part.add_ir_module(module)
    part.add_linking_library(compiled.library)
    part.finalize()
    return part


def _module(library):
    """A copy of the code of a library, which linking uses up."""
    module = library.own_module() if isinstance(library, Part) else library._get_module_for_linking()
    module = llvm.parse_bitcode(module.as_bitcode())
    for each in module.functions:
        if not each.is_declaration and each.linkage == llvm.Linkage.linkonce_odr:
            each.linkage = "weak_odr"  # of numba's own: linking would drop what nothing has asked for yet
    return module


def _linked(modules):
    """One module of many. Two and two: LLVM looks through all of a module that it links another one to."""
    while len(modules) > 1:
        for one, other in zip(modules[::2], modules[1::2], strict=False):
            one.link_in(other)
        modules = modules[::2]
    return modules[0]


def _emitted(module, target):
    module.triple = target.triple
    module.data_layout = str(target.target_data)
    module.verify()
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.slp_vectorization = False
    options.loop_vectorization = False  # but where a kernel asks for it: `long_loops`
    passes = llvm.create_pass_builder(target, options)
    passes.getModulePassManager().run(module, passes)
    return target.emit_object(module)


@contextmanager
def _no_garbage():
    """No search for garbage: the compiler makes much that lives and little that dies (an eighth of the time, 250 MB)."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.freeze()  # what there is now is old: not looked through at the next occasion, but when all is
            gc.unfreeze()
            gc.enable()
