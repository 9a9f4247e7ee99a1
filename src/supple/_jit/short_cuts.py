"""What numba does again and again, or for nobody, while a unit is compiled: a third of the time that it takes.

- lookups: numba asks all implementations of `+`, `min` or `abs`, those for arrays too, anew wherever one is used.
  The answer depends on the types of the arguments alone. Whether an implementation takes a `loc` is asked at every call.
- lifetimes: after every pass numba finds out where each variable is used for the last time, to count references. Kernels
  count none.
- variables: a statement is asked a dozen times which variables are in it, and looks through all it has, its place in the
  text too.
- warnings: each constraint on a type is met in a context that collects warnings, which makes Python forget which ones were
  shown. Typing warns of objects that are counted, which kernels do not have.
- contexts: each instruction is typed and lowered in a context that can say where an error came from, made of a generator.
  A class does the same.
- events: each call of LLVM is announced, twice, to listeners for time spent in it.
- with: each function is searched twice for what a `with` leaves behind.
"""

from functools import cache

from numba.core import base, errors, event, interpreter, ir, lowering, typeinfer
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.transforms import canonicalize_cfg
from numba.core.types.functions import BaseFunction

from .exchange import exchanged

HEARD = "numba:compile"  # the events that somebody listens to (`machine_code.Count`)
_look_up = BaseFunction.get_call_type
_process = PostProcessor.run
_broadcast = event.broadcast


def short_cuts():
    """A context in which a unit is compiled."""
    return exchanged(
        (BaseFunction, "get_call_type", _remembering()),
        (base, "_has_loc", cache(base._has_loc)),
        (PostProcessor, "run", _without_lifetimes),
        (ir.Inst, "_rec_list_vars", _variables_in),
        (errors.WarningsFixer, "catch_warnings", _Unwatched),
        (typeinfer, "new_error_context", _Place),
        (lowering, "new_error_context", _Place),
        (event, "broadcast", _announce),
        (interpreter, "peep_hole_delete_with_exit", lambda function: function),
    )


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


def _variables_in(self, value):
    """The variables of a statement: of fields, in lists, and in what is nested in it."""
    if isinstance(value, ir.Var):
        return [value]
    if isinstance(value, ir.Inst):
        return value.list_vars()
    found = []
    if isinstance(value, (dict, list, tuple)):
        for each in value.values() if isinstance(value, dict) else value:
            kind = type(each)
            if kind is ir.Var:
                found.append(each)
            elif kind is not ir.Loc and kind is not str and each is not None:
                found += _variables_in(self, each)
    return found


class _Unwatched:
    """A context in which warnings are what they are outside."""

    def __init__(self, filename=None, lineno=None):
        pass

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return False


class _Place:
    """A context that adds to numba's errors where they came from."""

    def __init__(self, text, *args, **kwargs):
        self._words = text, args, kwargs

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if isinstance(error, errors.NumbaError):
            error.add_context(errors._format_msg(*self._words))
        return False


def _announce(each):
    if each.kind == HEARD:
        _broadcast(each)
