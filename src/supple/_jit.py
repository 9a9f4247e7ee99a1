"""The only door to numba: what is compiled, what is cached, and how a problem finds its own functions.

kernel     compiled, not cached: every function that runs inside the loop.
entry      compiled and cached on disk: the few functions that Python calls.
generic    a name with one implementation per problem class, chosen while compiling (multiple dispatch on the
           class of the argument `P`). The integrator calls `rhs(t, y, P, dy)` and knows nothing of robots; passing
           the function itself as an argument would work too, but numba cannot cache such an entry.
callback   a user's plain Python function as a machine address, so that one cached entry serves every user's law.

The cache lives in a directory named after a hash of all sources that hold compiled code: numba itself does not notice
that a callee in another file has changed, so stale code would otherwise be possible.

With NUMBA_DISABLE_JIT=1 every decorator returns the plain Python function and callbacks are called directly.
"""

import hashlib
import os
from functools import cache
from pathlib import Path

import numba
from llvmlite import ir
from numba import config, types
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic, overload

JIT = not config.DISABLE_JIT

# The Python error model would add a branch and an exception path to each division. Without numba's run time (_nrt) nothing
# can be allocated inside the loop, and no references are counted: passing the tables of a model through a call cost
# more than the dynamics of a body.
_OPTIONS = {"error_model": "numpy", "_nrt": False}

_PACKAGE = Path(__file__).parent
# where compiled code may live; a test looks for decorators elsewhere
COMPILED = (
    "_jit.py",
    "tables.py",
    "spatial",
    "joints",
    "surfaces",
    "laws",
    "integrate",
    "dynamics",
    "problem",
    "testing",
)


def _source_hash():
    digest = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*.py")):
        if path.relative_to(_PACKAGE).parts[0] not in COMPILED:
            continue
        digest.update(path.relative_to(_PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cache_directory():
    """Directory of the compiled entries of exactly these sources (SUPPLE_CACHE_DIR overrides the root)."""
    root = os.environ.get("SUPPLE_CACHE_DIR")
    if root is None:
        root = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "supple"
    return Path(root) / _source_hash()


class _Kernel(CPUDispatcher):
    """A function of the inner loop: compiled without the wrappers that Python would need to call it.

    The wrappers of some three hundred kernels took a third of the time to compile them. Python may still call a kernel
    (tests do): a twin with wrappers is then compiled.
    """

    def __call__(self, *args):
        return _twin(self.py_func)(*args)


@cache
def _twin(function):
    return numba.njit(**_OPTIONS)(function)


def _inner(function, **options):
    if not JIT:
        return function
    wrapped = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "nopython": True}
    return _Kernel(function, targetoptions={**_OPTIONS, **wrapped, **options})


def kernel(function):
    """Compile a function of the inner loop; its callers carry its machine code."""
    # said explicitly: a function compiled on behalf of an inlined one would inherit the option from it
    return _inner(function, forceinline=False)


def inlined(function):
    """Compile a leaf of the inner loop and copy its machine code into its callers (LLVM `alwaysinline`).

    For leaves and for functions with one caller; a long function with many callers should stay a `kernel`.
    """
    return _inner(function, forceinline=True)


def spliced(function):
    """Copy a function into its callers before anything is compiled (numba's own inlining).

    For the functions of the loop itself: they are called once a step from one or two places, and LLVM would otherwise
    optimise all they call again at every level of the nesting.
    """
    return _inner(function, inline="always")


def entry(function):
    """Compile and cache a function that Python calls; arguments are numbers, arrays and tuples of arrays only."""
    if not JIT:
        return function
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_directory())
    try:
        return numba.njit(**_OPTIONS, cache=True, nogil=True)(function)
    except RuntimeError:  # no writable cache directory: compile anew in each process
        return numba.njit(**_OPTIONS, nogil=True)(function)
    finally:
        config.CACHE_DIR = before


def generic(stub):
    """Turn `stub(..., P, ...)` into a function with one implementation per class of `P`.

    `stub.register(cls)` is a decorator that adds the kernel for problems of that NamedTuple class;
    `stub.register_inlined(cls)` copies it into every caller instead.
    """
    table = {}
    names = stub.__code__.co_varnames[: stub.__code__.co_argcount]
    where = names.index("P")

    def call(*args):
        return table[type(args[where])](*args)

    def choose(*args):
        return _forwarder(table[args[where].instance_class], len(names))

    def adder(compiler):
        def register(cls):
            def add(implementation):
                table[cls] = compiler(implementation)
                return table[cls]

            return add

        return register

    call.__name__ = stub.__name__
    call.__doc__ = stub.__doc__
    call.register = adder(kernel)
    call.register_inlined = adder(inlined)
    if JIT:
        overload(call, strict=False, jit_options={**_OPTIONS, "forceinline": True})(choose)
    return call


def _forwarder(implementation, n):
    """A function of n positional arguments that calls `implementation`; numba asks for a fixed number of them."""
    return {
        1: lambda a: implementation(a),
        2: lambda a, b: implementation(a, b),
        3: lambda a, b, c: implementation(a, b, c),
        4: lambda a, b, c, d: implementation(a, b, c, d),
        5: lambda a, b, c, d, e: implementation(a, b, c, d, e),
    }[n]


_CALLBACKS = {}  # address -> (compiled object, Python function): keeps the machine code alive as long as the process
_LAW = types.float64(types.float64, types.float64, types.CPointer(types.float64))


def callback(function):
    """Address of a user's `function(a, b, p) -> float`, `p` indexable parameters; compiled once in this process."""
    for address, (_, known) in _CALLBACKS.items():
        if known is function:
            return address
    if JIT:
        compiled = numba.cfunc(_LAW, error_model="numpy")(function)
        address = compiled.address
    else:
        compiled = None
        address = 1 + len(_CALLBACKS)
    _CALLBACKS[address] = (compiled, function)
    return address


if JIT:

    @intrinsic
    def _call_address(typing_context, address, a, b, p):
        def codegen(context, builder, signature, args):
            double = ir.DoubleType()
            law = ir.FunctionType(double, [double, double, double.as_pointer()])
            return builder.call(builder.inttoptr(args[0], law.as_pointer()), args[1:])

        return types.float64(types.int64, types.float64, types.float64, types.CPointer(types.float64)), codegen

    @kernel
    def call_user(address, a, b, row):
        """Call a user's function by its address; `row` is the array of its parameters."""
        return _call_address(address, a, b, row.ctypes)

else:

    def call_user(address, a, b, row):
        """Call a user's function by its number; `row` is the array of its parameters."""
        return _CALLBACKS[address][1](a, b, row)
