"""The options of a run: name, default, unit, range and meaning of each, written once.

    simulate(scene, end, rtol=...)   has the same names and defaults in its signature; a test holds the two together
    [run] in a scene file            some of them; those that are not there keep their defaults, or are said later
    supple run --rtol ...            all of them
    a result                         keeps them, in its header and as attributes

A value that equals the default needs no check; any other is checked when `Options` is made, and what is wrong with it is a
sentence with name, value and unit.
"""

import math
from dataclasses import MISSING, asdict, dataclass, field, fields
from functools import partial
from typing import Any, NamedTuple

from ._check import is_number, one_of, shown, within
from .quantities import NONNEGATIVE, POSITIVE, Range, between, short

LONGEST = 1e9  # [s] beyond which a time is a mistake
# relative tolerance above which `auto` steps as with it: no method's estimate of its error means much there, and what comes
# to rest would bounce for ever by these errors, at a multiple of the cost
COARSEST = 0.03
SHORTEST = 1e-18  # [s] a run, unless it has no length at all
FOREVER = 10**15  # steps
RESOLUTION = 1e-14  # of the largest time: some dozens of floating-point numbers
IDLE = (None, 0.0, math.inf)  # defaults that a scene file need not repeat


# --- ranges -------------------------------------------------------------------------------------------------------------
def _check_whole(low, high, name, value, unit):
    number = within(name, value, low, high, unit)
    if number != int(number):
        raise TypeError(f"{name} must be a whole number, got {shown(value)}")
    return int(number)


def _whole(low, high):
    return between(low, high)._replace(check=partial(_check_whole, low, high))


def _method():
    def check(name, value, unit):
        from .integrate.methods import method_names  # slow to load, and seldom needed here

        return one_of(name, value.lower() if isinstance(value, str) else value, method_names())

    return Range("", check, ())


# --- options ------------------------------------------------------------------------------------------------------------
class Option(NamedTuple):
    """What an option is."""

    meaning: str
    unit: str  # "": it has none
    range: Range
    default: Any  # MISSING: it must be given
    none: str  # what None stands for, in a word
    duration: bool  # a length of time: what is not zero can be told from it

    @property
    def help(self):
        """All of it in a line."""
        unit = f" [{self.unit}]" if self.unit else ""
        default = "" if self.default is MISSING else f"default {short(self.none or self.default)}"
        return ", ".join(part for part in (f"{self.meaning}{unit}", self.range.words, default) if part)

    def checked(self, name, value, finest):
        """The value as it is used, or a sentence; `finest` is the resolution of time [s]."""
        if value is self.default or (is_number(value) and value == self.default):
            return self.default
        number = self.range.check(name, value, self.unit or "-")
        if self.duration and number < finest:
            raise ValueError(f"{name} must be >= {finest:.3g} s, the resolution of time in this run, got {value!r}")
        return number


def _option(meaning, unit, range, default=MISSING, none="", duration=False) -> Any:
    metadata = {"option": Option(meaning, unit, range, default, none, duration)}
    return field(metadata=metadata) if default is MISSING else field(default=default, metadata=metadata)


def _described(kind):
    """Add what every option is to the docstring."""
    lines = (f"    {one.name}: {one.metadata['option'].help}." for one in fields(kind))
    kind.__doc__ = "\n".join([kind.__doc__ or "", "", *lines, "    "])
    return kind


@_described
@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a run is computed."""

    end: float = _option("time at which the run ends, not before its start", "s", between(-LONGEST, LONGEST))
    start: float = _option("time at which the run starts", "s", between(-LONGEST, LONGEST), 0.0)
    method: str = _option('"auto", a method or an alias such as "ode45"', "", _method(), "auto")
    rtol: float = _option("relative tolerance", "-", between(1e-13, 0.1), 1e-6)
    atol: float | None = _option(
        "absolute tolerance of every component in its unit, which gives the classical control of each",
        "", between(1e-300, 1e3), None, "physical",
    )  # fmt: skip
    max_step: float = _option("longest step", "s", POSITIVE, math.inf, duration=True)
    first_step: float | None = _option("first step", "s", POSITIVE, None, "chosen", duration=True)
    sample: float = _option(
        "period of a sampled controller (0: none), whose multiples end steps",
        "s",
        NONNEGATIVE,
        0.0,
        duration=True,
    )
    max_steps: int | None = _option("give up after so many steps", "", _whole(1, FOREVER), None, "unlimited")

    def __post_init__(self):
        times = ("start", "end")
        self._check(times, 0.0)
        if self.end < self.start or 0.0 < self.end - self.start < SHORTEST:
            raise ValueError(f"end must be start = {self.start} s or >= {SHORTEST:g} s after it, got {self.end!r}")
        self._check((name for name in OPTIONS if name not in times), RESOLUTION * max(abs(self.start), abs(self.end)))

    def _check(self, names, finest):
        for name in names:
            object.__setattr__(self, name, OPTIONS[name].checked(name, getattr(self, name), finest))

    @property
    def tolerance(self):
        """The relative tolerance that steps keep."""
        return min(self.rtol, COARSEST) if self.method == "auto" else self.rtol

    def settings(self):
        """The same as arguments of `simulate`, without those that ask for nothing."""

        def asks(name, value):
            default = OPTIONS[name].default
            return value != default or default not in IDLE

        return {name: value for name, value in asdict(self).items() if asks(name, value)}

    def words(self):
        """The same as numbers and texts: what was left open is a word."""
        return {name: OPTIONS[name].none if value is None else value for name, value in asdict(self).items()}


OPTIONS: dict[str, Option] = {one.name: one.metadata["option"] for one in fields(Options)}


def check_some(given):
    """Check options of a run whose end may be said later, as those of a scene file are."""
    Options(**{"end": given.get("start", 0.0)} | given)
