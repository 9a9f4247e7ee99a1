"""Processors, and object files that become functions of this process (llvmlite alone: numba is not imported for it)."""

from functools import cache

import llvmlite
import llvmlite.binding as llvm

HOST = "host"
# LLVM's names for what every processor of a kind can do: for code that is given away
BASELINES = {"x86_64": "x86-64", "aarch64": "generic"}


@cache
def _initialised():
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_triple(llvm.get_process_triple())


def machine(cpu):
    """LLVM's description of a processor, by name; HOST: this one with all it can do."""
    features = llvm.get_host_cpu_features().flatten() if cpu == HOST else ""
    name = llvm.get_host_cpu_name() if cpu == HOST else cpu
    return _initialised().create_target_machine(cpu=name, features=features, opt=3, reloc="pic", codemodel="default")


def baseline():
    """The processor that code is made for that is given away."""
    kind = llvm.get_process_triple().partition("-")[0]
    if kind not in BASELINES:
        raise ValueError(f"the processor must be one of {', '.join(BASELINES)}, got {kind}: others were not tried")
    return BASELINES[kind]


def description():
    """This processor and this code generator, in one line."""
    processor = llvm.get_host_cpu_name(), llvm.get_host_cpu_features().flatten()
    return " ".join((llvm.get_process_triple(), *processor, llvmlite.__version__))


class Loaded:
    """The functions of an object file, in memory as long as this object lives."""

    def __init__(self, content):
        self._engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine(HOST))
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(content))
        self._engine.finalize_object()

    def address(self, symbol):
        """Where a function is."""
        found = self.find(symbol)
        if found == 0:
            raise LookupError(f"there is no function {symbol} in this machine code")
        return found

    def find(self, symbol):
        """Where a function or a variable is; 0 if it is not here."""
        return self._engine.get_global_value_address(symbol)
