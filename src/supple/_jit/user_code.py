"""Users' functions as machine code: compiled, guarded, and refused with a reason where they cannot run in the loop."""

import ctypes
import math
import re
from pathlib import Path

import numba
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from .callback import Refused
from .functions import kernel

LONGEST = 160  # characters of a reason

_LAW = types.float64(types.float64, types.float64, types.CPointer(types.float64))


def compiled(function, n, least, failed):
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

    code = numba.cfunc(_LAW, error_model="numpy")(guarded)
    text = code.inspect_llvm()
    if "numba_gil_ensure" in text:
        raise Refused("it needs the Python interpreter (print, objmode), which does not run inside the loop")
    if _recursive(text):
        raise Refused("it calls itself, and compiled code has no limit of recursion")
    pointer = ctypes.POINTER(ctypes.c_double)

    def call(a, b, row):
        return code.ctypes(a, b, row.ctypes.data_as(pointer))

    return code.address, call


def compiled_controller(function, n_in, n_out):
    """A user's controller(t, measured) as machine code: see `controller_callback`."""
    law = numba.njit(error_model="numpy", boundscheck=True)(function)
    try:
        law.compile((types.float64, types.Array(types.float64, 1, "C")))
    except Exception as error:  # numba raises whatever its passes stumble over
        raise Refused(*_cause(str(error), function)) from None
    write = _writer(next(iter(law.overloads.values())).signature.return_type, n_out)

    def guarded(t, unused, p):
        block = numba.carray(p, (n_in + n_out,))
        try:
            write(law(t, block[:n_in].copy()), block[n_in:])
        except Exception:
            return 1.0
        for j in range(n_in, n_in + n_out):
            if not abs(block[j]) < math.inf:
                return 1.0
        return 0.0

    code = numba.cfunc(_LAW, error_model="numpy")(guarded)
    text = code.inspect_llvm()
    if _recursive(text):
        raise Refused("it calls itself, and compiled code has no limit of recursion")
    if _needs_interpreter(law):
        raise Refused("it needs the Python interpreter (print, objmode), which does not run inside the loop")
    pointer = ctypes.POINTER(ctypes.c_double)

    def call(t, unused, block):
        return code.ctypes(t, unused, block.ctypes.data_as(pointer))

    call.code = code  # it lives as long as this
    return code.address, call


def _needs_interpreter(law):
    """Whether the compiled function takes the lock of the interpreter; what makes it callable from Python does, always."""
    parts = [part for code in law.inspect_llvm().values() for part in re.split(r"(?m)^(?=define )", code)]
    taken = re.compile(r"call [^\n]*@numba_gil_ensure")
    own = [part for part in parts if not re.search(r"cpython|@cfunc\.", part.partition("\n")[0])]
    return any(map(taken.search, own))


def _writer(returned, n_out):
    """A compiled function that writes what a controller returns to its outputs."""
    real = types.Float | types.Integer
    if isinstance(returned, real) and n_out == 1:

        def write(value, out):
            out[0] = value

    elif (
        isinstance(returned, types.BaseTuple) and len(returned) == n_out and all(isinstance(x, real) for x in returned)
    ):
        space = {}
        lines = [f"    out[{j}] = value[{j}]" for j in range(n_out)]
        exec("\n".join(["def write(value, out):", *lines]), space)
        write = space["write"]
    elif isinstance(returned, types.Array) and returned.ndim == 1 and isinstance(returned.dtype, real):

        def write(value, out):
            if value.size != n_out:
                raise ValueError("another number of outputs")
            for j in range(n_out):
                out[j] = value[j]

    else:
        raise Refused(f"it returns {_kind(returned)} instead of {n_out} numbers")
    return numba.njit(write)


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
def _call(address, a, b, row):
    return _call_address(address, a, b, row.ctypes)


def type_of_call():
    """The type of `call_user`."""
    return _call._numba_type_
