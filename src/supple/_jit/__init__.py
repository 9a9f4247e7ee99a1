"""The only door to compiled code: what is compiled, how Python calls it, where machine code comes from.

    kernel, inlined, apart, long_loops   mark a function of the inner loop (functions.py)
    generic, optional    a name with one implementation per class of problem (functions.py)
    by_reference         mark a NamedTuple that compiled code gets as one address; Reals, Ints ... say what its fields hold
                         (words.py)
    choice               one function for a family of kernels, chosen by a number (choice.py)
    entry, bound, prepare   a function that Python calls, again and again with the same arguments; find its machine code
                         before a clock starts (entry.py)
    packed               a struct of which many others will be made (words.py)
    needs, fetch         which rare kernels a struct asks for, or somebody on the way (words.py); Later: a struct whose
                         class is known further up
    callback, call_user  a user's plain Python function as a machine address (callback.py)

Marks cost nothing: numba is imported when something has to be compiled. That is the case once per version of supple and
processor, unless the package carries its machine code. docs/compiling.md tells the whole story.

    entry > units > shipped      machine code in the package
                  > _kept        machine code in the cache
                  > workshop     a process of its own, for large units
                  > machine_code > parts > reference      numba and LLVM, for the versions of numba that were tried
                  > elsewhere                             calls from one unit into another
                  > plain                                 numba's public interface, for all others

With NUMBA_DISABLE_JIT=1 every mark is nothing, and callbacks are called directly.
"""

from .callback import Refused, call_user, callback, controller_callback, is_real
from .choice import choice
from .entry import bound, entry, prepare
from .functions import apart, generic, inlined, kernel, long_loops, optional
from .sources import COMPILED, cache_directory
from .switch import JIT
from .words import Flags, Ints, Ints2, Later, Reals, Reals2, Reals3, Width, by_reference, fetch, needs, packed

__all__ = [
    "COMPILED",
    "JIT",
    "Flags",
    "Ints",
    "Ints2",
    "Later",
    "Reals",
    "Reals2",
    "Width",
    "Reals3",
    "Refused",
    "apart",
    "bound",
    "by_reference",
    "cache_directory",
    "call_user",
    "callback",
    "choice",
    "controller_callback",
    "entry",
    "fetch",
    "generic",
    "inlined",
    "is_real",
    "kernel",
    "long_loops",
    "needs",
    "optional",
    "packed",
    "prepare",
]
