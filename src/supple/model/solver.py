"""The arrays of the integrator for a model: the same for a run and for repeating its steps."""

from .._jit import fetch
from ..integrate.solver import ASKS, ATOL, EXPLICIT, KIND, OWN, T_END, TIME_DEPENDENT
from ..integrate.start import allocate, tolerant
from ..system.rare import units_of_derivatives, units_of_implicit_steps
from ..tables import BY_STRUCTURE, S_SLOPES
from .room import is_ready, made_ready, state_size

LARGE = 3000  # components of the state: there the matrices of an implicit step take 0.1 GB, each elimination 10 s


def keeps_matrices(n, method):
    """Whether a run with n components by this method keeps a matrix of them all; a sentence if that is too large."""
    if n <= LARGE or method.kind == EXPLICIT:
        return n <= LARGE and (method.auto or method.kind != EXPLICIT)
    raise ValueError(
        f"method must be auto or an explicit one such as dormand_prince for a state of more than {LARGE} components, got "
        f"{method.name}, whose two matrices would take {16.0 * n * n / 1e9:.3g} GB for the {n} components of this scene"
    )


def have_derivatives(P):
    """Have the rare kernels of the Jacobian in memory."""
    for unit in units_of_derivatives(P):
        fetch(unit)


def _have_steps(P):
    """Have those of implicit steps in memory."""
    for unit in units_of_implicit_steps(P):
        fetch(unit)


def answer_asked(P, S):
    """The system of a run that has returned to ask for what its first implicit step needs; the same, if it has not."""
    if S.k[ASKS] == 0 or S.k[KIND] <= EXPLICIT:
        return P
    S.k[ASKS] = 0
    return ready_for_implicit(P, S)


def ready_for_implicit(P, S):
    """The system with all that implicit steps by these arrays need: the rare kernels, and scratch if there is no matrix."""
    _have_steps(P)
    if S.J.shape[0] == S.y.size:
        return P
    S.k[OWN] = 1
    return made_ready(P)


def solver_of(model, P, method, options, *, n_guard, capacity, log_capacity, later=False, dense=False):
    """Arrays of the integrator with the tolerances and magnitudes of a model; slots get theirs when they are lent.

    later   an explicit method that may become a stiff one asks for what it needs then (`answer_asked`). Before implicit
            steps of all others somebody calls `ready_for_implicit`.
    dense   a matrix of all components is wanted, whatever implicit steps need.
    """
    n, own = state_size(P), _by_structure(P) and not dense
    S = allocate(
        method, n, n_guard=n_guard, capacity=capacity, log_capacity=log_capacity, log_width=model.log_width,
        rtol=options.tolerance, atol=options.tolerance, resolution=1.0, implicit=not own and keeps_matrices(n, method),
    )  # fmt: skip
    return _fitted(S, model, P, options, own, later)


def solver_again(S, model, P, options):
    """The same arrays, cleared, for another run by the same method that may become stiff later."""
    S = tolerant(S, options.tolerance, options.tolerance, 1.0)
    return _fitted(S, model, P, options, _by_structure(P), later=True)


def _by_structure(P):
    """Whether the equations of implicit steps need no matrix."""
    return P.size[S_SLOPES] == BY_STRUCTURE


def _fitted(S, model, P, options, own, later):
    """Arrays with the magnitudes of a model; own: it solves the equations of implicit steps itself."""
    layout = model.layout
    fixed = slice(layout.size)
    S.atol[fixed] = options.tolerance * layout.magnitude
    if options.atol is not None:
        S.atol[:] = S.r[ATOL] = options.atol
    S.fd[fixed] = layout.resolution
    S.extent[fixed] = layout.extent
    S.extent[layout.size :] = layout.extent[-1]
    S.r[T_END] = options.end
    S.k[TIME_DEPENDENT] = int(model.time_dependent)
    ready = own and is_ready(P)
    S.k[[OWN, ASKS]] = ready, later and not ready and (own or len(units_of_implicit_steps(P)) > 0)
    return S
