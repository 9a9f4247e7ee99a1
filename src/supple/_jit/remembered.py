"""What an operator or a function of numba makes of its arguments is found once per unit.

numba asks all implementations of `+`, `min` or `abs`, those for arrays too, anew at every place where one is used: a
quarter of the time that compiling takes. The answer depends on the types of the arguments alone.
"""

from contextlib import contextmanager

from numba.core.types.functions import BaseFunction

_look_up = BaseFunction.get_call_type


@contextmanager
def remembered():
    """While a unit is compiled; numba compiles one thing at a time (its global lock)."""
    known = {}

    def get_call_type(self, context, args, kws):
        key = id(self), tuple(args)
        if kws or key not in known:
            found = _look_up(self, context, args, kws)
            if kws:
                return found
            known[key] = found, self  # kept: another function could get its number
        return known[key][0]

    BaseFunction.get_call_type = get_call_type
    try:
        yield
    finally:
        BaseFunction.get_call_type = _look_up
