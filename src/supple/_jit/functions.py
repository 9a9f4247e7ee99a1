"""Functions of the inner loop, as marks: nothing here knows a compiler.

kernel     a function that an entry can call.
long_loops  the same, with loops over many numbers: they are worth vector instructions.
inlined    the same, copied into its callers: for leaves and for functions with one caller.
apart      the same, never copied into its callers: for what most models do not have, and the others should not pay for.
           With annotations it is rare: compiled in a unit of its own, when a struct needs it (`elsewhere.py`).
generic    a name with one implementation per problem class, chosen while compiling by the class of the argument `P`: the
           integrator calls `rhs(t, y, P, dy)` and knows nothing of robots.
optional   a generic whose own body serves the classes that have no implementation.

Called from Python a marked function is the Python function; machine code is reached through an entry only, with all it
calls. So a model can be built, and a law drawn or tested, without compiling anything. With the JIT off a mark is nothing.
"""

from functools import cached_property, update_wrapper
from weakref import WeakValueDictionary

from .switch import JIT
from .words import kind_of

by_symbol = WeakValueDictionary()  # entries and rare kernels, for a process that compiles them (`workshop.py`)


class Kernel:
    """A function that compiled code may call."""

    def __init__(self, function, inline=False, apart=False, long=False):
        self.function = function
        self.inline, self.apart, self.long, self.rare = inline, apart, long, False
        update_wrapper(self, function)

    def __call__(self, *args):
        return self.function(*args)

    @cached_property
    def dispatcher(self):
        """numba's view of it: compiled when a caller needs it."""
        from .typing import dispatcher

        return dispatcher(self)

    @property
    def _numba_type_(self):  # where numba looks for the type of an object that it does not know
        return self.dispatcher._numba_type_


class Rare(Kernel):
    """A kernel in a unit of its own, of which callers know the kinds of arguments and result."""

    def __init__(self, function, like):
        super().__init__(getattr(function, "function", function), apart=True)
        kinds = {name: kind_of(annotation) for name, annotation in like.__annotations__.items()}
        self.rare, self.returns, self.kinds = True, kinds.pop("return"), kinds
        self.symbol = f"{self.__module__}.{self.__name__}".replace(".", "_")
        by_symbol[self.symbol] = self
        self.own = function if isinstance(function, Kernel) else Kernel(function)  # as its own unit knows it


class Generic:
    """A function chosen by the class of its argument `P`."""

    def __init__(self, stub, default):
        self.place = stub.__code__.co_varnames[: stub.__code__.co_argcount].index("P")
        self._table = {}
        self._default = default
        update_wrapper(self, stub)

    def get(self, cls):
        """The implementation for a class of problems, or None."""
        return self._table.get(cls, self._default)

    def of(self, cls):
        """The implementation for a class of problems."""
        found = self.get(cls)
        if found is None:
            raise TypeError(f"{self.__name__} has no implementation for {cls.__name__}")
        return found

    def __call__(self, *args):
        return self.of(type(args[self.place]))(*args)

    def register(self, cls):
        """A decorator that adds the kernel for problems of a class."""
        return self._adder(cls, kernel)

    def register_inlined(self, cls):
        """As `register`, copied into every caller."""
        return self._adder(cls, inlined)

    def _adder(self, cls, mark):
        def add(implementation):
            self._table[cls] = mark(implementation)
            return self._table[cls]

        return add

    @cached_property
    def _numba_type_(self):
        from .typing import type_of_generic

        return type_of_generic(self)


def kernel(function):
    """Mark a function of the inner loop."""
    return Kernel(function) if JIT else function


def long_loops(function):
    """Mark a function with loops over many numbers, as of a matrix: vector instructions are used there alone.

    Most loops are over few numbers, and compiling them twice is a twentieth of the time. LLVM may change the order of a sum
    in such a loop, so there should be none: results would depend on the processor.
    """
    return Kernel(function, long=True) if JIT else function


def apart(function, like=None):
    """Mark a function, or one that is marked already, that is never copied into its callers.

    If it has annotations, or `like` has, a function with the same arguments and result, it gets a unit of its own.
    """
    if not JIT:
        return function
    plain = getattr(function, "function", function)
    like = plain if like is None else getattr(like, "function", like)
    return Rare(function, like) if "return" in like.__annotations__ else Kernel(plain, apart=True)


def inlined(function):
    """Mark a function that is copied into its callers; a long one with many callers should stay a `kernel`."""
    return Kernel(function, inline=True) if JIT else function


def generic(stub):
    """Turn `stub(..., P, ...)` into a function with one implementation per class of `P`."""
    return Generic(stub, None)


def optional(stub):
    """As `generic`; the body of the stub serves the classes that have no implementation of their own."""
    return Generic(stub, inlined(stub))
