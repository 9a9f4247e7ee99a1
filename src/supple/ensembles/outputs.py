"""What is kept of each member: one array per output, with one row per member.

    Final            a channel at the end of the run               { type = "Final", channel = "ball.z" }
    Channel          a channel at equal times                      { type = "Channel", channel = "ball.z", every = 0.01 }
    ContactChannel   force or indentation of a contact there       { type = "ContactChannel", contact = ..., every = 0.01 }
    Statistic        max, min, mean, rms of a channel              { type = "Statistic", channel = "ball.z", of = "max" }
    Impacts          a value of the first impacts, or their count  { type = "Impacts", value = "restitution", first = 5 }
    Peak             largest force or indentation of a contact     { type = "Peak", contact = "ball-ground" }
    Energy           of the ledger, at the end                     { type = "Energy", name = "friction" }
    Counter          of the run: steps, right-hand sides, ...      { type = "Counter", name = "steps" }
    Reduction        a function of the run, by the user            { type = "Reduction", function = "module:function" }

An output has `dims(name)`: its further dimensions with their coordinates, `unit(model)`, and `of(run)`: its value. What is
not finite there is a failure of the member, but where NaN has a meaning: impacts that did not happen, or `may_be_nan`.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace

import numpy as np

from .._check import finite, integer, one_of, positive, shown, text
from ..elements.observed import STORED_NAMES
from ..elements.user_controller import imported
from ..tables import L_WORK, LEDGER_NAMES

STATISTICS = ("max", "min", "mean", "rms")
IMPACT_VALUES = {
    "count": "1", "start": "s", "end": "s", "duration": "s", "speed": "speed", "rebound": "speed", "restitution": "1",
    "peak_force": "force", "max_indentation": "indentation",
}  # fmt: skip
PEAKS = ("force", "indentation")
WHOLE = ("work", "turnover", "relative residual", "stored", "lost")
MOST_TIMES = 10**6


class _Plain:
    """An output of one number per member that must be finite."""

    may_be_nan = False

    def dims(self, name):
        """{further dimension: coordinates}."""
        return {}

    def unit(self, model):
        """The unit, "" if it has none."""
        return ""

    def settled(self, options):
        """The same where something depends on the options of the run."""
        return self

    def check(self, model):
        """Names must be in the model, as far as that is known before a run."""


def _column(run, channel):
    return run.names.index(one_of("channel", channel, run.names))


class _OfChannel(_Plain):
    channel: str

    def unit(self, model):
        """The unit of the channel."""
        return model.layout.units[model.layout.names.index(self.channel)]

    def check(self, model):
        """The channel must be there."""
        one_of("channel", self.channel, model.layout.names)


@dataclass(frozen=True, kw_only=True)
class Final(_OfChannel):
    """A channel at the end of the run."""

    channel: str

    def of(self, run):
        """The value."""
        return run.final[_column(run, self.channel)]


@dataclass(frozen=True, kw_only=True)
class Statistic(_OfChannel):
    """The max, min, mean or rms of a channel; max and min over the steps, mean and rms over time by trapezoids."""

    channel: str
    of_: str = "max"

    def __post_init__(self):
        one_of("of", self.of_, STATISTICS)

    def of(self, run):
        """The value."""
        values = run.y[:, _column(run, self.channel)]
        if self.of_ in ("max", "min"):
            return getattr(values, self.of_)()
        span = run.t[-1] - run.t[0]
        values = values if self.of_ == "mean" else values * values
        mean = np.trapezoid(values, run.t) / span if span > 0.0 else values[0]
        return mean if self.of_ == "mean" else np.sqrt(mean)


class _OverTime(_Plain):
    every: float
    start: float | None
    end: float | None

    def __post_init__(self):
        positive("every", self.every, "s")
        for name in ("start", "end"):
            if getattr(self, name) is not None:
                finite(name, getattr(self, name), "s")

    @property
    def times(self):
        """The times [s]."""
        n = int(np.floor((self.end - self.start) / self.every * (1.0 + 1e-12)))
        if not 0 <= n <= MOST_TIMES:
            raise ValueError(f"every must give 1 to {MOST_TIMES} times until the end, got {self.every} s")
        return np.minimum(self.start + self.every * np.arange(n + 1), self.end)

    def dims(self, name):
        """The times."""
        return {f"{name}_time": self.times}

    def settled(self, options):
        """From the start to the end of the run where nothing else is said."""
        return replace(
            self,
            start=options.get("start", 0.0) if self.start is None else self.start,
            end=options["end"] if self.end is None else self.end,
        )


@dataclass(frozen=True, kw_only=True)
class Channel(_OverTime, _OfChannel):
    """A channel at equal times, from the interpolant of the method."""

    channel: str
    every: float
    start: float | None = None
    end: float | None = None

    def of(self, run):
        """The values."""
        return run.channel(self.channel, self.times)


@dataclass(frozen=True, kw_only=True)
class ContactChannel(_OverTime):
    """Normal force or indentation of a contact at equal times."""

    contact: str
    value: str = "force"
    every: float
    start: float | None = None
    end: float | None = None

    def __post_init__(self):
        one_of("value", self.value, PEAKS)
        super().__post_init__()

    def unit(self, model):
        """The unit of the force or the indentation."""
        return _contact_unit(model, self.contact, self.value)

    def check(self, model):
        """The contact must be there."""
        _check_contact(model, self.contact)

    def of(self, run):
        """The values."""
        history = run.contact(self.contact, self.times)
        return history.force if self.value == "force" else history.delta


@dataclass(frozen=True, kw_only=True)
class Impacts(_Plain):
    """A value of the first impacts (NaN where there were fewer, or where it has none), or their count."""

    value: str = "count"
    first: int = 1
    contact: str | None = None  # of all contacts
    may_be_nan = True

    def __post_init__(self):
        one_of("value", self.value, IMPACT_VALUES)
        if integer("first", self.first) < 1:
            raise ValueError(f"first must be >= 1, got {self.first}")

    def dims(self, name):
        """The numbers of the impacts."""
        return {} if self.value == "count" else {f"{name}_impact": np.arange(self.first)}

    def unit(self, model):
        """The unit of the value."""
        word = IMPACT_VALUES[self.value]
        return word if word in ("1", "s") else _contact_unit(model, self.contact, word)

    def check(self, model):
        """The contact must be there."""
        if self.contact is not None:
            _check_contact(model, self.contact)

    def of(self, run):
        """The values."""
        impacts = [one for one in run.impacts if self.contact in (None, one.contact)]
        if not impacts and self.contact is not None:
            one_of("contact", self.contact, run.contacts)
        if self.value == "count":
            return float(len(impacts))
        row = np.full(self.first, np.nan)
        found = [getattr(impact, self.value) for impact in impacts[: self.first]]
        row[: len(found)] = [np.nan if value is None else value for value in found]
        return row


@dataclass(frozen=True, kw_only=True)
class Peak(_Plain):
    """The largest normal force or indentation of a contact, 0 if it did not touch."""

    contact: str
    value: str = "force"

    def __post_init__(self):
        one_of("value", self.value, PEAKS)

    def unit(self, model):
        """The unit of the force or the indentation."""
        return _contact_unit(model, self.contact, self.value)

    def check(self, model):
        """The contact must be there."""
        _check_contact(model, self.contact)

    def of(self, run):
        """The value."""
        peaks = run.peaks
        if self.contact in peaks:
            return peaks[self.contact][PEAKS.index(self.value)]
        one_of("contact", self.contact, run.contacts)
        return 0.0


@dataclass(frozen=True, kw_only=True)
class Energy(_Plain):
    """An energy of the ledger at the end: stored or lost by its name, "work", "turnover", "relative residual"."""

    name: str

    def __post_init__(self):
        losses = (one for i, one in enumerate(LEDGER_NAMES) if i != L_WORK)
        one_of("name", self.name, (*WHOLE, *STORED_NAMES, *losses))

    def unit(self, model):
        """J, or none."""
        return "1" if self.name == "relative residual" else "J"

    def of(self, run):
        """The value."""
        if self.name in ("turnover", "relative residual"):
            return getattr(run.summary, self.name.replace(" ", "_"))
        ledger = run.ledger
        if self.name in ("stored", "lost"):
            return (ledger.total if self.name == "stored" else ledger.dissipated)[-1]
        if self.name == "work":
            return ledger.work[-1] - ledger.work[0]
        return (ledger.stored.get(self.name) if self.name in ledger.stored else ledger.lost[self.name])[-1]


@dataclass(frozen=True, kw_only=True)
class Counter(_Plain):
    """A counter of the run: steps, rejected, right-hand sides, events, ... (not the wall time, which no two runs share)."""

    name: str

    def of(self, run):
        """The value."""
        known = {name: value for name, value in run.statistics.items() if name != "wall time"}
        return float(known[one_of("name", self.name, known)])


@dataclass(frozen=True, kw_only=True)
class Reduction(_Plain):
    """A function of the run that returns a number, or an array of the given size."""

    function: str | Callable
    size: int | None = None
    units: str = ""
    may_be_nan: bool = False

    def __post_init__(self):
        named = isinstance(self.function, str)
        if not callable(self.function) and not (named and len(self.function.split(":")) == 2):
            raise TypeError(f"function must be a function of a run or 'module:function', got {shown(self.function)}")
        if self.size is not None and integer("size", self.size) < 1:
            raise ValueError(f"size must be >= 1, got {self.size}")

    def dims(self, name):
        """The numbers of its values."""
        return {} if self.size is None else {f"{name}_item": np.arange(self.size)}

    def unit(self, model):
        """As given."""
        return self.units

    def of(self, run):
        """The value."""
        function = imported(self.function) if isinstance(self.function, str) else self.function
        return function(run)


def _check_contact(model, contact):
    if model.contacts.listed is not None:  # else there can be so many that only those are known that have touched
        one_of("contact", contact, model.contact_names)


def _contact_unit(model, contact, word):
    from ..trajectory.units import contact_units, joint_units

    known = contact_units(model)
    return getattr(known[contact] if contact in known else joint_units(known.values()), word)


# --- words --------------------------------------------------------------------------------------------------------------
OUTPUTS = {
    kind.__name__: kind
    for kind in (Final, Channel, ContactChannel, Statistic, Impacts, Peak, Energy, Counter, Reduction)
}
RESERVED = ("member", "status", "message")


def output_of(name, said):
    """An output from what was written: the object, or a table with a `type`."""
    text("an output's name", name)
    if name in RESERVED:
        raise ValueError(f"an output must not be named {name!r}: the result has one of that name")
    if "/" in name:
        raise ValueError(f"an output's name must not hold a slash, got {name!r}")
    if isinstance(said, tuple(OUTPUTS.values())):
        return said
    if not isinstance(said, dict) or "type" not in said:
        raise ValueError(f"output {name} must be a table with a type, one of {', '.join(OUTPUTS)}, got {shown(said)}")
    kind = OUTPUTS[one_of(f"output {name}: type", said["type"], tuple(OUTPUTS))]
    keys = tuple(field.name.rstrip("_") for field in fields(kind))
    given = {}
    for key, value in said.items():
        if key != "type":
            given[one_of(f"output {name}: key", key, keys) + "_" * (key == "of")] = value
    try:
        return kind(**given)
    except (TypeError, ValueError) as error:
        raise type(error)(f"output {name}: {error}") from None


def as_plain(output):
    """An output as what could have been written."""
    said = {field.name.rstrip("_"): getattr(output, field.name) for field in fields(output)}
    if callable(said.get("function")):
        said["function"] = f"{said['function'].__module__}:{said['function'].__qualname__}"
    return {"type": type(output).__name__, **{key: value for key, value in said.items() if value is not None}}
