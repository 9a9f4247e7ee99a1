"""Designs: which values the parameters of each member have.

    grid     every value of each parameter with every value of the others; the last parameter changes fastest
    list     the first value of every parameter, then the second of every one, ...
    random   independent draws
    latin    a Latin hypercube: each parameter is drawn once from each of as many equal shares of its distribution

Values are written as a list, as steps { from = 0, to = 1, number = 11, scale = "linear" } or as a distribution
{ uniform = [a, b] }, { log_uniform = [a, b] }, { normal = [mean, sd] }, { choice = [...] }. A grid and a list need values;
in a random or Latin design a list is a choice. What member k has depends on the design and its seed, and on nothing else;
a random design with more members begins with the same ones.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from .._check import finite, integer, is_number, items, one_of, positive, shown

DESIGNS = ("grid", "list", "random", "latin")
SCALES = ("linear", "log")
MOST = 10**9  # members


# --- distributions ------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Uniform:
    """Equally likely anywhere from low to high."""

    low: float
    high: float

    def __post_init__(self):
        if not finite("uniform low", self.low) < finite("uniform high", self.high):
            raise ValueError(f"uniform must be two rising numbers, got {[self.low, self.high]}")

    def at(self, u):
        """The value below which the fraction u of all draws is."""
        return self.low + u * (self.high - self.low)


@dataclass(frozen=True, slots=True)
class LogUniform:
    """The logarithm is uniform: every factor is equally likely."""

    low: float
    high: float

    def __post_init__(self):
        if not positive("log_uniform low", self.low) < finite("log_uniform high", self.high):
            raise ValueError(f"log_uniform must be two rising numbers > 0, got {[self.low, self.high]}")

    def at(self, u):
        """The value below which the fraction u of all draws is."""
        return math.exp(math.log(self.low) + u * (math.log(self.high) - math.log(self.low)))


@dataclass(frozen=True, slots=True)
class Normal:
    """A normal distribution."""

    mean: float
    sd: float

    def __post_init__(self):
        finite("normal mean", self.mean)
        positive("normal sd", self.sd)

    def at(self, u):
        """The value below which the fraction u of all draws is."""
        from scipy.special import ndtri

        return self.mean + self.sd * float(ndtri(u))


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some values: numbers, texts, true or false, or lists of numbers."""

    values: tuple

    def __post_init__(self):
        object.__setattr__(self, "values", tuple(_plain(value) for value in items("values", self.values, "a list")))
        if not self.values:
            raise ValueError("values must be at least one, got none")

    def at(self, u):
        """The value below which the fraction u of all draws is."""
        return self.values[min(int(u * len(self.values)), len(self.values) - 1)]


KINDS: dict[str, type[Uniform | LogUniform | Normal]] = {
    "uniform": Uniform,
    "log_uniform": LogUniform,
    "normal": Normal,
}
Values = Uniform | LogUniform | Normal | Choice


def _plain(value):
    """A value as TOML has it."""
    value = value.tolist() if hasattr(value, "tolist") else value
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if not (isinstance(value, bool | str) or is_number(value)):
        raise TypeError(f"a value must be a number, a text, true, false or a list, got {shown(value)}")
    return value


def values_of(name: str, said: Any) -> Values:
    """What was written as values of a parameter."""
    where = f"parameter {name}"
    if isinstance(said, Values):
        return said
    try:
        if not isinstance(said, Mapping):
            return Choice(items("values", said, "a list, steps or a distribution"))
        if "from" in said or "to" in said:
            return Choice(tuple(_steps(**{_keyword(key): value for key, value in said.items()})))
        kinds = (*KINDS, "choice")
        if len(said) != 1:
            raise ValueError(f"a distribution must be one of {', '.join(kinds)}, got {shown(dict(said))}")
        ((kind, numbers),) = said.items()
        if one_of("a distribution", kind, kinds) == "choice":
            return Choice(numbers)
        two = items(kind, numbers, "two numbers")
        if len(two) != 2:
            raise ValueError(f"{kind} must be two numbers, got {shown(numbers)}")
        return KINDS[kind](*two)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{where}: {error}") from None


def _keyword(key):
    return {"from": "low", "to": "high"}.get(one_of("a key of steps", key, ("from", "to", "number", "scale")), key)


def _steps(low=None, high=None, number=None, scale="linear"):
    check = positive if one_of("scale", scale, SCALES) == "log" else finite
    low, high, number = check("from", low), check("to", high), integer("number", number)
    if number < 2:
        raise ValueError(f"number must be >= 2, got {number}")
    return (np.geomspace if scale == "log" else np.linspace)(low, high, number).tolist()


# --- tables -------------------------------------------------------------------------------------------------------------
class Table(NamedTuple):
    """The members of a design: how many there are, and their values in the order of the parameters."""

    size: int
    row: Any  # function of the number of a member

    def rows(self, first, last):
        """Values of the members from `first` to before `last`."""
        return [self.row(k) for k in range(first, min(last, self.size))]


def table_of(design: str, parameters: Mapping[str, Values], members: int | None, seed: int) -> Table:
    """The table of a design."""
    columns = list(parameters.values())
    if one_of("design", design, DESIGNS) in ("random", "latin"):
        if members is None:
            raise ValueError(f"members must be given for a {design} design, got none")
        members = integer("members", members)
        if not 1 <= members <= MOST:
            raise ValueError(f"members must be between 1 and {MOST}, got {members}")
        u = _shares(design, members, len(columns), seed)
        return Table(members, lambda k: tuple(c.at(x) for c, x in zip(columns, u[k].tolist(), strict=True)))
    lists = []
    for name, column in parameters.items():
        if not isinstance(column, Choice):
            raise ValueError(f"parameter {name} must have a list of values in a {design} design, got {column}")
        lists.append(column.values)
    sizes = list(map(len, lists))
    size = math.prod(sizes) if design == "grid" else sizes[0]
    if design == "list" and len(set(sizes)) > 1:
        said = dict(zip(parameters, sizes, strict=True))
        raise ValueError(f"all parameters of a list must have as many values, got {said}")
    if size > MOST:
        raise ValueError(f"members must be between 1 and {MOST}, got {size}")
    if members is not None and members != size:
        raise ValueError(f"members must be left out of a {design} design, or be {size}, got {members}")

    def of_grid(k):
        row = []
        for values in reversed(lists):
            k, i = divmod(k, len(values))
            row.append(values[i])
        return tuple(reversed(row))

    return Table(size, of_grid if design == "grid" else lambda k: tuple(values[k] for values in lists))


def _shares(design, members, columns, seed):
    """A number between 0 and 1 for every member and parameter."""
    generator = np.random.default_rng(seed)
    if design == "random":
        return generator.random((members, columns))
    from scipy.stats.qmc import LatinHypercube

    try:
        return LatinHypercube(columns, rng=generator).random(members)
    except TypeError:  # before scipy 1.15
        return LatinHypercube(columns, seed=generator).random(members)
