"""How a run was asked for, and the solver that follows from it: the same for the run and for repeating its steps."""

import math
from dataclasses import asdict, dataclass

from .._check import nonnegative, one_of, positive, within
from ..integrate.methods import method_names
from ..integrate.solver import EXPLICIT, T_END, TIME_DEPENDENT
from ..integrate.start import FOREVER, allocate

LONGEST = 1e9  # [s] beyond which a time is a mistake
SHORTEST = 1e-18  # [s] a run, unless it has no length at all
RESOLUTION = 1e-14  # of the largest time: some dozens of floating-point numbers
LARGE = 3000  # components of the state: there the matrices of an implicit step take 0.1 GB, each elimination 10 s


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a run is computed: the checked arguments of `simulate`."""

    method: str
    start: float  # [s]
    end: float  # [s]
    rtol: float
    atol: float | None
    max_step: float  # [s]
    first_step: float | None  # [s]
    sample: float  # [s]
    max_steps: int | None

    def settings(self):
        """The same as arguments, without those that say nothing."""
        return {name: value for name, value in asdict(self).items() if value not in (None, 0.0, math.inf)}


def options_of(end, *, start=0.0, method="auto", rtol=1e-6, atol=None, max_step=math.inf, first_step=None, sample=0.0,
               max_steps=None):  # fmt: skip
    """Checked options; see `simulate` for their meaning."""
    start, end = within("start", start, -LONGEST, LONGEST, "s"), within("end", end, -LONGEST, LONGEST, "s")
    if end < start or 0.0 < end - start < SHORTEST:
        raise ValueError(f"end must be start = {start} s or >= {SHORTEST:g} s after it, got {end!r}")
    finest = RESOLUTION * max(abs(start), abs(end))

    def resolved(name, value):
        """A length of time that can be told from none at all."""
        if positive(name, value, "s") < finest:
            raise ValueError(f"{name} must be >= {finest:.3g} s, the resolution of time up to {end:g} s, got {value!r}")
        return float(value)

    return Options(
        method=one_of("method", str(method).lower(), method_names()),
        start=start,
        end=end,
        rtol=within("rtol", rtol, 1e-13, 0.1),
        atol=None if atol is None else within("atol", atol, 1e-300, 1e3),
        max_step=math.inf if max_step == math.inf else resolved("max_step", max_step),
        first_step=None if first_step is None else resolved("first_step", first_step),
        sample=resolved("sample", sample) if nonnegative("sample", sample, "s") > 0.0 else 0.0,
        max_steps=None if max_steps is None else int(within("max_steps", max_steps, 1, FOREVER)),
    )


def keeps_matrices(model, method):
    """Whether a run of the model by this method keeps a Jacobian; a sentence if that is too large."""
    n = model.layout.size
    if n <= LARGE or method.kind == EXPLICIT:
        return n <= LARGE and (method.auto or method.kind != EXPLICIT)
    raise ValueError(
        f"method must be auto or an explicit one such as dormand_prince for a state of more than {LARGE} components, got "
        f"{method.name}, whose two matrices would take {16.0 * n * n / 1e9:.3g} GB for the {n} components of this scene"
    )


def solver_of(model, method, options, *, n_guard, capacity, log_capacity):
    """Arrays of the integrator with the tolerances and magnitudes of a model."""
    layout = model.layout
    S = allocate(
        method, layout.size, n_guard=n_guard, capacity=capacity, log_capacity=log_capacity, rtol=options.rtol,
        atol=options.rtol * layout.magnitude if options.atol is None else options.atol, resolution=layout.resolution,
        implicit=keeps_matrices(model, method),
    )  # fmt: skip
    S.extent[:] = layout.extent
    S.r[T_END] = options.end
    S.k[TIME_DEPENDENT] = int(model.tables.in_i.shape[0] > 0)
    return S
