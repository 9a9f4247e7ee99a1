"""How a run was asked for, and the solver that follows from it: the same for the run and for repeating its steps."""

from dataclasses import dataclass

from ..integrate.solver import RTOL, T_END, TIME_DEPENDENT, new_solver


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How a run is computed."""

    method: str
    rtol: float
    atol: float | None
    max_step: float
    first_step: float
    sample: float
    max_steps: int


def solver_of(model, method, options, *, end, n_guard, capacity, log_capacity, implicit):
    """Arrays of the integrator with the tolerances and magnitudes of a model."""
    layout = model.layout
    S = new_solver(layout.size, n_guard, method.n_stage, method.degree, capacity, log_capacity, implicit)
    S.atol[:] = options.rtol * layout.magnitude if options.atol is None else options.atol
    S.fd[:] = layout.resolution
    S.extent[:] = layout.extent
    S.r[[RTOL, T_END]] = options.rtol, end
    S.k[TIME_DEPENDENT] = int(model.tables.in_i.shape[0] > 0)
    return S
