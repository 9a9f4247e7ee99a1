"""Loops over `range`, in few instructions.

numba counts the turns of a loop beforehand, by a division, and keeps four numbers of it in memory: some eighty instructions
per loop, a fifth of all. Here the next number is all that is kept, and each turn asks whether it is one. The step must be a
constant; what it is not is numba's affair.

    for i in range(a, b, s):     getiter     iternext, pair_first (i), pair_second (whether there is one)
"""

from dataclasses import dataclass

from llvmlite import ir
from numba.core import cgutils

from .reference import WORD

QUESTIONS = "getiter", "iternext", "pair_first", "pair_second"  # what numba asks of a loop, by these names


class Loop:
    """A stage of a loop, which answers numba's question about it; no value that could be stored."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Range(Loop):
    """range(start, stop, step)."""

    start: ir.Value
    stop: ir.Value
    step: ir.Constant

    def getiter(self, builder):
        """Where the next number is kept."""
        place = cgutils.alloca_once(builder, WORD)
        builder.store(self.start, place)
        return Counter(place, self.stop, self.step)


@dataclass(frozen=True, slots=True)
class Counter(Loop):
    """The place of the next number, and where the loop ends."""

    place: ir.Value
    stop: ir.Value
    step: ir.Constant

    def iternext(self, builder):
        """The next turn."""
        number = builder.load(self.place)
        builder.store(builder.add(number, self.step, flags=("nsw",)), self.place)
        return Turn(number, builder.icmp_signed("<" if self.step.constant > 0 else ">", number, self.stop))


@dataclass(frozen=True, slots=True)
class Turn(Loop):
    """A number, and whether it is one of the loop."""

    number: ir.Value
    goes_on: ir.Value

    def pair_first(self, builder):
        """The number."""
        return self.number

    def pair_second(self, builder):
        """Whether it is one."""
        return self.goes_on


def counting(given):
    """The loop over range(*given); None if the step is not known, or one of them is no integer of 64 bits."""
    step = given[2] if len(given) == 3 else WORD(1)
    if not isinstance(step, ir.Constant) or any(getattr(each, "type", None) != WORD for each in given):
        return None
    start, stop = given[:2] if len(given) > 1 else (WORD(0), *given)
    return Range(start, stop, step)
