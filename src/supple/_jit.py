"""The only door to numba: what is compiled, what is cached, and how a problem finds its own functions.

kernel     compiled, not cached: every function that runs inside the loop.
entry      compiled and cached on disk: the few functions that Python calls.
generic    a name with one implementation per problem class, chosen while compiling (multiple dispatch on the
           class of the argument `P`); `optional`: a name that also has one of its own, for all other classes. The
           integrator calls `rhs(t, y, P, dy)` and knows nothing of robots; passing the function itself as an argument
           would work too, but numba cannot cache such an entry.
callback   a user's plain Python function as a machine address, so that one cached entry serves every user's law. What it
           raises becomes nan and is noted; a function that needs the interpreter or calls itself is refused.

The cache lives in a directory named after a hash of all sources that hold compiled code: numba itself does not notice
that a callee in another file has changed, so stale code would otherwise be possible.

What makes compiling fast, the loop free of allocations and the cache safe needs parts of numba that are not public
(`_numba_private.py`). They are used with the versions of numba they were tried with (`TRIED`). With any other the same
functions are compiled by numba's public interface: the same numbers, but two to four times slower, with numba's own cache.

With NUMBA_DISABLE_JIT=1 every decorator returns the plain Python function and callbacks are called directly.
"""

import ctypes
import hashlib
import math
import os
import re
from functools import cache
from pathlib import Path

import numba
import numpy as np
from llvmlite import ir
from numba import config, types
from numba.extending import intrinsic, overload

JIT = not config.DISABLE_JIT

# versions of numba with whose private parts whole runs were compiled; with others its public interface serves
TRIED = (0, 61), (0, 62), (0, 68)
VERSION = tuple(int(number) for number in re.findall(r"\d+", numba.__version__)[:2])
PRIVATE = JIT and VERSION in TRIED
if PRIVATE:
    from . import _numba_private as numba_private

# the Python error model would add a branch and an exception path to each division
_OPTIONS = {"error_model": "numpy"}

LONGEST = 160  # characters of a reason

