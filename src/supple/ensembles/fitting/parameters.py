"""What is fitted: names of parameters or paths of values, where the search begins, and how far it may go.

    {"k": None}                        begins at the scene's value v, which must not be 0: from v/10 to 10 v
    {"k": (1e3, 1e6)}                  between two bounds; begins at the scene's value if that lies between them, else amid
    {"k": Parameter(...)}              all of it said
    "k", "k=1e3:1e6", "k=1e3:1e6:log"  the same as texts (the command line)

The search moves x, not the value: x = ln(value) on a log scale, x = value / (high - low) on a linear one. The scale is log
where the lower bound is > 0, unless said otherwise: intervals of stiffness and damping are then factors.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..._check import finite, is_number, items, one_of, shown
from ...scene.settings import flatten, split_name

SCALES = ("log", "linear")
REACH = 10.0  # of the bounds that nobody gave: a factor on both sides of the start


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a fit: `low` <= `start` <= `high`, searched on a scale."""

    start: float
    low: float
    high: float
    scale: str

    def encode(self, value):
        """x of a value."""
        return math.log(value) if self.scale == "log" else value / (self.high - self.low)

    def decode(self, x):
        """The value at x, inf where it is too large for a number."""
        if self.scale == "linear":
            return float(x) * (self.high - self.low)
        return math.inf if x > 700.0 else math.exp(x)

    def bounded(self, x):
        """The value at x, inside the bounds whatever rounding does."""
        return min(max(self.decode(x), self.low), self.high)

    def step(self, x, fraction):
        """A step in x that changes the value by a fraction of it, or of a tenth of the range if it is smaller."""
        return fraction if self.scale == "log" else fraction * max(abs(float(x)), 0.1)


def parameters_of(asked, written):
    """{name: Parameter} of what was asked for; `written(name)` is the value in the scene, None if there is none."""
    if isinstance(asked, str):
        asked = [asked]
    if not isinstance(asked, Mapping):
        asked = dict(
            parse_parameter(text) for text in items("parameters", asked, "names, or a dict of names and bounds")
        )
    if not asked:
        raise ValueError("parameters must name one or more parameters of the scene, got none")
    return {name: _parameter(name, said, written(name)) for name, said in asked.items()}


def parse_parameter(text):
    """NAME[=LOW:HIGH[:SCALE]] -> (name, None or bounds)."""
    if not isinstance(text, str):
        raise TypeError(f"a parameter must be a text such as k or k=1e3:1e6, got {shown(text)}")
    name, equals, bounds = (part.strip() for part in text.rpartition("="))
    if not equals:
        return text.strip(), None
    words = bounds.split(":")
    try:
        low, high = map(float, words[:2])
        if len(words) > 3:
            raise ValueError
    except ValueError:
        raise ValueError(f"a parameter must be NAME or NAME=LOW:HIGH[:log or :linear], got {shown(text)}") from None
    return name, (low, high, *words[2:])


def _parameter(name, said, value):
    if isinstance(said, Parameter):
        return _checked(name, said.start, said.low, said.high, said.scale)
    if value is not None and not is_number(value):
        raise TypeError(f"{name} must be a number in the scene to be fitted, got {shown(value)}")
    if said is None:
        if not value:
            got = "no value" if value is None else shown(value)
            raise ValueError(f"bounds of {name} must be given, because the scene has {got} there: {name}=LOW:HIGH")
        low, high = sorted((value / REACH, value * REACH))
        return _checked(name, value, low, high, "log" if value > 0.0 else "linear")
    if not isinstance(said, Iterable) or len(said := tuple(said)) not in (2, 3):
        raise ValueError(f"bounds of {name} must be (low, high) or (low, high, scale), got {shown(said)}")
    low, high = (finite(f"a bound of {name}", number) for number in said[:2])
    scale = said[2] if len(said) == 3 else "log" if low > 0.0 else "linear"
    if value is None or not low <= value <= high:
        value = math.sqrt(low * high) if scale == "log" and low > 0.0 else 0.5 * (low + high)
    return _checked(name, value, low, high, scale)


def _checked(name, start, low, high, scale):
    one_of(f"scale of {name}", scale, SCALES)
    start, low, high = (finite(f"{what} of {name}", x) for what, x in (("start", start), ("low", low), ("high", high)))
    if not low < high:
        raise ValueError(f"bounds of {name} must rise, got {low:g} to {high:g}")
    if not low <= start <= high:
        raise ValueError(f"start of {name} must be between {low:g} and {high:g}, got {start:g}")
    if scale == "log" and low <= 0.0:
        raise ValueError(f"bounds of {name} must be > 0 on a log scale, got {low:g} to {high:g}")
    return Parameter(start, low, high, scale)


def written_value(content, name):
    """The value that the content of a scene file has for the name of a parameter or the path of a value, or None."""
    parts = split_name(name)
    known = flatten(content.get("parameters", {}), "parameters")
    named = parts[1:] if parts[0] == "parameters" else parts
    if named in known:
        return known[named]
    node = content
    for key in parts:
        if isinstance(node, list):
            node = node[int(key)] if key.isdecimal() and int(key) < len(node) else None
        else:
            node = node.get(key) if isinstance(node, dict) else None
    if isinstance(node, str) and node.startswith("$"):
        return known.get(split_name(node[1:]))
    return node
