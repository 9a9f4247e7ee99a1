"""What the integrator asks of a problem: generic functions, one implementation per class of `P`.

A problem is a NamedTuple of arrays. Its discrete state (modes, held values) lives in those arrays and changes in `jump`
and `at_stop` only; `rhs`, `guards` and `norm` never change it.
"""

from .._jit import generic, optional
from ..guards import UNKNOWN, UNUSED  # noqa: F401  (part of what a problem speaks)
from .solver import N_CORE

NONE, CUT = 2.0, 3.0  # no place in the step: nothing falls; the step is too long to tell
# what `jump` and `at_stop` return, added up
RESTART = 1  # the right-hand side jumps or changes its time scale: restart the step size
SINGULAR = 2  # it is singular like a half-integer power of the time since the jump: start in the square root of time
BEYOND = 16  # something is outside of its meaning: the run ends, `beyond` says what
NOTED = 8  # `at_stop` of an element only: its discrete state has changed
PENDING = 4  # `jump`: the tables are too short for all that has happened, what is still marked in `hit` waits;
#              `at_stop`: nothing has been done, Python has to answer first
INPUT = 32  # `at_stop` only: a held input has changed: the right-hand side jumps, on the same time scale


@generic
def rhs(t, y, P, dy):
    """Write dy/dt of every active component."""


@optional
def linearise(t, y, P, S):
    """Keep what the equations (sigma - J) u = b at (t, y) are made of, after `rhs` there; of problems with S.k[OWN] = 1.

    Such a problem solves them by its own structure: `eliminate` and `substitute`; for others the integrator makes a matrix
    of differences (jacobian.py).
    """


@optional
def differentiate(t, y, P, S):
    """Write df/dy at (t, y) into S.J, after `rhs` there; False: the integrator has to make it of differences."""
    return False


@optional
def eliminate(P, S, sigma):
    """Prepare (sigma - J) u = b for one sigma; False: that cannot be done."""
    return False


@optional
def substitute(P, S, b):
    """b becomes u in all active components, quadratures included."""


@optional
def price(P, S):
    """What a step of the stiff method costs besides its stages, in right-hand sides: Jacobian, factors, solutions."""
    return 2.0 * S.k[N_CORE]


@generic
def active(P, act):
    """Write the active components of the present mode into `act`; return (n_core, n_act).

    The first n_core take part in the dynamics; the rest are quadratures: no right-hand side depends on them.
    """


@generic
def guards(t, y, P, g, gd):
    """Write the guards of the present mode and their rates; return their number.

    g > 0 while the mode is right; an event is a guard that falls to zero. gd = dg/dt where known, else UNKNOWN.
    """


@optional
def guards_there(t, y, P, g, gd):
    """As `guards`, where the right-hand side was last called at the same y: what it left need not be computed again."""
    return guards(t, y, P, g, gd)


@optional
def glance(t, y, P, g, gd):
    """As `guards`, but only those that `apart` does not mark as proven, and no rates: a look inside a step at low cost."""
    guards(t, y, P, g, gd)


@optional
def single_out(t, y, P, wanted, g, gd):
    """As `guards`, but only those with wanted[i] = 1 have to be written: an event is located by one or two of hundreds."""
    guards(t, y, P, g, gd)


@generic
def jump(t, y, P, hit, log):
    """Change modes for the guards with hit[i] = 1; return (flags, rows written to log).

    flags: RESTART, SINGULAR, both or none (0); with PENDING the loop returns, and `jump` is called again at the same time
    for what is left in `hit`.
    """


@optional
def size_of(P, S):
    """After a change of mode: write S.atol and S.fd of the components whose meaning depends on the mode."""


@optional
def short(P):
    """Whether the tables of the problem were too short for what `watch` or `survey` found: the loop returns for more."""
    return False


@generic
def norm(P, S, y1, err):
    """Return (weighted error, index of what limits); accepted if the error is <= 1."""


@generic
def project(t, P, y):
    """Put y back on its manifold after an accepted step."""


@generic
def next_stop(t, P):
    """Return the next time > t at which a step must end (sample time, corner of an input), inf if none."""


@generic
def at_stop(t, y, P, log):
    """Act at a stop (sample, hold); return flags as `jump` does, and rows written to log.

    It may be called where nothing is due. With PENDING the loop returns with the status SAMPLE, and calls it again.
    """


@optional
def acts_at_start(P):
    """Whether the start of a run is a stop."""
    return False


@optional
def horizon(t, y, P):
    """The longest step [s] for which the guards to watch are not too many to afford; the run is right with longer ones."""
    return 1e300


@generic
def watch(t, y, P, reach):
    """Before a step of `reach` seconds: choose the guards to watch; return True if their list has changed.

    A forecast: `apart` and `survey` find out afterwards whether the list was long enough for the step.
    """


@optional
def apart(P, S, M, x, h):
    """After a step: mark in S.proof the guards that the problem clears by bounds; return True if the stages suffice.

    True: no marked guard can have fallen inside the step, and no guard was missing from the list. A problem without
    bounds marks none.
    """
    return True


@optional
def survey(P, S, x, h):
    """Bound the motion over the step whose interpolant is in S.Q; complete the list of guards if it was too short.

    A new list means new guards at both ends (S.g0, S.gd0, S.g1, S.gd1, N_GUARD) and new marks in S.proof.
    """


@optional
def first_fall(P, S, x, h):
    """(a, b) of the first fall of a marked guard, after `survey`: all are positive up to s = a, one is not at s = b.

    b = NONE: none falls. b = CUT: cleared up to a only, the step must be taken shorter.
    """
    return 0.0, NONE


@optional
def disarm(P, S):
    """Of the guards marked in S.hit, disarm those that have fallen by rounding alone; return True if there were any.

    Their S.g0 is not positive afterwards and their S.proof is IN_ROUNDING. S.gm and S.gdm hold the guards at the fall.
    """
    return False


@optional
def beyond(P):
    """What is outside of its meaning in the state in which the guards were last looked at, as an index like that of `norm`.

    -1: nothing.
    """
    return -1