_PACKAGE = Path(__file__).parent
# where compiled code may live; a test looks for decorators elsewhere
COMPILED = (
    "_jit.py",
    "_numba_private.py",
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


@cache
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


def _inner(function, private, **public):
    if not JIT:
        return function
    return numba_private.inner(function, **private, **public) if PRIVATE else numba.njit(**_OPTIONS, **public)(function)


def kernel(function):
    """Compile a function of the inner loop; its callers carry its machine code."""
    # said explicitly: a function compiled on behalf of an inlined one would inherit the option from it
    return _inner(function, {"forceinline": False})


def inlined(function):
    """Compile a leaf of the inner loop and copy its machine code into its callers (LLVM `alwaysinline`).

    For leaves and for functions with one caller; a long function with many callers should stay a `kernel`.
    """
    return _inner(function, {"forceinline": True})


def spliced(function):
    """Copy a function into its callers before anything is compiled (numba's own inlining).

    For the functions of the loop itself: they are called once a step from one or two places, and LLVM would otherwise
    optimise all they call again at every level of the nesting.
    """
    return _inner(function, {}, inline="always")


def entry(function):
    """Compile and cache a function that Python calls; arguments are numbers, arrays and tuples of arrays only."""
    if not JIT:
        return function
    if PRIVATE:
        return numba_private.entry(function, cache_directory())
    before = config.CACHE_DIR
    config.CACHE_DIR = str(cache_directory())
    try:
        return numba.njit(**_OPTIONS, cache=True, nogil=True)(function)
    except RuntimeError:  # no writable cache directory: compile anew in each process
        return numba.njit(**_OPTIONS, nogil=True)(function)
    finally:
        config.CACHE_DIR = before


def prepare(function, *arguments):
    """Compile an entry for these arguments, or load it from the cache, without calling it: a clock can start after that."""
    # every model has the same types, and asking for them takes longer than a short run
    if JIT and not function.overloads:
        function.compile(tuple(numba.typeof(argument) for argument in arguments))


def generic(stub):
    """Turn `stub(..., P, ...)` into a function with one implementation per class of `P`.

    `stub.register(cls)` is a decorator that adds the kernel for problems of that NamedTuple class;
    `stub.register_inlined(cls)` copies it into every caller instead.
    """
    return _chosen_by_class(stub, {}.__getitem__)


def optional(stub):
    """As `generic`; the body of the stub serves the classes that have no implementation of their own."""
    default = inlined(stub)
    return _chosen_by_class(stub, lambda cls: default)


def _chosen_by_class(stub, otherwise):
    table = {}
    names = stub.__code__.co_varnames[: stub.__code__.co_argcount]
    where = names.index("P")

    def implementation(cls):
        return table[cls] if cls in table else otherwise(cls)

    def call(*args):
        return implementation(type(args[where]))(*args)

    def choose(*args):
        return _forwarder(implementation(args[where].instance_class), len(names))

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
        options = {**numba_private.OPTIONS, "forceinline": True} if PRIVATE else _OPTIONS
        overload(call, strict=False, jit_options=options)(choose)
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


# --- users' functions -----------------------------------------------------------------------------------------------------
_LAW = types.float64(types.float64, types.float64, types.CPointer(types.float64))
_CALLS = []  # plain Python: the functions by their number, counted from 1


class Refused(Exception):
    """A function that cannot run inside the loop: why, in a few words, and on which line of its file."""

    def __init__(self, reason, line=None):
        super().__init__(reason)
        self.reason, self.line = reason, line


def callback(function, n, least, failed):
    """A user's function(a, b, p) for the loop: its address, and the same to be called from Python.

    Both take (a, b, row) with the n parameters first in `row`, and give a finite number >= `least`. Whatever else the
    function does (raise, return nan) gives nan, and (a, b, address of the row) in the array `failed`. A stage of a step
    that is lost already asks at nan: that is nobody's failure.
    The code stays in memory as long as the process.
    """
    if not JIT:
        _CALLS.append(_guarded(function, n, least, failed))
        return len(_CALLS), _CALLS[-1]
    compiled = _compiled(function, n, least, failed)
    pointer = ctypes.POINTER(ctypes.c_double)

    def call(a, b, row):
        return compiled.ctypes(a, b, row.ctypes.data_as(pointer))

    return compiled.address, call


def _guarded(function, n, least, failed):
    """As the compiled code, in plain Python: numpy's numbers divide by zero as that does."""

    def call(a, b, row):
        if not (abs(a) < math.inf and abs(b) < math.inf):
            return math.nan
        try:
            with np.errstate(all="ignore"):
                value = function(np.float64(a), np.float64(b), tuple(map(np.float64, row[:n])))
            value = float(value) if is_real(value) else math.nan
        except Exception:
            value = math.nan
        if least <= value and abs(value) < math.inf:
            return value
        failed[:] = a, b, row.ctypes.data
        return math.nan

    return call


def is_real(value):
    """Whether a function may return this: a number, Python's or numpy's."""
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)


def _compiled(function, n, least, failed):
    law = numba.njit(error_model="numpy", boundscheck=True)(function)
    extra = function.__code__.co_argcount - 3
    defaults = tuple(types.Omitted(value) for value in function.__defaults__[-extra:]) if extra else ()
    try:
        law.compile((types.float64, types.float64, types.UniTuple(types.float64, n), *defaults))
    except Exception as error:  # numba raises whatever its passes stumble over
        raise Refused(*_cause(str(error), function)) from None
    returned = next(iter(law.overloads.values())).signature.return_type
    if not isinstance(returned, types.Float | types.Integer):
        raise Refused(f"it returns {_kind(returned)}")
    parameters, note = _reader(n), failed.ctypes.data

    def guarded(a, b, p):
        if not (abs(a) < math.inf and abs(b) < math.inf):
            return math.nan
        try:
            value = float(law(a, b, parameters(p)))
        except Exception:
            value = math.nan
        if least <= value and abs(value) < math.inf:
            return value
        _note(note, a, b, p)
        return math.nan

    compiled = numba.cfunc(_LAW, error_model="numpy")(guarded)
    code = compiled.inspect_llvm()
    if "numba_gil_ensure" in code:
        raise Refused("it needs the Python interpreter (print, objmode), which does not run inside the loop")
    if _recursive(code):
        raise Refused("it calls itself, and compiled code has no limit of recursion")
    return compiled


