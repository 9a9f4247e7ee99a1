"""The arrays of the integrator for a model: the same for a run and for repeating its steps."""

from ..integrate.solver import EXPLICIT, RTOL, T_END, TIME_DEPENDENT, new_solver

LARGE = 3000  # components of the state: there the matrices of an implicit step take 0.1 GB, each elimination 10 s


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
    implicit = keeps_matrices(model, method)
    S = new_solver(layout.size, n_guard, method.n_stage, method.degree, capacity, log_capacity, implicit)
    S.atol[:] = options.rtol * layout.magnitude if options.atol is None else options.atol
    S.fd[:] = layout.resolution
    S.extent[:] = layout.extent
    S.r[[RTOL, T_END]] = options.rtol, options.end
    S.k[TIME_DEPENDENT] = int(model.tables.in_i.shape[0] > 0)
    return S
