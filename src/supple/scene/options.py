"""What a scene file may say of its run and of its output; the keys of [run] and [output].

[run] is the arguments of `simulate` that are plain values, with the same names and meaning; a test holds the two together.
They are checked here so that a bad one is named with its file, before anything is computed.
"""

from dataclasses import dataclass
from math import inf

from .._check import finite, integer, nonnegative, one_of, positive, shown, within


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Arguments of `simulate`; None: not given.

    end: time at which the run ends [s], >= start.
    start: time at which it starts [s], default 0.
    method: "auto" (default), a method or an alias such as "ode45".
    rtol: relative tolerance [-], 1e-13 to 0.1, default 1e-6.
    atol: absolute tolerance of every component in its unit, > 0.
    max_step: longest step [s], > 0.
    first_step: first step [s], > 0.
    sample: period of a sampled controller [s], >= 0.
    max_steps: give up after so many steps, > 0.
    """

    end: float | None = None
    start: float | None = None
    method: str | None = None
    rtol: float | None = None
    atol: float | None = None
    max_step: float | None = None
    first_step: float | None = None
    sample: float | None = None
    max_steps: int | None = None

    def __post_init__(self):
        start = 0.0 if self.start is None else finite("start", self.start, "s")
        if self.end is not None and finite("end", self.end, "s") < start:
            raise ValueError(f"end must be >= start = {start} s, got {shown(self.end)}")
        if self.method is not None:
            from ..integrate.methods import method_names  # slow to load, and seldom needed here

            one_of("method", self.method.lower() if isinstance(self.method, str) else self.method, method_names())
        if self.rtol is not None:
            within("rtol", self.rtol, 1e-13, 0.1)
        if self.max_step is not None and self.max_step != inf:
            positive("max_step", self.max_step, "s")
        for name, unit in (("atol", "-"), ("first_step", "s")):
            if getattr(self, name) is not None:
                positive(name, getattr(self, name), unit)
        if self.sample is not None:
            nonnegative("sample", self.sample, "s")
        if self.max_steps is not None and integer("max_steps", self.max_steps) <= 0:
            raise ValueError(f"max_steps must be > 0, got {self.max_steps!r}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """What `supple run` writes besides the result.

    picture: whether to draw an overview (PNG); default: unless the run is very long.
    report: whether to write a page with a 3-D animation (HTML); default: the same.
    """

    picture: bool = True
    report: bool = True

    def __post_init__(self):
        for name in ("picture", "report"):
            if not isinstance(getattr(self, name), bool):
                raise TypeError(f"{name} must be true or false, got {shown(getattr(self, name))}")