def _cause(text, function):
    """The reason in numba's message, and the innermost line of the function's own file."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", text)
    lines = [line.strip() for line in text.splitlines()]
    reason = next((line for line in lines if line and not line.startswith("Failed in ")), "unknown")
    reason = reason.partition(" Raised from ")[0].rstrip(".")
    untyped = re.match(r"Untyped \w+ ?\w* '(\w+)'", reason)
    signature = next((line.removeprefix(">>>").strip() for line in lines if line.startswith(">>>")), None)
    if untyped:
        reason = f"{untyped[1]!r} is not compiled code (a function of your own can be: numba.njit)"
    elif reason.startswith("No implementation of function") and signature:
        reason = f"there is no compiled {signature}"
    elif "re-entrant" in reason:
        reason = "it calls itself"
    place = re.search(rf'{re.escape(Path(function.__code__.co_filename).name)}"?,? (?:line )?\(?(\d+)', text)
    return reason[:LONGEST], int(place[1]) if place else None


def _kind(returned):
    """A type of numba in words."""
    if isinstance(returned, types.NoneType | types.Optional):
        return "None on some path"
    return str(getattr(returned, "literal_type", returned))


def _recursive(code):
    """Whether a function of a module calls itself, at once or through others."""
    calls, name = {}, None
    for line in code.splitlines():
        names = [quoted or plain for quoted, plain in re.findall(r'@(?:"([^"]+)"|([\w.$-]+))', line)]
        if line.startswith("define "):
            name = names[0]
            calls[name] = set()
        elif name is not None and re.search(r"\b(call|invoke)\b", line):
            calls[name].update(names)
    done = set()
    while leaves := {f for f in calls if f not in done and not (calls[f] & calls.keys()) - done}:
        done |= leaves
    return len(done) < len(calls)


def _reader(n):
    """The first n numbers behind a pointer as a tuple."""

    @intrinsic
    def parameters(typing_context, p):
        def codegen(context, builder, signature, args):
            places = (builder.gep(args[0], [ir.Constant(ir.IntType(32), i)]) for i in range(n))
            return context.make_tuple(builder, signature.return_type, [builder.load(place) for place in places])

        return types.UniTuple(types.float64, n)(p), codegen

    return parameters


if JIT:

    @intrinsic
    def _call_address(typing_context, address, a, b, p):
        def codegen(context, builder, signature, args):
            double = ir.DoubleType()
            law = ir.FunctionType(double, [double, double, double.as_pointer()])
            return builder.call(builder.inttoptr(args[0], law.as_pointer()), args[1:])

        return types.float64(types.int64, types.float64, types.float64, types.CPointer(types.float64)), codegen

    @intrinsic
    def _note(typing_context, address, a, b, p):
        """Write a, b and the pointer p, as three numbers, to an address."""

        def codegen(context, builder, signature, args):
            double = ir.DoubleType()
            place = builder.inttoptr(args[0], double.as_pointer())
            row = builder.uitofp(builder.ptrtoint(args[3], ir.IntType(64)), double)
            for i, number in enumerate((args[1], args[2], row)):
                builder.store(number, builder.gep(place, [ir.Constant(ir.IntType(32), i)]))
            return context.get_dummy_value()

        return types.void(types.int64, types.float64, types.float64, types.CPointer(types.float64)), codegen

    @kernel
    def call_user(address, a, b, row):
        """Call a user's function by its address; `row` is the array of its parameters."""
        return _call_address(address, a, b, row.ctypes)

else:

    def call_user(address, a, b, row):
        """Call a user's function by its number; `row` is the array of its parameters."""
        return _CALLS[address - 1](a, b, row)
