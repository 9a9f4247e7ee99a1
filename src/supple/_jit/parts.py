"""Kernels as parts of a whole: typed and lowered by numba, but neither optimised nor turned into machine code one by one.

numba optimises a function with all it calls, and emits it, at every level of the nesting. A part is kept as it is until a
whole unit is linked and optimised once (`machine_code.py`). Without numba's run time (`_nrt`) nothing can be allocated
inside the loop, and no references are counted.

These are private parts of numba, for the versions named in `versions.py`.
"""

import llvmlite.binding as llvm
from numba.core import cgutils, typed_passes, untyped_passes
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_machinery import PassManager
from numba.core.registry import CPUDispatcher
from numba.core.types import unliteral

from . import reference  # noqa: F401  (numba learns what a struct is)
from .lowering import Lowering

OPTIONS = {
    "error_model": "numpy",
    "_nrt": False,
    "nopython": True,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}


class Part(JITCodeLibrary):
    """The code of one function."""

    class NoEnvironment:
        """There is no machine code yet whose environment could be set, and nothing here needs one."""

        @staticmethod
        def set_env(name, env):
            pass

    @property
    def codegen(self):
        return self.NoEnvironment

    def add_ir_module(self, ir_module):
        self._raise_if_finalized()
        self._final_module = llvm.parse_assembly(self.text_of(ir_module))  # a part has one module

    def text_of(self, ir_module):
        """What LLVM reads."""
        return cgutils.normalize_ir_text(str(ir_module))

    def finalize(self):
        self._raise_if_finalized()
        self._finalized = True

    def get_pointer_to_function(self, name):
        self._ensure_finalized()
        return 0

    def own_module(self):
        """Its code alone."""
        return self._final_module

    def closure(self):
        """All libraries that this one needs, itself first, each once."""
        found, todo = {}, [self]
        while todo:
            library = todo.pop()
            if library not in found:
                found[library] = None
                if isinstance(library, Part):
                    todo.extend(reversed(library._linking_libraries))
        return list(found)


# numba's passes without those for what kernels do not contain: closures, generators, with, parfors, literal loops, counted
# references
PASSES = (
    untyped_passes.TranslateByteCode,
    untyped_passes.FixupArgs,
    untyped_passes.IRProcessing,
    untyped_passes.RewriteSemanticConstants,
    untyped_passes.DeadBranchPrune,
    untyped_passes.GenericRewrites,
    untyped_passes.ReconstructSSA,
    typed_passes.NopythonTypeInference,
    typed_passes.PreLowerStripPhis,
    Lowering,
    typed_passes.NoPythonBackend,
)


class Apart(Part):
    """The code of a function that is never copied into its callers."""

    def add_ir_module(self, ir_module):
        for function in ir_module.functions:
            if not function.is_declaration:
                function.attributes.add("noinline")
        super().add_ir_module(ir_module)


class Long(Part):
    """The code of a function whose loops are worth vector instructions."""

    def add_ir_module(self, ir_module):
        notes = []
        for function in ir_module.functions:
            place = {block.name: i for i, block in enumerate(function.blocks)}
            for i, block in enumerate(function.blocks):
                end = block.terminator
                if end.opname == "br" and len(end.operands) == 1 and place[end.operands[0].name] <= i:  # back again
                    notes.append(_Note(len(notes)))
                    end.set_metadata("llvm.loop", notes[-1])
        self._notes = notes
        super().add_ir_module(ir_module)

    def text_of(self, ir_module):
        wide = f'!{_Note.FIRST - 1} = !{{!"llvm.loop.vectorize.enable", i1 true}}\n'
        return super().text_of(ir_module) + wide + "".join(map(str, self._notes))


class _Note:
    """What is said of a loop: a node of its own, which llvmlite cannot write."""

    FIRST = 10**6  # far from llvmlite's own numbers

    def __init__(self, number):
        self._name = f"!{self.FIRST + number}"

    def get_reference(self):
        return self._name

    def __str__(self):
        return f"{self._name} = distinct !{{{self._name}, !{self.FIRST - 1}}}\n"


class Pipeline(CompilerBase):
    """numba's compiler with fewer passes, and parts as libraries."""

    kind = Part

    def __init__(self, typingctx, targetctx, library, args, return_type, flags, locals):
        if library is None:
            library = self.kind(targetctx.codegen(), "part")
        super().__init__(typingctx, targetctx, library, args, return_type, flags, locals)

    def define_pipelines(self):
        passes = PassManager("part")
        for each in PASSES:
            passes.add_pass(each, each.__name__)
        passes.finalize()
        return [passes]


class ApartPipeline(Pipeline):
    """The same for functions that stay apart."""

    kind = Apart


class LongPipeline(Pipeline):
    """The same for functions with long loops."""

    kind = Long


class OncePerType(CPUDispatcher):
    """numba would compile a function anew for every constant argument; LLVM sees constants when it inlines."""

    def get_call_template(self, args, kws):
        return super().get_call_template(tuple(map(unliteral, args)), kws)


def dispatcher(kernel):
    """A kernel; numba's inlining of its own IR is slower than LLVM's."""
    if kernel.rare:
        from .elsewhere import Elsewhere

        return Elsewhere(kernel)
    # said explicitly: a function compiled on behalf of an inlined one would inherit the option from it
    options = {**OPTIONS, "forceinline": kernel.inline}
    pipeline = ApartPipeline if kernel.apart else LongPipeline if kernel.long else Pipeline
    return OncePerType(kernel.function, targetoptions=options, pipeline_class=pipeline)
